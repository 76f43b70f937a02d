"""The drawing of a side of a sheet as the page shows it: faces, lines and texts with their places in mm."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.export.marks_layer import measure, printable
from pnp.model.face import BACK, FRONT, Deck
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import FOLD, HALO_WIDTH, OUTLINE, Contour, Stroke
from pnp.model.sheet import Caption, Placement, Sheet
from pnp.studio.routing import Json
from pnp.text import decimal
from pnp.units import MM_PER_PT


def page_drawing(sheet: Sheet, deck: Deck) -> Json:
    """Return all that is printed on one side of a sheet that shows faces of this deck.

    A `correction` moves the whole of it, for a certain printer.
    """
    return {
        "width": _short(sheet.size.width),
        "height": _short(sheet.size.height),
        "side": sheet.side,
        "faces": list(_faces(sheet, deck)),
        "lines": list(_lines(sheet)),
        "texts": [_text(caption) for caption in sheet.captions],
        "correction": sheet.correction,
    }


def _text(caption: Caption) -> Json:
    """Return a line of text that begins at (x, y) on its baseline and is so long; `size` is in mm."""
    return {
        "text": printable(caption.text),
        "x": _short(caption.x),
        "y": _short(caption.y),
        "size": _short(caption.size * MM_PER_PT),
        "length": _short(measure(caption.text, caption.size)),
        "rotation": caption.rotation,
    }


def _faces(sheet: Sheet, deck: Deck) -> Iterator[Json]:
    """Yield the faces of a page; where both sides are on it, to be folded, all fronts come before the first back."""
    seen: set[tuple[str, int]] = set()
    for placement in sheet.placements:
        copy = (placement.piece, placement.copy)
        side = BACK if sheet.side == BACK or copy in seen else FRONT
        seen.add(copy)
        name = placement.piece if "/" in placement.piece else f"{deck.component}/{placement.piece}"
        yield _placed(placement, f"{name}.{side}", deck.faces[placement.face].page)


def _placed(placement: Placement, side: str, page: Size) -> Json:
    """Return a side of a piece, such as "food/apple.front", on a page, with the key of its face.

    The `box` of the drawing has the bleed in it, and is turned clockwise by `rotation` about its middle. What shows of it
    lies within `clip`, a polygon x, y, x, y ...; it is cut along `trim`: x, y, width, height.
    """
    trim, clip = placement.trim, placement.clip
    x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
    corners = placement.edge or (
        (clip.x, clip.y),
        (clip.right, clip.y),
        (clip.right, clip.bottom),
        (clip.x, clip.bottom),
    )
    return {
        "side": side,
        "face": placement.face,
        "copy": placement.copy,
        "box": _all_short((x - page.width / 2, y - page.height / 2, page.width, page.height)),
        "rotation": placement.rotation,
        "clip": _all_short(value for corner in corners for value in corner),
        "trim": _all_short((trim.x, trim.y, trim.width, trim.height)),
    }


def _lines(sheet: Sheet) -> Iterator[Json]:
    """Yield the lines, each of one look, in the order in which they are printed: white edges, strokes, contours."""
    edged = [stroke for stroke in sheet.strokes if stroke.halo]
    for (width, _, _), strokes in _by_look(edged):
        yield _line(_path(strokes), width + 2 * HALO_WIDTH, 1, square=True)
    for (width, grey, dashed), strokes in _by_look(sheet.strokes):
        yield _line(_path(strokes), width, grey, dashes=FOLD.dashes if dashed else None)
    if sheet.contours:
        yield _line("".join(map(_contour, sheet.contours)), OUTLINE.width, OUTLINE.grey)


def _line(
    path: str, width: float, grey: float, *, dashes: Sequence[float] | None = None, square: bool = False
) -> Json:
    return {
        "path": path,
        "width": _short(width),
        "ink": _grey(grey),
        "dashes": list(dashes or ()),
        "square": square,
    }


def _by_look(strokes: Iterable[Stroke]) -> Iterable[tuple[tuple[float, float, bool], Sequence[Stroke]]]:
    """Return strokes by their width, grey, and whether they are dashed."""
    looks: dict[tuple[float, float, bool], list[Stroke]] = {}
    for stroke in strokes:
        looks.setdefault((stroke.width, stroke.grey, stroke.dashed), []).append(stroke)
    return looks.items()


def _path(strokes: Iterable[Stroke]) -> str:
    return "".join(f"M{_point(stroke.x1, stroke.y1)}L{_point(stroke.x2, stroke.y2)}" for stroke in strokes)


def _contour(contour: Contour) -> str:
    """Return the path of a contour: round corners alone, a polygon, or an ellipse."""
    box, radius = contour.box, contour.radius
    if radius:
        return "".join(_corners(box, radius))
    if contour.points:
        return f"M{'L'.join(_point(*each) for each in contour.points)}Z"
    middle, half = box.y + box.height / 2, f"{_number(box.width / 2)} {_number(box.height / 2)} 0 1 1 "
    ends = (_point(box.x, middle), _point(box.right, middle))
    return f"M{ends[0]}A{half}{ends[1]}A{half}{ends[0]}Z"


def _corners(box: Rect, radius: float) -> Iterator[str]:
    arc = f"A{_number(radius)} {_number(radius)} 0 0 1 "
    left, right, top, bottom = box.x + radius, box.right - radius, box.y + radius, box.bottom - radius
    yield f"M{_point(box.x, top)}{arc}{_point(left, box.y)}"
    yield f"M{_point(right, box.y)}{arc}{_point(box.right, top)}"
    yield f"M{_point(box.right, bottom)}{arc}{_point(right, box.bottom)}"
    yield f"M{_point(left, box.bottom)}{arc}{_point(box.x, bottom)}"


def _point(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _number(value: float) -> str:
    return decimal(_short(value))


def _short(value: float) -> float:
    return round(value, 3) + 0.0


def _all_short(values: Iterable[float]) -> list[float]:
    return [_short(value) for value in values]


def _grey(grey: float) -> str:
    """Return a grey as a colour, 0 for black.

    >>> _grey(0.6)
    '#999999'
    """
    return f"#{f'{round(grey * 255):02x}' * 3}"
