"""Letters as outlines: which of the project's fonts stands for the one a drawing asks for, and the shapes in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import uharfbuzz as hb

from pnp.svg.reader.lengths import written
from pnp.typesetting.fonts import FontBook, FontFile, Style, weight_of

USUAL_FAMILIES = ("Source Sans Pro", "Lato")
"""What stands for a font that the project does not have."""

_GENERIC = frozenset(
    {"sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "sans"}
)
_WEIGHTS = {"bolder": 700, "lighter": 300, "normal": 400, "bold": 700}
_QUOTES = " '\"\t\n"


class Wanted(NamedTuple):
    """The font that a drawing asks for: its families, the first it likes most, and the style."""

    families: tuple[str, ...]
    style: Style

    @property
    def name(self) -> str:
        """The first family, "" for none or for any."""
        first = self.families[0] if self.families else ""
        return "" if first.lower() in _GENERIC else first


def wanted_font(family: str, weight: str, slant: str) -> Wanted:
    """Return what the properties of a text ask for."""
    families = tuple(filter(None, (each.strip(_QUOTES) for each in family.split(","))))
    thick = _WEIGHTS.get(weight) or weight_of(weight)
    return Wanted(families, Style(thick, slant.startswith(("italic", "oblique"))))


def chosen_font(wanted: Wanted, fonts: FontBook) -> FontFile | None:
    """Return the font that is asked for, or the one that stands for it; None in a project without fonts."""
    known = {family.lower(): family for family in fonts.families}
    plain = (*wanted.families, *USUAL_FAMILIES, *fonts.families)
    for family in plain:
        if (own := known.get(re.sub(r"\s+", " ", family.lower()))) is not None:
            return _nearest(own, wanted.style, fonts)
    return None


def _nearest(family: str, style: Style, fonts: FontBook) -> FontFile | None:
    """Return the file of a family whose style is most like the one wanted, its slant before its weight."""
    styles = fonts.styles(family)
    best = min(styles, key=lambda each: (each.italic != style.italic, abs(each.weight - style.weight)))
    return fonts.find(family, best)


@dataclass(frozen=True, slots=True)
class Outlines:
    """The outlines of some letters from the baseline on, in path data with y down, and how far they reach."""

    path: str
    advance: float
    letters: int


def outlined(
    font: FontFile, text: str, size: float, at: tuple[float, float], spacing: float = 0.0
) -> Outlines:
    """Return letters as outlines that begin at a point; `spacing` is put behind each."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font.font, buffer, {"liga": not spacing, "clig": not spacing})
    scale, x, y = size / font.upem, *at
    parts: list[str] = []
    for glyph, place in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True):
        pen = _Pen(x + place.x_offset * scale, y - place.y_offset * scale, scale)
        font.font.draw_glyph_with_pen(glyph.codepoint, pen)
        parts += pen.parts
        x += place.x_advance * scale + spacing
    return Outlines("".join(parts), x - at[0], len(text))


def parts_by_font(text: str, font: FontFile, fonts: FontBook) -> Iterator[tuple[FontFile, str]]:
    """Yield a text in runs, each with a font that has its letters; what no font has is left to the first."""
    run, using = "", font
    for letter in text:
        own = font if not font.missing(letter) else _another(letter, font, fonts)
        if own is not using and run:
            yield using, run
            run = ""
        using, run = own, run + letter
    if run:
        yield using, run


def _another(letter: str, font: FontFile, fonts: FontBook) -> FontFile:
    for family in fonts.with_glyphs(letter):
        found = _nearest(family, font.style, fonts)
        if found is not None and not found.missing(letter):
            return found
    return font


class _Pen:
    """Writes the outline of one letter as path data."""

    def __init__(self, x: float, y: float, scale: float) -> None:
        self._x, self._y, self._scale = x, y, scale
        self.parts: list[str] = []

    def _point(self, point: tuple[float, float]) -> str:
        return f"{written(self._x + point[0] * self._scale)} {written(self._y - point[1] * self._scale)}"

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - HarfBuzz calls it so
        self.parts.append(f"M{self._point(point)}")

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"L{self._point(point)}")

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"C{' '.join(map(self._point, points))}")

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"Q{' '.join(map(self._point, points))}")

    def closePath(self) -> None:  # noqa: N802
        self.parts.append("Z")

    def endPath(self) -> None:  # noqa: N802
        pass
