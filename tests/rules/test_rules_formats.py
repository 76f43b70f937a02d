"""Whatever a text holds, it is written as it stands; what a picture shares is written once."""

import re
from base64 import b64decode
from dataclasses import replace
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pypdfium2
import pytest
import uharfbuzz as hb
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.geometry import Size
from pnp.model.limits import USUAL_LIMITS
from pnp.model.rules_document import Entry, Glance, Paragraph, Picture, RulesDocument, Run, Section, Table
from pnp.rules.html_page import PRIVATE, as_html, letters_of, private_families
from pnp.rules.markdown import as_markdown
from pnp.rules.pdf import as_pdf
from pnp.typesetting.fonts import font_book

FONTS = font_book(Path("none"))
GAME = SimpleNamespace(fonts={}, fallback_fonts={}, limits=USUAL_LIMITS)


def document(*blocks, pictures=None):
    section = Section("object", "Object", tuple(blocks))
    return RulesDocument("Soup", "en", "", "", (section,), pictures or {})


def pages_of(*texts, edition=""):
    blocks = (Paragraph((Run(text),)) if isinstance(text, str) else text for text in texts)
    shown = replace(document(*blocks), edition=edition)
    with pypdfium2.PdfDocument(as_pdf(shown, GAME, FONTS)) as pages:
        return [page.get_textpage().get_text_range() for page in pages]


def test_typst_code_is_typeset_letter_by_letter():
    code = '#import "x": y #(1 + 1) $pi$ @a <b> // c'
    assert code in pages_of(code)[0]


def test_an_arrow_back_is_drawn_and_not_written():
    (page,) = pages_of(Glance(((Run("← "), Run("Cook", bold=True)), (Run("Eat"),)), ordered=True))
    assert re.findall("Cook|Eat|←", page) == ["Cook", "Eat"]


def test_a_rulebook_is_set_smaller_where_that_fills_its_sheets(monkeypatch):
    lines = [f"Line {n}." for n in range(152)]
    assert len(pages_of(*lines, edition="rulebook")) == 4
    monkeypatch.setattr("pnp.rules.pdf.SIZES", (9.0,))
    assert len(pages_of(*lines, edition="rulebook")) == 5


def test_no_word_at_the_end_of_a_text_has_a_line_alone():
    texts = ["word " * number + "end." for number in range(12, 42)]
    lines = [line.strip() for page in pages_of(*texts, edition="rulebook") for line in page.splitlines()]
    assert "end." not in lines
    assert sum(line.endswith("word\xa0end.") for line in lines) == 30


def test_all_letters_are_larger_where_a_theme_asks_for_it():
    usual = document(Paragraph((Run("HH"),)))

    def smallest(shown):
        with pypdfium2.PdfDocument(as_pdf(shown, GAME, FONTS)) as pages:
            text = pages[0].get_textpage()
            boxes = [text.get_charbox(n) for n in range(text.count_chars())]
        return min(top - bottom for _, bottom, _, top in boxes if top - bottom > 3)

    assert smallest(replace(usual, smallest_text=16)) / smallest(usual) == pytest.approx(2, rel=0.05)


LATIN = st.characters(codec="latin-1", exclude_categories=("Cc", "Zs", "Cf"))


@settings(max_examples=6, deadline=None)
@given(st.lists(st.text(LATIN, min_size=1, max_size=20), min_size=1, max_size=5))
def test_any_text_can_be_typeset(texts):
    words = re.sub(r"\s", "", pages_of(*texts)[0]).replace("’", "'")
    for text in texts:
        assert re.sub(r"\s", "", text) in words


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'


def test_a_picture_shown_twice_is_in_the_page_once():
    shown = (Entry("component-a", "A", "1 card", "k"), Entry("card-a-b", "B", "1 copy", "k"))
    page = as_html(document(*shown, pictures={"k": Picture(SQUARE, Size(9, 9))}), GAME, FONTS)
    assert page.count("<rect") == 1
    assert page.count('<use href="#p-k"/>') == 2


def test_an_icon_and_the_punctuation_after_it_are_on_one_line():
    icon = Run("coin", icon="coin")
    texts = [Paragraph((icon, Run(end))) for end in (".", ", so", " (two)", " and go.")]
    page = as_html(replace(document(*texts), icons={"coin": Picture(SQUARE, Size(9, 9))}), GAME, FONTS)
    shown = '<svg class="icon" role="img" aria-label="coin"><use href="#i-coin"/></svg>'
    for text in (
        f'<span class="unbroken">{shown}.</span>',
        f'<span class="unbroken">{shown},</span> so',
        f"{shown} (two)",
        f"{shown} and go.",
    ):
        assert f"<p>{text}</p>" in page


def test_an_empty_first_cell_of_a_table_belongs_to_the_one_above_it():
    rows = tuple(tuple((Run(cell),) if cell else () for cell in row) for row in ("ab", ("", "c"), "de"))
    page = as_html(document(Table(((), ()), rows)), GAME, FONTS)
    assert '<tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td><td>e</td></tr>' in page


def test_markdown_that_is_pasted_has_no_picture_it_does_not_bring():
    shown = Entry("card-a-b", "B", "1 copy", "k")
    text = as_markdown(document(shown, pictures={"k": Picture(SQUARE, Size(9, 9))}))
    assert "<img" not in text
    assert '<a id="card-a-b"></a>\n\n#### B (1 copy)' in text


# The page of a rules summary: its text is drawn with whole fonts, and with the fonts that it asks for.


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
