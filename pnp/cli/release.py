"""`pnp release`: save the current state of the games under a name, to compare with and reprint from later."""

from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, progress_bar, show


@click.command("release")
@click.argument("tag")
@options.games
@click.option("--force", is_flag=True, help="Replace an existing release of that name.")
@options.folder("Write here instead of releases/.")
@options.every_line
def command(tag: str, games: tuple[str, ...], *, force: bool, out: Path | None) -> int:
    """Save the current state of the games, to compare with later.

    Writes the manifest and every face to releases/TAG/<game>/. Keep that folder with your game, for example in
    git. pnp build --changed-since TAG then prints only what changed.

    Example: pnp release v1 yogire
    """
    project = pnp.open_project(games)
    with progress_bar() as progress:
        release = pnp.release_games(project, tag, games, out=out, force=force, progress=progress)
    findings = pnp.in_reading_order(release.diagnostics)
    if pnp.has_errors(findings):
        show(findings, project.root, last=f"nothing was released: {pnp.tally(findings)}")
        return 1
    show(findings, project.root)
    for folder, version in release.written:
        count = sum(piece.copies for piece in version.pieces.values())
        echo(f"{display_path(folder)}: version {version.version}, {count} pieces, {len(version.faces)} faces")
    name = tag if out is None else display_path(release.folder)
    echo(f"pnp diff {name} shows what changed since; pnp build --changed-since  {name} prints it")
    return 0
