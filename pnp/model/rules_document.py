"""The rules summary independent of format: sections, blocks and pictures."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import chain, groupby, takewhile
from pathlib import Path
from types import MappingProxyType

from pnp.model.game import Statement
from pnp.model.geometry import Size
from pnp.text import ENGLISH, Speech


@dataclass(frozen=True, slots=True)
class Run:
    """A few words of one look; `icon` is the name of a picture in place of words, `to` an anchor to lead to.

    `statement` is the text that they are a part of, where it is written.
    """

    words: str
    bold: bool = False
    italic: bool = False
    icon: str | None = None
    to: str | None = None
    statement: Statement | None = field(default=None, repr=False, compare=False)


Text = tuple[Run, ...]  # A line or a paragraph.


def plain(text: Text) -> str:
    """Return the words of a text alone; an icon is its name.

    >>> plain((Run("Add "), Run("3", bold=True)))
    'Add 3'
    """
    return "".join(run.words for run in text)


def stating(text: Text, statement: Statement | None) -> Text:
    """Return the text with what it states noted in each of its runs."""
    return tuple(replace(run, statement=statement) for run in text) if statement else text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: Text


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section; `anchor` is the name that leads there."""

    text: Text
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Points, or steps numbered from `start`."""

    items: tuple[Text, ...]
    numbered: bool = False
    start: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table with one row of headings."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece explained. `facts` are label and text; `see` leads to other entries; `picture` and `back` are keys."""

    anchor: str
    title: str
    count: str
    picture: str
    facts: tuple[tuple[str, Text], ...] = ()
    texts: tuple[Text, ...] = ()
    see: tuple[Run, ...] = ()
    back: str = ""


@dataclass(frozen=True, slots=True)
class EntryTable:
    """Pieces so much alike that a line tells each of them."""

    entries: tuple[Entry, ...]

    def columns(self, speech: Speech = ENGLISH) -> tuple[str, tuple[str, ...], tuple[tuple[Text, ...], ...]]:
        """Return how many copies there are of each, or "" when that differs; the headings behind the name; the rows.

        A column with nothing in it is left out.
        """
        counts = {entry.count for entry in self.entries}
        caption = speech.filled("{number} of each", number=min(counts)) if len(counts) == 1 else ""
        labels = tuple(dict.fromkeys(label for entry in self.entries for label, _ in entry.facts))
        cells = [
            (
                () if caption else (Run("".join(takewhile(str.isdigit, entry.count))),),
                *(dict(entry.facts).get(label, ()) for label in labels),
                tuple(run for reference in entry.see for run in (Run(", "), reference))[1:],
            )
            for entry in self.entries
        ]
        filled = [place for place, column in enumerate(zip(*cells, strict=True)) if any(column)]
        head = (speech.said("Copies"), *labels, speech.said("See also"))
        rows = tuple(tuple(row[place] for place in filled) for row in cells)
        return caption, tuple(head[place] for place in filled), rows


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture by its key, what it is of, and the name of what it belongs to."""

    anchor: str
    title: str
    picture: str


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures in a row, or `small` ones in rows of so many; `caption` says what they have in common."""

    items: tuple[Shown, ...]
    columns: int = 0
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """Pieces in a figure: their addresses, where the middle of the first lies and how far on the next, in mm.

    `part` is what shows of a face, all of it when there is none: left, top, width and height, or a four-sided die
    made of the `triangle` in that which points up or down; `stack` are so many cards. It is drawn `scale` times as
    large as it is, `faint` where it was before a move, and `plain` without its small print.
    """

    pieces: tuple[str, ...]
    at: tuple[float, float]
    step: tuple[float, float] = (0.0, 0.0)
    back: bool = False
    turn: float = 0.0
    stack: int = 1
    part: tuple[float, ...] = ()
    triangle: str = ""
    scale: float = 1.0
    faint: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """Words in a figure at most so `wide`, beside `at` on a `side`, with a line to `to`, in shares of its size."""

    text: Text
    at: tuple[float, float]
    side: str
    wide: float
    to: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture made of pieces, such as a table that is set up: `size` in mm is what it shows, `picture` a key."""

    anchor: str
    title: Text
    size: Size
    things: tuple[Thing, ...]
    labels: tuple[Label, ...]
    picture: str = ""
    arrows: tuple[tuple[float, ...], ...] = ()

    @property
    def words(self) -> str:
        """What the figure tells those who cannot see it."""
        return ". ".join((plain(self.title), *(plain(label.text) for label in self.labels)))


@dataclass(frozen=True, slots=True)
class Glance:
    """Steps in a row with arrows between them, or what may be done in any order: without arrows."""

    items: tuple[Text, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Part(Entry):
    """One component among the others: how many, what size, and the picture of one of it; a box `holds` them."""

    holds: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """A ruling: what is asked or contradictory, what holds, why, and what it concerns."""

    anchor: str
    title: str
    question: Text
    ruling: Text
    reason: Text = ()
    see: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A word or an icon, and what it means; `word` is said in place of the icon where there are no pictures."""

    title: str
    meaning: Text
    icon: str | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawn table; `picture` is a key, `words` are its numbers for those who cannot see it."""

    anchor: str
    title: str
    picture: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class IndexLine:
    """A word of the index and the places it leads to: title and anchor."""

    word: str
    places: tuple[Run, ...]


Block = (
    Paragraph
    | Heading
    | Listing
    | Table
    | Part
    | Entry
    | EntryTable
    | Pictures
    | Figure
    | Glance
    | Case
    | Term
    | Chart
    | IndexLine
)


def entries_in(blocks: Iterable[Block]) -> Iterator[Entry]:
    """Yield the pieces that the blocks explain, those in tables too."""
    for block in blocks:
        if isinstance(block, Entry):
            yield block
        elif isinstance(block, EntryTable):
            yield from block.entries


def shown_in(block: Block) -> Iterator[Shown]:
    """Yield the pictures that a block shows."""
    match block:
        case Entry():
            yield Shown(block.anchor, block.title, block.picture)
            yield Shown(f"{block.anchor}-back", f"{block.title}, back", block.back)
        case Chart():
            yield Shown(block.anchor, block.title, block.picture)
        case Figure():
            yield Shown(block.anchor, block.words, block.picture)
        case Pictures():
            yield from block.items


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter; `id` is the name `--section` takes."""

    id: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def anchor(self) -> str:
        return f"section-{self.id}"

    @property
    def groups(self) -> Iterator[tuple[str, tuple[Block, ...]]]:
        """The blocks in order, neighbours of one kind together: the kind, such as "entry", and its blocks."""
        for kind, blocks in groupby(self.blocks, type):
            yield kind.__name__.lower(), tuple(blocks)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of a piece, a chart or an icon: an SVG cut to what shows of it, and its size in mm."""

    svg: str
    size: Size


@dataclass(frozen=True, slots=True)
class RulesDocument:
    """The rules of a game: both editions together, one of them, or a `part`; pictures and icons are by the names blocks use.

    `icon_words` is what the icons are called, `fonts` are those of the pictures. `cover` are pictures to stand by the title,
    `box` is what a box would say: players, age, time; `marked` what its marks mean. `accent` is the colour of headings, "#rrggbb".
    No letters are smaller than `smallest_text`, in pt; 0 sets no bound.
    """

    title: str
    language: str
    credits: str
    notice: str
    sections: tuple[Section, ...]
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    icons: Mapping[str, Picture] = field(default_factory=dict)
    fonts: tuple[Path, ...] = ()
    icon_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    part: bool = False
    edition: str = ""
    cover: tuple[Shown, ...] = ()
    box: tuple[str, ...] = ()
    marked: str = ""
    accent: str = "#444444"
    smallest_text: float = field(default=0.0, repr=False)
    speech: Speech = field(default=ENGLISH, repr=False)

    @property
    def shown_pictures(self) -> Mapping[str, Picture]:
        """The pictures that the blocks show, by key, in the order of the document."""
        keys = dict.fromkeys(shown.picture for shown in self.shown)
        return {key: self.pictures[key] for key in keys}

    @property
    def shown(self) -> Iterator[Shown]:
        """What pictures the blocks show, in the order of the document."""
        blocks = (block for section in self.sections for block in section.blocks)
        shown = chain(self.cover, (shown for block in blocks for shown in shown_in(block)))
        return (picture for picture in shown if picture.picture in self.pictures)

    @property
    def shown_icons(self) -> Mapping[str, Picture]:
        names = {run.icon for run in runs_in(self.sections) if run.icon}
        return {name: self.icons[name] for name in sorted(names) if name in self.icons}


def runs_in(value: object) -> Iterator[Run]:
    """Yield the runs in a part of a document."""
    if isinstance(value, Run):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from runs_in(item)
    elif is_dataclass(value):
        yield from runs_in(tuple(getattr(value, member.name) for member in fields(value)))


# What a game's rules.yaml adds to its data.


@dataclass(frozen=True, slots=True)
class CardNotes:
    """How the pieces of one component are explained: texts before them, labelled values and notes by piece id.

    `charts` are the titles of the charts and the fields they count, None for one of every field; `table` are the ids of
    the pieces that share a table. Where pictures tell enough, `columns` says how many of these, or of all, stand in a row.
    """

    intro: tuple[Text, ...] = ()
    facts: Mapping[str, tuple[tuple[str, Text], ...]] = field(default_factory=dict)
    notes: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    charts: Mapping[str, str] | None = None
    table: tuple[str, ...] = ()
    columns: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """rules.yaml, every expression replaced by what it comes to; `rulings` are those of claims.yaml too."""

    sections: Mapping[str, tuple[Block, ...]] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, CardNotes] = field(default_factory=lambda: MappingProxyType({}))
    rulings: tuple[Case, ...] = ()
    glossary: tuple[Term, ...] = ()
    faq: tuple[str, ...] = ()
    accent: str = ""
