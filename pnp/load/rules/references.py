"""`[[count food]]` in a sentence of rules.yaml: a number or a name that is read from the game when the text is made.

[[count food]]  [[count food value<0]]  [[kinds food]]  [[sum food.value]]  [[min ...]]  [[max ...]]
[[list food.name value<0]]  [[fact players.to]]  [[param rounds]]  [[copies food/kale]]
[[value food/kale.value]]  [[this value]]  [[players * param rounds]]  [[fact hand.players]]
[[param extra|card|cards]] says "1 card" or "2 cards"; [[card food/kale]] becomes a link
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pnp.load.near import suggest
from pnp.load.rules.selections import Dangling, distinct, field_in, field_of, fields_of, find_piece, select
from pnp.model.game import Game
from pnp.model.rules import Parameter
from pnp.model.value import Value
from pnp.model.wording import shown

REFERENCE = re.compile(r"\[\[([^\[\]]*)\]\]")
_SIGN = re.compile(r" ([+*-]) ")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Scope:
    """What references can speak of: the game, the parameters, and here and there the fields of `this` piece or row, or a number of players."""

    game: Game
    params: Mapping[str, Parameter] = field(default_factory=dict)
    this: Mapping[str, Value] | None = None
    players: int | None = None


def evaluate(reference: str, scope: Scope) -> str:
    """Return what stands in place of a reference (the words between the brackets); raises Dangling.

    A link stays as it is, once it is known to lead somewhere.
    """
    expression, *forms = (part.strip() for part in reference.split("|"))
    if len(forms) not in (0, 2):
        message = f"[[{reference}]] has {len(forms)} alternatives, not two"
        raise Dangling("PNP170", message, f"write [[{expression}|card|cards]]")
    if expression.startswith("card "):
        name = expression.removeprefix("card ").strip()
        if name.endswith("/this") and scope.this is not None:
            name = name.removesuffix("this") + shown(scope.this.get("id"))
        find_piece(name, scope.game)
        return f"[[card {name}]]"
    value = _sum(expression, scope)
    if not forms:
        return shown(value)
    return f"{shown(value)} {forms[0] if value == 1 else forms[1]}"


def _sum(expression: str, scope: Scope) -> Value:
    """Return the value of terms joined by + - *, of which * binds first."""
    parts = _SIGN.split(expression)
    values: list[Value] = [_term(parts[0].strip(), scope)]
    signs: list[str] = []
    for sign, term in zip(parts[1::2], parts[2::2], strict=True):
        value = _term(term.strip(), scope)
        if sign == "*":
            values[-1] = _number(values[-1], expression) * _number(value, expression)
        else:
            signs.append(sign)
            values.append(value)
    total = values[0]
    for sign, value in zip(signs, values[1:], strict=True):
        amount = _number(value, expression)
        total = _number(total, expression) + (amount if sign == "+" else -amount)
    return total


def _number(value: Value, expression: str) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        message = f'"{expression}" reckons with "{shown(value)}", which is no number'
        raise Dangling("PNP174", message, "use numbers with + - *")
    return value


def _term(term: str, scope: Scope) -> Value:
    if _NUMBER.fullmatch(term):
        return float(term) if "." in term else int(term)
    verb, _, rest = term.partition(" ")
    if verb not in VERBS:
        raise Dangling(
            "PNP170", f'"{verb}" begins no reference', suggest(verb, (*VERBS, "card"), what="words")
        )
    if not rest.strip() and verb != "players":
        raise Dangling("PNP170", f'"{verb}" does not say of what', f"write {EXAMPLES[verb]}")
    return VERBS[verb](rest.strip(), scope)


def _count(rest: str, scope: Scope) -> Value:
    return sum(piece.copies for piece in select(rest, scope.game))


def _kinds(rest: str, scope: Scope) -> Value:
    return len(select(rest, scope.game))


def _numbers(rest: str, scope: Scope) -> Iterator[tuple[int | float, int]]:
    """Yield the number in a field of each piece, and the copies of the piece."""
    for value, copies in _values(rest, scope):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Dangling(
                "PNP174",
                f'"{rest}" is "{shown(value)}" on a piece, which is no number',
                "name a field with numbers",
            )
        yield value, copies


def _values(rest: str, scope: Scope) -> list[tuple[Value, int]]:
    target, *filters = rest.split()
    component, dot, path = target.partition(".")
    if not dot:
        raise Dangling("PNP170", f'"{rest}" names no field', f"write {target}.value")
    pieces = select(" ".join((component, *filters)), scope.game)
    found: list[tuple[Value, int]] = [
        (value, piece.copies) for piece in pieces if (value := field_of(piece, path)) is not None
    ]
    if not found:
        every = {name for piece in pieces for name in ("id", "name", "copies", *piece.fields)}
        if not pieces:
            raise Dangling("PNP174", f'"{rest}" finds no piece', "loosen what it asks for")
        raise Dangling(
            "PNP172", f'no piece of {component} has a field "{path}"', suggest(path, every, what="fields")
        )
    return found


def _total(rest: str, scope: Scope) -> Value:
    return sum(value * copies for value, copies in _numbers(rest, scope))


def _least(rest: str, scope: Scope) -> Value:
    return min(value for value, _ in _numbers(rest, scope))


def _most(rest: str, scope: Scope) -> Value:
    return max(value for value, _ in _numbers(rest, scope))


def _list(rest: str, scope: Scope) -> Value:
    return distinct(value for value, _ in _values(rest, scope))


def _fact(rest: str, scope: Scope) -> Value:
    value: Value = scope.game.facts
    for name in rest.split("."):
        inside = value if isinstance(value, Mapping) else {}
        step = str(scope.players) if name == "players" and scope.players and name not in inside else name
        if step not in inside:
            raise Dangling("PNP173", f'game.yaml has no fact "{rest}"', suggest(step, inside, what="facts"))
        value = inside[step]
    if isinstance(value, Mapping):
        hint = f"go on: {', '.join(f'fact {rest}.{name}' for name in value)}"
        raise Dangling("PNP173", f'the fact "{rest}" is a group of facts', hint)
    return value


def _param(rest: str, scope: Scope) -> Value:
    if rest not in scope.params:
        raise Dangling(
            "PNP173", f'there is no parameter "{rest}"', suggest(rest, scope.params, what="parameters")
        )
    return scope.params[rest].value


def _copies(rest: str, scope: Scope) -> Value:
    return find_piece(rest, scope.game)[1].copies


def _value(rest: str, scope: Scope) -> Value:
    name, _, path = rest.partition(".")
    piece = find_piece(name, scope.game)[1]
    return _field(fields_of(piece), path, piece.id)


def _this(rest: str, scope: Scope) -> Value:
    if scope.this is None:
        raise Dangling(
            "PNP176",
            f'"this {rest}" stands where there is no piece',
            "use it below cards, or in the columns of a table",
        )
    return _field(scope.this, rest, "this")


def _field(fields: Mapping[str, Value], path: str, name: str) -> Value:
    """Return a field, "" when it is there and empty."""
    value = field_in(fields, path)
    if value is None:
        raise Dangling("PNP172", f'{name} has no field "{path}"', suggest(path, fields, what="fields"))
    return value


def _players(rest: str, scope: Scope) -> Value:
    if scope.players is None or rest:
        raise Dangling(
            "PNP176", '"players" stands where their number is not known', "use it alone, below players"
        )
    return scope.players


VERBS: Mapping[str, Callable[[str, Scope], Value]] = {
    "count": _count,
    "kinds": _kinds,
    "sum": _total,
    "min": _least,
    "max": _most,
    "list": _list,
    "fact": _fact,
    "param": _param,
    "copies": _copies,
    "value": _value,
    "this": _this,
    "players": _players,
}
"""The first word of a reference -> what it comes to."""

EXAMPLES = {
    "count": "count food",
    "kinds": "kinds food",
    "sum": "sum food.value",
    "min": "min food.value",
    "max": "max food.value",
    "list": "list food.name",
    "fact": "fact players.to",
    "param": "param rounds",
    "copies": "copies food/kale",
    "value": "value food/kale.value",
    "this": "this value",
}
"""How each is written, for hints."""
