"""Dice of paper: which way the sides of each face, in the order of their numbers, and how its net is laid out.

Opposite sides add up to one more than the die has sides, and so do neighbours on the whole: high and low numbers are
spread evenly around every corner.
"""

import cmath
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, pairwise
from types import MappingProxyType

from pnp.model.geometry import Point, Segment, Size, edges_of
from pnp.model.nets import Hinge, Net, Panel, tab

Direction = tuple[float, float, float]
"""A point in space, or where a plane faces."""

SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Solid:
    """Corners in space, the numbers of the corners of each side clockwise as seen from outside, and where sides face."""

    corners: tuple[Direction, ...]
    sides: tuple[tuple[int, ...], ...]
    normals: tuple[Direction, ...]

    @property
    def longest_edge(self) -> float:
        """The length of its longest edge."""
        rings = ([*side, side[0]] for side in self.sides)
        return max(
            math.dist(self.corners[one], self.corners[other])
            for ring in rings
            for one, other in pairwise(ring)
        )

    def bend(self, one: int, other: int) -> float:
        """Return by how many degrees one side is bent away from the plane of the other."""
        return math.degrees(math.acos(max(-1.0, min(1.0, dot(self.normals[one], self.normals[other])))))


def solid_of(facing: Sequence[Direction]) -> Solid:
    """Return the solid whose sides face in these directions and touch the ball of radius 1.

    >>> cube = solid_of([(0, 0, 1), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1)])
    >>> len(cube.corners), {len(side) for side in cube.sides}, round(cube.longest_edge, 6)
    (8, {4}, 2.0)
    """
    normals = tuple(unit(each) for each in facing)
    corners: list[Direction] = []
    for planes in combinations(normals, 3):
        point = _where_planes_meet(*planes)
        if point is None or any(dot(point, normal) > 1 + SAME for normal in normals):
            continue
        if all(math.dist(point, known) > SAME for known in corners):
            corners.append(point)
    sides = tuple(_around(normal, corners) for normal in normals)
    return Solid(tuple(corners), sides, normals)


def _around(normal: Direction, corners: Sequence[Direction]) -> tuple[int, ...]:
    """Return which corners lie on the plane of a side, clockwise as seen from outside."""
    along = unit(
        cross(normal, min(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), key=lambda axis: abs(dot(axis, normal))))
    )
    across = cross(normal, along)
    on_plane = [number for number, corner in enumerate(corners) if dot(corner, normal) > 1 - SAME]
    return tuple(sorted(on_plane, key=lambda n: -math.atan2(dot(corners[n], across), dot(corners[n], along))))


def _where_planes_meet(a: Direction, b: Direction, c: Direction) -> Direction | None:
    """Return the point of three planes at a distance of 1 from the middle; None where they have a line in common."""
    volume = dot(a, cross(b, c))
    if abs(volume) < SAME:
        return None
    x, y, z = (sum(each) / volume for each in zip(cross(b, c), cross(c, a), cross(a, b), strict=True))
    return x, y, z


def dot(one: Direction, other: Direction) -> float:
    """Return the scalar product of two directions."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def unit(direction: Direction) -> Direction:
    """Return a direction with length 1."""
    x, y, z = direction
    length = math.hypot(x, y, z)
    return x / length, y / length, z / length


def minus(one: Direction, other: Direction) -> Direction:
    """Return the way from the other point to the one."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def cross(one: Direction, other: Direction) -> Direction:
    """Return a direction at right angles to both, as long as the area between them."""
    (x1, y1, z1), (x2, y2, z2) = one, other
    return y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2


WIDEST_TAB, TAB_CLEAR = 45.0, 8.0
"""Degrees at the ends of a tab, at most, and free between it and what lies beside it in the net: scissors turn there."""

TAB_SHARE = 0.75
"""How much of the corner that it is glued behind a tab may take up."""

DIGITS = 9  # of a coordinate in mm: corners that meet are equal

Edge = tuple[int, int]
"""A side of the solid, and which of its corners the edge begins at; it runs clockwise."""


@dataclass(frozen=True)
class Unfolding:
    """How a solid is laid flat; its sides are counted from 0.

    `hinges` are its folds, each from a side that lies already to the next; the second side lies `towards` so many degrees
    from the first, clockwise from the right. Of two edges that are glued together, the one on the side that was laid later
    has the tab. A solid that is `read_at_corners` has each of them named after the one side that does not touch it.
    """

    solid: Solid
    hinges: tuple[tuple[int, int], ...]
    towards: float
    read_at_corners: bool = False

    def net(self, longest: float, tab_height: float) -> Net:
        """Return the net of the solid whose longest edge has so many mm."""
        flat = self._flat(longest / self.solid.longest_edge)
        shapes = {edge: self._tab(flat, edge, tab_height) for edge in self._tabbed}
        every = [point for points in (*flat.values(), *shapes.values()) for point in points]
        left, top = min(x for x, _ in every), min(y for _, y in every)

        def placed(points: Sequence[Point]) -> tuple[Point, ...]:
            return tuple((round(x - left, DIGITS) + 0.0, round(y - top, DIGITS) + 0.0) for x, y in points)

        spots = {side: placed(points) for side, points in flat.items()}
        tabs = {edge: placed(points) for edge, points in shapes.items()}
        lines = {edge: _segment(spots, edge) for edge in self._outline} | tabs
        first = min(range(len(self._outline)), key=lambda number: lines[self._outline[number]][0])
        around = (*self._outline[first:], *self._outline[:first])
        cut = tuple(point for edge in around for point in lines[edge][:-1])
        inner = sorted((_segment(spots, self._shared(*each)) for each in self.hinges), key=_reading_order)
        return Net(
            size=Size(max(x for x, _ in cut), max(y for _, y in cut)),
            panels=tuple(self._panel(side, spots[side]) for side in sorted(spots)),
            cut=cut,
            folds=(*inner, *(_segment(spots, edge) for edge in tabs)),
            tabs=tuple(tabs.values()),
            joins=tuple((_segment(spots, edge), _segment(spots, self._twin(edge))) for edge in tabs),
            hinges=tuple(self._bends()),
        )

    # What meets what.

    @cached_property
    def _edges(self) -> Mapping[tuple[int, int], Edge]:
        """The edge that runs from one corner of the solid to another."""
        return {ends: (side, number) for side in self._laid for number, ends in enumerate(self._ends(side))}

    @cached_property
    def _laid(self) -> tuple[int, ...]:
        """The sides in the order in which they are laid."""
        return (self.hinges[0][0], *(other for _, other in self.hinges))

    @cached_property
    def _outline(self) -> tuple[Edge, ...]:
        """The edges around the net, clockwise."""
        first = next(edge for edge in self._edges.values() if not self._is_hinge(edge))
        found = [first]
        while (edge := self._next(found[-1])[0]) != first:
            found.append(edge)
        return tuple(found)

    @cached_property
    def _tabbed(self) -> tuple[Edge, ...]:
        """The edges with a tab: side by side, clockwise from the fold on which the side hangs."""
        order = {side: number for number, side in enumerate(self._laid)}
        hung = {other: self._twin(self._shared(one, other))[1] for one, other in self.hinges}
        edges = [each for each in self._outline if order[each[0]] > order[self._twin(each)[0]]]
        count = len(self.solid.sides[0])
        return tuple(sorted(edges, key=lambda each: (each[0], (each[1] - hung[each[0]]) % count)))

    def _ends(self, side: int) -> tuple[tuple[int, int], ...]:
        corners = self.solid.sides[side]
        return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))

    def _twin(self, edge: Edge) -> Edge:
        """Return the edge that meets this one on the solid."""
        return self._edges[self._ends(edge[0])[edge[1]][::-1]]

    def _shared(self, one: int, other: int) -> Edge:
        """Return the edge of a side that meets another side."""
        return next(edge for edge in self._edges.values() if edge[0] == one and self._twin(edge)[0] == other)

    def _is_hinge(self, edge: Edge) -> bool:
        one, other = edge[0], self._twin(edge)[0]
        return (one, other) in self.hinges or (other, one) in self.hinges

    def _next(self, edge: Edge) -> tuple[Edge, float]:
        """Return the edge that follows in the outline, and the degrees of the corner between the two that are free."""
        side, number = edge
        free = 360.0
        while True:
            number = (number + 1) % len(self.solid.sides[side])
            free -= self._angle((side, number))
            if not self._is_hinge((side, number)):
                return (side, number), free
            side, number = self._twin((side, number))

    def _angle(self, edge: Edge) -> float:
        """Return the degrees of the corner at which an edge begins."""
        corners = self.solid.sides[edge[0]]
        before, at, after = (self.solid.corners[corners[(edge[1] + n) % len(corners)]] for n in (-1, 0, 1))
        far, one, other = math.dist(before, after), math.dist(before, at), math.dist(at, after)
        return math.degrees(math.acos((one**2 + other**2 - far**2) / (2 * one * other)))

    def _bends(self) -> Iterator[Hinge]:
        for one, other in self.hinges:
            yield Hinge(_name(one), _name(other), self.solid.bend(one, other))
        for number, edge in enumerate(self._tabbed, 1):
            yield Hinge(_name(edge[0]), f"tab {number}", self.solid.bend(edge[0], self._twin(edge)[0]))

    # Where it lies.

    def _flat(self, scale: float) -> dict[int, tuple[Point, ...]]:
        """Return the corners of every side where it lies."""
        flat = {self._laid[0]: _drawn(self.solid, self._laid[0], scale)}
        for one, other in self.hinges:
            edge = self._shared(one, other)
            start, end = (complex(*point) for point in _segment(flat, edge))
            drawn = {other: _drawn(self.solid, other, scale)}
            low, high = (complex(*point) for point in _segment(drawn, self._twin(edge)))
            flat[other] = _turned(drawn[other], low, end, (start - end) / (high - low))
        middles = [complex(*_mean(flat[side])) for side in self._laid[:2]]
        turn = cmath.rect(1, math.radians(self.towards)) / (middles[1] - middles[0])
        return {side: _turned(points, 0j, 0j, turn / abs(turn)) for side, points in flat.items()}

    def _tab(self, flat: Mapping[int, tuple[Point, ...]], edge: Edge, height: float) -> tuple[Point, ...]:
        """Return the tab on an edge: clear of what lies beside it in the net, and of the far edges it is glued behind."""
        number = self._outline.index(edge)
        before, after = self._outline[number - 1], self._next(edge)[0]
        twin = self._twin(edge)
        far = (twin[0], (twin[1] + 1) % len(self.solid.sides[twin[0]]))
        angles = []
        for beside, free, corner in (
            (before, self._next(before)[1], far),
            (after, self._next(edge)[1], twin),
        ):
            room = free / 2 - TAB_CLEAR / 2 if beside in self._tabbed else free - TAB_CLEAR
            angles.append(min(WIDEST_TAB, room, TAB_SHARE * self._angle(corner)))
        first, last = (round(1 / math.tan(math.radians(angle)), DIGITS) for angle in angles)
        return tab(_segment(flat, edge), height, slopes=(first, last))

    def _panel(self, side: int, points: tuple[Point, ...]) -> Panel:
        first = points.index(min(points))
        names = self._corner_names(side) if self.read_at_corners else ()
        angle = _upright(points)
        xs, ys = zip(*_turned(points, 0j, 0j, cmath.rect(1, math.radians(-angle))), strict=True)
        return Panel(
            id=_name(side),
            points=(*points[first:], *points[:first]),
            angle=angle,
            width=round(max(xs) - min(xs), DIGITS),
            height=round(max(ys) - min(ys), DIGITS),
            corners=(*names[first:], *names[:first]),
        )

    def _corner_names(self, side: int) -> tuple[str, ...]:
        return tuple(
            _name(next(other for other, corners in enumerate(self.solid.sides) if corner not in corners))
            for corner in self.solid.sides[side]
        )


def _name(side: int) -> str:
    return str(side + 1)


def _segment(flat: Mapping[int, tuple[Point, ...]], edge: Edge) -> Segment:
    return edges_of(flat[edge[0]])[edge[1]]


def _reading_order(fold: Segment) -> tuple[float, ...]:
    (x, y), low = min(fold, key=lambda point: point[::-1]), max(y for _, y in fold)
    return y, x, low


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _turned(points: Sequence[Point], pivot: complex, to: complex, turn: complex) -> tuple[Point, ...]:
    """Return points turned about a pivot, which comes to lie somewhere else."""
    found = (to + (complex(x, y) - pivot) * turn for x, y in points)
    return tuple((each.real, each.imag) for each in found)


def _drawn(solid: Solid, side: int, scale: float) -> tuple[Point, ...]:
    """Return a side of a solid as it is seen from outside, y down."""
    corners = [solid.corners[number] for number in solid.sides[side]]
    x_axis = unit(minus(corners[1], corners[0]))
    y_axis = cross(x_axis, solid.normals[side])
    arms = [minus(corner, corners[0]) for corner in corners]
    return tuple((scale * dot(arm, x_axis), scale * dot(arm, y_axis)) for arm in arms)


def _upright(points: Sequence[Point]) -> float:
    """Return by how many degrees a side is turned: its sharpest corner is on top, or an edge of one with four alike."""
    x, y = _mean(points)
    sides = [math.dist(*edge) for edge in edges_of(points)]
    tops = list(points)
    if len(points) == 4 and math.isclose(min(sides), max(sides)):
        tops = [_mean(edge) for edge in edges_of(points)]
    far = max(math.dist(top, (x, y)) for top in tops)
    angles = [
        math.degrees(math.atan2(top[0] - x, y - top[1]))
        for top in tops
        if math.dist(top, (x, y)) > far * (1 - 1e-6)
    ]
    return min((round(angle, 6) + 0.0 for angle in angles), key=lambda angle: (abs(angle), -angle))


G = (1 + math.sqrt(5)) / 2
"""The golden ratio, of which dodecahedra and icosahedra are made."""

TAB_MM = 5.0


@dataclass(frozen=True, slots=True)
class Die:
    """A die: where its sides face, 1 first, as far as they are not opposite one of those; and its net.

    `hinges` are the folds by the numbers of sides: "2-6" lays side 6 beside side 2, and the first one `towards` so many
    degrees, clockwise from the right. `edge` is the usual length in mm of its longest edge; a tab is at most `tab` of an
    edge high.
    """

    facing: tuple[Direction, ...]
    hinges: str
    towards: float
    edge: float
    tab: float
    read_at_corners: bool = False

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return len(self.facing)


def _with_opposites(*half: Direction) -> tuple[Direction, ...]:
    return (*half, *((-x, -y, -z) for x, y, z in reversed(half)))


def _ten_sides() -> tuple[Direction, ...]:
    """Return where the sides of a ten-sided die face: five up at 45 degrees, with the odd numbers, and five down."""
    around = {number: math.radians(72 * place) for place, number in enumerate((1, 5, 9, 3, 7))}
    up = {number: (math.cos(angle), 1.0, math.sin(angle)) for number, angle in around.items()}
    down = {11 - number: (-x, -y, -z) for number, (x, y, z) in up.items()}
    return tuple(side for _, side in sorted((up | down).items()))


DICE: Mapping[str, Die] = MappingProxyType(
    {
        "d4": Die(
            ((-1, -1, 1), (-1, 1, -1), (1, -1, -1), (1, 1, 1)),
            hinges="2-4 4-1 1-3",
            towards=-30,
            edge=25,
            tab=1 / 4,
            read_at_corners=True,
        ),
        "d6": Die(
            _with_opposites((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
            hinges="1-2 2-6 6-5 2-3 2-4",
            towards=0,
            edge=18,
            tab=1 / 3,
        ),
        "d8": Die(
            _with_opposites((1, -1, -1), (-1, 1, -1), (1, 1, 1), (-1, -1, 1)),
            hinges="5-2 2-6 6-4 4-7 7-3 6-1 4-8",
            towards=27,
            edge=24,
            tab=1 / 4,
        ),
        "d10": Die(
            _ten_sides(),
            hinges="9-5 5-1 9-3 3-7 9-4 4-10 10-6 4-8 8-2",
            towards=69,
            edge=24,
            tab=1 / 5,
        ),
        "d12": Die(
            _with_opposites((0, -1, G), (-G, 0, -1), (1, G, 0), (G, 0, -1), (0, -1, -G), (-1, G, 0)),
            hinges="12-2 12-3 12-4 12-5 12-6 2-9 9-1 1-7 1-8 1-10 1-11",
            towards=18,
            edge=14,
            tab=1 / 4,
        ),
        "d20": Die(
            _with_opposites(
                (1, 1, 1),
                (-G, 0, 1 / G),
                (0, 1 / G, -G),
                (-1, -1, 1),
                (0, -1 / G, -G),
                (1 / G, -G, 0),
                (G, 0, 1 / G),
                (1 / G, G, 0),
                (1, -1, -1),
                (-1, 1, -1),
            ),
            hinges="16-18 18-11 11-6 6-9 9-5 5-3 3-10 10-15 15-12 16-1 11-7 9-19 3-17 15-8 18-4 6-13 5-20 10-14 12-2",
            towards=30,
            edge=20,
            tab=1 / 4,
        ),
    }
)
"""Every die by its name."""


@cache
def _unfolding(name: str) -> Unfolding:
    die = DICE[name]
    pairs = (each.split("-") for each in die.hinges.split())
    hinges = tuple((int(one) - 1, int(other) - 1) for one, other in pairs)
    return Unfolding(solid_of(die.facing), hinges, die.towards, read_at_corners=die.read_at_corners)


def die_net(name: str, edge: float | None = None, *, tab_height: float = TAB_MM) -> Net:
    """Return the net of a die by its name, with edges of the usual length or of so many mm."""
    edge = edge or DICE[name].edge
    return _unfolding(name).net(edge, min(tab_height, edge * DICE[name].tab))
