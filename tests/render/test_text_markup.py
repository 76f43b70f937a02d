"""Marks in texts: what they mean, the parts they make, and those of other programs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workbench import DATA, DOT, a_piece, drawn, sources, spot, the_finding

from pnp.model.card_looks import USUAL_STYLES, TextStyle
from pnp.typesetting.markup import Icon, Words, foreign_markup, parse
from pnp.typesetting.paragraphs_and_tables import Paragraph, Table, longest_that_fits, structure


def spelled(text: str) -> str:
    """The runs of a text: B(bold) I(italic) BI(both) [icon], lines parted by a slash."""
    return " / ".join("".join(_run(run) for run in line) for line in parse(text))


def _run(run: Words | Icon) -> str:
    if isinstance(run, Icon):
        return f"[{run.name}]"
    style = "B" * run.bold + "I" * run.italic
    return f"{style}({run.text})" if style else run.text


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Pay **two** or *all*", "Pay B(two) or I(all)"),
        ("**a *b* c**", "B(a )BI(b)B( c)"),
        ("***both***", "BI(both)"),
        # Stars that are meant as stars.
        *((text, text) for text in ("3 * 4 * 5", "see below*", "2**3")),
        ("* first\n* second", "* first / * second"),
        # Braces are icons only around a name.
        ("{cu}{on-play}, {Belt}", "[cu][on-play], [Belt]"),
        ("{2} { cu } {} }{", "{2} { cu } {} }{"),
        # A backslash takes the meaning from any sign, but no letter.
        (r"\*not italic\*", "*not italic*"),
        (r"\{cu\} and \\", "{cu} and \\"),
        (r"\[a\]{.b} \~~c~~ \- d\n", r"[a]{.b} ~~c~~ - d\n"),
        ("\na\n\nb\n", "a /  / b"),
        ("", ""),
    ],
)
def test_marks_are_styles_icons_and_breaks_where_they_are_meant(text, runs):
    assert spelled(text) == runs


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


@given(st.text(st.sampled_from("ab *{}\\\n"), max_size=30))
def test_no_letter_is_lost(text):
    written = "".join(run.text if isinstance(run, Words) else run.name for row in parse(text) for run in row)
    assert [c for c in written if c in "ab"] == [c for c in text if c in "ab"]


@pytest.mark.parametrize(
    ("text", "told", "advice"),
    [
        ("Pay <b>two", "<b>", "**bold**"),
        ("two</i>", "</i>", "*italic*"),
        ("one<br />two", "<br />", "press Enter"),
        ("<color=#f00>red", "<color=#f00>", "{.style}"),
        ('<sprite name="x">', '<sprite name="x">', "{name}"),
        (r"one\ntwo", r"\n", "press Enter"),
        ("[i]two[/i]", "[/i]", "*italic*"),
        ("Gain 2[credit].", "[credit]", "{credit}"),
        ("[click]: Draw", "[click]", "{click}"),
        ("Pay **two coins", "**two", "**bold**"),
        ("Pay *two coins", "*two", "*italic*"),
        ("**Pay** **two", "**two", "**bold**"),
        ("~~two", "~~two", "~~struck~~"),
        ("the {cloud floats", "{cloud", "{cloud}"),
        ("the cloud} floats", "cloud}", "{cloud}"),
        ("{ cloud }", "{ cloud }", "without spaces"),
        ("Add {2}", "{2}", "a letter"),
        ("[words]{red} {.red}", "{.red}", "[words]{.red}"),
        ("__bold__", "__bold__", "**bold**"),
        ("it&#8217;s", "&#8217;", "’"),
        ("a&nbsp;b", "&nbsp;", "U+00A0"),
    ],
)
def test_markup_of_other_programs_and_markup_without_an_end_is_told(text, told, advice):
    (found,) = foreign_markup(text)
    assert (found.written, found.icon) == (told, "")
    assert advice in found.hint


@pytest.mark.parametrize(
    "text",
    [
        "3 * 4 * 5, 2**3, 5 > 3, a < b and c > d, I <3 you, <- and ->, 50 %",
        "see below*\n*only for two players",
        "twice**, once*\n* a round\n**a game",
        "*only for two players",
        "A 5* hotel, an A** grade, ***\n* * *",
        "[sic] [1] [A] Draw [Action] [a] one [b] two",
        "R&D; AT&T, Q&A; :-) ;-} 10:30:15 #1 $5 a_b_c ____ Name: ___",
        "**bold** and *italic*, {coin}{coin}, [2]{.red}, ~~struck~~, ~5",
        r"\<b\> \{cloud \[click\]: \**two \_i_ \\n \&amp;",
        "{{ piece.name }}",
    ],
)
def test_words_are_no_markup(text):
    assert [each for each in foreign_markup(text) if not each.icon] == []


@pytest.mark.parametrize("written", ["[sun]", ":sun:", "%sun%", "<sun>", "((sun))"])
def test_a_code_in_other_brackets_is_told_where_there_is_such_an_icon(tmp_path, written):
    body, piece = "{{ fit(piece.text, (5, 5, 50, 30)) }}", a_piece(text=f"Pay {written} now")
    assert drawn(tmp_path, body, piece).diagnostics == ()
    found = the_finding(drawn(tmp_path, body, piece, files={"templates/g/icons/sun.svg": DOT}))
    assert (found.code, found.severity) == ("PNP430", "warning")
    assert f'"{written}" is printed as it stands' in found.message
    assert found.hint.startswith("write {sun} for an icon; a backslash")


def test_the_place_is_that_of_the_markup_in_the_data(tmp_path):
    lines = [*["#"] * 10, "    text: |", "      Pay two", "      and <b>three</b> <b>coins</b>"]
    sources(tmp_path, {DATA: "\n".join(lines)})
    piece = a_piece(text="Pay two\nand <b>three</b> <b>coins</b>")
    found = the_finding(drawn(tmp_path, "{{ fit(piece.text, (5, 5, 50, 30)) }}", piece))
    assert (spot(found), found.place.column, found.place.length) == (f"{DATA}:13", 11, 3)
    assert '"<b>" and "</b>" are printed as they stand' in found.message


def test_a_style_that_is_not_there_is_an_error(tmp_path):
    found = the_finding(drawn(tmp_path, '{{ line("[2]{.rad} [3]{.sky}", 5, 20) }}'))
    assert (found.code, found.severity, found.hint) == ("PNP431", "error", 'did you mean "red"?')


def shown(text: str) -> str:
    """The parts of a text, one in a row: the level and marker of items, the cells of tables."""
    return "\n".join(map(_part, structure(text, USUAL_STYLES)))


def _part(part: Paragraph | Table) -> str:
    if isinstance(part, Table):
        rows = [" | ".join(map(_runs, row)) for row in part.rows]
        return "\n".join([f"{' '.join(part.aligned)}{' head' * part.head}:", *rows])
    mark = f"{part.level}({_runs(part.marker)}) " if part.level else "+ " if part.follows else ""
    return mark + _runs(part.runs)


def _runs(runs) -> str:
    return "".join(f"B({run.text})" if run.bold else run.text for run in runs)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Do:\n- one\n- **two\nthree** x", "Do:\n1(•) one\n1(•) B(two)\nB(three) x"),
        ("* one\n* two", "1(•) one\n1(•) two"),
        ("• one", "1(•) one"),
        ("9. one\n10. two", "1(9.) one\n1(10.) two"),
        ("1) one\n2) two", "1(1)) one\n1(2)) two"),
        (
            "1. one\n   more of one\n2. two\n  - a\n  - b\n3. three",
            "1(1.) one\n1() more of one\n1(2.) two\n2(•) a\n2(•) b\n1(3.) three",
        ),
        ("one\\\ntwo\nthree\\\\\nfour", "one\n+ two\nthree\\\nfour"),
        ("| 1 | a |\n| 2 |", "start start:\n1 | a\n2 | "),
        ("|Roll|Of\\|fer|\n|:-:|--:|\n|1|**x**|\nend", "center right head:\nRoll | Of|fer\n1 | B(x)\nend"),
        ("\r\na\r\n\r\n- b\r\n- c\r\n", "a\n\n1(•) b\n1(•) c"),
    ],
)
def test_lines_are_lists_inside_each_other_and_tables(text, parts):
    assert shown(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "- Ada Example",
        "7. July 1914\nwas a day",
        "1. one\n3. three",
        "-1 coin\n-2 coins",
        "2.5 mm\n3.5 mm",
        "5 | 6",
        "| alone |",
        "||\n",
    ],
)
def test_a_line_alone_is_a_line(text):
    assert all(isinstance(part, Paragraph) and not part.level for part in structure(text, USUAL_STYLES))
    assert shown(text) == text.strip("\n")


def test_a_table_may_have_empty_cells():
    assert structure("| | a |\n| b | |", USUAL_STYLES)[0].rows == (((), (Words("a"),)), ((Words("b"),), ()))


@pytest.mark.parametrize("whole", [False, True])
def test_a_text_that_is_cut_keeps_the_blanks_between_words_of_two_styles(whole):
    parts = structure("**one** *two* **three** four", USUAL_STYLES)
    first, rest = longest_that_fits(parts, lambda some: len(some[0].runs) < 6, whole=whole)
    assert "".join(run.text for part in (*first, *rest) for run in part.runs) == "one two three four"
