"""The kind `board`: one large piece with spaces, which the template draws and the rules read."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from pnp.load.component import RECTANGLE_KEYS, Form, Reader, read_rectangle
from pnp.load.effect_text import EffectWriter
from pnp.load.game_yaml import Context
from pnp.load.keys import (
    CORNERS,
    FOR,
    LENGTH,
    WORDS,
    FileKey,
    LengthKey,
    TextKey,
    list_of,
    map_of,
    mapping,
    mm_of,
    read_format,
    read_polygon,
)
from pnp.load.nodes import Findings, MapNode, Node, Problem, ScalarNode, text_node
from pnp.load.piece_fields import FieldContext, PieceFields, Variables, combinations, read_tables
from pnp.load.pieces import check_field_names
from pnp.model.diagnostics import Place
from pnp.model.game import Board, Kind, Space, Value
from pnp.model.geometry import Point, Size, circle, convex_parts, depth, middle, signed_area
from pnp.model.limits import USUAL_LIMITS
from pnp.model.svg_geometry import around_points
from pnp.text import suggest

# The spaces of a board: every entry of `spaces`, as many as its `for` and its triangles make, and their shapes.

POINT = tuple(FileKey(name, schema=LENGTH) for name in ("x", "y"))
CIRCLE = (*POINT, FileKey("diameter", schema=LENGTH))
RECTANGLE = (*POINT, FileKey("width", schema=LENGTH), FileKey("height", schema=LENGTH))
SHAPES = (
    FileKey("circle", schema=mapping(CIRCLE, required=CIRCLE)),
    FileKey("rectangle", schema=mapping(RECTANGLE, required=RECTANGLE)),
    FileKey("points", "Its corners, in order.", CORNERS),
)
SPACE_KEYS = (
    TextKey("id", "The name of the space."),
    FileKey("for", "Makes a space for each combination.", FOR),
    *SHAPES,
    FileKey("triangles", "A grid of triangles, drawn with letters."),
    FileKey("step", "The distance to the next value of each variable in for.", map_of(mapping(POINT))),
    FileKey("neighbours", "The adjacent spaces.", WORDS),
)
"""The keys of a space that mean something to pnp."""

# What templates know of a space, no field's name.
TAKEN = ("x", "y", "left", "top", "width", "height", "path")
MAX_SPACES = USUAL_LIMITS.spaces  # On one board: a square centimetre each on the largest.
EXACT_MM = 0.01  # Spaces that touch may share so much: finer than any printer's dot.


@dataclass(frozen=True, slots=True)
class SpaceEntry:
    """A space, where its id stands, and its neighbours with the places where they are named."""

    space: Space
    place: Place
    neighbours: tuple[tuple[str, Place], ...]


def _read_spaces(section: MapNode, context: Context) -> tuple[SpaceEntry, ...]:
    listed = context.findings.want_list(section.get("spaces"), "spaces")
    if listed is None:
        return ()
    reader = _SpaceReader(section, context)
    return tuple(space for entry in listed.items for space in reader.read(entry))


class _SpaceReader:
    def __init__(self, section: MapNode, context: Context) -> None:
        self._findings = context.findings
        tables = read_tables(section.get("tables"), Findings())  # build_component reports on them
        effects = EffectWriter(context.header.wording, context.findings)
        self._context = FieldContext(tables, effects, context.findings, what="space")
        self._made = 0

    def read(self, entry: Node) -> Iterator[SpaceEntry]:
        """Yield the spaces of one entry."""
        section = self._findings.want_map(entry, "a space")
        if section is None:
            return
        check_field_names(section, self._findings, reserved=SPACE_KEYS, what="a space")
        for key, _ in section.entries:
            if key.text in TAKEN:
                message = f"{key.text} follows from the shape of the space"
                hint = f"use another name, such as own_{key.text}"
                self._findings.error("PNP112", message, key.place, hint=hint)
        named = self._findings.require(section, "id", "this space", example="name-of-the-space")
        chosen = tuple(combinations(section.get("for"), self._findings))
        for variables, move in zip(chosen, self._moves(section, chosen), strict=True):
            before = len(self._findings)
            for space in self._spaces(section, variables, move, named=named is not None):
                self._made += 1
                if self._made > MAX_SPACES:
                    message = f"more than {MAX_SPACES:,} spaces on one board"
                    hint = "draw some of them in the template"
                    self._findings.error("PNP117", message, section.place, hint=hint)
                    return
                yield space
            if len(self._findings) > before:
                return  # the others of this entry would repeat what was found

    def _spaces(
        self, entry: MapNode, variables: Variables, move: Point, *, named: bool
    ) -> Iterator[SpaceEntry]:
        fields = PieceFields(entry, variables, self._context)
        if "triangles" in entry:
            yield from self._grid(entry, fields, variables, move)
            return
        shape = self._shape(entry, fields)
        space_id = fields.identity(entry.get("id")) if named else None
        if shape is not None and space_id is not None:
            yield self._entry(entry, fields, space_id, shape.moved(move))

    def _grid(
        self, entry: MapNode, fields: PieceFields, variables: Variables, move: Point
    ) -> Iterator[SpaceEntry]:
        node = fields.get("triangles")
        clash = next((kind for kind in SHAPES if kind in entry), None)
        if clash:
            self._two_shapes("triangles", clash, entry)
        made: list[tuple[Triangle, PieceFields, str]] = []
        for triangle in read_triangles(node, self._findings) if node else ():
            letters = {
                "letter": text_node(triangle.letter, triangle.place),
                "up": ScalarNode(triangle.up, str(triangle.up).lower(), triangle.place),
            }
            filled = PieceFields(entry, variables | letters, self._context)
            space_id = filled.identity(entry.get("id"))
            if space_id is None:
                return
            made.append((triangle, filled, space_id))
        ids = {triangle.letter: space_id for triangle, _, space_id in made}
        for triangle, filled, space_id in made:
            across = {side: ids.get(letter or "") for side, letter in triangle.across.items()}
            beyond = across, triangle.place
            yield self._entry(entry, filled, space_id, triangle.shape.moved(move), beyond)

    def _entry(
        self,
        entry: MapNode,
        fields: PieceFields,
        space_id: str,
        shape: "Shape",
        beyond: tuple[Mapping[str, str | None], Place] | None = None,
    ) -> SpaceEntry:
        """Return a space; of a triangle, `beyond` are the ids of the spaces beyond its sides, and where it stands."""
        nodes = {name: fields.get(name) for name in fields if name not in SPACE_KEYS}
        values: dict[str, Value] = {name: node.value for name, node in nodes.items() if node}
        named: dict[str, Place] = {}
        if beyond is not None:
            across, place = beyond
            values["across"] = MappingProxyType(dict(across))
            named = {other: place for other in across.values() if other is not None}
        node = fields.get("neighbours")
        for item in self._findings.items(node, "neighbours"):
            if isinstance(item, ScalarNode) and item.value is not None:
                named[item.text] = item.place
            else:
                wanted = "a neighbour must be the id of a space"
                self._findings.wrong_value(item, wanted, hint="write neighbours: [a, b]")
        where = (shape.points, shape.centre, shape.round)
        space = Space(space_id, *where, tuple(named), entry.place, MappingProxyType(values))
        return SpaceEntry(space, entry.value_place("id"), tuple(named.items()))

    def _shape(self, entry: MapNode, fields: PieceFields) -> "Shape | None":
        written = [kind for kind in SHAPES if kind in entry]
        if len(written) > 1:
            self._two_shapes(written[0], written[1], entry)
            return None
        if not written:
            hint = "add circle: {x: 30mm, y: 40mm, diameter: 28mm}, or rectangle, points or triangles"
            self._findings.error("PNP140", "this space has no shape", entry.place, hint=hint)
            return None
        node = fields.get(written[0])
        return _read_shape(written[0], node, self._findings) if node else None

    def _two_shapes(self, one: str, other: str, entry: MapNode) -> None:
        message = f"this space has two shapes: {one} and {other}"
        self._findings.error("PNP140", message, entry.key_place(other), hint="delete one of the two")

    def _moves(self, entry: MapNode, chosen: tuple[Variables, ...]) -> list[Point]:
        names = tuple(chosen[0]) if chosen else ()
        moves = [(0.0, 0.0)] * len(chosen)
        for key, node in self._findings.entries(entry.get("step"), "step"):
            if key.text not in names and chosen:
                message = f'this space has no variable "{key.text}" to step by'
                self._findings.unknown("PNP147", message, key, names, "variables")
                continue
            step = self._findings.want_map(node, f"the step of {key.text}")
            if step is None:
                continue
            self._findings.check_keys(step, POINT, "a step")
            dx, dy = (self._findings.attempt(mm_of, step.get(to), to, example="34mm") or 0.0 for to in POINT)
            ranks: dict[int, int] = {}  # of the variable's values, in the order in which they are written
            for number, (x, y) in enumerate(moves):
                rank = ranks.setdefault(id(chosen[number][key.text]), len(ranks))
                moves[number] = (x + rank * dx, y + rank * dy)
        return moves


# Whether the spaces of a board go together: each on the board, none upon another, neighbours on both sides.


def _check_inside(entry: SpaceEntry, size: Size, findings: Findings) -> None:
    box = around_points(entry.space.points)
    beside = {"left": -box.x, "top": -box.y}
    over = beside | {"right": box.right - size.width, "bottom": box.bottom - size.height}
    edge, most = max(over.items(), key=lambda item: item[1])
    if most > EXACT_MM:
        message = f'space "{entry.space.id}" reaches {most:.4g} mm beyond the {edge} edge of the board'
        hint = f"the board is {size.width:.4g} × {size.height:.4g} mm; move the space or make it smaller"
        findings.error("PNP141", message, entry.place, hint=hint)


def _check_overlaps(entries: Sequence[SpaceEntry], findings: Findings) -> None:
    boxes = [around_points(entry.space.points) for entry in entries]
    order = sorted(range(len(entries)), key=lambda index: (boxes[index].x, index))
    reported: set[tuple[Place, Place]] = set()
    for number, index in enumerate(order):
        for other in order[number + 1 :]:
            if boxes[other].x > boxes[index].right - EXACT_MM:
                break
            a, b = entries[min(index, other)], entries[max(index, other)]
            is_apart = not boxes[index].overlaps(boxes[other], slack=EXACT_MM)
            if is_apart or (a.place, b.place) in reported:
                continue
            deep = _depth(a.space, b.space)
            if deep > EXACT_MM:
                reported.add((a.place, b.place))
                message = f'spaces "{a.space.id}" and "{b.space.id}" overlap by {deep:.2g} mm'
                hint = f"the other is on line {a.place.line}; move one of the two, or make it smaller"
                findings.error("PNP142", message, b.place, hint=hint)


def _depth(one: Space, other: Space) -> float:
    if one.round and other.round:
        apart = math.dist(one.centre, other.centre)
        return (around_points(one.points).width + around_points(other.points).width) / 2 - apart
    pairs = ((a, b) for a in convex_parts(one.points) for b in convex_parts(other.points))
    return max(depth(a, b) for a, b in pairs)


def _check_neighbours(entries: Sequence[SpaceEntry], findings: Findings) -> None:
    by_id = {entry.space.id: entry for entry in entries}
    for entry in entries:
        space_id = entry.space.id
        for name, place in entry.neighbours:
            if name == space_id:
                findings.error("PNP143", f'"{name}" is its own neighbour', place, hint="delete it")
            elif name not in by_id:
                hint = suggest(name, by_id, what="spaces")
                message = f'"{space_id}" has a neighbour "{name}", which is not a space'
                findings.error("PNP143", message, place, hint=hint)
            elif space_id not in by_id[name].space.neighbours:
                message = f'"{name}" is a neighbour of "{space_id}", but "{space_id}" is not a neighbour of "{name}"'
                line = by_id[name].place.line
                hint = f"add {space_id} to the neighbours of {name} (line {line}), or delete {name} here"
                findings.error("PNP144", message, place, hint=hint)


# The shape of a space: a circle, a rectangle, corners, or one triangle of a grid.

MOST_CORNERS = 200


@dataclass(frozen=True, slots=True)
class Shape:
    """Where a space is: its corners clockwise, in mm from the board's top-left corner, and its middle."""

    points: tuple[Point, ...]
    centre: Point
    round: bool = False

    def moved(self, by: Point) -> "Shape":
        """Return the shape so many mm further right and down."""
        (dx, dy), (x, y) = by, self.centre
        return Shape(tuple((px + dx, py + dy) for px, py in self.points), (x + dx, y + dy), self.round)


def _read_shape(kind: str, node: Node, findings: Findings) -> Shape | None:
    if kind == "points":
        return findings.attempt(_polygon, node, findings)
    keys = CIRCLE if kind == "circle" else RECTANGLE
    section, sides = findings.want_map(node, kind), keys[len(POINT) :]
    lengths = _lengths(section, keys, f"a {kind}", findings) if section else None
    if section is None or lengths is None:
        return None
    small = [key for key in sides if lengths[key] < 1]
    for key in small:
        message = f"{key} must be 1 mm or more, got {lengths[key]:g} mm"
        findings.error("PNP110", message, section.value_place(key), hint="write 30mm")
    if small:
        return None
    x, y = lengths["x"], lengths["y"]
    if kind == "circle":
        radius = lengths["diameter"] / 2
        around = circle(lengths["diameter"]).points
        return Shape(tuple((x - radius + px, y - radius + py) for px, py in around), (x, y), round=True)
    width, height = lengths["width"], lengths["height"]
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(corners, (x + width / 2, y + height / 2))


def _polygon(node: Node, findings: Findings) -> Shape | None:
    points = read_polygon(node, findings, "space", "PNP140", most=MOST_CORNERS)
    if points is None:
        return None
    clockwise = points if signed_area(points) > 0 else points[::-1]
    return Shape(clockwise, middle(clockwise))


def _lengths(
    section: MapNode, keys: tuple[str, ...], what: str, findings: Findings, *, example: str = "30mm"
) -> dict[str, float] | None:
    findings.check_keys(section, (*keys, *TRIANGLE_KEYS) if what == "triangles" else keys, what)
    nodes = {key: findings.require(section, key, what, example=example) for key in keys}
    lengths = {key: findings.attempt(mm_of, node, key) for key, node in nodes.items()}
    good = {str(key): length for key, length in lengths.items() if length is not None}
    return good if len(good) == len(keys) else None


# Triangle grids drawn with letters: each letter is a triangle, and which ones touch is worked out.
#
# rows:
#   - " abcde"        a, c, e point up; b, d point down
#   - "fghijkl"       g lies below a: they touch along a's base
#   - "mnopqrs"
#   - " tuvwx"

HOLES = " ."
MOST_TRIANGLES = 1000
EXAMPLE_ROWS = '[" ab ", "cdef"]'
FIRST = "first"
TRIANGLE_KEYS = (FIRST, "rows")


@dataclass(frozen=True, slots=True)
class Triangle:
    """One triangle of a grid. `across` names the letters beyond its base, left and right, None at the rim.

    Its shape begins at the corner that the base lies opposite to.
    """

    letter: str
    up: bool
    shape: Shape
    across: Mapping[str, str | None]
    place: Place


def read_triangles(node: Node, findings: Findings) -> tuple[Triangle, ...]:
    """Return the triangles of a grid, row by row; none, with PNP104, PNP105, PNP110 or PNP146, for a broken one."""
    section = findings.want_map(node, "triangles")
    if section is None:
        return ()
    lengths = _lengths(section, ("x", "y", "side"), "triangles", findings, example="45mm")
    first = section.get(FIRST)
    word = first.text if isinstance(first, ScalarNode) else ""
    if first is not None and word not in ("up", "down"):
        hint = "write first: up, if the first letter points up"
        findings.wrong_value(first, "first must be up or down", hint=hint, code="PNP114")
    cells = _cells(section, findings)
    if lengths is None or not cells:
        return ()
    side = lengths["side"]
    if side < 1:
        message = f"side must be 1 mm or more, got {side:g} mm"
        findings.error("PNP110", message, section.key_place("side"), hint="write 45mm")
        return ()
    origin = (lengths["x"], lengths["y"])
    return tuple(_triangle(cells, cell, origin, side, first_up=word != "down") for cell in cells)


Cell = tuple[int, int]  # Row and column of a letter in the picture.
Cells = Mapping[Cell, tuple[str, Place]]


def _triangle(cells: Cells, cell: Cell, origin: Point, side: float, *, first_up: bool) -> Triangle:
    (first_row, first_column), (row, column) = next(iter(cells)), cell
    up = ((row + column) % 2 == (first_row + first_column) % 2) == first_up
    letter, place = cells[cell]
    base = (row + 1 if up else row - 1, column)
    beyond = {"base": base, "left": (row, column - 1), "right": (row, column + 1)}
    across = {edge: cells[at][0] if at in cells else None for edge, at in beyond.items()}
    height = side * math.sqrt(3) / 2
    left, top = origin[0] + column * side / 2, origin[1] + row * height
    if up:
        points = ((left + side / 2, top), (left + side, top + height), (left, top + height))
        centre = (left + side / 2, top + height * 2 / 3)
    else:
        points = ((left + side / 2, top + height), (left, top), (left + side, top))
        centre = (left + side / 2, top + height / 3)
    return Triangle(letter, up, Shape(points, centre), across, place)


def _cells(section: MapNode, findings: Findings) -> Cells:
    node = findings.require(section, "rows", "triangles", example=EXAMPLE_ROWS)
    listed = findings.want_list(node, "rows") if node else None
    if listed is None:
        return {}
    cells: dict[Cell, tuple[str, Place]] = {}
    for row, item in enumerate(listed.items):
        text = findings.want_text(item, "a row")
        if text is None:
            return {}
        letters = ((column, letter) for column, letter in enumerate(text) if letter not in HOLES)
        cells |= {(row, column): (letter, item.place) for column, letter in letters}
    if not 0 < len(cells) <= MOST_TRIANGLES:
        limit = f"; the limit is {MOST_TRIANGLES:,}" if cells else ""
        message = f"rows has {len(cells) or 'no'} letters{limit}"
        hint = f"write rows: {EXAMPLE_ROWS}, a letter for each triangle"
        findings.error("PNP146", message, listed.place, hint=hint)
        return {}
    margin = min(column for _, column in cells)
    return {(row, column - margin): cell for (row, column), cell in cells.items()}


LARGEST = Size(594, 841)  # A1: the largest that shops for plans make in one piece without asking.
SAFE_MM = 5.0
OVERLAP_MM = 10.0  # As wide as a glue stick's stripe.
OVERLAP = LengthKey("overlap", "The overlap of two pages of a board, for glue.", most=30.0)
SPACES = FileKey("spaces", "The spaces of the board.", list_of(mapping(SPACE_KEYS, more=True)))


def _read_board(section: MapNode, context: Context) -> Form:
    findings = context.findings
    node = findings.require(section, "size", "the component", example="a3 landscape")
    size = findings.attempt(_size, node)
    overlap = OVERLAP.read(section, findings, OVERLAP_MM)
    written = _read_spaces(section, context)
    first: dict[str, SpaceEntry] = {}
    for entry in written:
        other = first.setdefault(entry.space.id, entry)
        if other is not entry:
            line = other.place.line
            hint = f"the first is on line {line}; give this one another id"
            if line == entry.place.line:
                hint = "put a variable into the id, such as {letter} or one of for"
            findings.error("PNP145", f'two spaces have the id "{entry.space.id}"', entry.place, hint=hint)
    if size is not None:
        for entry in written:
            _check_inside(entry, size, findings)
    _check_overlaps(written, findings)
    _check_neighbours(written, findings)
    form = read_rectangle(section, findings, size, corner=0.0, safe=SAFE_MM)
    spaces = tuple(read.space for read in written)
    return replace(form, board=Board(size, spaces, overlap) if size else None)


BOARD = Reader(
    Kind(
        name="board",
        one="board",
        many="boards",
        rank=7,
        stock="board",
        grey_board=2.0,
        tiled=True,
        full_size=True,
        by_piece=False,
    ),
    (OVERLAP, SPACES, *RECTANGLE_KEYS),
    _read_board,
    needs=("size",),
)


def _size(node: Node) -> Size:
    size = read_format(node)
    short, long = sorted((size.width, size.height))
    if short > LARGEST.width or long > LARGEST.height:
        message = f"a board of {size.width:.4g} × {size.height:.4g} mm is larger than A1"
        hint = "A1 is 594 × 841 mm; make it of several boards"
        raise Problem("PNP110", message, node.place, hint)
    return size
