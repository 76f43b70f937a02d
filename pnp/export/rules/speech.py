"""Texts of the data as runs: bold, italic, icons, and links to cards."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pnp.export.rules import anchors
from pnp.model.game import Component, Game, Piece
from pnp.model.rules import Run, Text

_LINK = re.compile(r"\[\[card ([^\[\]]+)\]\]")

Parse = Callable[[str], Text]
"""How **bold**, *italic* and {icon} are read; handed in, so that cards and rules are read alike."""


def title_of(piece: Piece) -> str:
    """Return a piece's name with a capital first letter."""
    return piece.name[:1].upper() + piece.name[1:]


@dataclass(frozen=True, slots=True)
class Speech:
    """Reads the texts of one game."""

    game: Game
    parse: Parse
    _pieces: Mapping[str, Run] = field(init=False)

    def __post_init__(self) -> None:
        """Know where every piece is explained."""
        runs = {
            f"{component.id}/{piece.id}": self.link(component, piece)
            for component in self.game.components
            for piece in component.pieces
        }
        object.__setattr__(self, "_pieces", runs)

    def text(self, written: str) -> Text:
        """Return the runs of a text; a link to a piece that is not there is left out."""
        parts = _LINK.split(written)
        runs: list[Run] = []
        for place, part in enumerate(parts):
            if place % 2:
                runs += filter(None, [self._pieces.get(part.strip())])
            elif part:
                runs += self.parse(part)
        return tuple(runs)

    def links(self, names: Iterable[str]) -> tuple[Run, ...]:
        """Return a link for each piece named component/piece."""
        return tuple(self._pieces[name] for name in names if name in self._pieces)

    @staticmethod
    def link(component: Component, piece: Piece) -> Run:
        """Return the link to a piece."""
        return Run(title_of(piece), to=anchors.of_piece(component, piece))
