"""Files of an earlier build that this one does not make: of pieces that are gone, of sheets that are packed now or no longer.

The manifest of the earlier build names them.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from pnp.build.options import BuildOptions
from pnp.build.sheets import SharedSheets
from pnp.files import remove, remove_if_empty
from pnp.model.game import Game
from pnp.model.sheet import FULL_SIZE, PAPERS

_PACKED = re.compile(r"packed-[a-z0-9_+-]+")
"""What a file of shared sheets is called; the manifest is read with care, for anybody may have written into it."""

_FACE = re.compile(r"svg/[a-z][a-z0-9_]{0,200}/[A-Za-z0-9][A-Za-z0-9_-]{0,79}\.(front|back)\.svg")
_SHEETS = re.compile(rf"({'|'.join((*PAPERS, FULL_SIZE))})/[a-z][a-z0-9_+-]{{0,200}}\.pdf")

SheetFiles = tuple[str, str]
"""A component, or a pack, and a paper."""


def superseded_sheets(
    old: dict[str, Any], shared: Sequence[SharedSheets], options: BuildOptions
) -> frozenset[SheetFiles]:
    """Return which sheets in the `old` manifest this build makes superfluous.

    A component that was packed whole needs no file of its own on that paper. A build of the whole game leaves no
    pack but its own; one of some components leaves the others' packs alone.
    """
    papers = [paper.name for paper in options.papers]
    gone = {(part.id, paper) for each in shared for part in each.parts for paper in papers}
    if options.only is not None:
        gone = set()
    if not options.partial:
        names = {each.name for each in shared}
        gone |= {
            (name, paper)
            for entry in old.get("sheets", ())
            if (name := str(entry.get("component"))) not in names
            and _PACKED.fullmatch(name)
            and (paper := entry.get("paper")) in papers
        }
    return frozenset(gone)


def remove_sheets(folder: Path, gone: Collection[SheetFiles]) -> None:
    """Remove the PDFs of these below `folder`, the game's output folder, and their cut files. Raises CannotWrite."""
    for name, paper in sorted(gone):
        if _SHEETS.fullmatch(f"{paper}/{name}.pdf"):
            remove(folder / paper / f"{name}.pdf", root=folder)
    remove_cut_files(folder, gone)


def remove_cut_files(folder: Path, gone: Iterable[SheetFiles]) -> None:
    """Remove the cut files of these sheets below `folder`. Raises CannotWrite."""
    for name, paper in sorted(gone):
        if _SHEETS.fullmatch(f"{paper}/{name}.pdf"):
            for path in sorted((folder / paper).glob(f"{name}.cut-*.svg")):
                remove(path, root=folder)


def remove_unlisted(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Remove the faces and sheets that the `old` manifest lists and the `new` one no longer does. Raises CannotWrite.

    Nothing else in the folder is touched: it may be somebody's.
    """
    for name in sorted(_files(old) - _files(new)):
        path = folder / name
        remove(path, root=folder)
        if name.endswith(".svg"):
            remove_if_empty(path.parent)


def without_pieces_of(old: dict[str, Any], game: Game) -> dict[str, Any]:
    """Return the `old` manifest without the pieces that the game still has: a build of some leaves the others alone."""
    known = {(component.id, piece.id) for component in game.components for piece in component.pieces}
    pieces = [entry for entry in old.get("pieces", ()) if (entry["component"], entry["id"]) not in known]
    return {**old, "pieces": pieces}


def remove_unused_fonts(folder: Path, used: Collection[str]) -> None:
    """Remove the fonts in svg/fonts/ that no face needs any more. Raises CannotWrite."""
    for path in sorted((folder / "svg" / "fonts").glob("*.[ot]tf")):
        if path.name not in used:
            remove(path, root=folder)


def _files(manifest: dict[str, Any]) -> set[str]:
    """Return the files a manifest speaks of, as far as they are where a build puts them."""
    faces = (entry.get(side) for entry in manifest.get("pieces", ()) for side in ("front", "back"))
    sheets = (entry.get("file") for entry in manifest.get("sheets", ()))
    named = {name for name in (*faces, *sheets, *manifest.get("rules", ())) if isinstance(name, str)}
    return {name for name in named if name == "rules.pdf" or _FACE.fullmatch(name) or _SHEETS.fullmatch(name)}
