"""What YOGIRE needs of its box: cards to begin with, costs a hand can pay, units to carry, enemies to be beaten."""

import re
from collections.abc import Iterable, Iterator, Mapping

from pnp.engine.needs import Need, component, dealt
from pnp.engine.written import group, number, text
from pnp.model.game import Game, Piece, Value

ZONES = {"permanent": ("pe", "PE"), "oneshot": ("ose", "OSE"), "enemy": ("ee", "EE")}
"""Zone of a card -> the field with the id of its effect, and what such an id begins with."""

TOUCHING = ("search_enemy_deck", "return_enemy", "peek_enemy")
"""What happens to the enemy deck itself, ruling A19; paying only fills its discard."""


def needs(game: Game) -> Iterator[Need]:
    """Yield what the rules ask of the data."""
    cards = tuple(dealt(component(game, "cards")))
    setup = group(game.facts, "setup")
    yield _deal(cards, setup)
    yield _start(setup)
    yield _payable(cards, setup)
    yield _carried(cards, setup)
    yield _together(cards)
    yield _supplied(cards)
    yield _beatable(cards, setup)
    yield _tracks(cards, group(game.facts, "tracks"))
    for zone, (field, prefix) in ZONES.items():
        yield _numbered(cards, field, prefix)
        yield _worded(cards, zone)
    yield _touching(cards)
    yield _unlike(cards)
    yield _alike(cards)


def _need(name: str, says: str, wrong: Iterable[str], fine: str) -> Need:
    """Return a need that holds when nothing is wrong."""
    found = ", ".join(dict.fromkeys(wrong))
    return Need(name, "cards", says, holds=not found, found=found or fine)


def _doing(card: Piece, zone: str, verb: str) -> int:
    """Return how much of something an effect does, 0 when it does not."""
    steps = group(card.fields, zone).get("do")
    return sum(
        number(step, verb)
        for step in (steps if isinstance(steps, tuple) else ())
        if isinstance(step, Mapping)
    )


def _deal(cards: tuple[Piece, ...], setup: Mapping[str, Value]) -> Need:
    taken = number(setup, "enemy_deck") + number(setup, "hand")
    says = f"There are cards for the enemy deck and the first hand, {taken}, and a laboratory is left."
    return Need("GN1", "cards", says, holds=0 < taken < len(cards), found=f"{len(cards)} cards")


def _start(setup: Mapping[str, Value]) -> Need:
    deck, active, visibility, hand, limit = (
        number(setup, name) for name in ("enemy_deck", "active", "visibility", "hand", "hand_limit")
    )
    says = "The enemies active at first come from the enemy deck and are as many as the visibility; the hand is within its limit."
    holds = 0 < active <= deck and active == visibility and 0 < hand <= limit
    return Need(
        "GN2",
        "cards",
        says,
        holds=holds,
        found=f"{active} of {deck}, visibility {visibility}, hand {hand} of {limit}",
    )


def _payable(cards: tuple[Piece, ...], setup: Mapping[str, Value]) -> Need:
    """All enemies that lower the hand limit may be active at once."""
    limit = number(setup, "hand_limit") - sum(_doing(card, "enemy", "lower_hand_limit") for card in cards)
    hand = min(number(setup, "hand"), limit)
    wrong = [
        f"{text(card.fields, ZONES[zone][0])} costs {cost}"
        for card in cards
        for zone in ("permanent", "oneshot")
        if (cost := number(group(card.fields, zone), "cost")) > hand - 1
    ]
    says = "Every cost can be paid with the rest of a hand, even of the smallest."
    return _need("GN3", says, wrong, f"{hand - 1} cards besides the one played")


def _carried(cards: tuple[Piece, ...], setup: Mapping[str, Value]) -> Need:
    """The best datacenters may be among the first enemies."""
    supplies = sorted(
        _doing(card, "permanent", "supply") for card in cards if _doing(card, "permanent", "supply")
    )
    left = supplies[: max(0, len(supplies) - number(setup, "enemy_deck"))]
    wrong = [
        f"{text(card.fields, 'pe')} needs {units}"
        for card in cards
        if (units := number(group(card.fields, "permanent"), "cu")) > min(left, default=0)
    ]
    says = "Each datacenter carries any permanent, and some are left when the enemy deck has taken the best."
    return _need("GN4", says, wrong, f"{len(left)} datacenters of at least {min(left, default=0)} units")


def _together(cards: tuple[Piece, ...]) -> Need:
    supplied = sum(_doing(card, "permanent", "supply") for card in cards)
    wanted = sum(
        {text(card.fields, "pe"): number(group(card.fields, "permanent"), "cu") for card in cards}.values()
    )
    says = f"All datacenters together carry one of each permanent, {wanted} units."
    return Need("GN5", "cards", says, holds=wanted <= supplied, found=f"{supplied} units")


def _supplied(cards: tuple[Piece, ...]) -> Need:
    """A datacenter takes no units itself, and looks like one."""
    wrong = []
    for card in cards:
        permanent = group(card.fields, "permanent")
        signs = (
            _doing(card, "permanent", "supply") > 0,
            text(permanent, "icon") == "datacenter",
            permanent.get("cu") == 0,
        )
        if len(set(signs)) > 1:
            wrong.append(text(card.fields, "pe"))
    says = "Whatever supplies units is a datacenter and needs none; every other permanent needs some."
    return _need("GN6", says, wrong, "all are")


def _strongest(cards: tuple[Piece, ...]) -> int:
    """Return the strength of the strongest enemy while all enemies that strengthen are active."""
    bonus = sum(_doing(card, "enemy", "strengthen") for card in cards)
    return bonus + max((number(group(card.fields, "enemy"), "strength") for card in cards), default=0)


def _beatable(cards: tuple[Piece, ...], setup: Mapping[str, Value]) -> Need:
    """Free attacks of one hand: nothing is paid, neither cards nor permanents."""
    free = [
        _doing(card, "oneshot", "attack")
        for card in cards
        if group(card.fields, "oneshot").get("cost") == 0 and "pay" not in group(card.fields, "oneshot")
    ]
    best = sum(sorted(free, reverse=True)[: number(setup, "hand_limit")])
    wanted = _strongest(cards)
    says = f"A good hand destroys any enemy; the strongest can have {wanted}."
    return Need("GN7", "cards", says, holds=0 < wanted <= best, found=f"attacks of {best} for nothing")


def _tracks(cards: tuple[Piece, ...], tracks: Mapping[str, Value]) -> Need:
    units = sum(_doing(card, "permanent", "supply") for card in cards)
    wanted = {"cu": units, "attack": _strongest(cards)}
    wrong = [
        f"{name} ends at {number(tracks, name)}, needed {least}"
        for name, least in wanted.items()
        if number(tracks, name) < least
    ]
    says = "The tracks of the mat are long enough for all units and for the strongest enemy."
    return _need("GN8", says, wrong, f"{units} units, strength {wanted['attack']}")


def _numbered(cards: tuple[Piece, ...], field: str, prefix: str) -> Need:
    used = {text(card.fields, field) for card in cards}
    numbers = [int(match[1]) for name in used if (match := re.fullmatch(rf"{prefix}(\d\d)", name))]
    wanted = {f"{prefix}{each:02}" for each in range(1, max(numbers, default=0) + 1)}
    says = f"Every effect from {prefix}01 on is on some card."
    return _need(f"GN9-{field}", says, sorted(wanted ^ used), f"{len(used)} effects")


def _worded(cards: tuple[Piece, ...], zone: str) -> Need:
    """An effect is the same on all cards that have it, and no two cost the same and read alike."""
    field = ZONES[zone][0]
    whole = {
        (text(card.fields, field), _canonical(card.fields.get(zone)), _read(card, zone)) for card in cards
    }
    names = [name for name, _, _ in whole]
    read = [words for _, _, words in whole]
    wrong = (
        name for name, _, words in whole if names.count(name) > 1 or read.count(words) > 1 or not words[0]
    )
    says = f"Every {zone} effect has a text, the same on all its cards, and no two say the same at the same price."
    return _need(f"GN10-{field}", says, sorted(wrong), f"{len(whole)} effects")


def _read(card: Piece, zone: str) -> tuple[str, ...]:
    """Return what a player reads of an effect: its text and the numbers beside it."""
    numbers = group(card.fields, zone)
    return text(card.fields, f"{zone}_text"), *(str(numbers.get(key)) for key in ("cost", "cu", "strength"))


def _canonical(value: Value) -> str:
    """Return a value as a text that does not depend on the order of its keys.

    >>> _canonical({"b": (1, 2), "a": "x"})
    "a='x' b=[1 2]"
    """
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_canonical(value[key])}" for key in sorted(value))
    return f"[{' '.join(map(_canonical, value))}]" if isinstance(value, tuple) else repr(value)


def _touching(cards: tuple[Piece, ...]) -> Need:
    wrong = [
        text(card.fields, "ose")
        for card in cards
        if any(_doing(card, "oneshot", verb) for verb in TOUCHING)
        != (text(group(card.fields, "oneshot"), "touches") == "enemy_deck")
    ]
    says = "A one-shot is said to touch the enemy deck if it does."
    return _need("GN11", says, wrong, "all are")


def _unlike(cards: tuple[Piece, ...]) -> Need:
    triples = [tuple(text(card.fields, field) for field, _ in ZONES.values()) for card in cards]
    wrong = [" ".join(triple) for triple in triples if triples.count(triple) > 1]
    return _need(
        "GN12", "No two cards carry the same three effects.", wrong, f"{len(triples)} different cards"
    )


def _alike(cards: tuple[Piece, ...]) -> Need:
    """What lies face down may not be told apart."""
    backs = {str(card.back) for card in cards}
    wrong = () if len(backs) == 1 and backs != {"None"} else sorted(backs) or ("no card",)
    return _need("GN13", "All cards have one and the same back.", wrong, "one back")
