"""The shapes of a face with their places, colours and clips."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.files import read_xml
from pnp.model.geometry import Rect
from pnp.model.svg_geometry import Affine, Line, around_points, shape_box, shape_lines, transform
from pnp.svg.reader.geometry import view_box
from pnp.svg.reader.notes import by_id, kind_of, link_of
from pnp.svg.vocabulary import declarations, references
from pnp.typesetting.fonts import Box, FontBook, FontFile, asked_for
from pnp.typesetting.right_to_left import JOINER, unmarked

ON_PURPOSE = "data-on-purpose"  # Says why shapes lie as they do; they are not reported then.
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "image", "text"})
_GROUPS = frozenset({"g", "a", "switch"})
_BOXES = frozenset({"picture", "image"})
_INHERITED = frozenset(
    (
        *("fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "visibility", "color"),
        *("font-family", "font-size", "font-weight", "font-style", "text-anchor"),
    )
)
MOST_AGAIN = 1_000  # Elements looked at again where used again: drawings may repeat endlessly.
SEEN, OPAQUE = 0.15, 0.9
"""Paint of less opacity is a tint whose edge nobody sees; paint of more hides what is below."""
NO_DOT = 0.02  # Paint of no more opacity leaves no dot on paper; that of a watermark has more.
NO_PAINT = ("none", "transparent")


class Setting(NamedTuple):
    """What an element has from those around it; `opacity` is that of all groups together."""

    here: Affine = Affine()
    style: Mapping[str, str] = {}
    opacity: float = 1.0
    clip: Rect | None = None
    reason: str = ""


@dataclass(slots=True, eq=False)
class Drawn:
    """One element as it lies on the face.

    `kind` is its name in SVG, "picture" for what is drawn in a box of its own; `picture` is the outermost it is in.
    `fill` and `stroke` are the colours that are seen, "" for none; `stroke_width` is in mm.
    """

    kind: str
    element: Element
    setting: Setting
    face: "FaceShapes"
    picture: "Drawn | None" = None
    fill: str = field(init=False)
    stroke: str = field(init=False)
    stroke_width: float = field(init=False)
    box: Rect | None = field(init=False)
    """The box around it, its line included, as far as it is not clipped; around something turned a little too large."""
    _lines: tuple[Line, ...] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Find out what every check asks for."""
        style = self.setting.style
        self.fill = self._paint("fill", "#000000")
        self.stroke, self.stroke_width = "", 0.0
        if style.get("stroke", "none") != "none":
            self.stroke_width = number(style.get("stroke-width"), 1.0) * self.setting.here.scale
            self.stroke = self._paint("stroke", "none") if self.stroke_width else ""
        self.box = None if self.kind == "text" else self._box()

    @property
    def reason(self) -> str:
        return self.setting.reason

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its outline in mm on the face."""
        if self._lines is None:
            a, b, c, d, e, f = self.setting.here
            self._lines = tuple(
                Line(tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in line.points]), line.closed)
                for line in shape_lines(self._shape, self.element.attrib)
            )
        return self._lines

    @property
    def opacity(self) -> float:
        """How much of its paint there is, of its line where it has one: from 0 to 1."""
        return self._opacity("stroke" if self.stroke else "fill")

    @property
    def leaves_ink(self) -> bool:
        """Say whether its fill or its line has a colour, and any opacity."""
        style = self.setting.style
        return any(
            style.get(name, default) not in NO_PAINT and self._opacity(name) > NO_DOT
            for name, default in (("fill", "#000000"), ("stroke", "none"))
        )

    @property
    def is_opaque(self) -> bool:
        """Say whether its surface hides what lies below."""
        if self.kind in _BOXES:
            return True
        return self.kind != "text" and bool(self.fill) and self._opacity("fill") > OPAQUE

    @property
    def _shape(self) -> str:
        return "rect" if self.kind in _BOXES else self.kind

    def _box(self) -> Rect | None:
        own = shape_box(self._shape, self.element.attrib)
        if own is None:
            return None
        (a, b, c, d, e, f), clip = self.setting.here, self.setting.clip
        half = self.stroke_width / 2
        # The middle stays the middle, whatever the matrix.
        (x, y), across, down = own.middle, own.width / 2, own.height / 2
        x, y = a * x + c * y + e, b * x + d * y + f
        across, down = abs(a) * across + abs(c) * down + half, abs(b) * across + abs(d) * down + half
        box = Rect(x - across, y - down, 2 * across, 2 * down)
        if clip is None:
            return box
        return box.common(clip) if box.overlaps(clip) else None

    def _opacity(self, name: str) -> float:
        return self.setting.opacity * number(self.setting.style.get(f"{name}-opacity"), 1.0)

    def _paint(self, name: str, default: str) -> str:
        style = self.setting.style
        paint = style.get(name, default)
        if paint in NO_PAINT or style.get("visibility") in ("hidden", "collapse"):
            return ""
        if self._opacity(name) < SEEN:
            return ""
        return (style.get("color", "#000000") if paint == "currentColor" else paint).lower()

    def covers(self, x: float, y: float) -> bool:
        """Say whether a point lies inside its outline."""
        box = self.box
        if box is None or not (box.x <= x <= box.right and box.y <= y <= box.bottom):
            return False
        crossings = 0
        for line in self.lines:
            for (x1, y1), (x2, y2) in line.around:
                if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                    crossings += 1
        return crossings % 2 == 1


class FaceShapes:
    """A well-formed face, taken apart in the order of drawing. Pictures and icons are taken apart when asked for."""

    def __init__(self, svg: str) -> None:
        self._root = read_xml(svg)
        self.drawn = tuple(self._walk(self._root, self._setting(self._root, Setting()) or Setting()))

    @cached_property
    def opaque(self) -> tuple[tuple[int, Drawn], ...]:
        """What hides what lies below, with its place in the order of drawing."""
        return tuple((order, shape) for order, shape in enumerate(self.drawn) if shape.is_opaque)

    @cached_property
    def _by_id(self) -> Mapping[str, Element]:
        return by_id(self._root)

    def inside(self, picture: Drawn) -> Iterator[Drawn]:
        """Yield what a picture shows."""
        element, setting = picture.element, picture.setting
        shown = self._used(element) if kind_of(element) == "use" else element
        if shown is None:
            return
        box = Rect(*(number(element.get(name), 0.0) for name in ("x", "y", "width", "height")))
        fitted = setting._replace(here=setting.here @ _fitted(shown, box), clip=picture.box)
        yield from self._walk(shown, fitted, picture.picture or picture)

    def _walk(self, top: Element, setting: Setting, picture: Drawn | None = None) -> Iterator[Drawn]:
        waiting, again = [(child, setting) for child in reversed(top)], 0
        while waiting:  # no recursion: a drawing may be nested deeper than Python's stack
            element, around = waiting.pop()
            kind = kind_of(element)
            if kind not in _GROUPS and kind not in _SHAPES and kind not in ("svg", "use"):
                continue
            here = self._setting(element, around)
            if here is None:
                continue
            if kind in _GROUPS:
                waiting += [(child, here) for child in reversed(element)]
            elif kind in _SHAPES:
                yield Drawn(kind, element, here, self, picture)
            elif kind == "svg" or "width" in element.attrib:
                yield Drawn("picture", element, here, self, picture)
            elif (shown := self._used(element)) is not None and again < MOST_AGAIN:
                again += 1
                x, y = (number(element.get(name), 0.0) for name in ("x", "y"))
                waiting.append((shown, here._replace(here=here.here @ Affine(e=x, f=y))))

    def _used(self, element: Element) -> Element | None:
        href = link_of(element)
        return self._by_id.get(href[1:]) if href.startswith("#") else None

    def _setting(self, element: Element, around: Setting) -> Setting | None:
        written: Mapping[str, str] = element.attrib
        if "style" in written:
            written = {**written, **dict(declarations(written["style"]))}
        if written.get("display") == "none" or "mask" in written:
            return None
        style = {key: value for key, value in written.items() if key in _INHERITED}
        here, clip = around.here, around.clip
        if "transform" in written:
            here @= transform(written["transform"])
        if "clip-path" in written:
            own = self._clip(written["clip-path"], here)
            if own is None:
                return None
            clip = own.common(clip) if clip else own
        return Setting(
            here,
            {**around.style, **style} if style else around.style,
            around.opacity * number(written["opacity"], 1.0) if "opacity" in written else around.opacity,
            clip,
            written[ON_PURPOSE].strip() or around.reason if ON_PURPOSE in written else around.reason,
        )

    def _clip(self, value: str, here: Affine) -> Rect | None:
        for name in references(value):
            clip = self._by_id.get(name)
            shapes = list(clip) if clip is not None else []
            if len(shapes) == 1 and kind_of(shapes[0]) == "rect" and "transform" not in shapes[0].attrib:
                (line, *_) = shape_lines("rect", shapes[0].attrib) or (Line(()),)
                if line.points and is_upright(here):
                    return around_points([here.apply(*point) for point in line.points])
        return None


def _fitted(shown: Element, box: Rect) -> Affine:
    view = view_box(shown.get("viewBox"))
    if view is None or not (view.width and view.height):
        return Affine(e=box.x, f=box.y)
    across, down = box.width / view.width, box.height / view.height
    asked = shown.get("preserveAspectRatio", "xMidYMid meet")
    if not asked.startswith("none"):
        across = down = max(across, down) if asked.endswith("slice") else min(across, down)
    x, y = box.x + (box.width - view.width * across) / 2, box.y + (box.height - view.height * down) / 2
    return Affine(a=across, d=down, e=x - view.x * across, f=y - view.y * down)


def is_upright(here: Affine) -> bool:
    """Say whether a matrix leaves horizontal and vertical lines so, or swaps them."""
    return (abs(here.b) + abs(here.c) < 1e-6) or (abs(here.a) + abs(here.d) < 1e-6)


def number(text: str | None, default: float) -> float:
    """Return a plain number; the default for none, or for one with a unit."""
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        return default
    return value if math.isfinite(value) else default


ANCHORS = {"middle": 0.5, "end": 1.0}
USUAL_SIZE = "16"  # The size of letters, in units of the drawing, where nothing is said.
_OWN = ("font-family", "font-size", "font-weight", "font-style")


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
        return _placed(self.ink.whole, self.place)

    @cached_property
    def letters(self) -> tuple[Rect, ...]:
        return tuple(_placed(letter, self.place) for letter in self.ink.letters)

    @property
    def is_joined(self) -> bool:
        """Say whether the letters are joined to others of their word, as Arabic ones are."""
        return JOINER in "".join(self.drawn.element.itertext())

    @property
    def size(self) -> float:
        """The size of the letters in mm."""
        return self.place.scale


def _placed(box: Box, place: Affine) -> Rect:
    (left, bottom, right, top) = box
    if not is_upright(place):
        return around_points([place.apply(x, y) for x in (left, right) for y in (-bottom, -top)])
    (x1, y1), (x2, y2) = place.apply(left, -bottom), place.apply(right, -top)
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def face_texts(shapes: Iterable[Drawn], fonts: FontBook) -> Iterator[FaceText]:
    """Yield the texts whose letters can be measured, in the order of drawing; one in several fonts, part by part."""
    for order, drawn in enumerate(shapes):
        style, element = drawn.setting.style, drawn.element
        share = ANCHORS.get(style.get("text-anchor", "start"), 0.0)
        at = (number(element.get("x"), 0.0), number(element.get("y"), 0.0))
        for row in _rows(element, style, at) if drawn.kind == "text" else ():
            measured = [(text, _measured(text, style, fonts)) for text, style in row.parts]
            known = [(text, *measure) for text, measure in measured if measure is not None]
            x = row.x - share * sum(ink.width * size for _, ink, size in known)
            for text, ink, size in known:
                place = drawn.setting.here @ Affine(a=size, d=size, e=x, f=row.y)
                yield FaceText(order, drawn, unmarked(text), ink, place)
                x += ink.width * size


class _Row(NamedTuple):
    """Texts that follow each other from one place on, with what is said about the font of each."""

    x: float
    y: float
    parts: list[tuple[str, Mapping[str, str]]]


def _rows(element: Element, attributes: Mapping[str, str], at: tuple[float, float]) -> list[_Row]:
    rows = [_Row(*at, [(element.text or "", attributes)])]
    for part in element:
        x, y = rows[-1].x, rows[-1].y
        if any(key in part.attrib for key in ("x", "y", "dx", "dy")):
            x = number(part.get("x"), x) + number(part.get("dx"), 0.0)
            rows.append(_Row(x, number(part.get("y"), y) + number(part.get("dy"), 0.0), []))
        written = {**part.attrib, **dict(declarations(part.get("style", "")))}
        inside = {**attributes, **{key: written[key] for key in _OWN if key in written}}
        rows[-1].parts.append(("".join(part.itertext()), inside))
        rows[-1].parts.append((part.tail or "", attributes))
    return rows


def _measured(text: str, style: Mapping[str, str], fonts: FontBook) -> tuple[_Ink, float] | None:
    if not text.strip():
        return None
    font = fonts.find(*asked_for(style))
    ink = _ink(font, text) if font is not None else None
    return None if ink is None else (ink, number(style.get("font-size", USUAL_SIZE), 0.0))


@lru_cache(maxsize=4096)
def _ink(font: FontFile, text: str) -> _Ink | None:
    letters, width = font.ink(text)
    if not letters:
        return None
    lefts, bottoms, rights, tops = zip(*letters, strict=True)
    return _Ink(letters, (min(lefts), min(bottoms), max(rights), max(tops)), width)
