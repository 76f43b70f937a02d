"""The race: rounds in which everybody runs once, in a new order each time, and the ratios within each round."""

from collections.abc import Callable, Sequence
from random import Random
from statistics import median

from benchmarks.contenders import Contender
from benchmarks.stopwatch import Run

SLOW_ROUNDS = 2


def race(
    runners: Sequence[Contender], *, rounds: int, say: Callable[[str], None]
) -> dict[str, dict[int, Run]]:
    """Return the runs of each contender by round.

    The order is shuffled in every round, so that a machine that slows down favours nobody.
    """
    random = Random(1)
    runs: dict[str, dict[int, Run]] = {runner.name: {} for runner in runners}
    for number in range(rounds):
        order = [runner for runner in runners if number < SLOW_ROUNDS or not runner.slow]
        random.shuffle(order)
        for runner in order:
            say(f"round {number + 1} of {rounds}: {runner.name}")
            runs[runner.name][number] = runner.go()
    return runs


def table(runners: Sequence[Contender], runs: dict[str, dict[int, Run]]) -> list[str]:
    """Return the results as a Markdown table; the first contender is 1.0."""
    lines = [
        "| | time, as a ratio (min..max) | median s | peak MB | PDF MB | rounds |",
        "|---|---|---|---|---|---|",
    ]
    base = runs[runners[0].name]
    for runner in runners:
        if not runner.installed:
            lines.append(f"| {runner.name} | not installed | | | | |")
            continue
        own = runs[runner.name]
        ratios = [own[number].seconds / base[number].seconds for number in own]
        seconds = median(each.seconds for each in own.values())
        peak = max(each.peak_mb for each in own.values())
        size = runner.pdf.stat().st_size / 1e6
        lines.append(
            f"| {runner.name} | {median(ratios):.2f} ({min(ratios):.2f}..{max(ratios):.2f}) "
            f"| {seconds:.2f} | {peak:.0f} | {size:.2f} | {len(own)} |"
        )
    return lines


def ratio(runs: dict[str, dict[int, Run]], slower: str, faster: str) -> float | None:
    """Return how many times longer `slower` takes, median over the rounds both ran; None when one did not run."""
    shared = runs[slower].keys() & runs[faster].keys()
    if not shared:
        return None
    return median(runs[slower][number].seconds / runs[faster][number].seconds for number in shared)
