"""The kind `tiles`: triangles, hexagons, squares, polygons, with named kinds of edges, or any other outline."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pnp.load.component import (
    BLEED,
    DESIGN_KEYS,
    GAP,
    KEYS,
    ON_BOARD,
    OUTLINE_KEYS,
    SAFE,
    STOCK,
    Form,
    Reader,
    read_outline_line,
    read_rectangle,
)
from pnp.load.game_yaml import Context
from pnp.load.keys import CORNERS, LARGEST, SMALLEST, WORDS, FileKey, LengthKey, WordKey, read_polygon
from pnp.load.kinds.flat import SAFE_MM
from pnp.load.nodes import Findings, MapNode, Node, Problem
from pnp.load.pieces import Inspect
from pnp.model.game import Kind
from pnp.model.geometry import Outline, hexagon, signed_area, triangle
from pnp.text import suggest

MOST_CORNERS = 60

REGULAR: Mapping[str, Callable[[float], Outline]] = {
    "triangle": triangle,
    "hexagon": hexagon,
    "square": lambda side: Outline("polygon", ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))),
}
"""The shapes of which one length says all: the triangle points up, the hexagon has a flat top."""

SHAPE = WordKey("shape", "The shape of every tile.", (*REGULAR, "polygon"))
SIDE = LengthKey("side", "The length of one side or edge.", least=SMALLEST, most=LARGEST, example="44mm")
POINTS = FileKey("points", "The corners of a polygon, clockwise.", CORNERS)
EDGE_KINDS = FileKey("edge_kinds", "The words that edges of a piece may hold.", WORDS)


def _read_tiles(section: MapNode, context: Context) -> Form:
    findings = context.findings
    if "outline" in section:
        findings.refuse_both(section, "outline", ("shape", "side", "points"))
        outline = read_outline_line(section, context)
    else:
        shape = findings.require(section, "shape", "the component", example="triangle")
        outline = findings.attempt(_read_outline, shape, section, findings)
    gap = GAP.read(section, findings, 0.0) if "gap" in section else None
    size = outline.size if outline else None
    form = read_rectangle(section, findings, size, corner=0.0, safe=SAFE_MM)
    listed = findings.want_list(section.get("edge_kinds"), "edge_kinds")
    kinds = [findings.want_text(item, "a kind of edge") for item in listed.items] if listed else None
    count = len(outline.points) if outline and outline.kind != "curve" else None
    return replace(form, outline=outline, gap=gap, inspect=_edges_of(count, kinds))


TILES = Reader(
    Kind(
        name="tiles",
        one="tile",
        many="tiles",
        rank=2,
        **ON_BOARD,
        layout="tiles",
        drawn_from=True,
        plain="base/designs/tile.svg.j2",
    ),
    (SHAPE, SIDE, POINTS, STOCK, *OUTLINE_KEYS, GAP, EDGE_KINDS, BLEED, SAFE, *DESIGN_KEYS, *KEYS),
    _read_tiles,
    needs_one=("shape", "outline"),
)


# The outline of a tile: a named shape and the length of its side, or corners.


def _read_outline(node: Node, section: MapNode, findings: Findings) -> Outline | None:
    name = SHAPE.parsed(node)
    spare = "side" if name == "polygon" else "points"
    if spare in section:
        hint = f"delete {spare}" + ("" if name == "polygon" else ", or write shape: polygon")
        message = f"shape: {name} and {spare} do not go together"
        findings.error("PNP125", message, section.key_place(spare), hint=hint)
    if name == "polygon":
        example = "[[0mm, 0mm], [40mm, 0mm], [20mm, 30mm]]"
        points = findings.require(section, "points", "the polygon", example=example)
        return findings.attempt(_polygon, points, findings)
    side = SIDE.want(section, f"the {name}", findings)
    return REGULAR[name](side) if side is not None else None


def _polygon(node: Node, findings: Findings) -> Outline | None:
    points = read_polygon(node, findings, "tile", "PNP131", most=MOST_CORNERS)
    if points is None:
        return None
    if signed_area(points) < 0:
        hint = "reverse their order: edges are counted clockwise"
        raise Problem("PNP131", "the corners run anticlockwise", node.place, hint)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    outline = Outline("polygon", tuple((x - left, y - top) for x, y in points))
    width, height = outline.size.width, outline.size.height
    if min(width, height) < SMALLEST or max(width, height) > LARGEST:
        limits = f"the sides of its box are {SMALLEST:g} mm to {LARGEST:g} mm"
        message = f"a tile of {width:.4g} x {height:.4g} mm is not possible"
        raise Problem("PNP131", message, node.place, limits)
    return outline


def _edges_of(count: int | None, kinds: Sequence[str | None] | None) -> Inspect:

    def inspect(nodes: Mapping[str, Node | None], findings: Findings) -> None:
        node = nodes.get("edges")
        listed = findings.want_list(node, "edges")
        if listed is None or node is None:
            return
        if count is not None and len(listed.items) != count:
            message = f"this tile has {count} edges, got {len(listed.items)}"
            findings.error("PNP132", message, node.place, hint="name each edge once, clockwise")
        for item in listed.items:
            word = findings.want_text(item, "an edge")
            if word is not None and kinds is not None and word not in kinds:
                known = filter(None, kinds)
                hint = suggest(word, known, what="kinds of edge", also="or add it to edge_kinds")
                findings.error("PNP130", f'there is no kind of edge called "{word}"', item.place, hint=hint)

    return inspect
