"""The rules of a game as pure functions of frozen states: the interface for players, simulations and transcripts.

A state is a frozen value. Chance is a player of its own (`CHANCE`), whose moves are the sides of dice and the cards that
may be drawn next, so that a recorded game can be played again to the letter. A deck has no order: the cards that are not
drawn yet are known by number, and the next one is a move of chance.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pnp.engine.box import Box
from pnp.model.game import Value

CHANCE = -1
OVER = -2

Move = tuple[Any, ...]
"""A verb, and words and numbers that say what it is done with: ("install", "RRB", "h", "base"). Joined by spaces it is a line of a transcript."""


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

Player = Callable[["GameRules[Any]", Any, Random], Move]
"""Chooses one of the legal moves of the seat that is to move."""


class Event(NamedTuple):
    """What a move does that is counted: a piece is "drawn" or "played", a deck "exhausted", a "ruling" applied."""

    kind: str
    name: str


class GameRules(ABC, Generic[Table]):
    """The rules of one game for a number of players and a variant; the data say what there is and how much of it."""

    variants: ClassVar[Mapping[str, str]]
    """The variants of the game, each with a line that says what it changes; "" is the game as it is."""
    chances: ClassVar[Sequence[str]] = ("begin",)
    """The phases in which chance moves."""
    choices: ClassVar[Mapping[str, Sequence[Move]]] = {}
    """The moves of phases in which they are always the same."""
    rulings: ClassVar[Mapping[str, str]] = {}
    """The ruling behind a verb: why there is such a move, or why it works as it does."""
    seats: int
    most_moves: int
    """More moves than a game can have, those of chance included."""

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


def move_named(text: str, moves: Iterable[Move]) -> Move | None:
    """Return the legal move that a line of a transcript tells, None where it is not legal."""
    words = " ".join(text.split())
    return next((move for move in moves if text_of(move) == words), None)
