"""How rules.yaml explains the pieces of a component: an introduction, labelled values, and notes on single pieces."""

import re

from pnp.load.fields import check_keys, want_map, want_text
from pnp.load.near import suggest
from pnp.load.rules.selections import Dangling, field_of, fields_of, find_piece
from pnp.load.rules.sentences import Scribe
from pnp.load.yaml.nodes import MapNode, Node, ScalarNode
from pnp.model.game import Component, Piece
from pnp.model.rules import CardWords, PieceNote

_THIS = re.compile(r"\[\[this ([A-Za-z0-9_.]+)")


def read_cards(node: Node | None, scribe: Scribe) -> dict[str, CardWords]:
    """Return the explanations by component id."""
    section = want_map(node, "cards", scribe.findings)
    known = {component.id: component for component in scribe.game.components}
    explained: dict[str, CardWords] = {}
    for key, value in section.entries if section else ():
        if key.text not in known:
            hint = suggest(key.text, known, what="components")
            scribe.findings.error("PNP171", f'there is no component "{key.text}"', key.place, hint=hint)
            continue
        words = want_map(value, key.text, scribe.findings)
        if words:
            explained[key.text] = _component(words, known[key.text], scribe)
    return explained


def _component(section: MapNode, component: Component, scribe: Scribe) -> CardWords:
    check_keys(section, ("intro", "facts", "same", "notes"), f"cards: {component.id}", scribe.findings)
    facts = want_map(section.get("facts"), "facts", scribe.findings)
    same = want_map(section.get("same"), "same", scribe.findings)
    shown: dict[str, tuple[tuple[str, str], ...]] = {}
    for piece in component.pieces:
        if piece.extra:
            continue
        labelled = [
            (key.text, scribe.text(value, key.text, this=fields_of(piece)))
            for key, value in (facts.entries if facts else ())
            if not _lacks(value, piece, component)
        ]
        labelled += _kin(same, piece, component, scribe)
        shown[piece.id] = tuple((label, text) for label, text in labelled if text)
    intro = scribe.texts(section.get("intro"), "intro")
    return CardWords(intro, shown if facts or same else {}, _notes(section.get("notes"), component, scribe))


def _lacks(node: Node, piece: Piece, component: Component) -> bool:
    """Say whether a sentence speaks of a field that other pieces have and this one, a blank card, has not."""
    paths = _THIS.findall(node.text) if isinstance(node, ScalarNode) else []
    return any(
        field_of(piece, path) is None and any(field_of(other, path) is not None for other in component.pieces)
        for path in paths
    )


def _kin(same: MapNode | None, piece: Piece, component: Component, scribe: Scribe) -> list[tuple[str, str]]:
    """Return, for each field of `same`, links to the other pieces that have the same value in it."""
    found = []
    for key, node in same.entries if same else ():
        path = want_text(node, key.text, scribe.findings) or ""
        if all(field_of(other, path) is None for other in component.pieces):
            hint = suggest(path, fields_of(piece), what="fields")
            message = f'no piece of {component.id} has a field "{path}"'
            scribe.findings.error("PNP172", message, node.place, hint=hint)
            continue
        value = field_of(piece, path)
        others = [
            f"[[card {component.id}/{other.id}]]"
            for other in component.pieces
            if other is not piece and value is not None and field_of(other, path) == value
        ]
        found.append((key.text, ", ".join(others)))
    return found


def _notes(node: Node | None, component: Component, scribe: Scribe) -> dict[str, PieceNote]:
    section = want_map(node, "notes", scribe.findings)
    notes: dict[str, PieceNote] = {}
    for key, value in section.entries if section else ():
        piece = find_named(f"{component.id}/{key.text}", ScalarNode(key.text, key.text, key.place), scribe)
        if piece is not None:
            notes[key.text] = PieceNote(scribe.texts(value, key.text, this=fields_of(piece)))
    return notes


def find_named(name: str, node: Node, scribe: Scribe) -> Piece | None:
    """Return the piece of that name, or None with PNP171 at `node`."""
    try:
        return find_piece(name, scribe.game)[1]
    except Dangling as error:
        scribe.findings.error(error.code, str(error), node.place, hint=error.hint)
        return None
