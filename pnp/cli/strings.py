"""`pnp strings`: the texts of a game for a translator."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, show
from pnp.text import counted

FORMATS = ("yaml", "csv")


@click.command("strings")
@click.argument("game", required=False)
@click.option(
    "--lang", "language", required=True, metavar="LANGUAGE", help="Such as fr or pt-BR; also a new one."
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="yaml", show_default=True)
@click.option(
    "--write", "written", is_flag=True, help="Add what is missing to the files of translations, to fill in."
)
@options.every_line
def command(game: str | None, language: str, form: str, *, written: bool) -> int:
    """List the texts of a game for a translator, or write files to fill in.

    Each text stands beside its translation; missing, changed and unused ones are marked. With --write what is missing
    is added to the files below i18n/LANGUAGE/, with nothing behind the colon.

    GAME may be left out when there is only one.

    Example: pnp strings yes_broccoli --lang de --write
    """
    project = pnp.open_project((game,) if game else (), language)
    name = pnp.one_game(project, game, "pnp strings")
    found = pnp.game_texts(project, name)
    show(found.diagnostics, project.root)
    if pnp.has_errors(found.diagnostics):
        return 1
    if written:
        for path in pnp.write_texts(project, found, table=form == "csv"):
            echo(display_path(path))
        echo(_summary(found))
    elif form == "csv":
        echo_document(found.as_csv())
    else:
        echo_document(f"# {_summary(found)}\n\n{found.as_yaml()}")
    return 0


def _summary(found: "pnp.GameTexts") -> str:
    parts = [f"{counted(found.counted('translated'), 'text')} of {found.game} translated to {found.language}"]
    left = {
        "missing": found.counted("missing"),
        "changed since": found.counted("changed"),
        "unused": found.counted("unused"),
    }
    parts += [f"{number} {words}" for words, number in left.items() if number]
    return ", ".join(parts)
