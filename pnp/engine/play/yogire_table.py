"""What YOGIRE is played with: its cards and numbers as the data have them, the state of a game, and how it is told."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple

from pnp.claims.selections import Fields
from pnp.engine.needs import Box
from pnp.engine.play.game_rules import Move

Step = tuple[Any, ...]
"""The name of a method `_step_...`, and what it is called with."""


class Deck(NamedTuple):
    """A deck: cards that are known to lie on top and at the bottom, and between them those in an order nobody knows."""

    top: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards of the deck."""
        return (*self.top, *self.pool, *self.bottom)

    def next_cards(self) -> tuple[str, ...]:
        """Return what the top card may be."""
        return self.top[:1] or self.pool or self.bottom[:1]

    def without(self, card: str) -> "Deck":
        """Return the deck without a card."""
        return Deck(*(tuple(each for each in part if each != card) for part in self))

    def shuffled(self) -> "Deck":
        """Return the deck in an order that nobody knows."""
        return Deck(pool=tuple(sorted(self.cards)))


class Table(NamedTuple):
    """A state. `mine` and `theirs` are the decks, `attacked` the enemy that is aimed at."""

    mine: Deck
    theirs: Deck = Deck()
    discard: tuple[str, ...] = ()
    enemy_discard: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    permanents: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    visibility: int = 0
    attack: int = 0
    armed: bool = False
    """Whether a one-shot that attacks was played since the last attack (A42)."""
    attacked: str = ""
    agenda: tuple[Step, ...] = ()
    triggered: tuple[str, ...] = ()
    """The cards that have reacted to what is being done (A14)."""
    phase: str = "act"
    verb: str = ""
    options: tuple[Move, ...] = ()
    """What can be chosen, without the verb; the step that comes first on the agenda is then called with it."""
    won: bool = False
    renewals: int = 0
    """How often the own deck was renewed since a card was lost or an enemy destroyed (A44)."""


class YogireBox:
    """Cards and numbers, as the data have them."""

    variants: ClassVar[Mapping[str, str]] = {
        "": "as printed",
        "harder": "filling the hand costs more (A1)",
    }

    def __init__(self, box: Box, seats: int, variant: str = "") -> None:
        facts = box.facts
        self.seats = seats
        cards = box.pieces("cards")
        self.cards = {card.id: card for card in cards}
        self.parts = {
            part: {card.id: Fields(fields=card.group(part)) for card in cards}
            for part in ("permanent", "oneshot", "enemy")
        }
        self.enemies, self.active = facts.number("setup.enemy_deck"), facts.number("setup.active")
        self.visibility, self.hand = facts.number("setup.visibility"), facts.number("setup.hand")
        self.limit = facts.number("setup.hand_limit")
        self.price = facts.number("fill.harder" if variant == "harder" else "fill.price")
        self.renewals = facts.number("end.renewals")
        self.most_moves = 40_000  # far beyond any game: either the deck runs out, or it is renewed too often

    # The effects as the data have them, looked up once: they are asked for thousands of times in a game.

    @cache  # noqa: B019 - rules live as long as the games they are played by
    def _does(self, part: str, card: str) -> tuple[tuple[str, Any], ...]:
        """Return the verbs of an effect with what they are given."""
        return tuple(self._pairs(part, card, "do"))

    def _pairs(self, part: str, card: str, key: str) -> Iterator[tuple[str, Any]]:
        steps = self.parts[part][card].fields.get(key)
        for step in steps if isinstance(steps, tuple) else ():
            if isinstance(step, Mapping):
                yield from step.items()

    @cache  # noqa: B019
    def _value(self, part: str, card: str, verb: str) -> int:
        """Return the number of a verb of a card, 0 where it has none."""
        value = dict(self._does(part, card)).get(verb, 0)
        return value if isinstance(value, int) else 0

    def _number(self, part: str, cards: Iterable[str], verb: str) -> int:
        """Return the sum of a verb's numbers over cards, as of what permanents supply."""
        return sum(self._value(part, card, verb) for card in cards)

    @cache  # noqa: B019
    def _price(self, part: str, card: str) -> dict[str, int]:
        """Return what an effect takes before its colon."""
        return dict(self._pairs(part, card, "pay"))

    @cache  # noqa: B019
    def _on(self, part: str, card: str) -> str:
        return self.parts[part][card].text("on")

    @cache  # noqa: B019
    def _figure(self, part: str, card: str, name: str) -> int:
        """Return a number of a card: its cost, units or strength."""
        return self.parts[part][card].number(name)

    def strength(self, state: Table, card: str) -> int:
        """Return the strength of an enemy, bonuses of active enemies included."""
        return self._figure("enemy", card, "strength") + self._number("enemy", state.active, "strengthen")

    def hand_limit(self, state: Table) -> int:
        """Return the hand limit, as permanents and enemies change it."""
        more = self._number("permanent", state.permanents, "raise_hand_limit")
        return max(0, self.limit + more - self._number("enemy", state.active, "lower_hand_limit"))

    def seen(self, state: Table) -> int:
        """Return the visibility, with what enemies add while they are active (A12)."""
        return state.visibility + self._number("enemy", state.active, "visibility_higher")

    def show(self, state: Table, seat: int) -> Iterator[str]:  # noqa: ARG002 - as above
        """Yield the enemies, the permanents, and the hand."""
        enemies = (f"{card} ({self.strength(state, card)})" for card in state.active)
        yield f"Visibility {self.seen(state)}. Active enemies: {', '.join(enemies) or 'none'}"
        yield f"Enemy deck {len(state.theirs.cards)}, enemy discard {len(state.enemy_discard)}"
        yield f"Your deck {len(state.mine.cards)}, discard {len(state.discard)}, attack {state.attack}"
        for what, cards in (("Permanents", state.permanents), ("Hand", state.hand)):
            yield f"{what}: {', '.join(cards) or 'none'}"
            part = "permanent_text" if what == "Permanents" else "oneshot_text"
            yield from (f"  {card}: {self.cards[card].text(part)}" for card in cards)
