"""The art slots of games of a project, found by drawing them in every theme."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.cli.pipeline import fonts_of, workshop
from pnp.load.game import load_game
from pnp.load.pictures import STRAY
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Component, Game, Piece
from pnp.render.slots import Showing, Slot, art_slots
from pnp.render.text.fonts import FontBook
from pnp.render.workshop import Workshop


@dataclass(frozen=True, slots=True)
class GameArt:
    """A game drawn in all its themes: its slots, and the workshop of the normal look."""

    game: Game
    room: Workshop
    slots: tuple[Slot, ...]

    @property
    def folder(self) -> Path:
        """The folder of the user's own pictures; it need not exist."""
        return self.room.sources.art

    def piece(self, showing: Showing) -> tuple[Component, Piece]:
        """Return the component and the piece of a showing."""
        (component,) = (each for each in self.game.components if each.id == showing.component)
        (piece,) = (each for each in component.pieces if each.id == showing.piece)
        return component, piece

    def title(self, slot: Slot) -> str:
        """Return what to call a picture: the name of the piece it is for; else what the slot's own name says."""
        home = slot.home
        component, piece = self.piece(home)
        if home.side == "back":
            return f"{component.title}, back"
        pieces = {each.piece for each in slot.showings if each.component == component.id}
        if pieces == {piece.id} and (piece.id in slot.name or piece.fields.get("art") == slot.name):
            return piece.name
        words = slot.name.rpartition("/")[2].partition(".")[0].replace("_", " ")
        return words[:1].upper() + words[1:]


def art_of(project: Project, names: Iterable[str]) -> tuple[list[GameArt], list[Diagnostic]]:
    """Return the art of each game that can be read, and what was found beside stray files, which have a list of their own."""
    fonts = fonts_of(project)
    drawn: list[GameArt] = []
    found: list[Diagnostic] = []
    for name in names:
        loaded = load_game(project, name)
        found += loaded.diagnostics
        if loaded.game is not None:
            art, findings = drawn_art(project, loaded.game, fonts)
            drawn.append(art)
            found += findings
    return drawn, [each for each in found if each.code != STRAY]


def drawn_art(project: Project, game: Game, fonts: FontBook) -> tuple[GameArt, list[Diagnostic]]:
    """Return the slots of one game, and what was found while drawing it."""
    rooms = [workshop(project, game, fonts, theme=theme) for theme in ("", *game.themes)]
    slots = art_slots(rooms)
    return GameArt(game, rooms[0], slots.slots), [each.about(game=game.id) for each in slots.diagnostics]


def shown_on(showings: Sequence[Showing]) -> str:
    """Return who shows a slot, in a few words: "food/apple, box/box", "bids: 45 backs"."""
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for each in showings:
        groups.setdefault((each.component, each.side), {})[each.piece] = None
    return ", ".join(_group(component, side, tuple(pieces)) for (component, side), pieces in groups.items())


def _group(component: str, side: str, pieces: Sequence[str]) -> str:
    if len(pieces) == 1:
        return f"{component}/{pieces[0]}" + (" (back)" if side == "back" else "")
    return f"{component}: {len(pieces)} {side}s"


def place_of(art: GameArt, slot: Slot) -> Place:
    """Return where the piece that a slot is for is written."""
    return art.piece(slot.home)[1].place
