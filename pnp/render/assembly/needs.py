"""What somebody needs to make a game: papers by the sheet, board, tools. Nothing that this game has no use for."""

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
        yield "thing", words
    for tool, words in TOOLS.items():
        if tool in tools:
            yield tool, words.format(corner=corner)


def _inside(words: str) -> str:
    """Return a sentence as a part of one.

    >>> _inside("Plain paper; card lasts longer.")
    'plain paper; card lasts longer'
    """
    return words[:1].lower() + words[1:].rstrip(".")
