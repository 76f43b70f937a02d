"""`pnp rules`: the rules summary of a game, with every card explained."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.build.build_cache import open_cache
from pnp.cli.report import echo, show
from pnp.files import display_path, real_path
from pnp.load.project import one_game, open_project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotWrite, UnknownName
from pnp.text import suggest_argument

if TYPE_CHECKING:
    from pnp.build.rules_document import Booklet
    from pnp.load.project import Project
    from pnp.model.rules import RulesDocument

FORMATS = ("md", "html", "pdf")
PAPERS = ("a5", "half-letter")


@click.command("rules")
@click.argument("game", required=False)
@click.option("--format", "form", type=click.Choice(FORMATS), default="pdf", show_default=True)
@click.option(
    "--out",
    metavar="FILE",
    help='Write here instead of output/<game>/rules.<format>; "-" is standard output (md and html).',
)
@click.option("--section", "sections", metavar="A,B", help="Only these sections, such as components,cards.")
@click.option("--paper", type=click.Choice(PAPERS), default="a5", show_default=True, help="Pages of the PDF.")
def command(game: str | None, form: str, out: str | None, sections: str | None, paper: str) -> int:
    """Write the rules summary of a game, with every card explained.

    GAME may be left out when there is only one.

    Example: pnp rules yes_broccoli --format html
    """
    if out == "-" and form == "pdf":
        raise click.UsageError("A PDF does not go to the terminal. Name a file, or add --format md.")
    project = open_project((game,) if game else ())
    name = one_game(project, game, "pnp rules")
    made, found = _made(project, name)
    if made is not None:
        from pnp.rules.document import only  # noqa: PLC0415 - stages are imported when the command runs

        found += made.findings
        wanted = _wanted(sections)
        if not has_errors(found):
            written = _write(
                only(made.document, wanted), made, form, _target(project, name, form, out), paper
            )
            if written:
                echo(written)
    show(in_reading_order(found), project.root)
    return 1 if has_errors(found) else 0


def _made(project: "Project", name: str) -> "tuple[Booklet | None, list[Diagnostic]]":
    """Return the booklet, None when the data do not allow one, and what was found."""
    from pnp.claims.load import load_claims  # noqa: PLC0415
    from pnp.load.game import load_game  # noqa: PLC0415
    from pnp.rules.load import sayings  # noqa: PLC0415

    loaded = load_game(project, name)
    found = list(loaded.diagnostics)
    if loaded.game is None:
        return None, found
    claims = load_claims(project, loaded.game)
    said = sayings(project, loaded.game, claims.rulings)
    found += (*claims.diagnostics, *said.diagnostics)
    if said.rules is None:
        return None, found
    from pnp.build.rules_document import booklet  # noqa: PLC0415

    with open_cache() as reused:
        return booklet(project, loaded.game, said.rules, said.rulings, reused=reused), found


def _wanted(sections: str | None) -> tuple[str, ...]:
    """Return the sections asked for; raises UnknownName."""
    from pnp.rules.document import TITLES  # noqa: PLC0415

    wanted = tuple(filter(None, (each.strip() for each in (sections or "").split(","))))
    for each in wanted:
        if each not in TITLES:
            raise UnknownName(
                f'there is no section "{each}"', suggest_argument(each, tuple(TITLES), "sections")
            )
    return wanted


def _target(project: "Project", game: str, form: str, out: str | None) -> Path | None:
    """Return the file to write, None for standard output. Raises as game_output does."""
    if out == "-":
        return None
    if out:
        path = real_path(Path(out))
        if path.is_dir():
            raise CannotWrite(f"{path} is a folder", "name a file with --out")
        return path
    from pnp.build.stages import game_output  # noqa: PLC0415

    return game_output(project, None, game) / f"rules.{form}"


def _write(document: "RulesDocument", made: "Booklet", form: str, path: Path | None, paper: str) -> str:
    """Write the document and return the line that says so, "" for standard output."""
    from pnp.build.rules_document import as_html, as_markdown, as_pdf  # noqa: PLC0415

    if path is None:
        text = as_html(document, made) if form == "html" else as_markdown(document, made, None)
        click.echo(text, nl=False)
        return ""
    from pnp.files import write  # noqa: PLC0415

    if form == "pdf":
        content = as_pdf(document, made, paper)
    else:
        text = as_html(document, made) if form == "html" else as_markdown(document, made, path)
        content = text.encode()
    write(path, content)
    return display_path(path)
