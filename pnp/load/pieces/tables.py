"""Look a value up in a component's `tables`: {table: bid_icons} or {table: permanents, by: pe}."""

from collections.abc import Callable, Sequence

from pnp.load.fields import check_keys, want_map
from pnp.load.findings import Findings
from pnp.load.near import suggest
from pnp.load.yaml.nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.model.diagnostics import Place

Getter = Callable[[str, Place], Node | None]
"""How a look-up asks for another field of the same piece; a missing one is reported at the place given."""


def look_up(
    reference: MapNode, *, tables: MapNode | None, variables: Sequence[str], get: Getter, findings: Findings
) -> Node | None:
    """Return what `reference` finds, or None with PNP119 (no such table or row) or PNP120 (not that deep)."""
    check_keys(reference, ("table", "by"), "a look-up", findings)
    name = reference.get("table")
    if not isinstance(name, ScalarNode) or not isinstance(name.value, str):
        got = described(name) if name else "nothing"
        findings.error(
            "PNP104",
            f"table must be the name of a table, got {got}",
            reference.place,
            hint="write table: NAME",
        )
        return None
    table = tables.get(name.text) if tables else None
    if table is None:
        hint = suggest(name.text, tables or (), what="tables")
        findings.error("PNP119", f'there is no table "{name.text}" in this file', name.place, hint=hint)
        return None
    by = _by(reference, variables, findings)
    if by is None:
        return None
    keys = [(field, get(field, place)) for field, place in by]
    return _walk(reference, table, keys, findings)


def _by(reference: MapNode, variables: Sequence[str], findings: Findings) -> list[tuple[str, Place]] | None:
    """Return the fields to look up by: those of `by`, else the variables of `for` in their order."""
    node = reference.get("by")
    if node is None:
        if not variables:
            findings.error(
                "PNP105",
                "this look-up does not say by which field",
                reference.place,
                hint="write {table: NAME, by: FIELD}",
            )
            return None
        return [(name, reference.place) for name in variables]
    items = node.items if isinstance(node, ListNode) else (node,)
    names = [
        (item.text, item.place)
        for item in items
        if isinstance(item, ScalarNode) and isinstance(item.value, str)
    ]
    if len(names) != len(items) or not items:
        findings.error(
            "PNP104",
            f"by must be a field or a list of fields, got {described(node)}",
            node.place,
            hint="write by: FIELD",
        )
        return None
    return names


def _walk(
    reference: MapNode, table: Node, keys: Sequence[tuple[str, Node | None]], findings: Findings
) -> Node | None:
    """Return the row that the keys lead to, one level of the table for each."""
    name = reference.value["table"]
    at = f"table {name} is on line {table.place.line}"
    here: Node = table
    for field, key in keys:
        if key is None:
            return None
        place = key.place if "by" in reference else reference.place
        if not isinstance(key, ScalarNode) or key.value is None:
            message = f"{field} must be one value to look up by, got {described(key)}"
            findings.error("PNP104", message, place, hint="look up by another field")
            return None
        if not isinstance(here, MapNode):
            message = f"table {name} is not deep enough to look up by {', '.join(field for field, _ in keys)}"
            hint = f"{at}; name fewer fields: {{table: {name}, by: {keys[0][0]}}}"
            findings.error("PNP120", message, reference.place, hint=hint)
            return None
        row = here.get(key.text)
        if row is None:
            message = f'table {name} has no row "{key.text}" for {field}'
            findings.error("PNP119", message, place, hint=suggest(key.text, here, what="rows", also=at))
            return None
        here = row
    return here


def read_tables(node: Node | None, findings: Findings) -> MapNode | None:
    """Return the tables of a component; each must be a mapping."""
    section = want_map(node, "tables", findings)
    for key, value in section.entries if section else ():
        want_map(value, f"table {key.text}", findings)
    return section
