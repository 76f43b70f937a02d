"""`pnp diff`: what changed in the printed pieces since a commit, a release or an earlier build."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, progress_bar, show
from pnp.files import leads_outside, real_path, write
from pnp.model.errors import CannotWrite

if TYPE_CHECKING:
    from pnp.history.diff import Form

FORMATS = ("text", "json", "html")


@click.command("diff")
@click.argument("words", nargs=-1, metavar="[NAME] [GAME]...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--out",
    metavar="FILE",
    help='Write here instead of to the terminal (html: instead of output/changes.html); "-" is standard output.',
)
@click.option("--theme", default="", metavar="NAME", help="Compare this theme.")
@click.option("--exit-code", is_flag=True, help="Exit with status 1 if anything changed.")
@options.every_line
def command(words: tuple[str, ...], form: "Form", out: str | None, theme: str, *, exit_code: bool) -> int:
    """Show what changed since a commit, release or build.

    Compares the printed pieces: words, art, layout, number of copies. NAME is a release (pnp release), a git
    revision (a branch, a tag, HEAD~1) or the manifest.json of an earlier build (default: the last commit, or
    without git the latest release).

    Example: pnp diff v1 yogire --format html
    """
    project = pnp.open_project(words[1:] or words)
    name, games = pnp.version_and_games(project, words)
    with progress_bar() as progress:
        differences = pnp.diff_games(project, name, games, theme=theme, form=form, progress=progress)
    show(pnp.in_reading_order(differences.diagnostics), project.root)
    if differences.games:
        path = _target(project, form, out)
        if path is None:
            echo_document(differences.document)
        else:
            write(path, differences.document.encode("utf-8", "replace"))
            echo(display_path(path))
    changed = exit_code and any(game.changes for game in differences.games)
    return 1 if changed or pnp.has_errors(differences.diagnostics) else 0


def _target(project: "pnp.Project", form: "Form", out: str | None) -> Path | None:
    if out == "-" or (out is None and form != "html"):
        return None
    if out is not None:
        return real_path(Path(out))
    if outside := leads_outside(project.output, project.root):
        raise CannotWrite(outside, "remove that link, or choose a file with --out")
    return project.output / "changes.html"
