"""manifest.json: what was built, in numbers that other programs can read.

    {"game", "version",
     "pieces": [{"component", "id", "copies", "front", "back", "sha256"}],
     "sheets": [{"file", "page", "paper", "side", "component", "flip",
                 "placements": [{"piece", "copy", "x_mm", "y_mm", "width_mm", "height_mm", "rotation"}]}],
     "rules": [file], "print": [file], "left_out": [file],
     "made_with": {file: {"backs", "marks", "margin_mm", "printer_type", "renderer", "theme"}}}

Where components share sheets, those sheets' component is the name of the pack and a piece goes by "component/piece".
Those left out are files of components that have no room on their paper. What a file was made with is listed where
that is not what a build does unless told. Files are relative to the manifest; `sha256` changes when and only when a face of the piece does; (x, y) is the
top-left corner of the trim from the top-left corner of the page.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pnp.escaping import json_parts
from pnp.export.pdf_objects import correction_in_points
from pnp.files import read_text, writing
from pnp.model.face import Deck, Side
from pnp.model.game import Component, Game
from pnp.model.sheet import Sheet
from pnp.text import decimal

NAME = "manifest.json"
LARGEST = 200_000_000  # Bytes that are still read; ten thousand cards on two papers take some ten million.
_LISTS = ("rules", "print", "left_out")  # Files made of others, without pieces, or not made.
_SINGLE = (str, int, float, type(None))  # What a value is that holds no others.
_PIECE = {"component": str, "id": str}
_SHEET = {"component": str, "paper": str, "page": int, "file": str, "placements": list}
_PLACEMENT = {"piece": str}
_T = TypeVar("_T")


def manifest_of(
    old: dict[str, Any],
    game: Game,
    decks: Mapping[str, Deck],
    sheets: Sequence[Sheet],
    *,
    gone: Collection[tuple[str, str]] = (),
    lists: Mapping[str, Collection[str]] = MappingProxyType({}),
    made_with: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return what the manifest of a game says after a build of `decks` (by component) on `sheets`, to be written.

    What the `old` one, {} for none, says about other components and papers of the game stays, except of those `gone`,
    as (component, paper). `lists` are the files of the rules and of everything to print, where they are not those of
    before; `made_with` is how files were made, where that is not the usual way.
    """
    drawn = (component for component in game.components if component.id in decks)
    pieces = [piece for component in drawn for piece in _pieces(component, decks)]
    known = {component.id: {piece.id for piece in component.pieces} for component in game.components}
    replaced = {(sheet.component, sheet.paper) for sheet in sheets}.union(gone)
    before = old.get("sheets", [])
    shows = files_show(before)
    others = [
        entry
        for entry in before
        if (file := (entry["component"], entry["paper"])) not in replaced and shows[file] <= known.keys()
    ]
    made = {(entry["component"], entry["id"]) for entry in pieces}
    shown = {address_of(entry, place["piece"]) for entry in others for place in entry["placements"]} - made
    pieces += [
        entry
        for entry in old.get("pieces", [])
        if (entry["component"], entry["id"]) in shown and entry["id"] in known.get(entry["component"], ())
    ]
    whole: dict[str, Any] = {
        "game": game.id,
        "version": game.version,
        "pieces": sorted(pieces, key=itemgetter("component", "id")),
        "sheets": sorted((*map(sheet_entry, sheets), *others), key=itemgetter("component", "paper", "page")),
    }
    for name in _LISTS:
        if files := sorted(lists.get(name, old.get(name, ()))):
            whole[name] = files
    papers = {entry["paper"] for entry in others} | {sheet.paper for sheet in sheets}
    ways = sorted({**old.get("made_with", {}), **made_with}.items())
    if unusual := {file: way for file, way in ways if way and file.partition("/")[0] in papers}:
        whole["made_with"] = unusual
    return whole


def write_manifest(folder: Path, whole: Mapping[str, Any]) -> None:
    """Write what `manifest_of` has returned into a game's output folder. Raises CannotWrite."""
    with writing(folder / NAME, root=folder) as stream:
        for part in chain(json_parts(whole, indent=2), ["\n"]):
            stream.write(part.encode())


def listed_files(whole: Mapping[str, Any]) -> set[str]:
    """Return every file that a manifest names, whether `read` or still to be written."""
    faces = (entry.get(side) for entry in whole.get("pieces", ()) for side in ("front", "back"))
    sheets = (entry.get("file") for entry in whole.get("sheets", ()))
    lists = (*whole.get("rules", ()), *whole.get("print", ()))
    return {name for name in (*faces, *sheets, *lists) if isinstance(name, str)}


def how_made(manifest: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """Return what the manifest says that a file was made with, {} for the usual."""
    way: Mapping[str, Any] = manifest.get("made_with", {}).get(file, {})
    return way


def files_show(sheets: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], set[str]]:
    """Return the components of which each file has pieces, by (component or pack, paper); a page may be empty."""
    shown: dict[tuple[str, str], set[str]] = {}
    for sheet in sheets:
        of_file = shown.setdefault((sheet["component"], sheet["paper"]), set())
        of_file.update(address_of(sheet, place["piece"])[0] for place in sheet["placements"])
    return shown


def address_of(sheet: Mapping[str, Any], piece: str) -> tuple[str, str]:
    """Return the component and the id of a piece on a sheet.

    >>> address_of({"component": "packed-cards"}, "orders/bench"), address_of({"component": "orders"}, "bench")
    (('orders', 'bench'), ('orders', 'bench'))
    """
    component, slash, name = piece.partition("/")
    return (component, name) if slash else (sheet["component"], piece)


def entries_of(manifest: Mapping[str, Any], component: str, paper: str) -> tuple[dict[str, Any], ...]:
    """Return what a manifest says of the sheets of a component, or a pack, on a paper, by page."""
    sheets = (sheet for sheet in manifest.get("sheets", ()) if sheet["component"] == component)
    on_paper = (sheet for sheet in sheets if sheet["paper"] == paper)
    return tuple(sorted(on_paper, key=itemgetter("page")))


def read(path: Path) -> dict[str, Any]:
    """Return the manifest at `path`, {} where there is none of ours, without what somebody has written badly into it."""
    try:
        text = read_text(path, limit=LARGEST)
        manifest = json.loads(text)
        plain = json.dumps(manifest, ensure_ascii=False) if "\\u" in text else ""
        if "\\u0000" in plain or plain != plain.encode(errors="replace").decode():
            return {}  # no name of a file can have half a letter, or the character zero
        pieces = [entry for entry in manifest["pieces"] if _has(entry, _PIECE)]
        sheets = [
            entry
            for entry in manifest["sheets"]
            if _has(entry, _SHEET) and all(_has(place, _PLACEMENT) for place in entry["placements"])
        ]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    lists = {
        name: [file for file in _as(list, manifest.get(name)) if isinstance(file, str)] for name in _LISTS
    }
    made_with = {
        file: {key: value for key, value in _as(dict, way).items() if isinstance(value, _SINGLE)}
        for file, way in _as(dict, manifest.get("made_with")).items()
    }
    return {**manifest, "pieces": pieces, "sheets": sheets, **lists, "made_with": made_with}


def _as(kind: type[_T], value: object) -> _T:
    return value if isinstance(value, kind) else kind()


def _has(entry: object, kinds: Mapping[str, type]) -> bool:
    """Say whether an entry has what it is known by, and nothing else that is nested."""
    return isinstance(entry, dict) and all(
        isinstance(entry.get(name), kinds.get(name, _SINGLE)) for name in {*entry, *kinds}
    )


def _pieces(component: Component, decks: Mapping[str, Deck]) -> Iterable[dict[str, Any]]:
    deck = decks[component.id]
    for piece in component.pieces:
        yield {
            "component": component.id,
            "id": piece.id,
            "copies": piece.copies,
            "front": svg_address(component.id, piece.id, "front"),
            "back": svg_address(component.id, piece.id, "back") if piece.id in deck.backs else None,
            "sha256": fingerprint_of(deck, piece.id),
        }


def fingerprint(front: str, back: str | None) -> str:
    """Return the SHA-256 over the keys of a piece's faces."""
    return hashlib.sha256(f"{front}\n{back or ''}".encode()).hexdigest()


def fingerprint_of(deck: Deck, piece: str) -> str:
    """Return the fingerprint of a piece as it is drawn now."""
    return fingerprint(deck.fronts.get(piece, ""), deck.backs.get(piece))


def sheet_entry(sheet: Sheet) -> dict[str, Any]:
    """Return what the manifest says of a sheet."""
    return {
        "file": f"{sheet.paper}/{sheet.component}.pdf",
        "page": sheet.page,
        "paper": sheet.paper,
        "side": sheet.side,
        "component": sheet.component,
        "flip": sheet.flip,
        **({"correction": correction_in_points(sheet)} if sheet.correction else {}),
        "placements": [
            {
                "piece": placement.piece,
                "copy": placement.copy,
                "x_mm": _rounded(placement.trim.x),
                "y_mm": _rounded(placement.trim.y),
                "width_mm": _rounded(placement.trim.width),
                "height_mm": _rounded(placement.trim.height),
                "rotation": placement.rotation,
            }
            for placement in sheet.placements
        ],
    }


@lru_cache(maxsize=4096)
def _rounded(length: float) -> float:
    text = decimal(length)
    return float(text) if "." in text else int(text)


def svg_address(component: str, piece: str, side: Side) -> str:
    """Return where the SVG of a piece lies, relative to the game's output folder.

    >>> svg_address("food", "apple", "front")
    'svg/food/apple.front.svg'
    """
    return f"svg/{component}/{piece}.{side}.svg"
