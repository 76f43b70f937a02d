"""Every finding on a face, and the place it names."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pictures import a_photo, a_png_header
from workbench import DATA, DOT, SVG, a_piece, drawn_with, fonts, spot, the_finding

from pnp.files import read_package
from pnp.model.diagnostics import Diagnostic, Place
from pnp.templates.context import Reporter, grouped
from pnp.templates.sources import Sources

CODES = json.loads(read_package("pnp.model", "codes.json"))["drawing"]
TEMPLATE = "templates/g/card.svg.j2"
ART = "card_data/g/art/ant"
HEAD = '{% extends "base/card.svg.j2" %}\n{% block body %}\n'
FOOT = "{% endblock %}"

# code: [(the template's third line, the card's fields, other files, where, what it says, the hint)]
CASES = {
    "PNP301": [
        ("{% fi piece.x %}", {}, {}, f"{TEMPLATE}:3", "the template cannot be read: Encountered unknown tag 'fi'.", "docs/templates.md"),
        ("{{ piece.x | bigger }}", {"x": 1}, {}, f"{TEMPLATE}:3", "No filter named 'bigger'.", "docs/templates.md"),
        ("{# to be continued", {}, {}, f"{TEMPLATE}:3", "Missing end of comment tag", "docs/templates.md"),
    ],
    "PNP302": [
        ("{{ piece.vlaue }}", {"value": 3}, {}, f"{TEMPLATE}:3", 'piece has no field "vlaue"', "it has value"),
        ("{{ piece.cost.cu }}", {"cost": {"gold": 3}}, {}, f"{TEMPLATE}:3", 'piece.cost has no field "cu"', "it has gold"),
        ("{{ pice.value }}", {}, {}, f"{TEMPLATE}:3", 'there is no "pice"', "did you mean piece?"),
        ("{{ palette.nope|darken(1) }}", {}, {}, f"{TEMPLATE}:3", 'palette has no field "nope"', "it has red, sky"),
        ("{{ fit(piece.rule, (1, 1, 9, 9)) }}", {"rules": "-"}, {}, f"{TEMPLATE}:3", 'piece has no field "rule"', "it has rules"),
    ],
    "PNP303": [
        ('{% include "g/prat.j2" %}', {}, {"templates/g/part.j2": ""}, f"{TEMPLATE}:3", 'there is no template "g/prat.j2"', "g/part.j2"),
    ],
    "PNP304": [
        ("<g>", {}, {}, f"{TEMPLATE}:1", "the drawing is not well-formed XML: <g> is not closed, near", "close every tag"),
        ("{{ piece.x|safe }}", {"x": "1 < 2"}, {}, f"{TEMPLATE}:1", "not well-formed (invalid token), near < 2", "quote every attribute"),
    ],
    "PNP305": [
        ("<style>g{}</style>", {}, {}, f"{TEMPLATE}:3", "<style> does not print", "as attributes"),
        ('<g transform-origin="0 0"/>', {}, {}, f"{TEMPLATE}:3", "the attribute transform-origin does not print", "rotate(angle x y)"),
        ('<image href="ant.png"/>', {}, {}, f"{TEMPLATE}:3", 'a link to "ant.png" is not followed', "use picture() for art"),
        ('<g fill="url(#sky)"/>', {}, {}, f"{TEMPLATE}:3", 'the drawing uses "#sky", which it does not define', "check the id"),
    ],
    "PNP306": [
        ('{{ line("a", 1, 9, font="Comic") }}', {}, {}, f"{TEMPLATE}:3", 'there is no font "Comic"', "more go into fonts/"),
        ('{{ line("a", 1, 9, weight=550) }}', {}, {}, f"{TEMPLATE}:3", 'the font "Source Sans Pro" has no style 550', "it has 200, "),
        ('<text font-family="Arial">a</text>', {}, {}, f"{TEMPLATE}:3", 'there is no font "Arial"', "the fonts are "),
    ],
    "PNP307": [
        ("{{ line(piece.name, 1, 9) }}", {"name": "circled ↯"}, {}, f"{DATA}:11", 'has no glyph for "↯" (U+21AF)', "use another character"),
        ('{{ line("↯", 1, 9) }}', {}, {}, f"{TEMPLATE}:3", 'has no glyph for "↯" (U+21AF)', "use another character"),
        ('<text x="9" y="9" font-size="4" font-family="Manrope">↯</text>', {}, {}, f"{TEMPLATE}:3", 'the font "Manrope" has no glyph', "use another character"),
    ],
    "PNP308": [
        ("{{ fit(piece.text, (1, 1, 50, 9)) }}", {"name": "Ant", "text": "Pay 2{cu}"}, {}, f"{DATA}:12", 'there is no icon "cu"', "templates/g/icons/<name>.svg"),
        ("{{ fit(piece.text, (1, 1, 50, 9)) }}", {"text": "{Cup}"}, {"templates/g/icons/cup.svg": DOT}, f"{DATA}:11", 'there is no icon "Cup"', "the icons are: cup; put others at"),
        ("{{ icon(piece.mark, 1, 1, 9) }}", {"mark": "cu"}, {}, f"{DATA}:11", 'there is no icon "cu"', "there are none yet"),
        ('{{ icon("cu", 1, 1, 9) }}', {}, {}, f"{TEMPLATE}:3", 'there is no icon "cu"', "there are none yet"),
    ],
    "PNP309": [
        ("{{ picture(piece.id, (1, 1, 9, 9)) }}", {}, {}, f"{DATA}:10", 'there is no picture for "ant"; a placeholder is drawn', "put one at card_data/g/art/ant.svg"),
        ("{{ picture(piece.id, (1, 1, 9, 9)) }}", {"art": "bee"}, {}, f"{DATA}:11", 'there is no picture for "bee"', "put one at card_data/g/art/bee.svg"),
    ],
    "PNP310": [
        ("{{ picture(piece.id, (1, 1, 9, 9)) }}", {}, {f"{ART}.svg": f"{SVG}<script/></svg>"}, f"{ART}.svg:1", "the picture cannot be used: it holds a <script>", "cannot run anything"),
        ("{{ picture(piece.id, (1, 1, 9, 9)) }}", {}, {f"{ART}.svg": f"{SVG}\n<g>"}, f"{ART}.svg:2", "it is not well-formed XML", "Inkscape"),
        ("{{ picture(piece.id, (1, 1, 9, 9)) }}", {}, {f"{ART}.jpg": a_photo(99, 99)[:-99]}, f"{ART}.jpg:1", "it is not a complete PNG, JPEG or WebP file", "export"),
        ('{{ icon("cu", 1, 1, 9) }}', {}, {"templates/g/icons/cu.svg": f"{SVG}<text/>a</svg>".replace("<text/>", "<text>↯</text>")}, "templates/g/icons/cu.svg:1", 'the icon cannot be used: no font of the project has "↯"', "paths"),
    ],
    "PNP311": [
        ("{{ picture(piece.id, (1, 1, 9, 9)) }}", {}, {f"{ART}.png": a_png_header(30_000, 9)}, f"{ART}.png:1", "it has 30000 x 9 pixels", "scale it down"),
    ],
    "PNP312": [
        ("{{ 1 // 0 }}", {}, {}, f"{TEMPLATE}:3", "the template failed: integer division or modulo by zero", "the values this line works with"),
        ("{{ ''.__class__ }}", {}, {}, f"{TEMPLATE}:3", "not allowed in a template", "cannot run programs"),
        ("{{ face.safe_box }}", {}, {}, f"{TEMPLATE}:3", "face.safe_box is a group of values; write one of them, such as face.safe_box.x", "the values"),
        ("{{ piece.hue|darken(0.2) }}", {"hue": "red"}, {}, f"{TEMPLATE}:3", '"red" is not a colour; write "#rrggbb", or palette.name', "the values"),
    ],
    "PNP313": [
        ("{{ picture(piece.id, (1, 1, 60, 40)) }}", {}, {f"{ART}.png": a_photo(300, 200, "PNG")}, f"{ART}.png:1", "the picture is coarse: 300 x 200 px is 127 dpi in 60 x 40 mm", "export it with 709 x 472 px or more (300 dpi)"),
    ],
    "PNP401": [
        ("{{ fit(piece.text, (1, 2, 20, 5)) }}", {"name": "Ant", "text": "word " * 30}, {}, f"{DATA}:12", "mm too tall at its smallest size (7 pt) for the box 20 x 5 mm at (1, 2)", "shorten the text"),
        ("{{ fit(piece.text, (1, 2, 9, 20)) }}", {"text": "Zzzzzzzzzzzzzz"}, {}, f"{DATA}:11", '"Zzzzzzzzzzzzzz" is 6.0 mm too wide', "shorten the text"),
        ('{{ line("Zzzzzzzzzzzzzz", 1, 9, max_width=9) }}', {}, {}, f"{TEMPLATE}:3", "mm too wide at its smallest size (12 pt)", "shorten the text"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "case"),
    [
        pytest.param(code, case, id=f"{code}-{number}")
        for code, cases in CASES.items()
        for number, case in enumerate(cases, 1)
    ],
)
def test_a_finding_has_code_place_message_and_hint(tmp_path, code, case):
    line, fields, files, where, what, hint = case
    finding = the_finding(
        drawn_with(tmp_path, f"{HEAD}{line}\n{FOOT}", a_piece("ant", **fields), files=files)
    )
    assert finding.code == code
    assert spot(finding) == where
    assert finding.message.startswith("cards/ant, front: ")
    assert what in finding.message
    assert hint in (finding.hint or "")
    assert (finding.severity == "warning") == (code in ("PNP309", "PNP313"))


def test_every_code_has_a_case():
    assert set(CASES) | {"PNP314"} == {
        code for code in CODES if code < "PNP410"
    }  # 314: tests/render/test_fonts.py


LINE = Place("templates/g/card.svg.j2", 7, 1)
PIECE = a_piece(name="Ant", text="Take one coin from the bank", steps=("Draw a card", {"then": "Discard it"}))


def place_of(text: str | None, template_line: Place | None = LINE) -> Place | None:
    found: list[Diagnostic] = []
    sources = Sources(Path("/p"), (), Path("/p/art"), fonts())
    Reporter("cards", PIECE, "front", sources, found, lambda: template_line)(
        "PNP401", "too long", "cut", text=text
    )
    return found[0].place


def test_a_text_is_found_in_the_field_it_was_written_in():
    assert place_of("Ant") == Place(DATA, 11, 11)
    assert place_of(" Take one coin from the bank\n") == Place(DATA, 12, 11)
    assert place_of("Discard it") == Place(DATA, 13, 11)
    assert place_of("Ant" + " " * 20) == Place(DATA, 11, 11)


def test_a_text_put_together_is_found_by_its_longest_part():
    assert place_of("**Ant**: Take one coin from the bank") == Place(DATA, 12, 11)


def a_finding(card: str, place: Place, what: str = "x is missing") -> Diagnostic:
    return Diagnostic("PNP302", f"cards/{card}, front: {what}", place, piece=f"cards/{card}")


def test_a_picture_that_is_missing_is_missing_once():
    places = [Place(DATA, line, 1) for line in (20, 30)]
    found = (replace(a_finding(str(at.line), at, "no picture"), code="PNP309") for at in places)
    assert [each.place for each in grouped(found)] == [Place(DATA, 20, 1)]


def test_mistakes_in_different_lines_of_the_data_stay_apart_in_reading_order():
    places = [Place(DATA, line, 1) for line in (30, 20)]
    assert [each.place for each in grouped(a_finding(str(p.line), p) for p in places)] == places[::-1]
