"""`pnp migrate`: claims and rules in the earlier way of writing are rewritten as expressions."""

import click

import pnp
from pnp.cli.report import echo
from pnp.text import counted


@click.command("migrate")
@click.argument("games", nargs=-1, metavar="[GAME]...")
def command(games: tuple[str, ...]) -> int:
    """Rewrite files of earlier versions: claims and sentences of the rules.

    Verbs of claims.yaml and [[references]] of rules.yaml become expressions.

    The files are changed in place, and their comments stay. What cannot be rewritten is left as it is and told.

    Example: pnp migrate yoggity
    """
    project = pnp.open_project(games)
    left = 0
    for name in pnp.chosen_games(project, games):
        folder = project.game_folder(name)
        found = pnp.migrate_game(folder) if folder else ()
        for each in found:
            label = f"card_data/{name}/{each.file.name}"
            echo(f"{label}: {counted(each.converted, 'expression')} written")
            for words in each.left:
                echo(f"{label}: left as it is, {words}", err=True)
            left += len(each.left)
        if not found:
            echo(f"{name}: nothing to rewrite")
    return 1 if left else 0
