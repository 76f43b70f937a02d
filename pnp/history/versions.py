"""Versions of a game, stored on disk and found by name: the manifest of a build, a release, or a git revision.

    output/<game>/manifest.json, svg/<component>/<piece>.<side>.svg    as pnp build writes them
    releases/<name>/<game>/manifest.json, faces/<key>.svg              as pnp release does
    snapshots/<game>/manifest.json, faces/<key>.svg                    what was approved

All of it may have come with somebody's download: no name and no link leads out of its folder, nothing large is read,
and a drawing counts only when its bytes are the ones that the manifest speaks of.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path, PurePosixPath

from pnp.build.build_cache import open_cache
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, DrawnGame, draw_game, fonts_of
from pnp.build.result import Progress, Step, in_steps, silent
from pnp.escaping import json_text
from pnp.export import manifest
from pnp.export.manifest import NAME, fingerprint, read
from pnp.files import (
    is_device,
    is_file,
    is_link_out,
    is_within,
    leads_outside,
    read_bytes,
    real_path,
    remove,
    sweep_below,
    temporary_folder,
    write,
)
from pnp.history.changed_faces import Address, GameChanges, PrintedPiece, Version
from pnp.history.git_revision import branches_and_tags, commit_of, project_at, why_no_git
from pnp.load.game import load_game, load_games
from pnp.load.project import APPROVED_FACES, Project, game_ids
from pnp.model.diagnostics import CannotWrite, Diagnostic, PnpError, UnknownName, has_errors
from pnp.model.face import Face, face_key
from pnp.model.game import Game
from pnp.model.geometry import Size
from pnp.text import suggest_argument
from pnp.typesetting.fonts import font_book

FACES = "faces"
LARGEST = 32_000_000  # Bytes of a drawing that is still read; a face of a deck has some ten thousand.
MOST = 2_000_000_000  # Bytes of all drawings of a version that are read.
LONGEST = 5_000  # mm of the longer side of a piece that is still read; infinite is more.
_ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
_STYLE = re.compile(r"<style>@font-face.*?</style>", re.DOTALL)
_VIEW = re.compile(r"""<svg\b[^>]*?\sviewBox=["']([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+)["']""")


def read_version(path: Path, label: str, *, against: Version | None = None) -> Version | None:
    """Return the version whose manifest is the file `path`, None when it is no manifest of ours.

    With `against`, the version it will be compared with, only the faces of pieces that are not the same are read.
    """
    whole = manifest.read(path)
    if not isinstance(whole.get("game"), str):
        return None
    folder, budget = path.parent, MOST
    pieces: dict[Address, PrintedPiece] = {}
    faces: dict[str, Face] = {}

    @cache
    def face(where: str) -> Face | None:
        """Return the drawing at an address that the manifest gives, None when there is none or it leads out."""
        nonlocal budget
        drawing = folder / PurePosixPath(where)
        try:
            data = read_bytes(drawing, limit=min(LARGEST, budget)) if is_within(drawing, folder) else b""
            budget -= len(data)
            return _face(data.decode().replace("\r\n", "\n"))  # as git on Windows writes it
        except (OSError, ValueError):
            return None

    for entry in whole["pieces"]:
        if not (isinstance(entry.get("sha256"), str) and isinstance(entry.get("copies"), int)):
            continue
        address = (entry["component"], entry["id"])
        known = against.pieces.get(address) if against else None
        drawn = []
        if known is None or known.sha256 != entry["sha256"]:
            addresses = [where for where in (entry.get("front"), entry.get("back")) if isinstance(where, str)]
            drawn = [shown for where in addresses if (shown := face(where)) is not None]
        keys = [shown.key for shown in drawn]
        if drawn and fingerprint(*keys, *[None] * (2 - len(keys))) == entry["sha256"]:
            faces.update(zip(keys, drawn, strict=True))
        else:
            keys = []
        front, back = (*keys, None, None)[:2]
        name = known.name if known else entry["id"]
        pieces[address] = PrintedPiece(*address, name, entry["copies"], front, back, entry["sha256"])
    fonts = folder / "svg" / "fonts"
    beside = fonts if is_within(fonts, folder) and fonts.is_dir() else None
    return Version(whole["game"], str(whole.get("version", "")), label, pieces, faces, beside)


def _face(svg: str) -> Face | None:
    root = _ROOT.search(svg)
    style = _STYLE.match(svg, root.end()) if root else None
    plain = svg[: style.start()] + svg[style.end() :] if style else svg
    view = _VIEW.search(plain)
    if view is None:
        return None
    left, _, width, height = (float(number) for number in view.groups())
    bleed = max(0.0, -left)
    if not all(2 * bleed < side <= LONGEST for side in (width, height)):
        return None
    return Face(face_key(plain), plain, Size(width - 2 * bleed, height - 2 * bleed), bleed)


def write_version(folder: Path, version: Version, *, root: Path) -> None:
    """Make `folder` hold a version whose faces are all known; no link may lead out of `root`. Raises CannotWrite.

    The manifest comes after its faces and before what it no longer names goes: what is there is whole at any time.
    """
    for key, face in version.faces.items():
        write(folder / FACES / f"{key}.svg", face.svg.encode(), root=root, durable=False)
    write(folder / manifest.NAME, _manifest_of(version), root=root)
    for path in sorted((folder / FACES).glob("*.svg")):
        if re.fullmatch(r"[0-9a-f]{64}", path.stem) and path.stem not in version.faces:
            remove(path, root=root)


def holds(folder: Path, version: Version) -> bool:
    """Say whether a folder holds that very version."""
    try:
        kept = read_bytes(folder / manifest.NAME, limit=manifest.LARGEST)
    except OSError:
        return False
    return kept == _manifest_of(version) and all(
        is_file(folder / FACES / f"{key}.svg") for key in version.faces
    )


def _manifest_of(version: Version) -> bytes:
    def where(key: str | None) -> str | None:
        return f"{FACES}/{key}.svg" if key is not None else None

    pieces = []
    for _, piece in sorted(version.pieces.items()):
        entry = {**asdict(piece), "front": where(piece.front), "back": where(piece.back)}
        del entry["name"]
        pieces.append(entry)
    whole = {"game": version.game, "version": version.version, "pieces": pieces, "sheets": []}
    return (json_text(whole, indent=2) + "\n").encode()


# Versions kept on disk


RELEASES = "releases"  # The folder of a project that `pnp release` writes to.
APPROVED = "approved"  # What the state found right is called; a release of that name goes before it.
LONGEST_TAG = 60
_TAG = re.compile(r"[A-Za-z0-9](?:[\w.+-]*[\w+-])?", re.ASCII)


@dataclass(frozen=True, slots=True)
class VersionContext:
    """What versions are found in and drawn with; revisions are taken out of git into `folder`."""

    build: BuildContext
    folder: Path


@contextmanager
def open_versions(
    project: Project, options: BuildOptions, *, cache: bool = True, step: Step = silent
) -> Iterator[VersionContext]:
    """Offer the versions of a project's games; with the block end the fonts that revisions had of their own."""
    with open_cache(wanted=cache) as store, temporary_folder("revision") as folder:
        yield VersionContext(BuildContext(project, fonts_of(project), options, store, step), Path(folder))


def draw_version(context: BuildContext, game: Game, label: str = "now") -> tuple[Version, DrawnGame]:
    """Return the game as it would be printed, as far as the options ask for it.

    A piece that could not be drawn, which is an error among the findings, has no faces and "" for a `sha256`.
    """
    unprinted = replace(context.options, papers=(), pack=False)
    drawn = draw_game(replace(context, options=unprinted, step=silent), game, convert=False)
    pieces: dict[Address, PrintedPiece] = {}
    faces: dict[str, Face] = {}
    for part in drawn.components:
        deck = part.rendered.deck
        faces.update(deck.faces)
        for piece in part.component.pieces:
            printed = PrintedPiece.of(
                part.component.id, piece, deck.fronts.get(piece.id), deck.backs.get(piece.id)
            )
            pieces[printed.address] = printed
    return Version(game.id, game.version, label, pieces, faces, context.project.fonts), drawn


def find_version(
    context: VersionContext, name: str, game: str, *, against: Version | None = None
) -> Version | None:
    """Return the version of a game that `name` means, None when the game did not exist then.

    `name` is looked for as a manifest.json (or a folder with one, or with one in the game's folder), as a release, as
    "approved", and as a revision in git, whose data are drawn by the present program. With `against`, the version it will be
    compared with, only the faces of pieces that differ are read from beside a manifest.

    Raises UnknownName for a name that means nothing, and PnpError when what it means cannot be read or drawn.
    """
    project = context.build.project
    path = None if is_link_out(Path(name), project.root) else manifest_at(Path(name), game)
    if path is None and (shelf := _shelf(project, name)) is not None:
        approved = shelf.name == APPROVED_FACES
        path = manifest_at(approved_folder(project, game) if approved else shelf, game)
        if path is None or not is_within(path, project.root):
            return None
    if path is not None:
        version = read_version(path, name, against=against)
        if version is None:
            hint = f"name a {NAME} that pnp build or pnp release has written"
            raise UnknownName(f"{path} is not a manifest of pnp", hint)
        if version.game != game:
            hint = f"add {version.game} to the command"
            raise UnknownName(f"{path} is about {version.game}, not about {game}", hint)
        return version
    commit = commit_of(project, name)
    if commit is None:
        raise _unknown(project, name)
    return _draw_revision(context, name, commit, game)


def _draw_revision(context: VersionContext, name: str, commit: str, game: str) -> Version | None:
    build = context.build
    then = project_at(build.project, commit, game, context.folder / commit)
    if then is None:
        return None
    loaded = load_game(then, game)
    if loaded.game is None:
        first = next(finding for finding in loaded.diagnostics if finding.severity == "error")
        where = f"{first.place.file}:{first.place.line}: " if first.place else ""
        raise PnpError(
            f"{game} cannot be read as it was at {name}: {where}{first.message}",
            "name a revision in which pnp check finds no mistake",
        )
    had_fonts = any(then.fonts.iterdir()) or build.project.fonts.is_dir()
    fonts = font_book(then.fonts) if had_fonts else build.fonts
    theme = build.options.theme if build.options.theme in loaded.game.themes else ""
    own = replace(build, project=then, fonts=fonts, options=replace(build.options, theme=theme))
    return draw_version(own, loaded.game, name)[0]


def changes_since(
    context: VersionContext, game: Game, name: str
) -> tuple[GameChanges | None, tuple[Diagnostic, ...]]:
    """Return what became of a game since a version, None if it has errors; and findings. Raises as find_version."""
    new, drawn = draw_version(context.build, game)
    if has_errors(drawn.diagnostics):
        return None, drawn.diagnostics
    version = find_version(context, name, game.id, against=new)
    old = version or Version(game.id, "", name, {}, {})
    return GameChanges.between(game, old, new, existed=version is not None), drawn.diagnostics


# Names of versions, as they are given on the command line.


def version_and_games(project: Project, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the version and the games that `words` of a command line ask for, as in "v1 yogire".

    The first word may be left out. A name that is about some games alone, as a manifest is, asks for those. Raises
    UnknownName for a name that means nothing, or when none is given and there is none to take instead.
    """
    if not words or (words[0] in game_ids(project) and not _means_something(project, words[0])):
        kept = ["HEAD"] if commit_of(project, "HEAD") is not None else releases(project)
        if kept:
            return kept[-1], tuple(words)
        why = why_no_git(project) or "nothing is committed yet"
        raise UnknownName(
            f"there is nothing to compare with: {why}, and there is no release",
            "run pnp release v1 to save the current state, or name a manifest.json of an earlier build",
        )
    name, *games = words
    if not _means_something(project, name):  # said before anything is drawn
        raise _unknown(project, name)
    about = games_in(project, name) or ()
    return name, tuple(games) or tuple(game for game in about if game in game_ids(project))


def _means_something(project: Project, name: str) -> bool:
    is_own = not is_link_out(Path(name), project.root) and _is_manifest(Path(name))
    return bool(games_in(project, name)) or is_own or commit_of(project, name) is not None


def games_in(project: Project, name: str) -> tuple[str, ...] | None:
    """Return the games that `name` is about when it is a manifest, a folder of them or a release; None when not."""
    path = Path(name)
    if is_link_out(path, project.root):
        return None
    for own in (path, path / NAME):
        if own.is_file():
            game = read(own).get("game")
            return (game,) if isinstance(game, str) else None
    for folder in filter(None, (path, _shelf(project, name))):
        if games := tuple(sorted(path.parent.name for path in folder.glob(f"*/{NAME}"))):
            return games
    return None


def _shelf(project: Project, name: str) -> Path | None:
    if name in releases(project):
        return project.root / RELEASES / name
    kept = project.root / APPROVED_FACES
    return (
        kept if name == APPROVED and is_within(kept, project.root) and any(kept.glob(f"*/{NAME}")) else None
    )


def approved_folder(project: Project, game: str) -> Path:
    """Return where the approved faces of a game lie, in the language of the project."""
    return project.root / APPROVED_FACES / (f"{game}-{project.language}" if project.language else game)


def keeps_faces(project: Project, game: str) -> bool:
    """Say whether approved faces of a game are kept."""
    folder = approved_folder(project, game)
    return is_within(folder, project.root) and folder.is_dir()


def approved_version(project: Project, game: str, *, against: Version | None = None) -> Version:
    """Return what was approved, as much of it as can be read; see `read_version`."""
    path, label = approved_folder(project, game) / NAME, "you approved"
    kept = read_version(path, label, against=against) if is_within(path, project.root) else None
    return kept or Version(game, "", label, {}, {})


def is_kept(project: Project, name: str, game: str) -> bool:
    """Say whether a name means a state that the project keeps, which is in the normal look alone."""
    return manifest_at(Path(name), game) is None and _shelf(project, name) is not None


def releases(project: Project) -> tuple[str, ...]:
    """Return the names of the project's releases, v1.10 after v1.9."""
    root = real_path(project.root)
    top = project.root / RELEASES
    tags = [path for path in top.glob("*") if is_within(path, root)] if is_within(top, root) else []
    kept = (path for tag in tags for path in tag.glob(f"*/{NAME}"))
    names = {path.parent.parent.name for path in kept if real_path(path).is_relative_to(root)}

    def natural(name: str) -> list[tuple[int, str]]:
        return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"([0-9]+)", name)]

    return tuple(sorted(names, key=natural))


def manifest_at(path: Path, game: str) -> Path | None:
    """Return the manifest that is meant by a path: that file, one in that folder, or one in the game's folder in it."""
    if _is_manifest(path):
        return path
    return next((file for file in (path / NAME, path / game / NAME) if file.is_file()), None)


def _is_manifest(path: Path) -> bool:
    return path.is_file() and (path.suffix == ".json" or bool(read(path)))


def _unknown(project: Project, name: str) -> UnknownName:
    why = why_no_git(project)
    known = tuple(dict.fromkeys((*releases(project), *branches_and_tags(project))))
    hint = (
        "there are no releases; pnp release v1 keeps what you print from now on. For what is printed already, name the "
        f"manifest.json of that build: output/{next(iter(game_ids(project)), '<game>')}/manifest.json, if nothing was "
        "built since"
    )
    if known:
        hint = suggest_argument(name, known, "releases" if why else "releases and branches")
    if why is None:
        return UnknownName(f'there is no release, revision or manifest "{name}"', hint)
    return UnknownName(f'there is no release and no manifest "{name}", and no revision either: {why}', hint)


# Releases: the present version of games kept under a name.


@dataclass(frozen=True, slots=True)
class ReleaseResult:
    """The folder of the release, each game's folder in it and what was written there, and what was found."""

    folder: Path
    written: tuple[tuple[Path, Version], ...]
    diagnostics: tuple[Diagnostic, ...]


def release_games(
    project: Project,
    tag: str,
    games: Sequence[str] = (),
    *,
    out: Path | None = None,
    force: bool = False,
    progress: Progress = silent,
) -> ReleaseResult:
    """Keep the present version of games, of all when none is named, below `out` or in the project.

    Nothing is written when a game has errors. Unless `force`, no release is replaced by another; one that was kept
    in part is completed. Raises PnpError for a name that no folder can have or that is taken, and CannotWrite.
    """
    if len(tag) > LONGEST_TAG or not _TAG.fullmatch(tag) or is_device(tag) or ".." in tag:
        plain = re.sub(r"[^\w.+-]+|\.\.+", "-", tag, flags=re.ASCII).strip("-._+")[:LONGEST_TAG]
        usable = plain and not is_device(plain)
        raise PnpError(
            f'a release cannot be called "{tag}"; a name is letters, digits, dots, hyphens and _',
            f"call it {plain if usable else 'v1'}",
        )
    loaded = load_games(project, games)
    # With --out, a link to that folder is the user's own; in a project it may have come with a downloaded game.
    root = real_path(out) if out is not None else project.root
    top = (root if out is not None else root / RELEASES) / tag
    for folder in (top / name for name in loaded.by_name):
        if outside := leads_outside(folder / NAME, root):
            raise CannotWrite(outside, "remove that link")
    sweep_below(top)
    versions: list[Version] = []
    found = [*loaded.diagnostics]
    with open_versions(project, BuildOptions()) as context:
        for game in in_steps(loaded.games, "draw", progress):
            version, drawn = draw_version(context.build, game)
            versions.append(version)
            found += drawn.diagnostics
    if has_errors(found):
        return ReleaseResult(top, (), tuple(found))
    new = [version for version in versions if not holds(top / version.game, version)]
    taken = [version.game for version in new if (top / version.game / NAME).exists()]
    if taken and not force:
        raise PnpError(
            f"there is another release {tag} of {', '.join(taken)} already",
            "choose another name; or add --force, which replaces it: what was printed from it is then forgotten",
        )
    for version in new:
        write_version(top / version.game, version, root=root)
    return ReleaseResult(top, tuple((top / version.game, version) for version in versions), tuple(found))
