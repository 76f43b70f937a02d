"""`[[count food]]` in a sentence of rules.yaml: a number or a name that is read from the game when the text is made.

[[count food]]  [[count food value<0]]  [[kinds food]]  [[sum food.value]]  [[min ...]]  [[max ...]]
[[list food.name value<0]]  [[fact players.to]]  [[param rounds]]  [[copies food/kale]]
[[value food/kale.value]]  [[this value]]  [[players * param rounds]]  [[fact hand.players]]
[[param extra|card|cards]] says "1 card" or "2 cards"; [[card food/kale]] becomes a link
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.load.schema import Findings, want_text
from pnp.load.yaml_nodes import ListNode, Node, ScalarNode
from pnp.load.yaml_source import resolve
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Piece, Value, value_at
from pnp.model.rules import Parameter
from pnp.text import listed, suggest

# Which pieces a reference means: `food`, `food value<0`, `food/kale`, `*` for all components.

_FILTER = re.compile(r"([A-Za-z][A-Za-z0-9_.]*)(!=|<=|>=|=|<|>)(\S+)")

_TESTS: Mapping[str, Callable[[Value, Value], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: _is_number(a) and _is_number(b) and a < b,  # type: ignore[operator]
    ">": lambda a, b: _is_number(a) and _is_number(b) and a > b,  # type: ignore[operator]
    "<=": lambda a, b: _is_number(a) and _is_number(b) and a <= b,  # type: ignore[operator]
    ">=": lambda a, b: _is_number(a) and _is_number(b) and a >= b,  # type: ignore[operator]
}


class Dangling(ValueError):
    """A reference that leads nowhere: the code of the finding, str() the message, and what to write instead."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


def select(words: str, game: Game) -> tuple[Piece, ...]:
    """Return the pieces that `words` mean, reference cards left out; raises Dangling.

    >>> from pnp.model.diagnostics import Place
    >>> select("*", Game("soup", "Soup", "1", (), Place("game.yaml", 1, 1)))
    ()
    """
    name, *filters = words.split() or [""]
    known = {component.id: component for component in game.components}
    if name != "*" and name not in known:
        raise Dangling("PNP171", f'there is no component "{name}"', suggest(name, known, what="components"))
    chosen = game.components if name == "*" else (known[name],)
    pieces = tuple(piece for component in chosen for piece in component.pieces if not piece.extra)
    for each in filters:
        pieces = _filtered(each, pieces, name)
    return pieces


def _filtered(words: str, pieces: tuple[Piece, ...], component: str) -> tuple[Piece, ...]:
    match = _FILTER.fullmatch(words)
    if match is None:
        raise Dangling(
            "PNP170", f'"{words}" is no condition', "write field=value, field!=value, field<9 or field>9"
        )
    path, sign, text = match.groups()
    if pieces and all(field_of(piece, path) is None for piece in pieces):
        names = {name for piece in pieces for name in ("id", "name", "copies", *piece.fields)}
        raise Dangling(
            "PNP172", f'no piece of {component} has a field "{path}"', suggest(path, names, what="fields")
        )
    wanted = resolve(text)
    return tuple(
        piece
        for piece in pieces
        if (value := field_of(piece, path)) is not None and _TESTS[sign](value, wanted)
    )


def find_piece(name: str, game: Game) -> tuple[Component, Piece]:
    """Return the piece called `component/piece`; raises Dangling with the nearest name.

    A reference card can be named too.
    """
    component_id, _, piece_id = name.partition("/")
    known = {component.id: component for component in game.components}
    component = known.get(component_id)
    if component is None:
        raise Dangling(
            "PNP171",
            f'there is no component "{component_id}"',
            suggest(component_id, known, what="components"),
        )
    for piece in component.pieces:
        if piece.id == piece_id:
            return component, piece
    near = suggest(piece_id, [piece.id for piece in component.pieces], what="pieces")
    raise Dangling("PNP171", f'{component_id} has no piece "{piece_id}"', near)


def fields_of(piece: Piece) -> Mapping[str, Value]:
    """Return the fields of a piece with its id, name and number of copies."""
    return {**piece.fields, "id": piece.id, "name": piece.name, "copies": piece.copies}


def field_of(piece: Piece, path: str) -> Value:
    """Return the value of a field of a piece, None when it has no such field."""
    return value_at(fields_of(piece), path)


def distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return each value once, in the order of first use.

    >>> distinct([2, 1, 2])
    (2, 1)
    """
    kept: list[Value] = []
    for value in values:
        if value not in kept:
            kept.append(value)
    return tuple(kept)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# How a value reads in a sentence.


def shown(value: Value) -> str:
    """Return a value as a sentence has it; a mapping is too much for one.

    >>> shown(-2), shown(2.50), shown(("red", "blue", "green")), shown(True)
    ('−2', '2.5', 'red, blue and green', 'yes')
    """
    if isinstance(value, tuple):
        return listed([shown(each) for each in value])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        value = round(value, 4)
        return f"{int(value) if value.is_integer() else value}".replace("-", "−")
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return value if isinstance(value, str) else ""


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
    value = value_at(fields, path)
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


# The sentences of rules.yaml, their references replaced by what they come to, their icons known to exist.

_ICON = re.compile(r"(?<!\\)\{([A-Za-z][A-Za-z0-9_-]*)\}")
_OPEN = re.compile(r"\[\[")


@dataclass(frozen=True, slots=True)
class Scribe:
    """Writes the sentences of one game; `lines` is the text of the file, to point at the very reference."""

    game: Game
    params: Mapping[str, Parameter]
    icons: frozenset[str]
    lines: Sequence[str]
    findings: Findings

    def text(
        self,
        node: Node | None,
        what: str,
        *,
        this: Mapping[str, Value] | None = None,
        players: int | None = None,
    ) -> str:
        """Return the sentence, "" when it is none (with a finding)."""
        written = want_text(node, what, self.findings)
        if node is None or written is None:
            return ""
        scope = Scope(self.game, self.params, this, players)

        def replaced(match: re.Match[str]) -> str:
            try:
                return evaluate(match[1], scope)
            except Dangling as error:
                self.findings.error(error.code, str(error), self._place(node, match[0]), hint=error.hint)
                return ""

        said = REFERENCE.sub(replaced, written)
        opened = _OPEN.search(REFERENCE.sub("", written))
        if opened:
            message = "a reference is opened with [[ and not closed"
            self.findings.error("PNP170", message, self._place(node, "[["), hint="write ]] behind it")
        for icon in _ICON.finditer(written):
            if icon[1] not in self.icons:
                near = suggest(icon[1], self.icons, what="icons")
                message = f'there is no icon "{icon[1]}"'
                self.findings.error("PNP175", message, self._place(node, icon[0]), hint=near)
        return " ".join(said.split())

    def texts(
        self, node: Node | None, what: str, *, this: Mapping[str, Value] | None = None
    ) -> tuple[str, ...]:
        """Return the sentences of a list, or of one text."""
        if node is None:
            return ()
        items = node.items if isinstance(node, ListNode) else (node,)
        return tuple(filter(None, (self.text(item, what, this=this) for item in items)))

    def _place(self, node: Node, words: str) -> Place:
        """Return where `words` stand in the text that begins at `node`."""
        if not isinstance(node, ScalarNode):
            return node.place
        start = node.place
        for number, line in enumerate(self.lines[start.line - 1 :], start.line):
            at = line.find(words, start.column - 1 if number == start.line else 0)
            if at >= 0:
                return Place(start.file, number, at + 1, len(words))
        return start  # it is broken across two lines
