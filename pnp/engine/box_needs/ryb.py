"""What RYB needs of its box: hands and dice for every number of players, goals that can be filled, points for all."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from pnp.claims.selections import Fields, Item
from pnp.engine.needs import Box, Need, need_without


def needs(box: Box) -> Iterator[Need]:
    """Yield what the rules ask of the data: for each number of players, then of the goals, then of the words."""
    for count in box.players:
        yield from _dealt(box, count)
        yield _seats(box, count)
        yield _one_throw(box, count)
        yield box.enough(f"RN6-{count}", "aids", f"{count} players get an aid each.", count)
    yield _mixed(box)
    yield _any_three(box)
    yield _first_throw(box)
    yield _fillable(box)
    yield _worded(box)


def _goals(box: Box) -> tuple[Item, ...]:
    return tuple(card for card in box.dealt("cards") if card.number("target"))


def _mixes(box: Box) -> dict[str, tuple[str, ...]]:
    return {color: box.facts.words(f"mixes.{color}") for color in box.facts.group("mixes")}


def _start(box: Box) -> dict[str, int]:
    return {color: box.facts.number(f"start_dice.{color}") for color in box.facts.group("start_dice")}


def _sides(box: Box, color: str) -> tuple[int, ...]:
    held = (die.fields.get("sides") for die in box.pieces("dice") if die.text("color") == color)
    return tuple(side for each in held if isinstance(each, tuple) for side in each if isinstance(side, int))


def _lowest(box: Box, goal: Item, sums: Mapping[str, int]) -> int:
    """Return the sum that counts for a goal: the smallest of its colours; 0 for a colour that nothing is mixed of."""
    return min((sums.get(color, 0) for color in _mixes(box).get(goal.text("color"), ())), default=0)


def _dealt(box: Box, count: int) -> Iterator[Need]:
    """Who refills draws the one card that was played; as long as nobody has enough, there is a goal nobody has."""
    each, cards = box.facts.number(f"hand.{count}"), len(box.dealt("cards"))
    says = f"{count} players get {each} cards each, and a deck is left for a round of refills."
    holds = each > 0 and count * (each + 1) <= cards
    yield Need(f"RN1-{count}", "cards", says, holds=holds, found=f"{cards} cards")
    wanted = {color: count * many for color, many in _start(box).items()}
    there = Counter(die.text("color") for die in box.dealt("dice"))
    counts = [(color, there[color], many) for color, many in wanted.items()]
    wrong = [f"{found} {color} for {many}" for color, found, many in counts if not 0 < many <= found]
    says = f"{count} players start with {sum(wanted.values())} dice."
    fine = ", ".join(f"{there[color]} {color}" for color in wanted)
    yield need_without(f"RN2-{count}", "dice", says, wrong if wanted else ["no dice"], fine)
    over, worth = box.facts.number("win.over"), sum(goal.number("value") for goal in _goals(box))
    says = f"When {count} players have {over} points each, goals are left."
    holds = worth > count * over > 0
    yield Need(f"RN3-{count}", "cards", says, holds=holds, found=f"{worth} points in all")


def _seats(box: Box, count: int) -> Need:
    """Deal the goals out, the dearest first, each to whoever has the fewest points: all of them have won."""
    points, colors = [0] * count, [set[str]() for _ in range(count)]
    for goal in sorted(_goals(box), key=lambda each: -each.number("value")):
        seat = points.index(min(points))
        points[seat] += goal.number("value")
        colors[seat].add(goal.text("color"))
    least, fewest = min(points), min(map(len, colors))
    says = f"The goals are enough for {count} winners at once."
    holds = least > box.facts.number("win.over") and fewest >= box.facts.number("win.colors") > 0
    found = f"{least} points in {fewest} colours for each"
    return Need(f"RN4-{count}", "cards", says, holds=holds, found=found)


def _one_throw(box: Box, count: int) -> Need:
    """Dice move from pool to pool; with all that are in play the highest target falls in one throw."""
    most = {color: count * many * max(_sides(box, color), default=0) for color, many in _start(box).items()}
    wrong = [goal.name for goal in _goals(box) if _lowest(box, goal, most) < goal.number("target")]
    says = f"All dice of {count} players can fill any goal in one throw."
    return need_without(f"RN5-{count}", "cards", says, wrong, f"{min(most.values(), default=0)} at most")


def _mixed(box: Box) -> Need:
    """Every choice of dice colours is the mix of one colour of goals, and that colour has goals."""
    dice, mixes = list(_start(box)), _mixes(box)
    ways = Counter(frozenset(way) for many in range(1, len(dice) + 1) for way in combinations(dice, many))
    held = Counter(frozenset(mix) for mix in mixes.values())
    goals = {goal.text("color") for goal in _goals(box)}
    unlike = [way for way in (*ways, *held) if held[way] != ways[way]]
    wrong = [f"{held[way]} for {' and '.join(sorted(way))}" for way in unlike]
    wrong += [f"{color} has no goal" for color in mixes if color not in goals]
    wrong += [f"{color} is no mix" for color in sorted(goals) if color not in mixes]
    says = "Every way of mixing the dice is a colour of goals."
    return need_without("RN7", "cards", says, wrong, f"{len(ways)} ways")


def _any_three(box: Box) -> Need:
    """Even the poorest colours are enough to win with."""
    colors, over = box.facts.number("win.colors"), box.facts.number("win.over")
    worth: Counter[str] = Counter()
    for goal in _goals(box):
        worth[goal.text("color")] += goal.number("value")
    poorest = sum(sorted(worth.values())[:colors])
    says = f"Any {colors} colours are worth more than {over} points."
    return Need("RN8", "cards", says, holds=poorest > over, found=f"{poorest} at least")


def _first_throw(box: Box) -> Need:
    most = {color: many * max(_sides(box, color), default=0) for color, many in _start(box).items()}
    easy = {goal.text("color") for goal in _goals(box) if _lowest(box, goal, most) >= goal.number("target")}
    wrong = [f"not {color}" for color in _mixes(box) if color not in easy]
    says = "Every colour has goals that the dice of the start can fill in one throw."
    return need_without("RN9", "cards", says, wrong, f"targets up to {min(most.values(), default=0)}")


def _fillable(box: Box) -> Need:
    """Bad luck, too, fills a goal at last: each throw banks something."""
    least = {color: many * min(_sides(box, color), default=0) for color, many in _start(box).items()}
    wrong = [goal.name for goal in _goals(box) if _lowest(box, goal, least) < 1]
    highest = max((goal.number("target") for goal in _goals(box)), default=0)
    slowest = min((banked for banked in least.values() if banked > 0), default=1)
    says = "Banking fills every goal with the dice of the start, however they fall."
    return need_without("RN10", "cards", says, wrong, f"in {-(-highest // slowest)} throws at most")


def _worded(box: Box) -> Need:
    """Colours go by their own names on goals, aids and score pads."""
    shown = [(goal.text("color"), goal.text("word")) for goal in _goals(box)]
    for deck, field in (("aids", "words"), ("score_pad", "colors")):
        for piece in box.pieces(deck):
            shown += [(color, Fields(fields=piece.group(field)).text(color)) for color in _mixes(box)]
    wrong = [f"{color} is called {word}" for color, word in shown if word.lower() != color]
    return need_without("RN14", "cards", "Every colour goes by its own name.", wrong, "all names fit")
