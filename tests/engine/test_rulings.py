"""Every ruling that play needs is named in the code where it holds, and that code runs in recorded games."""

import ast
import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from boxes import Box

from pnp.claims.claims_file import load_claims
from pnp.engine import game_rules
from pnp.engine.game_rules import PLAYED, played, player_counts, rules_of, variants_of
from pnp.engine.players import PLAYERS
from pnp.load.project import find_project

PROJECT = find_project(Path(__file__))
CODE = Path(game_rules.__file__).parent

WORDS_ONLY = {
    "ingeniators": {"X4": "all dice are there", "A21": "corners are chosen in turn, which changes nothing"},
    "ryb": {"X1": "the table of hands is data", "X4": "a name"}
    | dict.fromkeys(("A22", "A28"), "how a marker lies"),
    "yes_broccoli": {"X3": "how many foods there are is data", "X6": "a rule the basic game never needs"},
    "yoggity": {
        "X1": "how many tokens there are is data",
        "X2": "names of decks",
        "A14": "offers are made in one's own turn only",
        "A16": "where a token lies; only how many do matters",
    },
    "yogire": {"X1": "how many cards there are is data", "X3": "which cards are dealt is chance"},
}
"""The rulings that change no move, and why."""


def named(game: str) -> Iterator[tuple[str, Path, range]]:
    """Yield the rulings named in the code of a game: the id, the file, and the lines of the statement it stands at.

    The statement of a docstring is the function; what is named outside of functions is a declaration, without lines.
    """
    for path in sorted(CODE.glob(f"{game}*.py")):
        text = path.read_text(encoding="utf-8")
        spans = [range(0)] * (text.count("\n") + 2)
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef):
                continue
            statements = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
            for node in sorted(statements, key=lambda node: node.lineno - (node.end_lineno or 0)):
                lines = range(node.lineno, (node.end_lineno or 0) + 1)
                doc = node is function.body[0] and ast.get_docstring(function)
                for line in lines:
                    spans[line] = range(function.lineno, function.lineno + 1) if doc else lines
        for number, line in enumerate(text.splitlines(), 1):
            for name in re.findall(r"\b[AX]\d+\b", line):
                yield name, path, spans[number]


@pytest.mark.parametrize("game", game_rules.PLAYED)
def test_a_ruling_is_named_in_the_code_or_is_one_of_words(game):
    rulings = {ruling.id for ruling in load_claims(PROJECT, Box(game).game).rulings}
    code = {name for name, *_ in named(game)}
    assert code <= rulings
    assert rulings - code == WORDS_ONLY[game].keys()


def lines_run(game: str, seeds: range) -> set[tuple[str, int]]:
    """Return the lines, and the first lines of functions, that run in games of every variant."""
    ran: set[tuple[str, int]] = set()

    def trace(frame, event, _):
        if not frame.f_code.co_filename.startswith(f"{CODE}/{game}"):
            return None
        first = frame.f_code.co_firstlineno if event == "call" else frame.f_lineno
        ran.add((frame.f_code.co_filename, first))
        return trace

    box = Box(game).game
    for variant in variants_of(box):
        for seats in {min(player_counts(box)), max(player_counts(box))}:
            for seed in seeds:
                sys.settrace(trace)
                try:
                    rules = rules_of(box, seats, variant)
                    player = PLAYERS["greedy" if game == "yogire" and seed % 2 else "random"]
                    played(
                        rules,
                        [player] * seats,
                        Random(seed),
                        lambda turn, rules=rules: [*rules.events(*turn[::2])],
                    )
                finally:
                    sys.settrace(None)
    return ran


@pytest.mark.long
@pytest.mark.parametrize("game", game_rules.PLAYED)
def test_the_code_of_every_ruling_runs_in_some_game(game):
    """Of a ruling that is named several times, one place is enough; those named beside a move are counted by simulations."""
    ran = lines_run(game, range({"yogire": 30, "ryb": 2}.get(game, 4)))
    places: dict[str, list[bool]] = {}
    for name, path, lines in named(game):
        places.setdefault(name, []).append(not lines or any((str(path), line) in ran for line in lines))
    assert {name for name, reached in places.items() if not any(reached)} == set()


MOST = 300
"""Games that are looked through, over all variants."""

PLAYED_WITH = {
    "ingeniators": ("tiles",),
    "ryb": ("cards",),
    "yes_broccoli": ("food", "bids", "powers"),
    "yoggity": ("yoggity_cards", "orders", "colors", "coins"),
    "yogire": ("cards",),
}
COLORS = ("red", "blue", "green", "yellow", "purple")
NEVER = {
    "yes_broccoli": {
        **dict.fromkeys(
            ("food/blank", "bids/blank", "powers/blank"), "unused until somebody makes one up (X5)"
        ),
        **{f"bids/{color}-9 drawn": "a nine is not dealt, but taken for the one" for color in COLORS},
        "bids/red-9 played": "the youngest may have a nine, who sits last and is never red",
    },
    "yoggity": {"coins/coin drawn": "coins are earned, and are no deck"},
}
"""What happens in no game, and why."""


def wanted(name: str) -> set[str]:
    game = Box(name).game
    pieces = {
        f"{part.id}/{piece.id}"
        for part in game.components
        if part.id in PLAYED_WITH[name]
        for piece in part.pieces
        if not piece.extra
    }
    ways = rules_of(game, 1).parts if name == "yogire" else {}
    parts = {f"{effect.id} {part}" for part, effects in ways.items() for effect in effects.values()}
    return parts | {f"{piece} {what}" for piece in pieces for what in ("drawn", "played")}


def happened(name: str) -> Iterator[set[str]]:
    game, variants = Box(name).game, [*variants_of(Box(name).game)]
    for seed in count():
        counts = player_counts(game)
        variant, seats = variants[seed % len(variants)], counts[seed // len(variants) % len(counts)]
        rules, events = rules_of(game, seats, variant), set()
        player = PLAYERS["greedy" if seed % 4 == 3 else "random"]
        played(rules, [player] * seats, Random(seed), lambda turn: events.update(rules.events(*turn[::2])))  # noqa: B023
        yield {f"{event.name} {event.kind}" for event in events}


@pytest.mark.parametrize("name", PLAYED)
def test_each_piece_is_drawn_and_played_in_some_game(name):
    missing = {event for event in wanted(name) if not {event, event.split()[0]} & NEVER.get(name, {}).keys()}
    assert missing
    for _, seen in zip(range(MOST), happened(name), strict=False):
        missing -= seen
        if not missing:
            break
    assert missing == set()
