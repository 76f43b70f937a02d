"""Transcripts: a recorded game as text, one move on each line, replayed exactly.

    game: ingeniators
    players: 2
    chance  begin 1
    2       place moon gear
    ...

A line is who moves, a seat from 1 on or "chance", and the move. # begins a comment. A move that has become impossible,
because a card or a rule has changed since, is reported with its line.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from pnp.engine.game_rules import CHANCE, OVER, GameRules, Turn, text_of
from pnp.files import read_text, write
from pnp.model.diagnostics import CannotUse, Diagnostic, Place
from pnp.text import listed

HEAD = ("game", "players", "variant")
MOST_NAMED, MOST_COUNTED = 6, 1000
"""At most so many legal moves are named, and counted, in the message about one that is not."""

MOST_LOOKED_AT = 1_000_000  # Legal moves compared with a line of a transcript; played games need fewer.


@dataclass(frozen=True, slots=True)
class Transcript:
    """A recorded game of the file `label`: `lines` are the number of a line, who moves ("chance", or a seat), and the words of the move."""

    label: str
    game: str
    players: int
    variant: str
    lines: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of a replay: the turns up to the end or to the first impossible one, and the finding about that."""

    turns: tuple[Turn, ...]
    state: Any
    is_over: bool
    diagnostics: tuple[Diagnostic, ...] = ()


def transcript_lines(game: str, rules: GameRules[Any], variant: str, turns: Sequence[Turn]) -> Iterator[str]:
    """Yield the lines of a transcript."""
    yield f"game: {game}"
    yield f"players: {rules.seats}"
    if variant:
        yield f"variant: {variant}"
    for turn in turns:
        yield move_line(turn)


def write_transcript(path: Path, lines: Iterable[str]) -> None:
    """Write a transcript, in place of what is there; raises CannotWrite."""
    write(path, "".join(f"{line}\n" for line in lines).encode())


def move_line(turn: Turn) -> str:
    """Return the line of a move: who makes it, and its words."""
    return f"{who(turn.seat):<7} {text_of(turn.move)}"


def who(seat: int) -> str:
    """Return how a transcript calls who moves.

    >>> who(CHANCE), who(0)
    ('chance', '1')
    """
    return "chance" if seat == CHANCE else str(seat + 1)


def read_transcript(path: Path) -> Transcript:
    """Return what a file says; raises CannotUse."""
    try:
        return parsed_transcript(read_text(path), str(path))
    except (OSError, ValueError) as error:
        raise CannotUse(f"{path} cannot be read as text", "name a file that pnp play has saved") from error


def parsed_transcript(text: str, label: str) -> Transcript:
    """Return what a text says; raises CannotUse."""
    head: dict[str, str] = {}
    lines: list[tuple[int, str, str]] = []
    for number, written in enumerate(text.splitlines(), 1):
        line = written.partition("#")[0].strip()
        key, colon, value = line.partition(":")
        if colon and key in HEAD and not lines:
            head[key] = value.strip()
        elif line:
            mover, _, move = line.partition(" ")
            lines.append((number, mover, move.strip()))
    if "game" not in head or not head.get("players", "").isdecimal():
        raise CannotUse(
            f"{label} is not a transcript of a game", "it begins with the lines game: GAME and players: 2"
        )
    return Transcript(label, head["game"], int(head["players"]), head.get("variant", ""), tuple(lines))


def replay(transcript: Transcript, rules: GameRules[Any]) -> Replay:
    """Play a recorded game again; it stops at the first line that cannot happen."""
    state = rules.start()
    turns: list[Turn] = []
    budget = iter(range(MOST_LOOKED_AT))
    for number, mover, words in transcript.lines:
        move, problem = None, ""
        try:
            seat = rules.to_move(state)
            legal = (
                (move for move, _ in zip(rules.listed(state), budget, strict=False)) if seat != OVER else ()
            )
            named = (move for move in legal if text_of(move) == " ".join(words.split()))
            move = next(named, None) if mover == who(seat) else None
            after = state if move is None else rules.apply(state, move)
            problem = "" if move is not None else _problem(rules, state, seat, mover, words)
        except Exception as error:  # noqa: BLE001 - data of any sort, which the rules may not be made for
            move, problem = (
                None,
                f"the game cannot be played with these data ({type(error).__name__}: {error})",
            )
        if move is None:
            place = Place(transcript.label, number, 1)
            hint = "the game has changed since this was recorded: correct the line, or record it again"
            finding = Diagnostic("PNP600", f"move {len(turns) + 1}: {problem}", place, hint)
            return Replay(tuple(turns), state, is_over=False, diagnostics=(finding,))
        turns.append(Turn(state, seat, move))
        state = after
    return Replay(tuple(turns), state, is_over=rules.to_move(state) == OVER)


def _problem(rules: GameRules[Any], state: Any, seat: int, mover: str, words: str) -> str:
    if seat == OVER:
        return "the game is over before this move"
    if mover != who(seat):
        return f"it is the turn of {who(seat)}, not of {mover}"
    moves = tuple(islice(rules.listed(state), MOST_COUNTED))
    named = [text_of(move) for move in moves[:MOST_NAMED]]
    more = len(moves) - len(named)
    others = f", and {more} more" if more else ""
    return f'"{words}" cannot be done here; what can: {listed(named)}{others}'
