"""What Yes! Broccoli! needs of its box: bids, foods and powers for every number of players and every option."""

from collections import Counter
from collections.abc import Iterator

from pnp.claims.selections import Item
from pnp.engine.needs import Box, Need, need_without

BLANK = {"food": "value", "bids": "value", "powers": "when"}
"""Deck -> the field that its blank cards lack and all others have."""


def needs(box: Box) -> Iterator[Need]:
    """Yield what the rules ask of the data, for each number of players and then for the options."""
    facts, foods, powers = box.facts, len(_printed(box, "food")), len(_printed(box, "powers"))
    for count in box.players:
        yield _sets(box, count)
        meal, dealt = count * facts.number("rounds"), facts.number("setup.powers")
        says = f"{count} players eat {meal} foods in a meal."
        yield Need(f"BN2-{count}", "food", says, holds=0 < meal <= foods, found=f"{foods} foods")
        says = f"{count} players are dealt {dealt} powers each."
        holds = 0 < count * dealt <= powers
        yield Need(f"BN3-{count}", "powers", says, holds=holds, found=f"{powers} powers")
        yield _mixed(box, count)
    yield from _rounds(box, foods)
    yield _nines(box)
    yield _more_powers(box, powers)


def _printed(box: Box, deck: str) -> tuple[Item, ...]:
    """Return the cards of a deck as often as it holds them, blank ones left out: they lack what the others have."""
    return tuple(card for card in box.dealt(deck) if card.fields.get(BLANK[deck]) is not None)


def _set(box: Box) -> range:
    return range(1, box.facts.number("setup.bids") + 1)


def _held(box: Box) -> dict[str, list[int]]:
    held: dict[str, list[int]] = {}
    for card in _printed(box, "bids"):
        held.setdefault(card.text("color"), []).append(card.number("value"))
    return held


def _sets(box: Box, count: int) -> Need:
    wanted = set(_set(box))
    whole = [color for color, values in _held(box).items() if wanted and wanted <= set(values)]
    says = f"{count} players have a set of bids each, 1 to {len(wanted)}."
    return Need(f"BN1-{count}", "bids", says, holds=len(whole) >= count, found=f"{len(whole)} whole sets")


def _mixed(box: Box, count: int) -> Need:
    """Ruling X2: the nines are in the box."""
    values = _set(box)
    bids = sum(card.number("value") in values for card in _printed(box, "bids"))
    says = f"{count} players can be dealt {len(values)} mixed bids each."
    return Need(f"BN4-{count}", "bids", says, holds=count * len(values) <= bids, found=f"{bids} bids")


def _rounds(box: Box, foods: int) -> Iterator[Need]:
    """Rulings X3 and A15: two players may have one card of each food; with the nines there is a round more."""
    bids, rounds, most = len(_set(box)), box.facts.number("rounds"), max(box.players, default=0)
    says = "Every round of a meal takes one bid, and none is left."
    yield Need("BN5", "bids", says, holds=bids == rounds > 0, found=f"{bids} bids, {rounds} rounds")
    yield _broken_ties(box)
    kinds = len({card.id for card in _printed(box, "food")})
    says = f"One of each food lasts two players for {rounds} rounds."
    yield Need("BN7", "food", says, holds=kinds >= 2 * rounds, found=f"{kinds} kinds of food")
    wanted = most * (rounds + 1)
    says = f"With the nines {most} players eat {wanted} foods."
    yield Need("BN8", "food", says, holds=0 < wanted <= foods, found=f"{foods} foods")


def _broken_ties(box: Box) -> Need:
    """Ruling X6: without powers no two bids are level in both numbers."""
    bids = _printed(box, "bids")
    twins = Counter((card.number("value"), card.number("icons")) for card in bids)
    wrong = [f"{value} with {icons} icons" for (value, icons), many in twins.items() if many > 1]
    wrong += [card.id for card in bids if card.number("icons") < 1]
    says = "No two bids are alike in value and icons, and every bid has an icon to beat a food with."
    return need_without("BN6", "bids", says, wrong, f"{len(twins)} different bids")


def _nines(box: Box) -> Need:
    """In every set the handicap bid can take the place of the one it replaces."""
    value, replaces = box.facts.number("handicap.value"), box.facts.number("handicap.replaces")
    lacking = [color for color, values in _held(box).items() if not {value, replaces} <= set(values)]
    says = f"Every colour has a {value} for its {replaces}."
    found = f"not {', '.join(lacking)}" if lacking else "every colour has"
    return Need("BN9", "bids", says, holds=not lacking and value != replaces, found=found)


def _more_powers(box: Box, powers: int) -> Need:
    """Ruling A12: everybody but the best player may have some powers more."""
    most, extra = max(box.players, default=0), box.facts.number("handicap.powers")
    wanted = most * box.facts.number("setup.powers") + (most - 1) * extra
    says = f"{most} players can have {extra} more for all but one of them, {wanted} powers in all."
    return Need("BN10", "powers", says, holds=0 < wanted <= powers, found=f"{powers} powers")
