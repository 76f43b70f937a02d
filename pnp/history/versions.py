"""Which edition a name means: a build's manifest, a release of the project, or a revision in git."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.stages import render_context
from pnp.export.manifest import NAME, fingerprint, read
from pnp.history.compare import Address, Edition, GameChanges, Printed, compare
from pnp.history.revision import as_it_was, branches_and_tags, commit_of, why_no_git
from pnp.history.version_files import edition
from pnp.load.game import load_game
from pnp.load.project import Project, game_ids
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import PnpError, UnknownName
from pnp.model.face import Deck, Face
from pnp.model.game import Component, Game
from pnp.render.faces import render
from pnp.render.fonts import FontBook, font_book
from pnp.text import suggest_argument

RELEASES = "releases"
"""The folder of a project that `pnp release` writes to."""

NO_RELEASE = (
    "there are no releases; pnp release v1 keeps what you print from now on. For what is printed already, name the "
    "manifest.json of that build: output/{game}/manifest.json, if nothing was built since"
)


def edition_now(
    project: Project,
    game: Game,
    fonts: FontBook,
    *,
    theme: str = "",
    label: str = "now",
    reused: BuildCache = NO_CACHE,
) -> tuple[Edition, tuple[Diagnostic, ...]]:
    """Return the game as it would be printed, and what was found on drawing it.

    A piece that could not be drawn, which is an error among the findings, has no faces and "" for a `sha256`.
    """
    context = render_context(project, game, fonts, theme=theme, reused=reused)
    pieces: dict[Address, Printed] = {}
    faces: dict[str, Face] = {}
    found: list[Diagnostic] = []
    for component in game.components:
        rendered = render(component, context)
        found += rendered.diagnostics
        faces.update(rendered.deck.faces)
        pieces.update({piece.address: piece for piece in _printed(component, rendered.deck)})
    return Edition(game.id, game.version, label, pieces, faces, project.fonts), tuple(found)


def find_edition(
    project: Project,
    name: str,
    game: str,
    fonts: FontBook,
    *,
    theme: str = "",
    against: Edition | None = None,
    shelf: Path | None = None,
    reused: BuildCache = NO_CACHE,
) -> Edition | None:
    """Return the edition of a game that `name` means, None when the game did not exist then.

    `name` is looked for as a manifest.json (or a folder with one, or with one in the game's folder), as a release,
    and as a revision in git, whose data are drawn by the present program in the look `theme`. A manifest knows which
    faces changed, and what they showed only as far as the SVGs beside it are those of that build; with `against`, the
    edition it will be compared with, only those of pieces that differ are read.

    A revision is taken out of git into the folder `shelf`, where it stays until the caller has converted its faces;
    without `shelf` it is gone on return, and with it the fonts it had of its own.

    Raises UnknownName for a name that means nothing, and PnpError when what it means cannot be read or drawn.
    """
    path = manifest_at(Path(name), game)
    if path is not None:
        return _kept(path, name, game, against)
    if name in releases(project):
        path = manifest_at(project.root / RELEASES / name, game)
        return _kept(path, name, game, against) if path is not None else None
    commit = commit_of(project, name)
    if commit is None:
        raise _unknown(project, name)
    if shelf is not None:
        return _revived(
            project, (name, commit), game, fonts, theme=theme, folder=shelf / commit, reused=reused
        )
    with TemporaryDirectory(prefix="pnp-revision-") as folder:
        found = _revived(
            project, (name, commit), game, fonts, theme=theme, folder=Path(folder), reused=reused
        )
        return replace(found, fonts=None) if found is not None else None


def named(project: Project, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the edition and the games that `words` of a command line ask for, as in "v1 yogire".

    The first word may be left out. A name that is about some games alone, as a manifest is, asks for those. Raises
    UnknownName for a name that means nothing, or when none is given and there is none to take instead.
    """
    if not words or (words[0] in game_ids(project) and not _means_something(project, words[0])):
        return default_name(project), tuple(words)
    name, *games = words
    if not _means_something(project, name):  # said before anything is drawn
        raise _unknown(project, name)
    about = games_in(project, name) or ()
    return name, tuple(games) or tuple(game for game in about if game in game_ids(project))


def _means_something(project: Project, name: str) -> bool:
    return (
        bool(games_in(project, name))
        or _is_manifest(Path(name))
        or name in releases(project)
        or commit_of(project, name) is not None
    )


def default_name(project: Project) -> str:
    """Return what one compares with when nothing is named: the last commit, or else the latest release.

    Raises UnknownName when there is neither.
    """
    if commit_of(project, "HEAD") is not None:
        return "HEAD"
    if kept := releases(project):
        return kept[-1]
    why = why_no_git(project) or "nothing is committed yet"
    raise UnknownName(
        f"there is nothing to compare with: {why}, and there is no release",
        "run pnp release v1 to keep the present state, or name a manifest.json of an earlier build",
    )


def games_in(project: Project, name: str) -> tuple[str, ...] | None:
    """Return the games that `name` is about when it is a manifest, a folder of them or a release; None when not."""
    path = Path(name)
    own = next((each for each in (path, path / NAME) if each.is_file()), None)
    if own is not None:
        game = read(own).get("game")
        return (game,) if isinstance(game, str) else None
    folders = (path, project.root / RELEASES / name) if name in releases(project) else (path,)
    for folder in folders:
        if found := tuple(sorted(each.parent.name for each in folder.glob(f"*/{NAME}"))):
            return found
    return None


def refuse_theme_of_release(project: Project, name: str) -> None:
    """Raise PnpError when `name` means a release, which is kept in the normal look alone."""
    if games_in(project, name) is not None and name in releases(project):
        raise PnpError(f"the release {name} is kept in the normal look", "leave out --theme")


def releases(project: Project) -> tuple[str, ...]:
    """Return the names of the project's releases, v1.10 after v1.9."""
    root = project.root.resolve()
    kept = (project.root / RELEASES).glob(f"*/*/{NAME}")
    found = {path.parent.parent.name for path in kept if path.resolve().is_relative_to(root)}
    return tuple(sorted(found, key=_natural))


def manifest_at(path: Path, game: str) -> Path | None:
    """Return the manifest that is meant by a path: that file, one in that folder, or one in the game's folder in it."""
    if _is_manifest(path):
        return path
    return next((each for each in (path / NAME, path / game / NAME) if each.is_file()), None)


def _is_manifest(path: Path) -> bool:
    """Say whether a file is meant as a manifest; another file may have the name of a branch by chance."""
    return path.is_file() and (path.suffix == ".json" or bool(read(path)))


def _kept(path: Path, name: str, game: str, against: Edition | None) -> Edition:
    found = edition(path, name, against=against)
    if found is None:
        raise UnknownName(
            f"{path} is no manifest of pnp", f"name a {NAME} that pnp build or pnp release has written"
        )
    if found.game != game:
        raise UnknownName(
            f"{path} is about {found.game}, not about {game}", f"add {found.game} to the command"
        )
    return found


def _revived(
    project: Project,
    named: tuple[str, str],
    game: str,
    fonts: FontBook,
    *,
    theme: str,
    folder: Path,
    reused: BuildCache,
) -> Edition | None:
    """Return the game as it was at a revision, given as its name and its commit, drawn by the present program."""
    name, commit = named
    then = as_it_was(project, commit, game, folder)
    if then is None:
        return None
    loaded = load_game(then, game)
    if loaded.game is None:
        first = next(each for each in loaded.diagnostics if each.severity == "error")
        where = f"{first.place.file}:{first.place.line}: " if first.place else ""
        raise PnpError(
            f"{game} cannot be read as it was at {name}: {where}{first.message}",
            "name a revision in which pnp check finds no mistake",
        )
    had_fonts = any(then.fonts.iterdir()) or project.fonts.is_dir()
    look = theme if theme in loaded.game.themes else ""
    known = font_book(then.fonts) if had_fonts else fonts
    return edition_now(then, loaded.game, known, theme=look, label=name, reused=reused)[0]


def _unknown(project: Project, name: str) -> UnknownName:
    why = why_no_git(project)
    known = tuple(dict.fromkeys((*releases(project), *branches_and_tags(project))))
    if not known:
        game = next(iter(game_ids(project)), "<game>")
        hint = NO_RELEASE.format(game=game)
    else:
        hint = suggest_argument(name, known, "releases and branches" if why is None else "releases")
    if why is None:
        return UnknownName(f'there is no release, revision or manifest "{name}"', hint)
    what = f'there is no release and no manifest "{name}", and no revision either: {why}'
    return UnknownName(what, hint)


def _printed(component: Component, deck: Deck) -> Iterator[Printed]:
    for piece in component.pieces:
        front, back = deck.fronts.get(piece.id), deck.backs.get(piece.id)
        whole = front is not None and (piece.back is None or back is not None)
        yield Printed(
            component=component.id,
            id=piece.id,
            name=piece.name,
            copies=piece.copies,
            front=front if whole else None,
            back=back if whole else None,
            sha256=fingerprint(front, back) if whole and front is not None else "",
        )


def _natural(name: str) -> list[tuple[int, str]]:
    """Return what sorts numbers in names as numbers."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"([0-9]+)", name)]


# One game as it is now held against an earlier edition of it.


@dataclass(frozen=True, slots=True)
class Compared:
    """The two editions of a game, and what is different between them."""

    old: Edition
    new: Edition
    account: GameChanges


def compared(
    project: Project,
    game: Game,
    name: str,
    fonts: FontBook,
    *,
    theme: str,
    shelf: Path,
    reused: BuildCache = NO_CACHE,
) -> tuple[Compared | None, tuple[Diagnostic, ...]]:
    """Return what became of a game since the edition `name`, None when it has errors; and what was found.

    Fonts of a revision stay in the folder `shelf`; faces `reused` are not drawn again. Raises as find_edition does.
    """
    now, found = edition_now(project, game, fonts, theme=theme, reused=reused)
    if has_errors(found):
        return None, found
    old = find_edition(project, name, game.id, fonts, theme=theme, against=now, shelf=shelf, reused=reused)
    before = old or Edition(game.id, "", name, {}, {})
    titles = {component.id: component.title for component in game.components}
    account = GameChanges(game.id, game.title, name, titles, compare(before, now), existed=old is not None)
    return Compared(before, now, account), found
