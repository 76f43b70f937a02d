"""Turning what was typed into a project and its games, with the near names when nothing fits."""

from collections.abc import Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path

from pnp.load.project import Project, find_project, game_ids, shipped_project
from pnp.model.errors import ProjectNotFound, UnknownName


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
    if not known:
        hint = "make card_data/<game>/game.yaml; docs/first-game.md of pnp shows how"
        near_miss = sorted(project.card_data[0].glob("*/[gG]ame.y*ml"))
        if near_miss:
            hint = f"rename {near_miss[0].relative_to(project.root).as_posix()} to game.yaml"
        raise UnknownName(f"there is no game in {project.card_data[0]}", hint)
    for game in games:
        if game not in known:
            raise UnknownName(f'there is no game "{game}"', near(game, known, "games"))
    return tuple(dict.fromkeys(games)) or known


def one_game(project: Project, game: str | None, command: str) -> str:
    """Return the game named, or the only one there is; `command` is quoted when it has to be named.

    Raises UnknownName.
    """
    names = chosen_games(project, (game,) if game else ())
    if len(names) > 1:
        raise UnknownName("say for which game", f"such as {command} {names[0]}; {near('', names, 'games')}")
    return names[0]


def matches(pattern: str, component: str, piece: str) -> bool:
    """Say whether a shell pattern on the id, or on component/id, names the piece.

    >>> matches("red-*", "bids", "red-1"), matches("food/b*", "food", "beans"), matches("food/b*", "bids", "b")
    (True, True, False)
    """
    return fnmatchcase(f"{component}/{piece}" if "/" in pattern else piece, pattern)


def near(name: str, known: Sequence[str], what: str) -> str:
    """Return a hint with the names most like `name`, or with some of them when none is like it.

    >>> near("Yogre", ["yes_broccoli", "yogire"], "games")
    'did you mean yogire?'
    >>> near("chess", ["yes_broccoli", "yogire"], "games")
    'the games are yes_broccoli, yogire'
    """
    close = get_close_matches(name.lower(), known, n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    if not known:
        return f"there are no {what}"
    return f"the {what} are {', '.join(list(known)[:12])}{' ...' if len(known) > 12 else ''}"


# How a path is shown to the person who will type it.


def shown(path: Path) -> str:
    """Return the path as one would type it here."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
