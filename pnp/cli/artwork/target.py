"""Which art slot a picture is for: the name that was typed, found among pieces and slots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.cli.artwork.slots import GameArt, drawn_art
from pnp.cli.choice import near
from pnp.cli.pipeline import fonts_of
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import UnknownName
from pnp.model.game import Component, Game, Piece
from pnp.render.slots import Showing, Slot
from pnp.render.text.fonts import FontBook


@dataclass(frozen=True, slots=True)
class Target:
    """The slot a picture goes into, its game, and what was found while drawing the game."""

    art: GameArt
    slot: Slot
    findings: tuple[Diagnostic, ...]


def find_target(project: Project, games: Sequence[Game], name: str) -> Target:
    """Return the slot that `name` means: a slot of that name, or the picture of that piece or component/piece.

    Raises UnknownName when there is none, or more than one.
    """
    fonts = fonts_of(project)
    having = [game for game in games if _pieces(game, name)]
    found = _targets(project, having or games, name, fonts)
    if having and not found and len(games) > len(having):
        found = _targets(project, [game for game in games if game not in having], name, fonts)
    if len(found) == 1:
        return found[0]
    if not found:
        raise _unknown(project, games, name, fonts)
    if len({target.art.game.id for target in found}) > 1:
        ids = [target.art.game.id for target in found]
        raise UnknownName(f'{" and ".join(ids)} both have a picture "{name}"', f"add --game {ids[0]}")
    slots = [target.slot.name for target in found]
    raise UnknownName(f'"{name}" shows several pictures', f"name one of them: --for {', '.join(slots)}")


def _targets(project: Project, games: Sequence[Game], name: str, fonts: FontBook) -> list[Target]:
    found = []
    for game in games:
        art, findings = drawn_art(project, game, fonts)
        found += [Target(art, slot, tuple(findings)) for slot in _slots(art, name)]
    return found


def _slots(art: GameArt, name: str) -> list[Slot]:
    """Return the slots that a name may mean in one game."""
    exact = [slot for slot in art.slots if slot.name == name]
    if exact:
        return exact
    slots: dict[str, Slot] = {}
    for component, piece in _pieces(art.game, name):
        slots |= {slot.name: slot for slot in _shown_by(art, component, piece)}
    return list(slots.values())


def _shown_by(art: GameArt, component: Component, piece: Piece) -> list[Slot]:
    """Return the slot of the piece's own picture; failing that, all on its front; failing that, all it shows."""
    own = str(piece.fields.get("art") or piece.id)
    seen = [
        (slot, each)
        for slot in art.slots
        for each in slot.showings
        if (each.component, each.piece) == (component.id, piece.id)
    ]
    tests: tuple[Callable[[Slot, Showing], bool], ...] = (
        lambda slot, _: slot.name == own,
        lambda slot, each: each.side == "front" and "" in slot.themes,
        lambda _, each: each.side == "front",
        lambda _slot, _each: True,
    )
    return next((found for test in tests if (found := [slot for slot, each in seen if test(slot, each)])), [])


def _pieces(game: Game, name: str) -> list[tuple[Component, Piece]]:
    return [
        (component, piece)
        for component in game.components
        for piece in component.pieces
        if name in (piece.id, f"{component.id}/{piece.id}")
    ]


def _unknown(project: Project, games: Sequence[Game], name: str, fonts: FontBook) -> UnknownName:
    if any(_pieces(game, name) for game in games):
        hint = "its template has to ask for one: {{ picture(piece.id, (x, y, width, height)) }}"
        return UnknownName(f"{name} shows no picture", hint)
    pieces = [piece.id for game in games for component in game.components for piece in component.pieces]
    slots = [slot.name for game in games for slot in drawn_art(project, game, fonts)[0].slots]
    known = sorted({*pieces, *slots})
    return UnknownName(
        f'no piece or art slot is called "{name}"', near(name.rpartition("/")[2], known, "slots")
    )
