"""Expressions over the data of a game, for claims and for sentences of the rules."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Self

from pnp.claims.evaluation import Evaluation, Read
from pnp.claims.functions import FUNCTIONS, Check, Finding, in_sentence
from pnp.claims.pieces import Data, Item, Pieces, QueryError, pieces_of, shown, spaces_of
from pnp.claims.syntax import ExpressionError, read_expression
from pnp.model.game import Component, Value, empty
from pnp.model.limits import raised, too_much
from pnp.text import suggest

EMBEDDED = re.compile(r"\{\{((?:(?!\{\{|\}\}).)*)\}\}", re.DOTALL)
"""An expression in a sentence."""

CONTEXT: Mapping[str, str] = MappingProxyType(
    {
        "this": "use it below cards, or in the columns of a table",
        "players": "use it alone, below players",
    }
)
"""The names that are known in some sentences only, with the hint for the others."""


CODES: Mapping[str, str] = MappingProxyType(
    {
        "syntax": "PNP170",
        "name": "PNP171",
        "field": "PNP172",
        "fact": "PNP173",
        "value": "PNP174",
        "context": "PNP176",
        "limit": "PNP117",
    }
)
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

        said = EMBEDDED.sub(replaced, text)
        opened = EMBEDDED.sub(lambda match: " " * len(match[0]), text).find("{{")
        if opened >= 0:
            message = "an expression is opened with {{ and not closed"
            errors.append(ExpressionError("syntax", message, "write }} behind it", opened, 2))
        return said, tuple(errors)

    def filled(self, value: Value) -> tuple[Value, tuple[ExpressionError, ...]]:
        """Return a value with the expressions in all its texts worked out, and the errors in them."""
        if isinstance(value, str):
            return self.sentence(value) if "{{" in value else (value, ())
        if isinstance(value, tuple):
            items = [self.filled(each) for each in value]
            return tuple(each for each, _ in items), tuple(e for _, errors in items for e in errors)
        if isinstance(value, Mapping):
            entries = {name: self.filled(each) for name, each in value.items()}
            filled = MappingProxyType({name: each for name, (each, _) in entries.items()})
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
            message = f'"{words}" is {shown(value)}, which no sentence can say'
            raise ExpressionError("value", message, hint, *place)
        return value

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """The components by their names."""
        return {component.id: component for component in self.data.game.components}

    def knowing(self, names: Mapping[str, Value]) -> Self:
        """Return what evaluates over the same data, knowing other names."""
        return replace(self, names=names, _known={})

    def named(self, name: str) -> object:
        """Return what a name stands for; raises QueryError."""
        if name in self.names:
            return self.names[name]
        if name in ("facts", "params"):
            return self.data.game.facts if name == "facts" else self.data.params
        if name in CONTEXT and name not in self.components:
            message = f'"{name}" stands where it is not known'
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
            every = (self.pieces(each) for each in self.components)
            return replace(sum(every, Pieces("", (), ())), name="pieces")
        if component is None:
            if name in FUNCTIONS:
                raise QueryError("syntax", f"{name} is a function", f"write {name}(...)", word=name)
            hint = suggest(component_id, self.components, what="components")
            raise QueryError("name", f'there is no component "{component_id}"', hint, word=component_id)
        if dot and component.board is None:
            boards = (each.id for each in self.components.values() if each.board)
            hint = suggest(component_id, boards, what="boards")
            raise QueryError("name", f"{component_id} has no spaces", hint, word=component_id)
        return spaces_of(component) if dot else pieces_of(component)
