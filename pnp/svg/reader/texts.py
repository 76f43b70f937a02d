"""Texts of a drawing set in fonts of the project, or in replacements for the fonts it names."""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from pnp.svg.reader.notes import Notes, kind_of
from pnp.text import decimal
from pnp.typesetting.fonts import FontBook, FontFile, Style, as_css_family, weight_of

_OF_FONTS = ("font-family", "font-weight", "font-style")
AS_PATHS = (
    "turn the letters into paths (Inkscape: Path > Object to Path; Illustrator: Type > Create Outlines; "
    "Affinity: Layer > Convert to Curves)"
)

USUAL_FAMILIES = ("Source Sans Pro", "Lato")  # What stands for a font that the project does not have.

GENERIC = frozenset(
    {"sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "sans"}
)
"""Names that mean any font of a kind."""

_WEIGHTS = {"bolder": 700, "lighter": 300, "normal": 400, "bold": 700}


def set_fonts(root: Element, notes: Notes, fonts: FontBook, used: set[FontFile]) -> None:
    """Have each text ask for fonts of the project, which are added to those `used`."""
    waiting: list[tuple[Element, dict[str, str]]] = [(root, {})]
    while waiting:
        element, around = waiting.pop()
        asked = {
            name: element.attrib[name] for name in _OF_FONTS if element.get(name, "inherit") != "inherit"
        }
        style = {**around, **asked}
        waiting += [(child, style) for child in reversed(element)]
        letters = (element.text or "") + "".join(child.tail or "" for child in element)
        if kind_of(element) not in ("text", "tspan", "textPath") or not letters.strip():
            continue
        families, wanted = _wanted(*(style.get(name, "") for name in _OF_FONTS))
        font = _chosen(families, wanted, letters, fonts)
        if font is None:
            notes.fault("there is no font to draw its text with", "put a font into fonts/", element)
            continue
        used.add(font)
        element.attrib |= {
            "font-family": as_css_family(font.family),
            "font-weight": str(font.style.weight),
            "font-style": "italic" if font.style.italic else "normal",
        }
        if missing := font.missing(letters):
            hint = f"put a font that has it into fonts/, or {AS_PATHS}"
            notes.fault(f'no font of the project has "{missing[:10]}"', hint, element)
        first = families[0] if families else ""  # the one that the drawing likes most
        if first.lower() in ("", font.family.lower(), *GENERIC):
            notes.changed(f"its text is set in {font.family}", element)
        else:
            what = f"its text is set in {font.family}, as the project has no font {first[:40]}"
            notes.changed(what, element, is_seen=True)


def _wanted(family: str, weight: str, slant: str) -> tuple[tuple[str, ...], Style]:
    families = tuple(filter(None, (name.strip(" '\"\t\n") for name in family.split(","))))
    thick = _WEIGHTS.get(weight) or weight_of(weight)
    return families, Style(thick, slant.startswith(("italic", "oblique")))


def _chosen(families: Sequence[str], style: Style, letters: str, fonts: FontBook) -> FontFile | None:
    known = {family.lower(): family for family in fonts.families}
    names = [re.sub(r"\s+", " ", name.lower()) for name in (*families, *USUAL_FAMILIES, *fonts.families)]
    chosen = [_nearest(known[name], style, fonts) for name in dict.fromkeys(names) if name in known]
    return next(
        (font for font in chosen if font and not font.missing(letters)), chosen[0] if chosen else None
    )


def _nearest(family: str, style: Style, fonts: FontBook) -> FontFile | None:
    styles = fonts.styles(family)
    best = min(styles, key=lambda face: (face.italic != style.italic, abs(face.weight - style.weight)))
    return fonts.find(family, best)


def glyph_path(font: FontFile, glyph: int, size: float, at: tuple[float, float]) -> str:
    """Return the outline of a glyph from its baseline as path data, y down, as fine as size / 1000."""
    pen = _Pen(*at, size / font.upem, max(1, 4 - len(str(int(size)))))
    font.font.draw_glyph_with_pen(glyph, pen)
    return "".join(pen.parts)


class _Pen:
    def __init__(self, x: float, y: float, scale: float, digits: int) -> None:
        self._x, self._y, self._scale, self._digits = x, y, scale, digits
        self.parts: list[str] = []

    def _point(self, point: tuple[float, float]) -> str:
        x, y = self._x + point[0] * self._scale, self._y - point[1] * self._scale
        return f"{decimal(round(x, self._digits))} {decimal(round(y, self._digits))}"

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
