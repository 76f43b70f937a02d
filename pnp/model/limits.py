"""Every limit: what a game may demand of a computer, how far game.yaml may raise it, and the limits of drawing.

What is beyond a limit is counted, never tried: a finding names the file, the limit and the way out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import NamedTuple


class Limit(NamedTuple):
    """A row: name in game.yaml, value, what it counts, what real games have, `most` it may be raised to or 0."""

    name: str
    value: int
    what: str
    real: str
    most: int


def _limit(value: int, what: str, real: str, most: int = 0) -> int:
    limit: int = field(default=value, metadata={"what": what, "real": real, "most": most})
    return limit


@dataclass(frozen=True, slots=True)
class GameLimits:
    """The limits that hold for one game."""

    # What the files of a game say.
    text_bytes: int = _limit(5_000_000, "bytes of one text file", "10,000 cards have 2 MB")
    values: int = _limit(500_000, "values in one YAML file, aliases written out", "10,000 cards of 50 values")
    nesting: int = _limit(40, "lists and mappings inside each other", "cards need 6")
    letters: int = _limit(20_000, "letters of one text", "a card has 300, four printed pages 12,000")
    cells: int = _limit(500_000, "cells of one table", "10,000 cards of 50 columns")
    pieces: int = _limit(
        10_000, "different pieces of one component", "the largest card games have 2,000", 100_000
    )
    piece_values: int = _limit(
        500_000, "values of all pieces of a component, `for` expanded", "10,000 cards of 50", 5_000_000
    )
    piece_letters: int = _limit(
        2_000_000, "letters of all pieces of a component", "10,000 cards of 200", 100_000_000
    )
    copies: int = _limit(999, "copies of one piece", "a stack of coins has 100")
    prints: int = _limit(
        30_000, "pieces of a game to print, copies counted", "the largest boxes have 3,000", 1_000_000
    )
    components: int = _limit(200, "components of a game", "the largest boxes have 40", 1_000)
    themes: int = _limit(50, "themes of a game", "8")
    spaces: int = _limit(2_000, "spaces of one board", "Go has 361")

    # What claims and expressions work out.
    number: int = _limit(10**15, "the largest result of an expression", "money of long games: 10^9")
    looks: int = _limit(1_000_000, "pieces that one expression looks at", "10,000 cards, 100 times")
    claim_looks: int = _limit(
        3_000_000,
        "pieces that all expressions of a game look at",
        "200 claims about 10,000 cards",
        500_000_000,
    )

    # What templates draw.
    template_words: int = _limit(60_000, "words and symbols of one template", "a long one has 5,000")

    # Drawings and pictures.
    svg_bytes: int = _limit(
        8_000_000, "bytes of an SVG file", "a board traced with 50,000 nodes has 2 MB", 64_000_000
    )
    shapes: int = _limit(100_000, "shapes of a drawing", "a traced board has 5,000", 1_000_000)
    depth: int = _limit(200, "groups inside groups", "editors make 20")
    picture_bytes: int = _limit(
        100_000_000, "bytes of a picture", "an A2 poster as PNG has 60 MB", 500_000_000
    )
    picture_side: int = _limit(12_000, "pixels of one side of a picture", "A2 at 300 dpi: 7,016", 30_000)
    picture_pixels: int = _limit(60_000_000, "pixels of a picture", "A2 at 300 dpi: 35 million", 250_000_000)
    font_bytes: int = _limit(64_000_000, "bytes of a font file", "all Chinese letters: 30 MB")

    # What drawing takes of a worker process.
    seconds: int = _limit(5, "seconds of CPU time for one face", "0.05; with a large photograph 1", 60)
    slow_seconds: int = _limit(
        8,
        "seconds that the faces of a game take beyond 0.25 each, and that its rules take",
        "0; 100 large photographs 5",
        3_600,
    )
    memory: int = _limit(
        700_000_000, "bytes of memory for drawing", "an A2 poster 300 million", 8_000_000_000
    )


USUAL_LIMITS = GameLimits()  # What holds where game.yaml says nothing.


def table() -> Iterator[Limit]:
    """Yield every limit in the order of the table.

    >>> next(table()).value
    5000000
    """
    for limit in fields(GameLimits):
        about = limit.metadata
        yield Limit(
            limit.name, getattr(USUAL_LIMITS, limit.name), about["what"], about["real"], about["most"]
        )


def raisable() -> dict[str, Limit]:
    """Return the limits that game.yaml may raise, by name."""
    return {limit.name: limit for limit in table() if limit.most}


def too_much(name: str, most: int) -> str:
    """Return what is said of more than `most` of what a limit counts.

    >>> too_much("cells", 500_000)
    'more than 500,000 cells of one table'
    """
    what = next(limit.what for limit in table() if limit.name == name)
    return f"more than {most:,} {what}"


def raised(name: str, needed: int) -> str:
    """Return how to raise a limit so that `needed` is within it, to go on a hint with; "" where that cannot be.

    >>> raised("pieces", 20_000)
    ', or raise the limit in game.yaml: limits: {pieces: 20000}'
    >>> raised("pieces", 20_000_000), raised("copies", 1000)
    ('', '')
    """
    limit = raisable().get(name)
    possible = limit is not None and needed <= limit.most
    return f", or raise the limit in game.yaml: limits: {{{name}: {needed}}}" if possible else ""


# What drawing holds to.

SMALLEST_TEXT_PT = 7  # Below, home printers' text is unreadable; templates know it as `smallest`.
UNREADABLE_PT = 4  # Below this nobody reads a print at all, whatever printer it comes from.
JPEG_QUALITY = 95  # of a JPEG that has to be written again: no difference to be seen in print
PICTURES_HELD = 32  # a picture on many cards is read once, a thousand pictures do not pile up
DRAWINGS_HELD = 1_000  # Drawings, of some 10 KB, held in memory; those of more pieces wait on disk.
WALL_SECONDS = 180.0  # Of the clock for a worker's task: the last resort against endless waits.

CONVERT_SECONDS, CONVERT_SECONDS_PER_FACE = 2.0, 0.05
"""Of a processor, for faces converted together; when that is not enough they are converted one by one."""

SIMPLER = "make the drawing simpler: fewer filters, patterns and groups inside groups, smaller pictures"
"""What helps against a face that takes too long, or too much."""
