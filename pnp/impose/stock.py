"""What each kind of component is printed on: only pieces on the same stock may share a sheet."""

from collections.abc import Mapping
from types import MappingProxyType

STOCK: Mapping[str, str] = MappingProxyType(
    {
        "cards": "card",
        "tiles": "card on grey board",
        "discs": "card on grey board",
        "dice": "thin card",
        "markers": "card",
        "sheet": "paper",
    }
)
"""By kind. A kind that is not here keeps its sheets to itself: stickers, for the label sheets they are printed on;
boards and boxes, which fill theirs."""


def stock_of(kind: str) -> str | None:
    """Return what a kind is printed on, None for one that shares its sheets with nobody.

    >>> stock_of("cards"), stock_of("stickers")
    ('card', None)
    """
    return STOCK.get(kind)
