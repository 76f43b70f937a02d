"""What RYB needs of its box: hands and dice for every number of players, goals that can be filled, points for all."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from pnp.engine import paints
from pnp.engine.needs import Need, component, dealt
from pnp.engine.written import group, number, players, text
from pnp.model.game import Game, Value


def needs(game: Game) -> Iterator[Need]:
    """Yield what the rules ask of the data: for each number of players, then of the goals, then of the words."""
    for count in players(game):
        yield _hands(game, count)
        yield _pools(game, count)
        yield _contested(game, count)
        yield _seats(game, count)
        yield _one_throw(game, count)
        yield _aids(game, count)
    yield _mixed(game)
    yield _any_three(game)
    yield _first_throw(game)
    yield _fillable(game)
    yield _banked(game)
    yield _rolled(game)
    yield _hinted(game)
    yield _called(game)
    yield _told(game)
    yield _optional(game)
    yield _alike(game)


def _need(name: str, where: str, says: str, wrong: Iterable[str], fine: str) -> Need:
    """Return a need that holds when nothing is wrong."""
    found = ", ".join(dict.fromkeys(wrong))
    return Need(name, where, says, holds=not found, found=found or fine)


def _hands(game: Game, count: int) -> Need:
    """Who refills draws the one card that was played."""
    each = number(group(game.facts, "hand"), str(count))
    cards = len(tuple(dealt(component(game, "cards"))))
    says = f"{count} players get {each} cards each, and a deck is left for a round of refills."
    return Need(
        f"RN1-{count}", "cards", says, holds=each > 0 and count * (each + 1) <= cards, found=f"{cards} cards"
    )


def _pools(game: Game, count: int) -> Need:
    wanted = {
        color: count * number(group(game.facts, "start_dice"), color)
        for color in group(game.facts, "start_dice")
    }
    there = paints.dice(game)
    wrong = [
        f"{there[color]} {color} for {many}" for color, many in wanted.items() if not 0 < many <= there[color]
    ]
    says = f"{count} players start with {sum(wanted.values())} dice."
    fine = ", ".join(f"{there[color]} {color}" for color in wanted)
    return _need(f"RN2-{count}", "dice", says, wrong if wanted else ["no dice"], fine)


def _contested(game: Game, count: int) -> Need:
    """As long as nobody has enough, there is a goal that nobody has."""
    over = number(group(game.facts, "win"), "over")
    worth = sum(number(goal.fields, "value") for goal in paints.goals(game))
    says = f"When {count} players have {over} points each, goals are left."
    return Need(f"RN3-{count}", "cards", says, holds=worth > count * over > 0, found=f"{worth} points in all")


def _seats(game: Game, count: int) -> Need:
    """Deal the goals out, the dearest first, each to whoever has the fewest points: all of them have won."""
    win = group(game.facts, "win")
    points, colors = [0] * count, [set[str]() for _ in range(count)]
    for goal in sorted(paints.goals(game), key=lambda each: -number(each.fields, "value")):
        seat = points.index(min(points))
        points[seat] += number(goal.fields, "value")
        colors[seat].add(text(goal.fields, "color"))
    least, fewest = min(points), min(map(len, colors))
    says = f"The goals are enough for {count} winners at once."
    holds = least > number(win, "over") and fewest >= number(win, "colors") > 0
    return Need(
        f"RN4-{count}", "cards", says, holds=holds, found=f"{least} points in {fewest} colours for each"
    )


def _one_throw(game: Game, count: int) -> Need:
    """Dice move from pool to pool; with all that are in play the highest target falls in one throw."""
    start = group(game.facts, "start_dice")
    most = {
        color: count * number(start, color) * max(paints.sides(game, color), default=0) for color in start
    }
    wrong = [
        goal.name
        for goal in paints.goals(game)
        if paints.lowest(game, goal, most) < number(goal.fields, "target")
    ]
    says = f"All dice of {count} players can fill any goal in one throw."
    return _need(f"RN5-{count}", "cards", says, wrong, f"{min(most.values(), default=0)} at most")


def _aids(game: Game, count: int) -> Need:
    aids = len(tuple(dealt(component(game, "aids"))))
    return Need(
        f"RN6-{count}", "aids", f"{count} players get an aid each.", holds=count <= aids, found=f"{aids} aids"
    )


def _mixed(game: Game) -> Need:
    """Every choice of dice colours is the mix of one colour of goals, and that colour has goals."""
    dice = list(group(game.facts, "start_dice"))
    ways = Counter(frozenset(way) for many in range(1, len(dice) + 1) for way in combinations(dice, many))
    mixes = paints.mixes(game)
    held = Counter(frozenset(mix) for mix in mixes.values())
    goals = {text(goal.fields, "color") for goal in paints.goals(game)}
    wrong = [
        f"{held[way]} for {' and '.join(sorted(way))}" for way in (*ways, *held) if held[way] != ways[way]
    ]
    wrong += [f"{color} has no goal" for color in mixes if color not in goals]
    wrong += [f"{color} is no mix" for color in sorted(goals) if color not in mixes]
    says = "Every way of mixing the dice is a colour of goals."
    return _need("RN7", "cards", says, wrong, f"{len(ways)} ways")


def _any_three(game: Game) -> Need:
    """Even the poorest colours are enough to win with."""
    win = group(game.facts, "win")
    worth: Counter[str] = Counter()
    for goal in paints.goals(game):
        worth[text(goal.fields, "color")] += number(goal.fields, "value")
    poorest = sum(sorted(worth.values())[: number(win, "colors")])
    says = f"Any {number(win, 'colors')} colours are worth more than {number(win, 'over')} points."
    return Need("RN8", "cards", says, holds=poorest > number(win, "over"), found=f"{poorest} at least")


def _first_throw(game: Game) -> Need:
    start = group(game.facts, "start_dice")
    most = {color: number(start, color) * max(paints.sides(game, color), default=0) for color in start}
    easy = {
        text(goal.fields, "color")
        for goal in paints.goals(game)
        if paints.lowest(game, goal, most) >= number(goal.fields, "target")
    }
    wrong = [f"not {color}" for color in paints.mixes(game) if color not in easy]
    says = "Every colour has goals that the dice of the start can fill in one throw."
    return _need("RN9", "cards", says, wrong, f"targets up to {min(most.values(), default=0)}")


def _fillable(game: Game) -> Need:
    """Bad luck, too, fills a goal at last: each throw banks something."""
    start = group(game.facts, "start_dice")
    least = {color: number(start, color) * min(paints.sides(game, color), default=0) for color in start}
    wrong = [goal.name for goal in paints.goals(game) if paints.lowest(game, goal, least) < 1]
    highest = max((number(goal.fields, "target") for goal in paints.goals(game)), default=0)
    slowest = min((banked for banked in least.values() if banked > 0), default=1)
    says = "Banking fills every goal with the dice of the start, however they fall."
    return _need("RN10", "cards", says, wrong, f"in {-(-highest // slowest)} throws at most")


def _banked(game: Game) -> Need:
    """What is banked on a goal is less than its target."""
    bank = group(game.facts, "bank")
    shown = Counter(
        number(marker.fields, side)
        for marker in dealt(component(game, "bank_markers"))
        for side in ("number", "flip")
    )
    highest = max((number(goal.fields, "target") for goal in paints.goals(game)), default=0)
    printed = range(number(bank, "from"), number(bank, "to") + 1)
    wrong = [f"no {each}" for each in dict.fromkeys((*range(1, highest), *printed)) if not shown[each]]
    wrong += [f"{each} is beyond" for each in shown if shown[each] and each not in printed]
    wrong += [f"{each} is there {many} times" for each, many in shown.items() if many > 1]
    says = f"A marker shows each sum that can be banked, 1 to {highest - 1}, and all show {number(bank, 'from')} to {number(bank, 'to')}."
    return _need("RN11", "bank_markers", says, wrong, f"{shown.total()} sides")


def _rolled(game: Game) -> Need:
    """Red Rover takes dice by what they show; Swap wants a low sum of any dice."""
    rover, low = group(game.facts, "red_rover"), number(group(game.facts, "swap"), "up_to")
    numbers = list(range(number(rover, "from"), number(rover, "to") + 1))
    dice = paints.pieces(component(game, "dice"))
    wrong = [die.name for die in dice if sorted(paints.sides(game, text(die.fields, "color"))) != numbers]
    wrong += [f"a sum of {low}"] if not dice or low < max(numbers, default=low) else []
    says = "Every number of Red Rover is on every die, once, and one die alone is low enough for a Swap."
    return _need("RN12", "dice", says, wrong, f"{len(numbers)} numbers")


def _hinted(game: Game) -> Need:
    """A goal that counts all colours may say so in a word."""
    dice, mixes, wrong = list(group(game.facts, "start_dice")), paints.mixes(game), []
    for goal in paints.goals(game):
        hint = text(goal.fields, "hint")
        named = [color for color in dice if color in hint] or (dice if "each colour" in hint else [])
        if sorted(named) != sorted(mixes.get(text(goal.fields, "color"), ())):
            wrong.append(f"{goal.name}: {hint or 'nothing'}")
    return _need(
        "RN13", "cards", "Every goal says which dice to add up.", wrong, f"{len(paints.goals(game))} goals do"
    )


def _called(game: Game) -> Need:
    says = "Every colour and every piece goes by its own name."
    return _need("RN14", "cards", says, paints.misnamed(game), "all names fit")


def _told(game: Game) -> Need:
    """The numbers in the words of a card are those of the rules."""
    facts = game.facts
    rover, start = group(facts, "red_rover"), group(facts, "start_dice")
    pools = [f"{number(start, color)} {color}" for color in start]
    phrases = {
        "swap": [f"{number(group(facts, 'swap'), 'up_to')} or less"],
        "red_rover": [f"{number(rover, 'from')} to {number(rover, 'to')}"],
        "variable": pools,
        "reset": pools,
        "trade": [f"{number(group(facts, 'trade'), 'minutes')} minutes"],
    }
    said = {card.id: text(card.fields, "text") for card in paints.pieces(component(game, "cards"))}
    said |= {name: text(option, "text") for name, option in paints.options(game)}
    wrong = [
        f"{name} does not say {phrase}"
        for name, wanted in phrases.items()
        for phrase in wanted
        if phrase not in said.get(name, "").replace("\N{NO-BREAK SPACE}", " ")
    ]
    return _need("RN15", "cards", "Actions say the numbers of the rules.", wrong, f"{len(phrases)} texts do")


def _optional(game: Game) -> Need:
    """The option of the basic game is one of them; no two are the same."""
    options = paints.options(game)
    wrong = [f"{name} is called {text(option, 'name')}" for name, option in options if _small(option) != name]
    wrong += [f"{name} says nothing" for name, option in options if not text(option, "text")]
    for what in ("name", "text"):
        held = Counter(text(option, what) for _, option in options)
        wrong += [f"two say {each}" for each, many in held.items() if many > 1]
    basic = text(game.facts, "variable")
    wrong += [] if basic in dict(options) else [f"no {basic}"]
    says = (
        "Each rule for Variable has a name and words of its own, and the one of the basic game is among them."
    )
    return _need("RN16", "variable", says, wrong, f"{len(options)} rules")


def _small(option: Mapping[str, Value]) -> str:
    """Return the name of an option as its id is written.

    >>> _small({"name": "Tea Party!"}), _small({"name": "De-nied!"})
    ('tea_party', 'denied')
    """
    kept = "".join(each for each in text(option, "name").lower() if each.isalnum() or each == " ")
    return kept.replace(" ", "_")


def _alike(game: Game) -> Need:
    """What lies face down may not be told apart."""
    backs = {str(card.back) for card in dealt(component(game, "cards"))}
    says = "All cards of the deck have one and the same back."
    holds = len(backs) == 1 and backs != {"None"}
    return Need("RN17", "cards", says, holds=holds, found=", ".join(sorted(backs)))
