"""Building again: with nothing changed, and with one card's picture changed, compared with building from nothing."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from benchmarks.building import build, memory, rebuild, write_deck
from benchmarks.deck import GAME
from benchmarks.rows import ratio
from benchmarks.stopwatch import ROOT, run

UNCHANGED_AIM, ONE_CARD_AIM = 0.35, 0.5
ROUNDS = 3
CARDS = 270


def incremental(folder: Path) -> Iterator[str]:
    """Yield a line per ratio, each measured in alternating runs."""
    cold, again = [], []
    for _ in range(ROUNDS):
        shutil.rmtree(folder / "games", ignore_errors=True)
        cold.append(_build_games(folder / "games"))
        again.append(_build_games(folder / "games"))
    yield ratio("five games, both papers, nothing changed / cold", again, cold, UNCHANGED_AIM)
    deck = folder / "deck"
    write_deck(deck, cards=CARDS)
    cold, again, changed = [], [], []
    for number in range(ROUNDS):
        cold.append(build(deck).seconds)
        again.append(rebuild(deck).seconds)
        give_picture_of(deck, giver=2 + number, to=1)
        changed.append(rebuild(deck).seconds)
    yield ratio(f"{CARDS} cards, nothing changed / cold", again, cold, UNCHANGED_AIM)
    yield ratio(f"{CARDS} cards, one picture changed / cold", changed, cold, ONE_CARD_AIM)


def give_picture_of(deck: Path, *, giver: int, to: int) -> None:
    """Save one card's picture as that of another, as an artist would a new one."""
    art = deck / "card_data" / GAME / "art"
    (art / f"card-{to:04}.svg").write_bytes((art / f"card-{giver:04}.svg").read_bytes())


def _build_games(folder: Path) -> float:
    folder.mkdir(parents=True, exist_ok=True)
    command = ["-m", "pnp", "build", "--out", str(folder / "out")]
    return run(command, folder=ROOT, log=folder / "run.log", environment=memory(folder)).seconds
