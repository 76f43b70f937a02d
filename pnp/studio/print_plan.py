"""The sheets that a print choice would make, counted by stock, before anything is printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from pnp.build.build_pages import entries_on, printed_on
from pnp.build.pipeline import DrawnGame, ImposedComponent, savings
from pnp.export.marks_layer import measure, printable
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import BACK, FRONT, Deck, Face
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import FOLD, HALO_WIDTH, OUTLINE, Contour, Stroke
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Axis, Backs, Caption, Matrix, Placement, Sheet, turning_axis
from pnp.text import decimal, listed
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


SIDES: Mapping[str, str] = {
    "long-edge": "both sides, flip on long edge",
    "short-edge": "both sides, flip on short edge",
    "gutterfold": "one side, folded between fronts and backs",
    "glued": "one side, the backs on sheets of their own",
    "none": "one side",
}
"""What is chosen in the print window of a program for each way in which backs get behind fronts."""

ACTUAL_SIZE = "actual size (100 %)"


FaceAndFonts = tuple[Face, tuple[Path, ...]]
"""A face, and the files of the fonts that its component is set in."""


@dataclass(frozen=True, slots=True)
class PrintedItem:
    """What is printed one after the other on one stock: `sheets` of paper with so many `pages`, and the `advice` for it.

    `titled` is the game in words; `first` is the number, from 0, of its first sheet among all. `bought` is what to load into the printer.
    """

    game: str
    titled: str
    title: str
    file: str
    paper: str
    stock: str
    bought: str
    flip: Backs
    two_sided: bool
    sheets: int
    pages: int
    first: int
    advice: str


@dataclass(frozen=True, slots=True)
class PlannedSheet:
    """One sheet of paper; `axis` is how the line runs about which it is turned over, "" for one that is not."""

    item: int
    number: int
    count: int
    front: PageDrawing
    back: PageDrawing | None
    axis: Axis | str


@dataclass(frozen=True, slots=True)
class _SheetPages:
    item: int
    pages: tuple[Sheet, ...]
    deck: Deck


@dataclass(frozen=True, slots=True)
class StockCount:
    """How many sheets of what to have ready."""

    stock: str
    title: str
    paper: str
    sheets: int


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """All sheets of a choice in the order of printing, and what there is to know before they are made.

    `games` are what they are of, `faces` those on them, by key; `take_out` counts the pieces to throw away when only what changed is printed. `notes` say what comes besides, what is saved, and what is left out.
    """

    items: tuple[PrintedItem, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    faces: Mapping[str, FaceAndFonts] = field(default_factory=dict)
    of_sheets: tuple[_SheetPages, ...] = ()
    take_out: int = 0
    games: tuple[DrawnGame, ...] = ()

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return len(self.of_sheets)

    @property
    def pages(self) -> int:
        """How many sides of them are printed."""
        return sum(len(each.pages) for each in self.of_sheets)

    @property
    def stocks(self) -> tuple[StockCount, ...]:
        """The sheets by what they are printed on, in the order of printing."""
        found: dict[tuple[str, str, str], int] = {}
        for each in self.items:
            key = (each.stock, each.bought, each.paper)
            found[key] = found.get(key, 0) + each.sheets
        return tuple(StockCount(*key, count) for key, count in found.items())

    def drawn(self, start: int, count: int) -> tuple[PlannedSheet, ...]:
        """Return so many sheets from number `start` on, counted from 0."""
        return tuple(_drawn(each) for each in self.of_sheets[start : start + count])


def _drawn(sheet: _SheetPages) -> PlannedSheet:
    first = sheet.pages[0]
    front, *rest = (page_drawing(each, sheet.deck) for each in sheet.pages)
    turned = turning_axis(first.size, first.flip) if rest else ""
    return PlannedSheet(sheet.item, first.number, first.count, front, rest[0] if rest else None, turned)


def plan_of(games: Sequence[DrawnGame], papers: Sequence[Paper], *, notes: Iterable[str] = ()) -> PrintPlan:
    """Return the plan of games that are drawn and laid out on these papers."""
    items: list[PrintedItem] = []
    of_sheets: list[_SheetPages] = []
    faces: dict[str, FaceAndFonts] = {}
    for drawn in games:
        for each in drawn.components:
            faces |= {key: (face, each.rendered.fonts) for key, face in each.rendered.deck.faces.items()}
        for paper in papers:
            for item, whole in _items(drawn, paper, first=len(of_sheets)):
                of_sheets += (
                    _SheetPages(len(items), tuple(each), whole.rendered.deck)
                    for _, each in groupby(whole.sheets[paper.name], key=lambda sheet: sheet.number)
                )
                items.append(item)
    findings = tuple(finding for drawn in games for finding in drawn.findings)
    said = (*notes, *(line for drawn in games for line in (*_besides(drawn, papers), *savings(drawn))))
    said = tuple(dict.fromkeys(said))
    return PrintPlan(tuple(items), findings, said, faces, tuple(of_sheets), games=tuple(games))


def _items(drawn: DrawnGame, paper: Paper, *, first: int) -> Iterator[tuple[PrintedItem, ImposedComponent]]:
    """Yield what is printed of a game on a paper, with what its sheets show; `first` sheets come before."""
    entries = {entry.file: entry for entry in entries_on(drawn, paper)}
    for item, whole in printed_on(drawn, paper):
        one = entries[f"{item.name}.pdf"]
        bought = one.bought.rstrip(".")
        yield (
            PrintedItem(
                game=drawn.game.id,
                titled=drawn.game.title,
                title=item.title,
                file=f"{paper.name}/{one.file}",
                paper=paper.title,
                stock=item.stock,
                bought=bought,
                flip=one.flip,
                two_sided=one.two_sided,
                sheets=one.sheets,
                pages=one.pages,
                first=first,
                advice=f"{bought}; {SIDES[one.flip]}; {ACTUAL_SIZE}",
            ),
            whole,
        )
        first += one.sheets


def _besides(drawn: DrawnGame, papers: Sequence[Paper]) -> Iterator[str]:
    """Yield what else is made, and what has no room."""
    whole = [each.component.title for each in drawn.components if FULL_SIZE in each.sheets]
    if whole:
        yield f"{listed(whole)}: also made in one piece, for a print shop"
    for paper in papers:
        without = [each.component.title for each in drawn.left_out if each.paper.name == paper.name]
        if without:
            yield f"Not on {paper.title}: {listed(without)}"
