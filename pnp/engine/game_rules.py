"""The rules of a game as pure functions of frozen states: the interface for players, simulations and transcripts.

A state is a frozen value. Chance is a player of its own (`CHANCE`), whose moves are the sides of dice and the cards that
may be drawn next, so that a recorded game can be played again to the letter. A deck has no order: the cards that are not
drawn yet are known by number, and the next one is a move of chance.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pnp.claims.selections import Fields, Item, pieces_of
from pnp.model.diagnostics import CannotUse, Diagnostic
from pnp.model.game import Component, Game, Space, Value
from pnp.plugins import named
from pnp.text import listed, suggest, suggest_argument

PLAYED = ("ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire")
"""The engines, as `engine:` of game.yaml names them, whose module in pnp.engine has rules to play by."""

ENGINES = "pnp.engines"  # Entry points by which installed packages bring the rules of a game.


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a game; what is missing counts as nothing."""

    game: Game

    @property
    def facts(self) -> Fields:
        return Fields(fields=self.game.facts)

    @property
    def players(self) -> range:
        """The numbers of players the game is for, from its fact `players: {from: 2, to: 5}`."""
        least = self.facts.number("players.from")
        return range(least, self.facts.number("players.to") + 1) if least else range(0)

    def component(self, name: str) -> Component | None:
        """Return a component by its id."""
        return next((component for component in self.game.components if component.id == name), None)

    def pieces(self, name: str) -> tuple[Item, ...]:
        """Return every piece of a component that counts, once."""
        component = self.component(name)
        return tuple(pieces_of(component)) if component else ()

    def dealt(self, name: str) -> tuple[Item, ...]:
        """Return every piece of a component that counts, as often as the box holds it."""
        return tuple(item for item in self.pieces(name) for _ in range(item.count))

    def spaces(self) -> tuple[Space, ...]:
        """Return the spaces of the board."""
        board = self.component("board")
        return board.board.spaces if board and board.board else ()


def unknown_engine(game: Game) -> tuple[Diagnostic, ...]:
    """Return an error when game.yaml names an unknown engine."""
    if not game.engine or game.engine in PLAYED or named(ENGINES, game.engine):
        return ()
    message = f'there is no engine "{game.engine}"'
    hint = suggest(game.engine, PLAYED, what="engines")
    return (Diagnostic("PNP118", message, game.engine_place, hint, game=game.id),)


CHANCE = -1
OVER = -2
Move = tuple[Any, ...]  # A verb with words and numbers: ("install", "RRB", "h"); a line of a transcript.


class State:
    """A frozen state, a dataclass: changed states are made a million times in a simulation, so they are copied by hand."""

    phase: str
    seat: int

    def _replace(self, **changes: Any) -> Self:
        state = object.__new__(type(self))
        object.__setattr__(state, "__dict__", self.__dict__ | changes)
        return state

    def _asdict(self) -> dict[str, Any]:
        return dict(self.__dict__)


Table = TypeVar("Table", bound=State)
Player = Callable[["GameRules[Any]", Any, Random], Move]  # Chooses a legal move of the seat that is to move.


class Event(NamedTuple):
    """What a move does that is counted: a piece is "drawn" or "played", a deck "exhausted", a "ruling" applied."""

    kind: str
    name: str


class GameRules(ABC, Generic[Table]):
    """The rules of one game for a number of players and a variant; the data say what there is and how much of it."""

    variants: ClassVar[Mapping[str, str]]  # What each variant changes, in a line; "" is the game as it is.
    chances: ClassVar[Sequence[str]] = ("begin",)  # The phases in which chance moves.
    choices: ClassVar[Mapping[str, Sequence[Move]]] = {}  # Moves of phases in which they are always the same.
    rulings: ClassVar[Mapping[str, str]] = {}  # The ruling behind a verb: why there is such a move.
    seats: int
    most_moves: int  # More moves than a game can have, those of chance included.

    @abstractmethod
    def __init__(self, box: Box, seats: int, variant: str) -> None:
        """Read what play needs from the data of a game."""

    @abstractmethod
    def start(self) -> Table:
        """Return the state before anything is dealt, rolled or chosen."""

    def to_move(self, state: Table) -> int:
        """Return the seat that is to move, CHANCE, or OVER when the game is."""
        if state.phase in self.chances:
            return CHANCE
        return OVER if state.phase == "over" else self.chooser(state)

    def chooser(self, state: Table) -> int:
        """Return the seat that is to choose."""
        return state.seat

    def moves(self, state: Table) -> Sequence[Move]:
        """Return the legal moves, those of chance included, in an order that does not change; at least one."""
        return tuple(self.listed(state))

    def listed(self, state: Table) -> Iterable[Move]:
        """Yield the legal moves: those of the method that is named after the phase of the state, `_in_roll`."""
        if state.phase in self.choices:
            return self.choices[state.phase]
        moves: Iterable[Move] = getattr(self, "_in_" + state.phase.replace(" ", "_"))(state)
        return moves

    def apply(self, state: Table, move: Move) -> Table:
        """Return the state after a legal move: what the method that is named after its verb makes of it, `_do_roll`."""
        changed: Table = getattr(self, "_do_" + move[0])(state, *move[1:])
        return changed

    def _in_begin(self, _: Table) -> Iterable[Move]:
        return (("begin", seat + 1) for seat in range(self.seats))

    @abstractmethod
    def scores(self, state: Table) -> tuple[float, ...]:
        """Return what each seat has of what wins the game; of cooperative and solo games 1 if won, else 0."""

    def winners(self, state: Table) -> tuple[int, ...]:
        """Return the seats that have won a game that is over; several share a victory, none is a game lost."""
        standing = self.standing(state)
        return tuple(seat for seat, mine in enumerate(standing) if mine == max(standing))

    def standing(self, state: Table) -> Sequence[Any]:
        """Return what is compared at the end, by seat: the scores, and what breaks ties."""
        return self.scores(state)

    def view(self, state: Table, seat: int) -> Table:  # noqa: ARG002 - where nothing is hidden
        """Return the state as that seat sees it: what is hidden from it is the same whatever it is."""
        return state

    def guess(self, view: Table, seat: int, random: Random) -> Table:  # noqa: ARG002 - where nothing is hidden
        """Return a state of which that is the view of a seat: what is hidden is filled in at random."""
        return view

    @abstractmethod
    def show(self, state: Table, seat: int) -> Iterable[str]:
        """Yield lines that tell a person at that seat how the game stands."""

    def weights(self, state: Table) -> Sequence[int] | None:  # noqa: ARG002 - as dice are
        """Return how likely each move of chance is, beside the others; None if all are alike."""
        return None

    def sample(self, state: Table, random: Random) -> Move:
        """Return a move of chance."""
        return random.choices(self.moves(state), self.weights(state))[0]

    def promising(self, state: Table) -> Sequence[Move]:
        """Return the moves for players that look one move ahead: all but those that never look best."""
        return self.moves(state)

    def alike(self, state: Table, move: Move) -> Move:  # noqa: ARG002 - each move is one of its kind
        """Return a move without what makes no difference to players that look one move ahead."""
        return move

    def estimate(self, state: Table, seat: int) -> float:
        """Return how well a seat stands, for players that look one move ahead."""
        return self.scores(state)[seat]

    def details(self, state: Table, move: Move) -> Mapping[str, Value]:  # noqa: ARG002 - the words are enough
        """Return what an example of play can say of a move beside its words."""
        return {}

    def events(self, state: Table, move: Move) -> Iterator[Event]:
        """Yield what a move does that is counted."""
        yield from self.uses(state, move)
        if move[0] in self.rulings:
            yield Event("ruling", self.rulings[move[0]])

    def uses(self, state: Table, move: Move) -> Iterable[Event]:  # noqa: ARG002 - a game without cards has none
        """Return the pieces that a move draws and plays, and rulings that are not in the verb."""
        return ()


def called(seat: int, me: int) -> str:
    """Return what a table that is shown to one seat calls another.

    >>> called(1, 1)
    'Seat 2 (you)'
    """
    return f"Seat {seat + 1}{' (you)' if seat == me else ''}"


def text_of(move: Move) -> str:
    """Return a move as a line of a transcript.

    >>> text_of(("install", "RRB", "h", "base"))
    'install RRB h base'
    """
    return " ".join(map(str, move))


MOST = 300  # No game has more of anything, dice or cards, points or rounds.


def variants_of(game: Game, trusted: Path | None = None) -> Mapping[str, str]:
    """Return the variants of a game, each with what it changes; "" is the game as it is. Raises CannotUse."""
    return _class_of(game, trusted).variants


def player_counts(game: Game) -> tuple[int, ...]:
    """Return the numbers of players that the game is for."""
    return tuple(Box(game).players)


def rules_of(game: Game, players: int, variant: str = "", trusted: Path | None = None) -> GameRules[Any]:
    """Return the rules of a game over its data: those of a file that the user trusts, or of its engine.

    Raises CannotUse for a game without rules, an unknown variant, a number of players that it is not for, and unfit data.
    """
    variants = variants_of(game, trusted)
    if variant not in variants:
        raise CannotUse(
            f'{game.title} has no variant "{variant}"',
            suggest_argument(variant, tuple(filter(None, variants)), "variants"),
        )
    box = Box(game)
    if players not in box.players:
        known = box.players
        way_out = (
            f"it is for {known[0]} to {known[-1]}" if known else "the fact players has no number of players"
        )
        raise CannotUse(f"{game.title} is not for {players} players", way_out)
    large = next(_too_large(game.facts), None)
    if large is not None:
        raise CannotUse(f"{game.title} cannot be played with {large:,} of anything", f"it can with {MOST:,}")
    try:
        rules = _class_of(game, trusted)(box, players, variant)
        rules.start()
    except Exception as error:  # data of another sort than the rules are for
        message = f"{game.title} cannot be played with these data ({type(error).__name__}: {error})"
        raise CannotUse(message, f"pnp check {game.id} says what play needs") from error
    return rules


def _too_large(value: Value) -> Iterator[float]:
    """Yield the numbers in facts that are so large that looking at all moves has no end."""
    if isinstance(value, Mapping | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _too_large(item)
    elif isinstance(value, int | float) and not abs(value) <= MOST:
        yield value


def _class_of(game: Game, trusted: Path | None) -> type[GameRules[Any]]:
    """Return `rules` of a trusted file, of a module here, or of a package that is installed; raises CannotUse."""
    try:
        if trusted is not None:
            rules = run_path(str(trusted)).get("rules")
        elif game.engine in PLAYED:
            rules = import_module(f"pnp.engine.{game.engine}").rules
        else:
            rules = named(ENGINES, game.engine)
    except Exception as error:  # somebody else's program
        message = f"the rules of {game.title} cannot be loaded ({type(error).__name__}: {error})"
        raise CannotUse(message, str(trusted or game.engine)) from error
    if isinstance(rules, type) and issubclass(rules, GameRules):
        return rules
    hint = f"pnp has rules for {listed(PLAYED)}; --trust runs a play.py in the game's folder"
    raise CannotUse(f"{game.title} cannot be played: there are no rules for it", hint)


class Turn(NamedTuple):
    """A state, who moved in it, and the move."""

    state: Any
    seat: int
    move: Move


class Result(NamedTuple):
    """How a game ended: winners and scores by seat; `moves` are those of players; `endless` if it was stopped."""

    winners: tuple[int, ...]
    scores: tuple[float, ...]
    moves: int
    endless: bool


def played(
    rules: GameRules[Any],
    players: Sequence[Player],
    random: Random,
    watch: Callable[[Turn], None] | None = None,
    state: Any = None,
) -> Result:
    """Play a game to its end, from its start or from a `state`. `watch` is told of each move before it is made."""
    state, moves = rules.start() if state is None else state, 0
    for _ in range(rules.most_moves):
        seat = rules.to_move(state)
        if seat == OVER:
            return Result(rules.winners(state), rules.scores(state), moves, endless=False)
        if seat == CHANCE:
            move = rules.sample(state, random)
        else:
            move = players[seat](rules, state, random)
            moves += 1
        if watch is not None:
            watch(Turn(state, seat, move))
        state = rules.apply(state, move)
    return Result((), rules.scores(state), moves, endless=True)
