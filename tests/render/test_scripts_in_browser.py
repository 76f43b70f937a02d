"""Texts in every script beside Chromium's: the same lines, and letters in the same places."""

import io
from html import escape

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from script_texts import LATIN, TEXTS, ScriptText, book, drawn_lines, font_files, lines_of, written
from workbench import a_sheet

from pnp.convert.renderers import engine
from pnp.typesetting.fonts import Style

pytestmark = pytest.mark.browser
PX = 40  # of an em
LINE = 2 * PX
EMS = (8, 11, 15.5)
PLAIN = "text-rendering: geometricPrecision; text-spacing-trim: space-all; font-feature-settings: 'calt' 0, 'locl' 0"
"""No letters moved to whole pixels, no half marks, no alternates of a language: as in print."""

LINES = f"""
(() => {{
  const lines = [], box = document.querySelector("p"), top = box.getBoundingClientRect().top
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {{
    const node = walker.currentNode
    for (let at = 0; at < node.length; at++) {{
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const place = range.getClientRects()[0]
      if (!place) continue
      const line = Math.floor(((place.top + place.bottom) / 2 - top) / {LINE})
      lines[line] = (lines[line] || "") + node.data[at]
    }}
  }}
  return lines
}})()
"""


def page(given: ScriptText, ems: float) -> str:
    rules = "".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {style.weight}; src: url("{found.path.as_uri()}") }}'
        for family in {*given.families, LATIN}
        for style in (Style(400), Style(700))
        if (found := book().find(family, style))
    )
    words = escape(given.text)
    while "**" in words:
        words = words.replace("**", "<b>", 1).replace("**", "</b>", 1)
    families = ", ".join(f'"{family}"' for family in given.families)
    look = f"margin: 0; width: {ems * PX}px; font: {PX}px/{LINE}px {families}; line-break: strict; {PLAIN}"
    head = f'<meta charset="utf-8"><style>{rules} b {{ font-weight: 700 }} p {{ {look} }} body {{ margin: 0 }}</style>'
    return f'{head}<p lang="{given.language}" dir="auto">{words}</p>'


@pytest.mark.parametrize("ems", EMS)
@pytest.mark.parametrize("given", TEXTS, ids=lambda given: given.language)
def test_lines_and_letters_are_where_chromium_has_them(browser, tmp_path, given, ems):
    path = tmp_path / "page.html"
    path.write_text(page(given, ems), encoding="utf-8")
    browser.open(path, round(ems * PX) + PX)
    assert [line.strip() for line in browser.value(LINES)] == [written(line) for line in lines_of(given, ems)]
    theirs = Image.open(io.BytesIO(browser.picture())).convert("L")
    assert difference(ours(given, ems), theirs) < 0.03


def ours(given: ScriptText, ems: float) -> Image.Image:
    lines = list(drawn_lines(given, ems, em=PX / 10, leading=LINE / 10))
    sheet = a_sheet("".join(lines), ems * PX / 10, (len(lines) + 1) * LINE / 10)
    pdf = pypdfium2.PdfDocument(engine("typst").convert([sheet], font_files()).chunks[0])
    try:
        return pdf[0].render(scale=254 / 72).to_pil().convert("L")
    finally:
        pdf.close()


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of the ink that lies elsewhere, in pictures cut down to their ink and moved onto each other.

    A mark above the first line, or a stroke at its end, may stand a few pixels off: a tenth of an em.
    """
    one, other = (ImageChops.invert(each) for each in (one, other))
    one, other = (each.crop(each.point(lambda level: 255 * (level > 100)).getbbox()) for each in (one, other))
    assert abs(one.width - other.width) <= PX / 10
    assert abs(one.height - other.height) <= PX / 10
    one, other = (each.filter(ImageFilter.GaussianBlur(2)) for each in (one, other))
    moves = range(-3, 4)
    moved = (other.crop((x, y, x + one.width, y + one.height)) for x in moves for y in moves)
    return min(_dark(ImageChops.difference(one, each)) for each in moved) / _dark(one)


def _dark(image: Image.Image) -> int:
    return image.point(lambda level: 255 * (level > 64)).histogram()[255]
