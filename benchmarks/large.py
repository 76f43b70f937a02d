"""Ten thousand cards: whether time and memory stay in proportion."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.building import build, rebuild, write_deck
from benchmarks.rows import at_most, ratio

FEW, MANY = 500, 10_000
PER_CARD_AIM, MEMORY_MB, UNCHANGED_AIM = 1.2, 500.0, 0.1


def large(folder: Path) -> Iterator[str]:
    """Yield a line per promise. The small deck is built before and after the large one, should the machine slow down."""
    few, many = folder / "few", folder / "many"
    write_deck(few, cards=FEW)
    write_deck(many, cards=MANY)
    before, cold, after = build(few), build(many), build(few)
    again = rebuild(many)
    small = (before.seconds + after.seconds) / 2
    what = f"time per card, {MANY:,} cards / {FEW} cards"
    yield ratio(what, [cold.seconds / MANY], [small / FEW], PER_CARD_AIM)
    yield at_most(f"{MANY:,} cards, peak memory", cold.peak_mb, MEMORY_MB, "MB")
    yield ratio(f"{MANY:,} cards, nothing changed / cold", [again.seconds], [cold.seconds], UNCHANGED_AIM)
    yield at_most(f"{MANY:,} cards, nothing changed, peak memory", again.peak_mb, MEMORY_MB, "MB")
