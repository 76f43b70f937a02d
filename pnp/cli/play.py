"""`pnp play`: a game at the terminal, against players of the computer's."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import pnp
from pnp.cli.report import echo, show
from pnp.engine.play.players import PLAYERS
from pnp.engine.play.referee import Turn

HELP = "a number: that move; u: take back; b: the table; s FILE: save; ? WORD: moves with a word; ?: the moves; q: leave"
MOST_SHOWN = 20
"""So many moves are listed at a time; `?` finds the others."""


@click.command("play")
@click.argument("game_id", metavar="GAME")
@click.option(
    "--players", type=click.IntRange(1), metavar="N", help="Number of players (default: the fewest)."
)
@click.option("--seat", "seats", type=click.IntRange(1), multiple=True, default=(1,), show_default=True,
              metavar="N", help="Your seat; repeat it for several people at this terminal.")  # fmt: skip
@click.option("--against", type=click.Choice(list(PLAYERS)), default="greedy", show_default=True,
              help="Who plays the other seats.")  # fmt: skip
@click.option("--variant", default="", metavar="NAME", help="A variant of the rules.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Start of the random numbers."
)
@click.option("--resume", type=click.Path(path_type=Path, dir_okay=False), help="Continue a saved game.")
def command(
    game_id: str, *, players: int | None, seats: tuple[int, ...], resume: Path | None, **asked: Any
) -> int:
    """Play a game at the terminal, against the computer.

    Choose a move by its number.

    Example: pnp play ingeniators --players 2 --seat 1 --against greedy
    """
    project = pnp.open_project((game_id,))
    loaded = pnp.load_game(project, pnp.chosen_games(project, (game_id,))[0])
    if loaded.game is None:
        show(loaded.diagnostics, project.root)
        return 1
    saved = pnp.read_transcript(resume) if resume else None
    count = saved.players if saved else players or pnp.player_counts(loaded.game)[0]
    rules = pnp.rules_of(loaded.game, count, saved.variant if saved else asked["variant"])
    session = pnp.Session(rules, [seat - 1 for seat in seats], PLAYERS[asked["against"]], asked["seed"])
    if saved:
        replayed = pnp.replay(saved, rules)
        if replayed.diagnostics:
            show(replayed.diagnostics, Path.cwd())
            return 1
        session.resume(replayed.turns, replayed.state)
    name = {"game": loaded.game.id, "variant": saved.variant if saved else asked["variant"]}
    _tell(session.turns)
    while session.moves:
        _show_choice(session)
        if not _answered(session, name):
            return 0
    for line in rules.show(session.state, session.people[0]):
        echo(line)
    winners = ", ".join(f"seat {seat + 1}" for seat in rules.winners(session.state)) or "nobody"
    echo(f"The game is over. Won by {winners}.")
    return 0


def _tell(turns: Sequence[Turn]) -> None:
    for turn in turns:
        echo(pnp.move_line(turn))


def _show_choice(session: "pnp.Session") -> None:
    if not session.turns or session.turns[-1].seat != session.to_move:
        _show_table(session)
    _list_moves(session)


def _answered(session: "pnp.Session", name: dict[str, str]) -> bool:
    """Do what a person types; False to leave."""
    try:
        typed = click.prompt(f"Seat {session.to_move + 1}, your move", prompt_suffix=" > ").strip()
    except click.Abort:
        return False
    word, _, rest = typed.partition(" ")
    if word == "q":
        return False
    if word.isdecimal() and 1 <= int(word) <= len(session.moves):
        _tell(session.choose(int(word) - 1))
    elif word == "u":
        echo("Taken back." if session.undo() else "There is nothing to take back.")
    elif word == "b":
        _show_table(session)
    elif word == "s" and rest:
        lines = pnp.transcript_lines(name["game"], session.rules, name["variant"], session.turns)
        pnp.write_transcript(Path(rest), lines)
        echo(f"Saved: pnp play {name['game']} --resume {rest}")
    elif word == "?":
        _list_moves(session, rest)
    else:
        echo(HELP)
    return True


def _show_table(session: "pnp.Session") -> None:
    for line in session.rules.show(session.state, session.to_move):
        echo(line)


def _list_moves(session: "pnp.Session", word: str = "") -> None:
    """List the moves that have a word in them, MOST_SHOWN of all where there is none."""
    named = [(number, " ".join(map(str, move))) for number, move in enumerate(session.moves, 1)]
    wanted = [line for line in named if word.casefold() in line[1].casefold()]
    shown = wanted if word else wanted[:MOST_SHOWN]
    for number, move in shown:
        echo(f"{number:>4}  {move}")
    if len(shown) < len(wanted):
        echo(f"      ... and {len(wanted) - len(shown)} more: ? WORD finds those with a word")
