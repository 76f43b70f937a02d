"""Whatever a text holds, it is typeset as it stands; what a picture shares is written once."""

import re
from pathlib import Path

import pypdfium2
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.geometry import Size
from pnp.model.rules import Entry, Paragraph, Part, Picture, RulesDocument, Run, Section
from pnp.render.fonts import Style, font_book
from pnp.rules import html, markdown, pdf

FONT = "Source Sans Pro"


def fonts():
    file = font_book(Path("none")).find(FONT, Style(400))
    assert file is not None
    return pdf.Fonts(FONT, FONT, (file.path,))


def document(*blocks, pictures=None):
    section = Section("object", "Object", tuple(blocks))
    return RulesDocument("soup", "Soup", "en", "", "", (section,), pictures or {})


def said(text):
    content = pdf.write(document(Paragraph((Run(text),))), fonts=fonts())
    with pypdfium2.PdfDocument(content) as pages:
        return pages[0].get_textpage().get_text_range()


def test_typst_code_is_typeset_letter_by_letter():
    assert '#import "x": y #(1 + 1) $pi$ @a <b> // c' in said('#import "x": y #(1 + 1) $pi$ @a <b> // c')


@settings(max_examples=25, deadline=None)
@given(
    st.text(st.characters(codec="latin-1", exclude_categories=("Cc", "Zs", "Cf")), min_size=1, max_size=20)
)
def test_any_text_can_be_typeset(text):
    assert re.sub(r"\s", "", text) in re.sub(r"\s", "", said(text))


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'


def test_a_picture_shown_twice_is_in_the_page_once():
    shown = (Part("component-a", "A", "1 card", (), "k"), Entry("card-a-b", "B", "1 copy", "k"))
    page = html.write(document(*shown, pictures={"k": Picture(SQUARE, Size(9, 9), "B")}))
    assert page.count("<rect") == 1
    assert page.count('<use href="#p-k"/>') == 2


def test_markdown_that_is_pasted_has_no_picture_it_does_not_bring():
    shown = Entry("card-a-b", "B", "1 copy", "k")
    text = markdown.write(document(shown, pictures={"k": Picture(SQUARE, Size(9, 9), "B")}))
    assert "<img" not in text
    assert '<a id="card-a-b"></a>\n\n#### B (1 copy)' in text
