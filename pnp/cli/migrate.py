"""`pnp migrate`: claims and rules in the earlier way of writing are rewritten as expressions."""

import click

from pnp.cli.report import echo
from pnp.load.project import chosen_games, open_project
from pnp.text import counted


@click.command("migrate")
@click.argument("games", nargs=-1, metavar="[GAME]...")
def command(games: tuple[str, ...]) -> int:
    """Rewrite files of earlier versions: claims and sentences of the rules.

    Verbs of claims.yaml and [[references]] of rules.yaml become expressions.

    The files are changed in place, and their comments stay. What cannot be rewritten is left as it is and told.

    Example: pnp migrate yoggity
    """
    from pnp.claims.migrate import migrate_game  # noqa: PLC0415 - stages are imported when the command runs

    project = open_project(games)
    left = 0
    for name in chosen_games(project, games):
        folder = project.game_folder(name)
        found = migrate_game(folder) if folder else ()
        for each in found:
            label = f"card_data/{name}/{each.file.name}"
            echo(f"{label}: {counted(each.converted, 'expression')} written")
            for words in each.left:
                echo(f"{label}: left as it is, {words}", err=True)
            left += len(each.left)
        if not found:
            echo(f"{name}: nothing to rewrite")
    return 1 if left else 0
