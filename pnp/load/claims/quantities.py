"""The numbers that claims.yaml reads from a game: counts, sums, extremes, facts."""

from typing import Literal

from pnp.load.claims.selections import SELECTION, Scope, dotted, has, read_field, read_selection
from pnp.load.schema import check_keys, want_map, want_text
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode
from pnp.model.claims import Quantity
from pnp.text import suggest

KINDS: dict[str, Literal["count", "sum", "min", "max", "kinds"]] = {
    "count": "count",
    "sum": "sum",
    "min": "min",
    "max": "max",
    "kinds": "kinds",
}


def read_quantities(node: Node | None, what: str, scope: Scope) -> tuple[Quantity, ...]:
    """Return one quantity or a list of them; () with a finding when one cannot be read."""
    found = [
        read_quantity(item, what, scope) for item in (node.items if isinstance(node, ListNode) else (node,))
    ]
    return () if None in found else tuple(each for each in found if each)


def read_quantity(node: Node | None, what: str, scope: Scope) -> Quantity | None:
    """Return {count: ...}, {sum: ...} and so on, {fact: ...} or a number; None with a finding."""
    if (
        isinstance(node, ScalarNode)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return Quantity("number", number=node.value)
    section = want_map(node, what, scope.findings)
    if section is None:
        return None
    if len(section.entries) != 1:
        message = f"{what} must be one number, got {len(section.entries)} of them"
        hint = f"write {what}: {{count: {{of: cards}}}}"
        scope.findings.error("PNP104", message, section.place, hint=hint)
        return None
    key, value = section.entries[0]
    if key.text == "fact":
        path = read_fact(value, scope)
        return Quantity("fact", fact=path) if path is not None else None
    if key.text not in KINDS:
        hint = suggest(key.text, (*KINDS, "fact"), what="kinds")
        scope.findings.error("PNP162", f'"{key.text}" is no kind of number', key.place, hint=hint)
        return None
    inner = want_map(value, key.text, scope.findings)
    return _selected(key.text, inner, scope) if inner is not None else None


def _selected(kind: str, section: MapNode, scope: Scope) -> Quantity | None:
    """Return a quantity that is taken from pieces; all but a count name a field."""
    keys = SELECTION if kind == "count" else (*SELECTION, "field")
    check_keys(section, keys, kind, scope.findings)
    selection = read_selection(section, kind, scope)
    field = "" if kind == "count" else read_field(section, "field", kind, selection, scope)
    if selection is None or field is None:
        return None
    return Quantity(KINDS[kind], selection, field)


def read_fact(node: Node | None, scope: Scope) -> str | None:
    """Return the path of a fact or parameter that is there; None with PNP163."""
    path = want_text(node, "fact", scope.findings)
    if node is None or path is None or path in scope.params or has(scope.game.facts, path):
        return path
    hint = suggest(path, (*dotted(scope.game.facts), *scope.params), what="facts")
    message = f'there is no fact "{path}" in game.yaml or rules.yaml'
    scope.findings.error("PNP163", message, node.place, hint=hint)
    return None
