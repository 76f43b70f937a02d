"""Find the project folder and the games in it; there is no list of games."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import pnp
from pnp.escaping import blanked
from pnp.files import (
    MAX_TEXT_BYTES,
    TooLarge,
    folders_out,
    is_file,
    is_within,
    leads_outside,
    read_bytes,
    real_path,
)
from pnp.load.nodes import Findings, Node, Problem, text_of
from pnp.model.diagnostics import CannotUse, Place, ProjectNotFound, UnknownName
from pnp.text import nearest, suggest, suggest_argument

BASE = "base"  # The templates that every game may use.
APPROVED = "approved.yaml"  # What somebody has read and found right in a game (pnp.approval).
APPROVED_FACES = "snapshots"  # The project's folder of approved faces, where somebody wants them.

# Where the templates and card data that come with pnp are: inside the wheel, or beside the package in a checkout.


def bundled(kind: str) -> Path:
    """Return the shipped folder of that kind ("templates" or "card_data"), whether or not it is there."""
    package = real_path(Path(pnp.__file__)).parent
    shipped = package / "_bundled" / kind
    return shipped if shipped.is_dir() else package.parent / kind


@dataclass(frozen=True, slots=True)
class Project:
    """The folders pnp works with.

    `card_data` and `templates` are searched in order, the first that has a thing wins; of the templates after the
    first folder, those that come with pnp, only base/ serves other games. `output` and `fonts` need not exist.
    `language` is that in which the games are read, "" for the one they are written in. `unsaved` is what files hold that
    are not written yet: it is read in place of what is on the disk. Of one that `is_edited` large files are kept as read.
    """

    root: Path
    card_data: tuple[Path, ...]
    templates: tuple[Path, ...]
    output: Path
    fonts: Path
    language: str = ""
    unsaved: tuple[tuple[Path, bytes], ...] = ()
    is_edited: bool = False

    def game_folder(self, game_id: str) -> Path | None:
        """Return the folder of a game, or None when there is no such game."""
        folders = (folder / game_id for folder in self.card_data)
        return next((folder for folder in folders if (folder / "game.yaml").is_file()), None)


def find_project(start: Path) -> Project:
    """Return the project whose folder, the nearest at or above `start`, contains card_data/.

    Raises ProjectNotFound when there is none, CannotUse when a folder of it leads out of it.
    """
    start = real_path(start)
    root = next((folder for folder in (start, *start.parents) if (folder / "card_data").is_dir()), None)
    if root is None:
        raise ProjectNotFound(
            f"there is no card_data folder in {start} or in any folder above it",
            "go to the folder of your game, or make card_data/<game>/game.yaml here",
        )
    for folder in (root / name for name in ("card_data", "templates", "fonts")):
        if outside := leads_outside(folder, root):
            raise CannotUse(outside, "put the folder itself in its place")
    own, shipped = root / "templates", bundled("templates")
    templates = (own,) if real_path(own) == real_path(shipped) else (own, shipped)
    return Project(root, (root / "card_data",), templates, root / "output", root / "fonts")


def shipped_project(out_root: Path) -> Project:
    """Return a project that prints the games shipped with pnp and writes below `out_root`."""
    root = real_path(out_root)
    return Project(root, (bundled("card_data"),), (bundled("templates"),), root / "output", root / "fonts")


def game_ids(project: Project) -> tuple[str, ...]:
    """Return the name of every folder below card_data with a game.yaml, sorted.

    A folder whose name cannot be a game's is listed too: loading it says what is wrong with the name.
    """
    found = {
        path.parent.name
        for folder in project.card_data
        for path in folder.glob("*/game.yaml")
        if path.is_file() and not path.parent.name.startswith(".")
    }
    return tuple(sorted(found))


def template_roots(templates: Sequence[Path], part: str) -> tuple[Path, ...]:
    """Return those of the template folders that serve `part`: a game, or base."""
    return tuple(root for number, root in enumerate(templates) if number == 0 or part == BASE)


def template_folders(templates: Sequence[Path], *parts: str) -> tuple[Path, ...]:
    """Return the folders of these parts, in the order in which they are searched."""
    return tuple(
        root / part for root in templates for part in parts if root in template_roots(templates, part)
    )


def find_template_file(templates: Sequence[Path], name: str) -> Path | None:
    """Return the file of the template `name`, such as "base/card.svg.j2", or None when no folder has it."""
    for root in template_roots(templates, name.partition("/")[0]):
        if (root / name).is_file() and is_within(root / name, root):
            return root / name
    return None


def open_project(games: Sequence[str], language: str = "") -> Project:
    """Return the project around the working directory, or the shipped games when there is none, read in a language.

    In a folder without card_data/ only games named outright are found, so that a plain `pnp build` in a wrong
    folder does not start printing. Raises ProjectNotFound.
    """
    here = Path.cwd()
    try:
        return replace(find_project(here), language=language)
    except ProjectNotFound as error:
        shipped = shipped_project(here)
        names = game_ids(shipped)
        if games and all(game in names for game in games):
            return replace(shipped, language=language)
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
            raise UnknownName(f'there is no game "{game}"', suggest_argument(game, known, "games"))
    return tuple(dict.fromkeys(games)) or known


def one_game(project: Project, game: str | None, command: str) -> str:
    """Return the game named or the only one; `command` is quoted when it must be named. Raises UnknownName."""
    names = chosen_games(project, (game,) if game else ())
    if len(names) > 1:
        hint = f"such as {command} {names[0]}; {suggest_argument('', names, 'games')}"
        raise UnknownName("say for which game", hint)
    return names[0]


# The files of one game: reading them, and never reading anything outside their folder.

TEMPLATE_SUFFIX, DRAWING_SUFFIX = ".svg.j2", ".svg"
"""How templates end: those with gaps in braces, and drawings whose objects have the names of fields."""

_OF_PICTURES = frozenset({"art", "icons", "emoji"})


def is_drawing(template: str) -> bool:
    """Say whether the template of that name is a plain drawing."""
    return template.lower().endswith(DRAWING_SUFFIX)


def template_files(folder: Path) -> list[Path]:
    """Return the templates in a folder and below it, sorted."""
    return sorted(path for path in folder.rglob("*") if is_template_file(path))


def is_template_file(path: Path) -> bool:
    """Say whether a file is a template by its name, and not a picture or an icon."""
    return path.name.endswith(TEMPLATE_SUFFIX) or (
        is_drawing(path.name) and not _OF_PICTURES.intersection(path.parent.parts[-3:])
    )


_FOREIGN = re.compile(r"^[/\\~]|\\|^[A-Za-z]:|^[a-z]+://|\0")


@dataclass(frozen=True, slots=True)
class GameFolder:
    """One game's files: its id, its folder, where its templates are looked for, in order, the language it is read in.

    No link leads out of `root`, the folder of the project. `unsaved` is read in place of what is on the disk.
    """

    id: str
    path: Path
    root: Path
    templates: tuple[Path, ...]
    language: str = ""
    unsaved: tuple[tuple[Path, bytes], ...] = ()
    is_edited: bool = False

    @classmethod
    def of(cls, project: Project, game_id: str, path: Path) -> Self:
        """Return the files of a game of the project, whose folder is `path`."""
        root = project.root if path.is_relative_to(project.root) else path.parent
        known = (project.templates, project.language, project.unsaved, project.is_edited)
        return cls(game_id, path, root, *known)

    def keeps(self, path: Path, data: bytes) -> bool:
        """Say whether what is read of a file is soon read again: it is being edited, and takes long or is not written yet."""
        return (self.is_edited and len(data) > LARGE) or path in dict(self.unsaved)

    def label(self, path: Path) -> str:
        """Return the name of a file for messages: relative to the project, with forward slashes."""
        return f"card_data/{self.id}/{path.relative_to(self.path).as_posix()}"

    def has_links_out(self, root: Path, findings: Findings) -> bool:
        """Say whether folders of the game or of its templates are links out of the project in `root`, with findings."""
        own = (
            template_folders(self.templates[:1], self.id, BASE) if is_within(self.templates[0], root) else ()
        )
        links = [link for folder in (self.path, *own) for link in folders_out(folder, root)]
        for link in links:
            shown = link.relative_to(root).as_posix()
            outside = leads_outside(link, root, shown)
            findings.error("PNP116", outside, Place(shown, 1, 1), hint="put the folder itself in its place")
        return bool(links)

    def read(self, path: Path, findings: Findings) -> bytes | None:
        """Return the bytes of one of the game's own files, or None with a finding; a link out of the project is not followed."""
        label = self.label(path)
        for unsaved, data in self.unsaved:
            if unsaved == path:
                return data
        outside = leads_outside(path, self.root, label)
        if not outside:
            return read(path, label, findings)
        findings.error("PNP116", outside, Place(label, 1, 1), hint="put the file itself here")
        return None


_ICON_ENDINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp")


def find_icon(folder: GameFolder, name: str) -> Path | None:
    """Return the file of the icon that the game knows by that name, its own or one of all games; None without any."""
    names = (f"{top}/icons/{name}{ending}" for top in (folder.id, BASE) for ending in _ICON_ENDINGS)
    return next(filter(None, (find_template_file(folder.templates, file) for file in names)), None)


def read(path: Path, label: str, findings: Findings) -> bytes | None:
    """Return the bytes of a file, or None with a finding."""
    try:
        return read_bytes(path, limit=MAX_TEXT_BYTES)
    except TooLarge as error:
        message = f"the file has {error.size / 1e6:.1f} MB; the limit is {MAX_TEXT_BYTES // 1_000_000} MB"
        findings.error("PNP100", message, Place(label, 1, 1), hint="split it into several components")
        return None
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        hint = "check its permissions" if path.exists() else "check that the file still exists"
        findings.error("PNP100", f"the file cannot be read: {reason}", Place(label, 1, 1), hint=hint)
        return None


def read_given(path: Path, otherwise: str) -> bytes:
    """Return the bytes of a file that somebody names. Raises CannotUse, which says what to do `otherwise`."""
    try:
        return read_bytes(path, limit=MAX_TEXT_BYTES)
    except TooLarge as error:
        limit = f"the limit is {MAX_TEXT_BYTES // 1_000_000} MB"
        raise CannotUse(f"{path} has {error.size / 1e6:.1f} MB; {limit}", "split it") from error
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise CannotUse(f"{path} cannot be read: {reason}", otherwise) from error


def find_inside(node: Node, folder: Path, key: str, *, what: str, suffixes: tuple[str, ...]) -> Path:
    """Return the file that `node` names below `folder`; raises Problem (PNP115, PNP116, PNP126).

    Neither `..` nor an absolute path nor a link may lead out of the folder.
    """
    name = text_of(node, key)
    path = _inside(folder, name)
    if path is None:
        hint = f"put the file into {folder.name}/ and write its name alone"
        raise Problem("PNP116", f'"{name}" leads outside {folder.name}/', node.place, hint)
    if path.suffix.lower() not in suffixes:
        formats = ", ".join(suffix[1:].upper() for suffix in suffixes)
        message = f'a {what} must be {formats}, got "{name}"'
        hint = f"save it as {formats.split(',')[0]} and write {path.stem}{suffixes[0]}"
        raise Problem("PNP126", message, node.place, hint)
    if not is_file(path):
        names = [item.name for item in folder.glob("*") if item.suffix.lower() in suffixes]
        hint = suggest(path.name, names, what=f"{what}s")
        raise Problem("PNP115", f'there is no {what} "{name}" in {folder.name}/', node.place, hint)
    return path


def find_template(node: Node, game: GameFolder, what: str) -> str:
    """Return the full name of the template that `node` names, such as "ryb/tile.svg.j2"; raises Problem.

    The game's own templates come before the base ones; the project's before the shipped ones. Those that begin with
    _ are for templates, and not suggested.
    """
    name = text_of(node, what)
    candidates = [f"{game.id}/{name}", f"base/{name}"]
    candidates += [name] if name.startswith((f"{game.id}/", "base/")) else []
    for candidate in candidates:
        for root in template_roots(game.templates, candidate.split("/")[0]):
            path = None if _FOREIGN.search(name) else _inside(root, candidate)
            if path is None:
                hint = f"put the template into templates/{game.id}/ and write its name alone"
                raise Problem("PNP116", f'"{name}" leads outside templates/', node.place, hint)
            if is_file(path):
                return candidate
    folders = template_folders(game.templates, game.id, BASE)
    files = [path for folder in folders for path in folder.glob("[!_]*") if is_template_file(path)]
    by_stem = {path.name.split(".", maxsplit=1)[0]: path.name for path in files}
    near = nearest(name.split(".", maxsplit=1)[0], by_stem)
    names = {path.name for path in files}
    hint = f'did you mean "{by_stem[near]}"?' if near else suggest("", names, what="templates")
    message = f'there is no template "{name}" in templates/{game.id}/ or templates/base/'
    raise Problem("PNP115", message, node.place, hint)


def _inside(folder: Path, name: str) -> Path | None:
    if _FOREIGN.search(name) or ".." in name.split("/") or not is_within(folder / name, folder):
        return None
    return folder / name


LARGE = 20_000  # Bytes from which on a file takes long to read.
LARGEST = 1_000_000_000  # Bytes; nothing of a game is as large, and reading it would take too long.

# The line of a file that a finding is about, as much of it as is shown, and where the mistake is in it.

TEXTS = (".yaml", ".yml", ".csv", ".tsv", ".txt", ".json", ".j2", ".svg")
"""Endings of the files that a designer writes: of no other a line is shown."""

_OTHERS = (".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf")
READ = (*TEXTS, *(".xlsx", ".xlsm", ".ods", ".xls", ".xlsb"), *_OTHERS)
"""Endings of the files that are read; of others, such as a painter's own file, only the name can matter."""

WIDEST = 110  # Letters of a line that are shown.


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line, or the part of a long one around a mistake: `length` letters from `start`, counted from 0, are wrong."""

    text: str
    start: int
    length: int


def source_lines(path: Path, root: Path) -> tuple[str, ...]:
    """Return the lines of a text of the project as YAML counts them, () for any other file."""
    if path.suffix.lower() not in TEXTS or not is_within(path, root):
        return ()
    try:
        text = read_bytes(path, limit=MAX_TEXT_BYTES).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return ()
    if "\0" in text:  # a picture, not a text
        return ()
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def excerpt(place: Place, source: Sequence[str]) -> Excerpt | None:
    """Return what to show of the line of a place in those of its file, None when there is no such line."""
    if not 0 < place.line <= len(source):
        return None
    line = blanked(source[place.line - 1])
    start = max(0, min(place.column - 1, len(line)))
    cut = max(0, min(start - WIDEST // 3, len(line) - WIDEST))
    return Excerpt(line[cut : cut + WIDEST], start - cut, max(1, place.length))
