"""A face whose text is not on its page is refused, whatever took it away; pale texts and those left out on purpose pass."""

import io
import re

import pikepdf
import pypdfium2
import pytest

from pnp.convert import typst_pages
from pnp.convert.trial_pages import lost_text
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.typesetting.fonts import Style, font_book

FONT = font_book().find("Lato", Style()).path
TEXT = '<text x="9" y="19" font-size="6" font-family="Lato" {}>{}</text>'


def page_of(inside, fonts=(FONT,)):
    """A page drawn from an SVG."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="30mm" viewBox="0 0 60 30">'
        f'<rect width="60" height="30" fill="#ffffff"/>{inside}</svg>'
    )
    return svg, typst_pages.pages([Face("face", svg, Size(60, 30), 0)], list(fonts))


def said(svg, pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        return lost_text(page, svg, page.render(grayscale=True).to_pil())


HAM = TEXT.format("", "Ham 42")
SOUND = [
    HAM,
    TEXT.format('fill="#f7f7f7"', "pale"),
    TEXT.format('fill="none"', "found"),
    TEXT.format('fill="#ffffff" data-on-purpose="a watermark"', "white"),
    HAM + HAM,
    TEXT.format('stroke="#ff0000" stroke-width="0.3" paint-order="stroke"', "Outlined"),
]


@pytest.mark.parametrize("inside", SOUND)
def test_a_text_that_is_there_or_need_not_be_passes(inside):
    assert said(*page_of(inside)) == ""


PRINTED_IN_ITS_PLACE = {
    "another text": TEXT.format("", "Egg 17"),
    "nothing": "",
    "a word less": TEXT.format("", "Ham"),
    "a letter less": TEXT.format("", "Hm 42"),
    "a font that is not there": HAM.replace("Lato", "Nobody"),
    "a picture": '<rect x="9" y="9" width="20" height="9"/>',
    "hidden": TEXT.format('visibility="hidden"', "Ham 42"),
    "not displayed": TEXT.format('display="none"', "Ham 42"),
    "without paint": TEXT.format('fill="none"', "Ham 42"),
    "in white": TEXT.format('fill="#ffffff"', "Ham 42"),
    "nearly white": TEXT.format('fill="#fefefe"', "Ham 42"),
    "without opacity": TEXT.format('fill-opacity="0"', "Ham 42"),
    "in a group without opacity": f'<g opacity="0">{HAM}</g>',
    "below a rectangle": f'{HAM}<rect width="60" height="30" fill="#ffffff"/>',
    "below a coloured one": f'{HAM}<rect width="60" height="30" fill="#00aa00"/>',
    "off the page": HAM.replace('x="9"', 'x="900"'),
    "above the page": HAM.replace('y="19"', 'y="-99"'),
    "of no size": f'<g transform="scale(0.0001)">{HAM}</g>',
    "clipped away": f'<clipPath id="c"><rect x="50" y="1" width="1" height="1"/></clipPath><g clip-path="url(#c)">{HAM}</g>',
    "as letters of another script": TEXT.format("", "Нам 42"),
}


@pytest.mark.parametrize("place", PRINTED_IN_ITS_PLACE)
def test_a_text_that_is_not_there_is_told(place):
    svg, _ = page_of(HAM)
    _, pdf = page_of(PRINTED_IN_ITS_PLACE[place])
    assert said(svg, pdf).startswith('"Ham 42" ')


def test_text_in_rendering_mode_3_is_told():
    svg, pdf = page_of(HAM)
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for each in opened.objects:
            if isinstance(each, pikepdf.Stream) and b"BT" in (content := each.read_bytes()):
                each.write(re.sub(rb"\d Tr\b", b"3 Tr", content.replace(b"BT", b"BT 3 Tr")))
        opened.save(out)
    assert said(svg, out.getvalue()) == '"Ham 42" leaves no ink on its page'
