"""What Ingeniators needs of its box: a tile for every throw but one, two sections alike, dice for every installed tile."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from pnp.claims.selections import Fields, Item
from pnp.engine.needs import Box, Need, need_without
from pnp.model.game import Space

BLUEPRINT, WORKSHOP, VALVES = "blueprint", "workshop", "valves"


def needs(box: Box) -> Iterator[Need]:
    """Yield what the rules ask of the data."""
    tiles = box.pieces("tiles")
    yield _thrown(box, tiles)
    yield from _board(box)
    yield _diced(box)
    for count in box.players:
        yield from _shared(box, count)


def _thrown(box: Box, tiles: tuple[Item, ...]) -> Need:
    kinds = [kind for kind in box.facts.group("colors") if kind != "valve"]
    made = Counter(tuple(sorted(tile.words("edges"))) for tile in tiles)
    throws = combinations_with_replacement(kinds, box.facts.number("turn.dice_per_tile"))
    wanted = Counter(tuple(sorted(each)) for each in throws)
    del wanted[tuple(sorted(kinds))]
    wrong = [f"no tile for {' '.join(each)}" for each in wanted - made]
    wrong += [f"one tile too many for {' '.join(each)}" for each in made - wanted]
    wrong += [] if wanted else ["no throw makes a tile"]
    says = "Every throw of dice for a tile makes one kind of it, but one die of each kind makes none."
    return need_without("IN1", "tiles", says, wrong, f"{len(tiles)} kinds of tiles")


def _board(box: Box) -> Iterator[Need]:
    sections = {name: section_of(box.spaces(), name) for name in (BLUEPRINT, WORKSHOP)}
    for name, spaces in sections.items():
        says = f"Spaces of the {name} touch each other edge to edge."
        yield need_without(f"IN6-{name}", "board", says, misfacing(spaces), f"{len(spaces)} spaces")
    wrong = unlike(*sections.values())
    says = "A space lies in the Workshop as it does in the Blueprint, and touches the same spaces."
    yield need_without("IN7", "board", says, wrong, "the sections are alike")


def _diced(box: Box) -> Need:
    """A game can never need more dice than the start gives and the Workshop adds."""
    start, most, dice = box.facts.number("setup.dice"), max(box.players, default=0), len(box.dealt("dice"))
    added = len(section_of(box.spaces(), WORKSHOP)) * box.facts.number("turn.workshop_dice")
    says = f"There are {start} dice for each of {most} players, and those that the Workshop adds, {added}."
    holds = dice == start * most + added == box.facts.number("dice.all")
    return Need("IN10", "dice", says, holds=holds, found=f"{dice} dice")


def _shared(box: Box, count: int) -> Iterator[Need]:
    """Even the economy set of dice gives every player those of the start."""
    each = box.facts.number("setup.dice")
    first = sum(die.count for die in box.pieces("dice") if die.id == "first")
    holds = 0 < each * count <= first == box.facts.number("dice.economy")
    says = f"{count} players start with {each} dice each, even with the dice that are printed first."
    yield Need(f"IN14-{count}", "dice", says, holds=holds, found=f"{first} dice")
    wanted = count * box.facts.number("setup.valves")
    yield box.enough(f"IN15-{count}", "valves", f"{count} players get a valve each.", wanted)
    yield box.enough(f"IN16-{count}", "aids", f"{count} players get an aid each.", count)


# Two sections of a board made of triangles that must be the same: what touches what, which way up, and where.
# Each function returns what is wrong, in words; nothing when all is well.

Section = Mapping[str, Space]

FACING = {"base": "base", "left": "right", "right": "left"}
"""Edge of a triangle -> the edge of the neighbour that lies against it."""


def section_of(spaces: tuple[Space, ...], name: str) -> dict[str, Space]:
    """Return the spaces of a section by what their ids have behind its name."""
    own = (space for space in spaces if space.fields.get("section") == name)
    return {space.id.removeprefix(f"{name}-"): space for space in own}


def near(section: Section) -> dict[str, set[str]]:
    """Return the letters of the spaces that each space touches; a space of another section has its whole id."""
    letters = {space.id: letter for letter, space in section.items()}
    return {name: {letters.get(each, each) for each in space.neighbours} for name, space in section.items()}


def misfacing(section: Section) -> list[str]:
    """What lies across an edge is a neighbour, and this space lies across the facing edge of it."""
    by_id = {space.id: space for space in section.values()}
    wrong = []
    for letter, space in section.items():
        edges = Fields(fields=space.fields).group("across")
        across = {edge: each for edge, each in edges.items() if isinstance(each, str)}
        if set(across.values()) != set(space.neighbours):
            wrong.append(f"{letter} has other neighbours than edges")
        for edge, other in across.items():
            back = Fields(fields=by_id[other].fields).group("across") if other in by_id else {}
            if back.get(FACING.get(edge, "")) != space.id:
                wrong.append(f"{edge} of {letter} faces nothing")
    return wrong


def unlike(one: Section, other: Section) -> list[str]:
    """The one section is the other, moved: the same spaces touch, and every corner lies as far away."""
    first, second = near(one), near(other)
    wrong = [f"{name} differs" for name in sorted({*first, *second}) if first.get(name) != second.get(name)]
    moves = {
        (round(x2 - x1, 3), round(y2 - y1, 3))
        for letter in sorted(one.keys() & other.keys())
        for a, b in [(one[letter], other[letter])]
        for (x1, y1), (x2, y2) in zip((a.centre, *a.points), (b.centre, *b.points), strict=False)
    }
    return wrong + ([] if len(moves) == 1 else [f"{len(moves)} different distances"])
