"""`pnp strings`: the texts of a game for a translator."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, show
from pnp.text import counted


@click.command("strings")
@click.argument("game", required=False)
@click.option(
    "--lang",
    "language",
    required=True,
    metavar="LANGUAGE",
    help="A language such as fr or pt-BR; may be new.",
)
@click.option("--write", "written", is_flag=True, help="Add missing texts to the translation files.")
@options.every_line
def command(game: str | None, language: str, *, written: bool) -> int:
    """List the texts of a game for translation.

    Shows each text with its translation and marks missing, changed and unused ones. --write adds missing texts
    to the files in i18n/LANGUAGE/, for you to fill in.

    You may omit GAME if there is only one.

    Example: pnp strings yes_broccoli --lang de --write
    """
    project = pnp.open_project((game,) if game else (), language)
    name = pnp.one_game(project, game, "pnp strings")
    texts = pnp.game_texts(project, name)
    show(texts.diagnostics, project.root)
    if pnp.has_errors(texts.diagnostics):
        return 1
    if written:
        for path in pnp.write_texts(project, texts):
            echo(display_path(path))
        echo(_summary(texts))
    else:
        echo_document(f"# {_summary(texts)}\n\n{texts.as_yaml()}")
    return 0


def _summary(texts: "pnp.GameTexts") -> str:
    parts = [f"{counted(texts.counted('translated'), 'text')} of {texts.game} translated to {texts.language}"]
    counts = {
        "missing": texts.counted("missing"),
        "changed since": texts.counted("changed"),
        "unused": texts.counted("unused"),
    }
    parts += [f"{number} {words}" for words, number in counts.items() if number]
    return ", ".join(parts)
