"""Values that replace those of a game's files for one build, such as a player's name."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pnp.load.nodes import Key, MapNode, ScalarNode

SETTABLE = ("copies", "front", "back", "extra", "art")
"""The keys of a piece that an override may set although they are not written; of all others, those that are."""


@dataclass(frozen=True, slots=True)
class Override:
    """A value for a field of all pieces of a component, or of one; without a component, for a key of game.yaml.

    A key inside another is written with a dot: "facts.rounds".
    """

    component: str
    piece: str
    field: str
    node: ScalarNode


def override_keys(section: MapNode, overrides: Sequence[Override]) -> MapNode:
    """Return what game.yaml says with the values meant for it."""
    for each in overrides:
        if not each.component:
            section = _with_value(section, each.field.split("."), each.node)
    return section


def _with_value(section: MapNode, path: Sequence[str], node: ScalarNode) -> MapNode:
    key, *inner = path
    old = section.get(key)
    value = _with_value(old, inner, node) if inner and isinstance(old, MapNode) else node
    if key not in section:
        return MapNode((*section.entries, (Key(key, node.place), value)), section.place)
    entries = tuple((name, value if name.text == key else kept) for name, kept in section.entries)
    return MapNode(entries, section.place)


def fields_of_piece(
    overrides: Sequence[Override], piece: str | None, written: Collection[str]
) -> dict[str, ScalarNode]:
    """Return the values for one piece of the component they are meant for, by field; its own win.

    `written` are the fields that the piece has: it gets no others.
    """
    own = [each for each in overrides if each.piece in ("", piece)]
    known = {*written, *SETTABLE}
    return {each.field: each.node for each in sorted(own, key=lambda each: each.piece) if each.field in known}
