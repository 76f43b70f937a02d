"""`pnp watch`: the new picture on screen at every save, and the PDFs a moment later."""

from collections.abc import Sequence
from pathlib import Path

import click

from pnp.build.build_cache import open_cache
from pnp.build.options import BuildOptions
from pnp.cli import options
from pnp.cli.progress import progress_bar
from pnp.files import display_path
from pnp.load.project import chosen_games, open_project
from pnp.model.errors import CannotWrite
from pnp.model.sheet import Backs
from pnp.text import listed


@click.command("watch")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@options.papers
@options.backs
@options.components
@options.theme
@options.out
@click.option(
    "--preview/--no-preview",
    default=True,
    show_default=True,
    help="Write a picture of each changed face first.",
)
def command(
    games: tuple[str, ...],
    papers: tuple[str, ...],
    *,
    backs: Backs,
    components: tuple[str, ...],
    theme: str,
    out: Path | None,
    preview: bool,
) -> None:
    """Show what a save changed at once, and build.

    It goes on until Ctrl-C. The faces that changed are pictures a moment after the save: output/<game>/preview/latest.png, and one for each
    piece and side. The PDFs follow.

    Example: pnp watch yes_broccoli --paper a4
    """
    from pnp.impose.papers import find_paper  # noqa: PLC0415
    from pnp.watch.file_changes import (  # noqa: PLC0415
        Saves,
        tops,
        trees,
    )
    from pnp.watch.loop import run  # noqa: PLC0415 - stages are imported when the command runs
    from pnp.watch.session import Session  # noqa: PLC0415

    project = open_project(games)
    names = chosen_games(project, games)
    if any((out or project.output).resolve().is_relative_to(top.resolve()) for top in tops(project)):
        raise CannotWrite(f"{out} is among the files that are watched", "choose another folder with --out")
    chosen = tuple(dict.fromkeys(find_paper(name) for name in papers))
    order = BuildOptions(
        chosen, backs, components, None, theme, out, renderer="typst", jobs=2, svg=True, cut=False
    )
    with open_cache() as reused, Saves(lambda: trees(project).folders) as saves:
        session = Session(project, order, games=names if games else (), previews=preview, reused=reused)
        click.echo(f"watching {listed(names)}; Ctrl-C ends")
        if preview:
            click.echo(_where(out or project.output, names))
        session.begin()
        run(session, saves, project.root, progress_bar)


def _where(output: Path, names: Sequence[str]) -> str:
    """Return where the newest picture will be."""
    game = names[0] if len(names) == 1 else "<game>"
    return f"each save is shown in {display_path(output / game / 'preview/latest.png')}"
