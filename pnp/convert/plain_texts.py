"""Plain texts taken out of a drawing for typst to set: whole words in the PDF, in half the time of SVG texts.

They come to lie above all else, so a text stays in the drawing where anything after it may touch it, and where it is more
than a line of letters with a place, a font and a colour.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import pairwise
from typing import NamedTuple

from pnp.model.geometry import Point, Size
from pnp.model.svg_geometry import around_points, shape_box, shape_lines, transform
from pnp.svg.reader.geometry import view_box
from pnp.typesetting.fonts import FontFile, Style, asked_for

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class PlainText(NamedTuple):
    """A line of letters: where its baseline begins in mm from the corner of the page, its font, size in mm, colour."""

    x: float
    y: float
    font: tuple[str, Style]
    size: float
    fill: str
    words: str


class _Part(NamedTuple):
    """An element below the outermost: where it is written, boxes around its ink, and the text that it is if it is plain."""

    start: int
    end: int
    boxes: tuple[Box, ...]
    is_text: bool
    text: PlainText | None = None


_TAG = re.compile(r"<(/?)(\w+)([^<>]*)>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_OF_THE_PAGE = frozenset({"xmlns", "width", "height", "viewBox"})
_OF_PLAIN_TEXTS = frozenset({"font-family", "font-size", "font-weight", "font-style", "fill"})
_PLACE = re.compile(r' x="(-?\d+(?:\.\d+)?)" y="(-?\d+(?:\.\d+)?)"')
_SIZE, _COLOUR = re.compile(r"\d+(?:\.\d+)?"), re.compile(r"#[0-9a-fA-F]{6}")
_LETTERS = re.compile(
    r"[ !-~\u00a1-\u00ac\u00ae-\u024f\u0391-\u03a1\u03a3-\u03c9\u0400-\u0482\u048a-\u052f"
    r"\u2010-\u2014\u2018-\u201e\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2212]+"
)
"""Letters that every program sets alike, from left to right."""

_UNSEEN = {
    "linearGradient",
    "radialGradient",
    "title",
    "desc",
    "defs",
    "clipPath",
    "mask",
    "pattern",
    "symbol",
    "marker",
}
_IN_BOXES = frozenset({"image", "use", "svg"})
_SHAPES = frozenset({"rect", "circle", "ellipse", "line", "path", "polygon", "polyline"})
_ANYWHERE: tuple[Box, ...] = ((-1e9, -1e9, 1e9, 1e9),)

_WIDEST_EM, _TALLEST_EM, _DEEPEST_EM = 1.3, 1.25, 0.5
"""What letters take at the most: each in width, and all above and below their baseline."""

_AROUND_EM = 0.15
"""How far a letter may reach beyond its advance."""

_HAIR_EM = 0.02


def without_plain_texts(
    svg: str, page: Size, fonts: Mapping[tuple[str, Style], FontFile]
) -> tuple[str, Sequence[PlainText]]:
    """Return a drawing without the texts that can be set above it, and these; `fonts` are those there are.

    A drawing in other units than mm, or with styles around its texts, stays as it is.
    """
    lifted: list[PlainText] = []
    kept: list[str] = []
    above: list[Box] = []
    end = len(svg)
    for block in reversed(_blocks(_parts(svg, page))):
        texts = [part.text for part in block if part.text is not None and part.text.font in fonts]
        boxes = [box for part in block for box in part.boxes]
        for closer in (_advance_box, _ink_box):
            if len(texts) == len(block) and _touch(boxes, above):
                boxes = [
                    closer(part.boxes[0], part.text, fonts[part.text.font]) for part in block if part.text
                ]
        if len(texts) < len(block) or _touch(boxes, above):
            above += boxes
        else:
            lifted += reversed(texts)
            kept.append(svg[block[-1].end : end])
            end = block[0].start
    kept.append(svg[:end])
    return "".join(reversed(kept)), lifted[::-1]


def _blocks(parts: Sequence[_Part]) -> list[list[_Part]]:
    blocks: list[list[_Part]] = []
    for part in parts:
        before = blocks[-1][-1] if blocks else None
        if before and before.is_text and part.is_text and before.end == part.start:
            blocks[-1].append(part)
        else:
            blocks.append([part])
    return blocks


def _parts(svg: str, page: Size) -> list[_Part]:
    root = _TAG.search(svg)
    if root is None or root[2] != "svg" or "<!" in svg or "<?" in svg or "<style" in svg:
        return []
    attributes = dict(_ATTRIBUTE.findall(root[3]))
    view = view_box(attributes.get("viewBox"))
    if view is None or not view.size.is_like(page, within=0.001) or not _OF_THE_PAGE.issuperset(attributes):
        return []
    parts: list[_Part] = []
    depth, begin = 0, root
    for tag in _TAG.finditer(svg, root.end()):
        ends, empty = tag[1], tag[3].endswith("/")
        if ends:
            depth -= 1
        elif depth == 0:
            begin = tag
        if depth == 0 and (ends or empty):
            content = svg[begin.end() : tag.start()] if begin[2] == "text" else ""
            parts.append(_part(begin, tag.end(), content, (view.x, view.y)))
        elif not (ends or empty):
            depth += 1
    return parts


def _part(begin: re.Match[str], end: int, content: str, corner: tuple[float, float]) -> _Part:
    _, name, attributes = begin.groups()
    words = unescape(content) if "&" in content else content
    is_line = _LETTERS.fullmatch(words) and words == words.strip() and "  " not in words
    if is_line and "<" not in content:
        place = _PLACE.match(attributes)
        look = _look(attributes[place.end() :]) if place else None
        if place and look:
            x, y, size = float(place[1]), float(place[2]), look[1]
            left, right = x - _AROUND_EM * size, x + len(words) * _WIDEST_EM * size
            box = left, y - _TALLEST_EM * size, right, y + _DEEPEST_EM * size
            text = PlainText(x - corner[0], y - corner[1], *look, words)
            return _Part(begin.start(), end, (box,), is_text=True, text=text)
    return _Part(begin.start(), end, _boxes_of(name, attributes), is_text=name == "text")


@lru_cache(maxsize=1024)
def _look(attributes: str) -> tuple[tuple[str, Style], float, str] | None:
    style = dict(_ATTRIBUTE.findall(attributes))
    size, fill = style.get("font-size", ""), style.get("fill", "")
    is_plain = _OF_PLAIN_TEXTS.issuperset(style) and _SIZE.fullmatch(size) and _COLOUR.fullmatch(fill)
    return (asked_for(style), float(size), fill) if is_plain else None


def _touch(boxes: Sequence[Box], above: Sequence[Box]) -> bool:
    return any(
        left < each[2] and each[0] < right and top < each[3] and each[1] < bottom
        for left, top, right, bottom in boxes
        for each in above
    )


def _advance_box(around: Box, text: PlainText, font: FontFile) -> Box:
    left, top, _, bottom = around
    return left, top, left + (2 * _AROUND_EM + font.width(text.words)) * text.size, bottom


def _ink_box(around: Box, text: PlainText, font: FontFile) -> Box:
    left, bottom, right, top = _ink(font, text.words)
    x, y = around[0] + _AROUND_EM * text.size, around[1] + _TALLEST_EM * text.size
    return x + left * text.size, y - top * text.size, x + right * text.size, y - bottom * text.size


@lru_cache(maxsize=4096)
def _ink(font: FontFile, words: str) -> Box:
    boxes, _ = font.ink(words)
    lefts, bottoms, rights, tops = zip(*boxes, strict=True) if boxes else ((0.0,),) * 4
    return min(lefts) - _HAIR_EM, min(bottoms) - _HAIR_EM, max(rights) + _HAIR_EM, max(tops) + _HAIR_EM


@lru_cache(maxsize=4096)
def _boxes_of(name: str, attributes: str) -> tuple[Box, ...]:
    """Return boxes around what is drawn of an element; cards of a deck have most of them in common.

    A frame without a fill has a box for each piece of its line, so that what stands inside is not touched.
    """
    style = dict(_ATTRIBUTE.findall(attributes))
    if name in _UNSEEN:
        return ()
    is_box = name in _IN_BOXES and (name == "image" or {"x", "y", "width", "height"} <= style.keys())
    kind = "rect" if is_box else name
    if (
        kind not in _SHAPES
        or "overflow" in style
        or "filter" in style
        or "marker" in attributes
        or "style" in style
    ):
        return _ANYWHERE
    box = shape_box(kind, style)
    if box is None:
        return _ANYWHERE
    try:
        line = float(style.get("stroke-width", "1")) if style.get("stroke", "none") != "none" else 0.0
        here = transform(style.get("transform", ""))
    except ValueError:
        return _ANYWHERE
    corners: list[Sequence[Point]] = [box.corners]
    if style.get("fill") == "none" and kind == name:
        lines = shape_lines(kind, style)
        corners = [ends for part in lines for ends in pairwise((*part.points, *part.points[: part.closed]))]
    boxes = [around_points([here.apply(x, y) for x, y in points]) for points in corners]
    reach = 2 * line * max(1.0, abs(here.a) + abs(here.c), abs(here.b) + abs(here.d))
    return tuple((box.x - reach, box.y - reach, box.right + reach, box.bottom + reach) for box in boxes)
