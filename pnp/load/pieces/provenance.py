"""Where each fact of a piece comes from: `source`, for the whole piece or field by field."""

from collections.abc import Collection
from typing import cast, get_args

from pnp.load.fields import check_keys
from pnp.load.findings import Findings
from pnp.load.near import suggest
from pnp.load.yaml.nodes import MapNode, Node, ScalarNode, described
from pnp.model.game import Provenance, Source

KINDS: tuple[str, ...] = get_args(Provenance)


def read_source(
    node: Node | None,
    *,
    fields: Collection[str],
    pointers: Collection[str] | None,
    strict: bool,
    findings: Findings,
) -> dict[str, Source]:
    """Return the sources by field name, "" for the whole piece.

    `pointers` are the ids that game.yaml lists, None when it lists none. A field that the piece has not is an error
    when `strict`, and passed over when not (the source of a default that this piece does without).
    """
    if node is None:
        return {}
    if isinstance(node, ScalarNode) or (isinstance(node, MapNode) and "kind" in node):
        source = _one(node, pointers, findings)
        return {"": source} if source else {}
    if not isinstance(node, MapNode):
        findings.error(
            "PNP104", f"source must be a word, got {described(node)}", node.place, hint="write source: stated"
        )
        return {}
    sources: dict[str, Source] = {}
    for key, value in node.entries:
        if key.text not in fields:
            if strict:
                hint = suggest(key.text, fields, what="fields")
                findings.error("PNP118", f'this piece has no field "{key.text}"', key.place, hint=hint)
            continue
        source = _one(value, pointers, findings)
        if source:
            sources[key.text] = source
    return sources


def _one(node: Node, pointers: Collection[str] | None, findings: Findings) -> Source | None:
    """Return one source: a word, or {kind: word, pointer: id}."""
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        kind = read_kind(node, findings)
        return Source(kind) if kind else None
    word = node.get("kind") if isinstance(node, MapNode) else None
    if not isinstance(node, MapNode) or not isinstance(word, ScalarNode):
        hint = "write stated, found, derived or reconstructed"
        findings.error("PNP104", f"a source must be a word, got {described(node)}", node.place, hint=hint)
        return None
    check_keys(node, ("kind", "pointer"), "a source", findings)
    kind = read_kind(word, findings)
    pointer = node.get("pointer")
    if pointer is None or kind is None:
        return Source(kind) if kind else None
    if not isinstance(pointer, ScalarNode) or pointer.value is None:
        findings.error(
            "PNP104",
            f"pointer must be one id, got {described(pointer)}",
            pointer.place,
            hint="write pointer: W1",
        )
        return None
    if pointers is not None and pointer.text not in pointers:
        hint = suggest(pointer.text, pointers, what="sources")
        findings.error("PNP118", f'game.yaml lists no source "{pointer.text}"', pointer.place, hint=hint)
        return None
    return Source(kind, pointer.text)


def read_kind(node: ScalarNode, findings: Findings) -> Provenance | None:
    """Return the word that says where a fact comes from; None with PNP114."""
    if node.text in KINDS:
        return cast("Provenance", node.text)
    hint = suggest(node.text, KINDS, what="words")
    findings.error("PNP114", f'"{node.text}" does not say where a fact comes from', node.place, hint=hint)
    return None
