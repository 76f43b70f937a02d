"""A component file: what every kind has in common, then the kind's own reader."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pnp.load.header import Context
from pnp.load.kinds import board, box, cards, dice, discs, markers, sheet, stickers, tiles
from pnp.load.schema import check_keys, require, want_map
from pnp.load.yaml_nodes import MapNode, Node, ScalarNode, described
from pnp.model.game import Component
from pnp.text import suggest

# The kinds of component there are. A new kind is a module with KEYS and a reader, and one line here.


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


COMMON = ("kind", "title", "note")


def read_component(component_id: str, node: Node, context: Context) -> Component | None:
    """Return the component of a file, or None with findings."""
    section = want_map(node, f"{component_id}.yaml", context.findings)
    if section is None:
        return None
    kind_node = require(section, "kind", "the component", context.findings, example="cards")
    if kind_node is None:
        kind = KINDS["cards"]  # the rest of the file can still be checked as the kind it most often is
    else:
        name = kind_node.text if isinstance(kind_node, ScalarNode) else ""
        if name not in KINDS:
            hint = suggest(name, KINDS, what="kinds")
            message = f"there is no kind of component called {described(kind_node)}"
            context.findings.error("PNP114", message, kind_node.place, hint=hint)
            return None
        kind = KINDS[name]
    keys = kind.keys if kind_node else tuple({key: None for each in KINDS.values() for key in each.keys})
    check_keys(section, (*COMMON, *keys), "a component", context.findings)
    return kind.read(component_id, section, context)


def is_read_last(node: Node) -> bool:
    """Say whether the file is of a kind that needs the other components first."""
    kind = node.get("kind") if isinstance(node, MapNode) else None
    return isinstance(kind, ScalarNode) and kind.text in KINDS and KINDS[kind.text].last
