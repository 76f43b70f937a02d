"""What each card does is done in some game: drawn, played, and carried out."""

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from boxes import Box

from pnp.engine.needs import Box as EngineBox
from pnp.engine.play.games import PLAYED, player_counts, rules_of, variants_of
from pnp.engine.play.players import PLAYERS
from pnp.engine.play.referee import played
from pnp.engine.play.yogire import Yogire

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
    return {f"{piece} {what}" for piece in pieces for what in ("drawn", "played")}


def happened(name: str) -> Iterator[set[str]]:
    """Yield what happens in one game after the other."""
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
    missing = {each for each in wanted(name) if not {each, each.split()[0]} & NEVER.get(name, {}).keys()}
    assert missing
    for _, seen in zip(range(MOST), happened(name), strict=False):
        missing -= seen
        if not missing:
            break
    assert missing == set()


class Watched(Yogire):
    """YOGIRE, where it is noted which effect of which card happens."""

    def __init__(self, box, seats, variant=""):
        super().__init__(box, seats, variant)
        self.done: set[tuple[str, str]] = set()

    def _step_react(self, state, part, card):
        self.done.add(("permanent" if part == "permanent" else "enemy", card))
        return super()._step_react(state, part, card)

    def apply(self, state, move):
        verb, *words = move
        if verb in ("oneshot", "use"):
            self.done.add(({"use": "permanent"}.get(verb, verb), words[0]))
        if "with" in words and "oneshot" in words:
            self.done.add(("oneshot", words[words.index("with") + 1]))
        lasting = {"ignore": "cancel", "choose": "choose_enemy"}.get(
            verb, "may_pay_less" if "instead" in words else ""
        )
        self.done |= {
            ("permanent", card) for card in state.permanents if lasting in self.permanent[card].amount
        }
        after = super().apply(state, move)
        for part, cards in (("permanent", after.permanents), ("enemy", after.active)):
            effects = ((card, getattr(self, part)[card]) for card in cards)
            self.done |= {(part, card) for card, effect in effects if effect.on in ("", "while_active")
                          and not effect.pay and not {"cancel", "may_pay_less", "may_discard_permanent"} & effect.amount.keys()}  # fmt: skip
        return after


def test_each_of_the_three_effects_of_each_card_of_yogire_happens_in_some_game():
    rules = Watched(EngineBox(Box("yogire").game), 1)
    missing = {(part, card) for part in rules.parts for card in rules.cards}
    assert len(missing) == 3 * 53
    for seed in range(MOST):
        played(rules, [PLAYERS["greedy" if seed % 4 == 3 else "random"]], Random(seed))
        if rules.done >= missing:
            break
    assert missing - rules.done == set()
