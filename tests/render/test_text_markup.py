from hypothesis import given
from hypothesis import strategies as st

from pnp.model.text_styles import TextStyle
from pnp.typesetting.markup import Icon, Words, parse


def spelled(text: str) -> str:
    """The runs of a text: B(bold) I(italic) BI(both) [icon], lines parted by a slash."""
    return " / ".join("".join(_run(run) for run in line) for line in parse(text))


def _run(run: Words | Icon) -> str:
    if isinstance(run, Icon):
        return f"[{run.name}]"
    style = "B" * run.bold + "I" * run.italic
    return f"{style}({run.text})" if style else run.text


def test_stars_in_pairs_are_styles():
    assert spelled("Pay **two** or *all*") == "Pay B(two) or I(all)"
    assert spelled("**a *b* c**") == "B(a )BI(b)B( c)"
    assert spelled("***both***") == "BI(both)"


def test_a_star_that_is_meant_as_a_star_stays():
    assert spelled("3 * 4 * 5") == "3 * 4 * 5"
    assert spelled("see below*") == "see below*"
    assert spelled("* first\n* second") == "* first / * second"
    assert spelled("2**3") == "2**3"
    assert spelled(r"\*not italic\*") == "*not italic*"


def test_braces_are_icons_only_around_a_name():
    assert spelled("{cu}{on-play}, {Belt}") == "[cu][on-play], [Belt]"
    assert spelled("{2} { cu } {} }{") == "{2} { cu } {} }{"
    assert spelled(r"\{cu\} and \\") == "{cu} and \\"


def test_words_in_brackets_have_the_style_behind_them():
    cost, red = TextStyle(bold=True, size=1.5), TextStyle(colour="#cc0000")
    (line,) = parse(
        "Pay [2 [{coin}]{.red}]{.cost} *[now]{.underline}* [sic] [a]{b}", {"cost": cost, "red": red}
    )
    both = TextStyle(colour="#cc0000", bold=True, size=1.5)
    assert line[:3] == (Words("Pay "), Words("2 ", bold=True, style=cost), Icon("coin", both))
    assert line[4] == Words("now", italic=True)  # these games have no underline
    assert line[5:] == (Words(" [sic] [a]"), Icon("b"))


def test_tildes_in_pairs_strike_out():
    struck = TextStyle(strike=True)
    assert parse("~~2~~ 3, ~5 ~ 6") == ((Words("2", style=struck), Words(" 3, ~5 ~ 6")),)


def test_a_backslash_takes_the_meaning_from_any_sign_but_no_letter():
    assert spelled(r"\[a\]{.b} \~~c~~ \- d\n") == r"[a]{.b} ~~c~~ - d\n"


def test_empty_lines_are_kept_inside_and_dropped_at_the_ends():
    assert spelled("\na\n\nb\n") == "a /  / b"
    assert parse("") == ((),)


@given(st.text(st.sampled_from("ab *{}\\\n"), max_size=30))
def test_no_letter_is_lost(text):
    written = "".join(
        run.text if isinstance(run, Words) else run.name for line in parse(text) for run in line
    )
    assert [c for c in written if c in "ab"] == [c for c in text if c in "ab"]
