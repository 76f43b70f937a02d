"""The blocks of a section of rules.yaml: a text, steps, points, a heading, a table, a table by number of players."""

from collections.abc import Iterator, Mapping, Sequence

from pnp.load.fields import check_keys, want_list, want_map, want_text
from pnp.load.near import suggest
from pnp.load.rules.selections import Dangling, field_in, field_of, fields_of, select
from pnp.load.rules.sentences import Scribe
from pnp.load.yaml.nodes import ListNode, MapNode, Node, described
from pnp.model.rules import Words
from pnp.model.value import Value

TABLE_KEYS = ("head", "rows", "of", "fact", "columns", "by")
BLOCKS = ("heading", "steps", "points", "table", "players")


def read_blocks(node: Node, what: str, scribe: Scribe) -> tuple[Words, ...]:
    """Return the blocks of a section: one text, or a list of blocks."""
    items = node.items if isinstance(node, ListNode) else (node,)
    return tuple(block for item in items for block in _block(item, what, scribe))


def _block(node: Node, what: str, scribe: Scribe) -> Iterator[Words]:
    if not isinstance(node, MapNode):
        text = scribe.text(node, what)
        if text:
            yield Words("text", (text,))
        return
    for key, value in node.entries:
        if key.text not in BLOCKS:
            hint = suggest(key.text, BLOCKS, what="blocks")
            scribe.findings.error("PNP103", f'there is no block "{key.text}"', key.place, hint=hint)
        elif key.text == "heading":
            yield Words("heading", (scribe.text(value, "heading"),))
        elif key.text == "table":
            yield from _table(value, scribe)
        elif key.text == "players":
            yield from _by_players(value, scribe)
        elif want_list(value, key.text, scribe.findings):
            yield Words(key.text, scribe.texts(value, key.text))


def _table(node: Node, scribe: Scribe) -> Iterator[Words]:
    """Yield a table of written rows (head, rows), or of a row for each piece (of) or each entry of a fact (fact)."""
    section = want_map(node, "table", scribe.findings)
    if section is None:
        return
    check_keys(section, TABLE_KEYS, "a table", scribe.findings)
    columns = want_map(section.get("columns"), "columns", scribe.findings)
    if columns is not None:
        yield Words("table", tuple(columns), _rows(columns, _each(section, scribe), scribe))
        return
    head = scribe.texts(section.get("head"), "head")
    rows = want_list(section.get("rows"), "rows", scribe.findings)
    yield Words("table", head, tuple(_row(row, len(head), scribe) for row in rows.items) if rows else ())


def _row(node: Node, width: int, scribe: Scribe) -> tuple[str, ...]:
    items = node.items if isinstance(node, ListNode) else (node,)
    if len(items) != width:
        message = f"the row has {len(items)} cells, the head {width}"
        scribe.findings.error("PNP104", message, node.place, hint="write one cell for each heading")
    return tuple(scribe.text(item, "a cell") for item in items)


def _each(section: MapNode, scribe: Scribe) -> list[Mapping[str, Value]]:
    """Return what the rows of a table are about: the fields of each piece, in the order of `by`, or of each entry."""
    of, fact = section.get("of"), section.get("fact")
    by = want_text(section.get("by"), "by", scribe.findings)
    if fact is not None:
        return _entries(fact, scribe)
    if of is None:
        message = "the table does not say of what"
        scribe.findings.error("PNP105", message, section.place, hint="add of: COMPONENT, or fact: FACT")
        return []
    try:
        pieces = select(want_text(of, "of", scribe.findings) or "", scribe.game)
    except Dangling as error:
        scribe.findings.error(error.code, str(error), of.place, hint=error.hint)
        return []
    shown = sorted(pieces, key=lambda piece: str(field_of(piece, by))) if by else pieces
    return [fields_of(piece) for piece in shown]


def _entries(node: Node, scribe: Scribe) -> list[Mapping[str, Value]]:
    """Return the entries of a fact that is a list of mappings."""
    path = want_text(node, "fact", scribe.findings) or ""
    value = field_in(scribe.game.facts, path)
    entries = value if isinstance(value, tuple) else ()
    if not entries or not all(isinstance(entry, Mapping) for entry in entries):
        message = f'game.yaml has no fact "{path}" that is a list of mappings'
        hint = suggest(path, scribe.game.facts, what="facts")
        scribe.findings.error("PNP173", message, node.place, hint=hint)
        return []
    return [entry for entry in entries if isinstance(entry, Mapping)]


def _rows(
    columns: MapNode, each: Sequence[Mapping[str, Value]], scribe: Scribe
) -> tuple[tuple[str, ...], ...]:
    """Return a row for each, equal ones once."""
    rows = (tuple(scribe.text(value, key.text, this=this) for key, value in columns.entries) for this in each)
    return tuple(dict.fromkeys(rows))


def _by_players(node: Node, scribe: Scribe) -> Iterator[Words]:
    """Yield a table with a row for each number of players that game.yaml's facts allow."""
    columns = want_map(node, "players", scribe.findings)
    if columns is None:
        return
    players = scribe.game.facts.get("players")
    bounds = [players.get("from"), players.get("to")] if isinstance(players, Mapping) else []
    if [type(bound) for bound in bounds] != [int, int]:
        message = f"game.yaml does not say for how many players the game is, got {described(node)}"
        hint = "write facts: {players: {from: 2, to: 4}} in game.yaml"
        scribe.findings.error("PNP173", message, node.place, hint=hint)
        return
    low, high = (int(str(bound)) for bound in bounds)
    rows = tuple(
        (str(n), *(scribe.text(value, key.text, players=n) for key, value in columns.entries))
        for n in range(low, min(high, low + 20) + 1)
    )
    yield Words("table", ("Players", *columns), rows)
