"""The rules summary as the page shows it: sections of blocks, whose texts know the sentence that they are a part of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.model.game import Game
from pnp.model.rules import (
    Block,
    Case,
    Chart,
    Entry,
    EntryTable,
    Heading,
    IndexLine,
    Listing,
    Paragraph,
    Part,
    Pictures,
    RulesDocument,
    Run,
    Table,
    Term,
    Text,
)
from pnp.rules.rich_text import component_anchor, piece_anchor
from pnp.studio.sentences import sentence_id

NOT_SHOWN = frozenset({"index", "statistics"})
"""Sections of a printed summary that the page has no use for: it searches, and counts in the table."""


@dataclass(frozen=True, slots=True)
class Words:
    """A few words of one look, an icon, or a link: to a `piece` ("food/kale"), or to another place of the summary."""

    words: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    piece: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A text, and the id of the sentence that it is a part of; "" for a text that pnp makes itself."""

    runs: tuple[Words, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A part of a section. `kind` says which of the others it has.

    A "paragraph" and a "heading" are one line, "points" and "steps" several; a "table" has a head and rows; a "piece" and a
    "component" have labelled facts and lines; a "ruling" is a question, what holds and why; a "term" has its meaning;
    a "list" are lines without a claim.
    """

    kind: str
    lines: tuple[Line, ...] = ()
    anchor: str = ""
    title: str = ""
    count: str = ""
    icon: str = ""
    piece: str = ""
    head: tuple[Line, ...] = ()
    rows: tuple[tuple[Line, ...], ...] = ()
    facts: tuple[tuple[str, Line], ...] = ()
    see: Line = field(default_factory=Line)


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A chapter, `id` as `pnp rules --section` takes it."""

    id: str
    title: str
    anchor: str
    blocks: tuple[ShownBlock, ...]


def shown_sections(document: RulesDocument, game: Game) -> tuple[ShownSection, ...]:
    """Return the sections of a summary as the page shows them."""
    writer = _Writer(pieces_by_anchor(game))
    return tuple(
        ShownSection(each.id, each.title, each.anchor, tuple(writer.blocks(each.blocks)))
        for each in document.sections
        if each.id not in NOT_SHOWN
    )


def pieces_by_anchor(game: Game) -> Mapping[str, str]:
    """Return the piece that is shown for each anchor of pieces and components."""
    found: dict[str, str] = {}
    for component in game.components:
        for piece in component.pieces:
            address = f"{component.id}/{piece.id}"
            found.setdefault(piece_anchor(component, piece), address)
            found.setdefault(component_anchor(component), address)
    return found


@dataclass(frozen=True, slots=True)
class _Writer:
    pieces: Mapping[str, str]

    def line(self, text: Text) -> Line:
        said = next((run.statement for run in text if run.statement), None)
        return Line(tuple(map(self.words, text)), sentence_id(said) if said else "")

    def words(self, run: Run) -> Words:
        to = run.to or ""
        return Words(run.words, run.bold, run.italic, run.icon or "", self.pieces.get(to, ""), to)

    def lines(self, texts: Iterable[Text]) -> tuple[Line, ...]:
        return tuple(map(self.line, texts))

    def links(self, runs: Sequence[Run]) -> Line:
        """Return links with commas between them."""
        return self.line(tuple(run for each in runs for run in (Run(", "), each))[1:])

    def blocks(self, blocks: Iterable[Block]) -> Iterator[ShownBlock]:
        for block in blocks:
            match block:
                case Paragraph():
                    yield ShownBlock("paragraph", self.lines((block.text,)))
                case Heading():
                    yield ShownBlock("heading", self.lines((block.text,)), block.anchor)
                case Listing():
                    yield ShownBlock("steps" if block.numbered else "points", self.lines(block.items))
                case Table():
                    rows = tuple(map(self.lines, block.rows))
                    yield ShownBlock("table", head=self.lines(block.head), rows=rows)
                case Entry() | Case() | Term():
                    yield self.explained(block)
                case EntryTable():
                    yield self.entry_table(block)
                case Chart() | IndexLine() | Pictures():
                    continue

    def explained(self, block: Entry | Case | Term) -> ShownBlock:
        """Return a piece, a ruling or a word with what is said of it."""
        if isinstance(block, Case):
            said = self.lines((block.question, block.ruling, block.reason))
            return ShownBlock("ruling", said, block.anchor, block.title, see=self.links(block.see))
        if isinstance(block, Term):
            return ShownBlock("term", self.lines((block.meaning,)), title=block.title, icon=block.icon or "")
        return ShownBlock(
            "component" if isinstance(block, Part) else "piece",
            self.lines(block.texts),
            block.anchor,
            block.title,
            block.count,
            piece=self.pieces.get(block.anchor, ""),
            facts=tuple((label, self.line(text)) for label, text in block.facts),
            see=self.links(block.see),
        )

    def entry_table(self, block: EntryTable) -> ShownBlock:
        """Return a table with a row for each piece, its name first."""
        caption, head, rows = block.columns()
        names = [self.line((Run(each.title, to=each.anchor),)) for each in block.entries]
        return ShownBlock(
            "table",
            title=caption,
            head=(Line(), *(Line((Words(each),)) for each in head)),
            rows=tuple((name, *self.lines(row)) for name, row in zip(names, rows, strict=True)),
        )
