"""What YOGIRE needs of its box: cards to start with, costs that a hand can pay, units to carry, beatable enemies."""

from collections.abc import Iterator

from pnp.claims.selections import Item
from pnp.engine.needs import Box, Need, need_without

EFFECTS = {"permanent": "pe", "oneshot": "ose", "enemy": "ee"}
"""Zone of a card -> the field with the id of its effect."""

Cards = tuple[Item, ...]


def needs(box: Box) -> Iterator[Need]:
    """Yield what the rules ask of the data."""
    cards = box.dealt("cards")
    yield from _start(box, cards)
    yield _payable(box, cards)
    yield from _units(box, cards)
    yield from _strength(box, cards)


def _amount(card: Item, effect: str) -> int:
    """Return how much of something an effect of a zone does, as in enemy.strengthen; 0 when it does not."""
    zone, _, verb = effect.partition(".")
    return sum(step.number(verb) for step in card.groups(f"{zone}.do"))


def _total(cards: Cards, effect: str) -> int:
    return sum(_amount(card, effect) for card in cards)


def _start(box: Box, cards: Cards) -> Iterator[Need]:
    deck, active, visibility, hand, limit = (
        box.facts.number(f"setup.{name}")
        for name in ("enemy_deck", "active", "visibility", "hand", "hand_limit")
    )
    says = f"There are cards for the enemy deck and the first hand, {deck + hand}, and a laboratory is left."
    yield Need("GN1", "cards", says, holds=0 < deck + hand < len(cards), found=f"{len(cards)} cards")
    says = "The enemies active at first come from the enemy deck and are as many as the visibility; the hand is within its limit."
    holds = 0 < active <= deck and active == visibility and 0 < hand <= limit
    found = f"{active} of {deck}, visibility {visibility}, hand {hand} of {limit}"
    yield Need("GN2", "cards", says, holds=holds, found=found)


def _payable(box: Box, cards: Cards) -> Need:
    """All enemies that lower the hand limit may be active at once."""
    limit = box.facts.number("setup.hand_limit") - _total(cards, "enemy.lower_hand_limit")
    hand = min(box.facts.number("setup.hand"), limit)
    wrong = [
        f"{card.text(EFFECTS[zone])} costs {cost}"
        for card in cards
        for zone in ("permanent", "oneshot")
        if (cost := card.number(f"{zone}.cost")) > hand - 1
    ]
    says = "Every cost can be paid with the rest of a hand, even of the smallest."
    return need_without("GN3", "cards", says, wrong, f"{hand - 1} cards besides the one played")


def _units(box: Box, cards: Cards) -> Iterator[Need]:
    """The best datacenters may be among the first enemies."""
    supplies = sorted(filter(None, (_amount(card, "permanent.supply") for card in cards)))
    left = supplies[: max(0, len(supplies) - box.facts.number("setup.enemy_deck"))]
    least, needed = min(left, default=0), {card.text("pe"): card.number("permanent.cu") for card in cards}
    wrong = [f"{name} needs {units}" for name, units in needed.items() if units > least]
    says = "Each datacenter carries any permanent, and some are left when the enemy deck has taken the best."
    fine = f"{len(left)} datacenters of at least {least} units"
    yield need_without("GN4", "cards", says, wrong, fine)
    supplied, wanted = sum(supplies), sum(needed.values())
    says = f"All datacenters together carry one of each permanent, {wanted} units."
    yield Need("GN5", "cards", says, holds=wanted <= supplied, found=f"{supplied} units")


def _strength(box: Box, cards: Cards) -> Iterator[Need]:
    """The strongest enemy while all that strengthen are active, free attacks of one hand, and the tracks of the mat."""
    strongest = max((card.number("enemy.strength") for card in cards), default=0)
    strongest += _total(cards, "enemy.strengthen")
    unpaid = (card for card in cards if "pay" not in card.group("oneshot"))
    free = [_amount(card, "oneshot.attack") for card in unpaid if card.group("oneshot").get("cost") == 0]
    best = sum(sorted(free, reverse=True)[: box.facts.number("setup.hand_limit")])
    says = f"A good hand destroys any enemy; the strongest can have {strongest}."
    holds = 0 < strongest <= best
    yield Need("GN7", "cards", says, holds=holds, found=f"attacks of {best} for nothing")
    units = _total(cards, "permanent.supply")
    ends = {name: box.facts.number(f"tracks.{name}") for name in ("cu", "attack")}
    wanted = {"cu": units, "attack": strongest}
    short = [(name, end) for name, end in ends.items() if end < wanted[name]]
    wrong = [f"{name} ends at {end}, needed {wanted[name]}" for name, end in short]
    says = "The tracks of the mat are long enough for all units and for the strongest enemy."
    yield need_without("GN8", "cards", says, wrong, f"{units} units, strength {strongest}")
