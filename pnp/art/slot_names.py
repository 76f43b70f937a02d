"""Which art slot somebody means by the name of a slot, a piece, or a component and a piece."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pnp.art.slots import GameArt, Slot, game_art, pieces_of
from pnp.files import is_within, real_path
from pnp.load.project import Project
from pnp.model.errors import CannotWrite, UnknownName
from pnp.model.game import Component, Game, Piece
from pnp.text import suggest_argument
from pnp.typesetting.fonts import FontBook, font_book


def own_games(project: Project, games: Sequence[Game]) -> list[Game]:
    """Return the games that lie in the project itself; raises CannotWrite when none does."""
    own = [game for game in games if is_within(folder_of(project, game), project.root)]
    if not own and games:
        raise CannotWrite(
            f"{games[0].title} does not lie in this project but in {real_path(folder_of(project, games[0]))}",
            "copy card_data and templates of the game into a project of your own, and work there",
        )
    return own


def folder_of(project: Project, game: Game) -> Path:
    """Return the folder of a game that was read from it."""
    folder = project.game_folder(game.id)
    assert folder is not None  # the game has been read from it
    return folder


def next_command(art: GameArt, slot: Slot) -> str:
    """Return the command that builds what shows a slot."""
    main = slot.main
    alone = {each.piece for each in slot.uses if each.component == main.component} == {main.piece}
    what = f"--only {main.component}/{main.piece}" if alone else f"--component {main.component}"
    return f"pnp build {art.game.id} {what}"


def find_slot(project: Project, games: Sequence[Game], name: str) -> tuple[GameArt, Slot]:
    """Return the slot that `name` means: a slot of that name, or the picture of that piece or component/piece.

    Raises UnknownName when there is none, or more than one.
    """
    fonts = font_book(project.fonts)

    def matches(some: Iterable[Game]) -> list[tuple[GameArt, Slot]]:
        arts = (game_art(project, game, fonts) for game in some)
        return [(art, slot) for art in arts for slot in _slots(art, name)]

    having = [game for game in games if _pieces(game, name)]
    found = matches(having or games) or matches(game for game in games if having and game not in having)
    if len(found) == 1:
        return found[0]
    if not found:
        raise _unknown(project, games, name, fonts)
    ids = list(dict.fromkeys(art.game.id for art, _ in found))
    if len(ids) > 1:
        raise UnknownName(f'{" and ".join(ids)} both have a picture "{name}"', f"add --game {ids[0]}")
    slots = ", ".join(slot.name for _, slot in found)
    raise UnknownName(f'"{name}" shows several pictures', f"name one of them: --for {slots}")


def _slots(art: GameArt, name: str) -> list[Slot]:
    """Return the slots that a name may mean in one game."""
    exact = [slot for slot in art.slots if slot.name == name]
    shown = (
        slot for component, piece in _pieces(art.game, name) for slot in _shown_by(art, component, piece)
    )
    return exact or list({slot.name: slot for slot in shown}.values())


def _shown_by(art: GameArt, component: Component, piece: Piece) -> list[Slot]:
    """Return the slot of the piece's own picture; failing that, all on its front; failing that, all it shows."""
    own = str(piece.fields.get("art") or piece.id)
    seen = [
        (slot, use)
        for slot in art.slots
        for use in slot.uses
        if (use.component, use.piece) == (component.id, piece.id)
    ]
    return (
        [slot for slot, _ in seen if slot.name == own]
        or [slot for slot, use in seen if use.side == "front" and "" in slot.themes]
        or [slot for slot, use in seen if use.side == "front"]
        or [slot for slot, _ in seen]
    )


def _pieces(game: Game, name: str) -> list[tuple[Component, Piece]]:
    return [each for each in pieces_of(game) if name in (each[1].id, f"{each[0].id}/{each[1].id}")]


def _unknown(project: Project, games: Sequence[Game], name: str, fonts: FontBook) -> UnknownName:
    if any(_pieces(game, name) for game in games):
        hint = "its template has to ask for one: {{ picture(piece.id, (x, y, width, height)) }}"
        return UnknownName(f"{name} shows no picture", hint)
    pieces = {piece.id for game in games for _, piece in pieces_of(game)}
    slots = {slot.name for game in games for slot in game_art(project, game, fonts).slots}
    hint = suggest_argument(name.rpartition("/")[2], sorted(pieces | slots), "slots")
    return UnknownName(f'no piece or art slot is called "{name}"', hint)
