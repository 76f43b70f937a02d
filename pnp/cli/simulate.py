"""`pnp simulate`: many games, played by the computer."""

from collections.abc import Iterator
from typing import Any

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, output_file, progress_bar, show
from pnp.engine.play.players import PLAYERS
from pnp.escaping import json_text
from pnp.files import write


def _numbers(_: click.Context, __: click.Parameter, value: str | None) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in (value or "").split(","):
        first, _dash, last = part.strip().partition("-")
        if part.strip():
            if not first.isdecimal() or (last and not last.isdecimal()):
                raise click.BadParameter(f'"{part}" is not a number of players; write 2-4, or 2,4')
            numbers += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(numbers))


@click.command("simulate")
@click.argument("game_id", metavar="GAME")
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N",
    help="Games for each number of players.",
)  # fmt: skip
@click.option(
    "--players",
    callback=_numbers,
    metavar="LIST",
    help="Numbers of players, such as 2-4 or 2,4 (default: all).",
)
@click.option(
    "--player", type=click.Choice(list(PLAYERS)), default="greedy", show_default=True, help="Who plays."
)
@click.option("--variant", default="", metavar="NAME", help="A variant of the rules.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random numbers."
)
@options.trust
@options.workers
@options.on
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "html"]), default="text", show_default=True
)
@click.option(
    "--out",
    metavar="FILE",
    help='Write the page here instead of output/<game>/games.html; "-" is standard output.',
)
@options.every_line
def command(
    game_id: str, *, players: tuple[int, ...], form: str, out: str | None, trust: bool, **asked: Any
) -> int:
    """Play many games and count who wins and which cards are played.

    Also reports how long games are and which cards are drawn; HTML has charts. Ctrl-C ends it with the games played so far.

    Example: pnp simulate ingeniators --games 10000 --players 2-4
    """
    if out and form != "html":
        raise click.UsageError("--out is for a page: add --format html")
    project = pnp.open_project((game_id,))
    loaded = pnp.load_game(project, pnp.chosen_games(project, (game_id,))[0])
    if loaded.game is None:
        show(loaded.diagnostics, project.root)
        return 1
    chosen = players or pnp.player_counts(loaded.game)
    trusted = options.trusted_rules(project, loaded.game.id, trust=trust)
    with progress_bar() as progress:
        played = pnp.simulate(loaded.game, pnp.SimulateOptions(chosen, trusted=trusted, **asked), progress)
    rows = [pnp.simulation_row(loaded.game, tally) for tally in played.tallies]
    if form == "json":
        echo_document(json_text(rows, indent=2) + "\n")
    elif form == "html":
        path = output_file(out) if out else pnp.game_output(project, None, loaded.game.id) / "games.html"
        from pnp.claims.claims_file import load_claims  # noqa: PLC0415 - only who asks for a page waits

        rulings = {ruling.id: ruling.ruling for ruling in load_claims(project, loaded.game).rulings}
        page = pnp.simulation_page(played, rulings)
        if path is None:
            echo_document(page)
        else:
            write(path, page.encode("utf-8", "replace"))
            echo(display_path(path))
    else:
        for line in _lines(rows):
            echo(line)
    if played.interrupted:
        echo("interrupted: not all games were played", err=True)
    return 1 if any(row["endless"] or row["errors"] for row in rows) else 0


def _lines(rows: list["pnp.SimulationRow"]) -> Iterator[str]:
    yield "players   games   moves (from-to)        won    ties   margin   wins by seat"
    for row in rows:
        length = row["length"]
        moves = f"{length['mean']:.0f} ({length['min']}-{length['max']})"
        seats = " ".join(f"{share:.1%}" for share in row["winners"])
        yield (
            f"{row['players']:>7} {row['games']:>7}   {moves:<18} {row['won']:>7.1%} {row['ties']:>7.1%} "
            f"{row['margin']:>8.1f}   {seats}"
        )
    for row in rows:
        if row["endless"]:
            yield f"{row['players']} players: {row['endless']} games did not end, such as seed {row['endless_seeds'][0]}"
        yield from (f"{row['players']} players: {message}" for message in row["error_messages"])
        never = [name for name, count in row["cards"].items() if not count["played"]]
        if never and row["games"]:
            yield f"{row['players']} players: never played: {', '.join(never)}"
