"""The sentences of a game's rules with the state of their claims and of their approval."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.approval.changes import Unapproved
from pnp.claims.evaluation import Read
from pnp.claims.expressions import EMBEDDED
from pnp.claims.pieces import Item
from pnp.claims.syntax import ExpressionError
from pnp.model.diagnostics import Place
from pnp.model.game import Game, Statement
from pnp.model.rules import Case, Entry, RulesDocument, Run, runs_in
from pnp.studio.rules_source import RulesSource

How = Literal["named", "counted", "stated"]
"""How a sentence speaks of a piece: it names it, an expression in it counts it, or a claim that it states is about it."""

State = Literal["kept", "broken", "unreadable", "judged", "dropped", "ruling", "missing"]
"""What came of a claim that a sentence states; "ruling" for a ruling, "missing" where there is neither."""


def sentence_id(statement: Statement) -> str:
    """Return what the page calls a sentence: where it is written."""
    place = statement.place
    return f"{place.file}:{place.line}:{place.column}"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text that players read, as it is printed and `written`; `at` is where it is printed: "rules turn".

    `claims` are the claims and rulings that it states, and what came of each. `pieces` are those that it speaks of, the
    ones it names first; `unapproved` is there when it is not as it was approved. One that stands on a piece alone is not `in_rules`.
    """

    id: str
    at: str
    text: str
    written: str
    place: Place
    claims: Mapping[str, State]
    pieces: Mapping[str, How]
    unapproved: Unapproved | None = None
    in_rules: bool = True

    @property
    def holds(self) -> bool:
        """Say whether nothing that it states is broken."""
        return not {"broken", "unreadable", "missing"} & set(self.claims.values())


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of a game by their ids: those of the summary in its order, then those on the pieces."""

    by_id: Mapping[str, Sentence]

    def about(self, piece: str) -> tuple[Sentence, ...]:
        """Return the sentences that speak of a piece: those that name it first, then those about few others.

        What stands in each row of a table is no sentence about its piece.
        """
        rank = {"named": 0, "counted": 1, "stated": 2}
        found = [each for each in self.by_id.values() if piece in each.pieces and "{{" not in each.text]
        return tuple(sorted(found, key=lambda each: (rank[each.pieces[piece]], len(each.pieces))))

    def stating(self, claim: str) -> tuple[Sentence, ...]:
        """Return the sentences that state a claim or a ruling."""
        return tuple(each for each in self.by_id.values() if claim in each.claims)


def sentences(source: RulesSource, pieces: Mapping[str, str]) -> Sentences:
    """Return the sentences of the rules of a game; `pieces` are those that anchors of the summary lead to."""
    said: dict[str, Statement] = {}
    named: dict[str, dict[str, None]] = {}
    for around, run in _runs(source.document) if source.document else ():
        if run.statement is not None:
            name = sentence_id(run.statement)
            said.setdefault(name, run.statement)
            near = (each for each in (around, run.to or "") if each in pieces)
            named.setdefault(name, {}).update((pieces[each], None) for each in near)
    for statement in source.coverage.statements:
        said.setdefault(sentence_id(statement), statement)
    reader = _Reader(source, pieces, frozenset(named))
    found = (reader.sentence(name, each, tuple(named.get(name, ()))) for name, each in said.items())
    return Sentences({each.id: each for each in found})


def _runs(document: RulesDocument) -> Iterator[tuple[str, Run]]:
    """Yield every run of a summary, and the anchor of what it is about where that stands beside it, "" elsewhere.

    In the entry of a piece that is the piece; a ruling says which pieces it concerns.
    """
    for block in (block for section in document.sections for block in section.blocks):
        for run in runs_in(block):
            yield block.anchor if isinstance(block, Entry) else "", run
        if isinstance(block, Case):
            yield from ((each.to or "", run) for each in block.see for run in block.ruling[:1])


def addresses(game: Game) -> frozenset[str]:
    """Return the pieces of a game as component/piece."""
    return frozenset(
        f"{component.id}/{piece.id}" for component in game.components for piece in component.pieces
    )


class _Reader:
    """Finds out what sentences speak of."""

    def __init__(self, source: RulesSource, pieces: Mapping[str, str], in_rules: frozenset[str]) -> None:
        self._source, self._pieces, self._in_rules = source, pieces, in_rules
        self._known = addresses(source.game)
        self._states: dict[str, State] = {each.id: "ruling" for each in source.promises.rulings}
        self._states |= {name: each.state for name, each in source.results.items()}
        self._unapproved = {(each.at, each.now): each for each in source.unapproved or ()}
        self._read_by: dict[str, tuple[str, ...]] = {}

    def sentence(self, name: str, said: Statement, named: tuple[str, ...]) -> Sentence:
        on_a_piece = said.at.partition(" ")[0]
        spoken: dict[str, How] = dict.fromkeys(named, "named")
        if on_a_piece in self._known:
            spoken.setdefault(on_a_piece, "named")
        for address in self._counted(said):
            spoken.setdefault(address, "counted")
        for claim in said.claims:
            for address in self._read(claim.id):
                spoken.setdefault(address, "stated")
        claims: dict[str, State] = {each.id: self._states.get(each.id, "missing") for each in said.claims}
        unapproved = self._unapproved.get((said.at, said.text))
        in_rules = name in self._in_rules
        where = (name, said.at, said.text, said.written, said.place)
        return Sentence(*where, claims, spoken, unapproved, in_rules)

    def _counted(self, said: Statement) -> Iterator[str]:
        for text in EMBEDDED.findall(said.written):
            try:
                _, read = self._source.expressions.worked_out(text)
            except ExpressionError:  # it is about each row of a table
                continue
            yield from self._addresses(read)

    def _read(self, claim: str) -> tuple[str, ...]:
        """Return the pieces that the tests of a claim look at."""
        if claim not in self._read_by:
            result = self._source.results.get(claim)
            self._read_by[claim] = tuple(dict.fromkeys(self._addresses(result.read if result else ())))
        return self._read_by[claim]

    def _addresses(self, read: Iterable[Read]) -> Iterator[str]:
        for each in read:
            for item in each.pieces or ():
                address = piece_of(item, self._known, self._pieces)
                if address:
                    yield address


def piece_of(item: Item, known: frozenset[str], pieces: Mapping[str, str]) -> str:
    """Return the piece that was looked at, as component/piece: for a space of a board, the board."""
    address = f"{item.component}/{item.id}"
    return address if address in known else pieces.get(f"component-{item.component}", "")
