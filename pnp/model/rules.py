"""What rules.yaml says, and the document that is made of it: sections of blocks, pictures apart.

A `RulesDocument` knows no format; each writer of pnp.rules turns it into one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pnp.model.diagnostics import Place
from pnp.model.geometry import Size


@dataclass(frozen=True, slots=True)
class Run:
    """A few words of one look; `icon` is the name of a picture in place of words, `to` an anchor to lead to."""

    words: str
    bold: bool = False
    italic: bool = False
    icon: str | None = None
    to: str | None = None


Text = tuple[Run, ...]
"""A line or a paragraph."""


def plain(text: Text) -> str:
    """Return the words of a text alone; an icon is its name.

    >>> plain((Run("Add "), Run("3", bold=True)))
    'Add 3'
    """
    return "".join(run.words for run in text)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: Text


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section."""

    text: Text


@dataclass(frozen=True, slots=True)
class Listing:
    """Points, or numbered steps."""

    items: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with one row of headings."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One component among the others: how many, what size, and the picture of one of it."""

    anchor: str
    title: str
    count: str
    note: Text
    picture: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece explained. `facts` are label and text; `see` leads to other entries; `picture` is a key."""

    anchor: str
    title: str
    count: str
    picture: str
    facts: tuple[tuple[str, Text], ...] = ()
    texts: tuple[Text, ...] = ()
    see: tuple[Run, ...] = ()


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
    """A word or an icon, and what it means."""

    title: str
    meaning: Text
    icon: str | None = None


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


Block = Paragraph | Heading | Listing | Table | Part | Entry | Case | Term | Chart | IndexLine


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter; `id` is the name `--section` takes."""

    id: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def anchor(self) -> str:
        """Where links to the section lead."""
        return f"section-{self.id}"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of a piece, or an icon: an SVG cut to what shows of it, and its size in mm."""

    svg: str
    size: Size
    words: str


@dataclass(frozen=True, slots=True)
class RulesDocument:
    """A whole rules summary; `pictures` and `icons` are by the names the blocks use."""

    game: str
    title: str
    language: str
    credits: str
    notice: str
    sections: tuple[Section, ...]
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    icons: Mapping[str, Picture] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A constant of the rules: its value, and the claim that promises it."""

    value: int | float | str
    claim: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class CardWords:
    """How the pieces of one component are explained: texts before them, labelled values and notes by piece id."""

    intro: tuple[str, ...] = ()
    facts: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Words:
    """A block of rules.yaml with its references resolved: `kind` is text, heading, steps, points or table."""

    kind: str
    lines: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Something the rulebook leaves open or contradicts, and what holds.

    Without `ask` it only says which `cards` (component/piece) the ruling of that id is about.
    """

    id: str
    ask: str
    answer: str
    reason: str = ""
    cards: tuple[str, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """A line of the glossary."""

    title: str
    text: str
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """rules.yaml, every reference resolved. Texts keep their **bold**, *italic*, {icon} and [[card ...]] marks."""

    sections: Mapping[str, tuple[Words, ...]] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, CardWords] = field(default_factory=lambda: MappingProxyType({}))
    questions: tuple[Question, ...] = ()
    glossary: tuple[Meaning, ...] = ()
    params: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
