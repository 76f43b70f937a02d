"""`pnp diff`: what changed in the printed pieces since a commit, a release or an earlier build."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from pnp.build.build_cache import open_cache
from pnp.build.options import refuse_unknown_theme
from pnp.cli.progress import progress_bar
from pnp.cli.report import show
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.progress import stepping

if TYPE_CHECKING:
    from pnp.history.versions import Compared
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
    from pnp.history.versions import named, refuse_theme_of_release  # noqa: PLC0415 - stages are imported when the command runs

    project = open_project(words[1:] or words)
    name, games = named(project, words)
    if theme:
        refuse_theme_of_release(project, name)
    with TemporaryDirectory(prefix="pnp-revision-") as shelf:
        compared, found = _compared(project, name, chosen_games(project, games), theme, Path(shelf))
        show(in_reading_order(found), project.root)
        if compared:
            _tell(project, name, compared, form, out)
    changed = exit_code and any(each.account.changes for each in compared)
    return 1 if changed or has_errors(found) else 0


def _compared(
    project: "Project", name: str, games: Sequence[str], theme: str, shelf: Path
) -> "tuple[list[Compared], list[Diagnostic]]":
    """Return what became of each game, and the errors of those that cannot be compared."""
    from pnp.build.stages import fonts_of  # noqa: PLC0415
    from pnp.history.versions import compared  # noqa: PLC0415
    from pnp.load.game import load_game  # noqa: PLC0415

    done: list[Compared] = []
    found: list[Diagnostic] = []
    fonts = fonts_of(project)
    with open_cache() as reused, progress_bar() as progress:
        step = stepping(progress, len(games))
        for each in games:
            step(f"compare {each}")
            loaded = load_game(project, each)
            found += loaded.diagnostics
            if loaded.game is not None:
                refuse_unknown_theme(theme, loaded.game)
                one, findings = compared(
                    project, loaded.game, name, fonts, theme=theme, shelf=shelf, reused=reused
                )
                found += findings
                done += [one] if one is not None else []
    return done, [each for each in found if each.severity == "error"]  # warnings are for check to tell


def _tell(project: "Project", name: str, compared: "Sequence[Compared]", form: str, out: str | None) -> None:
    """Write the document to the terminal or to its file."""
    accounts = [each.account for each in compared]
    if form == "html":
        from pnp.history.changes_page import changes_page  # noqa: PLC0415 - it loads all that draws

        content = changes_page(project, name, compared)
    elif form == "json":
        from pnp.history.changes_text import record  # noqa: PLC0415

        content = record(name, accounts)
    else:
        from pnp.history.changes_text import text  # noqa: PLC0415

        content = text(accounts)
    path = _target(project, form, out)
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
        return Path(out).resolve()
    from pnp.build.stages import game_output  # noqa: PLC0415

    return game_output(project, None, "changes.html")
