"""Texts of all scripts: the order of their letters, and the fonts they are set in."""

import re
from html import unescape
from pathlib import Path
from unicodedata import bidirectional

import pypdfium2
import pytest
from script_texts import TEXTS, book, drawn_lines, font_files, lines_of, written
from workbench import a_sheet, font

from pnp.convert.renderers import engine
from pnp.typesetting.fonts import Style
from pnp.typesetting.justify import Ink, draw_line
from pnp.typesetting.line_layout import atoms
from pnp.typesetting.markup import parse
from pnp.typesetting.right_to_left import RIGHT_TO_LEFT_MARK, base_level, levels, unmarked, visual_order

HEBREW = {chr(ord("A") + n): chr(0x05D0 + n) for n in range(22)}
LATIN = {hebrew: latin for latin, hebrew in HEBREW.items()}
EXPLICIT = {"FSI", "LRI", "RLI", "PDI", "LRE", "RLE", "LRO", "RLO", "PDF", "B"}
UNICODE = Path("/usr/share/unicode/BidiCharacterTest.txt")  # in Debian's package unicode-data


def seen(text: str, base: int | None = None) -> str:
    own = "".join(HEBREW.get(c, c) for c in text)
    found = levels(own, base_level(own) if base is None else base)
    return "".join(LATIN.get(own[n], own[n]) for n in visual_order(found))


@pytest.mark.parametrize(
    ("written", "from_left"),
    [
        ("ABC DEF.", ".FED CBA"),
        ("abc DEF.", "abc FED."),
        ("ABC abc 2 DEF", "FED abc 2 CBA"),
        ("ABC 10-20 DEF 15%.", ".15% FED 10-20 CBA"),
        ("ABC (abc) DEF", "FED )abc( CBA"),  # the brackets are mirrored when they are set
        ("abc (DEF GH) ij", "abc (HG FED) ij"),
        ("3 ABC", "CBA 3"),
        ("ABC \u200fde FG\u200f", "\u200fGF de\u200f CBA"),
    ],
)
def test_letters_stand_as_unicode_orders_them(written, from_left):
    assert seen(written) == from_left


def test_the_paragraph_may_be_told_its_direction():
    assert seen("abc DEF.", base=1) == ".FED abc"
    assert seen("ABC.", base=0) == "CBA."


@pytest.mark.slow
@pytest.mark.skipif(not UNICODE.exists(), reason="needs unicode-data")
def test_all_cases_of_unicode_are_as_it_says():
    wrong = []
    for line in UNICODE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        letters, _, paragraph, wanted, _ = line.split(";")
        text = "".join(chr(int(code, 16)) for code in letters.split())
        if any(bidirectional(letter) in EXPLICIT for letter in text):
            continue  # told in the module: what web pages write around names is passed over
        found = at_line_end(text, levels(text, int(paragraph)), int(paragraph))
        pairs = zip(found, wanted.split(), strict=True)
        wrong += [] if all(want in ("x", str(level)) for level, want in pairs) else [line]
    assert wrong == []


def at_line_end(text: str, found: list[int], base: int) -> list[int]:
    """Rule L1, which concerns blanks that pnp drops."""
    ends = True
    for at in range(len(text) - 1, -1, -1):
        kind = bidirectional(text[at])
        ends = ends and kind in {"WS", "BN"}
        ends = ends or kind in {"B", "S"}
        if ends:
            found[at] = base
    return found


def line_of(text: str) -> str:
    """The texts of a line from left to right, parted by bars, each from left to right; what is bold in capitals B()."""
    own = "".join(HEBREW.get(c, c) for c in text)
    (runs,) = parse(own)
    line = atoms(runs, {(False, False, ""): font(), (True, False, ""): font(700)}, level=base_level(own))
    drawn = draw_line(line, (0, 0), size=10, share=0, ink=Ink("red"))
    found = [(float(x), seen_in(w)) for x, w in re.findall(r'x="([^"]+)"[^>]*>([^<]*)<', drawn.svg)]
    found += [(icon.x, f"{{{icon.name}}}") for icon in drawn.icons]
    return "|".join(text for _, text in sorted(found))


def seen_in(written: str) -> str:
    letters = "".join(LATIN.get(c, c) for c in unmarked(written))
    return letters[::-1] if written.startswith(RIGHT_TO_LEFT_MARK) else letters


def test_bold_words_icons_and_numbers_stand_in_the_order_of_the_sentence():
    assert line_of("ABC **DEF** GHI 3{cu}.") == ".|{cu}|3|IHG|FED|CBA"
    assert line_of("abc **DEF** ghi") == "abc|FED|ghi"


def test_each_text_of_a_line_begins_where_the_one_before_it_ends():
    whole = atoms(parse("אב ab")[0], {(False, False, ""): font()}, level=1)
    done = draw_line(whole, (0, 0), size=72 / 25.4, share=0, ink=Ink("red"))
    latin, hebrew = (float(x) for x in re.findall(r'x="([^"]+)"', done.svg))
    assert latin == 0
    assert hebrew == pytest.approx(font().width("ab") + font().width(" "), abs=1e-3)


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
    picture = pdf[0].render(scale=10 * 25.4 / 72).to_pil().convert("L").point(lambda v: 255 * (v < 128))
    pdf.close()
    for number, given in enumerate(TEXTS):
        left, _, right, _ = picture.crop((0, 80 * number + 40, picture.width, 80 * number + 115)).getbbox()
        assert (right - left) / 40 == pytest.approx(ink_width(rows[number]), abs=0.1), given.language


def ink_width(svg: str) -> float:
    edges = []
    for x, family, weight, text in re.findall(
        r'x="(.+?)".*? font-family="(.+?)".*?(?:weight="(.+?)".*?)?>(.+?)<', svg
    ):
        letters, _ = book().find(family, Style(int(weight or 400))).ink(unescape(text))
        edges += [(float(x) / 4 + left, float(x) / 4 + right) for left, _, right, _ in letters]
    return max(right for _, right in edges) - min(left for left, _ in edges)
