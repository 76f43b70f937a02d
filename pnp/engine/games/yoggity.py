"""What Yoggity needs of its box: tokens for every order, cards for every price, coins for every purse."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pnp.engine.needs import Need, component, dealt
from pnp.engine.written import group, number, players, text, words
from pnp.model.game import Game, Piece, Space

WANTS = {"orders": ("parts", "factory", "part"), "colors": ("paints", "paint_shop", "paint")}
"""Deck of wishes -> the field that lists what it wants, the area of the board, and the table of prices in the facts."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board: its circles from left to right, and how many tokens there are to fill it."""

    name: str
    circles: tuple[Space, ...]
    tokens: int

    @property
    def prices(self) -> tuple[int, ...]:
        """What is printed on the circles, from left to right."""
        return tuple(number(each.fields, "price") for each in self.circles)

    def read(self, left: int) -> tuple[int, bool]:
        """Return the price with so many tokens left, and whether it is a theft: the last circle says so when empty."""
        circle = self.circles[-1] if left == 0 else self.circles[len(self.circles) - left]
        steals = [each for each in self.circles if each.fields.get("steal") is True]
        return number(circle.fields, "price"), left == 0 and steals == [circle]

    @property
    def dearest(self) -> int:
        """The highest price of the row."""
        return max(self.prices)


def needs(game: Game) -> Iterator[Need]:
    """Yield what the rules ask of the data: first the same of parts and of paints, then the rest."""
    for deck, (field, area, table) in WANTS.items():
        rows, cards = _rows(game, area), tuple(dealt(component(game, deck)))
        yield _stocked(deck, field, cards, rows)
        yield _sized(deck, field, cards, game)
        yield _worth(deck, field, cards, rows)
        yield _filled(table, rows)
        yield _printed(table, rows, _table(game, table))
        yield _laid(table, rows)
        yield _affordable(table, rows, game)
        yield _coined(table, rows, game)
        yield _spelt(deck, cards)
    yield _paired(game)
    yield _doubled(game, _rows(game, "factory"))
    yield _payable(game, (*_rows(game, "factory"), *_rows(game, "paint_shop")))
    yield _spotted(game)
    for count in players(game):
        yield _purses(game, count)
        yield _hands(game, count)
        yield _aids(game, count)


def _rows(game: Game, area: str) -> tuple[Row, ...]:
    """Return the rows of an area, each from left to right as it lies on the board."""
    table = component(game, "board")
    spaces = table.board.spaces if table and table.board else ()
    found: dict[str, list[Space]] = {}
    for space in spaces:
        if text(space.fields, "area") == area:
            found.setdefault(text(space.fields, "row"), []).append(space)
    tokens = Counter(text(piece.fields, "symbol") for piece in dealt(component(game, "stickers")))
    return tuple(
        Row(name, tuple(sorted(row, key=lambda space: space.centre[0])), tokens[name])
        for name, row in found.items()
    )


def _table(game: Game, table: str) -> tuple[tuple[int, int, bool], ...]:
    """Return the cases of a table of the facts: tokens left, price, whether it is a theft; -1 for no number."""
    lines = group(game.facts, "cost").get(table)
    return tuple(
        (int(left) if left.isdecimal() else -1, number(line, "price"), line.get("steal") is True)
        for line in (lines if isinstance(lines, tuple) else ())
        if isinstance(line, Mapping)
        for left in str(line.get("left")).split(" or ")
    )


def _need(name: str, where: str, says: str, wrong: Iterable[str], fine: str) -> Need:
    """Return a need that holds when nothing is wrong."""
    found = ", ".join(dict.fromkeys(wrong))
    return Need(name, where, says, holds=not found, found=found or fine)


def _id(number_: int, table: str) -> str:
    """Return the id of a need that parts and paints both have."""
    return f"YN{number_}-{table}"


def _stocked(deck: str, field: str, cards: tuple[Piece, ...], rows: tuple[Row, ...]) -> Need:
    tokens = {row.name: row.tokens for row in rows}
    wrong = [
        f"{card.name} wants {wanted} {kind} of {tokens.get(kind, 0)}"
        for card in cards
        for kind, wanted in Counter(words(card.fields, field)).items()
        if wanted > tokens.get(kind, 0)
    ]
    wrong += [f"{card.name} wants nothing" for card in cards if not words(card.fields, field)]
    says = f"No card asks for more {field} of a kind than there are."
    return _need(_id(1, deck), deck, says, wrong, f"{len(cards)} cards can be filled")


def _sized(deck: str, field: str, cards: tuple[Piece, ...], game: Game) -> Need:
    span = group(group(game.facts, "wants"), field)
    low, high = number(span, "from"), number(span, "to")
    wrong = [
        f"{card.name} wants {len(words(card.fields, field))}"
        for card in cards
        if not low <= len(words(card.fields, field)) <= high
    ]
    says = f"A card wants {low} to {high} {field}."
    return _need(_id(15, deck), deck, says, wrong, f"{len(cards)} cards do")


def _worth(deck: str, field: str, cards: tuple[Piece, ...], rows: tuple[Row, ...]) -> Need:
    """Points are what the tokens cost one after another from full rows."""
    prices = {row.name: row.prices for row in rows}
    wrong = []
    for card in cards:
        wanted = Counter(words(card.fields, field))
        cost = sum(sum(prices.get(kind, ())[:many]) for kind, many in wanted.items())
        if number(card.fields, "points") != cost:
            wrong.append(f"{card.name} is worth {number(card.fields, 'points')}, its {field} cost {cost}")
    says = f"A card is worth what its {field} cost from full rows."
    return _need(_id(2, deck), deck, says, wrong, f"{len(cards)} cards are worth their price")


def _filled(table: str, rows: tuple[Row, ...]) -> Need:
    wrong = [
        f"{row.name} has {row.tokens} tokens for {len(row.circles)} circles"
        for row in rows
        if row.tokens != len(row.circles)
    ]
    wrong += [] if rows else [f"the board has no {table} rows"]
    says = f"At the start every {table} circle holds a token, and no token is left over."
    tokens = sum(row.tokens for row in rows)
    return _need(_id(3, table), "stickers", says, wrong, f"{tokens} tokens on as many circles")


def _printed(table: str, rows: tuple[Row, ...], cases: tuple[tuple[int, int, bool], ...]) -> Need:
    """With k tokens left of n, the first of them lies on circle n - k + 1; the last circle, empty, says Steal."""
    wrong = []
    for row in rows:
        many = len(row.circles)
        expected = [(left, *row.read(left)) for left in range(many, -1, -1)]
        if sorted(cases, reverse=True) != expected:
            shown = ", ".join(f"{price}{' to steal' if steal else ''}" for _, price, steal in expected)
            wrong.append(f"{row.name} reads {shown}")
    says = f"The board prints the {table} prices of the table."
    return _need(_id(4, table), "board", says, wrong, f"{len(rows)} rows say what the table says")


def _laid(table: str, rows: tuple[Row, ...]) -> Need:
    wrong = []
    for row in rows:
        xs = [space.centre[0] for space in row.circles]
        gaps = {round(right - left, 3) for left, right in pairwise(xs)}
        level = {space.centre[1] for space in row.circles}
        places = [number(space.fields, "place") for space in row.circles]
        if len(gaps) > 1 or len(level) > 1 or places != list(range(1, len(places) + 1)):
            wrong.append(f"{row.name} has places {', '.join(map(str, places))}, {len(gaps)} widths of gaps")
    says = f"The places of a {table} row are numbered from the left, in one line and evenly."
    return _need(_id(16, table), "board", says, wrong, f"{len(rows)} rows are")


def _affordable(table: str, rows: tuple[Row, ...], game: Game) -> Need:
    """Cards of the kind alone, without wild ones, pay the highest price."""
    paid: Counter[str] = Counter()
    for card in dealt(component(game, "yoggity_cards")):
        paid[text(card.fields, "symbol")] += number(card.fields, "symbols")
    wrong = [
        f"{row.name} costs up to {row.dearest}, the deck pays {paid[row.name]}"
        for row in rows
        if paid[row.name] < row.dearest
    ]
    says = f"The hand cards can buy any {table} at its highest price."
    least = min((paid[row.name] for row in rows), default=0)
    return _need(_id(5, table), "yoggity_cards", says, wrong, f"at least {least} symbols of each")


def _coined(table: str, rows: tuple[Row, ...], game: Game) -> Need:
    """A double card is one card of a set."""
    asked = number(game.facts, "coin_set")
    held = Counter(text(card.fields, "symbol") for card in dealt(component(game, "yoggity_cards")))
    wrong = [f"{held[row.name]} {row.name} cards" for row in rows if not 0 < asked <= held[row.name]]
    says = f"Cards of any {table} can make a set of {asked} for a coin."
    return _need(_id(6, table), "yoggity_cards", says, wrong, f"{len(rows)} kinds can")


def _spelt(deck: str, cards: tuple[Piece, ...]) -> Need:
    """The picture of an order is found by its id, which is the name in small letters."""
    names = {card.id: card.name for card in cards}
    wrong = [f"{id_} is called {name}" for id_, name in names.items() if _small(name) != id_]
    return _need(
        _id(7, deck), deck, "A card has the name its picture is filed under.", wrong, "every name fits"
    )


def _small(name: str) -> str:
    """Return a name as ids are written.

    >>> _small("Ice-Cream Cone")
    'ice_cream_cone'
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower())


def _paired(game: Game) -> Need:
    """An order leaves the board together with a color: neither pile may run out first."""
    orders, colors = (len(tuple(dealt(component(game, deck)))) for deck in WANTS)
    says = "There is a color for every order, and an order for every color."
    return Need("YN8", "colors", says, holds=orders == colors > 0, found=f"{orders} orders, {colors} colors")


def _doubled(game: Game, rows: tuple[Row, ...]) -> Need:
    double = number(game.facts, "double_symbols")
    counts: dict[str, set[int]] = {row.name: set() for row in rows}
    for card in dealt(component(game, "yoggity_cards")):
        if text(card.fields, "group") == "part":
            counts.setdefault(text(card.fields, "symbol"), set()).add(number(card.fields, "symbols"))
    wrong = [
        f"{kind} cards count {', '.join(map(str, sorted(symbols))) or 'nothing'}"
        for kind, symbols in counts.items()
        if symbols != {1, double}
    ]
    says = f"Every part has cards that count once and cards that count {double} times."
    return _need("YN9", "yoggity_cards", says, wrong, f"{len(counts)} parts have both")


def _payable(game: Game, rows: tuple[Row, ...]) -> Need:
    dearest = max((price for row in rows for price in row.prices), default=0)
    limit = number(group(game.facts, "turn"), "hand_limit")
    says = "A full hand can pay the highest price, and a set for a coin."
    holds = 0 < max(dearest, number(game.facts, "coin_set")) <= limit
    return Need("YN10", "board", says, holds=holds, found=f"a hand of {limit}, a price of {dearest}")


def _spotted(game: Game) -> Need:
    table = component(game, "board")
    spots = {space.id: space for space in (table.board.spaces if table and table.board else ())}
    wrong = []
    for deck in WANTS:
        cards, spot = component(game, deck), spots.get(deck.removesuffix("s"))
        xs, ys = zip(*spot.points, strict=True) if spot else ((0.0,), (0.0,))
        room = (max(xs) - min(xs), max(ys) - min(ys))
        if cards is None or room[0] < cards.size.width or room[1] < cards.size.height:
            wrong.append(f"{room[0]:g} x {room[1]:g} mm for the {deck}")
    says = "The current order and the current color have a spot that is as large as a card."
    return _need("YN11", "board", says, wrong, "both have room")


def _purses(game: Game, count: int) -> Need:
    each = number(group(game.facts, "setup"), "coins")
    coins = len(tuple(dealt(component(game, "coins"))))
    says = f"{count} players take {each} coins each, and a pile is left."
    return Need(f"YN12-{count}", "coins", says, holds=0 < count * each < coins, found=f"{coins} coins")


def _hands(game: Game, count: int) -> Need:
    each = number(group(game.facts, "setup"), "hand")
    drawn = number(group(game.facts, "turn"), "draw")
    cards = len(tuple(dealt(component(game, "yoggity_cards"))))
    says = f"{count} players get {each} cards each, and a pile is left for a round of draws."
    holds = 0 < count * (each + drawn) <= cards
    return Need(f"YN13-{count}", "yoggity_cards", says, holds=holds, found=f"{cards} cards")


def _aids(game: Game, count: int) -> Need:
    aids = len(tuple(dealt(component(game, "aids"))))
    return Need(
        f"YN14-{count}",
        "aids",
        f"{count} players get an aid each.",
        holds=count <= aids,
        found=f"{aids} aids",
    )
