"""The kinds of component there are. A new kind is a module with KEYS and a reader, and one line here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pnp.load import board, cards, sheet
from pnp.load.context import Context
from pnp.load.nodes import MapNode
from pnp.model.game import Component


@dataclass(frozen=True, slots=True)
class Kind:
    """The keys of a kind beyond those that every component has, and how its file becomes a Component."""

    keys: tuple[str, ...]
    read: Callable[[str, MapNode, Context], Component | None]


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "cards": Kind(cards.KEYS, cards.read_cards),
        "board": Kind(board.KEYS, board.read_board),
        "sheet": Kind(sheet.KEYS, sheet.read_sheet),
    }
)
