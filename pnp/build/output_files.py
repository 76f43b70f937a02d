"""One game written: its SVG files, a PDF for each component and paper, and the manifest; what is superfluous is removed."""

import re
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pnp.build.options import BuildOptions
from pnp.build.result import BuildCount, SheetFile, count_files
from pnp.build.sheets import ImposedComponent, SharedSheets, papers_of, sheet_count
from pnp.build.stages import BuildContext, DrawnGame
from pnp.cache import digest_of
from pnp.export.image_files import write_svgs
from pnp.export.manifest import NAME, read, write_manifest
from pnp.export.pdf import write_pdf
from pnp.export.pdf_metadata import metadata_of
from pnp.files import remove, remove_if_empty
from pnp.model.face import FacePages
from pnp.model.game import Game
from pnp.model.sheet import FULL_SIZE, PAPERS, Sheet


def write_game(
    context: BuildContext, folder: Path, drawn: DrawnGame, *, alone: bool = False
) -> tuple[tuple[SheetFile, ...], BuildCount]:
    """Write everything of one game; return the files of its sheets, and how much was new. Raises CannotWrite.

    Files of an earlier build that are superfluous are removed; with `alone`, the manifest says nothing of other papers
    and components that were built before.
    """
    options, components = context.options, drawn.components
    files: list[SheetFile] = []
    with ThreadPoolExecutor(1) as aside:  # hundreds of small files wait for the disk more than they compute
        svgs = [
            aside.submit(write_svgs, folder, each.rendered.deck, each.rendered.fonts)
            for each in components
            if options.svg
        ]
        for each in components:
            context.step(f"write {drawn.game.id}/{each.component.id}")
            files += _write_sheets(context, folder, drawn.game, each, drawn.pages[each.component.id])
        for pack in drawn.shared:
            files += _write_sheets(context, folder, drawn.game, pack.whole, drawn.pages_of(pack.parts))
        if options.cut:
            from pnp.export.cut_files import write_cut_files  # noqa: PLC0415 - few ask for it

            for each in (*components, *(pack.whole for pack in drawn.shared)):
                for sheets in each.sheets.values():
                    write_cut_files(folder, each.component, sheets)
        for svg in svgs:
            svg.result()
    if components or alone:
        _update_manifest(context, folder, drawn, merge=not alone)
    build_pages = [
        file for page in drawn.build_pages for file in _write_sheets(context, folder, drawn.game, *page)
    ]
    faces = BuildCount(
        faces=sum(len(each.rendered.deck.faces) for each in components),
        drawn=sum(each.rendered.drawn for each in components),
    )
    return tuple(files), faces + count_files([*files, *build_pages])


def _write_sheets(
    context: BuildContext, folder: Path, game: Game, printed: ImposedComponent, pages: FacePages
) -> list[SheetFile]:
    """Write one component on each paper that it has sheets of its own on, unless that very file lies there already."""
    cache, files = context.cache, []
    for paper in papers_of(printed.component, context.options.papers):
        if paper.name not in printed.sheets:
            continue
        sheets = printed.sheets[paper.name]
        path = folder / paper.name / f"{printed.component.id}.pdf"
        meta = metadata_of(game, printed.component, paper)
        key = (
            cache.key("sheets", repr(sheets), repr(meta), _faces_on(sheets, pages)) if cache.remembers else ""
        )
        current = cache.is_current(path, key)
        if not current:
            write_pdf(path, sheets, pages, meta=meta, root=folder)
            if sheets:
                cache.note_written(path, key)
        size = path.stat().st_size if sheets else 0
        files.append(
            SheetFile(path, sheet_count(sheets), len(sheets), size, written=bool(sheets) and not current)
        )
    return files


def _faces_on(sheets: Sequence[Sheet], pages: FacePages) -> list[tuple[str, str, int]]:
    """Return each face on the sheets with the PDF that its page comes from, of which fonts are shared, and its page."""
    faces = dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements)
    chunks = [digest_of(pdf) for pdf in pages.chunks]
    return [(face, chunks[pages.where[face][0]], pages.where[face][1]) for face in faces]


def _update_manifest(context: BuildContext, folder: Path, drawn: DrawnGame, *, merge: bool) -> None:
    """Write the manifest, and remove what the last one speaks of and this build no longer makes."""
    options, game = context.options, drawn.game
    whole = [*drawn.components, *(pack.whole for pack in drawn.shared)]
    every = [sheet for each in whole for sheets in each.sheets.values() for sheet in sheets]
    old = read(folder / NAME)
    gone = superseded_sheets(old, drawn.shared, options)
    remove_sheets(folder, gone)
    decks = {each.component.id: each.rendered.deck for each in drawn.components}
    new = write_manifest(folder, game, decks, every, merge=merge, gone=gone)
    remove_unlisted(folder, without_pieces_of(old, game) if options.partial else old, new)
    if options.svg and not options.partial:
        remove_unused_fonts(folder, {path.name for each in drawn.components for path in each.rendered.fonts})


# Files of an earlier build that this one does not make: of pieces that are gone, of sheets that are packed now or no
# longer. The manifest of the earlier build names them.

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
    named = {name for name in (*faces, *sheets) if isinstance(name, str)}
    return {name for name in named if _FACE.fullmatch(name) or _SHEETS.fullmatch(name)}
