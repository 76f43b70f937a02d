"""The syntax of expressions, parsed by Jinja with the position of each part."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.lexer import TokenStream
from jinja2.parser import Parser

MAX_LENGTH = 20_000
"""Letters of an expression, and of any text that one makes."""

MAX_DEPTH = 100
"""Brackets in brackets, or terms of a sum: as deep as can be followed."""


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
    if _deeper(node, MAX_DEPTH):
        raise ExpressionError("limit", "it is nested too deeply", "split it", length=len(text))
    return Expression(text, node, parser.spans)


def _deeper(node: nodes.Node, most: int) -> bool:
    """Say whether there are more parts within parts."""
    row: list[nodes.Node] = [node]
    for _ in range(most):
        row = [child for each in row for child in each.iter_child_nodes()]
    return bool(row)


def _syntax_error(error: TemplateSyntaxError, text: str) -> ExpressionError:
    at, message = error.lineno - 1, (error.message or "").replace("'", '"').rstrip(".")
    if "end of template" in message:
        at, message = len(text.rstrip()) - 1, "the expression ends too soon"
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
