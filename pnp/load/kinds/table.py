"""The kinds of component there are. A new kind is a module with KEYS and a reader, and one line here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pnp.load.context import Context
from pnp.load.kinds import board, box, cards, dice, discs, markers, sheet, stickers, tiles
from pnp.load.yaml.nodes import MapNode
from pnp.model.game import Component


@dataclass(frozen=True, slots=True)
class Kind:
    """The keys of a kind beyond those that every component has, and how its file becomes a Component.

    A kind that is read `last` finds the game's other components in its context.
    """

    keys: tuple[str, ...]
    read: Callable[[str, MapNode, Context], Component | None]
    last: bool = False


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "cards": Kind(cards.KEYS, cards.read_cards),
        "board": Kind(board.KEYS, board.read_board),
        "box": Kind(box.KEYS, box.read_box, last=True),
        "dice": Kind(dice.KEYS, dice.read_dice),
        "discs": Kind(discs.KEYS, discs.read_discs),
        "markers": Kind(markers.KEYS, markers.read_markers),
        "sheet": Kind(sheet.KEYS, sheet.read_sheet),
        "stickers": Kind(stickers.KEYS, stickers.read_stickers),
        "tiles": Kind(tiles.KEYS, tiles.read_tiles),
    }
)
