"""Texts that are lost in pages: found, and set as shapes."""

import io
import re

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops

from pnp.convert import typst_pages
from pnp.convert.plain_texts import without_plain_texts
from pnp.convert.trial_pages import lost_text
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.typesetting.fonts import Style, font_book

LATO = font_book().find("Lato", Style())
FONTS = {("Lato", Style()): LATO}
PAGE = Size(60, 30)
LOOK = 'font-family="Lato" font-size="4" fill="#204a87"'


def text(words="Ham", x=9, y=19, more=""):
    return f'<text x="{x}" y="{y}" {LOOK}{more}>{words}</text>'


def drawing(inside, about=""):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="30mm" viewBox="-3 -3 60 30"{about}>'
        f'<rect x="-3" y="-3" width="60" height="30" fill="#ffffff"/>{inside}</svg>'
    )


def lifted(svg):
    rest, texts = without_plain_texts(svg, PAGE, FONTS)
    assert rest.count("<text") + len(texts) == svg.count("<text")
    return [each.words for each in texts]


def page(svg):
    with pypdfium2.PdfDocument(typst_pages.pages([Face("face", svg, PAGE, 0)], [LATO.path])) as document:
        assert len(document) == 1
        words = "".join(document[0].get_textpage().get_text_range().split())
        return document[0].render(scale=4).to_pil().convert("L"), words


BAR = '<rect x="9.5" y="13" width="20" height="9" fill="#fce94f"/>'
ABOVE = {
    "a rectangle": BAR,
    "a circle turned over it": '<circle cx="-12" cy="-16" r="4" transform="rotate(180)"/>',
    "a line that touches it": '<path d="M30 40L14 17" stroke="#000000"/>',
    "a wide line beside it": '<path d="M0 26H40" fill="none" stroke="#000000" stroke-width="14"/>',
    "a frame whose line crosses it": '<rect x="14" y="5" width="30" height="20" fill="none" stroke="#000000"/>',
    "a turned frame": '<path d="M9 5h9v20h-9Z" fill="none" stroke="#000000" transform="rotate(5)"/>',
    "a group": "<g><rect/></g>",
    "a copy": '<use href="#a"/>',
    "a picture": '<svg x="10" y="9" width="9" height="9" viewBox="0 0 1 1"></svg>',
    "what reaches beyond its box": '<svg x="30" y="9" width="9" height="9" overflow="visible"></svg>',
    "what nobody can measure": '<rect width="50%" height="9"/>',
    "a text that stays": text("Egg", x=12, more=' opacity="0.5"'),
}


@pytest.mark.parametrize("above", ABOVE.values(), ids=ABOVE)
def test_a_text_with_something_above_it_stays_where_it_is(above):
    assert lifted(drawing(text() + above)) == []
    assert lifted(drawing(f"{above}\n{text()}")) == ["Ham"]


def test_lines_of_a_text_stay_together():
    first, last = text("Ham and", y=9), text("Egg")
    assert lifted(drawing(first + last + BAR)) == []
    assert lifted(drawing(f"{first}\n{last}{BAR}")) == ["Ham and"]
    assert lifted(drawing(first + text("بيض"))) == []
    assert lifted(drawing(first + last)) == ["Ham and", "Egg"]


BESIDE = {
    "a frame around it": '<path d="M2 5h40q2 0 2 2v18h-42Z" fill="none" stroke="#000000"/>',
    "a box behind its last letter": '<rect x="23" y="13" width="20" height="9"/>',
    "an icon": '<use href="#a" x="30" y="12" width="6" height="6"/>',
    "a colour": '<linearGradient id="a"><stop offset="0"/></linearGradient>',
    "a shape below": '<path d="M0 24H40V27"/>',
}


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
def test_a_text_with_something_beside_it_is_lifted(beside):
    assert lifted(drawing(text() + beside)) == ["Ham"]


@pytest.mark.parametrize(
    "svg",
    [
        drawing(text("مرحبا")),
        drawing(text("a\u0301b")),
        drawing(text("two  blanks")),
        drawing(text("part<tspan>s</tspan>")),
        drawing(text(more=' letter-spacing="1"')),
        drawing(text(more=' font-weight="700"')),
        drawing(f"<g>{text()}</g>"),
        drawing(f"<!-- x -->{text()}"),
        drawing(text(), ' font-style="italic"'),
        drawing(text()).replace("-3 -3 60 30", "0 0 600 300"),
    ],
)
def test_what_is_more_than_a_line_of_letters_stays(svg):
    assert lifted(svg) == []


WORDS = [
    "Affinity waffle AVATAR 10/7",
    'Say "no" \\ to #1 &amp; $x_1$ -- *now* &lt;b&gt;',
    "Čeština, Ελλάδα, Привет…",
]


@pytest.mark.parametrize("words", WORDS)
def test_a_lifted_text_looks_and_reads_as_it_does_in_the_drawing(words, monkeypatch):
    svg = drawing(BAR + text(words, x=-1) + '<rect x="0" y="25" width="9" height="1"/>')
    assert len(lifted(svg)) == 1
    picture, letters = page(svg)
    monkeypatch.setattr(typst_pages, "without_plain_texts", lambda svg, _page, _fonts: (svg, ()))
    before, letters_before = page(svg)
    assert letters == letters_before
    assert before.getextrema()[0] < 100
    assert ImageChops.difference(picture, before).getextrema()[1] < 80  # edges of letters, by a hair


FONT = font_book().find("Lato", Style()).path
TEXT = '<text x="9" y="19" font-size="6" font-family="Lato" {}>{}</text>'


def page_of(inside, fonts=(FONT,)):
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
