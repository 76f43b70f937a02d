"""What RYB needs of its box: hands and dice for every number of players, goals that can be filled, points for all."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from pnp.claims.selections import Fields, Item
from pnp.engine.needs import Box, Need, need_without

TITLES = {"cards": "{word} {target}", "bank_markers": "Bank {number} and {flip}", "dice": "{color} die"}
"""Component -> the name of each of its pieces, with the fields it is made of; actions have names of their own."""

LISTS = {"aids": "words", "score_pad": "colors"}
"""Component -> its field that gives every colour a word."""


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
    yield _banked(box)
    yield _rolled(box)
    yield _hinted(box)
    says = "Every colour and every piece goes by its own name."
    yield need_without("RN14", "cards", says, _misnamed(box), "all names fit")
    yield _told(box)
    yield _optional(box)
    yield box.alike("RN17", "cards")


def _goals(box: Box) -> tuple[Item, ...]:
    """Return the goals as often as the deck holds them: the cards with a target."""
    return tuple(card for card in box.dealt("cards") if card.number("target"))


def _mixes(box: Box) -> dict[str, tuple[str, ...]]:
    """Return the colours of goals, and the colours of dice that each of them counts."""
    return {color: box.facts.words(f"mixes.{color}") for color in box.facts.group("mixes")}


def _start(box: Box) -> dict[str, int]:
    """Return how many dice of each colour a player starts with."""
    return {color: box.facts.number(f"start_dice.{color}") for color in box.facts.group("start_dice")}


def _sides(box: Box, color: str) -> tuple[int, ...]:
    """Return what the dice of a colour show."""
    held = (die.fields.get("sides") for die in box.pieces("dice") if die.text("color") == color)
    return tuple(side for each in held if isinstance(each, tuple) for side in each if isinstance(side, int))


def _lowest(box: Box, goal: Item, sums: Mapping[str, int]) -> int:
    """Return the sum that counts for a goal: the smallest of its colours; 0 for a colour that nothing is mixed of."""
    return min((sums.get(color, 0) for color in _mixes(box).get(goal.text("color"), ())), default=0)


def _options(box: Box) -> list[tuple[str, Fields]]:
    """Return the rules that a Variable card can stand for, by id, from both sides of the card."""
    lists = [sheet.group(side) for sheet in box.pieces("variable") for side in ("options", "more")]
    rules = [rule for each in lists for rule in each.items()]
    return [(name, Fields(fields=rule if isinstance(rule, Mapping) else {})) for name, rule in rules]


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


def _banked(box: Box) -> Need:
    """What is banked on a goal is less than its target."""
    first, last = box.facts.number("bank.from"), box.facts.number("bank.to")
    markers = box.dealt("bank_markers")
    shown = Counter(marker.number(side) for marker in markers for side in ("number", "flip"))
    highest = max((goal.number("target") for goal in _goals(box)), default=0)
    printed = range(first, last + 1)
    wrong = [f"no {each}" for each in dict.fromkeys((*range(1, highest), *printed)) if not shown[each]]
    wrong += [f"{each} is beyond" for each in shown if shown[each] and each not in printed]
    wrong += [f"{each} is there {many} times" for each, many in shown.items() if many > 1]
    says = f"A marker shows each sum that can be banked, 1 to {highest - 1}, and all show {first} to {last}."
    return need_without("RN11", "bank_markers", says, wrong, f"{shown.total()} sides")


def _rolled(box: Box) -> Need:
    """Red Rover takes dice by what they show; Swap wants a low sum of any dice."""
    low, dice = box.facts.number("swap.up_to"), box.pieces("dice")
    numbers = list(range(box.facts.number("red_rover.from"), box.facts.number("red_rover.to") + 1))
    wrong = [die.name for die in dice if sorted(_sides(box, die.text("color"))) != numbers]
    wrong += [f"a sum of {low}"] if not dice or low < max(numbers, default=low) else []
    says = "Every number of Red Rover is on every die, once, and one die alone is low enough for a Swap."
    return need_without("RN12", "dice", says, wrong, f"{len(numbers)} numbers")


def _hinted(box: Box) -> Need:
    """A goal that counts all colours may say so in a word."""
    dice, mixes, goals, wrong = list(_start(box)), _mixes(box), _goals(box), []
    for goal in goals:
        hint = goal.text("hint")
        named = [color for color in dice if color in hint] or (dice if "each color" in hint else [])
        if sorted(named) != sorted(mixes.get(goal.text("color"), ())):
            wrong.append(f"{goal.name}: {hint or 'nothing'}")
    says = "Every goal says which dice to add up."
    return need_without("RN13", "cards", says, wrong, f"{len(goals)} goals do")


def _misnamed(box: Box) -> Iterator[str]:
    """Yield what is called otherwise than it is: colours where a word stands for them, pieces by their titles."""
    lists = [(piece, piece.group(field)) for deck, field in LISTS.items() for piece in box.pieces(deck)]
    worded = [(goal.text("color"), goal.text("word")) for goal in _goals(box)]
    worded += [(color, str(word)) for _, colors in lists for color, word in colors.items()]
    yield from (f"{color} is called {word}" for color, word in worded if word.lower() != color)
    mixes = list(_mixes(box))
    yield from (f"{piece.name} lacks a colour" for piece, colors in lists if list(colors) != mixes)
    for deck, title in TITLES.items():
        for piece in _goals(box) if deck == "cards" else box.pieces(deck):
            name = title
            for field, value in piece.fields.items():
                name = name.replace(f"{{{field}}}", str(value))
            if name != piece.name:
                yield f"{piece.id} is called {piece.name}"


def _told(box: Box) -> Need:
    """The numbers in the words of a card are read from the facts of the game."""
    pools = [f"start_dice.{color}" for color in _start(box)]
    numbers = {
        "swap": ["swap.up_to"],
        "red_rover": ["red_rover.from", "red_rover.to"],
        "variable": pools,
        "reset": pools,
        "trade": ["trade.minutes"],
    }
    said = {card.id: card.text("text") for card in box.pieces("cards")}
    said |= {name: option.text("text") for name, option in _options(box)}
    wanted = [(name, f"facts.{fact}") for name, each in numbers.items() for fact in each]
    wrong = [f"{name} does not read {fact}" for name, fact in wanted if fact not in said.get(name, "")]
    says = "Actions say the numbers of the rules."
    return need_without("RN15", "cards", says, wrong, f"{len(numbers)} texts do")


def _optional(box: Box) -> Need:
    """The option of the basic game is one of them; no two are the same."""
    options, basic = _options(box), box.facts.text("variable")
    named = [(id_, option.text("name")) for id_, option in options]
    small = re.compile(r"[^a-z0-9 ]")
    wrong = [
        f"{id_} is called {name}"
        for id_, name in named
        if small.sub("", name.lower()).replace(" ", "_") != id_
    ]
    wrong += [f"{name} is empty" for name, option in options if not option.text("text")]
    for what in ("name", "text"):
        held = Counter(option.text(what) for _, option in options)
        wrong += [f"two say {each}" for each, many in held.items() if many > 1]
    wrong += [] if basic in dict(options) else [f"no {basic}"]
    says = (
        "Each rule for Variable has a name and words of its own, and the one of the basic game is among them."
    )
    return need_without("RN16", "variable", says, wrong, f"{len(options)} rules")
