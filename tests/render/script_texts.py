"""A text in each script with the fonts it is set in, and its lines as pnp breaks and draws them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from workbench import a_component, a_game, fonts

from pnp.model.geometry import MM_PER_PT
from pnp.typesetting.direction import base_level
from pnp.typesetting.font_choice import ChosenFonts, choose_fonts
from pnp.typesetting.fonts import FontBook, Style, font_book
from pnp.typesetting.layout import Line, atoms, fewest_lines, line_width
from pnp.typesetting.markup import parse
from pnp.typesetting.text_svg import Ink, draw_line

FONTS = Path(__file__).parent / "scripts"
LATIN = "Source Sans Pro"


@dataclass(frozen=True)
class ScriptText:
    language: str
    text: str
    families: tuple[str, ...]

    @property
    def level(self) -> int:
        return base_level(self.text)


TEXTS = (
    ScriptText(
        "ja",
        "山札から二枚、「赤い鳥」のカードを引く。ちょっと待って、手札（五枚まで）に加えてもよい！次の番へ進む。",
        ("Noto Sans CJK JP",),
    ),
    ScriptText(
        "zh",
        "从牌库中抽三张牌，然后弃掉一张。（每回合一次）如果你有“红鸟”，再抽一张！",
        ("Noto Sans CJK SC",),
    ),
    ScriptText(
        "ko",
        "카드 두 장을 뽑고 한 장을 버립니다. 빨간 새가 있으면 한 장을 더 뽑을 수 있습니다!",
        ("Noto Sans CJK KR",),
    ),
    ScriptText(
        "ar",
        "اسحب **بطاقتين** من المجموعة، ثم ادفع 3 قطع (أو 15%) إلى البنك. من يملك ال**طا**ئر الأحمر يسحب بطاقة ثالثة؟",
        ("Noto Naskh Arabic", LATIN),
    ),
    ScriptText(
        "he",
        "שלפו **שני** קלפים מהחפיסה, שלמו 3 Joker (או 15%) לקופה. למי שיש ציפור אדומה מותר לשלוף קלף שלישי!",
        ("Noto Sans Hebrew", LATIN),
    ),
    ScriptText(
        "th", "จั่วการ์ดสองใบแล้วทิ้งหนึ่งใบ ถ้ามีนกสีแดงให้จั่วเพิ่มอีกหนึ่งใบ กำลังน้ำใจของผู้เล่นคนแรก", ("Noto Sans Thai", LATIN)
    ),
    ScriptText(
        "el", "Τράβηξε **δύο** κάρτες και άφησε μία. Όποιος έχει το κόκκινο πουλί τραβά τρίτη!", (LATIN,)
    ),
    ScriptText(
        "ru", "Возьмите **две** карты и сбросьте одну. У кого есть красная птица — ещё одну!", (LATIN,)
    ),
)


@cache
def book() -> FontBook:
    return font_book(FONTS)


def chosen(given: ScriptText) -> ChosenFonts:
    first, *others = given.families
    game = a_game(a_component(), fonts={"body": first}, fallback_fonts={"body": tuple(others)})
    found = choose_fonts(parse(given.text), game, book(), "body", Style())
    assert found.faults == []
    return found


def lines_of(given: ScriptText, ems: float) -> list[Line]:
    found = chosen(given)
    lines = fewest_lines(atoms(found.lines[0], found.files, level=given.level), ems)
    assert all(line_width(line) <= ems + 1e-6 for line in lines)
    return lines


def written(line: Line) -> str:
    return "".join(
        (atom.blank if place else "") + "".join(bit.text for bit in atom.bits)
        for place, atom in enumerate(line)
    ).replace("\u200d", "")


def drawn_lines(given: ScriptText, ems: float, *, em: float, leading: float) -> Iterator[str]:
    for number, line in enumerate(lines_of(given, ems), 1):
        x, baseline = given.level * ems * em, number * leading
        yield draw_line(line, (x, baseline), size=em / MM_PER_PT, share=given.level, ink=Ink("#000000")).svg


def font_files() -> list[Path]:
    latin = [fonts().find(LATIN, Style(weight)).path for weight in (400, 700)]
    return [*sorted(FONTS.glob("*.[ot]tf")), *latin]
