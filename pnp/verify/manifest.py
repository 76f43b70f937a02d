"""The manifest says what the file holds."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pnp.export.manifest import fingerprint_of
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck
from pnp.model.game import Component
from pnp.model.geometry import Rect
from pnp.model.sheet import Paper
from pnp.model.sides import Backs
from pnp.verify.checks import Naming, ReadPage, same
from pnp.verify.face_match import RecognisedCard
from pnp.verify.pdf_reader import PdfPage

HINT = "build again: the manifest and the PDF come from different builds"


def check_manifest(
    manifest: Mapping[str, Any],
    pages_read: Sequence[ReadPage],
    *,
    component: Component,
    deck: Deck,
    flip: Backs,
    paper: Paper,
    names: Naming,
) -> Iterator[Diagnostic]:
    """Yield where the manifest and the file disagree: pieces, pages, and what lies where."""
    try:
        yield from _pieces(manifest, component, deck, names)
        yield from _sheets(
            manifest, pages_read, component=component, deck=deck, flip=flip, paper=paper, names=names
        )
    except (KeyError, TypeError, AttributeError):  # somebody edited it
        yield names.finding("PNP561", "the manifest is not of the promised form", HINT)


def _sheets(
    manifest: Mapping[str, Any],
    pages_read: Sequence[ReadPage],
    *,
    component: Component,
    deck: Deck,
    flip: Backs,
    paper: Paper,
    names: Naming,
) -> Iterator[Diagnostic]:
    mine = (component.id, paper.name)
    entries = {
        entry["page"]: entry for entry in manifest["sheets"] if (entry["component"], entry["paper"]) == mine
    }
    if sorted(entries) != [sheet.page for sheet, _ in pages_read]:
        fact = f"the file has {len(pages_read)} pages, the manifest lists {len(entries)}"
        yield names.finding("PNP561", fact, HINT)
        return
    for sheet, seen in pages_read:
        entry = entries[sheet.page]
        if (entry["side"], entry["flip"]) != (sheet.side, flip):
            fact = f'{sheet} (flip {flip}) is "{entry["side"]}" (flip {entry["flip"]}) in the manifest'
            yield names.finding("PNP561", fact, HINT)
        yield from _placements(entry["placements"], sheet, seen, deck, names)


def _pieces(
    manifest: Mapping[str, Any], component: Component, deck: Deck, names: Naming
) -> Iterator[Diagnostic]:
    entries = {entry["id"]: entry for entry in manifest["pieces"] if entry["component"] == component.id}
    pieces = {piece.id: piece for piece in component.pieces}
    for piece in sorted(entries.keys() ^ pieces.keys()):
        what = "is not in the data any more" if piece in entries else "is not in the manifest"
        yield names.finding("PNP561", f"{names.piece(piece)} {what}", HINT, piece=piece)
    for piece in sorted(entries.keys() & pieces.keys()):
        entry, copies = entries[piece], pieces[piece].copies
        if entry["copies"] != copies:
            fact = f"{names.piece(piece)}: {entry['copies']} copies in the manifest, {copies} in the data"
            yield names.finding("PNP561", fact, HINT, piece=piece)
        if entry["sha256"] != fingerprint_of(deck, piece):
            fact = f"{names.piece(piece)} looks different now than when the manifest was written"
            yield names.finding("PNP561", fact, HINT, piece=piece)


def _placements(
    entries: Sequence[Mapping[str, Any]],
    sheet: PdfPage,
    seen: Sequence[RecognisedCard],
    deck: Deck,
    names: Naming,
) -> Iterator[Diagnostic]:
    left = list(seen)
    for entry in entries:
        place = Rect(entry["x_mm"], entry["y_mm"], entry["width_mm"], entry["height_mm"])
        found = next((each for each in left if same(place, each.card.trim)), None)
        if found is None:
            fact = f"{sheet} has nothing at {place.x:.2f}, {place.y:.2f} mm, where the manifest has"
            yield names.finding("PNP561", f"{fact} {names.piece(entry['piece'])}", HINT, piece=entry["piece"])
            continue
        left.remove(found)
        where = sheet.place(found.card)
        shows = (deck.fronts.get(entry["piece"]), deck.backs.get(entry["piece"]))
        if found.face not in shows:
            fact = f"{where} shows {names.seen(found)}, the manifest says {names.piece(entry['piece'])}"
            yield names.finding("PNP561", fact, HINT, piece=entry["piece"])
        if entry["rotation"] != found.card.rotation:
            fact = f"{where} is turned by {found.card.rotation}, the manifest says {entry['rotation']}"
            yield names.finding("PNP561", fact, HINT, piece=entry["piece"])
    for each in left:
        yield names.finding("PNP561", f"{sheet.place(each.card)} is not in the manifest", HINT)


# Files that several components share: which components a manifest says are in them, and how it reads for the whole.

_NAME = re.compile(r"packed-[a-z0-9_+-]+")
"""What a file of shared sheets is called; a component's id has no hyphen."""


def packs_in(
    manifest: Mapping[str, Any], paper: str, components: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the packs printed on `paper`, each with those of the `components` that are in it, in their order.

    A manifest that somebody edited says less than it should; what it leaves out is missed elsewhere.
    """
    found: dict[str, set[str]] = {}
    for sheet in manifest.get("sheets", ()):
        name = sheet.get("component")
        if sheet.get("paper") == paper and isinstance(name, str) and _NAME.fullmatch(name):
            found.setdefault(name, set()).update(_parts(sheet))
    return {
        name: tuple(component for component in components if component in parts)
        for name, parts in sorted(found.items())
    }


def _parts(sheet: Mapping[str, Any]) -> set[str]:
    try:
        return {place["piece"].partition("/")[0] for place in sheet["placements"]}
    except (KeyError, TypeError, AttributeError):
        return set()


def pack_manifest(manifest: Mapping[str, Any], name: str, components: Collection[str]) -> dict[str, Any]:
    """Return the manifest with the pieces of these components as the pack `name` calls them: "orders/bench"."""
    pieces = [
        {**entry, "component": name, "id": f"{entry['component']}/{entry['id']}"}
        for entry in manifest.get("pieces", ())
        if "id" in entry and entry["component"] in components
    ]
    return {"pieces": pieces, "sheets": manifest.get("sheets", ())}
