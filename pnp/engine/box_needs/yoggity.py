"""What Yoggity needs of its box: tokens for every order, cards for every price, coins for every purse."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.claims.selections import Fields, Item
from pnp.engine.needs import Box, Need, need_without
from pnp.model.game import Space

WANTS = {"orders": ("parts", "factory", "part"), "colors": ("paints", "paint_shop", "paint")}
"""Deck of wishes -> the field that lists what it wants, the area of the board, and the table of prices in the facts."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board: its circles from left to right, and how many tokens there are to fill it."""

    name: str
    circles: tuple[Space, ...]
    tokens: int

    def numbers(self, field: str) -> tuple[int, ...]:
        """Return what a field of the circles holds, from left to right."""
        return tuple(Fields(fields=each.fields).number(field) for each in self.circles)

    def read(self, left: int) -> tuple[int, bool]:
        """Return the price with so many tokens left, and whether it is a theft: the last circle says so when empty."""
        at = len(self.circles) - max(left, 1)
        steals = [index for index, each in enumerate(self.circles) if each.fields.get("steal") is True]
        return self.numbers("price")[at], left == 0 and steals == [at]

    @property
    def dearest(self) -> int:
        """The highest price of the row."""
        return max(self.numbers("price"))


Rows = tuple[Row, ...]


def needs(box: Box) -> Iterator[Need]:
    """Yield what the rules ask of the data: first the same of parts and of paints, then the rest."""
    for deck, (field, area, table) in WANTS.items():
        rows, cards = _rows(box, area), box.dealt(deck)
        yield _stocked(deck, field, cards, rows)
        yield _worth(deck, field, cards, rows)
        yield _printed(box, table, rows)
        yield from _affordable(box, table, rows)
    yield from _paired(box)
    for count in box.players:
        yield from _shared(box, count)


def _rows(box: Box, area: str) -> Rows:
    found: dict[str, list[Space]] = {}
    for space in box.spaces():
        fields = Fields(fields=space.fields)
        if fields.text("area") == area:
            found.setdefault(fields.text("row"), []).append(space)
    tokens = Counter(sticker.text("symbol") for sticker in box.dealt("stickers"))
    rows = ((name, sorted(row, key=lambda space: space.centre[0])) for name, row in found.items())
    return tuple(Row(name, tuple(row), tokens[name]) for name, row in rows)


def _stocked(deck: str, field: str, cards: tuple[Item, ...], rows: Rows) -> Need:
    tokens = {row.name: row.tokens for row in rows}
    wrong = [
        f"{card.name} wants {wanted} {kind} of {tokens.get(kind, 0)}"
        for card in cards
        for kind, wanted in Counter(card.words(field)).items()
        if wanted > tokens.get(kind, 0)
    ]
    wrong += [f"{card.name} wants nothing" for card in cards if not card.words(field)]
    says = f"No card asks for more {field} of a kind than there are."
    return need_without(f"YN1-{deck}", deck, says, wrong, f"{len(cards)} cards can be filled")


def _worth(deck: str, field: str, cards: tuple[Item, ...], rows: Rows) -> Need:
    """Points are what the tokens cost one after another from full rows."""
    prices = {row.name: row.numbers("price") for row in rows}
    wrong = []
    for card in cards:
        wanted, points = Counter(card.words(field)), card.number("points")
        cost = sum(sum(prices.get(kind, ())[:many]) for kind, many in wanted.items())
        if points != cost:
            wrong.append(f"{card.name} is worth {points}, its {field} cost {cost}")
    says = f"A card is worth what its {field} cost from full rows."
    return need_without(f"YN2-{deck}", deck, says, wrong, f"{len(cards)} cards are worth their price")


def _printed(box: Box, table: str, rows: Rows) -> Need:
    """With k tokens left of n, the first of them lies on circle n - k + 1; the last circle, empty, says Steal."""
    cases = [
        (int(left) if left.isdecimal() else -1, line.number("price"), line.fields.get("steal") is True)
        for line in box.facts.groups(f"cost.{table}")
        for left in str(line.fields.get("left")).split(" or ")
    ]
    wrong = []
    for row in rows:
        expected = [(left, *row.read(left)) for left in range(len(row.circles), -1, -1)]
        if sorted(cases, reverse=True) != expected:
            shown = ", ".join(f"{price}{' to steal' if steal else ''}" for _, price, steal in expected)
            wrong.append(f"{row.name} reads {shown}")
    says = f"The board prints the {table} prices of the table."
    return need_without(f"YN4-{table}", "board", says, wrong, f"{len(rows)} rows say what the table says")


def _affordable(box: Box, table: str, rows: Rows) -> Iterator[Need]:
    """Cards of the kind alone, without wild ones, pay the highest price; a double card is one card of a set."""
    paid: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for card in box.dealt("yoggity_cards"):
        paid[card.text("symbol")] += card.number("symbols")
        held[card.text("symbol")] += 1
    dear = ((row.name, row.dearest, paid[row.name]) for row in rows if paid[row.name] < row.dearest)
    wrong = [f"{name} costs up to {price}, the deck pays {pays}" for name, price, pays in dear]
    says = f"The hand cards can buy any {table} at its highest price."
    fine = f"at least {min((paid[row.name] for row in rows), default=0)} symbols of each"
    yield need_without(f"YN5-{table}", "yoggity_cards", says, wrong, fine)
    asked = box.facts.number("coin_set")
    wrong = [f"{held[row.name]} {row.name} cards" for row in rows if not 0 < asked <= held[row.name]]
    says = f"Cards of any {table} can make a set of {asked} for a coin."
    yield need_without(f"YN6-{table}", "yoggity_cards", says, wrong, f"{len(rows)} kinds can")


def _paired(box: Box) -> Iterator[Need]:
    """An order leaves the board together with a color: neither pile may run out first."""
    orders, colors = (len(box.dealt(deck)) for deck in WANTS)
    says = "There is a color for every order, and an order for every color."
    found = f"{orders} orders, {colors} colors"
    yield Need("YN8", "colors", says, holds=orders == colors > 0, found=found)
    dearest = max((row.dearest for area in ("factory", "paint_shop") for row in _rows(box, area)), default=0)
    limit = box.facts.number("turn.hand_limit")
    says = "A full hand can pay the highest price, and a set for a coin."
    holds = 0 < max(dearest, box.facts.number("coin_set")) <= limit
    yield Need("YN10", "board", says, holds=holds, found=f"a hand of {limit}, a price of {dearest}")


def _shared(box: Box, count: int) -> Iterator[Need]:
    each, coins = box.facts.number("setup.coins"), len(box.dealt("coins"))
    says = f"{count} players take {each} coins each, and a pile is left."
    yield Need(f"YN12-{count}", "coins", says, holds=0 < count * each < coins, found=f"{coins} coins")
    each, drawn = box.facts.number("setup.hand"), box.facts.number("turn.draw")
    cards = len(box.dealt("yoggity_cards"))
    says = f"{count} players get {each} cards each, and a pile is left for a round of draws."
    holds = 0 < count * (each + drawn) <= cards
    yield Need(f"YN13-{count}", "yoggity_cards", says, holds=holds, found=f"{cards} cards")
    yield box.enough(f"YN14-{count}", "aids", f"{count} players get an aid each.", count)
