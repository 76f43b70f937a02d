"""`pnp approve`: record the texts and faces that a person has read and found right."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import show


@click.command("approve")
@click.argument("game", metavar="GAME")
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option(
    "--pictures", is_flag=True, help="Also save the faces, so that pnp diff approved can show changes."
)
@click.option("--anew", is_flag=True, help="Discard earlier approvals, or a damaged file, and start again.")
@click.option("--cache/--no-cache", default=True, help="Reuse the results of earlier builds (the default).")
@options.language
@options.every_line
def command(
    game: str, names: tuple[str, ...], language: str, *, pictures: bool, anew: bool, cache: bool
) -> int:
    """Approve a game that you have read and found right.

    Saves every sentence and every face in approved.yaml, beside the cards. From then on pnp check reports every
    difference. --pictures also saves the faces in snapshots/, and later approvals update them; pnp diff
    approved shows what looks different.

    An ID is a claim or a ruling, a section of the rules, a component, a piece, credits or sources (default:
    everything).

    Example: pnp approve yes_broccoli turn B014
    """
    project = pnp.open_project((game,), language)
    name = pnp.chosen_games(project, (game,))[0]
    result = pnp.approve_game(project, name, names, anew=anew, pictures=pictures, cache=cache)
    show(result.diagnostics, project.root, lines=result.lines)
    return 0 if result.lines else 1
