"""What Yes! Broccoli! needs of its box: bids, foods and powers for every number of players and every option."""

from collections import Counter
from collections.abc import Iterator

from pnp.engine.needs import Need, component, dealt
from pnp.engine.written import group, number, players, text
from pnp.model.game import Game, Piece

BLANK = {"food": "value", "powers": "when"}
"""Deck with blank cards -> the field that they lack and all others have."""


def needs(game: Game) -> Iterator[Need]:
    """Yield what the rules ask of the data, for each number of players and then for the options."""
    for count in players(game):
        yield _sets(game, count)
        yield _foods(game, count)
        yield _powers(game, count)
        yield _mixed(game, count)
    yield _spent(game)
    yield _broken_ties(game)
    yield _one_of_each(game)
    yield _nine_rounds(game)
    yield _nines(game)
    yield _more_powers(game)
    for deck in ("food", "bids", "powers"):
        yield _alike(game, deck)
        yield _called(game, deck)


def _printed(game: Game, deck: str, field: str) -> tuple[Piece, ...]:
    """Return the cards of a deck as often as it holds them, blank ones left out: they lack what the others have."""
    return tuple(piece for piece in dealt(component(game, deck)) if piece.fields.get(field) is not None)


def _set(game: Game) -> range:
    """Return the values of one set of bids, from 1 on."""
    return range(1, number(group(game.facts, "setup"), "bids") + 1)


def _held(game: Game) -> dict[str, list[int]]:
    """Return the values of each colour."""
    held: dict[str, list[int]] = {}
    for card in _printed(game, "bids", "value"):
        held.setdefault(text(card.fields, "color"), []).append(number(card.fields, "value"))
    return held


def _sets(game: Game, count: int) -> Need:
    wanted = list(_set(game))
    whole = [
        color for color, values in _held(game).items() if sorted(set(wanted) & set(values)) == wanted != []
    ]
    says = f"{count} players have a set of bids each, 1 to {len(wanted)}."
    return Need(f"BN1-{count}", "bids", says, holds=len(whole) >= count, found=f"{len(whole)} whole sets")


def _foods(game: Game, count: int) -> Need:
    rounds = number(game.facts, "rounds")
    foods = len(_printed(game, "food", "value"))
    says = f"{count} players eat {count * rounds} foods in a meal."
    return Need(f"BN2-{count}", "food", says, holds=0 < count * rounds <= foods, found=f"{foods} foods")


def _powers(game: Game, count: int) -> Need:
    each = number(group(game.facts, "setup"), "powers")
    powers = len(_printed(game, "powers", "when"))
    says = f"{count} players are dealt {each} powers each."
    return Need(f"BN3-{count}", "powers", says, holds=0 < count * each <= powers, found=f"{powers} powers")


def _mixed(game: Game, count: int) -> Need:
    """Ruling X2: the nines are in the box."""
    values = _set(game)
    bids = sum(number(card.fields, "value") in values for card in _printed(game, "bids", "value"))
    says = f"{count} players can be dealt {len(values)} mixed bids each."
    return Need(f"BN4-{count}", "bids", says, holds=count * len(values) <= bids, found=f"{bids} bids")


def _spent(game: Game) -> Need:
    bids, rounds = len(_set(game)), number(game.facts, "rounds")
    says = "Every round of a meal takes one bid, and none is left."
    return Need("BN5", "bids", says, holds=bids == rounds > 0, found=f"{bids} bids, {rounds} rounds")


def _broken_ties(game: Game) -> Need:
    """Ruling X6: without powers no two bids are level in both numbers."""
    twins = Counter(
        (number(card.fields, "value"), number(card.fields, "icons"))
        for card in _printed(game, "bids", "value")
    )
    level = [f"{value} with {icons} icons" for (value, icons), many in twins.items() if many > 1]
    bare = [card.id for card in _printed(game, "bids", "value") if number(card.fields, "icons") < 1]
    says = "No two bids are alike in value and icons, and every bid has an icon to beat a food with."
    found = ", ".join([*level, *bare]) or f"{len(twins)} different bids"
    return Need("BN6", "bids", says, holds=not level and not bare, found=found)


def _one_of_each(game: Game) -> Need:
    """Ruling X3: with two players the deck may be one card of each food."""
    rounds = number(game.facts, "rounds")
    kinds = len({card.id for card in _printed(game, "food", "value")})
    says = f"One of each food lasts two players for {rounds} rounds."
    return Need("BN7", "food", says, holds=kinds >= 2 * rounds, found=f"{kinds} kinds of food")


def _nine_rounds(game: Game) -> Need:
    """Ruling A15: whoever plays with the nines plays a round more."""
    most = max(players(game), default=0)
    wanted = most * (number(game.facts, "rounds") + 1)
    foods = len(_printed(game, "food", "value"))
    says = f"With the nines {most} players eat {wanted} foods."
    return Need("BN8", "food", says, holds=0 < wanted <= foods, found=f"{foods} foods")


def _nines(game: Game) -> Need:
    """In every set the handicap bid can take the place of the one it replaces."""
    handicap = group(game.facts, "handicap")
    swapped = {number(handicap, "value"), number(handicap, "replaces")}
    lacking = [color for color, values in _held(game).items() if not swapped <= set(values)]
    says = f"Every colour has a {number(handicap, 'value')} for its {number(handicap, 'replaces')}."
    found = f"not {', '.join(lacking)}" if lacking else "every colour has"
    return Need("BN9", "bids", says, holds=not lacking and len(swapped) > 1, found=found)


def _more_powers(game: Game) -> Need:
    """Ruling A12: everybody but the best player may have some powers more."""
    most = max(players(game), default=0)
    extra = number(group(game.facts, "handicap"), "powers")
    wanted = most * number(group(game.facts, "setup"), "powers") + (most - 1) * extra
    powers = len(_printed(game, "powers", "when"))
    says = f"{most} players can have {extra} more for all but one of them, {wanted} powers in all."
    return Need("BN10", "powers", says, holds=0 < wanted <= powers, found=f"{powers} powers")


def _alike(game: Game, deck: str) -> Need:
    """What lies face down may not be told apart."""
    backs = {str(piece.back) for piece in dealt(component(game, deck))}
    says = "All cards of the deck have one and the same back."
    return Need(
        f"BN11-{deck}",
        deck,
        says,
        holds=len(backs) == 1 and backs != {"None"},
        found=", ".join(sorted(backs)),
    )


def _called(game: Game, deck: str) -> Need:
    """Pictures are found by the id, people go by the name; of a bid, both are its colour and value."""
    table = component(game, deck)
    wrong = []
    for card in table.pieces if table else ():
        if deck == "bids":
            parts = [text(card.fields, "color"), str(number(card.fields, "value"))]
            fits = card.id == "-".join(parts) and card.fields.get("name") == " ".join(parts)
        else:
            name = text(card.fields, "name").lower().replace(" ", "_")
            fits = card.id == name or (card.id == "blank" and card.fields.get(BLANK[deck]) is None)
        if not fits:
            wrong.append(f"{card.id} is called {card.name}")
    says = "Every card has the name it is filed under."
    return Need(f"BN12-{deck}", deck, says, holds=not wrong, found=", ".join(wrong) or "every name fits")
