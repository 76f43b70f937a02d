"""`pnp diff`: what changed in the printed pieces since a commit, a release or an earlier build."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.build.build_cache import open_cache
from pnp.cli.progress import progress_bar
from pnp.cli.report import show
from pnp.files import real_path
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import has_errors, in_reading_order

if TYPE_CHECKING:
    from pnp.load.project import Project

FORMATS = ("text", "json", "html")


@click.command("diff")
@click.argument("words", nargs=-1, metavar="[NAME] [GAME]...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--out",
    metavar="FILE",
    help='Write here instead of to the terminal (html: instead of output/changes.html); "-" is standard output.',
)
@click.option("--theme", default="", metavar="NAME", help="Compare in this look.")
@click.option("--exit-code", is_flag=True, help="End with status 1 when anything changed.")
def command(words: tuple[str, ...], form: str, out: str | None, theme: str, *, exit_code: bool) -> int:
    """Show what changed since a commit, a release or an earlier build.

    It tells of the printed pieces: words, art, layout, numbers of copies. NAME is a release (pnp release), a revision in git (a branch, a tag, HEAD~1), or the manifest.json of an earlier
    build. Without NAME it is the last commit, or the latest release where there is no git.

    Example: pnp diff v1 yogire --format html
    """
    from pnp.history.versions import (  # noqa: PLC0415 - stages are imported when the command runs
        compare_games,
        open_versions,
        refuse_theme_of_release,
        version_and_games,
    )

    project = open_project(words[1:] or words)
    name, games = version_and_games(project, words)
    if theme:
        refuse_theme_of_release(project, name)
    with open_cache() as reused, open_versions(project, theme=theme, reused=reused) as context:
        with progress_bar() as progress:
            compared, found = compare_games(context, chosen_games(project, games), name, progress)
        show(in_reading_order(found), project.root)
        if compared:
            from pnp.history import changes  # noqa: PLC0415

            write = {"text": changes.as_text, "json": changes.as_json, "html": changes.as_html}[form]
            _tell(write(name, compared), _target(project, form, out))
    changed = exit_code and any(each.changes for each in compared)
    return 1 if changed or has_errors(found) else 0


def _tell(content: str, path: Path | None) -> None:
    """Write the document to its file, or to the terminal."""
    if path is None:
        click.echo(content, nl=False)
        return
    from pnp.files import display_path, write  # noqa: PLC0415

    write(path, content.encode("utf-8", "replace"))
    click.echo(display_path(path))


def _target(project: "Project", form: str, out: str | None) -> Path | None:
    """Return the file to write, None for standard output. Raises CannotWrite."""
    if out == "-" or (out is None and form != "html"):
        return None
    if out is not None:
        return real_path(Path(out))
    from pnp.build.stages import game_output  # noqa: PLC0415

    return game_output(project, None, "changes.html")
