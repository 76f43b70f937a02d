"""`pnp snapshot`: the faces of a game held against those that were approved."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, progress_bar, show


@click.command("snapshot")
@options.games
@click.option(
    "--update", is_flag=True, help="Approve the faces as they are now, as pnp approve --pictures does."
)
@options.components
@options.only
@options.form
@options.folder("Where the approved faces lie, instead of snapshots/.", "--approved")
@options.folder("Write the page here instead of in output/.")
@options.cache
@options.every_line
def command(games: tuple[str, ...], form: str, *, cache: bool, **chosen: object) -> int:
    """Show which faces do not look as you approved them.

    pnp approve --pictures keeps the approved faces in snapshots/. A piece that looks different, is new or is missing is
    a finding; the page output/<game>/snapshot.html shows what changed.

    Example: pnp snapshot yes_broccoli
    """
    project = pnp.open_project(games)
    wanted = pnp.SnapshotOptions(**chosen, path_text=display_path)  # type: ignore[arg-type]  # click has checked the types
    with progress_bar() as progress:
        compared = pnp.snapshot_games(project, games, wanted, cache=cache, progress=progress)
    findings = [*compared.faults, *compared.differences]
    show(findings, project.root, form=form, lines=compared.lines)
    return 1 if pnp.has_errors(findings) else 0
