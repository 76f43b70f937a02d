"""The lines along which a sheet is cut and scored by a machine: each once, in mm from the top-left corner of the page."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from pnp.model.game import Component
from pnp.model.geometry import Outline, Point, edges_of, placed, rectangle
from pnp.model.sheet import Placement, Sheet

SAME_POINT = 0.005
"""mm; corners of neighbours that lie closer are one point."""


@dataclass(frozen=True, slots=True)
class CutSide:
    """A straight line, or with a radius a quarter of a circle that runs clockwise as seen on the page."""

    start: Point
    end: Point
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class CutPath:
    """Sides that follow each other; the last one of a closed path ends where the first begins."""

    sides: tuple[CutSide, ...]

    @property
    def closed(self) -> bool:
        """Whether it leads back to where it begins."""
        return self.sides[0].start == self.sides[-1].end


@dataclass(frozen=True, slots=True)
class CutCircle:
    """The cut around a disc."""

    centre: Point
    radius: float

    closed = True

    @property
    def sides(self) -> tuple[CutSide, ...]:
        """Its quarters, clockwise from the top."""
        (x, y), r = self.centre, self.radius
        ends = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
        return tuple(CutSide(*edge, r) for edge in edges_of(ends))


CutLine = CutPath | CutCircle


@dataclass(frozen=True, slots=True)
class CutLines:
    """The lines of a sheet by purpose, in the order of work: what lies inside an outline comes before it.

    Nothing is cut along the `marks`, which show where the registration marks of the print are.
    """

    folds: tuple[CutLine, ...]
    slits: tuple[CutLine, ...]
    outlines: tuple[CutLine, ...]
    marks: tuple[CutLine, ...] = ()

    def __bool__(self) -> bool:
        """Say whether there is anything to do."""
        return bool(self.folds or self.slits or self.outlines)


def cut_lines(component: Component, sheet: Sheet) -> CutLines:
    """Return the lines of one side of one sheet.

    Of a sheet that is folded and glued before it is cut, the fold and the outlines of the fronts, which end up on top.
    """
    seen = _Points()
    fronts = {(placement.piece, placement.copy): placement for placement in reversed(sheet.placements)}
    places = [
        placement for placement in sheet.placements if fronts[placement.piece, placement.copy] is placement
    ]
    folds = [
        _path(seen, ((stroke.x1, stroke.y1), (stroke.x2, stroke.y2)))
        for stroke in sheet.strokes
        if stroke.dashed
    ]
    slits: list[CutPath] = []
    outlines: list[CutPath] = []
    alone: list[CutLine] = []  # round pieces never share a side
    for placement in places:
        part = component.part_of(placement.piece)
        if part.cut.kind == "circle":
            middle = (
                placement.trim.x + placement.trim.width / 2,
                placement.trim.y + placement.trim.height / 2,
            )
            alone.append(CutCircle(seen.at(middle), part.size.width / 2))
            continue
        if part.net is None and part.cut.kind == "curve":
            alone.append(_outline(seen, part, placement))
            continue
        folds += [_path(seen, _on_page(fold, part, placement)) for fold in part.folds]
        if part.net is not None:
            folds += [_path(seen, _on_page(fold, part, placement)) for fold in part.net.folds]
            slits += [_path(seen, _on_page(slit, part, placement)) for slit in part.net.slits]
        if not _is_whole_page(placement, sheet):
            outlines.append(_outline(seen, part, placement))
    cuts: tuple[CutLine, ...] = (*_once(outlines), *alone)
    return CutLines(tuple(_once(folds)), tuple(_once(slits)), cuts, _marks(seen, sheet))


def _marks(seen: "_Points", sheet: Sheet) -> tuple[CutPath, ...]:
    outlines = []
    for mark in sheet.registration:
        half, length = mark.width / 2, math.dist((mark.x1, mark.y1), (mark.x2, mark.y2))
        x, y = (mark.y1 - mark.y2) / length * half, (mark.x2 - mark.x1) / length * half
        corners = (
            *((mark.x1 - x, mark.y1 - y), (mark.x2 - x, mark.y2 - y)),
            *((mark.x2 + x, mark.y2 + y), (mark.x1 + x, mark.y1 + y)),
        )
        outlines.append(_path(seen, corners, closed=True))
    return tuple(outlines)


class _Points:
    """The points met so far, to 0.001 mm: one that lies almost on an earlier one is that one."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Point] = {}

    def at(self, point: Point) -> Point:
        """Return the point, or the earlier one that it lies on."""
        column, row = (math.floor(length / SAME_POINT) for length in point)
        beside = ((column + right, row + down) for right in (0, -1, 1) for down in (0, -1, 1))
        for cell in beside:
            known = self._cells.get(cell)
            if known and math.dist(known, point) <= SAME_POINT:
                return known
        new = (round(point[0], 3) + 0.0, round(point[1], 3) + 0.0)
        self._cells[column, row] = new
        return new


def _path(seen: _Points, points: Sequence[Point], *, closed: bool = False, radius: float = 0.0) -> CutPath:
    """Return the path through the points; with a radius every second side, from the first on, is a quarter circle."""
    corners = [seen.at(point) for point in points]
    edges = edges_of(corners) if closed else tuple(pairwise(corners))
    sides = (CutSide(*edge, 0.0 if number % 2 else radius) for number, edge in enumerate(edges))
    return CutPath(tuple(side for side in sides if side.start != side.end))


def _on_page(points: Iterable[Point], component: Component, placement: Placement) -> tuple[Point, ...]:
    return placed(points, component.size, placement.trim, placement.rotation)


def _is_whole_page(placement: Placement, sheet: Sheet) -> bool:
    return (placement.trim.width, placement.trim.height) == (sheet.size.width, sheet.size.height)


def _outline(seen: _Points, component: Component, placement: Placement) -> CutPath:
    """Return the outline of a piece on the page; of the tile of a board, that of its part of the board."""
    if component.kind.tiled and not placement.clip.contains(placement.trim):
        part = placement.trim.common(placement.clip)
        points = placed(rectangle(part.size).points, part.size, part, 0)
        return _path(seen, points, closed=True)
    cut = component.cut
    points = _on_page(_ends_of_corners(cut) if cut.radius else cut.points, component, placement)
    return _path(seen, points, closed=True, radius=cut.radius)


def _ends_of_corners(outline: Outline) -> tuple[Point, ...]:
    """Return where the round corners of a card begin and end, clockwise from the left end of the first."""
    width, height, radius = outline.size.width, outline.size.height, outline.radius
    left, top, right, bottom = radius, radius, width - radius, height - radius
    return (
        *((0, top), (left, 0)),
        *((right, 0), (width, top)),
        *((width, bottom), (right, height)),
        *((left, height), (0, bottom)),
    )


# Neighbours that touch are cut apart once.


def _once(paths: Sequence[CutPath]) -> Iterator[CutPath]:
    """Yield the paths in order without what one before has; what is left of one may be several."""
    corners = sorted({side.start for path in paths for side in path.sides})
    seen: set[tuple[frozenset[Point], float]] = set()
    for path in paths:
        stretches = [
            (number, stretch)
            for number, side in enumerate(path.sides)
            for stretch in _stretches(side, corners)
        ]
        fresh = [
            (frozenset((stretch.start, stretch.end)), stretch.radius) not in seen for _, stretch in stretches
        ]
        seen.update((frozenset((stretch.start, stretch.end)), stretch.radius) for _, stretch in stretches)
        if all(fresh):
            yield path
            continue
        first = fresh.index(False)  # a run that goes on beyond the last side is one
        turned = [*zip(fresh, stretches, strict=True)]
        turned = turned[first:] + turned[:first]
        for is_fresh, run in groupby(turned, key=lambda stretch: stretch[0]):
            if is_fresh:
                yield _joined([stretch for _, stretch in run])


def _stretches(side: CutSide, corners: Sequence[Point]) -> tuple[CutSide, ...]:
    """Return a straight side in the parts that corners of others divide it into."""
    if side.radius:
        return (side,)
    (x1, y1), (x2, y2) = side.start, side.end
    length = math.dist(side.start, side.end)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    between = []
    for x, y in corners:
        along, aside = (x - x1) * ux + (y - y1) * uy, (x - x1) * uy - (y - y1) * ux
        if abs(aside) <= SAME_POINT < along < length - SAME_POINT:
            between.append((along, (x, y)))
    points = (side.start, *(point for _, point in sorted(between)), side.end)
    return tuple(CutSide(*ends) for ends in pairwise(points))


def _joined(stretches: Sequence[tuple[int, CutSide]]) -> CutPath:
    """Return a path of stretches that follow each other, those of one side in one."""
    sides = []
    for _, group in groupby(stretches, key=lambda stretch: stretch[0]):
        parts = [stretch for _, stretch in group]
        sides.append(CutSide(parts[0].start, parts[-1].end, parts[0].radius))
    return CutPath(tuple(sides))
