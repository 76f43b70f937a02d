"""One page of a sheet as numbers: where each face lies, how far it shows, and the marks over them. Lengths in mm.

A page in a browser draws from it what the PDF of the same sheet shows, with pictures of the faces that it has already.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pnp.export.marks_layer import measure, printable
from pnp.model.face import BACK, FRONT, Deck
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import FOLD, HALO_WIDTH, OUTLINE, Contour, Stroke
from pnp.model.sheet import Caption, Matrix, Placement, Sheet
from pnp.text import decimal
from pnp.units import MM_PER_PT

Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A side of a piece, such as "food/apple.front", on a page: the key of its face, and the `box` of the drawing.

    The box has the bleed in it, and is turned clockwise by `rotation` about its middle. What shows of it lies within `clip`, a polygon x, y, x, y ...; it is cut along `trim`: x, y, width, height.
    """

    side: str
    face: str
    copy: int
    box: Numbers
    rotation: int
    clip: Numbers
    trim: Numbers


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """Lines of one look, as the path of an SVG."""

    path: str
    width: float
    ink: str
    dashes: Numbers = ()
    square: bool = False


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A line of text that begins at (x, y) on its baseline and is so long; `size` is in mm."""

    text: str
    x: float
    y: float
    size: float
    length: float
    rotation: int


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """All that is printed on one side of a sheet; `correction` moves the whole of it, for a certain printer."""

    width: float
    height: float
    side: str
    faces: tuple[PlacedFace, ...]
    lines: tuple[DrawnLine, ...]
    texts: tuple[DrawnText, ...]
    correction: Matrix | None


def page_drawing(sheet: Sheet, deck: Deck) -> PageDrawing:
    """Return the drawing of a sheet that shows faces of this deck."""
    return PageDrawing(
        width=_short(sheet.size.width),
        height=_short(sheet.size.height),
        side=sheet.side,
        faces=tuple(_faces(sheet, deck)),
        lines=tuple(_lines(sheet)),
        texts=tuple(map(_text, sheet.captions)),
        correction=sheet.correction,
    )


def _text(caption: Caption) -> DrawnText:
    return DrawnText(
        text=printable(caption.text),
        x=_short(caption.x),
        y=_short(caption.y),
        size=_short(caption.size * MM_PER_PT),
        length=_short(measure(caption.text, caption.size)),
        rotation=caption.rotation,
    )


def _faces(sheet: Sheet, deck: Deck) -> Iterator[PlacedFace]:
    """Yield the faces of a page; where both sides are on it, to be folded, all fronts come before the first back."""
    seen: set[tuple[str, int]] = set()
    for each in sheet.placements:
        back = sheet.side == BACK or (each.piece, each.copy) in seen
        seen.add((each.piece, each.copy))
        name = each.piece if "/" in each.piece else f"{deck.component}/{each.piece}"
        yield _placed(each, f"{name}.{BACK if back else FRONT}", deck.faces[each.face].page)


def _placed(placement: Placement, side: str, page: Size) -> PlacedFace:
    trim, clip = placement.trim, placement.clip
    x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
    corners = placement.edge or (
        (clip.x, clip.y),
        (clip.right, clip.y),
        (clip.right, clip.bottom),
        (clip.x, clip.bottom),
    )
    return PlacedFace(
        side=side,
        face=placement.face,
        copy=placement.copy,
        box=_all_short((x - page.width / 2, y - page.height / 2, page.width, page.height)),
        rotation=placement.rotation,
        clip=_all_short(value for corner in corners for value in corner),
        trim=_all_short((trim.x, trim.y, trim.width, trim.height)),
    )


def _lines(sheet: Sheet) -> Iterator[DrawnLine]:
    """Yield the lines in the order in which they are printed: white edges, strokes, contours."""
    edged = [stroke for stroke in sheet.strokes if stroke.halo]
    for look, strokes in _by_look(edged):
        yield DrawnLine(_path(strokes), _short(look.width + 2 * HALO_WIDTH), _grey(1), square=True)
    for look, strokes in _by_look(sheet.strokes):
        dashes = tuple(FOLD.dashes or ()) if look.dashed else ()
        yield DrawnLine(_path(strokes), _short(look.width), _grey(look.grey), dashes)
    if sheet.contours:
        path = "".join(map(_contour, sheet.contours))
        yield DrawnLine(path, OUTLINE.width, _grey(OUTLINE.grey))


@dataclass(frozen=True, slots=True)
class _Look:
    width: float
    grey: float
    dashed: bool


def _by_look(strokes: Iterable[Stroke]) -> Iterable[tuple[_Look, Sequence[Stroke]]]:
    found: dict[_Look, list[Stroke]] = {}
    for each in strokes:
        found.setdefault(_Look(each.width, each.grey, each.dashed), []).append(each)
    return found.items()


def _path(strokes: Iterable[Stroke]) -> str:
    return "".join(f"M{_point(each.x1, each.y1)}L{_point(each.x2, each.y2)}" for each in strokes)


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


def _all_short(values: Iterable[float]) -> Numbers:
    return tuple(map(_short, values))


def _grey(grey: float) -> str:
    """Return a grey as a colour, 0 for black.

    >>> _grey(0.6)
    '#999999'
    """
    return f"#{f'{round(grey * 255):02x}' * 3}"
