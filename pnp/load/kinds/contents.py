"""What the file of every kind holds besides the kind's own keys: a title, a note, templates and pieces."""

from dataclasses import dataclass

from pnp.load.context import Context
from pnp.load.fields import want_list, want_map, want_text
from pnp.load.folder import find_template
from pnp.load.pieces.pieces import Inspect, PieceReader, Stock, check_field_names, pass_all
from pnp.load.pieces.rows import read_rows
from pnp.load.pieces.tables import read_tables
from pnp.load.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from pnp.model.game import Piece

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
