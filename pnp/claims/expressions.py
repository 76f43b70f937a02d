"""Expressions over the data of a game, for claims and for sentences of the rules."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import add, floordiv, ge, gt, le, lt, mod, mul, sub, truediv
from types import MappingProxyType
from typing import Self

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.lexer import TokenStream
from jinja2.parser import Parser
from jinja2.visitor import NodeVisitor

from pnp.claims.functions import FUNCTIONS, SHOWN, Check, Finding, Table, about, bound, in_sentence
from pnp.claims.selections import Data, Item, Pieces, QueryError, is_number, pieces_of, same, shown, spaces_of
from pnp.model.game import Component, Value, empty
from pnp.model.limits import USUAL_LIMITS, raised, too_much
from pnp.text import suggest

# Syntax: parsed by Jinja, with the position of each part.

MAX_LENGTH = 20_000  # Letters of an expression, and of any text that one makes.
MAX_DEPTH = 100  # Brackets in brackets, or terms of a sum: as deep as can be followed.


class ExpressionError(Exception):
    """An expression that has no value: `kind` as in QueryError; `at` and `length` say where in its text."""

    def __init__(self, kind: str, message: str, hint: str, at: int = 0, length: int = 1) -> None:
        super().__init__(message)
        self.kind = kind
        self.hint = hint
        self.at = at
        self.length = length


class _Offsets(Environment):
    """Jinja's syntax, with the offset of a token (from 1) as its line number."""

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        numbered = []
        at = 1
        try:
            for _, token, text in self.lexer.tokeniter(source, name, filename, state):
                numbered.append((at, token, text))
                at += len(text)
        except TemplateSyntaxError as error:
            raise TemplateSyntaxError(error.message or "", at) from None
        return TokenStream(self.lexer.wrap(iter(numbered), name, filename), name, filename)


_SYNTAX = _Offsets()


class _Parser(Parser):
    """Jinja's parser, which remembers where every operand and term stands."""

    def __init__(self, text: str) -> None:
        super().__init__(_SYNTAX, text, state="variable")
        self.text = text
        self.spans: dict[nodes.Node, tuple[int, int]] = {}

    def _located(self, parse: Callable[[], nodes.Expr]) -> nodes.Expr:
        start = self.stream.current.lineno - 1
        node = parse()
        end = len(self.text) if self.stream.current.type == "eof" else self.stream.current.lineno - 1
        self.spans[node] = (start, start + len(self.text[start:end].rstrip()))
        return node

    def parse_not(self) -> nodes.Expr:
        return self._located(super().parse_not)

    def parse_math1(self) -> nodes.Expr:
        return self._located(super().parse_math1)

    def parse_unary(self, with_filter: bool = True) -> nodes.Expr:  # noqa: FBT001, FBT002 - as Jinja has it
        return self._located(lambda: super(_Parser, self).parse_unary(with_filter))


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """An expression that was read; `spans` is where its parts stand in the text."""

    text: str
    node: nodes.Expr
    spans: Mapping[nodes.Node, tuple[int, int]]

    def span(self, node: nodes.Node) -> tuple[int, int]:
        """Return where a part begins and ends."""
        return self.spans.get(node, (node.lineno - 1, len(self.text)))

    def words(self, node: nodes.Node) -> str:
        """Return a part as it is written, in one line."""
        start, end = self.span(node)
        return " ".join(self.text[start:end].split())

    def parts(self) -> Iterator[nodes.Expr]:
        """Yield what must all be true: the expression, or the parts that `and` joins."""
        pending = [self.node]
        while pending:
            node = pending.pop()
            if isinstance(node, nodes.And):
                pending += [node.right, node.left]
            else:
                yield node


@lru_cache(maxsize=10_000)
def read_expression(text: str) -> Expression:
    """Return the expression in `text`; raises ExpressionError when it cannot be read."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError("limit", f"the expression is longer than {MAX_LENGTH:,} letters", "shorten it")
    try:
        parser = _Parser(text)
        node = parser.parse_expression()
    except TemplateSyntaxError as error:
        raise _syntax_error(error, text) from None
    except (RecursionError, ValueError):
        message = "it is nested too deeply, or a number is too long"
        raise ExpressionError("limit", message, "split it") from None
    if not parser.stream.eos:
        token = parser.stream.current
        hint = "join two values with and, or, == or an operator"
        message, length = f'"{token.value}" is not expected here', len(str(token.value)) or 1
        raise ExpressionError("syntax", message, hint, token.lineno - 1, length)
    row: list[nodes.Node] = [node]
    for _ in range(MAX_DEPTH):
        row = [child for part in row for child in part.iter_child_nodes()]
    if row:
        raise ExpressionError("limit", "it is nested too deeply", "split it", length=len(text))
    return Expression(text, node, parser.spans)


def _syntax_error(error: TemplateSyntaxError, text: str) -> ExpressionError:
    at, message = error.lineno - 1, (error.message or "").replace("'", '"').rstrip(".")
    if "end of template" in message:
        at, message = len(text.rstrip()) - 1, "the expression is incomplete"
    elif message.startswith("unexpected char"):
        message = message.partition(" at ")[0]
    place = min(max(at, 0), max(len(text) - 1, 0))
    return ExpressionError("syntax", message, "write an expression such as count(food) == 47", place)


def dotted_name(node: nodes.Node) -> str:
    """Return a name with what is asked of it, as in facts.players.from; "" for anything else."""
    match node:
        case nodes.Name(name=name):
            return str(name)
        case nodes.Getattr(node=owner, attr=key) | nodes.Getitem(node=owner, arg=nodes.Const(value=key)):
            return f"{dotted_name(owner)}.{key}"
        case nodes.Getitem(node=owner, arg=nodes.Name(name=key)):
            return f"{dotted_name(owner)}[{key}]"
    return ""


# Evaluation: node by node, with bounds and without access to Python.

MAX_POWER = 64
MAX_SHOWN = 400  # letters of a value in a message

_CALCULATE: Mapping[str, Callable[[float, float], float]] = dict(
    zip(("+", "-", "*", "/", "//", "%", "**"), (add, sub, mul, truediv, floordiv, mod, pow), strict=True)
)
_ORDER: Mapping[str, tuple[Callable[[float, float], bool], str, str]] = {
    "lt": (lt, "less than ", "gt"),
    "lteq": (le, "at most ", "gteq"),
    "gt": (gt, "more than ", "lt"),
    "gteq": (ge, "at least ", "lteq"),
}
"""Comparison of two numbers: how, in words, and what it is with the sides turned round."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was looked at: its text, what came of it, and the pieces and fields; a fact has no pieces."""

    text: str
    value: object
    pieces: Pieces | None = None
    fields: tuple[str, ...] = ()


class Evaluation(NodeVisitor):
    """The evaluation of one expression; every method for a node returns its value or raises QueryError."""

    def __init__(self, expression: Expression, scope: "Expressions") -> None:
        self.expression = expression
        self.scope = scope
        self.read: list[Read] = []
        self._pieces = 0

    def value(self, node: nodes.Node) -> object:
        """Return the value of a node; raises ExpressionError."""
        try:
            value: object = self.visit(node)
        except QueryError as error:
            raise self._placed(error, node) from None
        if is_number(value) and not abs(value) <= USUAL_LIMITS.number:
            too_large = QueryError("limit", "the number is too large", f"stay below {USUAL_LIMITS.number:,}")
            raise self._placed(too_large, node)
        return value

    def _placed(self, error: QueryError, node: nodes.Node) -> ExpressionError:
        start, end = self.expression.span(node)
        word = re.compile(rf"(?<![\w-]){re.escape(error.word)}(?![\w-])") if error.word else None
        if word and (match := word.search(self.expression.text, start, end)):
            start, end = match.span()
        return ExpressionError(error.kind, str(error), error.hint, start, max(1, end - start))

    def generic_visit(self, node: nodes.Node, *_args: object, **_kwargs: object) -> object:
        """Refuse every part of Jinja's syntax that has no method here."""
        what = type(node).__name__.lower()
        raise QueryError("syntax", f"expressions have no {what}", "use functions, operators and comparisons")

    # Values, names, attributes.

    def visit_Const(self, node: nodes.Const) -> object:
        return node.value

    def visit_Name(self, node: nodes.Name) -> object:
        return self.scope.named(node.name)

    def visit_List(self, node: nodes.List | nodes.Tuple) -> object:
        return tuple(self.value(item) for item in node.items)

    visit_Tuple = visit_List

    def visit_Dict(self, node: nodes.Dict) -> object:
        return {shown(self.value(pair.key)): self.value(pair.value) for pair in node.items}

    def visit_Getattr(self, node: nodes.Getattr) -> object:
        return self._within(self.value(node.node), node.attr, node)

    def visit_Getitem(self, node: nodes.Getitem) -> object:
        return self._within(self.value(node.node), self.value(node.arg), node)

    def _within(self, owner: object, key: object, node: nodes.Getattr | nodes.Getitem) -> object:
        name, word = dotted_name(node.node), str(key)
        known: Mapping[str, object] = {}
        if isinstance(owner, Mapping):
            kind, known = ("fact" if name.startswith(("facts", "params")) else "field"), owner
        elif isinstance(owner, Item):
            kind, known = "field", owner.fields
        elif isinstance(owner, Pieces):
            if word == "spaces" and owner.name == name:
                return self.scope.pieces(f"{name}.spaces")
            kind, known = "name", {item.id: item for item in owner.among}
        elif isinstance(owner, tuple) and isinstance(key, int) and -len(owner) <= key < len(owner):
            return owner[key]
        else:
            hint = "a list counts its entries from 0; a single value has none"
            raise QueryError("value", f'there is no "{word}" in {shown(owner) or "a text"}', hint, word=word)
        if word not in known:
            what = {"fact": "fact", "field": "field", "name": "piece"}[kind]
            message = f'{name or shown(owner)} has no {what} "{word}"'
            raise QueryError(kind, message, suggest(word, known, what=f"{what}s"), word=word)
        if kind == "fact":
            self.read.append(Read(f"{name}.{word}", known[word]))
        elif isinstance(owner, Item):
            piece = Pieces(owner.component, (owner,), (owner,), with_extras=True)
            self.read.append(Read(self.expression.words(node), known[word], piece, (word,)))
        return known[word]

    # Calls.

    def visit_Call(self, node: nodes.Call) -> object:
        if not isinstance(node.node, nodes.Name):
            raise QueryError("syntax", "only a function can be called", "write count(food)")
        return self._called(node.node.name, (), node)

    def visit_Filter(self, node: nodes.Filter) -> object:
        first = (self.value(node.node),) if node.node is not None else ()
        return self._called(node.name, first, node)

    def _called(self, name: str, first: tuple[object, ...], node: nodes.Call | nodes.Filter) -> object:
        if node.dyn_args is not None or node.dyn_kwargs is not None:
            raise QueryError("syntax", "* and ** are not allowed in a call", "write each value")
        given = (*first, *(self.value(argument) for argument in node.args))
        named = {str(argument.key): self.value(argument.value) for argument in node.kwargs}
        taken = bound(name, given, named)
        for argument in (*given, *named.values()):
            self._looked_at(argument)
        value = FUNCTIONS[name].call(*given, **named)
        value = Check(tuple(value)) if isinstance(value, Iterator) else value
        if given and isinstance(given[0], Pieces) and not isinstance(value, Pieces):
            self.read.append(self._reading(node, value, given[0], taken))
        return value

    def _looked_at(self, value: object) -> None:
        if not isinstance(value, Pieces):
            return
        self._pieces += len(value.among)
        if self._pieces > USUAL_LIMITS.looks:
            raise QueryError("limit", "the expression looks at too many pieces", "split it")
        self.scope.look_at(len(value.among))

    def _reading(self, node: nodes.Node, value: object, pieces: Pieces, taken: Mapping[str, object]) -> Read:
        fields = [taken.get(name, ()) for name in ("by", "field", "source")]
        names = [
            name
            for field_names in fields
            for name in (field_names if isinstance(field_names, tuple) else (field_names,))
        ]
        conditions = taken.get("fields")
        if isinstance(conditions, Mapping) and isinstance(value, Check):
            names += conditions
        elif isinstance(conditions, Mapping):
            pieces = pieces.where(conditions)
        names += ["back"] if "template" in taken else []
        return Read(self.expression.words(node), value, pieces, tuple(dict.fromkeys(map(str, names))))

    # Operators.

    def _calculated(self, node: nodes.BinExpr) -> object:
        left, right = self.value(node.left), self.value(node.right)
        if node.operator == "+" and isinstance(left, Pieces) and isinstance(right, Pieces):
            self._looked_at(both := left + right)
            return both
        if not is_number(left) or not is_number(right):
            word = shown(right if is_number(left) else left)
            raise QueryError("value", f'"{word}" is not a number to compute with', "use numbers with + - * /")
        if node.operator == "**" and abs(right) > MAX_POWER:
            raise QueryError("limit", f"a power above {MAX_POWER}", "write a smaller one")
        try:
            result = _CALCULATE[node.operator](left, right)
        except (ZeroDivisionError, OverflowError):
            result = None
        if not is_number(result):
            raise QueryError("value", "this cannot be computed", "do not divide by 0")
        return result

    visit_Add = visit_Sub = visit_Mul = visit_Div = visit_FloorDiv = visit_Mod = visit_Pow = _calculated

    def visit_Neg(self, node: nodes.Neg) -> object:
        return self._calculated(nodes.Sub(nodes.Const(0), node.node, lineno=node.lineno))

    def visit_Concat(self, node: nodes.Concat) -> object:
        text = "".join(in_sentence(self.value(part)) for part in node.nodes)
        if len(text) > MAX_LENGTH:
            raise QueryError("limit", f"a text of more than {MAX_LENGTH:,} letters", "shorten it")
        return text

    def _truth(self, node: nodes.Node) -> bool | Check:
        value = self.value(node)
        if not isinstance(value, bool | Check):
            words = self.expression.words(node)
            message = f"{words} is {shown(value)}, neither true nor false"
            raise self._placed(QueryError("syntax", message, f"compare it: {words} == 4"), node)
        return value

    def visit_And(self, node: nodes.And) -> object:
        return bool(self._truth(node.left) and self._truth(node.right))

    def visit_Or(self, node: nodes.Or) -> object:
        return bool(self._truth(node.left) or self._truth(node.right))

    def visit_Not(self, node: nodes.Not) -> object:
        return not self._truth(node.node)

    def visit_CondExpr(self, node: nodes.CondExpr) -> object:
        if node.expr2 is None:
            raise QueryError("syntax", "there is no else", "write a if b else c")
        return self.value(node.expr1 if self._truth(node.test) else node.expr2)

    def visit_Compare(self, node: nodes.Compare) -> object:
        return not list(self._differences(node))

    # What is wrong.

    def findings(self, node: nodes.Expr) -> list[Finding]:
        """Return what keeps a test from being true; raises ExpressionError when it is none."""
        try:
            if isinstance(node, nodes.Compare):
                return list(self._differences(node))
            value = self._truth(node)
            if isinstance(value, Check):
                return list(value.findings)
            return [] if value else [Finding(f"{self.expression.words(node)} is false")]
        except QueryError as error:
            raise self._placed(error, node) from None

    def _differences(self, node: nodes.Compare) -> Iterator[Finding]:
        since, left = len(self.read), node.expr
        value = self.value(left)
        for operand in node.ops:
            right, wanted = operand.expr, self.value(operand.expr)
            if not _holds(operand.op, value, wanted):
                seen = [item for read in self.read[since:] if read.pieces for item in read.pieces]
                op, sides = operand.op, [(left, value), (right, wanted)]
                if _reads(right) and not _reads(left):
                    op, sides = _ORDER[op][2] if op in _ORDER else op, sides[::-1]
                yield self._unlike(op, sides, about(seen))
            left, value = right, wanted

    def _unlike(self, op: str, sides: list[tuple[nodes.Expr, object]], seen: tuple[str, ...]) -> Finding:
        (left, value), (right, wanted) = sides
        words = self.expression.words(left)
        if op == "eq" and isinstance(value, Mapping) and isinstance(wanted, Mapping):
            return _table_differences(words, value, wanted)
        sign = {"in": "one of ", "notin": "none of "}.get(op) or _ORDER.get(op, (op, ""))[1]
        expected = "anything else" if op == "ne" else f"{sign}{_short(wanted)}"
        source = f" ({self.expression.words(right)})" if right.find(nodes.Name) else ""
        return Finding(f"{words} is {_short(value)}, not {expected}{source}", seen)


def _reads(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Name) or node.find(nodes.Name) is not None


def _short(value: object) -> str:
    words = shown(value)
    return words if len(words) <= MAX_SHOWN else f"{words[:MAX_SHOWN]} ..."


def _holds(op: str, left: object, right: object) -> bool:
    if op in ("eq", "ne"):
        return (same(left, right) or same(right, left)) == (op == "eq")
    if op in ("in", "notin"):
        if not isinstance(right, tuple | Mapping):
            raise QueryError("value", f"{shown(right)} is not a list to look in", "write x in [1, 2]")
        return any(same(left, item) for item in right) == (op == "in")
    if not is_number(left) or not is_number(right):
        word = shown(right if is_number(left) else left)
        raise QueryError("value", f'"{word}" is not a number to compare', "use == with words")
    return _ORDER[op][0](left, right)


def _table_differences(words: str, table: Mapping[str, object], wanted: Mapping[str, object]) -> Finding:
    wrong: dict[str, str] = {}
    for name, value in table.items():
        if name not in wanted:
            wrong[name] = f"{name} is {shown(value)} and not listed"
        elif not same(value, wanted[name]):
            wrong[name] = f"{name} is {shown(value)}, not {shown(wanted[name])}"
    holders = table.holders if isinstance(table, Table) else {}
    pieces = dict.fromkeys(piece for name in wrong for piece in holders.get(name, ()))
    wrong |= {name: f"there is no {name}" for name in wanted if name not in table}
    words_of_differences = [*wrong.values()][:SHOWN]
    words_of_differences += [f"and {len(wrong) - SHOWN} more"] if len(wrong) > SHOWN else []
    return Finding(f"{words}: {'; '.join(words_of_differences)}", tuple(pieces))


EMBEDDED = re.compile(r"\{\{((?:(?!\{\{|\}\}).)*)\}\}", re.DOTALL)  # An expression in a sentence.

CONTEXT: Mapping[str, str] = {
    "this": "use it below cards, or in the columns of a table",
    "players": "use it alone, below players",
}
"""The names that are known in some sentences only, with the hint for the others."""

CODES: Mapping[str, str] = {
    "syntax": "PNP170",
    "name": "PNP171",
    "field": "PNP172",
    "fact": "PNP173",
    "value": "PNP174",
    "context": "PNP176",
    "limit": "PNP117",
}
"""The code of a diagnostic by what is wrong with an expression in a text."""


@dataclass(slots=True)
class Outcome:
    """What came of a test: what is wrong (nothing when it passes), the errors in it, and what it read."""

    findings: list[Finding] = field(default_factory=list)
    errors: list[ExpressionError] = field(default_factory=list)
    read: list[Read] = field(default_factory=list)


@dataclass(frozen=True)
class Expressions:
    """Evaluates expressions over a game and the parameters of its rules.

    `names` are known besides components, facts, params and pieces: `this` piece, the number of `players`.
    What all of them look at is counted together: those of a game are to be read anew with an object of their own.
    """

    data: Data
    names: Mapping[str, Value] = field(default_factory=empty)
    _selections: dict[str, Pieces] = field(default_factory=dict, repr=False, compare=False)
    _looks: Counter[str] = field(default_factory=Counter, repr=False, compare=False)
    _known: dict[str, tuple[object, tuple[Read, ...]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def value(self, text: str) -> object:
        """Return the value of an expression; raises ExpressionError."""
        return self.worked_out(text)[0]

    def worked_out(self, text: str) -> tuple[object, tuple[Read, ...]]:
        """Return the value of an expression, and what was looked at for it; raises ExpressionError."""
        known = self._known.get(text)
        if known is None:  # thousands of cards may say the same
            expression = read_expression(text)
            evaluation = Evaluation(expression, self)
            known = self._known[text] = evaluation.value(expression.node), tuple(evaluation.read)
        return known

    def test(self, text: str) -> Outcome:
        """Return what an expression that must be true finds wrong; each part that `and` joins is tried."""
        try:
            expression = read_expression(text)
        except ExpressionError as error:
            return Outcome(errors=[error])
        evaluation = Evaluation(expression, self)
        tested = Outcome(read=evaluation.read)
        for part in expression.parts():
            try:
                tested.findings += evaluation.findings(part)
            except ExpressionError as error:
                tested.errors.append(error)
        return tested

    def sentence(self, text: str) -> tuple[str, tuple[ExpressionError, ...]]:
        """Return a sentence with every {{ expression }} replaced by its value, and the errors in them."""
        errors: list[ExpressionError] = []

        def replaced(match: re.Match[str]) -> str:
            try:
                return in_sentence(self._spoken(match[1]), self.data.game.speech)
            except ExpressionError as error:
                error.at += match.start(1)
                errors.append(error)
                return ""

        spoken = EMBEDDED.sub(replaced, text)
        opened = EMBEDDED.sub(lambda match: " " * len(match[0]), text).find("{{")
        if opened >= 0:
            message = "an expression begins with {{ and does not end"
            errors.append(ExpressionError("syntax", message, "write }} after it", opened, 2))
        return spoken, tuple(errors)

    def filled(self, value: Value) -> tuple[Value, tuple[ExpressionError, ...]]:
        """Return a value with the expressions in all its texts worked out, and the errors in them."""
        if isinstance(value, str):
            return self.sentence(value) if "{{" in value else (value, ())
        if isinstance(value, tuple):
            items = [self.filled(item) for item in value]
            return tuple(item for item, _ in items), tuple(e for _, errors in items for e in errors)
        if isinstance(value, Mapping):
            entries = {name: self.filled(item) for name, item in value.items()}
            filled = MappingProxyType({name: item for name, (item, _) in entries.items()})
            return filled, tuple(e for _, errors in entries.values() for e in errors)
        return value, ()

    def _spoken(self, text: str) -> object:
        value = self.value(text)
        words = text.strip()
        place = text.find(words), len(words)
        if isinstance(value, Mapping):
            hint = f"go on: {', '.join(f'{words}.{name}' for name in value)}"
            raise ExpressionError("fact", f'"{words}" is a group of values', hint, *place)
        if isinstance(value, Pieces | Item | Check):
            hint = "write count(food), or food.kale.value"
            message = f'"{words}" is {shown(value)}, which cannot be printed in a sentence'
            raise ExpressionError("value", message, hint, *place)
        return value

    @cached_property
    def components(self) -> Mapping[str, Component]:
        return {component.id: component for component in self.data.game.components}

    def knowing(self, names: Mapping[str, Value]) -> Self:
        """Return what evaluates over the same data, knowing these names too."""
        return replace(self, names={**self.names, **names}, _known={})

    def named(self, name: str) -> object:
        """Return what a name stands for; raises QueryError."""
        if name in self.names:
            return self.names[name]
        if name in ("facts", "params"):
            return self.data.game.facts if name == "facts" else self.data.params
        if name in CONTEXT and name not in self.components:
            message = f'"{name}" has no meaning here'
            raise QueryError("context", message, CONTEXT[name], word=name)
        return self.pieces(name)

    def pieces(self, name: str) -> Pieces:
        """Return the pieces of a component, the spaces of one ("board.spaces"), or all "pieces"; raises QueryError."""
        if name not in self._selections:
            self._selections[name] = self._selected(name)
        return self._selections[name]

    def look_at(self, pieces: int) -> None:
        """Count pieces that are looked at; raises QueryError when all expressions together look at too many."""
        self._looks["pieces"] += pieces
        most = self.data.game.limits.claim_looks
        if self._looks["pieces"] > most:
            hint = f"test fewer of them{raised('claim_looks', 5 * most)}"
            raise QueryError("limit", too_much("claim_looks", most), hint)

    def _selected(self, name: str) -> Pieces:
        component_id, dot, _ = name.partition(".")
        component = self.components.get(component_id)
        if component is None and name == "pieces":
            every = (self.pieces(component) for component in self.components)
            return replace(sum(every, Pieces("", (), ())), name="pieces")
        if component is None:
            if name in FUNCTIONS:
                raise QueryError("syntax", f"{name} is a function", f"write {name}(...)", word=name)
            hint = suggest(component_id, self.components, what="components")
            raise QueryError("name", f'there is no component "{component_id}"', hint, word=component_id)
        if dot and component.board is None:
            boards = (component.id for component in self.components.values() if component.board)
            hint = suggest(component_id, boards, what="boards")
            raise QueryError("name", f"{component_id} has no spaces", hint, word=component_id)
        return spaces_of(component) if dot else pieces_of(component)
