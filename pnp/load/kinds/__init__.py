"""The kinds of component: each is a Reader that a module of this package defines."""

from collections.abc import Mapping

from pnp.load.component import COMMON_KEYS, Reader, build_component
from pnp.load.game_yaml import Context
from pnp.load.keys import FileKey, one_of
from pnp.load.nodes import MapNode, Node, ScalarNode, described
from pnp.model.game import Component, Kind
from pnp.plugins import registered
from pnp.text import suggest

_USUAL = "cards"

READERS: Mapping[str, Reader] = {
    reader.kind.name: reader
    for reader in sorted(
        registered(__name__, Reader), key=lambda reader: (reader.kind.name != _USUAL, reader.kind.name)
    )
}
KINDS: Mapping[str, Kind] = {name: reader.kind for name, reader in READERS.items()}  # The kinds by name.
KIND = FileKey("kind", COMMON_KEYS[0].doc, one_of(READERS))


def read_component(component_id: str, node: Node, context: Context) -> Component | None:
    """Return the component of a file, or None with findings."""
    section = context.findings.want_map(node, f"{component_id}.yaml")
    if section is None:
        return None
    kind = context.findings.require(section, "kind", "the component", example="cards")
    name = kind.text if isinstance(kind, ScalarNode) else ""
    if kind is None:
        name = _USUAL  # the rest of the file can still be checked as the kind it most often is
    elif name not in READERS:
        hint = suggest(name, READERS, what="kinds")
        message = f"there is no kind of component called {described(kind)}"
        context.findings.error("PNP114", message, kind.place, hint=hint)
        return None
    reader = READERS[name]
    keys = reader.keys if kind else {key for known in READERS.values() for key in known.keys}
    context.findings.check_keys(section, (*COMMON_KEYS, *keys), "a component")
    form = reader.read(section, context)
    return build_component(component_id, reader.kind, form, section, context)


def is_read_last(node: Node) -> bool:
    """Say whether the file is of a kind that needs the other components first."""
    kind = node.get("kind") if isinstance(node, MapNode) else None
    return isinstance(kind, ScalarNode) and kind.text in READERS and READERS[kind.text].last
