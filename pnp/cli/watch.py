"""`pnp watch`: build the PDFs again at every save."""

import time

import click

from pnp.cli import options
from pnp.cli.report import echo, progress_bar, show
from pnp.files import is_within
from pnp.load.project import chosen_games, open_project
from pnp.model.errors import CannotWrite
from pnp.text import listed


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
def command(games: tuple[str, ...], *, language: str, **chosen: object) -> None:
    """Rebuild games whenever you save a file.

    Runs until Ctrl-C. A moment after the last save, it rebuilds the PDFs of the games you changed. pnp studio
    shows each card at once.

    Example: pnp watch yes_broccoli --paper a4
    """
    from pnp.build.options import BuildOptions  # noqa: PLC0415 - stages are imported when the command runs
    from pnp.watch import FileEvents, file_state, watch, watched_folders  # noqa: PLC0415

    project = open_project(games, language)
    names = chosen_games(project, games)
    wanted = BuildOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
    output = wanted.out or project.output
    if any(is_within(output, folder) for folder in watched_folders(project)):
        raise CannotWrite(f"{output} is inside the watched folders", "choose another folder with --out")
    with FileEvents(lambda: file_state(project).folders) as events:
        echo(f"watching {listed(names)}; Ctrl-C ends")
        for report in watch(project, wanted, events, progress_bar, names if games else ()):
            if report.trouble:
                echo(f"pnp: {report.trouble}", err=True)
                if report.trouble.hint:
                    echo(f"  hint: {report.trouble.hint}", err=True)
            show(report.findings, project.root, lines=[f"{time.strftime('%H:%M:%S')}  {report.line}"])
