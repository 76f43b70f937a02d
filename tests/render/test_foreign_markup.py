import pytest
from workbench import DATA, DOT, a_piece, drawn, sources, spot, the_finding

from pnp.typesetting.markup import foreign_markup


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
        ("{ cloud }", "{ cloud }", "without blanks"),
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
