"""`pnp explain`: what a card does."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, show


@click.command("explain")
@click.argument("game_id", metavar="GAME")
@click.argument("card")
@options.language
@options.every_line
def command(game_id: str, card: str, *, language: str) -> int:
    """Explain a card: its text, its rulings, its copies.

    CARD is its name or its id. Also lists where the rules name it.

    Example: pnp explain yes_broccoli "Picky Eater"
    """
    project = pnp.open_project((game_id,), language)
    cards, diagnostics = pnp.explain_card(project, game_id, card)
    for number, explained in enumerate(cards):
        if number:
            echo("")
        for line in explained.lines():
            echo(line)
        component, _, piece = explained.address.partition("/")
        face = pnp.game_output(project, None, game_id) / "svg" / component / f"{piece}.front.svg"
        echo(f"Its face: {display_path(face)}" if face.is_file() else "Its face: pnp build draws it")
    show(diagnostics, project.root)
    return 1 if pnp.has_errors(diagnostics) else 0
