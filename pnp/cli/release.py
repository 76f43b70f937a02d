"""`pnp release`: the present state of the games kept under a name, to compare with and to reprint from later."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.build.build_cache import open_cache
from pnp.cli.progress import progress_bar
from pnp.cli.report import show
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.errors import CannotWrite, PnpError
from pnp.model.progress import stepping

if TYPE_CHECKING:
    from pnp.history.compare import Edition
    from pnp.load.project import Project

LONGEST = 60
_TAG = re.compile(r"[A-Za-z0-9](?:[\w.+-]*[\w+-])?", re.ASCII)
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


@click.command("release")
@click.argument("tag")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--force", is_flag=True, help="Replace a release of that name.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Keep it here instead of in releases/."
)
def command(tag: str, games: tuple[str, ...], *, force: bool, out: Path | None) -> int:
    """Keep the present state of the games to compare with later.

    `pnp build --changed-since TAG` prints what is new since. Writes releases/TAG/<game>/: the manifest and every face. Keep that folder with your game, in git for example.

    Example: pnp release v1 yogire
    """
    _refuse_bad_name(tag)
    project = open_project(games)
    names = chosen_games(project, games)
    top, root = _place(project, out)
    folders = {name: _inside(top / tag / name, root) for name in names}
    if not force:
        _refuse_taken(tag, folders)
    editions, found = _editions(project, names)
    show(in_reading_order(found), project.root)
    if has_errors(found):
        click.echo(f"nothing is released: {tally(found)}")
        return 1
    from pnp.files import display_path  # noqa: PLC0415 - stages are imported when the command runs
    from pnp.history.version_files import write_release  # noqa: PLC0415

    for edition in editions:
        folder = folders[edition.game]
        write_release(folder, edition, root=root)
        count = sum(piece.copies for piece in edition.pieces.values())
        click.echo(
            f"{display_path(folder)}: version {edition.version}, {count} pieces, {len(edition.faces)} faces"
        )
    name = tag if out is None else display_path(top / tag)
    click.echo(f"pnp diff {name} tells what changed since; pnp build --changed-since {name} prints it")
    return 0


def _refuse_bad_name(tag: str) -> None:
    """Raise PnpError for a name that cannot be a folder's on every system."""
    if len(tag) > LONGEST or not _TAG.fullmatch(tag) or _DEVICES.fullmatch(tag) or ".." in tag:
        plain = re.sub(r"[^\w.+-]+|\.\.+", "-", tag, flags=re.ASCII).strip("-._+")[:LONGEST]
        usable = plain and not _DEVICES.fullmatch(plain)
        raise PnpError(
            f'a release cannot be called "{tag}"; a name is letters, digits, dots, hyphens and _',
            f"call it {plain if usable else 'v1'}",
        )


def _place(project: "Project", out: Path | None) -> tuple[Path, Path]:
    """Return the folder of all releases, and the folder that nothing may lead out of."""
    from pnp.history.versions import RELEASES  # noqa: PLC0415

    # With --out, a link to that folder is the user's own; in a project it may have come with a downloaded game.
    return (out.resolve(), out.resolve()) if out is not None else (project.root / RELEASES, project.root)


def _inside(folder: Path, root: Path) -> Path:
    """Return the folder; raises CannotWrite when a link leads it out of `root`."""
    if not folder.resolve().is_relative_to(root.resolve()):
        raise CannotWrite(f"{folder} leads out of {root} to {folder.resolve()}", "remove that link")
    return folder


def _refuse_taken(tag: str, folders: dict[str, Path]) -> None:
    taken = [game for game, folder in folders.items() if folder.exists()]
    if taken:
        raise PnpError(
            f"there is a release {tag} of {', '.join(taken)} already",
            "choose another name; or add --force, which replaces it: what was printed from it is then forgotten",
        )


def _editions(project: "Project", names: Sequence[str]) -> "tuple[list[Edition], list[Diagnostic]]":
    """Return the games as they would be printed, and all that is wrong with them."""
    from pnp.build.stages import fonts_of  # noqa: PLC0415
    from pnp.history.versions import edition_now  # noqa: PLC0415
    from pnp.load.game import load_game  # noqa: PLC0415

    editions: list[Edition] = []
    found: list[Diagnostic] = []
    fonts = fonts_of(project)
    with open_cache() as reused, progress_bar() as progress:
        step = stepping(progress, len(names))
        for name in names:
            step(f"draw {name}")
            loaded = load_game(project, name)
            found += loaded.diagnostics
            if loaded.game is not None:
                edition, findings = edition_now(project, loaded.game, fonts, reused=reused)
                editions.append(edition)
                found += findings
    return editions, found
