"""Turning what was typed into games, papers and components, with the near names when nothing fits."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path

from pnp.load.project import Project, find_project, game_ids, shipped_project
from pnp.model.errors import ProjectNotFound, UnknownName
from pnp.model.game import Component, Game


def open_project(games: Sequence[str]) -> Project:
    """Return the project around the working directory, or the shipped games when there is none.

    In a folder without card_data/ only games named outright are found, so that a plain `pnp build` in a wrong
    folder does not start printing. Raises ProjectNotFound.
    """
    here = Path.cwd()
    try:
        return find_project(here)
    except ProjectNotFound as error:
        shipped = shipped_project(here)
        names = game_ids(shipped)
        if games and all(game in names for game in games):
            return shipped
        hint = f"{error.hint}; or name a game that comes with pnp: {', '.join(names)}"
        raise ProjectNotFound(str(error), hint) from None


def chosen_games(project: Project, games: Sequence[str]) -> tuple[str, ...]:
    """Return the games named, or all; raises UnknownName."""
    known = game_ids(project)
    for game in games:
        if game not in known:
            raise UnknownName(f'there is no game "{game}"', near(game, known, "games"))
    return tuple(dict.fromkeys(games)) or known


def chosen_components(game: Game, wanted: Sequence[str]) -> tuple[Component, ...]:
    """Return the components named that this game has, or all of them."""
    return tuple(each for each in game.components if not wanted or each.id in wanted)


def refuse_unknown_components(games: Sequence[Game], wanted: Sequence[str]) -> None:
    """Raise UnknownName for a component that none of the games has."""
    known = sorted({component.id for game in games for component in game.components})
    for name in wanted:
        if name not in known:
            raise UnknownName(f'there is no component "{name}"', near(name, known, "components"))


def chosen_pieces(components: Iterable[Component], pattern: str | None) -> dict[str, frozenset[str]] | None:
    """Return the ids that match `pattern` by component, or None for all; raises UnknownName when none does.

    A pattern is a shell pattern on the id, or on component/id: "apple", "red-*", "food/b*".
    """
    if pattern is None:
        return None
    found = {
        component.id: frozenset(
            piece.id for piece in component.pieces if _matches(pattern, component.id, piece.id)
        )
        for component in components
    }
    if not any(found.values()):
        known = sorted({piece.id for component in components for piece in component.pieces})
        raise UnknownName(f'no piece is called "{pattern}"', near(pattern.strip("*"), known, "pieces"))
    return found


def _matches(pattern: str, component: str, piece: str) -> bool:
    return fnmatchcase(f"{component}/{piece}" if "/" in pattern else piece, pattern)


def near(name: str, known: Sequence[str], what: str) -> str:
    """Return a hint with the names most like `name`."""
    close = get_close_matches(name, known, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    some = ", ".join(list(known)[:12]) or "none"
    return f"the {what} are {some}{' ...' if len(known) > 12 else ''}"
