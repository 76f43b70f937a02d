"""A text in each script with the fonts it is set in, and its lines as pnp breaks and draws them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from workbench import a_component, a_game, fonts

from pnp.model.geometry import MM_PER_PT
from pnp.typesetting.font_choice import ChosenFonts, choose_fonts
from pnp.typesetting.fonts import FontBook, Style, font_book
from pnp.typesetting.justify import Ink, draw_line
from pnp.typesetting.line_layout import Line, atoms, fewest_lines, line_width
from pnp.typesetting.markup import parse
from pnp.typesetting.right_to_left import base_level

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


_LINES = [
    line.split("|") for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
]
TEXTS = tuple(ScriptText(language, text, tuple(families.split(", "))) for language, families, text in _LINES)


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
