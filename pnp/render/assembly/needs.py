"""What somebody needs to make a game: papers by the sheet, board, tools. Nothing that this game has no use for."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from pnp.model.game import Value
from pnp.model.geometry import Size

TOOLS: Mapping[str, str] = MappingProxyType(
    {
        "knife": "craft knife, steel ruler, cutting mat",
        "scissors": "scissors",
        "pen": "ruler, and an empty ballpoint to score with",
        "punch": "corner punch, {corner:g} mm",
        "glue": "glue stick",
        "spray": "spray glue, or a glue stick",
        "pin": "pins",
        "book": "two heavy books",
        "stapler": "long stapler, or needle and thread",
    }
)
"""What each tool in a picture is called."""


SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        "disc": "disc",
        "discs": "disc",
        "pencil": "pen",
        "pen": "pen",
        "card": "board",
        "board": "board",
        "glue": "glue",
    }
)
"""What a word among the things that are bought is shown by."""


def needs_of(
    *,
    stocks: Mapping[str, int],
    boards: Sequence[tuple[int, float, Size]],
    others: Sequence[str],
    tools: Collection[str],
    corner: float = 0.0,
) -> tuple[Value, ...]:
    """Return the list: `stocks` are sheets by what is said of the paper, `boards` how many of a thickness and size.

    `others` are things that are bought as they are, `tools` those that the pictures show; `corner` is the radius of corners.
    """
    return tuple(
        {"symbol": symbol, "text": text} for symbol, text in _needs(stocks, boards, others, tools, corner)
    )


def _needs(
    stocks: Mapping[str, int],
    boards: Sequence[tuple[int, float, Size]],
    others: Sequence[str],
    tools: Collection[str],
    corner: float,
) -> Iterator[tuple[str, str]]:
    for words, sheets in stocks.items():
        yield "labels" if words.startswith("Label") else "paper", f"**{sheets} ×** {_inside(words)}"
    for count, thickness, size in boards:
        sides = f"{size.width:g} × {size.height:g} mm"
        yield "board", f"**{count} ×** grey board, {thickness:g} mm thick, {sides}"
    for words in others:
        yield _symbol_of(words), words
    for tool, words in TOOLS.items():
        if tool in tools:
            yield tool, words.format(corner=corner)


def _symbol_of(words: str) -> str:
    """Return the symbol of a thing that is bought as it is: of what its words name, or a plain one.

    >>> _symbol_of("thick card for the markers"), _symbol_of("**3 ×** disc, 25 mm or wider"), _symbol_of("2 cubes")
    ('board', 'disc', 'thing')
    """
    named = re.findall(r"[a-z]+", words.lower())
    return next((SYMBOLS[word] for word in named if word in SYMBOLS), "thing")


def _inside(words: str) -> str:
    """Return a sentence as a part of one.

    >>> _inside("Plain paper; card lasts longer.")
    'plain paper; card lasts longer'
    """
    return words[:1].lower() + words[1:].rstrip(".")
