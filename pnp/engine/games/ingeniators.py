"""What Ingeniators needs of its box: a tile for every throw but one, two halves alike, dice for every installed tile."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, groupby

from pnp.engine.halves import loose, misfacing, mislettered, section_of, unlike, upset
from pnp.engine.needs import Need, component, dealt
from pnp.engine.written import group, number, players, text, words
from pnp.model.game import Component, Game, Piece, Space

BLUEPRINT, WORKSHOP, VALVES = "blueprint", "workshop", "valves"

NUMBERS = {1: "A", 2: "Two", 3: "Three"}
"""How many edges of a kind, as the name of a tile says it."""


def needs(game: Game) -> Iterator[Need]:
    """Yield what the rules ask of the data."""
    tiles = tuple(_distinct(component(game, "tiles")))
    yield _thrown(game, tiles)
    yield _stacked(game, tiles)
    yield _called(game, tiles)
    yield _charted(game, tiles)
    yield from _board(game)
    yield _sided(game)
    yield _diced(game)
    yield _owned(game)
    yield _shaded(game)
    yield _laid(game)
    for count in players(game):
        yield _started(game, count)
        yield _valved(game, count)
        yield _aided(game, count)


def _distinct(deck: Component | None) -> Iterator[Piece]:
    """Yield every piece that counts, once."""
    yield from (piece for piece in (deck.pieces if deck else ()) if not piece.extra)


def _need(name: str, where: str, says: str, wrong: Iterable[str], fine: str) -> Need:
    """Return a need that holds when nothing is wrong."""
    found = ", ".join(dict.fromkeys(wrong))
    return Need(name, where, says, holds=not found, found=found or fine)


def _kinds(game: Game) -> tuple[str, ...]:
    """Return the kinds of edges: what the rules give a colour, but for the valve."""
    return tuple(kind for kind in group(game.facts, "colors") if kind != "valve")


def _throws(game: Game) -> Counter[tuple[str, ...]]:
    """Return every throw of as many dice as a tile takes, sorted, without the one that is one of each kind."""
    kinds = _kinds(game)
    dice = number(group(game.facts, "turn"), "dice_per_tile")
    throws = Counter(tuple(sorted(each)) for each in combinations_with_replacement(kinds, dice))
    del throws[tuple(sorted(kinds))]
    return throws


def _thrown(game: Game, tiles: tuple[Piece, ...]) -> Need:
    wanted = _throws(game)
    made = Counter(tuple(sorted(words(tile.fields, "edges"))) for tile in tiles)
    wrong = [f"no tile for {' '.join(each)}" for each in wanted - made]
    wrong += [f"one tile too many for {' '.join(each)}" for each in made - wanted]
    wrong += [] if wanted else ["no throw makes a tile"]
    says = "Every throw of dice for a tile makes one kind of it, but one die of each kind makes none."
    return _need("IN1", "tiles", says, wrong, f"{len(tiles)} kinds of tiles")


def _stacked(game: Game, tiles: tuple[Piece, ...]) -> Need:
    each = number(group(game.facts, "tiles"), "each")
    kinds = number(group(game.facts, "tiles"), "kinds")
    wrong = [f"{tile.copies} of {tile.id}" for tile in tiles if tile.copies != each]
    wrong += [] if len(tiles) == kinds else [f"{len(tiles)} stacks"]
    return _need("IN2", "tiles", f"There are {kinds} stacks of {each} tiles.", wrong, f"{len(tiles)} stacks")


def _called(game: Game, tiles: tuple[Piece, ...]) -> Need:
    """The id of a tile is the initials of its colours, its name counts its edges."""
    colors = group(game.facts, "colors")
    wrong = []
    for tile in tiles:
        edges = words(tile.fields, "edges")
        id_ = "".join(text(colors, edge)[:1].upper() for edge in edges)
        if (tile.id, tile.name) != (id_, _name(edges)):
            wrong.append(f"{tile.id}, {tile.name}, has the edges of {id_}, {_name(edges)}")
    return _need("IN3", "tiles", "A tile is called by its edges.", wrong, f"{len(tiles)} names")


def _name(edges: tuple[str, ...]) -> str:
    """Return the name of a tile.

    >>> _name(("belt", "gear", "gear")), _name(("gear", "gear", "gear"))
    ('A belt and two gears', 'Three gears')
    """
    runs = [(kind, len(tuple(run))) for kind, run in groupby(edges)]
    said = " and ".join(f"{NUMBERS.get(many, many)} {kind}{'s' * (many > 1)}" for kind, many in runs)
    return said[:1] + said[1:].lower()


def _charted(game: Game, tiles: tuple[Piece, ...]) -> Need:
    made = Counter(tuple(sorted(words(tile.fields, "edges"))) for tile in tiles)
    wrong = []
    for aid in _distinct(component(game, "aids")):
        chart = aid.fields.get("chart")
        rows = [words({"row": row}, "row") for row in (chart if isinstance(chart, tuple) else ())]
        shown = Counter(tuple(sorted(row)) for row in rows)
        wrong += [f"{' '.join(row)} is missing" for row in made - shown]
        wrong += [f"{' '.join(row)} is no tile" for row in shown - made]
        wrong += [f"{' '.join(row)} parts a pair" for row in rows if row[:1] != row[1:2]]
    says = "The player aid shows every tile once, its pair first."
    return _need("IN4", "aids", says, wrong, f"{len(tiles)} tiles are shown")


def _spaces(game: Game, section: str) -> dict[str, Space]:
    """Return the spaces of a section by their letters."""
    board = component(game, "board")
    return section_of(board.board.spaces if board and board.board else (), section)


def _board(game: Game) -> Iterator[Need]:
    """Yield what holds of the two sections, one by one and together."""
    facts = group(game.facts, "board")
    sections = {name: _spaces(game, name) for name in (BLUEPRINT, WORKSHOP)}
    for name, spaces in sections.items():
        wanted, fine = number(facts, "spaces"), f"{len(spaces)} spaces"
        wrong = [] if len(spaces) == wanted > 0 else [fine]
        yield _need(f"IN5-{name}", "board", f"The {name} has {wanted} spaces.", wrong, fine)
        says = f"Spaces of the {name} touch each other edge to edge and hang together."
        yield _need(f"IN6-{name}", "board", says, loose(spaces) + misfacing(spaces), fine)
        says = f"Spaces of the {name} have letters from a on, and point the way they are drawn."
        yield _need(f"IN17-{name}", "board", says, mislettered(spaces) + upset(spaces), fine)
    wrong = unlike(*sections.values())
    wrong += [] if len(sections) == number(facts, "sections") else [f"{len(sections)} sections"]
    says = "A space lies in the Workshop as it does in the Blueprint, and touches the same spaces."
    yield _need("IN7", "board", says, wrong, "the sections are alike")


def _sided(game: Game) -> Need:
    kinds = sorted(group(game.facts, "colors"))
    wrong = [
        f"{die.id} has {' '.join(words(die.fields, 'sides'))}"
        for die in _distinct(component(game, "dice"))
        if sorted(words(die.fields, "sides")) != kinds
    ]
    return _need("IN9", "dice", f"A die has one side each of {', '.join(kinds)}.", wrong, "every die has")


def _diced(game: Game) -> Need:
    """A game can never need more dice than the start gives and the Workshop adds."""
    start = number(group(game.facts, "setup"), "dice")
    most = max(players(game), default=0)
    added = len(_spaces(game, WORKSHOP)) * number(group(game.facts, "turn"), "workshop_dice")
    dice = len(tuple(dealt(component(game, "dice"))))
    says = f"There are {start} dice for each of {most} players, and those that the Workshop adds, {added}."
    holds = dice == start * most + added == number(group(game.facts, "dice"), "all")
    return Need("IN10", "dice", says, holds=holds, found=f"{dice} dice")


def _owned(game: Game) -> Need:
    spots: dict[str, list[str]] = {}
    for space in _spaces(game, VALVES).values():
        spots.setdefault(text(space.fields, "owner"), []).append(text(space.fields, "kind"))
    valves = [valve.id for valve in dealt(component(game, "valves"))]
    kinds = sorted(_kinds(game))
    wrong = [f"{owner} has {' '.join(found)}" for owner, found in spots.items() if sorted(found) != kinds]
    wrong += [] if sorted(spots) == sorted(valves) else [f"corners of {', '.join(spots)}"]
    says = "Every valve has a corner of the board, with a place for each kind of edge."
    return _need("IN11", "valves", says, wrong, f"{len(spots)} corners")


def _shaded(game: Game) -> Need:
    valves = tuple(_distinct(component(game, "valves")))
    wrong = []
    for valve in valves:
        shade, sign = text(valve.fields, "shade"), text(valve.fields, "sign")
        if (valve.name, sign) != (
            f"{shade.capitalize()} {valve.id}",
            f"sign-{valve.id}",
        ) or shade not in game.palette:
            wrong.append(f"{valve.id} is {valve.name}, {shade}, {sign}")
    wrong += (
        []
        if len({text(valve.fields, "shade") for valve in valves}) == len(valves)
        else ["a shade is there twice"]
    )
    return _need(
        "IN12", "valves", "A valve is called by its shade and its sign.", wrong, f"{len(valves)} valves"
    )


def _laid(game: Game) -> Need:
    tiles = component(game, "tiles")
    wrong = []
    for section in (BLUEPRINT, WORKSHOP):
        for letter, space in _spaces(game, section).items():
            xs = [x for x, _ in space.points]
            if tiles is None or not 0 < tiles.size.width <= max(xs) - min(xs):
                wrong.append(f"{section} {letter} is too small")
    return _need("IN13", "board", "A tile lies inside its space.", wrong, "every space has room")


def _started(game: Game, count: int) -> Need:
    """Even the economy set of dice gives every player those of the start."""
    each = number(group(game.facts, "setup"), "dice")
    first = sum(die.copies for die in _distinct(component(game, "dice")) if die.id == "first")
    holds = 0 < each * count <= first == number(group(game.facts, "dice"), "economy")
    says = f"{count} players start with {each} dice each, even with the dice that are printed first."
    return Need(f"IN14-{count}", "dice", says, holds=holds, found=f"{first} dice")


def _valved(game: Game, count: int) -> Need:
    each = number(group(game.facts, "setup"), "valves")
    valves = len(tuple(dealt(component(game, "valves"))))
    says = f"{count} players get a valve each."
    return Need(f"IN15-{count}", "valves", says, holds=0 < each * count <= valves, found=f"{valves} valves")


def _aided(game: Game, count: int) -> Need:
    aids = len(tuple(dealt(component(game, "aids"))))
    return Need(
        f"IN16-{count}",
        "aids",
        f"{count} players get an aid each.",
        holds=count <= aids,
        found=f"{aids} aids",
    )
