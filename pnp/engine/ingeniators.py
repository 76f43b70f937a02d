"""Ingeniators, played: dice make tiles, tiles plan a machine on the Blueprint and build it in the Workshop.

The numbers are facts of game.yaml; tiles, spaces and the sides of dice are those that are printed. All dice are there
(ruling A18 is about a box with fewer), and the board is one (X2).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from operator import le
from random import Random
from typing import ClassVar

from pnp.claims.selections import Fields
from pnp.engine.decks_and_dice import amounts, replaced, thrown, throws, without
from pnp.engine.game_rules import Box, Event, GameRules, Move, State, called
from pnp.model.game import Space, Value
from pnp.text import counted

EDGES = ("right", "base", "left")
FACING = {"base": "base", "left": "right", "right": "left"}
"""Edge of a triangle -> the edge of the neighbour that lies against it."""
NONE = -1


@dataclass(frozen=True)
class Table(State):
    """A state. Tiles, kinds of edges and spaces are numbers; NONE is an empty space, or a valve not yet placed."""

    stock: tuple[int, ...]  # Tiles of each type in the supply.
    blueprint: tuple[int, ...]  # For each space the way a tile lies in it, as a number of `Ingeniators.ways`.
    workshop: int  # A bit for each space that is copied.
    dice: tuple[int, ...]
    corners: tuple[str, ...]
    valves: tuple[int, ...]  # The kind that the valve of each seat is on.
    kept: tuple[tuple[int, ...], ...]
    seat: int
    phase: str
    rolled: tuple[int, ...] = (0, 0, 0)  # How many dice show each kind, valves changed.
    tiles: tuple[int, ...] = ()  # Types of the tiles in front of the seat to move, sorted.
    moved: int = 0
    made: int = 0  # The type of the tile produced last in this turn; sets of dice have no order.
    idle: int = 0  # Turns since a tile was installed.


def _section(box: Box, name: str) -> dict[str, Space]:
    spaces = (space for space in box.spaces() if space.fields.get("section") == name)
    return {space.id.removeprefix(f"{name}-"): space for space in spaces}


class Ingeniators(GameRules[Table]):
    """The rules over the data of a box."""

    variants: ClassVar[Mapping[str, str]] = {
        "": "as printed",
        "strict": "no tile may be installed that makes a space dead (A1)",
    }

    chances = ("begin", "roll", "roll again")

    def __init__(self, box: Box, seats: int, variant: str = "") -> None:
        facts = box.facts
        self.seats, self.strict = seats, variant == "strict"
        self.kinds = tuple(kind for kind in facts.group("colors") if kind != "valve")
        sides = box.pieces("dice")[0].words("sides")
        self.side_names = tuple(sides)
        self.sides = tuple(self.kinds.index(side) if side in self.kinds else NONE for side in sides)
        tiles = box.pieces("tiles")
        self.types = tuple(tile.id for tile in tiles)
        self.copies = tuple(tile.count for tile in tiles)
        self.edges = tuple(
            tuple(sorted(self.kinds.index(edge) for edge in tile.words("edges"))) for tile in tiles
        )
        self.costs = tuple(
            tuple(edges.count(kind) for kind in range(len(self.kinds))) for edges in self.edges
        )
        self.ways = tuple(
            (type_, way) for type_, edges in enumerate(self.edges) for way in sorted(set(permutations(edges)))
        )
        self.ways_of = tuple(
            tuple(number for number, (type_, _) in enumerate(self.ways) if type_ == wanted)
            for wanted in range(len(tiles))
        )
        spaces = _section(box, "blueprint")
        self.letters = tuple(spaces)
        ids = [space.id for space in spaces.values()]
        heights = [round(min(y for _, y in space.points)) for space in spaces.values()]
        self.rows = tuple(
            tuple(space for space, height in enumerate(heights) if height == row)
            for row in sorted({*heights})
        )
        self.beside = tuple(
            tuple(
                (edge, ids.index(str(across[name])), EDGES.index(FACING[name]))
                for edge, name in enumerate(EDGES)
                if across.get(name)
            )
            for across in (Fields(fields=space.fields).group("across") for space in spaces.values())
        )
        owners = (Fields(fields=s.fields).text("owner") for s in _section(box, "valves").values())
        self.corners = tuple(dict.fromkeys(owners))
        self.first_dice = facts.number("setup.dice")
        self.changes = facts.number("turn.valve_changes")
        self.valve_dice = facts.number("turn.valve_dice")
        self.gain = facts.number("turn.workshop_dice")
        self.hand_limit = facts.number("turn.hand_limit")
        self.idle_turns = facts.number("end.idle_rounds") * seats
        turns = (2 * len(self.letters) + 1) * max(1, self.idle_turns)
        self.most_moves = 2 * seats + turns * (4 + 2 * len(self.letters))

    def start(self) -> Table:
        """Return the table before it is known who begins."""
        seats = self.seats
        return Table(
            self.copies,
            (NONE,) * len(self.letters),
            0,
            (self.first_dice,) * seats,
            ("",) * seats,
            (NONE,) * seats,
            ((),) * seats,
            0,
            "begin",
        )

    def _in_corner(self, state: Table) -> Iterator[Move]:
        free = [corner for corner in self.corners if corner not in state.corners]  # A11
        return (("place", corner, kind) for corner in free for kind in self.kinds)  # A19

    def _in_roll(self, state: Table) -> Iterator[Move]:
        return map(self._roll, throws(state.dice[state.seat], len(self.sides)))

    def _in_roll_again(self, _: Table) -> Iterator[Move]:
        return map(self._roll, throws(self.valve_dice, len(self.sides)))

    def _roll(self, counts: Sequence[int]) -> Move:
        shown = ((count, name) for count, name in zip(counts, self.side_names, strict=True) if count)
        return ("roll", *(part for pair in shown for part in pair))

    def _in_valve(self, state: Table) -> Iterator[Move]:
        for seat, valve in enumerate(state.valves):
            yield from (("move", seat + 1, kind) for number, kind in enumerate(self.kinds) if number != valve)
        yield ("stay",)

    def _in_produce(self, state: Table) -> Iterator[Move]:
        yield from (("produce", self.types[type_]) for type_ in self._producible(state))
        yield ("stop",)

    def _producible(self, state: Table) -> list[int]:
        types = [type_ for type_ in range(state.made, len(self.types)) if state.stock[type_]]  # A6
        return [type_ for type_ in types if all(map(le, self.costs[type_], state.rolled))]

    def _in_install(self, state: Table) -> Iterator[Move]:
        blueprint = state.blueprint
        types = dict.fromkeys(state.tiles)
        for space, lying in enumerate(blueprint):
            if lying != NONE:  # A8, A13, A20: copied by anybody, in any order, never moved
                if not state.workshop >> space & 1 and self.ways[lying][0] in types:
                    yield ("copy", self.letters[space])
                continue
            asked = self._touched(blueprint, space)
            for type_ in types:
                for way in self.ways_of[type_]:
                    edges = self.ways[way][1]
                    if all(edges[edge] == kind for edge, _, kind in asked) and (
                        not self.strict or not self._kills(state, space, way)
                    ):
                        yield ("install", self.types[type_], self.letters[space], *self._turned(edges))
        for count in range(min(self.hand_limit, len(state.tiles)) + 1):
            for tiles in dict.fromkeys(combinations(state.tiles, count)):
                yield ("end", *(self.types[type_] for type_ in tiles))

    def _turned(self, edges: tuple[int, ...]) -> tuple[str, ...]:
        return tuple([edge for edge, kind in zip(EDGES, edges, strict=True) if edges.count(kind) == 1])

    def _kills(self, state: Table, space: int, way: int) -> bool:
        laid = replaced(state.blueprint, space, way)
        return any(
            laid[other] == NONE and not self._fits_any(laid, other, self.copies)
            for _, other, _ in self.beside[space]
        )

    def _touched(self, blueprint: tuple[int, ...], space: int) -> list[tuple[int, int, int]]:
        return [(edge, other, self.ways[blueprint[other]][1][facing]) for edge, other, facing in self.beside[space]
                if blueprint[other] != NONE]  # fmt: skip

    def _fits_any(self, blueprint: tuple[int, ...], space: int, copies: Sequence[int]) -> bool:
        asked = self._touched(blueprint, space)
        return any(
            copies[type_] and all(edges[edge] == kind for edge, _, kind in asked)
            for type_, edges in self.ways
        )

    def sample(self, state: Table, random: Random) -> Move:
        """Return a throw of the dice, or who begins."""
        if state.phase == "begin":
            return ("begin", random.randrange(self.seats) + 1)
        dice = self.valve_dice if state.phase == "roll again" else state.dice[state.seat]
        return self._roll(thrown(dice, len(self.sides), random))

    def _do_begin(self, state: Table, seat: int) -> Table:
        return state._replace(seat=seat - 1, phase="corner")

    def _do_move(self, state: Table, seat: int, kind: str) -> Table:
        valves = replaced(state.valves, seat - 1, self.kinds.index(kind))
        rolled = tuple(count - 1 for count in state.rolled)
        return state._replace(valves=valves, rolled=rolled, moved=state.moved + 1, phase="roll again")  # A2

    def _do_place(self, state: Table, corner: str, kind: str) -> Table:
        placed = state._replace(
            corners=replaced(state.corners, state.seat, corner),
            valves=replaced(state.valves, state.seat, self.kinds.index(kind)),
            seat=(state.seat + 1) % self.seats,
        )
        return placed._replace(phase="roll") if all(placed.corners) else placed

    def _do_roll(self, state: Table, *shown: int | str) -> Table:
        rolled = list(state.rolled)
        for count, name in zip(map(int, shown[::2]), map(str, shown[1::2]), strict=True):
            side = self.sides[self.side_names.index(name)]
            rolled[state.valves[state.seat] if side == NONE else side] += count  # A3
        state = state._replace(rolled=tuple(rolled))
        if state.moved < self.changes and all(rolled):  # X3, A4: changed dice count
            return state._replace(phase="valve")
        return self._do_stay(state)  # A22

    def _do_stay(self, state: Table) -> Table:
        return state._replace(phase="produce") if self._producible(state) else self._do_stop(state)

    def _do_produce(self, state: Table, tile: str) -> Table:
        type_ = self.types.index(tile)
        state = state._replace(
            rolled=tuple(map(int.__sub__, state.rolled, self.costs[type_])),
            tiles=tuple(sorted((*state.tiles, type_))),
            stock=replaced(state.stock, type_, state.stock[type_] - 1),
            made=type_,
        )
        return state if self._producible(state) else self._do_stop(state)

    def _do_stop(self, state: Table) -> Table:
        tiles = tuple(sorted((*state.tiles, *state.kept[state.seat])))  # A14
        kept = replaced(state.kept, state.seat, ())
        state = state._replace(tiles=tiles, kept=kept, phase="install")
        return state if tiles else self._do_end(state)

    def _do_install(self, state: Table, tile: str, letter: str, *turned: str) -> Table:
        type_, space = self.types.index(tile), self.letters.index(letter)
        way = next(way for way in self.ways_of[type_] if self._turned(self.ways[way][1]) == turned)
        return self._without(state._replace(blueprint=replaced(state.blueprint, space, way)), type_)

    def _do_copy(self, state: Table, letter: str) -> Table:
        space = self.letters.index(letter)
        dice = replaced(state.dice, state.seat, state.dice[state.seat] + self.gain)  # A12
        copied = state._replace(workshop=state.workshop | 1 << space, dice=dice)
        return self._without(copied, self.ways[state.blueprint[space]][0])

    def _without(self, state: Table, type_: int) -> Table:
        """Return the table with a tile less in front of the seat to move; with the last its turn ends, not an idle one."""
        state = state._replace(tiles=without(state.tiles, type_), idle=-1)
        return state if state.tiles else self._do_end(state)

    def _do_end(self, state: Table, *tiles: str) -> Table:
        kept = [self.types.index(tile) for tile in tiles]
        stock = list(state.stock)
        for type_ in state.tiles:
            stock[type_] += 1
        for type_ in kept:
            stock[type_] -= 1
        state = state._replace(
            stock=tuple(stock),  # A9
            kept=replaced(state.kept, state.seat, tuple(kept)),
            tiles=(),
            rolled=(0, 0, 0),  # A5
            moved=0,
            made=0,
            idle=state.idle + 1,
        )
        if self._is_planned(state) or state.idle >= self.idle_turns:  # X1, A15, A16
            return state._replace(phase="over")
        return state._replace(seat=(state.seat + 1) % self.seats, phase="roll")  # A17

    def _is_planned(self, state: Table) -> bool:
        """Say whether each space of the Blueprint is filled, or dead (X1)."""
        copies = list(state.stock)
        for type_ in (type_ for tiles in state.kept for type_ in tiles):
            copies[type_] += 1
        return not any(
            lying == NONE and self._fits_any(state.blueprint, space, copies)
            for space, lying in enumerate(state.blueprint)
        )

    def scores(self, state: Table) -> tuple[float, ...]:
        """Return the dice of each seat; those who tie share the victory (A10)."""
        return state.dice

    def show(self, state: Table, seat: int) -> Iterator[str]:
        """Yield both sections, letters of empty spaces and of the edges of tiles, and what the players have."""
        alike = {
            edges[0]: tile[0]
            for tile, edges in zip(self.types, self.edges, strict=True)
            if len({*edges}) == 1
        }
        letters = [alike.get(number, kind[0]) for number, kind in enumerate(self.kinds)]
        tiles = ["".join(letters[edge] for edge in self.ways[lying][1][::-1]) if lying != NONE else ""
                 for lying in state.blueprint]  # fmt: skip
        copied = [tiles[space] if state.workshop >> space & 1 else "" for space in range(len(tiles))]
        yield f"{'Blueprint':<41} Workshop"
        for row in self.rows:
            sections = (
                " ".join(section[space] or f" {self.letters[space]} " for space in row)
                for section in (tiles, copied)
            )
            yield "   ".join(f"{line:^38}" for line in sections).rstrip()
        codes = (f"{letter} {kind}" for letter, kind in zip(letters, self.kinds, strict=True))
        yield f"Tiles: {', '.join(codes)}; on the board by edge: {', '.join(reversed(EDGES))}"
        for other in range(self.seats):
            kept = ", ".join(self.types[type_] for type_ in state.kept[other]) or "no tile"
            valve = f"on {self.kinds[state.valves[other]]}" if state.valves[other] != NONE else "not placed"
            yield f"{called(other, seat)}: {counted(state.dice[other], 'die', 'dice')}, valve {valve}, {kept} kept"
        if any(state.rolled):
            yield f"Dice: {amounts(state.rolled, self.kinds)}"
        if state.tiles:
            yield f"Tiles in front of you: {', '.join(self.types[type_] for type_ in state.tiles)}"

    def alike(self, state: Table, move: Move) -> Move:
        """Return what a move makes of tiles: where they lie makes no difference."""
        if move[0] == "copy":
            return ("copy", self.ways[state.blueprint[self.letters.index(move[1])]][0])
        return move[:2] if move[0] == "install" else move

    def estimate(self, state: Table, seat: int) -> float:
        """Return the dice, and a little for tiles that can be copied at once."""
        mine = state.tiles if seat == state.seat else ()
        open_types = [
            self.ways[lying][0]
            for space, lying in enumerate(state.blueprint)
            if lying != NONE and not state.workshop >> space & 1
        ]
        ready = sum(type_ in open_types for type_ in (*mine, *state.kept[seat]))
        return state.dice[seat] + 0.5 * min(ready, len(open_types)) + 0.01 * len(mine)

    def details(self, state: Table, move: Move) -> Mapping[str, Value]:
        """Return the dice of a throw, one by one, and the kind that a valve becomes; what a tile touches."""
        if move[0] == "roll":
            dice = [
                str(name) for count, name in zip(move[1::2], move[2::2], strict=True) for _ in range(count)
            ]
            return {"dice": tuple(dice), "kind": self.kinds[state.valves[state.seat]]}
        if move[0] != "install":
            return {}
        touched = self._touched(state.blueprint, self.letters.index(str(move[2])))
        return {
            "touched": tuple(self.letters[other] for _, other, _ in touched),
            "meeting": tuple(self.kinds[kind] for _, _, kind in touched),
        }

    def uses(self, state: Table, move: Move) -> Iterator[Event]:
        """Yield the tiles that are produced and installed, and the rulings that a move needs."""
        verb = move[0]
        if verb == "produce":
            yield Event("drawn", f"tiles/{move[1]}")
            if state.stock[self.types.index(move[1])] == 1:
                yield Event("exhausted", f"tiles/{move[1]}")
        elif verb == "install":
            yield Event("played", f"tiles/{move[1]}")
            if not self._touched(state.blueprint, self.letters.index(str(move[2]))):
                yield Event("ruling", "A7")
        elif verb == "copy":
            type_ = self.ways[state.blueprint[self.letters.index(str(move[1]))]][0]
            yield Event("played", f"tiles/{self.types[type_]}")


rules = Ingeniators
