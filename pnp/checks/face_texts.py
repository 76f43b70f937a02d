"""The texts of a face as they are drawn: the ink of each letter, in mm."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect
from pnp.model.svg_paths import around_points
from pnp.model.transforms import Affine
from pnp.svg.shapes import Drawn, FaceShapes, is_upright, number
from pnp.svg.vocabulary import declarations
from pnp.typesetting.direction import JOINER, unmarked
from pnp.typesetting.fonts import Box, FontBook, FontFile, asked_for

_MIDDLE = {"middle": 0.5, "end": 1.0}
USUAL_SIZE = "16"
"""The size of letters, in units of the drawing, where nothing is said."""

_OWN = ("font-family", "font-size", "font-weight", "font-style")
_PLACE = ("x", "y", "dx", "dy")


class _Ink(NamedTuple):
    """The ink of a text in em: left, bottom, right and top of each letter and of the whole; and how wide it runs."""

    letters: tuple[Box, ...]
    whole: Box
    width: float


@dataclass(frozen=True)
class FaceText:
    """Letters in one font on a face: what draws them, its place in the order of drawing, and how large they are.

    `place` brings em from the start of the baseline, y down, to mm on the face.
    """

    number: int
    drawn: Drawn
    text: str
    ink: _Ink
    place: Affine

    @cached_property
    def box(self) -> Rect:
        """The box around the ink of all its letters."""
        return _placed(self.ink.whole, self.place)

    @cached_property
    def letters(self) -> tuple[Rect, ...]:
        """The box around the ink of each letter."""
        return tuple(_placed(letter, self.place) for letter in self.ink.letters)

    @property
    def is_joined(self) -> bool:
        """Say whether the letters are joined to others of their word, as Arabic ones are."""
        return JOINER in "".join(self.drawn.element.itertext())

    @property
    def size(self) -> float:
        """The size of the letters in mm."""
        a, b, c, d, _, _ = self.place
        return float(abs(a * d - b * c) ** 0.5)


def _placed(box: Box, place: Affine) -> Rect:
    (left, bottom, right, top) = box
    if not is_upright(place):
        corners = [place.apply(x, y) for x in (left, right) for y in (-bottom, -top)]
        return around_points(corners)
    (x1, y1), (x2, y2) = place.apply(left, -bottom), place.apply(right, -top)
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def face_texts(face: FaceShapes, fonts: FontBook) -> Iterator[FaceText]:
    """Yield the texts whose letters can be measured, in the order of drawing; one in several fonts, part by part."""
    for order, drawn in enumerate(face.drawn):
        if drawn.kind == "text":
            yield from _texts(order, drawn, fonts)


def _texts(order: int, drawn: Drawn, fonts: FontBook) -> Iterator[FaceText]:
    style, element = drawn.setting.style, drawn.element
    share = _MIDDLE.get(style.get("text-anchor", "start"), 0.0)
    at = (number(element.get("x"), 0.0), number(element.get("y"), 0.0))
    if not len(element):
        found = _measured(element.text or "", style, fonts)
        if found is not None:
            ink, size = found
            x = at[0] - share * ink.width * size
            yield FaceText(order, drawn, unmarked(element.text or ""), ink, _baseline(drawn, x, at[1], size))
        return
    for row in _rows(element, style, at):
        measured = [(text, _measured(text, own, fonts)) for text, own in row.parts]
        whole = sum(found[0].width * found[1] for _, found in measured if found)
        x = row.x - share * whole
        for text, found in measured:
            if found is not None:
                ink, size = found
                if ink.letters:
                    yield FaceText(order, drawn, unmarked(text), ink, _baseline(drawn, x, row.y, size))
                x += ink.width * size


def _baseline(drawn: Drawn, x: float, y: float, size: float) -> Affine:
    return drawn.setting.here @ Affine(a=size, d=size, e=x, f=y)


class _Row(NamedTuple):
    """Texts that follow each other from one place on, with what is said about the font of each."""

    x: float
    y: float
    parts: list[tuple[str, Mapping[str, str]]]


def _rows(element: Element, own: Mapping[str, str], at: tuple[float, float]) -> list[_Row]:
    """Return what a <text> with <tspan>s in it sets: a part that says where it stands begins a row."""
    rows = [_Row(*at, [(element.text or "", own)])]
    for part in element:
        x, y = rows[-1].x, rows[-1].y
        if any(key in part.attrib for key in _PLACE):
            x = number(part.get("x"), x) + number(part.get("dx"), 0.0)
            rows.append(_Row(x, number(part.get("y"), y) + number(part.get("dy"), 0.0), []))
        written = {**part.attrib, **dict(declarations(part.get("style", "")))}
        inside = {**own, **{key: written[key] for key in _OWN if key in written}}
        rows[-1].parts.append(("".join(part.itertext()), inside))
        rows[-1].parts.append((part.tail or "", own))
    return rows


def _measured(text: str, style: Mapping[str, str], fonts: FontBook) -> tuple[_Ink, float] | None:
    """Return the ink of a text and its size in mm, None for one without ink, or in a font that is not there."""
    if not text.strip():
        return None
    font = fonts.find(*asked_for(style))
    ink = _ink(font, text) if font is not None else None
    return None if ink is None else (ink, number(style.get("font-size", USUAL_SIZE), 0.0))


@lru_cache(maxsize=4096)
def _ink(font: FontFile, text: str) -> _Ink | None:
    """Return the ink of a text, None for one without; the same words come back on card after card."""
    letters, width = font.ink(text)
    if not letters:
        return None
    lefts, bottoms, rights, tops = zip(*letters, strict=True)
    return _Ink(letters, (min(lefts), min(bottoms), max(rights), max(tops)), width)
