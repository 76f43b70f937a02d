"""The rules of a game for the studio: their sentences, the pieces they mention, and the evidence for each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

from pnp.approval import Approvals, Present, Unapproved, load_approvals, not_approved, present_texts
from pnp.build.claims_report import Promises, coverage, promises
from pnp.build.rules_files import put_together
from pnp.claims.claims_file import Result
from pnp.claims.expressions import EMBEDDED, ExpressionError, Expressions, Read
from pnp.claims.functions import Check, Link, in_sentence
from pnp.claims.selections import Item, shown, value_of
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, Place, in_reading_order
from pnp.model.game import Game, Statement
from pnp.model.rules_document import Case, Entry, RulesDocument, Run, runs_in
from pnp.rules.claim_coverage import Coverage, wrong_notes
from pnp.rules.rules_file import load_rules
from pnp.studio.routing import Json
from pnp.templates.context import RenderContext

MOST_PIECES = 200  # Pieces of one look at the data that are listed; of more, how many there are.

How = Literal["named", "counted", "stated"]
"""How a sentence speaks of a piece: it names it, an expression in it counts it, or a claim that it states is about it."""

State = Literal["kept", "broken", "unreadable", "judged", "dropped", "ruling", "missing"]
"""What came of a claim that a sentence states; "ruling" for a ruling, "missing" where there is neither."""


@dataclass(frozen=True)
class RulesSource:
    """The rules of a game. There is no `document` where rules.yaml cannot be read, and `findings` say why.

    `unapproved` are the texts that are not as they were approved; None for a game of which nothing was.
    """

    game: Game
    document: RulesDocument | None
    promises: Promises
    coverage: Coverage
    unapproved: tuple[Unapproved, ...] | None
    findings: tuple[Diagnostic, ...]

    @cached_property
    def expressions(self) -> Expressions:
        """What works out the expressions in the sentences."""
        return Expressions(self.promises.data)

    @cached_property
    def results(self) -> Mapping[str, Result]:
        return {result.claim.id: result for result in self.promises.results}


def read_rules(project: Project, context: RenderContext) -> RulesSource:
    """Return the rules of a game as its files are now; its faces are not drawn."""
    game = context.game
    promised = promises(project, game)
    rules = load_rules(project, game, promised.rulings)
    covered = coverage(project, promised, rules)
    covered = replace(covered, readers=cache(covered.readers))
    approved = load_approvals(project, game.id)
    findings = [*promised.diagnostics, *rules.diagnostics, *wrong_notes(game), *approved.diagnostics]
    document = None
    if rules.rules is not None:
        document, _ = put_together(project, context, rules.rules, ())
        findings += covered.findings()
    texts = Present(game, present_texts(game, promised.claims, rules.statements), None)
    kept = approved.approvals
    unapproved = not_approved(texts, kept) if isinstance(kept, Approvals) else None
    return RulesSource(game, document, promised, covered, unapproved, in_reading_order(findings))


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
        return tuple(sorted(found, key=lambda sentence: (rank[sentence.pieces[piece]], len(sentence.pieces))))

    def stating(self, claim: str) -> tuple[Sentence, ...]:
        """Return the sentences that state a claim or a ruling."""
        return tuple(sentence for sentence in self.by_id.values() if claim in sentence.claims)


def sentences(source: RulesSource, pieces: Mapping[str, str]) -> Sentences:
    """Return the sentences of the rules of a game; `pieces` are those that anchors of the summary lead to."""
    statements: dict[str, Statement] = {}
    named: dict[str, dict[str, None]] = {}
    for around, run in _runs(source.document) if source.document else ():
        if run.statement is not None:
            name = sentence_id(run.statement)
            statements.setdefault(name, run.statement)
            near = (each for each in (around, run.to or "") if each in pieces)
            named.setdefault(name, {}).update((pieces[name], None) for name in near)
    for statement in source.coverage.statements:
        statements.setdefault(sentence_id(statement), statement)
    reader = _Reader(source, pieces, frozenset(named))
    found = (reader.sentence(name, each, tuple(named.get(name, ()))) for name, each in statements.items())
    return Sentences({sentence.id: sentence for sentence in found})


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
    return frozenset(f"{component.id}/{piece.id}" for component, piece in game.pieces)


class _Reader:
    def __init__(self, source: RulesSource, pieces: Mapping[str, str], in_rules: frozenset[str]) -> None:
        self._source, self._pieces, self._in_rules = source, pieces, in_rules
        self._known = addresses(source.game)
        self._states: dict[str, State] = {ruling.id: "ruling" for ruling in source.promises.rulings}
        self._states |= {name: each.state for name, each in source.results.items()}
        self._unapproved = {(text.at, text.now): text for text in source.unapproved or ()}
        self._read_by: dict[str, tuple[str, ...]] = {}

    def sentence(self, name: str, statement: Statement, named: tuple[str, ...]) -> Sentence:
        on_a_piece = statement.at.partition(" ")[0]
        spoken: dict[str, How] = dict.fromkeys(named, "named")
        if on_a_piece in self._known:
            spoken.setdefault(on_a_piece, "named")
        for address in self._counted(statement):
            spoken.setdefault(address, "counted")
        for claim in statement.claims:
            for address in self._read(claim.id):
                spoken.setdefault(address, "stated")
        states = self._states
        claims: dict[str, State] = {each.id: states.get(each.id, "missing") for each in statement.claims}
        unapproved = self._unapproved.get((statement.at, statement.text))
        in_rules = name in self._in_rules
        where = (name, statement.at, statement.text, statement.written, statement.place)
        return Sentence(*where, claims, spoken, unapproved, in_rules)

    def _counted(self, statement: Statement) -> Iterator[str]:
        for text in EMBEDDED.findall(statement.written):
            try:
                _, read = self._source.expressions.worked_out(text)
            except ExpressionError:  # it is about each row of a table
                continue
            yield from self._addresses(read)

    def _read(self, claim: str) -> tuple[str, ...]:
        if claim not in self._read_by:
            result = self._source.results.get(claim)
            self._read_by[claim] = tuple(dict.fromkeys(self._addresses(result.read if result else ())))
        return self._read_by[claim]

    def _addresses(self, read: Iterable[Read]) -> Iterator[str]:
        for sentence in read:
            for item in sentence.pieces or ():
                address = f"{item.component}/{item.id}"
                if address not in self._known:  # for a space of a board, the board
                    address = self._pieces.get(f"component-{item.component}", "")
                if address:
                    yield address


# What stands behind a sentence.


def place_content(place: Place | None) -> Json:
    """Return where something is written, with no `file` for what is written nowhere."""
    return {"file": place.file, "line": place.line} if place else {"file": ""}


def basis_content(source: RulesSource, known: Sentences, sentence: Sentence) -> Json:
    """Return what stands behind a sentence: its expressions worked out, and its claims and rulings."""
    behind = []
    for name in sentence.claims:
        others = [[claim.id, claim.at] for claim in known.stating(name) if claim is not sentence]
        behind.append({"id": name, **_claim_or_ruling(source, name), "others": others})
    return {
        "written": sentence.written,
        **place_content(sentence.place),
        "worked_out": list(_worked_out(source, sentence)),
        "behind": behind,
    }


def _worked_out(source: RulesSource, sentence: Sentence) -> Iterator[Json]:
    for written in dict.fromkeys(EMBEDDED.findall(sentence.written)):
        text = " ".join(written.split())
        try:
            value, read = source.expressions.worked_out(written)
        except ExpressionError as error:
            # It was worked out where it is printed.
            told = error.kind == "context" or "{{" not in sentence.text
            trouble = "" if told else str(error)
            yield {"text": text, "value": "", "looked_at": [], "trouble": trouble}
            continue
        words = _name(source, value) if isinstance(value, Link) else in_sentence(value, source.game.speech)
        yield {"text": text, "value": words, "looked_at": _all_looked_at(read), "trouble": ""}


def _name(source: RulesSource, link: Link) -> str:
    components = (component for component in source.game.components if component.id == link.component)
    names = (piece.name for component in components for piece in component.pieces if piece.id == link.piece)
    return next(names, link.piece)


def _all_looked_at(read: Iterable[Read]) -> list[Json]:
    once = {sentence.text: sentence for sentence in read}
    groups = {text.rpartition(".")[0] for text in once}  # facts.end was looked into for facts.end.winner
    return [_looked_at(each) for text, each in once.items() if each.pieces is not None or text not in groups]


def _looked_at(read: Read) -> Json:
    value = shown(bool(read.value) if isinstance(read.value, Check) else read.value)
    if read.pieces is None:
        return {"text": read.text, "value": value, "count": 0, "different": 0, "pieces": []}
    items = tuple(read.pieces)
    return {
        "text": read.text,
        "value": value,
        "count": read.pieces.count,
        "different": len(items),
        "pieces": [_piece(item, read.fields) for item in items[:MOST_PIECES]],
    }


def _piece(item: Item, fields: Iterable[str]) -> Json:
    held = ", ".join(f"{name} {shown(value_of(item, name))}" for name in fields if name != "id")
    piece = f"{item.component}/{item.id}"
    return {"piece": piece, "name": item.name, "copies": item.count, "held": held}


def _claim_or_ruling(source: RulesSource, name: str) -> Json:
    """Return what a claim or a ruling says, the heading in the rulebook, and what came of its tests.

    `found` is what is wrong with it; `notes` are what else there is to say, each with its label.
    """
    result = source.results.get(name)
    if result is not None:
        return _claim(source, result)
    empty = {"where": "", "source": "", "tests": [], "found": [], "looked_at": []}
    ruling = next((ruling for ruling in source.promises.rulings if ruling.id == name), None)
    if ruling is None:
        return {"state": "missing", "says": "", **empty, "notes": [], "file": ""}
    says = {result.claim.id: result.claim.says for result in source.promises.results}
    notes = [("conflict", ruling.conflict), ("reason", ruling.reason)]
    notes += [("about", f"{about}: {says.get(about, '')}") for about in ruling.about]
    written = {"notes": _filled_notes(notes), **place_content(ruling.place)}
    return {"state": "ruling", "says": ruling.ruling, **empty, **written}


def _claim(source: RulesSource, result: Result) -> Json:
    claim = result.claim
    rulings = [ruling for ruling in source.promises.rulings if claim.id in ruling.about]
    notes = [
        ("judged", claim.judged),
        ("dropped", claim.dropped),
        ("reason", claim.reason),
        ("unprinted", claim.unprinted),
        *(("ruling", f"{ruling.id}: {ruling.ruling}") for ruling in rulings),
    ]
    return {
        "state": result.state,
        "says": claim.says,
        "where": claim.where,
        "source": claim.source,
        "tests": [" ".join(test.text.split()) for test in claim.tests],
        "found": [
            *(finding.says for finding in result.findings),
            *(mistake.message for mistake in result.mistakes),
        ],
        "looked_at": _all_looked_at(result.read),
        "notes": _filled_notes(notes),
        **place_content(claim.place),
    }


def _filled_notes(notes: Iterable[tuple[str, str | None]]) -> list[list[str]]:
    return [[label, text] for label, text in notes if text]
