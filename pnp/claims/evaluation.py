"""Evaluation of expressions node by node, with bounds and without access to Python."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import add, floordiv, ge, gt, le, lt, mod, mul, sub, truediv
from types import MappingProxyType
from typing import Protocol

from jinja2 import nodes
from jinja2.visitor import NodeVisitor

from pnp.claims import check_functions  # noqa: F401 - its functions are found in FUNCTIONS
from pnp.claims.functions import FUNCTIONS, SHOWN, Check, Finding, Table, about, bound, in_sentence
from pnp.claims.pieces import Item, Pieces, QueryError, is_number, same, shown
from pnp.claims.syntax import MAX_LENGTH, Expression, ExpressionError, dotted_name
from pnp.model.limits import USUAL_LIMITS
from pnp.text import suggest

MAX_POWER = 64
MAX_SHOWN = 400  # letters of a value in a message

_CALCULATE: Mapping[str, Callable[[float, float], float]] = MappingProxyType(
    {"+": add, "-": sub, "*": mul, "/": truediv, "//": floordiv, "%": mod, "**": pow}
)
_ORDER: Mapping[str, tuple[Callable[[float, float], bool], str, str]] = MappingProxyType(
    {
        "lt": (lt, "less than ", "gt"),
        "lteq": (le, "at most ", "gteq"),
        "gt": (gt, "more than ", "lt"),
        "gteq": (ge, "at least ", "lteq"),
    }
)
"""Comparison of two numbers: how, in words, and what it is with the sides turned round."""


class Scope(Protocol):
    """What names mean."""

    def named(self, name: str) -> object:
        """Return what a name stands for; raises QueryError."""

    def pieces(self, name: str) -> Pieces:
        """Return the pieces of a component, or its spaces; raises QueryError."""

    def look_at(self, pieces: int) -> None:
        """Count pieces that are looked at; raises QueryError when all expressions together look at too many."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was looked at: its text, what came of it, and the pieces and fields; a fact has no pieces."""

    text: str
    value: object
    pieces: Pieces | None = None
    fields: tuple[str, ...] = ()


class Evaluation(NodeVisitor):
    """The evaluation of one expression; every method for a node returns its value or raises QueryError."""

    def __init__(self, expression: Expression, scope: Scope) -> None:
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
        """Return the error at the word that it is about, or at the whole node."""
        start, end = self.expression.span(node)
        word = re.compile(rf"(?<![\w-]){re.escape(error.word)}(?![\w-])") if error.word else None
        if word and (found := word.search(self.expression.text, start, end)):
            start, end = found.span()
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
        """Return a fact, a piece by its id, the spaces of a board, a field, or an entry of a list."""
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
            raise QueryError("syntax", "* and ** are no part of a call", "write each value")
        given = (*first, *(self.value(each) for each in node.args))
        named = {str(each.key): self.value(each.value) for each in node.kwargs}
        taken = bound(name, given, named)
        for each in (*given, *named.values()):
            self._looked_at(each)
        value = FUNCTIONS[name].call(*given, **named)
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
        """Return what a function looked at: the pieces it chose, and the fields to show beside them."""
        fields = [taken.get(name, ()) for name in ("by", "field", "source")]
        names = [name for each in fields for name in (each if isinstance(each, tuple) else (each,))]
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
            raise QueryError("value", f'"{word}" is no number to compute with', "use numbers with + - * /")
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
        text = "".join(in_sentence(self.value(each)) for each in node.nodes)
        if len(text) > MAX_LENGTH:
            raise QueryError("limit", f"a text of more than {MAX_LENGTH:,} letters", "shorten it")
        return text

    def _truth(self, node: nodes.Node) -> bool | Check:
        """Return the value of something that is true or false."""
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
            return [] if value else [Finding(f"{self.expression.words(node)} is not so")]
        except QueryError as error:
            raise self._placed(error, node) from None

    def _differences(self, node: nodes.Compare) -> Iterator[Finding]:
        """Yield what is wrong with each pair of a comparison, with the pieces that it looked at."""
        since, left = len(self.read), node.expr
        there = self.value(left)
        for operand in node.ops:
            right, wanted = operand.expr, self.value(operand.expr)
            if not _holds(operand.op, there, wanted):
                seen = [item for each in self.read[since:] if each.pieces for item in each.pieces]
                op, sides = operand.op, [(left, there), (right, wanted)]
                if _reads(right) and not _reads(left):
                    op, sides = _ORDER[op][2] if op in _ORDER else op, sides[::-1]
                yield self._unlike(op, sides, about(seen))
            left, there = right, wanted

    def _unlike(self, op: str, sides: list[tuple[nodes.Expr, object]], seen: tuple[str, ...]) -> Finding:
        (left, there), (right, wanted) = sides
        words = self.expression.words(left)
        if op == "eq" and isinstance(there, Mapping) and isinstance(wanted, Mapping):
            return _table_differences(words, there, wanted)
        sign = {"in": "one of ", "notin": "none of "}.get(op) or _ORDER.get(op, (op, ""))[1]
        said = "anything else" if op == "ne" else f"{sign}{_short(wanted)}"
        source = f" ({self.expression.words(right)})" if right.find(nodes.Name) else ""
        return Finding(f"{words} is {_short(there)}, not {said}{source}", seen)


def _reads(node: nodes.Expr) -> bool:
    """Say whether a side of a comparison reads data."""
    return isinstance(node, nodes.Name) or node.find(nodes.Name) is not None


def _short(value: object) -> str:
    """Return a value as a message has it, a long one cut."""
    words = shown(value)
    return words if len(words) <= MAX_SHOWN else f"{words[:MAX_SHOWN]} ..."


def _holds(op: str, left: object, right: object) -> bool:
    if op in ("eq", "ne"):
        return (same(left, right) or same(right, left)) == (op == "eq")
    if op in ("in", "notin"):
        if not isinstance(right, tuple | Mapping):
            raise QueryError("value", f"{shown(right)} is no list to look into", "write x in [1, 2]")
        return any(same(left, each) for each in right) == (op == "in")
    if not is_number(left) or not is_number(right):
        word = shown(right if is_number(left) else left)
        raise QueryError("value", f'"{word}" is no number to compare', "use == with words")
    return _ORDER[op][0](left, right)


def _table_differences(words: str, there: Mapping[str, object], wanted: Mapping[str, object]) -> Finding:
    """Return one finding for all that is otherwise in a table, with the pieces behind it."""
    wrong: dict[str, str] = {}
    for name, value in there.items():
        if name not in wanted:
            wrong[name] = f"{name} is {shown(value)} and not listed"
        elif not same(value, wanted[name]):
            wrong[name] = f"{name} is {shown(value)}, not {shown(wanted[name])}"
    holders = there.holders if isinstance(there, Table) else {}
    pieces = dict.fromkeys(piece for name in wrong for piece in holders.get(name, ()))
    wrong |= {name: f"there is no {name}" for name in wanted if name not in there}
    said = [*wrong.values()][:SHOWN]
    said += [f"and {len(wrong) - SHOWN} more"] if len(wrong) > SHOWN else []
    return Finding(f"{words}: {'; '.join(said)}", tuple(pieces))
