"""The rules of a game for the studio: their sentences, the pieces they mention, and the evidence for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from pnp.model import rules_document
from pnp.model.diagnostics import Diagnostic, Place, in_reading_order
from pnp.model.game import Game, Statement
from pnp.rules.claim_coverage import Coverage, wrong_notes
from pnp.rules.rich_text import component_anchor, piece_anchor
from pnp.rules.rules_file import load_rules
from pnp.studio.routing import Json
from pnp.templates.context import RenderContext

MOST_PIECES = 200  # Pieces of one look at the data that are listed; of more, how many there are.

NOT_SHOWN = frozenset({"index", "statistics"})  # Sections the page has no use for: it searches and counts.

How = Literal["named", "counted", "stated"]
"""How a sentence speaks of a piece: it names it, an expression in it counts it, or a claim that it states is about it."""

State = Literal["kept", "broken", "unreadable", "judged", "dropped", "ruling", "missing"]
"""What came of a claim that a sentence states; "ruling" for a ruling, "missing" where there is neither."""


@dataclass(frozen=True)
class RulesSource:
    """The rules of a game. There is no `document` where rules.yaml cannot be read, and `findings` say why.

    Then they are not `current`, and the rest may be how it was. `unapproved` are the texts that are not as they were approved;
    None for a game of which nothing was.
    """

    game: Game
    document: rules_document.RulesDocument | None
    promises: Promises
    coverage: Coverage
    unapproved: tuple[Unapproved, ...] | None
    findings: tuple[Diagnostic, ...]
    current: bool

    @cached_property
    def expressions(self) -> Expressions:
        """What works out the expressions in the sentences."""
        return Expressions(self.promises.data)

    @cached_property
    def results(self) -> Mapping[str, Result]:
        return {result.claim.id: result for result in self.promises.results}

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """The piece that is shown for each anchor of pieces and components."""
        pieces: dict[str, str] = {}
        for component, piece in self.game.pieces:
            address = f"{component.id}/{piece.id}"
            pieces.setdefault(piece_anchor(component, piece), address)
            pieces.setdefault(component_anchor(component), address)
        return pieces

    @cached_property
    def icons(self) -> Mapping[str, str]:
        """The drawings of the icons that the rules show."""
        return {name: picture.svg for name, picture in self.document.icons.items()} if self.document else {}

    @cached_property
    def sentences(self) -> Mapping[str, "Sentence"]:
        """The sentences by their ids: those of the summary in its order, then those on the pieces."""
        statements: dict[str, Statement] = {}
        named: dict[str, dict[str, None]] = {}
        for around, run in _runs(self.document) if self.document else ():
            if run.statement is not None:
                name = sentence_id(run.statement)
                statements.setdefault(name, run.statement)
                near = (each for each in (around, run.to or "") if each in self.pieces)
                named.setdefault(name, {}).update((self.pieces[name], None) for name in near)
        for statement in self.coverage.statements:
            statements.setdefault(sentence_id(statement), statement)
        reader = _Reader(self, frozenset(named))
        return {
            name: reader.sentence(name, each, (*named.get(name, ()),)) for name, each in statements.items()
        }

    def about(self, piece: str) -> list["Sentence"]:
        """Return the sentences that speak of a piece: those that name it first, then those about few others.

        What stands in each row of a table is no sentence about its piece.
        """
        rank = {"named": 0, "counted": 1, "stated": 2}
        found = [each for each in self.sentences.values() if piece in each.pieces and "{{" not in each.text]
        return sorted(found, key=lambda sentence: (rank[sentence.pieces[piece]], len(sentence.pieces)))

    @cached_property
    def sections(self) -> list[Json]:
        """The sections of the summary as the page shows them, none where it cannot be read.

        The `kind` of a block says what else it has: a "paragraph" and a "heading" are one line, "points" and "steps" several;
        a "table" has a head and rows; a "piece" and a "component" have labelled facts and lines; a "ruling" is a question,
        what holds and why; a "term" has its meaning.
        """
        writer = _Writer(self.pieces)
        return [
            {
                "id": section.id,
                "title": section.title,
                "anchor": section.anchor,
                "blocks": [filled(**shown) for block in section.blocks for shown in writer.shown(block)],
            }
            for section in (self.document.sections if self.document else ())
            if section.id not in NOT_SHOWN
        ]


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
    found = in_reading_order(findings)
    return RulesSource(game, document, promised, covered, unapproved, found, document is not None)


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


def _runs(document: rules_document.RulesDocument) -> Iterator[tuple[str, rules_document.Run]]:
    """Yield every run of a summary, and the anchor of what it is about where that stands beside it, "" elsewhere.

    In the entry of a piece that is the piece; a ruling says which pieces it concerns.
    """
    for block in (block for section in document.sections for block in section.blocks):
        for run in rules_document.runs_in(block):
            yield block.anchor if isinstance(block, rules_document.Entry) else "", run
        if isinstance(block, rules_document.Case):
            yield from ((each.to or "", run) for each in block.see for run in block.ruling[:1])


class _Reader:
    def __init__(self, source: RulesSource, in_rules: frozenset[str]) -> None:
        self._source, self._in_rules = source, in_rules
        self._known = {f"{component.id}/{piece.id}" for component, piece in source.game.pieces}
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
                    address = self._source.pieces.get(f"component-{item.component}", "")
                if address:
                    yield address


# The sections of the summary as the page shows them.


def filled(**entries: object) -> Json:
    """Return the entries that hold something: the page takes what is missing for empty."""
    return {name: value for name, value in entries.items() if value}


@dataclass(frozen=True, slots=True)
class _Writer:
    pieces: Mapping[str, str]

    def line(self, text: rules_document.Text) -> Json:
        """Return a text with the id of the sentence that it is a part of; a text that pnp makes itself has none."""
        statement = next((run.statement for run in text if run.statement), None)
        return filled(
            runs=[self.words(run) for run in text], sentence=sentence_id(statement) if statement else ""
        )

    def words(self, run: rules_document.Run) -> Json:
        """Return a few words of one look, an icon, or a link: to a piece, or to another place of the summary."""
        piece = self.pieces.get(run.to or "")
        return filled(
            words=run.words, bold=run.bold, italic=run.italic, icon=run.icon, piece=piece, to=run.to
        )

    def lines(self, texts: Iterable[rules_document.Text]) -> list[Json]:
        return [self.line(text) for text in texts]

    def links(self, runs: Sequence[rules_document.Run]) -> Json:
        """Return links with commas between them."""
        return self.line(tuple(run for link in runs for run in (rules_document.Run(", "), link))[1:])

    def shown(self, block: rules_document.Block) -> Iterator[Json]:  # noqa: C901 - a case for each kind of block
        """Yield a block, nothing for one that the page has no use for."""
        match block:
            case rules_document.Paragraph():
                yield {"kind": "paragraph", "lines": self.lines((block.text,))}
            case rules_document.Heading():
                yield {"kind": "heading", "lines": self.lines((block.text,)), "anchor": block.anchor}
            case rules_document.Listing():
                yield {"kind": "steps" if block.numbered else "points", "lines": self.lines(block.items)}
            case rules_document.Table():
                rows = [self.lines(row) for row in block.rows]
                yield {"kind": "table", "head": self.lines(block.head), "rows": rows}
            case rules_document.Case():
                yield {
                    "kind": "ruling",
                    "lines": self.lines((block.question, block.ruling, block.reason)),
                    "anchor": block.anchor,
                    "title": block.title,
                    "see": self.links(block.see),
                }
            case rules_document.Term():
                lines = self.lines((block.meaning,))
                yield {"kind": "term", "lines": lines, "title": block.title, "icon": block.icon}
            case rules_document.Entry():
                yield self.entry(block)
            case rules_document.EntryTable():
                yield self.entry_table(block)
            case rules_document.Glance():
                yield {"kind": "points", "lines": self.lines(block.items)}
            case rules_document.Figure():
                lines = self.lines((block.title, *(label.text for label in block.labels)))
                yield {"kind": "points", "lines": lines}
            case rules_document.Chart() | rules_document.IndexLine() | rules_document.Pictures():
                pass

    def entry(self, block: rules_document.Entry) -> Json:
        """Return a piece or a component with its facts and what is said of it."""
        return {
            "kind": "component" if isinstance(block, rules_document.Part) else "piece",
            "lines": self.lines(block.texts),
            "anchor": block.anchor,
            "title": block.title,
            "count": block.count,
            "piece": self.pieces.get(block.anchor, ""),
            "facts": [[label, self.line(text)] for label, text in block.facts],
            "see": self.links(block.see),
        }

    def entry_table(self, block: rules_document.EntryTable) -> Json:
        """Return a table with a row for each piece, its name first."""
        caption, head, rows = block.columns()
        names = [self.line((rules_document.Run(entry.title, to=entry.anchor),)) for entry in block.entries]
        return {
            "kind": "table",
            "title": caption,
            "head": [{}, *({"runs": [{"words": words}]} for words in head)],
            "rows": [[name, *self.lines(row)] for name, row in zip(names, rows, strict=True)],
        }


# What stands behind a sentence.


def place_content(place: Place | None) -> Json:
    """Return where something is written, with no `file` for what is written nowhere."""
    return {"file": place.file, "line": place.line} if place else {"file": ""}


def basis_content(source: RulesSource, sentence: Sentence) -> Json:
    """Return what stands behind a sentence: its expressions worked out, and its claims and rulings."""
    behind = []
    for name in sentence.claims:
        stating = (each for each in source.sentences.values() if name in each.claims)
        others = [[each.id, each.at] for each in stating if each is not sentence]
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
