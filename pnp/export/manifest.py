"""manifest.json: what was built, in numbers another program can read.

    {"game", "version",
     "pieces": [{"component", "id", "copies", "front", "back", "sha256"}],
     "sheets": [{"file", "page", "paper", "side", "component", "flip",
                 "placements": [{"piece", "copy", "x_mm", "y_mm", "width_mm", "height_mm", "rotation"}]}],
     "rules": [file], "print": [file], "left_out": [file],
     "made_with": {file: {"backs", "marks", "margin_mm", "renderer", "theme"}}}

Where components share sheets, those sheets' component is the name of the pack and a piece goes by "component/piece".
Those left out are files of components that have no room on their paper. What a file was made with is listed where
that is not what a build does unless told. Files are relative to the manifest; `sha256` changes when and only when a face of the piece does; (x, y) is the
top-left corner of the trim from the top-left corner of the page.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pnp.escaping import json_escapes, json_text
from pnp.export.page_content import correction_in_points
from pnp.files import read_text, write_parts
from pnp.model.face import Deck, Side
from pnp.model.game import Component, Game
from pnp.model.sheet import Sheet
from pnp.text import decimal

NAME = "manifest.json"

LARGEST = 200_000_000
"""Bytes of a manifest that is still read; ten thousand cards on two papers take some ten million."""

_LISTS = ("rules", "print", "left_out")
"""What lists files that are made of others, that have no pieces, or that are not made."""

_PIECE = (("component", str), ("id", str))
_SHEET = (("component", str), ("paper", str), ("page", int), ("file", str))


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
    pieces = [
        piece for component in game.components if component.id in decks for piece in _pieces(component, decks)
    ]
    known = {component.id: {piece.id for piece in component.pieces} for component in game.components}
    left = {(sheet.component, sheet.paper) for sheet in sheets}.union(gone)
    before = [entry for entry in old.get("sheets", []) if _is_sound(entry)]
    shows = _shows(before)
    others = [
        entry
        for entry in before
        if (here := (entry["component"], entry["paper"])) not in left and shows[here] <= known.keys()
    ]
    made = {(entry["component"], entry["id"]) for entry in pieces}
    shown = {_address(entry, place["piece"]) for entry in others for place in entry["placements"]} - made
    pieces += [
        entry
        for entry in old.get("pieces", [])
        if (entry["component"], entry["id"]) in shown and entry["id"] in known.get(entry["component"], ())
    ]
    whole: dict[str, Any] = {
        "game": game.id,
        "version": game.version,
        "pieces": sorted(pieces, key=lambda entry: (entry["component"], entry["id"])),
        "sheets": sorted((*sheets, *others), key=_order),
    }
    for name in _LISTS:
        if listed := sorted(lists.get(name, old.get(name, ()))):
            whole[name] = listed
    papers = {entry["paper"] for entry in others} | {sheet.paper for sheet in sheets}
    if ways := _ways_made(old, made_with, papers):
        whole["made_with"] = ways
    return whole


def write_manifest(folder: Path, whole: Mapping[str, Any]) -> None:
    """Write what `manifest_of` has returned into a game's output folder. Raises CannotWrite."""
    write_parts(folder / NAME, (part.encode() for part in chain(_indented(whole), "\n")), root=folder)


def listed_files(whole: Mapping[str, Any]) -> set[str]:
    """Return every file that a manifest names, whether `read` or still to be written."""
    faces = (entry.get(side) for entry in whole.get("pieces", ()) for side in ("front", "back"))
    sheets = (
        _file(each) if isinstance(each, Sheet) else each.get("file") for each in whole.get("sheets", ())
    )
    lists = (*whole.get("rules", ()), *whole.get("print", ()))
    return {name for name in (*faces, *sheets, *lists) if isinstance(name, str)}


def _ways_made(
    old: Mapping[str, Any], made_with: Mapping[str, Mapping[str, Any]], papers: Collection[str]
) -> dict[str, Mapping[str, Any]]:
    """Return what the files on these papers were made with, where that is not the usual, now and before."""
    ways = _made_before(old) | dict(made_with)
    return {name: how for name, how in sorted(ways.items()) if how and name.partition("/")[0] in papers}


def how_made(manifest: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """Return what the manifest says that a file was made with, {} for the usual."""
    return _made_before(manifest).get(file, {})


def _made_before(manifest: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return what a manifest says that files were made with; somebody may have edited it."""
    listed = manifest.get("made_with")
    return {
        file: {name: value for name, value in said.items() if _is_single(value)}
        for file, said in (listed.items() if isinstance(listed, dict) else ())
        if isinstance(said, dict)
    }


def _order(sheet: Sheet | dict[str, Any]) -> tuple[str, str, int]:
    """Return by what sheets are sorted, those of this build and entries of an earlier one."""
    if isinstance(sheet, Sheet):
        return sheet.component, sheet.paper, sheet.page
    return sheet["component"], sheet["paper"], sheet["page"]


def _indented(value: Any, line: str = "\n") -> Iterator[str]:
    """Yield what json.dumps gives with an indent of 2, part by part; a sheet becomes an entry only when it is its turn.

    json.dumps works out indents in Python; most of it is left to C here.
    """
    value = _sheet(value) if isinstance(value, Sheet) else value
    inner = f"{line}  "
    if isinstance(value, list) and value:
        for number, each in enumerate(value):
            yield f",{inner}" if number else f"[{inner}"
            yield from _indented(each, inner)
        yield f"{line}]"
    elif not isinstance(value, dict) or not value:
        yield json_text(value)
    elif not any(isinstance(each, dict | list) for each in value.values()):
        yield f"{{{inner}{json_escapes(_in_lines(inner)(value)[1:-1])}{line}}}"
    else:
        for number, (name, each) in enumerate(value.items()):
            yield f"{f',{inner}' if number else f'{{{inner}'}{json_text(name)}: "
            yield from _indented(each, inner)
        yield f"{line}}}"


@cache
def _in_lines(line: str) -> Callable[[object], str]:
    """Return what writes a record with one entry on a line."""
    return json.JSONEncoder(ensure_ascii=False, separators=(f",{line}", ": ")).encode


def _shows(sheets: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], set[str]]:
    """Return the components of which each file has pieces, by (component or pack, paper); a page may be empty."""
    found: dict[tuple[str, str], set[str]] = {}
    for sheet in sheets:
        of_file = found.setdefault((sheet["component"], sheet["paper"]), set())
        of_file.update(_address(sheet, place["piece"])[0] for place in sheet["placements"])
    return found


def _address(sheet: Mapping[str, Any], piece: str) -> tuple[str, str]:
    """Return the component and the id of a piece on a sheet.

    >>> _address({"component": "packed-cards"}, "orders/bench"), _address({"component": "orders"}, "bench")
    (('orders', 'bench'), ('orders', 'bench'))
    """
    component, slash, own = piece.partition("/")
    return (component, own) if slash else (sheet["component"], piece)


def read(path: Path) -> dict[str, Any]:
    """Return the manifest lying at `path`, or {} when there is none or it is not one of ours.

    Whoever made it may have written anything into it; entries that are not whole are left out.
    """
    try:
        text = read_text(path, limit=LARGEST)
        found = json.loads(text)
        plain = json.dumps(found, ensure_ascii=False) if "\\u" in text else ""
        if "\\u0000" in plain or plain != plain.encode(errors="replace").decode():
            return {}  # no name of a file can have half a letter, or the character zero
        pieces = [entry for entry in found["pieces"] if _is_whole(entry, _PIECE)]
        sheets = [entry for entry in found["sheets"] if _is_whole(entry, _SHEET)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return {**found, "pieces": pieces, "sheets": sheets} | {name: _names(found.get(name)) for name in _LISTS}


def _names(listed: object) -> list[str]:
    return [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []


def _is_whole(entry: object, kinds: Iterable[tuple[str, type]]) -> bool:
    """Say whether an entry has what it is known by, and nothing nested beside its placements."""
    if not isinstance(entry, dict):
        return False
    single = (value for name, value in entry.items() if name != "placements")
    return all(isinstance(entry.get(name), kind) for name, kind in kinds) and all(map(_is_single, single))


def _is_single(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _is_sound(sheet: Mapping[str, Any]) -> bool:
    """Say whether a sheet names the pieces on it; somebody may have edited the manifest."""
    try:
        return all(
            isinstance(place["piece"], str) and all(map(_is_single, place.values()))
            for place in sheet["placements"]
        )
    except (KeyError, TypeError, AttributeError):
        return False


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


def _file(sheet: Sheet) -> str:
    return f"{sheet.paper}/{sheet.component}.pdf"


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "file": _file(sheet),
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
    """Return a length as the manifest has it; the same ones come on every sheet."""
    text = decimal(length)
    return float(text) if "." in text else int(text)


def svg_address(component: str, piece: str, side: Side) -> str:
    """Return where the SVG of a piece lies, relative to the game's output folder.

    >>> svg_address("food", "apple", "front")
    'svg/food/apple.front.svg'
    """
    return f"svg/{component}/{piece}.{side}.svg"
