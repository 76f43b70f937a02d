"""The tables of docs/games.md: each game, variant and number of players, played many times by the computer.

    python docs/play_games.py [GAMES] [GAME ...]

plays GAMES games (10,000 if left out) for each row that has fewer, and puts each row into the page when it is done. The
games number 0, 1, 2 ... are the same whenever they are played.
"""  # noqa: INP001 - a script, not a package

import sys
from collections.abc import Iterator
from pathlib import Path

import pnp
from pnp.engine.game_rules import PLAYED, variants_of
from pnp.model.game import Game

PAGE = Path(__file__).with_name("games.md")
HEAD = (
    "variant",
    "players",
    "played by",
    "games",
    "endless",
    "errors",
    "moves",
    "won",
    "tied",
    "wins by seat",
)
Row = tuple[str, ...]


def loaded(name: str) -> Game:
    """Return a shipped game."""
    game = pnp.load_game(pnp.open_project((name,)), name).game
    assert game is not None
    return game


def rows_wanted(game: Game) -> Iterator[Row]:
    """Yield the first cells of each row: the variant, the number of players, and who plays."""
    for variant in variants_of(game):
        for players in pnp.player_counts(game):
            yield from ((variant or "as printed", str(players), player) for player in ("random", "greedy"))


def tables(page: str) -> dict[str, dict[Row, Row]]:
    """Return the rows of the page by game and by their first cells."""
    found: dict[str, dict[Row, Row]] = {}
    for part in page.split("\n## ")[1:]:
        cells = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
        found[part.splitlines()[0]] = {tuple(row[:3]): tuple(row) for row in cells[2:]}
    return found


def played(game: Game, row: Row, games: int) -> Row:
    """Return a row of the table: many games, and what came of them."""
    variant, players, player = row
    options = pnp.SimulateOptions(
        (int(players),), games=games, player=player, variant=variant.removeprefix("as printed")
    )
    told = pnp.simulation_row(game, pnp.simulate(game, options).tallies[0])
    for wrong in (*told["error_messages"], *(f"endless: seed {seed}" for seed in told["endless_seeds"])):
        sys.stderr.write(f"{game.id} {' '.join(row)}: {wrong}\n")
    length = told["length"]
    moves = f"{length['mean']:.0f} ({length['min']} to {length['max']})"
    seats = " / ".join(f"{share:.0%}" for share in told["winners"])
    shares = (f"{told['won']:.0%}", f"{told['ties']:.0%}", seats)
    return (*row, f"{told['games']:,}", str(told["endless"]), str(told["errors"]), moves, *shares)


def put(name: str, row: Row) -> None:
    """Put a row into the page, in the order of the variants."""
    page = PAGE.read_text(encoding="utf-8")
    game = loaded(name)
    rows = {**tables(page).get(game.title, {}), row[:3]: row}
    lines = ["", HEAD, ("---",) * len(HEAD), *(rows[first] for first in rows_wanted(game) if first in rows)]
    table = "\n".join(f"| {' | '.join(line)} |" if line else "" for line in lines)
    before, _, after = page.partition(f"\n## {game.title}\n")
    _, heading, rest = after.partition("\n## ")
    PAGE.write_text(f"{before}\n## {game.title}\n{table}\n{heading}{rest}", encoding="utf-8")


def main() -> None:
    """Play what is asked for, and write down each row."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    games = numbers[0] if numbers else 10_000
    for name in [word for word in sys.argv[1:] if not word.isdecimal()] or PLAYED:
        game = loaded(name)
        for row in rows_wanted(game):
            done = tables(PAGE.read_text(encoding="utf-8")).get(game.title, {}).get(row)
            if done is None or int(done[3].replace(",", "")) < games:
                put(name, played(game, row, games))


if __name__ == "__main__":
    main()
