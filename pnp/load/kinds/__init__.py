"""The kinds of component there are. A new kind is a module here and its line in READERS."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pnp.load.component import Form, build_component
from pnp.load.header import Context
from pnp.load.kinds import board, box, cards, dice, discs, markers, sheet, stickers, tiles
from pnp.load.nodes import MapNode, Node, ScalarNode, described
from pnp.model.game import Component
from pnp.model.kinds import Kind
from pnp.text import suggest


@dataclass(frozen=True, slots=True)
class Reader:
    """The keys of a kind beyond those that every component has, and what the kind makes of them.

    A kind that is read `last` finds the game's other components in its context.
    """

    kind: Kind
    keys: tuple[str, ...]
    read: Callable[[MapNode, Context], Form]
    last: bool = False


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        reader.kind.name: reader
        for reader in (
            Reader(cards.KIND, cards.KEYS, cards.read_cards),
            Reader(board.KIND, board.KEYS, board.read_board),
            Reader(box.KIND, box.KEYS, box.read_box, last=True),
            Reader(dice.KIND, dice.KEYS, dice.read_dice),
            Reader(discs.KIND, discs.KEYS, discs.read_discs),
            Reader(markers.KIND, markers.KEYS, markers.read_markers),
            Reader(sheet.KIND, sheet.KEYS, sheet.read_sheet),
            Reader(stickers.KIND, stickers.KEYS, stickers.read_stickers),
            Reader(tiles.KIND, tiles.KEYS, tiles.read_tiles),
        )
    }
)
KINDS: Mapping[str, Kind] = MappingProxyType({name: reader.kind for name, reader in READERS.items()})
"""The kinds by name."""

COMMON = ("kind", "title", "note")


def read_component(component_id: str, node: Node, context: Context) -> Component | None:
    """Return the component of a file, or None with findings."""
    section = context.findings.want_map(node, f"{component_id}.yaml")
    if section is None:
        return None
    kind = context.findings.require(section, "kind", "the component", example="cards")
    name = kind.text if isinstance(kind, ScalarNode) else ""
    if kind is None:
        name = "cards"  # the rest of the file can still be checked as the kind it most often is
    elif name not in READERS:
        hint = suggest(name, READERS, what="kinds")
        message = f"there is no kind of component called {described(kind)}"
        context.findings.error("PNP114", message, kind.place, hint=hint)
        return None
    reader = READERS[name]
    keys = reader.keys if kind else {key for each in READERS.values() for key in each.keys}
    context.findings.check_keys(section, (*COMMON, *keys), "a component")
    form = reader.read(section, context)
    return build_component(component_id, reader.kind, form, section, context)


def is_read_last(node: Node) -> bool:
    """Say whether the file is of a kind that needs the other components first."""
    kind = node.get("kind") if isinstance(node, MapNode) else None
    return isinstance(kind, ScalarNode) and kind.text in READERS and READERS[kind.text].last
