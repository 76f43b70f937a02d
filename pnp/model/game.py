"""A game as its files describe it: components of pieces, and the position of every value in its file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pnp.model.art_placement import Placement
from pnp.model.card_looks import Design, TextStyle
from pnp.model.diagnostics import Place
from pnp.model.geometry import Outline, Point, Segment, Size, rectangle
from pnp.model.limits import USUAL_LIMITS, GameLimits
from pnp.model.nets import Net
from pnp.model.papers import BoughtSheet
from pnp.model.sheet import SheetLayout
from pnp.text import ENGLISH, Speech

# The properties of each kind of component: its name, how it is printed and put together.

Arrangement = Literal["rows", "outline", "page", "labels", "tiles"]
"""How pieces lie on a sheet: in rows with shared cuts, as their outline demands, on a page of their own where they are
as large as one, on the labels that are sold, or side by side as tiles."""

Stock = Literal["plain", "card", "label", "board"]

STOCKS: Mapping[Stock, str] = {
    "plain": "Plain paper",
    "board": "Paper for gray board",
    "card": "Card",
    "label": "Label paper",
}
"""What sheets are printed on, in the order of printing (plain paper before card) -> its name."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component. `pnp.load.kinds` holds all of them; whatever differs between kinds is read from here.

    `rank` is the place in a list of what a game is made of. `stock` is what it is printed on, `grey_board` how many mm thick
    the board is that this is glued on.
    """

    name: str
    one: str
    many: str
    rank: int
    stock: Stock
    grey_board: float | None = None
    layout: Arrangement = "outline"
    weights: tuple[int, int] | None = None
    """The lightest and the heaviest paper in g/m² on which pieces of the kind may share a sheet with others; None for a
    kind that keeps its sheets to itself."""
    tiled: bool = False  # Whether it is printed in parts where it is larger than the paper.
    full_size: bool = False  # Whether a print shop gets it in one piece on a page of its own size.
    by_piece: bool = True  # Whether the rules summary explains its pieces one by one, not only the component.
    drawn_from: bool = False  # Whether pieces are drawn from a stack: chances are worth counting.
    plain: str | None = None  # Template, with {design}, of pieces without a front; None: each needs one.


# What a field can hold: what YAML can say, frozen (lists are tuples, mappings are read-only).

Value = None | bool | int | float | str | tuple["Value", ...] | Mapping[str, "Value"]
_EMPTY: Mapping[str, Value] = {}


def empty() -> Mapping[str, Value]:
    """Return a mapping without fields: what a dataclass's `default_factory` can take on Python 3.11."""
    return _EMPTY


def value_at(fields: Mapping[str, Value], path: str) -> Value:
    """Return what fields hold at a path whose dots lead into mappings, None when there is nothing.

    >>> value_at({"enemy": {"strength": 3}}, "enemy.strength"), value_at({"parts": ("a", "b")}, "parts.length")
    (3, 2)
    """
    value: Value = fields.get(path)
    if value is not None or "." not in path:
        return value
    value = fields
    for step in path.split("."):
        if isinstance(value, tuple) and step == "length":
            value = len(value)
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        else:
            return None
    return value


def single_values(fields: Mapping[str, Value], before: str = "") -> Iterator[tuple[str, Value]]:
    """Yield the values of fields, those within mappings by dotted names.

    >>> list(single_values({"enemy": {"strength": 3}, "cost": 2}))
    [('enemy.strength', 3), ('cost', 2)]
    """
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from single_values(value, f"{before}{name}.")
        else:
            yield before + name, value


# Who made a picture, and under what terms it may be printed.


@dataclass(frozen=True, slots=True)
class ArtCredit:
    """The credit of one art slot, as art/credits.yaml has it; what is not said is ""."""

    slot: str
    credit: str
    licence: str
    source: str
    place: Place


# A board: spaces with a place and a shape, which the template draws and the rules read.


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a board. `points` are its corners in mm from the board's top-left corner, clockwise.

    `centre` is where a token stands; `neighbours` are ids of spaces, in the order they were written; `fields` are
    the designer's own keys (price, row, letter ...).
    """

    id: str
    points: tuple[Point, ...]
    centre: Point
    round: bool
    neighbours: tuple[str, ...]
    place: Place
    fields: Mapping[str, Value] = field(default_factory=empty)


@dataclass(frozen=True, slots=True)
class Board:
    """The spaces of one board and how it is tiled: `overlap` mm are printed twice where two pages join."""

    size: Size
    spaces: tuple[Space, ...]
    overlap: float = 10.0


Provenance = Literal["stated", "found", "derived", "reconstructed"]
"""Where a fact comes from: the rulebook, a cited outside source, arithmetic on those, or our own filling of a gap."""


@dataclass(frozen=True, slots=True)
class Source:
    """The provenance of a piece or of one of its fields; `pointer` names the claim or source behind it, if any."""

    kind: Provenance
    pointer: str | None = None


# What is printed in words, and the claims behind it.


@dataclass(frozen=True, slots=True)
class Citation:
    """The id of a claim or a ruling that a text says it states, and where it says so."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Statement:
    """A text that players read; `written` is how it is written, {{ expressions }} and all, "" when pnp words it.

    `at` is where it is printed: "aids/aid steps.1", "food note", "rules turn"; `claims` are those it names.
    """

    text: str
    at: str
    place: Place
    claims: tuple[Citation, ...] = ()
    written: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """One distinct thing to print: a card, with as many copies as the game holds.

    `fields` are the designer's own keys, ready for the template. `places` says where each was written, by field
    name; a value that came out of a table points into the table. `sources` is by field name, "" for the piece.
    An `extra` piece (a reference card) is printed with the component but is not part of the game's count.
    `statements` are the texts among the fields.
    """

    id: str
    copies: int
    fields: Mapping[str, Value]
    front: str
    back: str | None
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)
    extra: bool = False
    statements: tuple[Statement, ...] = ()
    headline: str = ""

    @property
    def name(self) -> str:
        """What people call it: its headline in a design, its `name` field, or its id."""
        name = self.headline or self.fields.get("name")
        return name if isinstance(name, str) and name else self.id


@dataclass(frozen=True, slots=True)
class Component:
    """Pieces of one kind and one size, printed together. Lengths in mm.

    `size` is the box around a piece. `board`, `net` and `labels` are there for the kinds that have them; `gap` is
    the room between neighbours on a sheet, None for the usual; `layouts` are the designer's own for some papers. `folds` run across a flat piece. `statements` holds the note. `parts` are the components
    that share their sheets where this one stands for them; a piece goes by "component/piece" then. `benched` are the ids
    of pieces with 0 copies, which are not printed; `table_reading` says how a table of rows was understood. `design` draws the pieces without
    a template of their own; None where there are none.
    """

    id: str
    kind: Kind
    title: str
    size: Size
    corner: float
    bleed: float
    safe: float
    pieces: tuple[Piece, ...]
    place: Place
    note: str | None = None
    instead: str | None = None  # What does as well, bought or from the household.
    outline: Outline | None = None
    board: Board | None = None
    net: Net | None = None
    labels: tuple[BoughtSheet, ...] = ()
    gap: float | None = None
    layouts: tuple[SheetLayout, ...] = ()
    folds: tuple[Segment, ...] = ()
    statements: tuple[Statement, ...] = ()
    parts: tuple["Component", ...] = ()
    benched: tuple[str, ...] = ()
    table_reading: tuple[str, ...] = ()
    design: Design | None = None

    @property
    def cut(self) -> Outline:
        """The line each piece is cut along; a rectangle with rounded corners unless the kind says otherwise."""
        if self.net is not None:
            return Outline("curve", self.net.cut)
        return self.outline or rectangle(self.size, radius=self.corner)

    def part_of(self, piece: str) -> "Component":
        """Return the component that a piece is of: this one, or one of those that share their sheets."""
        if not self.parts:
            return self
        return next(part for part in self.parts if part.id == piece.partition("/")[0])

    @property
    def copies(self) -> int:
        """How many things are printed in all."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def has_backs(self) -> bool:
        """Whether anything is printed on the back of a piece."""
        return any(piece.back is not None for piece in self.pieces)

    @property
    def extras(self) -> int:
        """How many of them do not count as part of the game (reference cards)."""
        return sum(piece.copies for piece in self.pieces if piece.extra)


@dataclass(frozen=True, slots=True)
class Theme:
    """Another look for the same data: colours that replace the palette's, by name.

    `lighten` is how much of the colours of pictures and icons becomes white; their dark outlines stay. `greyscale`,
    nothing has a colour. No text is smaller than `smallest_text`, in pt; 0 sets no bound.
    """

    name: str
    palette: Mapping[str, str]
    lighten: float = 0.0
    greyscale: bool = False
    smallest_text: float = 0.0


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. `palette` maps colour names to "#rrggbb"; `fonts` maps roles (title, body ...) to families.

    `font_places` says where each family is written. `fallback_fonts` are the families of a role that stand in, one after the other, for letters that its own lacks.
    `styles` are the looks that a part of a text asks for by name.
    `art_credits` says who made the pictures that were put in, and `placements` how pictures lie in their boxes, by art slot. `engine` names the rules to play by.
    `phrases` are those of the wording: "do.draw" and where it is written. `speech` is how the language says things. `limits` are what it may ask of a computer.
    """

    id: str
    title: str
    version: str
    components: tuple[Component, ...]
    place: Place
    palette: Mapping[str, str] = field(default_factory=dict)
    fonts: Mapping[str, str] = field(default_factory=dict)
    fallback_fonts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    font_places: Mapping[str, Place] = field(default_factory=dict)
    styles: Mapping[str, TextStyle] = field(default_factory=dict)
    themes: Mapping[str, Theme] = field(default_factory=dict)
    language: str = "en"
    credits: str = ""
    notice: str = ""
    licence: str = ""
    licence_url: str = ""
    facts: Mapping[str, Value] = field(default_factory=empty)
    art_credits: Mapping[str, ArtCredit] = field(default_factory=dict)
    placements: Mapping[str, Placement] = field(default_factory=dict)
    engine: str = ""
    engine_place: Place | None = None
    phrases: Mapping[str, Place] = field(default_factory=dict)
    speech: Speech = ENGLISH
    limits: GameLimits = USUAL_LIMITS
    title_on_backs: bool = True

    @property
    def pieces(self) -> tuple[tuple[Component, Piece], ...]:
        """Every piece with its component, in order."""
        return tuple((component, piece) for component in self.components for piece in component.pieces)
