"""Which of a component's defaults a piece takes: all of them, but an extra piece only those that it can make sense of.

A reference card among the cards has no cost to look up. It is not part of the game, so it is let off; a card of the
game that lacks a field is a mistake.
"""

from collections.abc import Mapping

from pnp.load.nodes import ListNode, MapNode, Node, ScalarNode


def defaults_for(
    own: Mapping[str, Node], defaults: Mapping[str, Node], *, variables: frozenset[str]
) -> dict[str, Node]:
    """Return the defaults that apply to a piece with these own fields and variables."""
    taken = dict(defaults)
    extra = own.get("extra", defaults.get("extra"))
    if not isinstance(extra, ScalarNode) or extra.value is not True:
        return taken
    while True:
        known = {*own, *taken, *variables}
        lost = [name for name, node in taken.items() if not _made_from(node) <= known]
        if not lost:
            return taken
        for name in lost:
            del taken[name]


def _made_from(node: Node) -> set[str]:
    """Return the fields that a look-up or a wording is made from."""
    if not isinstance(node, MapNode):
        return set()
    names = node.get("by") if "table" in node else node.get("words")
    items = names.items if isinstance(names, ListNode) else (names,)
    return {item.text for item in items if isinstance(item, ScalarNode)}
