"""`fields`: the types and limits of a component's own fields, and values read as these types."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from pnp.load.keys import FileKey, FlagKey, WholeKey, WordKey, either, list_of, map_of, mapping
from pnp.load.nodes import (
    FIELD,
    MAX_TEXT,
    Findings,
    ListNode,
    MapNode,
    Node,
    Problem,
    ScalarNode,
    not_wanted,
    text_node,
)
from pnp.load.rows.cell_values import cell_items, number_in
from pnp.load.rows.headings import RESERVED
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Value
from pnp.text import is_typo, listed, nearest, suggest

TYPES = ("text", "integer", "number", "boolean", "list")
TYPE = WordKey("type", "", TYPES)
REQUIRED = FlagKey("required")
KEYS = (
    TYPE,
    FileKey("from", schema={"type": "number"}),
    FileKey("to", schema={"type": "number"}),
    WholeKey("longest", "", 1, MAX_TEXT),
    FileKey("one_of", schema=list_of({"type": ["string", "number", "boolean"]})),
    REQUIRED,
)
FIELD_TYPES = map_of(either(TYPE.schema, mapping(KEYS)))
ALWAYS = ("name", "art")  # Fields that a piece may have without being told.
YES = ("yes", "y", "x", "true", "1", "✓", "✔", "✗", "ja", "oui", "si", "sí")
NO = ("no", "n", "-", "false", "0", "nein", "non")
_OF_TYPE = {
    "from": ("integer", "number"),
    "to": ("integer", "number"),
    "longest": ("text",),
    "one_of": ("text", "integer", "number", "list"),
}
_CODE = "PNP154"


@dataclass(frozen=True, slots=True)
class FieldType:
    """What a field holds. `one_of` are the values it may have, or the items of a list; `place` is where it says so."""

    name: str
    type: str
    place: Place
    low: float | None = None
    high: float | None = None
    longest: int = MAX_TEXT
    one_of: tuple[Value, ...] = ()
    required: bool = False


def read_field_types(node: Node | None, findings: Findings) -> Mapping[str, FieldType] | None:
    """Return the types by field, None when none are given; `points: integer` is short for `points: {type: integer}`."""
    if node is None:
        return None
    found: dict[str, FieldType] = {}
    for key, value in findings.entries(node, "fields"):
        if key.text in {*RESERVED} - {*ALWAYS}:
            message = f'"{key.text}" is a key of pnp, not a field of yours'
            findings.error("PNP103", message, key.place, hint="leave it out of fields")
        elif not FIELD.fullmatch(key.text):
            message = f'"{key.text}" cannot be the name of a field'
            findings.error("PNP112", message, key.place, hint="write letters a to z, digits and _")
        else:
            each = findings.attempt(_field_type, value, key.text, key.place, findings)
            found |= {key.text: each} if each else {}
    return found


def _field_type(node: Node, name: str, place: Place, findings: Findings) -> FieldType:
    if isinstance(node, ScalarNode):
        return FieldType(name, TYPE.parsed(node), place)
    if not isinstance(node, MapNode):
        raise not_wanted(node, f"{name} must be a type", f"write {name}: integer")
    findings.check_keys(node, KEYS, f"the type of {name}")
    one_of = node.get("one_of")
    values = one_of.value if isinstance(one_of, ListNode) else ()
    if one_of is not None and not values:
        raise not_wanted(one_of, "one_of must be a list of values", "write one_of: [sun, rain]")
    written = node.get("type")
    kind = TYPE.parsed(written) if written else _type_of(values, node)
    for key, types in _OF_TYPE.items():
        if key in node and kind not in types:
            message = f"{key} is for fields of the type {listed(types, 'or')}, {name} is of {kind}"
            findings.error("PNP152", message, node.key_place(key), hint=f"delete {key}, or change the type")
    low, high = (_limit(node.get(key), key) for key in ("from", "to"))
    if low is not None and high is not None and low > high:
        raise Problem("PNP117", f"{low:g} is more than {high:g}", node.value_place("from"), "swap them")
    longest = _limit(node.get("longest"), "longest")
    required = REQUIRED.read(node, findings)
    most = MAX_TEXT if longest is None else int(longest)
    return FieldType(name, kind, place, low, high, most, values, required)


def _type_of(values: tuple[Value, ...], node: MapNode) -> str:
    if values:
        return "integer" if all(type(value) is int for value in values) else "text"
    if "from" in node or "to" in node:
        limits = (node.value.get(key) for key in ("from", "to"))
        return "number" if any(isinstance(limit, float) for limit in limits) else "integer"
    return "text"


def _limit(node: Node | None, key: str) -> float | None:
    if node is None:
        return None
    value = node.value
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise not_wanted(node, f"{key} must be a number", f"write {key}: 12")
    return value


# Values.


def typed_fields(
    types: Mapping[str, FieldType], nodes: Mapping[str, Node | None], place: Place, findings: Findings
) -> dict[str, Node | None]:
    """Return the fields of a piece that starts at `place`, each read as its type; report what cannot be.

    Of those not written, a list is empty, a boolean false, a text empty.
    """
    typed = dict(nodes)
    for name, field in types.items():
        node = nodes.get(name)
        if name in nodes and node is None:
            continue  # it could not be worked out, which has been said
        if node is None or node.value is None:
            if field.required:
                hint = f"write {field.name}: {_example(field)}"
                findings.error("PNP105", f"this piece has no {field.name}", place, hint=hint)
            empty: dict[str, Node] = {
                "list": ListNode((), place),
                "boolean": ScalarNode(value=False, text="false", place=place),
                "text": text_node("", place),
            }
            typed |= {field.name: empty[field.type]} if field.type in empty else {}
        else:
            typed[name] = findings.attempt(_typed, node, field)
    return typed


def _example(field: FieldType) -> str:
    if field.one_of:
        return str(field.one_of[0])
    number = f"{field.low if field.low is not None else field.high or 1:g}"
    return {"integer": number, "number": number, "boolean": "yes", "list": "[a, b]"}.get(field.type, '"..."')


def _typed(node: Node, field: FieldType) -> Node:
    return {"list": _list, "boolean": _boolean, "text": _text}.get(field.type, _number)(node, field)


def _list(node: Node, field: FieldType) -> Node:
    read: Node = cell_items(node) if isinstance(node, ScalarNode) else node
    if not isinstance(read, ListNode):
        raise not_wanted(node, f"{field.name} must be a list", f"write {_example(field)}", _CODE)
    for item in read.items:
        _check_one_of(item, field)
    return read


def _text(node: Node, field: FieldType) -> Node:
    if isinstance(node, MapNode) and "text" in node:  # with the claim that it states
        _text(node.get("text") or node, field)
        return node
    if not isinstance(node, ScalarNode):
        raise not_wanted(node, f"{field.name} must be a text", f'write {field.name}: "..."', _CODE)
    if len(node.text) > field.longest:
        message = f"{field.name} has {len(node.text)} letters; the limit is {field.longest}"
        raise Problem(_CODE, message, node.place, f"take out {len(node.text) - field.longest}")
    read = node if isinstance(node.value, str) else text_node(node.text, node.place)
    _check_one_of(read, field)
    return read


def _boolean(node: Node, field: FieldType) -> Node:
    word = node.text.strip().casefold() if isinstance(node, ScalarNode) else None
    if word not in (*YES, *NO):
        raise not_wanted(node, f"{field.name} must be yes or no", "write yes or no", _CODE)
    value = word in YES
    return ScalarNode(value=value, text="true" if value else "false", place=node.place)


def _number(node: Node, field: FieldType) -> Node:
    """Return a number in the limits of its field, however it is written."""
    wanted = f"{field.name} must be a {'whole number' if field.type == 'integer' else 'number'}"
    value = number_in(node.text) if isinstance(node, ScalarNode) else None
    if value is None or isinstance(node.value, bool):
        raise not_wanted(node, wanted, f"write digits, such as {_example(field)}", _CODE)
    if isinstance(value, float) and field.type == "integer":
        raise not_wanted(node, wanted, f"write {round(value)}", _CODE)
    near = value if field.low is None else max(value, field.low)
    near = near if field.high is None else min(near, field.high)
    if near != value:
        ends = (("from", field.low), ("to", field.high))
        limits = " ".join(f"{word} {limit:g}" for word, limit in ends if limit is not None)
        raise Problem(_CODE, f"{field.name} goes {limits}, got {value:g}", node.place, f"write {near:g}")
    read = ScalarNode(value, f"{value:g}" if abs(value) < 1e6 else str(value), node.place)
    _check_one_of(read, field)
    return read


def _check_one_of(node: Node, field: FieldType) -> None:
    if field.one_of and node.value not in field.one_of:
        words = [str(value) for value in field.one_of]
        what = f"{field.name} is {listed(words, 'or')}"
        text = node.text if isinstance(node, ScalarNode) else ""
        raise not_wanted(node, what, suggest(text, words, what="values"), _CODE)


# Names of fields that are none.


def unlisted_fields(
    types: Mapping[str, FieldType],
    entry: MapNode,
    known: Iterable[str],
    findings: Findings,
    *,
    in_table: bool,
) -> None:
    """Report the fields of a piece that `fields` does not list; of a whole column of a table, with a warning."""
    for key, _ in entry.entries:
        if key.text in types or key.text in known:
            continue
        hint = _unlisted_hint(key.text, tuple(types))
        finding = Diagnostic("PNP103", f'fields lists no "{key.text}"', key.place, hint)
        findings.add(replace(finding, severity="warning") if in_table else finding)


@lru_cache(maxsize=256)
def _unlisted_hint(name: str, listed: tuple[str, ...]) -> str:
    return suggest(name, listed, what="fields", also=f"or list it in fields: {name}: text")


MOST_COMPARED = 200  # Names that stand alone are compared with the others; more of them are no slips.
CLOSE = 0.8  # How alike two names must be for the one to be taken for the other misspelt.


def stray_fields(
    entries: Iterable[Node], defaults: MapNode | None, reserved: Iterable[str], findings: Findings
) -> None:
    """Warn of a field that only one piece has, nearly the name of a field that the others have and it has not."""
    pieces = [entry for entry in entries if isinstance(entry, MapNode)]
    seen = Counter(name for piece in pieces for name in piece)
    shared = {name for name, count in seen.items() if count * 2 >= len(pieces) > 2} | {*(defaults or ())}
    alone = {name for name, count in seen.items() if count == 1 and len(pieces) > 2} - {*reserved, *shared}
    if not alone or len(alone) > MOST_COMPARED:
        return
    for piece in pieces:
        for key, _ in piece.entries:
            others = shared - {*reserved, *piece} if key.text in alone else set()
            near = next((name for name in sorted(others) if is_typo(key.text, name)), None)
            near = near or nearest(key.text, others, cutoff=CLOSE)
            if near is not None:
                message = f'only this piece has a field "{key.text}"; the others have "{near}"'
                hint = f"write {near}, unless this is intended"
                findings.add(Diagnostic("PNP158", message, key.place, hint, severity="warning"))
