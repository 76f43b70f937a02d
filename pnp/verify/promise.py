"""What the manifest of a reprint promises: so many copies of some pieces, as they look now."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.model.diagnostics import Diagnostic
from pnp.model.edition import Address
from pnp.model.face import Deck
from pnp.model.game import Component


@dataclass(frozen=True, slots=True)
class Promise:
    """How many copies of which piece there should be; what is wrong with that; whether a piece looks different now."""

    copies: Mapping[Address, int]
    findings: tuple[Diagnostic, ...]
    outdated: bool = False


def promise(
    manifest: Mapping[str, Any],
    components: Sequence[Component],
    decks: Sequence[Deck],
    *,
    game: str,
    file: str,
) -> Promise:
    """Return what a manifest, {} when there is none, promises of a game drawn afresh; `file` is what to call it."""
    if not manifest:
        return Promise({}, (Diagnostic("PNP561", f"{file} is not there, or is none of ours", game=game),))
    known = {
        (component.id, piece.id): (piece.copies, _looks(deck, piece.id))
        for component, deck in zip(components, decks, strict=True)
        for piece in component.pieces
    }
    copies: dict[Address, int] = {}
    found: list[Diagnostic] = []
    outdated = False
    for entry in manifest["pieces"]:
        address, number = (str(entry.get("component")), str(entry.get("id"))), entry.get("copies")
        most, looks = known.get(address, (0, ""))
        fact = None
        if not isinstance(number, int) or not 0 < number <= most:
            fact = "is not in the data, or not in that number"
        else:
            copies[address] = number
            if entry.get("sha256") != looks:
                outdated = True
                fact = "looks different now than when the reprint was made"
        if fact is not None:
            name = "/".join(address)
            found.append(Diagnostic("PNP561", f"{file}: {name} {fact}", game=game, piece=name))
    return Promise(copies, tuple(found), outdated)


def _looks(deck: Deck, piece: str) -> str:
    """Return what the manifest says of these faces."""
    return hashlib.sha256(f"{deck.fronts.get(piece, '')}\n{deck.backs.get(piece, '')}".encode()).hexdigest()
