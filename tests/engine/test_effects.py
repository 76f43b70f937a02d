"""What each card does is done in some game: drawn, played, and carried out."""

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from boxes import Box

from pnp.engine.box import PLAYED
from pnp.engine.play.games import player_counts, rules_of, variants_of
from pnp.engine.play.players import PLAYERS
from pnp.engine.play.referee import played

MOST = 300
"""Games that are looked through, over all variants."""

PLAYED_WITH = {
    "ingeniators": ("tiles",),
    "ryb": ("cards",),
    "yes_broccoli": ("food", "bids", "powers"),
    "yoggity": ("yoggity_cards", "orders", "colors", "coins"),
    "yogire": ("cards",),
}
COLORS = ("red", "blue", "green", "yellow", "purple")
NEVER = {
    "yes_broccoli": {
        "food/blank": "blank cards stay in the box until somebody makes one up (X5)",
        "bids/blank": "as above",
        "powers/blank": "as above",
        **{f"bids/{color}-9 drawn": "a nine is not dealt, but taken for the one" for color in COLORS},
        "bids/red-9 played": "the youngest may have a nine, who sits last and is never red",
    },
    "yoggity": {"coins/coin drawn": "coins are earned, and are no deck"},
}
"""What happens in no game, and why."""


def wanted(name: str) -> set[str]:
    game = Box(name).game
    pieces = {
        f"{part.id}/{piece.id}"
        for part in game.components
        if part.id in PLAYED_WITH[name]
        for piece in part.pieces
        if not piece.extra
    }
    ways = rules_of(game, 1).parts if name == "yogire" else {}
    parts = {f"{effect.id} {part}" for part, effects in ways.items() for effect in effects.values()}
    return parts | {f"{piece} {what}" for piece in pieces for what in ("drawn", "played")}


def happened(name: str) -> Iterator[set[str]]:
    game, variants = Box(name).game, [*variants_of(Box(name).game)]
    for seed in count():
        counts = player_counts(game)
        variant, seats = variants[seed % len(variants)], counts[seed // len(variants) % len(counts)]
        rules, events = rules_of(game, seats, variant), set()
        player = PLAYERS["greedy" if seed % 4 == 3 else "random"]
        played(rules, [player] * seats, Random(seed), lambda turn: events.update(rules.events(*turn[::2])))  # noqa: B023
        yield {f"{event.name} {event.kind}" for event in events}


@pytest.mark.parametrize("name", PLAYED)
def test_each_piece_is_drawn_and_played_in_some_game(name):
    missing = {event for event in wanted(name) if not {event, event.split()[0]} & NEVER.get(name, {}).keys()}
    assert missing
    for _, seen in zip(range(MOST), happened(name), strict=False):
        missing -= seen
        if not missing:
            break
    assert missing == set()
