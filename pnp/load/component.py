"""What the file of every kind holds besides the kind's own keys: a title, a note, templates and pieces."""

from dataclasses import dataclass

from pnp.load.csv_rows import read_rows
from pnp.load.folder import find_template
from pnp.load.header import Context
from pnp.load.piece_fields import read_tables
from pnp.load.pieces import Inspect, PieceReader, Stock, check_field_names, pass_all
from pnp.load.schema import want_list, want_map, want_text
from pnp.load.sizes import MOST_BLEED_MM, read_length
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode
from pnp.model.game import Component, Piece
from pnp.model.geometry import Size
from pnp.model.nets import Net

KEYS = ("front", "back", "tables", "defaults", "pieces", "rows")


@dataclass(frozen=True, slots=True)
class Contents:
    """What the sheets call the component, a line for the reader, and the pieces."""

    title: str
    note: str | None
    pieces: tuple[Piece, ...]


def read_contents(
    component_id: str, section: MapNode, context: Context, *, inspect: Inspect = pass_all
) -> Contents | None:
    """Return the contents of a component's file, or None when it has no list of pieces.

    `inspect` looks at the worked-out fields of each piece and reports what the kind has against them.
    """
    title = want_text(section.get("title"), "title", context.findings)
    note = want_text(section.get("note"), "note", context.findings)
    pieces = _pieces(section, context, inspect)
    if pieces is None:
        return None
    return Contents(title or component_id.replace("_", " ").capitalize(), note, pieces)


def _pieces(section: MapNode, context: Context, inspect: Inspect) -> tuple[Piece, ...] | None:
    defaults = want_map(section.get("defaults"), "defaults", context.findings)
    if defaults:
        _check_defaults(defaults, context)
    stock = Stock(
        folder=context.folder,
        header=context.header,
        defaults=defaults,
        tables=read_tables(section.get("tables"), context.findings),
        front=_face(section, "front", context),
        back=_face(section, "back", context),
        has_front="front" in section,
        findings=context.findings,
        inspect=inspect,
    )
    entries = _entries(section, context)
    if entries is None:
        return None
    if not entries:
        place = section.key_place("rows" if "rows" in section else "pieces")
        context.findings.error("PNP127", "this component has no pieces", place, hint="add one: - {id: first}")
    return tuple(PieceReader(stock).read(entries))


def _entries(section: MapNode, context: Context) -> tuple[Node, ...] | None:
    """Return the entries of `pieces` or of the file named by `rows`; exactly one of them must be written."""
    pieces, rows = section.get("pieces"), section.get("rows")
    if pieces is not None and rows is not None:
        context.findings.error(
            "PNP125",
            "the pieces are in pieces and in rows",
            section.key_place("rows"),
            hint="delete one of the two",
        )
    if pieces is None and rows is None:
        hint = "add pieces: and a list, or rows: pieces.csv"
        context.findings.error("PNP105", "the component has no pieces", section.place, hint=hint)
        return None
    if rows is not None:
        return read_rows(rows, context.folder, context.findings)
    listed = want_list(pieces, "pieces", context.findings)
    return listed.items if isinstance(listed, ListNode) else None


def _check_defaults(defaults: MapNode, context: Context) -> None:
    check_field_names(defaults, context.findings)
    for key in ("id", "for"):
        if key in defaults:
            context.findings.error(
                "PNP103",
                f'defaults has no key "{key}"',
                defaults.key_place(key),
                hint=f"write {key}: in each piece",
            )


def _face(section: MapNode, key: str, context: Context) -> str | None:
    """Return the component's template for a side, or None."""
    node = section.get(key)
    if node is None or want_text(node, key, context.findings) is None or not isinstance(node, ScalarNode):
        return None
    if key == "back" and node.text == "none":
        return None
    return find_template(context.folder, node, context.findings)


# What dice and boxes have in common: a net that stands on the sheet by itself, room for scissors around it.


def folded(
    component_id: str, section: MapNode, held: Contents, net: Net, *, bleed: float, gap: float
) -> Component:
    """Return the component whose pieces are cut and folded from `net`; `bleed` and `gap` in mm."""
    kind = section.get("kind")
    return Component(
        id=component_id,
        kind=kind.text if isinstance(kind, ScalarNode) else "box",
        title=held.title,
        size=net.size,
        corner=0.0,
        bleed=bleed,
        safe=0.0,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
        net=net,
        gap=gap,
    )


# What cards, sheets and boards have in common: a rectangle with its corners, its bleed and its safe area.

RECTANGLE_KEYS = ("size", "corner", "bleed", "safe", *KEYS)


@dataclass(frozen=True, slots=True)
class Usual:
    """What a kind takes where the file says nothing, in mm."""

    corner: float
    bleed: float
    safe: float


def read_rectangle(
    component_id: str, section: MapNode, context: Context, *, size: Size | None, usual: Usual
) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong (`size` among it)."""
    findings = context.findings
    half = min(size.width, size.height) / 2 if size else MOST_BLEED_MM
    corner = read_length(section, "corner", findings, default=min(usual.corner, half), most=half)
    bleed = read_length(section, "bleed", findings, default=usual.bleed, most=MOST_BLEED_MM)
    safe = read_length(section, "safe", findings, default=min(usual.safe, half), most=half)
    held = read_contents(component_id, section, context)
    kind = section.get("kind")
    if size is None or held is None:
        return None
    return Component(
        id=component_id,
        kind=kind.text if isinstance(kind, ScalarNode) else "cards",
        title=held.title,
        size=size,
        corner=corner,
        bleed=bleed,
        safe=safe,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
    )
