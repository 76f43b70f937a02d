"""`pnp art add`: a picture put in its place, whoever made it remembered."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from pnp.art.credits import noted, well_said
from pnp.art.image_import import Picture, ready
from pnp.art.slots import GameArt, Showing, Slot, coarseness_of, drawn_art, misfit_of, thinnest
from pnp.build.stages import fonts_of
from pnp.cli.report import show
from pnp.files import is_within, real_path, write
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games, open_project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotUse, CannotWrite, UnknownName
from pnp.model.game import Component, Game, Piece
from pnp.render.art import ENDINGS, KINDS
from pnp.render.fonts import FontBook
from pnp.render.images import UnsafeDrawing, in_words
from pnp.render.limits import MAX_PICTURE_BYTES
from pnp.text import suggest_argument

# Putting a picture into a game's art folder: whole or not at all, and what was there before is laid aside.

ASIDE = "replaced"
"""The folder inside art/ for pictures that others have taken the place of; nothing is read from it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a picture lies now, and where those are kept that it replaced."""

    path: Path
    aside: tuple[Path, ...]


def put(art: Path, name: str, data: bytes, *, replaces: Iterable[Path], root: Path) -> Placed:
    """Make `data` the file `name` of the folder `art`, and lay what it `replaces` aside.

    At no moment is the slot empty: an older file of the same name is copied before it is overwritten, one with
    another ending is moved away afterwards. `root` is the folder of the game. Raises CannotWrite when a link or the
    name leads out of it.
    """
    target = art / name
    for folder in (target.parent, art / ASIDE):
        if not is_within(folder, root):
            raise CannotWrite(
                f"{folder} leads out of {root} to {real_path(folder)}", "remove that link and try again"
            )
    aside = []
    others = [path for path in replaces if not _is_same(path, target)]
    if target.is_symlink():  # a link is laid aside as what it is; where it leads to is not touched
        aside.append(_moved(target, art))
    elif target.is_file() and target.read_bytes() != data:
        kept = _free(art / ASIDE, target.name)
        write(kept, target.read_bytes(), root=root)
        aside.append(kept)
    write(target, data, root=root)
    aside += [_moved(path, art) for path in others]
    return Placed(target, tuple(aside))


def _is_same(path: Path, target: Path) -> bool:
    """Say whether two names are one file, as apple.PNG and apple.png are on some disks."""
    try:
        return path == target or (not path.is_symlink() and path.samefile(target))
    except OSError:
        return False


def _moved(path: Path, art: Path) -> Path:
    kept = _free(art / ASIDE, path.name)
    try:
        kept.parent.mkdir(exist_ok=True)
        path.replace(kept)
    except OSError as error:
        raise CannotWrite(
            f"{path} cannot be laid aside: {error.strerror or error}", "move it away by hand"
        ) from error
    return kept


def _free(folder: Path, name: str) -> Path:
    """Return a path in `folder` that is not taken: apple.png, apple-2.png, apple-3.png."""
    wanted = folder / name
    number = 1
    path = wanted
    while path.exists() or path.is_symlink():
        number += 1
        path = wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
    return path


# Which art slot a picture is for: the name that was typed, found among pieces and slots.


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
        f'no piece or art slot is called "{name}"', suggest_argument(name.rpartition("/")[2], known, "slots")
    )


@dataclass(frozen=True, slots=True)
class Wish:
    """What was typed: the file, what it is for ("" for what it is called), and what is said about it."""

    file: Path
    piece: str
    game: str | None
    words: Mapping[str, str]


def add_picture(wish: Wish) -> int:
    """Put the picture in place and say what was done; 1 when the game has mistakes.

    Raises UnknownName, CannotUse and CannotWrite.
    """
    asked = (wish.game,) if wish.game else ()
    project = open_project(asked)
    loaded = [load_game(project, name) for name in chosen_games(project, asked)]
    found = [finding for one in loaded for finding in one.diagnostics]
    games = [one.game for one in loaded if one.game is not None]
    if has_errors(found) and (wish.game or not games):
        show(in_reading_order(found), project.root)
        return 1
    words = well_said(wish.words)
    try:
        target = find_target(project, _own(project, games), wish.piece or wish.file.stem)
    except UnknownName as error:  # it may be in the game that cannot be read
        show([each for each in found if each.severity == "error"], project.root)
        if wish.piece or "--" in (error.hint or ""):
            raise
        raise UnknownName(str(error), f"say with --for what {wish.file.name} is for; {error.hint}") from error
    art, slot = target.art, target.slot
    root = _folder(project, art.game)
    picture = _ready(wish.file, slot, art)
    name = _file_name(slot, picture)
    credit = noted(art, slot, words)
    placed = put(art.folder, name, picture.data, replaces=_fillers(art, slot), root=root)
    credit.write(root)
    for line in (*_told(target, picture, placed), f"  {credit.line}"):
        click.echo(line)
    for warning in _warnings(slot, picture):
        click.echo(f"warning: {warning}", err=True)
    click.echo(_next(target))
    return 0


def _own(project: Project, games: Sequence[Game]) -> list[Game]:
    """Return the games that lie in the project itself; raises CannotWrite when none does."""
    own = [game for game in games if is_within(_folder(project, game), project.root)]
    if not own and games:
        raise CannotWrite(
            f"{games[0].title} does not lie in this project but in {real_path(_folder(project, games[0]))}",
            "copy card_data and templates of the game into a project of your own, and work there",
        )
    return own


def _folder(project: Project, game: Game) -> Path:
    folder = project.game_folder(game.id)
    assert folder is not None  # the game has been read from it
    return folder


def _ready(file: Path, slot: Slot, art: GameArt) -> Picture:
    """Return the picture made ready for its slot; raises CannotUse."""
    ending = Path(slot.name).suffix.lower() if slot.name.lower().endswith(KINDS) else ""
    try:
        with file.open("rb") as stream:  # a pipe has no size, and some devices no end
            data = stream.read(MAX_PICTURE_BYTES + 1)
        if len(data) > MAX_PICTURE_BYTES:
            raise CannotUse(
                f"{file} has more than {MAX_PICTURE_BYTES // 1_000_000} MB", "export it smaller, or as a JPEG"
            )
        picture = ready(data, keep_png=ending == ".png")
    except UnsafeDrawing as error:
        raise CannotUse(f"{file} cannot be used: {error}", error.hint) from error
    except OSError as error:
        raise CannotUse(f"{file} cannot be read: {error.strerror}", "check its permissions") from error
    if ending and ending.replace("jpeg", "jpg") != picture.ending:
        _, piece = art.piece(slot.home)
        place = piece.places.get("art", piece.place)
        name = Path(slot.name).with_suffix(picture.ending)
        raise CannotUse(
            f"the card asks for {slot.name}, and {file} is no {ending[1:].upper()}",
            f"write art: {name} in {place.file}, line {place.line}, once {name} lies in art/; or export a {ending[1:].upper()}",
        )
    return picture


def _file_name(slot: Slot, picture: Picture) -> str:
    """Return where the picture lies below art/; raises CannotWrite for a slot whose name is no path inside it."""
    parts = slot.name.split("/")
    if any(part in ("", "..") or part.startswith(".") for part in parts) or set('\\:*?"<>|\0') & set(
        slot.name
    ):
        raise CannotWrite(f'no file can have the name of the slot "{slot.name}"', "change it in the template")
    if parts[0] == ASIDE:
        raise CannotWrite(
            f"art/{ASIDE}/ is for pictures laid aside", "change the slot's name in the template"
        )
    return slot.name if slot.name.lower().endswith(KINDS) else slot.name + picture.ending


def _fillers(art: GameArt, slot: Slot) -> Iterator[Path]:
    """Yield the user's own files that fill the slot now, or would if the others were not there."""
    if slot.name.lower().endswith(KINDS):
        return
    for ending in ENDINGS:
        path = art.folder / f"{slot.name}{ending}"
        if path.is_file() or path.is_symlink():
            yield path


def _told(target: Target, picture: Picture, placed: Placed) -> Iterator[str]:
    """Yield what became of the file."""
    shown = target.art.context.sources.shown
    where = thinnest(picture.size, target.slot) if picture.pixels else target.slot.home
    size = (
        f"{in_words(picture.size, where.size, where.fit)}" if picture.pixels else "vectors, sharp at any size"
    )
    yield f"{shown(placed.path)}: {size}"
    yield from (f"  {each}" for each in picture.done)
    yield from (f"  the picture that was there is kept as {shown(path)}" for path in placed.aside)


def _warnings(slot: Slot, picture: Picture) -> Iterator[str]:
    if picture.pixels:
        coarse = coarseness_of(picture.size, thinnest(picture.size, slot))
        yield from filter(None, (coarse,))
    yield from filter(None, (misfit_of(picture.size, slot.home),))


def _next(target: Target) -> str:
    home = target.slot.home
    others = {each.piece for each in target.slot.showings if each.component == home.component} - {home.piece}
    what = f"--component {home.component}" if others else f"--only {home.component}/{home.piece}"
    return f"next: pnp build {target.art.game.id} {what}"
