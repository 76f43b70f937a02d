"""A game as its files describe it: components of pieces, every value with the place it was written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pnp.model.board import Board
from pnp.model.credit import ArtCredit
from pnp.model.diagnostics import Place
from pnp.model.geometry import Size
from pnp.model.labels import LabelSheet
from pnp.model.net import Net
from pnp.model.outline import Outline, rectangle
from pnp.model.value import Value, empty

Provenance = Literal["stated", "found", "derived", "reconstructed"]
"""Where a fact comes from: the rulebook, a cited outside source, arithmetic on those, or our own filling of a gap."""


@dataclass(frozen=True, slots=True)
class Source:
    """The provenance of a piece or of one of its fields; `pointer` names the claim or source behind it, if any."""

    kind: Provenance
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One distinct thing to print: a card, with as many copies as the game holds.

    `fields` are the designer's own keys, ready for the template. `places` says where each was written, by field
    name; a value that came out of a table points into the table. `sources` is by field name, "" for the piece.
    An `extra` piece (a reference card) is printed with the component but is not part of the game's count.
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

    @property
    def name(self) -> str:
        """What people call it: its `name` field, or its id."""
        name = self.fields.get("name")
        return name if isinstance(name, str) and name else self.id


@dataclass(frozen=True, slots=True)
class Component:
    """Pieces of one kind and one size, printed together. Lengths in mm.

    `size` is the box around a piece. `board`, `net` and `labels` are there for the kinds that have them; `gap` is
    the room between neighbours on a sheet, None for the usual.
    """

    id: str
    kind: str
    title: str
    size: Size
    corner: float
    bleed: float
    safe: float
    pieces: tuple[Piece, ...]
    place: Place
    note: str | None = None
    outline: Outline | None = None
    board: Board | None = None
    net: Net | None = None
    labels: tuple[LabelSheet, ...] = ()
    gap: float | None = None

    @property
    def cut(self) -> Outline:
        """The line each piece is cut along; a rectangle with rounded corners unless the kind says otherwise."""
        return self.outline or rectangle(self.size, radius=self.corner)

    @property
    def copies(self) -> int:
        """How many things are printed in all."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def extras(self) -> int:
        """How many of them do not count as part of the game (reference cards)."""
        return sum(piece.copies for piece in self.pieces if piece.extra)


@dataclass(frozen=True, slots=True)
class Theme:
    """Another look for the same data: colours that replace the palette's, by name."""

    name: str
    palette: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. `palette` maps colour names to "#rrggbb"; `fonts` maps roles (title, body ...) to families.

    `art_credits` says who made the pictures that were put in, by art slot.
    """

    id: str
    title: str
    version: str
    components: tuple[Component, ...]
    place: Place
    palette: Mapping[str, str] = field(default_factory=dict)
    fonts: Mapping[str, str] = field(default_factory=dict)
    themes: Mapping[str, Theme] = field(default_factory=dict)
    language: str = "en"
    credits: str = ""
    notice: str = ""
    licence: str = ""
    licence_url: str = ""
    facts: Mapping[str, Value] = field(default_factory=empty)
    art_credits: Mapping[str, ArtCredit] = field(default_factory=dict)
