"""A drawing as an editor saved it, read tolerantly: what Inkscape opens is made into what every renderer draws alike.

Each pass takes one kind of peculiarity out of the drawing; none reads anything but the drawing.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element

from pnp.model.limits import USUAL_LIMITS, GameLimits, raised
from pnp.render.fonts import FontBook
from pnp.render.images import UnsafeDrawing
from pnp.render.svg_growth import too_many_stops
from pnp.render.svg_reader.clips import plain_clips
from pnp.render.svg_reader.colors import plain_colours
from pnp.render.svg_reader.filters import check_filters
from pnp.render.svg_reader.gradients import plain_gradients
from pnp.render.svg_reader.notes import SVG, Change, DrawingFault, Notes
from pnp.render.svg_reader.origins import plain_transforms, plain_widths
from pnp.render.svg_reader.rasters import plain_rasters
from pnp.render.svg_reader.source_text import read_source
from pnp.render.svg_reader.structure import drop_dangling, keep_what_is_drawn
from pnp.render.svg_reader.style_sheets import inline_styles
from pnp.render.svg_reader.texts import outline_texts
from pnp.render.svg_reader.unprintable import note_unprintable
from pnp.render.svg_reader.viewport import fit_viewport

_DEEPEST = 3
"""So deep drawings may be embedded in each other."""

Pass = Callable[[Element, Notes], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing in plain SVG: what was changed in it, and all that keeps it from being printed.

    Styles are attributes, colours are #rrggbb. Ids, and the labels of Inkscape, are as they were written.
    """

    root: Element
    changes: tuple[Change, ...] = ()
    faults: tuple[DrawingFault, ...] = ()


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
    passes: list[Pass] = [
        keep_what_is_drawn,
        inline_styles,
        drop_dangling,
        plain_transforms,
        plain_widths,
        plain_clips,
        plain_colours,
        plain_gradients,
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
    return Drawing(root, notes.changes, notes.faults)


def refuse_growth(root: Element, limits: GameLimits) -> None:
    """Raise UnsafeDrawing for more elements, or deeper groups, than any drawing has that a card can show."""
    inside, count, depth, stops = [root], 0, 0, 0
    while inside:
        count, depth = count + len(inside), depth + 1
        if count > limits.shapes:
            raise too_many_shapes(limits)
        if depth > limits.depth + 2:
            raise too_deep(limits)
        stops += sum(each.tag == f"{SVG}stop" for each in inside)
        if stops > limits.stops:
            raise UnsafeDrawing(*too_many_stops(limits))
        inside = [child for element in inside for child in element]


def too_many_shapes(limits: GameLimits) -> UnsafeDrawing:
    """Return what is said of a drawing with more shapes than the limit."""
    hint = f"simplify it, or export a PNG{raised('shapes', 2 * limits.shapes)}"
    return UnsafeDrawing(f"it has more than {limits.shapes} shapes, repetitions included", hint)


def too_deep(limits: GameLimits) -> UnsafeDrawing:
    """Return what is said of a drawing with groups deeper inside each other than the limit."""
    return UnsafeDrawing(
        f"its groups are nested more than {limits.depth} deep", "ungroup it and save it again"
    )


def _nested(fonts: FontBook | None, limits: GameLimits, depth: int, data: bytes) -> Element | None:
    """Return a drawing inside a drawing; None for one that cannot be printed."""
    if depth >= _DEEPEST:
        return None
    try:
        inner = plain_svg(*read_source(data, limits), fonts, limits, depth=depth + 1)
    except UnsafeDrawing:
        return None
    return None if inner.faults else inner.root
