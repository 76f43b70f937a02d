"""`pnp approve`: what was read and found right, written down."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import show


@click.command("approve")
@click.argument("game", metavar="GAME")
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option(
    "--pictures", is_flag=True, help="Keep the faces too, for pnp diff approved to show what changed."
)
@click.option("--anew", is_flag=True, help="Forget what was approved before; a damaged file is written anew.")
@click.option("--cache/--no-cache", default=True, help="Reuse what was drawn before (the default).")
@options.language
@options.every_line
def command(
    game: str, names: tuple[str, ...], language: str, *, pictures: bool, anew: bool, cache: bool
) -> int:
    """Write down that you have read a game and found it right.

    approved.yaml, beside the cards, then holds every sentence and every face, and pnp check reports what is not as it was
    approved. The faces are kept in snapshots/ where you want them, and written anew ever after; pnp diff approved shows
    what looks different.

    An ID is a claim or a ruling, a section of the rules, a component, a piece, credits or sources; without one everything
    is approved.

    Example: pnp approve yes_broccoli turn B014
    """
    project = pnp.open_project((game,), language)
    name = pnp.chosen_games(project, (game,))[0]
    result = pnp.approve_game(project, name, names, anew=anew, pictures=pictures, cache=cache)
    show(result.diagnostics, project.root, lines=result.lines)
    return 0 if result.lines else 1
