"""The spaces of a board: every entry of `spaces`, as many as its `for` and its triangles make."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pnp.load.effect_text import EffectWriter
from pnp.load.header import Context
from pnp.load.keys import FOR, LENGTH, WORDS, FileKey, TextKey, map_of, mapping
from pnp.load.nodes import Findings, MapNode, Node, ScalarNode, text_node
from pnp.load.piece_fields import FieldContext, PieceFields, Variables, combinations, read_tables
from pnp.load.pieces import check_field_names
from pnp.load.sizes import mm_of
from pnp.load.space_shapes import SHAPES, Shape, Triangle, read_shape, read_triangles
from pnp.model.diagnostics import Place
from pnp.model.game import Space, Value
from pnp.model.geometry import Rect, Size, convex_parts, depth
from pnp.model.limits import USUAL_LIMITS
from pnp.text import suggest

STEP = tuple(FileKey(name, schema=LENGTH) for name in ("x", "y"))
RESERVED = (
    TextKey("id", "The name of the space."),
    FileKey("for", "Makes a space of each combination.", FOR),
    *SHAPES,
    FileKey("triangles", "A grid of triangles, drawn with letters."),
    FileKey("step", "How far the next value of each variable of for is away.", map_of(mapping(STEP))),
    FileKey("neighbours", "The spaces that lead on from it.", WORDS),
)
"""The keys of a space that mean something to pnp."""

TAKEN = ("x", "y", "left", "top", "width", "height", "path")
"""What a template is told of every space: no field can have these names."""

MAX_SPACES = USUAL_LIMITS.spaces
"""On one board: a square centimetre each on the largest."""


@dataclass(frozen=True, slots=True)
class SpaceEntry:
    """A space, where its id stands, and its neighbours with the places where they are named."""

    space: Space
    place: Place
    neighbours: tuple[tuple[str, Place], ...]


def read_spaces(section: MapNode, context: Context) -> tuple[SpaceEntry, ...]:
    """Return the spaces under `spaces` as far as they can be read; whether they go together is not looked at."""
    listed = context.findings.want_list(section.get("spaces"), "spaces")
    if listed is None:
        return ()
    reader = _SpaceReader(section, context)
    return tuple(written for entry in listed.items for written in reader.read(entry))


class _SpaceReader:
    """Reads the entries of one board; counts what it has made."""

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
        check_field_names(section, self._findings, reserved=RESERVED, what="a space")
        for key, _ in section.entries:
            if key.text in TAKEN:
                message = f"{key.text} is worked out from the shape of the space"
                hint = f"name it otherwise, such as own_{key.text}"
                self._findings.error("PNP112", message, key.place, hint=hint)
        named = self._findings.require(section, "id", "this space", example="name-of-the-space")
        chosen = tuple(combinations(section.get("for"), self._findings))
        steps = self._steps(section, chosen)
        for variables, step in zip(chosen, steps, strict=True):
            before = len(self._findings)
            for written in self._of(section, variables, step, named=named is not None):
                self._made += 1
                if self._made > MAX_SPACES:
                    message = f"more than {MAX_SPACES:,} spaces on one board"
                    hint = "draw some of them in the template"
                    self._findings.error("PNP117", message, section.place, hint=hint)
                    return
                yield written
            if len(self._findings) > before:
                return  # the others of this entry would repeat what was found

    def _of(
        self, entry: MapNode, variables: Variables, move: tuple[float, float], *, named: bool
    ) -> Iterator[SpaceEntry]:
        """Yield what one combination of variables makes: a space, or a grid of triangles."""
        fields = PieceFields(entry, variables, self._context)
        if "triangles" in entry:
            yield from self._grid(entry, fields, variables, move)
            return
        shape = self._shape(entry, fields)
        space_id = fields.identity(entry.get("id")) if named else None
        if shape is not None and space_id is not None:
            yield self._written(entry, fields, space_id, shape.moved(*move))

    def _grid(
        self, entry: MapNode, fields: PieceFields, variables: Variables, move: tuple[float, float]
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
            own = PieceFields(entry, variables | letters, self._context)
            space_id = own.identity(entry.get("id"))
            if space_id is None:
                return
            made.append((triangle, own, space_id))
        ids = {triangle.letter: space_id for triangle, _, space_id in made}
        for triangle, own, space_id in made:
            across = {side: ids.get(letter or "") for side, letter in triangle.across.items()}
            touching = [(each, triangle.place) for each in across.values() if each is not None]
            shape = triangle.shape.moved(*move)
            yield self._written(entry, own, space_id, shape, touching=touching, across=across)

    def _written(
        self,
        entry: MapNode,
        fields: PieceFields,
        space_id: str,
        shape: Shape,
        *,
        touching: Sequence[tuple[str, Place]] = (),
        across: Mapping[str, Value] | None = None,
    ) -> SpaceEntry:
        worked_out = {name: fields.get(name) for name in fields if name not in RESERVED}
        values: dict[str, Value] = {name: node.value for name, node in worked_out.items() if node}
        if across is not None:
            values["across"] = MappingProxyType(dict(across))
        frozen = MappingProxyType(values)
        named = dict((*touching, *self._neighbours(fields)))
        node = entry.get("id")
        place = node.place if node else entry.place
        space = Space(space_id, shape.points, shape.centre, shape.round, tuple(named), entry.place, frozen)
        return SpaceEntry(space, place, tuple(named.items()))

    def _shape(self, entry: MapNode, fields: PieceFields) -> Shape | None:
        written = [kind for kind in SHAPES if kind in entry]
        if len(written) > 1:
            self._two_shapes(written[0], written[1], entry)
            return None
        if not written:
            hint = "add circle: {x: 30mm, y: 40mm, diameter: 28mm}, or rectangle, points or triangles"
            self._findings.error("PNP140", "this space has no shape", entry.place, hint=hint)
            return None
        node = fields.get(written[0])
        return read_shape(written[0], node, self._findings) if node else None

    def _two_shapes(self, one: str, other: str, entry: MapNode) -> None:
        message = f"this space has two shapes: {one} and {other}"
        self._findings.error("PNP140", message, entry.key_place(other), hint="delete one of the two")

    def _neighbours(self, fields: PieceFields) -> list[tuple[str, Place]]:
        node = fields.get("neighbours")
        listed = self._findings.want_list(node, "neighbours") if node else None
        found = []
        for item in listed.items if listed else ():
            if isinstance(item, ScalarNode) and item.value is not None:
                found.append((item.text, item.place))
            else:
                wanted = "a neighbour must be the id of a space"
                self._findings.wrong_value(item, wanted, hint="write neighbours: [a, b]")
        return found

    def _steps(self, entry: MapNode, chosen: tuple[Variables, ...]) -> list[tuple[float, float]]:
        """Return by how much the shape of each combination is moved, right and down in mm."""
        names = tuple(chosen[0]) if chosen else ()
        moves = [(0.0, 0.0)] * len(chosen)
        for key, node in self._findings.entries(entry.get("step"), "step"):
            if key.text not in names and chosen:
                hint = suggest(key.text, names, what="variables")
                message = f'this space has no variable "{key.text}" to step by'
                self._findings.error("PNP147", message, key.place, hint=hint)
                continue
            dx, dy = self._step(key.text, node)
            ranks: dict[int, int] = {}  # of the variable's values, in the order in which they are written
            for number, (x, y) in enumerate(moves):
                value = id(chosen[number][key.text])
                rank = ranks.setdefault(value, len(ranks))
                moves[number] = (x + rank * dx, y + rank * dy)
        return moves

    def _step(self, name: str, node: Node) -> tuple[float, float]:
        section = self._findings.want_map(node, f"the step of {name}")
        if section is None:
            return (0.0, 0.0)
        self._findings.check_keys(section, STEP, "a step")
        x, y = (self._findings.attempt(mm_of, section.get(key), key, example="34mm") for key in STEP)
        return (x or 0.0, y or 0.0)


# Whether the spaces of a board go together: each on the board, none upon another, neighbours on both sides.

EXACT_MM = 0.01
"""Spaces that touch may share so much: finer than any printer's dot."""


def check_spaces(written: Sequence[SpaceEntry], size: Size | None, findings: Findings) -> None:
    """Report spaces beyond the board (PNP141), upon each other (PNP142), and twice (PNP145); and false neighbours."""
    _check_ids(written, findings)
    if size is not None:
        for each in written:
            _check_inside(each, size, findings)
    _check_overlaps(written, findings)
    _check_neighbours(written, findings)


def box(space: Space) -> Rect:
    """Return the box around a space, in mm."""
    xs, ys = zip(*space.points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _check_ids(written: Iterable[SpaceEntry], findings: Findings) -> None:
    first: dict[str, SpaceEntry] = {}
    for each in written:
        other = first.setdefault(each.space.id, each)
        if other is not each:
            line = other.place.line
            hint = f"the first is on line {line}; give this one another id"
            if line == each.place.line:
                hint = "put a variable into the id, such as {letter} or one of for"
            findings.error("PNP145", f'two spaces have the id "{each.space.id}"', each.place, hint=hint)


def _check_inside(each: SpaceEntry, size: Size, findings: Findings) -> None:
    there = box(each.space)
    over = {
        "left": -there.x,
        "top": -there.y,
        "right": there.right - size.width,
        "bottom": there.bottom - size.height,
    }
    edge, most = max(over.items(), key=lambda item: item[1])
    if most > EXACT_MM:
        message = f'space "{each.space.id}" reaches {most:.4g} mm beyond the {edge} edge of the board'
        hint = f"the board is {size.width:.4g} × {size.height:.4g} mm; move the space or make it smaller"
        findings.error("PNP141", message, each.place, hint=hint)


def _check_overlaps(written: Sequence[SpaceEntry], findings: Findings) -> None:
    """Compare each space with those whose boxes it meets, from left to right; each entry is reported once."""
    boxed = sorted(
        ((box(each.space), index) for index, each in enumerate(written)),
        key=lambda pair: (pair[0].x, pair[1]),
    )
    reported: set[tuple[object, object]] = set()
    for number, (one, index) in enumerate(boxed):
        for other, other_index in boxed[number + 1 :]:
            if other.x > one.right - EXACT_MM:
                break
            first, second = sorted((index, other_index))
            a, b = written[first], written[second]
            if not one.overlaps(other, slack=EXACT_MM) or (a.place, b.place) in reported:
                continue
            deep = _depth(a.space, b.space)
            if deep > EXACT_MM:
                reported.add((a.place, b.place))
                message = f'spaces "{a.space.id}" and "{b.space.id}" overlap by {deep:.2g} mm'
                hint = f"the other is on line {a.place.line}; move one of the two, or make it smaller"
                findings.error("PNP142", message, b.place, hint=hint)


def _depth(one: Space, other: Space) -> float:
    """Return how many mm two spaces reach into each other."""
    if one.round and other.round:
        apart = math.dist(one.centre, other.centre)
        return (box(one).width + box(other).width) / 2 - apart
    pairs = ((a, b) for a in convex_parts(one.points) for b in convex_parts(other.points))
    return max(depth(a, b) for a, b in pairs)


def _check_neighbours(written: Sequence[SpaceEntry], findings: Findings) -> None:
    """Report neighbours that are not there (PNP143) and those that do not say so themselves (PNP144)."""
    by_id = {each.space.id: each for each in written}
    for each in written:
        for name, place in each.neighbours:
            own = each.space.id
            if name == own:
                findings.error("PNP143", f'"{own}" is its own neighbour', place, hint="delete it")
            elif name not in by_id:
                hint = suggest(name, by_id, what="spaces")
                message = f'"{own}" has a neighbour "{name}", which is no space'
                findings.error("PNP143", message, place, hint=hint)
            elif own not in by_id[name].space.neighbours:
                message = f'"{name}" is a neighbour of "{own}", but "{own}" is none of "{name}"'
                hint = f"add {own} to the neighbours of {name} (line {by_id[name].place.line}), or delete {name} here"
                findings.error("PNP144", message, place, hint=hint)
