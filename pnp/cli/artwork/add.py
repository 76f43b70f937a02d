"""`pnp art add`: a picture put in its place, whoever made it remembered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from pnp.cli.artwork.credits import noted, well_said
from pnp.cli.artwork.slots import GameArt
from pnp.cli.artwork.target import Target, find_target
from pnp.cli.choice import chosen_games, open_project
from pnp.cli.report import show
from pnp.export.artfolder import ASIDE, Placed, put
from pnp.load.game import load_game
from pnp.load.project import Project
from pnp.model.diagnostics import has_errors, in_reading_order
from pnp.model.errors import CannotUse, CannotWrite, UnknownName
from pnp.model.game import Game
from pnp.render.art import ENDINGS, KINDS, MAX_BYTES
from pnp.render.intake import Picture, ready
from pnp.render.resolution import in_words
from pnp.render.slots import Slot
from pnp.render.slotstate import coarseness_of, misfit_of, thinnest
from pnp.render.unsafe import UnsafeDrawing


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
    own = [game for game in games if _folder(project, game).resolve().is_relative_to(project.root.resolve())]
    if not own and games:
        raise CannotWrite(
            f"{games[0].title} does not lie in this project but in {_folder(project, games[0]).resolve()}",
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
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise CannotUse(
                f"{file} has more than {MAX_BYTES // 1_000_000} MB", "export it smaller, or as a JPEG"
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
    shown = target.art.room.sources.shown
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
