"""`pnp replay`: play a recorded game again."""

from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import echo, show


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--show", "shown", is_flag=True, help="Also show the table after each player's move.")
@options.trust
def command(file: Path, *, shown: bool, trust: bool) -> int:
    """Replay a recorded game and report impossible moves.

    Plays the game with the current cards and rules, and names the line of a move that is no longer possible. To
    record a game, type save in pnp play.

    Example: pnp replay game.txt
    """
    read = pnp.read_transcript(file)
    project = pnp.open_project((read.game,))
    loaded = pnp.load_game(project, pnp.chosen_games(project, (read.game,))[0])
    if loaded.game is None:
        show(loaded.diagnostics, project.root)
        return 1
    trusted = options.trusted_rules(project, loaded.game.id, trust=trust)
    rules = pnp.rules_of(loaded.game, read.players, read.variant, trusted)
    replayed = pnp.replay(read, rules)
    for turn in replayed.turns if shown else ():
        if turn.seat >= 0:
            for line in rules.show(turn.state, turn.seat):
                echo(line)
            echo(pnp.move_line(turn))
    show(replayed.diagnostics, Path.cwd())
    if replayed.diagnostics:
        return 1
    if not replayed.is_over:
        echo(f"{len(replayed.turns)} moves; the game is not over")
        return 0
    scores = ", ".join(
        f"seat {seat + 1} {score:g}" for seat, score in enumerate(rules.scores(replayed.state))
    )
    winners = ", ".join(f"seat {seat + 1}" for seat in rules.winners(replayed.state)) or "nobody"
    echo(f"{len(replayed.turns)} moves; won by {winners}; {scores}")
    return 0
