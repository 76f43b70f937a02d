"""The material of YOGIRE: its cards and numbers from the data, the state of a game, and its description."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from pnp.claims.selections import Fields
from pnp.engine.game_rules import Box, Move, State
from pnp.text import counted

Step = tuple[Any, ...]  # The name of a method `_step_...`, and what it is called with.


class Deck(NamedTuple):
    """A deck: cards that are known to lie on top and at the bottom, and between them those in an order nobody knows."""

    top: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        return (*self.top, *self.pool, *self.bottom)

    def next_cards(self) -> tuple[str, ...]:
        """Return what the top card may be."""
        return self.top[:1] or self.pool or self.bottom[:1]

    def without(self, *cards: str) -> "Deck":
        """Return the deck without some cards."""
        return Deck(*[tuple([card for card in part if card not in cards]) for part in self])

    def shuffled(self) -> "Deck":
        """Return the deck in an order that nobody knows."""
        return Deck(pool=tuple(sorted(self.cards)))


@dataclass(frozen=True)
class Table(State):
    """A state. `mine` and `theirs` are the decks, `attacked` the enemy that is aimed at."""

    mine: Deck
    theirs: Deck
    discard: tuple[str, ...] = ()
    enemy_discard: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    permanents: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    visibility: int = 0
    attack: int = 0
    armed: bool = False  # Whether a one-shot that attacks was played since the last attack (A42).
    attacked: str = ""
    agenda: tuple[Step, ...] = ()
    triggered: tuple[str, ...] = ()  # The cards that have reacted to what is being done (A14).
    phase: str = "act"
    verb: str = ""
    options: tuple[Move, ...] = ()  # What can be chosen; the next step of the agenda is called with it.
    won: bool = False
    renewals: int = 0  # How often the own deck was renewed since a card was lost or an enemy destroyed (A44).


class Effect(NamedTuple):
    """What a card does as one of its parts: what it costs, needs or withstands, and its verbs with what they are given."""

    id: str
    cost: int
    units: int
    strength: int
    on: str  # What it reacts to.
    touches: str
    pay: Mapping[str, Any]  # What it takes before its colon.
    do: tuple[tuple[str, Any], ...]
    amount: Mapping[str, int]  # The numbers of its verbs.


def _effect(fields: Fields, name: str) -> Effect:
    pay, do = (
        tuple(pair for step in fields.groups(key) for pair in step.fields.items()) for key in ("pay", "do")
    )
    amounts = {verb: value for verb, value in do if isinstance(value, int)}
    cost, units, strength = (fields.number(key) for key in ("cost", "cu", "strength"))
    on, touches = fields.text("on"), fields.text("touches")
    return Effect(name, cost, units, strength, on, touches, dict(pay), do, amounts)


class YogireBox:
    """Cards and numbers, as the data have them."""

    variants: ClassVar[Mapping[str, str]] = {"": "as printed", "easier": "filling the hand costs less (A1)"}

    def __init__(self, box: Box, seats: int, variant: str = "") -> None:
        facts = box.facts
        self.seats = seats
        cards = box.pieces("cards")
        self.cards = {card.id: card for card in cards}
        self.parts = {
            part: {card.id: _effect(Fields(fields=card.group(part)), card.text(key)) for card in cards}
            for part, key in (("permanent", "pe"), ("oneshot", "ose"), ("enemy", "ee"))
        }
        self.permanent, self.oneshot, self.enemy = self.parts.values()
        self.total = lru_cache(4096)(self._total)
        self.enemies, self.active = facts.number("setup.enemy_deck"), facts.number("setup.active")
        self.visibility, self.hand = facts.number("setup.visibility"), facts.number("setup.hand")
        self.limit = facts.number("setup.hand_limit")
        self.price = facts.number("fill.easier" if variant == "easier" else "fill.price")
        self.renewals = facts.number("end.renewals")
        self.most_moves = 40_000  # far beyond any game: either the deck runs out, or it is renewed too often

    def _total(self, part: str, cards: tuple[str, ...], verb: str) -> int:
        return sum([self.parts[part][card].amount.get(verb, 0) for card in cards])

    def strength(self, state: Table, card: str) -> int:
        """Return the strength of an enemy, bonuses of active enemies included."""
        return self.enemy[card].strength + self.total("enemy", state.active, "strengthen")

    def hand_limit(self, state: Table) -> int:
        """Return the hand limit, as permanents and enemies change it."""
        more = self.total("permanent", state.permanents, "raise_hand_limit")
        return max(0, self.limit + more - self.total("enemy", state.active, "lower_hand_limit"))

    def seen(self, state: Table) -> int:
        """Return the visibility, with what enemies add while they are active (A12)."""
        return state.visibility + self.total("enemy", state.active, "visibility_higher")

    def show(self, state: Table, seat: int) -> Iterator[str]:  # noqa: ARG002 - as above
        """Yield the enemies, the permanents, and the hand."""
        yield f"Visibility {self.seen(state)}, enemy deck {len(state.theirs.cards)}, enemy discard {len(state.enemy_discard)}"
        yield f"Your deck {len(state.mine.cards)}, discard {len(state.discard)}, attack {state.attack}"
        strengths = {card: f", strength {self.strength(state, card)}" for card in state.active}
        for what, cards, part in (
            ("Active enemies", state.active, "enemy"),
            ("Your permanents", state.permanents, "permanent"),
        ):
            yield f"{what}:{'' if cards else ' none'}"
            yield from (f"  {card}{strengths.get(card, '')}: {self._text(card, part)}" for card in cards)
        yield "Your hand, each card for good or once:"
        for card in state.hand:
            for start, way, part in ((card, "for good", "permanent"), (" " * len(card), "once", "oneshot")):
                effect = self.parts[part][card]
                price = f"pay {counted(effect.cost, 'card')}" if effect.cost else "free"
                price += f", needs {effect.units} CU" * bool(effect.units)
                yield f"  {start} {way}, {price}: {self._text(card, part)}"

    def _text(self, card: str, part: str) -> str:
        return re.sub(r"[{}*]", "", self.cards[card].text(f"{part}_text"))
