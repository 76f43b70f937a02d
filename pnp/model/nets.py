"""A flat sheet that is folded into a solid: dice, boxes, stand-up markers. Lengths in mm, y down."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.geometry import Point, Segment, Size, distance_to_edge, edges_of, is_inside


@dataclass(frozen=True, slots=True)
class Panel:
    """One side of the solid, lying in the net.

    `points` are its corners in the net, clockwise; `corners` names them when corners matter (a four-sided die is
    read at its point). The panel's own frame has its origin at the middle of the panel and is turned by `angle`
    degrees clockwise, so that what is drawn upright in it is upright on the solid; `width` and `height` are its
    size in that frame.
    """

    id: str
    points: tuple[Point, ...]
    angle: float
    width: float
    height: float
    corners: tuple[str, ...] = ()

    @property
    def centre(self) -> Point:
        count = len(self.points)
        return (sum(x for x, _ in self.points) / count, sum(y for _, y in self.points) / count)

    @property
    def edges(self) -> tuple[Segment, ...]:
        return edges_of(self.points)

    @property
    def inner_size(self) -> Size:
        """The largest box about its middle that lies within it, upright and of the same proportions."""
        (x, y), angle = self.centre, math.radians(self.angle)
        share = 1.0
        for (x1, y1), (x2, y2) in self.edges:
            length = math.hypot(x2 - x1, y2 - y1)
            away_x, away_y = (y2 - y1) / length, (x1 - x2) / length
            across = abs(away_x * math.cos(angle) + away_y * math.sin(angle)) * self.width
            down = abs(away_y * math.cos(angle) - away_x * math.sin(angle)) * self.height
            share = min(share, 2 * ((x1 - x) * away_x + (y1 - y) * away_y) / (across + down))
        return Size(self.width * share, self.height * share)


@dataclass(frozen=True, slots=True)
class Flap:
    """What stands on an edge of a panel: its corners from one end of the fold to the other, and what to do with it."""

    points: tuple[Point, ...]
    label: str

    @property
    def fold(self) -> Segment:
        """The edge it stands on."""
        return (self.points[0], self.points[-1])


Hinge = tuple[str, str, float]
"""A fold of a solid by what it joins: panels by their id, tabs as "tab 1", and the degrees it is bent by when closed."""


@dataclass(frozen=True, slots=True)
class Net:
    """Panels, what is glued, what is cut, and what is folded.

    `cut` is the outer line, clockwise; `slits` are cuts inside it. `folds` run between two panels or between a panel
    and a tab or flap. The printed side of `tabs` is glued to the inside of a panel, `flaps` stay loose. `hinges` are
    the folds of a die, whose sides are all alike.
    """

    size: Size
    panels: tuple[Panel, ...]
    cut: tuple[Point, ...]
    folds: tuple[Segment, ...]
    tabs: tuple[tuple[Point, ...], ...] = ()
    flaps: tuple[Flap, ...] = ()
    slits: tuple[tuple[Point, ...], ...] = ()
    hinges: tuple[Hinge, ...] = ()

    @property
    def is_die(self) -> bool:
        """Whether it folds up to a solid whose sides are all alike."""
        return bool(self.hinges)


def _rectangle(name: str, x: float, y: float, width: float, height: float, *, angle: float = 0.0) -> Panel:
    points = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Panel(name, points, angle, width, height)


# Glue tabs: what is left standing on an edge of a net so that another edge can be stuck to it.

SLOPE = 1.0  # How far a tab's ends come in per mm of height: 45 degrees, so that two never meet.


def tab(edge: Segment, height: float, *, slopes: tuple[float, float] = (SLOPE, SLOPE)) -> tuple[Point, ...]:
    """Return the tab standing outside an edge of a clockwise panel, corners in clockwise order from the edge's end.

    >>> [(round(x, 1), round(y, 1)) for x, y in tab(((0, 0), (10, 0)), 3)]
    [(0, 0), (3.0, -3.0), (7.0, -3.0), (10, 0)]
    """
    (x1, y1), (x2, y2) = edge
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    height = min(height, length / sum(slopes) * 0.9)
    first, last = (height * slope for slope in slopes)
    near = (x1 + ux * first + uy * height, y1 + uy * first - ux * height)
    far = (x2 - ux * last + uy * height, y2 - uy * last - ux * height)
    return (edge[0], near, far, edge[1])


# A stand-up marker: front and back over a fold, a base, and a tab that closes it to a little tent.

BASE_SHARE = 0.6  # Depth of the base for each mm of height: deep enough to stand in a draught.
SEAL_MM = 6.0


def standee(width: float, height: float) -> Net:
    """Return the net of a tent marker whose pictures are `width` x `height` mm."""
    depth = max(10.0, BASE_SHARE * height)
    back = _rectangle("back", 0.0, 0.0, width, height, angle=180)
    front = _rectangle("front", 0.0, height, width, height)
    base = _rectangle("base", 0.0, 2 * height, width, depth)
    seal = tab(base.edges[2], SEAL_MM)
    right = tuple((width, y) for y in (0.0, height, 2 * height, 2 * height + depth))
    left = tuple((0.0, y) for _, y in reversed(right))
    return Net(
        size=Size(width, 2 * height + depth + SEAL_MM),
        panels=(front, back, base),
        cut=(*right[:-1], *seal, *left[1:]),
        folds=(front.edges[0], base.edges[0], base.edges[2]),
        tabs=(seal,),
    )


# A tuck box: four sides in a row, the lid and the bottom on the back, flaps to glue and to tuck in.

GLUE_MM = 12.0  # Width of a glued strip: two fingers hold it while it dries.
TUCK_MM = 15.0
TUCK_RADIUS_MM = 8.0
FLAP_MM = 20.0
NOTCH_MM = 9.0  # Radius of the thumb notch in the front.
ARC_STEP = 4.0  # Degrees between points of an arc: on the notch 0.6 mm apart, within 6 µm of it.
UP, RIGHT, DOWN, LEFT = range(4)  # The edges of a panel, clockwise.


def tuckbox(width: float, height: float, depth: float) -> Net:
    """Return the net of a box whose inside is `width` x `height` x `depth` mm."""
    x, y = GLUE_MM, depth + TUCK_MM
    back, left = _rectangle("back", x, y, width, height), _rectangle("left", x + width, y, depth, height)
    front = _rectangle("front", x + width + depth, y, width, height)
    right = _rectangle("right", x + 2 * width + depth, y, depth, height)
    top = _rectangle("top", x, y - depth, width, depth, angle=180)
    bottom = _rectangle("bottom", x, y + height, width, depth, angle=180)
    flap = min(FLAP_MM, width / 2 - 2, depth + TUCK_MM)
    notch = min(NOTCH_MM, width / 4)
    glue = tab(back.edges[LEFT], GLUE_MM, slopes=(0.5, 0.5))
    (start, base), (end, _) = top.edges[UP]
    radius = min(TUCK_RADIUS_MM, (end - start) / 3, notch + TUCK_RADIUS_MM)
    inset = 0.75  # The tongue of the lid is a little narrower, so that it slides in.
    near, far, high = start + inset, end - inset, base - TUCK_MM
    first = _arc((near + radius, high + radius), radius, 180, 270)
    second = _arc((far - radius, high + radius), radius, 270, 360)
    lid = ((start, base), (near, base - 1), *first, *second, (far, base - 1), (end, base))
    seal = tab(bottom.edges[DOWN], GLUE_MM, slopes=(0.5, 0.5))
    flaps = [
        tab(panel.edges[side], flap, slopes=(0.15, 0.15)) for panel in (left, right) for side in (UP, DOWN)
    ]
    (start, edge), (end, _) = front.edges[UP]
    thumb = _arc(((start + end) / 2, edge), notch, 180, 0)
    rim = (*flaps[0], (start, edge), *thumb, (end, edge), *flaps[2])
    foot = (*flaps[3], front.points[2], *flaps[1], bottom.points[1])
    tabs = (glue, seal, flaps[1], flaps[3])
    loose = (Flap(lid, "lid: tuck in"), Flap(flaps[0], "fold in"), Flap(flaps[2], "fold in"))
    hinges: tuple[Segment, ...] = (
        back.edges[UP],
        back.edges[DOWN],
        *(p.edges[LEFT] for p in (left, front, right)),
    )
    return Net(
        size=Size(GLUE_MM + 2 * width + 2 * depth, height + 2 * depth + TUCK_MM + GLUE_MM),
        panels=(back, left, front, right, top, bottom),
        cut=(*glue, *lid, top.points[2], *rim, *foot, *seal),
        folds=(*hinges, *((tab[0], tab[-1]) for tab in tabs), *(flap.fold for flap in loose)),
        tabs=tabs,
        flaps=loose,
    )


def _arc(centre: Point, radius: float, start: float, end: float) -> tuple[Point, ...]:
    steps = math.ceil(abs(end - start) / ARC_STEP)
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles)


# The net of a die folded up in space.

Point3 = tuple[float, float, float]


def folded_die(net: Net) -> dict[str, tuple[Point3, ...]]:
    """Return where the corners of each panel of a die lie when it is closed; the first panel stays where it is."""
    panels = {panel.id: panel.points for panel in net.panels}
    turns: dict[str, tuple[Turn, ...]] = {net.panels[0].id: ()}
    waiting = [*turns]
    for name in waiting:
        for one, other, degrees in net.hinges:
            near, far = (one, other) if one == name else (other, one)
            if near != name or far in turns or far not in panels:
                continue
            sides = [{ends_of(side) for side in edges_of(panels[panel])} for panel in (near, far)]
            fold = next(fold for fold in net.folds if all(ends_of(fold) in ends for ends in sides))
            turns[far] = (turn_about(fold, panels[far], degrees), *turns[near])
            waiting.append(far)
    return {name: tuple(moved((x, y, 0.0), turns[name]) for x, y in panels[name]) for name in panels}


def ends_of(segment: Segment) -> frozenset[Point]:
    """Return the ends of a segment, to know it by whichever way it runs."""
    return frozenset((round(x, 3), round(y, 3)) for x, y in segment)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn about the line through `start` along `axis`, of length 1, by an angle."""

    start: Point3
    axis: Point3
    cosine: float
    sine: float


def turn_about(fold: Segment, part: Sequence[Point], degrees: float) -> Turn:
    """Return the turn that bends a part away from the printed side, about a fold in the plane."""
    (x1, y1), (x2, y2) = fold
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x, y = (sum(coordinates) / len(part) for coordinates in zip(*part, strict=True))
    side = math.copysign(1.0, ux * (y - y1) - uy * (x - x1))
    angle = math.radians(-degrees * side)
    return Turn((x1, y1, 0.0), (ux, uy, 0.0), math.cos(angle), math.sin(angle))


def moved(point: Point3, turns: Sequence[Turn]) -> Point3:
    """Return where a point comes to lie after turns, the innermost first (Rodrigues' formula)."""
    for turn in turns:
        (ux, uy, uz), (x, y, z) = turn.axis, (p - s for p, s in zip(point, turn.start, strict=True))
        along = (ux * x + uy * y + uz * z) * (1 - turn.cosine)
        across = (uy * z - uz * y, uz * x - ux * z, ux * y - uy * x)
        point = tuple(
            s + p * turn.cosine + c * turn.sine + u * along
            for s, p, c, u in zip(turn.start, (x, y, z), across, turn.axis, strict=True)
        )  # type: ignore[assignment]
    return point


# Marks for the folds of a net: ticks beside it where there is waste, so that few lines stay on the piece.

TICK_MM = 2.5
LEAST_TICK_MM, PLAIN_TICK_MM = 0.8, 1.5
"""A tick with less room is not seen; two that are shorter than the other do not stand for a fold alone."""

CLEAR_MM = 0.08  # How far the middle of a tick is from the cut, at least: on it, it is not seen.
BESIDE_MM = 0.15  # How far a line beside a tab or flap lies from the fold: on what is glued or tucked in.


def fold_marks(net: Net, *, bleed: float) -> dict[str, list[Segment]]:
    """Return how the folds of a net are marked where ticks show so far beyond its outline as bleed does.

    There are `ticks` in the waste, lines `beside` folds on tabs and flaps, and faint ones `across` faces: a fold between
    two faces has a tick at each end that lies in the waste, and a faint line unless both do and are plain to see.
    """
    standing = {
        ends_of((points[0], points[-1])): points
        for points in (*net.tabs, *(flap.points for flap in net.flaps))
    }
    marks: dict[str, list[Segment]] = {"ticks": [], "beside": [], "across": []}
    for fold in net.folds:
        points = standing.get(ends_of(fold))
        if points:
            (x1, y1), (x2, y2) = fold
            length = math.dist(*fold)
            aside = (y1 - y2) / length * BESIDE_MM, (x2 - x1) / length * BESIDE_MM
            x, y = (sum(coordinates) / len(points) for coordinates in zip(*points, strict=True))
            side = 1 if (x - x1) * aside[0] + (y - y1) * aside[1] > 0 else -1
            dx, dy = side * aside[0], side * aside[1]
            marks["beside"].append(((x1 + dx, y1 + dy), (x2 + dx, y2 + dy)))
            continue
        kept = [tick for tick in (_tick(end, net, bleed) for end in (fold, fold[::-1])) if tick]
        marks["ticks"] += kept
        if len(kept) < 2 or bleed < PLAIN_TICK_MM:
            marks["across"].append(fold)
    return marks


def _tick(fold: Sequence[Point], net: Net, bleed: float) -> Segment | None:
    (x, y), far = fold
    length, tick = math.dist((x, y), far), min(TICK_MM, bleed)
    dx, dy = (x - far[0]) / length, (y - far[1]) / length
    middle = x + dx * tick / 2, y + dy * tick / 2
    clear = min(distance_to_edge(middle, *edge) for edge in edges_of(net.cut)) > CLEAR_MM
    if tick < LEAST_TICK_MM or not clear or is_inside(middle, net.cut):
        return None
    return (x, y), (x + dx * tick, y + dy * tick)
