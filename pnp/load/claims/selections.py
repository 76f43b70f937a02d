"""The selections of claims.yaml: which pieces, which fields; names that are not there are findings."""

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.load.claims.amounts import is_span, read_span, read_values
from pnp.load.schema import Findings, check_keys, require, want_flag, want_map, want_text
from pnp.load.yaml_nodes import ListNode, MapNode, Node, described
from pnp.model.claims import Condition, Selection
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Value
from pnp.text import suggest

SELECTION = ("of", "where", "extras", "distinct")
"""The keys of every test that selects pieces."""

SPACES = ".spaces"
OWN = ("id", "name", "copies", "kind", "component", "front", "back")
"""What every piece has besides its own fields."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What claims may speak of: the game, the parameters of its rules, and where to write down what is wrong."""

    game: Game
    params: Mapping[str, Value]
    findings: Findings


def read_selection(section: MapNode, what: str, scope: Scope) -> Selection | None:
    """Return the pieces that a test is about, from its keys of, where, extras and distinct; None with a finding."""
    node = require(section, "of", what, scope.findings, example="cards")
    if node is None:
        return None
    names = [
        name
        for item in (node.items if isinstance(node, ListNode) else (node,))
        if (name := read_component(item, scope)) is not None
    ]
    selection = Selection(
        tuple(names),
        extras=want_flag(section.get("extras"), "extras", scope.findings, default=False),
        distinct=want_flag(section.get("distinct"), "distinct", scope.findings, default=False),
    )
    where = want_map(section.get("where"), "where", scope.findings)
    conditions = [
        condition
        for key, value in (where.entries if where else ())
        if known_field(key.text, key.place, selection, scope)
        and (condition := _condition(key.text, value, scope)) is not None
    ]
    return Selection(selection.of, tuple(conditions), selection.extras, selection.distinct) if names else None


def read_component(node: Node, scope: Scope) -> str | None:
    """Return the id of a component, the spaces of one ("board.spaces") or "*"; None with PNP160."""
    name = want_text(node, "of", scope.findings)
    if name is None or name == "*":
        return name
    known = {component.id: component for component in scope.game.components}
    component = known.get(name.removesuffix(SPACES))
    if component is None:
        hint = suggest(name, known, what="components")
        scope.findings.error("PNP160", f'there is no component "{name}"', node.place, hint=hint)
        return None
    if name.endswith(SPACES) and component.board is None:
        boards = [f"{each.id}{SPACES}" for each in known.values() if each.board]
        hint = suggest(name, boards, what="boards")
        scope.findings.error("PNP160", f"{component.id} has no spaces", node.place, hint=hint)
        return None
    return name


def read_field(
    section: MapNode, key: str, what: str, selection: Selection | None, scope: Scope
) -> str | None:
    """Return the field that a test names under `key`; None with PNP105 or PNP161."""
    node = require(section, key, what, scope.findings, example="value")
    name = want_text(node, key, scope.findings)
    if node is None or name is None or selection is None:
        return None
    return name if known_field(name, node.place, selection, scope) else None


def known_field(path: str, place: Place, selection: Selection, scope: Scope) -> bool:
    """Say whether a selected piece has the field; if none has, PNP161 with the nearest."""
    held = [fields for name in selection.of for fields in _fields_of(name, scope.game)]
    if not held or any(has(fields, path) for fields in held):
        return True
    names = sorted({name for fields in held for name in dotted(fields)})
    of = ", ".join(selection.of)
    scope.findings.error(
        "PNP161", f'no piece of {of} has a field "{path}"', place, hint=suggest(path, names, what="fields")
    )
    return False


def _fields_of(name: str, game: Game) -> list[Mapping[str, Value]]:
    components = [each for each in game.components if name in ("*", each.id, f"{each.id}{SPACES}")]
    return [fields for component in components for fields in _held(component, spaces=name.endswith(SPACES))]


def _held(component: Component, *, spaces: bool) -> list[Mapping[str, Value]]:
    if spaces:
        of_space: dict[str, Value] = dict.fromkeys(("id", "neighbours"))
        return [{**space.fields, **of_space} for space in component.board.spaces] if component.board else []
    return [{**piece.fields, **dict.fromkeys(OWN)} for piece in component.pieces]


def has(fields: Mapping[str, Value], path: str) -> bool:
    """Say whether fields hold a value at a dotted path."""
    value: Value = fields
    for step in path.split("."):
        if isinstance(value, tuple) and step == "length":
            value = len(value)
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        else:
            return False
    return True


def dotted(fields: Mapping[str, Value]) -> list[str]:
    """Return the names of fields, and of the fields within them."""
    found: list[str] = []
    for key, value in fields.items():
        found.append(key)
        if isinstance(value, Mapping):
            found += [f"{key}.{inner}" for inner in dotted(value)]
    return found


def _condition(field: str, node: Node, scope: Scope) -> Condition | None:
    """Return a condition: a value, a list of them, a range, {not: ...} or {exactly: [...]}."""
    if isinstance(node, MapNode):
        check_keys(node, ("not", "exactly"), f"the condition on {field}", scope.findings)
        if (inner := node.get("not")) is not None:
            condition = _condition(field, inner, scope)
            return condition and Condition(
                field, condition.values, condition.span, condition.exactly, not condition.negated
            )
        if (inner := node.get("exactly")) is not None:
            return Condition(field, exactly=read_values(inner, field, scope.findings))
        if not node.entries:
            scope.findings.error(
                "PNP104",
                f"{field} must be a value, got {described(node)}",
                node.place,
                hint=f"write {field}: red",
            )
        return None
    if is_span(node):
        span = read_span(node, field, scope.findings)
        return Condition(field, span=span) if span else None
    return Condition(field, read_values(node, field, scope.findings))
