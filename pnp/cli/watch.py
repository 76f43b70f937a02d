"""`pnp watch`: the new picture on screen at every save, and the PDFs a moment later."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli import options
from pnp.cli.report import display_path, echo, progress_bar, show
from pnp.files import is_within
from pnp.load.project import chosen_games, open_project
from pnp.model.errors import CannotWrite
from pnp.text import listed

if TYPE_CHECKING:
    from pnp.watch.session import Report


@click.command("watch")
@options.games
@options.papers
@options.backs
@options.components
@options.theme
@options.language
@options.printer
@options.margin
@options.out
@options.every_line
@click.option(
    "--preview/--no-preview",
    default=True,
    show_default=True,
    help="Write a picture of each changed face first.",
)
def command(games: tuple[str, ...], *, language: str, preview: bool, **chosen: object) -> None:
    """Show what a save changed at once, and build.

    It goes on until Ctrl-C. The faces that changed are pictures a moment after the save: output/<game>/preview/latest.png, and one for each
    piece and side. The PDFs follow.

    Example: pnp watch yes_broccoli --paper a4
    """
    from pnp.build.build_cache import open_cache  # noqa: PLC0415 - stages are imported when the command runs
    from pnp.build.options import BuildOptions  # noqa: PLC0415
    from pnp.build.pipeline import BuildContext, fonts_of  # noqa: PLC0415
    from pnp.watch.file_events import FileEvents, file_state, watched_folders  # noqa: PLC0415
    from pnp.watch.session import (  # noqa: PLC0415
        LATEST,
        Session,
        watch,
    )

    project = open_project(games, language)
    names = chosen_games(project, games)
    wanted = BuildOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
    output = wanted.out or project.output
    if any(is_within(output, folder) for folder in watched_folders(project)):
        raise CannotWrite(f"{output} is among the files that are watched", "choose another folder with --out")
    with open_cache() as cache, FileEvents(lambda: file_state(project).folders) as events:
        context = BuildContext(project, fonts_of(project), wanted, cache)
        session = Session(context, games=names if games else (), previews=preview)
        echo(f"watching {listed(names)}; Ctrl-C ends")
        if preview:
            game = names[0] if len(names) == 1 else "<game>"
            echo(f"each save is shown in {display_path(output / game / LATEST)}")
        session.begin()
        for report in watch(session, events, progress_bar):
            tell(report, project.root)


def tell(report: "Report", root: Path) -> None:
    """Print what a cycle came to: diagnostics on standard error, and lines with the time of day."""
    for trouble in report.troubles:
        echo(f"pnp: {trouble}", err=True)
        if trouble.hint:
            echo(f"  hint: {trouble.hint}", err=True)
    show(report.findings, root, lines=[f"{time.strftime('%H:%M:%S')}  {line}" for line in report.lines])
