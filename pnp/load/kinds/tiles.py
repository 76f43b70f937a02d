"""The kind `tiles`: triangles, hexagons, squares or any polygon, whose edges may be of named kinds."""

from collections.abc import Mapping

from pnp.load.context import Context
from pnp.load.fields import want_list, want_text
from pnp.load.findings import Findings
from pnp.load.kinds import contents
from pnp.load.kinds.contents import read_contents
from pnp.load.kinds.sizes import MOST_BLEED_MM, read_length
from pnp.load.kinds.tileshapes import read_outline
from pnp.load.near import suggest
from pnp.load.pieces.pieces import Inspect
from pnp.load.yaml.nodes import MapNode, Node
from pnp.model.game import Component

KEYS = ("shape", "side", "points", "gap", "edge_kinds", "bleed", "safe", *contents.KEYS)

BLEED_MM = SAFE_MM = 3.0
"""As for cards."""


def read_tiles(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    findings = context.findings
    outline = read_outline(section, findings)
    half = min(outline.size.width, outline.size.height) / 2 if outline else MOST_BLEED_MM
    gap = read_length(section, "gap", findings, default=0.0, most=MOST_BLEED_MM) if "gap" in section else None
    bleed = read_length(section, "bleed", findings, default=BLEED_MM, most=MOST_BLEED_MM)
    safe = read_length(section, "safe", findings, default=min(SAFE_MM, half), most=half)
    kinds = _edge_kinds(section.get("edge_kinds"), findings)
    check = _edges_of(len(outline.points), kinds) if outline else _edges_of(None, kinds)
    held = read_contents(component_id, section, context, inspect=check)
    if outline is None or held is None:
        return None
    return Component(
        id=component_id,
        kind="tiles",
        title=held.title,
        size=outline.size,
        corner=0.0,
        bleed=bleed,
        safe=safe,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
        outline=outline,
        gap=gap,
    )


def _edge_kinds(node: Node | None, findings: Findings) -> tuple[str, ...] | None:
    listed = want_list(node, "edge_kinds", findings)
    if listed is None:
        return None
    words = [want_text(item, "a kind of edge", findings) for item in listed.items]
    return tuple(word for word in words if word is not None)


def _edges_of(count: int | None, kinds: tuple[str, ...] | None) -> Inspect:
    """Return the check that a piece names `count` edges (any number for None), each one of `kinds`."""

    def inspect(nodes: Mapping[str, Node | None], findings: Findings) -> None:
        node = nodes.get("edges")
        listed = want_list(node, "edges", findings)
        if listed is None or node is None:
            return
        if count is not None and len(listed.items) != count:
            message = f"this tile has {count} edges, got {len(listed.items)}"
            findings.error("PNP132", message, node.place, hint="name each edge once, clockwise")
        for item in listed.items:
            word = want_text(item, "an edge", findings)
            if word is not None and kinds is not None and word not in kinds:
                hint = suggest(word, kinds, what="kinds of edge", also="or add it to edge_kinds")
                findings.error("PNP130", f'there is no kind of edge called "{word}"', item.place, hint=hint)

    return inspect
