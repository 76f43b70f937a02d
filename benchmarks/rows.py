"""Lines of the Markdown table of what is promised and what was measured."""

from collections.abc import Sequence
from statistics import median

HEAD = ("| promise | measured | aim | |", "|---|---|---|---|")


def ratio(what: str, one: Sequence[float], other: Sequence[float], aim: float) -> str:
    """Return the line of a ratio: the median over rounds in each of which both were measured."""
    return at_most(what, median(a / b for a, b in zip(one, other, strict=True)), aim, "x")


def at_most(what: str, measured: float, aim: float, unit: str) -> str:
    """Return the line of a figure that ought not to be larger than `aim`."""
    digits = 2 if unit == "x" else 1
    verdict = "met" if measured <= aim else "**not met**"
    return f"| {what} | {measured:.{digits}f} {unit} | at most {aim:g} {unit} | {verdict} |"
