"""What the file of every kind holds besides the kind's own keys, and what the kind makes of a piece."""

from collections.abc import Callable
from dataclasses import dataclass

from pnp.load.csv_rows import read_rows
from pnp.load.header import Context
from pnp.load.nodes import Findings, ListNode, MapNode, Node
from pnp.load.pieces import Inspect, PieceReader
from pnp.load.sizes import LARGEST, MOST_BLEED_MM, SMALLEST, read_length, want_length
from pnp.load.statements import StatementReader, without_claim
from pnp.model.bought_sheets import LabelSheet
from pnp.model.game import Board, Component, Piece
from pnp.model.geometry import Outline, Size, circle
from pnp.model.kinds import Kind
from pnp.model.nets import Net

KEYS = ("front", "back", "tables", "defaults", "pieces", "rows")
COMMON_KEYS = ("kind", "title", "note")
"""The keys of every kind: those a kind may read otherwise, and those it cannot."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a kind makes of a piece, in mm; `size` is None where the file does not say it.

    `inspect` looks at the worked-out fields of each piece and reports what the kind has against them.
    """

    size: Size | None
    corner: float = 0.0
    bleed: float = 0.0
    safe: float = 0.0
    outline: Outline | None = None
    board: Board | None = None
    net: Net | None = None
    labels: tuple[LabelSheet, ...] = ()
    gap: float | None = None
    inspect: Inspect | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """A kind, the keys of its files beyond COMMON_KEYS, and what it makes of a file.

    A kind that is read `last` finds the game's other components in its context.
    """

    kind: Kind
    keys: tuple[str, ...]
    read: Callable[[MapNode, Context], Form]
    last: bool = False


def build_component(
    component_id: str, kind: Kind, form: Form, section: MapNode, context: Context
) -> Component | None:
    """Return the component of a file whose own keys have been read, or None without a size or a list of pieces."""
    title = context.findings.want_text(section.get("title"), "title")
    notes = StatementReader(component_id, context.findings)
    node = section.get("note")
    note = context.findings.want_text(without_claim(node), "note")
    if node is not None and note is not None:
        notes.field(node, "note", ())
    pieces = _pieces(component_id, section, context, form.inspect)
    if form.size is None or pieces is None:
        return None
    return Component(
        id=component_id,
        kind=kind,
        title=title or component_id.replace("_", " ").capitalize(),
        size=form.size,
        corner=form.corner,
        bleed=form.bleed,
        safe=form.safe,
        pieces=pieces,
        place=section.key_place("kind"),
        note=note,
        outline=form.outline,
        board=form.board,
        net=form.net,
        labels=form.labels,
        gap=form.gap,
        statements=tuple(notes.found),
    )


def _pieces(
    component_id: str, section: MapNode, context: Context, inspect: Inspect | None
) -> tuple[Piece, ...] | None:
    reader = PieceReader(component_id, section, context, inspect)
    entries = _entries(section, context)
    if entries is None:
        return None
    if not entries:
        place = section.key_place("rows" if "rows" in section else "pieces")
        context.findings.error("PNP127", "this component has no pieces", place, hint="add one: - {id: first}")
    return tuple(reader.read(entries))


def _entries(section: MapNode, context: Context) -> tuple[Node, ...] | None:
    """Return the entries of `pieces` or of the file named by `rows`; exactly one of them must be written."""
    pieces, rows = section.get("pieces"), section.get("rows")
    if pieces is not None and rows is not None:
        message = "the pieces are in pieces and in rows"
        context.findings.error("PNP125", message, section.key_place("rows"), hint="delete one of the two")
    if pieces is None and rows is None:
        hint = "add pieces: and a list, or rows: pieces.csv"
        context.findings.error("PNP105", "the component has no pieces", section.place, hint=hint)
        return None
    if rows is not None:
        return context.findings.attempt(read_rows, rows, context.folder, context.findings)
    listed = context.findings.want_list(pieces, "pieces")
    return listed.items if isinstance(listed, ListNode) else None


# What several kinds have in common.

RECTANGLE_KEYS = ("size", "corner", "bleed", "safe", *KEYS)
ROUND_KEYS = ("diameter", "gap", "bleed", "safe", *KEYS)


def read_rectangle(
    section: MapNode, findings: Findings, size: Size | None, *, corner: float, bleed: float, safe: float
) -> Form:
    """Return a rectangle of that size; the lengths in mm hold where the file does not say otherwise."""
    half = min(size.width, size.height) / 2 if size else MOST_BLEED_MM
    return Form(
        size,
        corner=read_length(section, "corner", findings, default=min(corner, half), most=half),
        bleed=read_length(section, "bleed", findings, default=bleed, most=MOST_BLEED_MM),
        safe=read_length(section, "safe", findings, default=min(safe, half), most=half),
    )


def read_disc(
    section: MapNode, findings: Findings, *, gap: float, bleed: float, safe: float, example: str
) -> Form:
    """Return a round piece; the lengths in mm hold where the file does not say otherwise."""
    diameter = want_length(
        section, "diameter", "the component", findings, least=SMALLEST, most=LARGEST, example=example
    )
    return Form(
        Size(diameter, diameter) if diameter else None,
        corner=(diameter or 0) / 2,
        bleed=read_length(section, "bleed", findings, default=bleed, most=MOST_BLEED_MM),
        safe=read_length(section, "safe", findings, default=safe, most=(diameter or LARGEST) / 2),
        outline=circle(diameter) if diameter else None,
        gap=read_length(section, "gap", findings, default=gap, most=MOST_BLEED_MM),
    )
