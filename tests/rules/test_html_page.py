"""The page of a rules summary: its text is drawn with whole fonts, and with the fonts that it asks for."""

import re
from base64 import b64decode
from html import unescape

import pytest
import uharfbuzz as hb

from pnp.rules.html_page import PRIVATE, letters_of, private_families


def declared_fonts(page):
    found = {}
    for name, data in re.findall(r'@font-face\{font-family:"([^"]+)".*?base64,([^)]+)\)', page):
        found.setdefault(name, []).append(b64decode(data))
    return found


@pytest.mark.long
def test_the_text_never_asks_for_a_font_with_the_letters_of_the_pictures_alone(summary):
    page = summary.html
    sheet = re.sub(r"@font-face\{[^}]*\}", "", page.partition("<style>")[2].partition("</style>")[0])
    asked_by_text = set(re.findall(r'"([^"]+)"', " ".join(re.findall(r"font[^;{}]*:[^;}]*", sheet))))
    asked_by_pictures = set(map(unescape, re.findall(r'font-family="([^"]+)"', page)))
    names = declared_fonts(page)
    assert asked_by_text == {"page title", "page text"}
    assert asked_by_pictures == {name for name in names if name.startswith(PRIVATE)}
    assert names.keys() == asked_by_text | asked_by_pictures


def test_the_fonts_of_the_text_have_every_letter_of_it(summary):
    letters = letters_of(summary.html.partition("<header>")[2])
    assert len(letters) > 50
    for font in declared_fonts(summary.html)["page text"]:
        assert "".join(map(chr, sorted(letters - set(hb.Face(hb.Blob(font)).unicodes)))) == ""


def test_a_font_is_renamed_wherever_a_drawing_names_it():
    drawing = """<g style="fill:red;font-family: 'A B';x:y"><text font-family='A B'>A B font-family="A B"</text></g>"""
    renamed = private_families(drawing, ["A B", "A"])
    assert renamed == drawing.replace(": 'A B", ": 'picture A B").replace("='A B", "='picture A B")
