"""The results of many games as one HTML page without other files: charts, cards, rulings, and errors."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from markupsafe import Markup

from pnp.engine.simulation import Simulation, Tally, simulation_row
from pnp.escaping import page_environment
from pnp.export.charts import bar_chart

BARS = 12
"""The most bars of a chart of lengths or margins."""


def simulation_page(simulation: Simulation, rulings: Mapping[str, str]) -> str:
    """Return the page; `rulings` are the words of the rulings of the game by id."""
    environment = page_environment("pnp.export")
    game = simulation.game
    pieces = ((part, piece) for part in game.components for piece in part.pieces if not piece.extra)
    names = {f"{part.id}/{piece.id}": piece.name for part, piece in pieces}
    parts = [
        {"row": simulation_row(game, tally), "charts": [*_charts(tally)], "cards": [*_cards(tally, names)]}
        for tally in simulation.tallies
    ]
    return environment.get_template("simulation.html.j2").render(
        title=game.title, simulation=simulation, parts=parts, rulings=rulings, names=names
    )


def _charts(tally: Tally) -> Iterator[Markup]:
    seats = [(f"seat {seat + 1}", tally.winners[seat]) for seat in range(tally.players)]
    lost = [("nobody", len(tally.lengths) - tally.won - len(tally.endless))]
    tables = {
        "Winners": seats + [row for row in lost if row[1]],
        "Moves of a game": _histogram(tally.lengths),
        "Points ahead of the second": _histogram(tally.margins),
    }
    for title, rows in tables.items():
        if rows:
            svg = bar_chart(title, tuple(rows)).svg
            yield Markup(svg[svg.index("<svg") :])  # noqa: S704 - drawn here, from numbers


def _histogram(values: Sequence[float]) -> list[tuple[str, int]]:
    """Return how many values there are in each of at most BARS ranges.

    >>> _histogram([1, 2, 30])
    [('1 to 3', 2), ('4 to 6', 0), ('7 to 9', 0), ('10 to 12', 0), ('13 to 15', 0), ('16 to 18', 0), ('19 to 21', 0), ('22 to 24', 0), ('25 to 27', 0), ('28 to 30', 1)]
    """
    if not values:
        return []
    low, high = int(min(values)), int(max(values))
    width = ceil((high - low + 1) / BARS)
    counts = Counter((int(value) - low) // width for value in values)
    starts = range(low, high + 1, width)
    labels = (f"{start} to {start + width - 1}" if width > 1 else str(start) for start in starts)
    return [(label, counts[number]) for number, label in enumerate(labels)]


def _cards(tally: Tally, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    decks = {event.name.partition("/")[0] for event in tally.events if event.kind in ("drawn", "played")}
    counts = {(event.kind, event.name): count for event, count in tally.events.items()}
    winning = {event.name: count for event, count in tally.by_winners.items()}
    games = max(1, len(tally.lengths))
    for path, name in names.items():
        if path.partition("/")[0] in decks:
            played = counts.get(("played", path), 0)
            decisive = winning.get(path, 0) / played if played else None
            drawn = counts.get(("drawn", path), 0) / games
            yield {"name": name, "drawn": drawn, "played": played / games, "decisive": decisive}
