"""Every fact of a game counts: changed, it changes games that are played, or it breaks a promise."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from boxes import Box

from pnp.claims.claims_file import load_claims, result
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.engine.game_rules import PLAYED, played, player_counts, rules_of, unknown_engine, variants_of
from pnp.engine.players import PLAYERS
from pnp.load.project import find_project
from pnp.model.game import Game
from pnp.rules.claim_coverage import OF_THE_GUIDE

PROJECT = find_project(Path(__file__))
BOXES = {name: Box(name) for name in PLAYED}
FIRST, MOST = 3, 50
"""Games that are played with a changed fact before promises are asked, and after."""

Path_ = tuple[str | int, ...]
Way = tuple[int, str, str, int]
"""Players, variant, who plays, seed."""

NOT_SEEN = {"yogire": {"supply.0"}}
"""Facts that neither play nor a promise sees: what players bring is on no card, and no rule is about it."""

RARE: dict[tuple[str, str], Way] = {("yogire", "end.renewals"): (1, "", "greedy", 12)}
"""Facts that few games come to, and one that does."""


def facts(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    if isinstance(value, Mapping | tuple):
        for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from facts(inner, (*path, key))
    else:
        yield path, value


def put(value: Any, path: Path_, new: Any) -> Any:
    if not path:
        return new
    key, *rest = path
    if isinstance(value, Mapping):
        return {name: put(inner, tuple(rest), new) if name == key else inner for name, inner in value.items()}
    return tuple(put(inner, tuple(rest), new) if at == key else inner for at, inner in enumerate(value))


def others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    return [value + 1, value - 1] if isinstance(value, int | float) else ["other"]


@cache
def ways(name: str) -> list[Way]:
    game = BOXES[name].game
    every = [(seats, variant) for variant in variants_of(game) for seats in player_counts(game)]
    return [(*way, "random", seed) for seed, way in enumerate(islice(cycle(every), MOST))]


def record(game: Game, seats: int, variant: str, player: str, seed: int) -> object:
    turns: list[Any] = []
    try:
        rules = rules_of(game, seats, variant)
        ended = played(rules, [PLAYERS[player]] * seats, Random(seed), turns.append)
    except Exception as error:  # noqa: BLE001 - a fact that no game can be played with is a change, too
        return str(error)
    return [turn[1:] for turn in turns], ended


@cache
def sound(name: str, way: Way) -> object:
    return record(BOXES[name].game, *way)


def seen_by_play(name: str, changed: list[Game], some: list[Way]) -> bool:
    return any(record(game, *way) != sound(name, way) for game in changed for way in some)


def broken_promises(game: Game) -> set[str]:
    loaded = load_claims(PROJECT, BOXES[game.id].game)
    known = Expressions(Data(game, loaded.params))
    tested = (claim for claim in loaded.claims if claim.tests)
    return {claim.id for claim in tested if result(claim, known).state in ("broken", "unreadable")}


@pytest.mark.parametrize("name", PLAYED)
def test_a_fact_that_is_changed_changes_play_or_breaks_a_promise(name):
    game, unseen = BOXES[name].game, set()
    for path, value in facts({name: value for name, value in game.facts.items() if name != OF_THE_GUIDE}):
        fact = ".".join(map(str, path))
        changed = [replace(game, facts=put(game.facts, path, other)) for other in others(value)]
        first = [RARE[name, fact]] if (name, fact) in RARE else ways(name)[:FIRST]
        if (
            not seen_by_play(name, changed, first)
            and not any(map(broken_promises, changed))
            and not seen_by_play(name, changed, ways(name)[FIRST:])
        ):
            unseen.add(fact)
    assert unseen == NOT_SEEN.get(name, set())


@pytest.mark.parametrize(
    ("name", "change", "variant"),
    [
        ("ingeniators", BOXES["ingeniators"].piece("tiles/RBB", copies=0), ""),
        ("yogire", BOXES["yogire"].piece("cards/YG09", copies=0), ""),
        ("ryb", BOXES["ryb"].piece("cards/gimme", copies=1), ""),
        ("ryb", BOXES["ryb"].changed("cards", {f"red-{goal}": {"target": 30} for goal in range(6, 19, 3)}), ""),
        ("yoggity", BOXES["yoggity"].piece("orders/tv_set", parts=("circle",)), ""),
        ("yoggity", BOXES["yoggity"].piece("coins/coin", copies=12), ""),
        ("yes_broccoli", BOXES["yes_broccoli"].piece("bids/red-8", value=2), ""),
        ("yes_broccoli", BOXES["yes_broccoli"].changed("bids", {f"red-{bid}": {"icons": 9} for bid in range(1, 9)}), ""),
        ("yes_broccoli", BOXES["yes_broccoli"].changed("food", {"kale": {"copies": 0}}), ""),
        ("yes_broccoli", BOXES["yes_broccoli"].piece("powers/picky_eater", plus=30), "advanced"),
        ("yes_broccoli", BOXES["yes_broccoli"].piece("powers/not_hungry", minus=30), "advanced"),
        ("yes_broccoli", BOXES["yes_broccoli"].piece("powers/super_hungry", times=-9), "advanced"),
    ],
)  # fmt: skip
def test_a_piece_that_is_changed_changes_play(name, change, variant):
    seats = max(player_counts(change))
    assert seen_by_play(name, [change], [(seats, variant, "random", seed) for seed in range(12)])


@pytest.mark.parametrize(
    ("name", "change", "need"),
    [
        ("ingeniators", {"piece": "dice/more", "copies": 11}, "IN10"),
        ("ingeniators", {"fact": "setup", "dice": 7}, "IN14"),
        ("ryb", {"fact": "hand", "5": 10}, "RN1"),  # 55 with the refills
        ("ryb", {"piece": "dice/yellow", "copies": 3}, "RN2"),
        ("ryb", {"fact": "win", "over": 132}, "RN3"),
        ("ryb", {"piece": "cards/black-18", "target": 25}, "RN5"),
        ("ryb", {"fact": "win", "over": 240}, "RN8"),
        ("yes_broccoli", {"fact": "setup", "bids": 7}, "BN5"),
        ("yes_broccoli", {"piece": "food/kale", "copies": 1}, "BN8"),  # 45 are just enough for nine rounds
        ("yes_broccoli", {"fact": "handicap", "value": 10}, "BN9"),
        ("yes_broccoli", {"piece": "powers/spoiled", "copies": 0}, "BN10"),
        ("yoggity", {"piece": "yoggity_cards/red_paint", "copies": 2}, "YN5"),
        ("yoggity", {"piece": "orders/rocket", "copies": 0}, "YN8"),
        ("yoggity", {"fact": "turn", "hand_limit": 2}, "YN10"),
        ("yoggity", {"fact": "setup", "coins": 4}, "YN12"),  # none is left
        ("yoggity", {"fact": "setup", "hand": 12}, "YN13"),
        ("yogire", {"fact": "setup", "enemy_deck": 49}, "GN1"),
        ("yogire", {"fact": "setup", "active": 3}, "GN2"),
        ("yogire", {"fact": "setup", "hand_limit": 3}, "GN3"),
    ],
)
def test_what_play_needs_is_promised(name, change, need):
    change = dict(change)
    if "fact" in change:
        game = BOXES[name].told_in(change.pop("fact"), **change)
    else:
        game = BOXES[name].piece(change.pop("piece"), **change)
    assert need in broken_promises(game)
    assert need not in broken_promises(BOXES[name].game)


def test_an_engine_that_is_not_there_is_an_error_with_the_nearest_name():
    game = replace(BOXES["yoggity"].game, engine="yogity")
    (finding,) = unknown_engine(game)
    assert (finding.code, finding.message) == ("PNP118", 'there is no engine "yogity"')
    assert finding.hint == 'did you mean "yoggity"?'
    assert (finding.place, finding.place.file) == (game.engine_place, "card_data/yoggity/game.yaml")
