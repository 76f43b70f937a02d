"""A drawing as an editor saved it, read tolerantly: what Inkscape opens is made into what every renderer draws alike.

Each pass takes one kind of peculiarity out of the drawing; none reads anything but the drawing.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect
from pnp.model.limits import USUAL_LIMITS, GameLimits, raised
from pnp.model.svg_geometry import Affine, transform
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.colors import plain_colours
from pnp.svg.reader.geometry import Extents, fit_viewport, numbers, user_units, written
from pnp.svg.reader.notes import Change, DrawingFault, Notes, drawn_elements
from pnp.svg.reader.rasters import plain_rasters
from pnp.svg.reader.source_text import read_source
from pnp.svg.reader.structure import check_filters, drop_dangling, keep_what_is_drawn, note_unprintable
from pnp.svg.reader.style_sheets import declarations_of, inline_styles, set_style
from pnp.svg.reader.texts import outline_texts
from pnp.typesetting.fonts import FontBook

_PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
_PLAIN_UNITS = re.compile(r"(?<=\d)(?:deg|px)\b")
_NOT_OF_SVG = re.compile(r"\d(?:rad|grad|turn|mm|pt|em|%)|translate[XY]|scale[XY]|skew\(|3d")


def plain_clips(root: Element, notes: Notes) -> None:
    """Note the clips that are shapes of CSS, which no renderer of SVG draws."""
    for element in drawn_elements(root):
        text = element.get("clip-path", "none")
        if text != "none" and "url(" not in text:
            hint = "clip the object with a shape (Inkscape: Object > Clip > Set)"
            notes.fault(f'its clip "{text[:40]}" is not known', hint, element)


def plain_transforms(root: Element, notes: Notes) -> None:
    """Write each transform that has an origin as one matrix; note those that only a browser knows."""
    page, extents = _page(root), Extents()
    for element in drawn_elements(root):
        origin, style = element.attrib.pop("transform-origin", ""), declarations_of(element)
        is_own_box = style.pop("transform-box", "view-box") in _OWN_BOX
        set_style(element, style)
        text = _PLAIN_UNITS.sub("", element.get("transform", ""))
        if _NOT_OF_SVG.search(text):
            hint = "move, turn and scale the object with the tools of the editor"
            notes.fault(f'its transform "{text[:40]}" is none of SVG', hint, element)
        elif text and origin:
            box = (extents.of(element) if is_own_box else page) or page
            x, y = _origin(origin, box)
            x, y = (x + box.x, y + box.y) if is_own_box else (x, y)
            matrix = Affine(e=x, f=y) @ transform(text) @ Affine(e=-x, f=-y)
            element.set("transform", f"matrix({' '.join(written(value) for value in matrix)})")
        elif "transform" in element.attrib:
            element.set("transform", text)


_OWN_BOX = ("fill-box", "content-box", "stroke-box", "border-box")


def _page(root: Element) -> Rect:
    box = numbers(root.get("viewBox"))
    if len(box) == 4:
        return Rect(0.0, 0.0, box[2], box[3])
    return Rect(0.0, 0.0, *(user_units(root.get(side), 0.0) for side in ("width", "height")))


def _origin(text: str, box: Rect) -> tuple[float, float]:
    parts = text.split()
    if parts[0] in ("top", "bottom") or (len(parts) > 1 and parts[1] in ("left", "right")):
        parts[:2] = (parts[1:2] or ["center"]) + parts[:1]
    x, y = (_PLACES.get(part, part) for part in (*parts, "center")[:2])
    return user_units(x, 0.0, whole=box.width), user_units(y, 0.0, whole=box.height)


def plain_widths(root: Element, _: Notes) -> None:
    """Give each line that keeps its width, however large its object is drawn, the width that makes it so."""
    waiting: list[tuple[Element, float]] = [(root, 1.0)]
    while waiting:
        element, scale = waiting.pop()
        scale *= transform(element.get("transform", "")).scale
        if element.attrib.pop("vector-effect", "none") == "non-scaling-stroke" and scale:
            element.set("stroke-width", written(user_units(element.get("stroke-width"), 1.0) / scale))
        waiting += [(child, scale) for child in element]


def plain_gradients(root: Element, notes: Notes) -> None:
    """Leave out what is not drawn of radial gradients: repetition, and a circle of their own to begin with."""
    for gradient in drawn_elements(root, "radialGradient"):
        spread, begin = (gradient.attrib.pop(name, "") for name in ("spreadMethod", "fr"))
        if spread not in ("", "pad") or user_units(begin, 0.0, whole=1.0):
            what = "a round gradient is drawn once, from its middle on"
            notes.changed(what, gradient, is_seen=True)


_DEEPEST = 3
"""So deep drawings may be embedded in each other."""

Pass = Callable[[Element, Notes], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing in plain SVG: what was changed in it, and all that keeps it from being printed.

    Styles are attributes, colours are #rrggbb. Ids, and the labels of Inkscape, are as they were written. `has_texts` says
    that there are texts, or were until they became outlines.
    """

    root: Element
    changes: tuple[Change, ...] = ()
    faults: tuple[DrawingFault, ...] = ()
    has_texts: bool = False


def read_svg(data: bytes, fonts: FontBook | None = None, limits: GameLimits = USUAL_LIMITS) -> Drawing:
    """Return the drawing in `data`; texts become outlines with `fonts`, and stay texts without.

    Raises UnsafeDrawing for what is no SVG at all.
    """
    return plain_svg(*read_source(data, limits), fonts, limits)


def plain_svg(
    root: Element,
    mended: Iterable[str] = (),
    fonts: FontBook | None = None,
    limits: GameLimits = USUAL_LIMITS,
    *,
    depth: int = 0,
) -> Drawing:
    """Return a drawing made plain, whose text was `mended` so; `depth` is that of a drawing inside others."""
    refuse_growth(root, limits)
    notes = Notes(root)
    for each in mended:
        notes.changed(each)
    texts: list[Element] = []
    passes: list[Pass] = [
        keep_what_is_drawn,
        inline_styles,
        drop_dangling,
        plain_transforms,
        plain_widths,
        plain_clips,
        plain_colours,
        plain_gradients,
        lambda root, _: texts.extend(drawn_elements(root, "text")),
        *([partial(outline_texts, fonts=fonts)] if fonts is not None else []),
        partial(plain_rasters, read_nested=partial(_nested, fonts, limits, depth), limits=limits),
        check_filters,
        fit_viewport,
        note_unprintable,
    ]
    try:
        for one in passes:
            one(root, notes)
    except (
        RecursionError,
        SyntaxError,
    ):  # selectors become functions of Python, which nests no deeper than 100
        raise UnsafeDrawing("its style sheet is nested too deeply", "simplify it, or export a PNG") from None
    return Drawing(root, notes.changes, notes.faults, has_texts=bool(texts))


def refuse_growth(root: Element, limits: GameLimits) -> None:
    """Raise UnsafeDrawing for more elements, or deeper groups, than any drawing has that a card can show."""
    inside, count, depth = [root], 0, 0
    while inside:
        count, depth = count + len(inside), depth + 1
        if count > limits.shapes:
            hint = f"simplify it, or export a PNG{raised('shapes', 2 * limits.shapes)}"
            raise UnsafeDrawing(f"it has more than {limits.shapes} shapes", hint)
        if depth > limits.depth + 1:
            hint = "ungroup it and save it again"
            raise UnsafeDrawing(f"its groups are nested more than {limits.depth} deep", hint)
        inside = [child for element in inside for child in element]


def _nested(fonts: FontBook | None, limits: GameLimits, depth: int, data: bytes) -> Element | None:
    """Return a drawing inside a drawing; None for one that cannot be printed."""
    if depth >= _DEEPEST:
        return None
    try:
        inner = plain_svg(*read_source(data, limits), fonts, limits, depth=depth + 1)
    except UnsafeDrawing:
        return None
    return None if inner.faults else inner.root
