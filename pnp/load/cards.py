"""The kind `cards`: rectangles with rounded corners, a front, and perhaps a back."""

from pnp.load.context import Context
from pnp.load.fields import want_list, want_map, want_text
from pnp.load.folder import find_template
from pnp.load.nodes import ListNode, MapNode, Node, ScalarNode
from pnp.load.pieces import PieceReader, Stock, check_field_names
from pnp.load.rows import read_rows
from pnp.load.sizes import NAMED, read_length, read_size
from pnp.load.tables import read_tables
from pnp.model.game import Component, Piece

KEYS = ("size", "corner", "bleed", "safe", "front", "back", "tables", "defaults", "pieces", "rows")

CORNER_MM = 3.0
"""The corner radius that card makers cut unless told otherwise (1/8 inch is 3.2 mm)."""

BLEED_MM = SAFE_MM = 3.0
"""What print shops ask for beyond the cut, and keep clear within it: 1/8 inch, in round millimetres."""

MOST_BLEED_MM = 20.0


def read_cards(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    findings = context.findings
    title = want_text(section.get("title"), "title", findings)
    note = want_text(section.get("note"), "note", findings)
    size_node = section.get("size")
    size = NAMED["standard"] if size_node is None else read_size(size_node, findings)
    half = min(size.width, size.height) / 2 if size else MOST_BLEED_MM
    corner = read_length(section, "corner", findings, default=CORNER_MM, most=half)
    bleed = read_length(section, "bleed", findings, default=BLEED_MM, most=MOST_BLEED_MM)
    safe = read_length(section, "safe", findings, default=SAFE_MM, most=half)
    pieces = _pieces(section, context)
    if size is None or pieces is None:
        return None
    return Component(
        id=component_id,
        kind="cards",
        title=title or component_id.replace("_", " ").capitalize(),
        size=size,
        corner=corner,
        bleed=bleed,
        safe=safe,
        pieces=pieces,
        place=section.key_place("kind"),
        note=note,
    )


def _pieces(section: MapNode, context: Context) -> tuple[Piece, ...] | None:
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
