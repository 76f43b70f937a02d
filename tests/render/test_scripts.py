"""Texts in every script in fonts that have them: where their lines end, and that they are printed as they were measured."""

import re
from html import unescape

import pypdfium2
import pytest
from script_texts import TEXTS, book, drawn_lines, font_files, lines_of, written
from workbench import a_sheet

from pnp.convert.engines import engine
from pnp.typesetting.fonts import Style

BY_LANGUAGE = {given.language: given for given in TEXTS}


def in_lines(language: str, ems: float) -> str:
    return "\n".join(map(written, lines_of(BY_LANGUAGE[language], ems)))


def test_a_card_in_japanese_and_one_in_thai():
    assert in_lines("ja", 11) == (
        "山札から二枚、「赤い\n"
        "鳥」のカードを引く。\n"
        "ちょっと待って、手札\n"
        "（五枚まで）に加えても\n"
        "よい！次の番へ進む。"
    )  # fmt: skip
    assert in_lines("th", 11) == (
        "จั่วการ์ดสองใบแล้วทิ้งหนึ่ง\n"
        "ใบ ถ้ามีนกสีแดงให้จั่วเพิ่มอีก\n"
        "หนึ่งใบ กำลังน้ำใจของผู้เล่น\n"
        "คนแรก"
    )  # fmt: skip


def test_texts_are_printed_as_wide_as_they_were_measured():
    """Each text in one line, a gap of a row between them; one mm to the em."""
    rows = [next(drawn_lines(given, 99, em=4, leading=8)) for given in TEXTS]
    svg = "".join(f'<g transform="translate(10 {8 * number})">{row}</g>' for number, row in enumerate(rows))
    sheet = a_sheet(svg, 420, 8 * len(rows) + 8)
    pdf = pypdfium2.PdfDocument(engine("typst").convert([sheet], font_files()).chunks[0])
    picture = (
        pdf[0].render(scale=10 * 25.4 / 72).to_pil().convert("L").point(lambda level: 255 * (level < 128))
    )
    pdf.close()
    for number, given in enumerate(TEXTS):
        left, _, right, _ = picture.crop((0, 80 * number + 40, picture.width, 80 * number + 115)).getbbox()
        assert (right - left) / 40 == pytest.approx(ink_width(rows[number]), abs=0.1), given.language


def ink_width(svg: str) -> float:
    """How wide the ink of the texts of a line should be, in em."""
    edges = []
    for x, family, weight, text in re.findall(
        r'x="(.+?)".*? font-family="(.+?)".*?(?:weight="(.+?)".*?)?>(.+?)<', svg
    ):
        letters, _ = book().find(family, Style(int(weight or 400))).ink(unescape(text))
        edges += [(float(x) / 4 + left, float(x) / 4 + right) for left, _, right, _ in letters]
    return max(right for _, right in edges) - min(left for left, _ in edges)
