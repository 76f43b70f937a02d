"""Which games a change concerns."""

from collections.abc import Collection, Iterable
from pathlib import Path

from pnp.load.folder import TEMPLATE_SUFFIX
from pnp.load.project import Project


def concerned(paths: Iterable[Path], project: Project, games: Collection[str]) -> frozenset[str]:
    """Return which of `games` these files may change: fonts and shared templates, all of them."""
    found: set[str] = set()
    for path in paths:
        data, drawn = _part(path, project.card_data), _part(path, project.templates)
        if data:
            found |= {data}
        elif drawn in games:
            found |= {drawn, *(game for game in games if _mentions(project, game, f"{drawn}/"))}
        else:
            found |= set(games)
    return frozenset(found & set(games))


def _part(path: Path, tops: Iterable[Path]) -> str:
    """Return the name of the folder right below one of `tops` that the file is in or is, "" when there is none."""
    for top in tops:
        if path.is_relative_to(top) and path != top:
            return path.relative_to(top).parts[0]
    return ""


def _mentions(project: Project, game: str, words: str) -> bool:
    """Say whether a game's own templates name such a folder: one may include a part of another game's."""
    for folder in project.templates:
        for path in sorted((folder / game).glob(f"*{TEMPLATE_SUFFIX}")):
            try:
                if words in path.read_text(encoding="utf-8", errors="replace"):
                    return True
            except OSError:
                continue
    return False
