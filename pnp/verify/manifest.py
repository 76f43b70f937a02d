"""The manifest says what the file holds."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from pnp.export.manifest import fingerprint_of
from pnp.model.diagnostics import Diagnostic
from pnp.model.geometry import Rect
from pnp.model.sheet import Backs
from pnp.verify.checked_file import CheckedFile, ReadPage, same_rect

HINT = "build again: the manifest and the PDF come from different builds"

Fact = tuple[str, str | None]
"""What the manifest and the file disagree on, and the piece it is about."""


def check_manifest(manifest: Mapping[str, Any], checked: CheckedFile, flip: Backs) -> Iterator[Diagnostic]:
    """Yield where the manifest and the file disagree: pieces, pages, and what lies where."""
    return _findings(checked, lambda: (*_pieces(manifest, checked), *_sheets(manifest, checked, flip)))


def check_left_out(manifest: Mapping[str, Any], checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield which pieces of a component that had no room on the paper are others now: it may have room."""
    return _findings(checked, lambda: tuple(_pieces(manifest, checked)))


def _findings(checked: CheckedFile, compare: Callable[[], tuple[Fact, ...]]) -> Iterator[Diagnostic]:
    try:
        facts = compare()
    except (KeyError, TypeError, AttributeError):  # somebody edited it
        facts = (("the manifest is not of the promised form", None),)
    for fact, piece in facts:
        yield checked.finding("PNP561", fact, HINT, piece=piece)


def _pieces(manifest: Mapping[str, Any], checked: CheckedFile) -> Iterator[Fact]:
    component = checked.component
    entries = {entry["id"]: entry for entry in manifest["pieces"] if entry["component"] == component.id}
    pieces = {piece.id: piece for piece in component.pieces}
    for piece in sorted(entries.keys() ^ pieces.keys()):
        what = "is not in the data any more" if piece in entries else "is not in the manifest"
        yield f"{checked.piece(piece)} {what}", piece
    for piece in sorted(entries.keys() & pieces.keys()):
        entry, copies, name = entries[piece], pieces[piece].copies, checked.piece(piece)
        if entry["copies"] != copies:
            yield f"{name}: {entry['copies']} copies in the manifest, {copies} in the data", piece
        if entry["sha256"] != fingerprint_of(checked.deck, piece):
            yield f"{name} looks different now than when the manifest was written", piece


def _sheets(manifest: Mapping[str, Any], checked: CheckedFile, flip: Backs) -> Iterator[Fact]:
    mine = (checked.component.id, checked.paper.name)
    entries = {
        entry["page"]: entry for entry in manifest["sheets"] if (entry["component"], entry["paper"]) == mine
    }
    if sorted(entries) != [sheet.page for sheet, _ in checked.pages]:
        yield f"the file has {len(checked.pages)} pages, the manifest lists {len(entries)}", None
        return
    for page in checked.pages:
        sheet, entry = page[0], entries[page[0].page]
        if (entry["side"], entry["flip"]) != (sheet.side, flip):
            yield f'{sheet} (flip {flip}) is "{entry["side"]}" (flip {entry["flip"]}) in the manifest', None
        yield from _placements(entry["placements"], page, checked)


def _placements(entries: Sequence[Mapping[str, Any]], page: ReadPage, checked: CheckedFile) -> Iterator[Fact]:
    sheet, left = page[0], list(page[1])
    for entry in entries:
        piece, name = entry["piece"], checked.piece(entry["piece"])
        place = Rect(entry["x_mm"], entry["y_mm"], entry["width_mm"], entry["height_mm"])
        found = next((each for each in left if same_rect(place, each.card.trim)), None)
        if found is None:
            where = f"{place.x:.2f}, {place.y:.2f} mm"
            yield f"{sheet} has nothing at {where}, where the manifest has {name}", piece
            continue
        left.remove(found)
        turn = found.card.rotation
        if found.face not in (checked.deck.fronts.get(piece), checked.deck.backs.get(piece)):
            shown = f"{sheet.place(found.card)} shows {checked.face(found.face)}"
            yield f"{shown}, the manifest says {name}", piece
        if entry["rotation"] != turn:
            turned = f"{sheet.place(found.card)} is turned by {turn}"
            yield f"{turned}, the manifest says {entry['rotation']}", piece
    for each in left:
        yield f"{sheet.place(each.card)} is not in the manifest", None


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
