"""Write one game: SVG files, a PDF for each component and paper, contact sheet, manifest; remove old files."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from PIL import Image

from pnp.build.build_cache import BuildCache
from pnp.build.options import REFERENCE, RULES, BuildOptions, rules_files
from pnp.build.pipeline import BuildContext, DrawnGame, ImposedComponent, SharedSheets, papers_of, sheet_count
from pnp.build.print_pdf import PACKED, is_too_long, items_of, write_print_files
from pnp.build.result import PRINT, BuildCount, SheetFile, count_files
from pnp.cache import digest_of
from pnp.convert.trial_pages import PICTURE_LIMITS, draw_thumbnails, unpacked
from pnp.export.contact_sheet import NAME as CONTACT_SHEET
from pnp.export.contact_sheet import ComponentFaces, contact_sheet, faces_shown
from pnp.export.cut_files import cut_formats, found_cut_files, write_cut_files
from pnp.export.manifest import NAME, listed_files, manifest_of, read, svg_address, write_manifest
from pnp.export.pdf_objects import metadata_of
from pnp.export.sheet_pdf import SegmentMakers, write_pdf
from pnp.export.svg_files import svg_files
from pnp.files import digest_of_file, real_path, remove, remove_if_empty, write
from pnp.impose.footer_and_ruler import titled
from pnp.model.face import FacePages
from pnp.model.game import Game
from pnp.model.papers import BOUGHT_SHEETS, FULL_SIZE, PAPERS, SIZE, found_papers
from pnp.model.sheet import digest_of_sheets
from pnp.render.faces import Rendered

if TYPE_CHECKING:
    from pnp.build.rules_files import TypesetFile


def write_game(
    context: BuildContext, folder: Path, drawn: DrawnGame, *, alone: bool = False
) -> tuple[tuple[SheetFile, ...], BuildCount]:
    """Write everything of one game; return the files of its sheets, and how many faces are new. Raises CannotWrite.

    Files of an earlier build that are superfluous are removed; with `alone`, the manifest says nothing of other papers
    and components that were built before.
    """
    options, components = context.options, drawn.components
    files: list[SheetFile] = []
    with ThreadPoolExecutor(1) as aside:  # hundreds of small files wait for the disk more than they compute
        drawn_svgs = [part.rendered for part in components if options.svg]
        svgs = [aside.submit(_write_faces, context.cache, folder, rendered) for rendered in drawn_svgs]
        for part in components:
            context.step(f"write {drawn.game.id}/{part.component.id}")
            files += _write_sheets(context, folder, drawn.game, part, drawn.pages[part.component.id])
        for pack in drawn.shared:
            files += _write_sheets(context, folder, drawn.game, pack.whole, drawn.pages_of(pack.parts))
        for imposed in (*components, *(pack.whole for pack in drawn.shared)):
            for paper, sheets in imposed.sheets.items():
                if options.cut or found_cut_files(folder / paper, imposed.component.id):
                    write_cut_files(folder, imposed.component, sheets, cut_formats(options.cut))
        for svg in svgs:
            svg.result()
    if components or alone:
        _update_manifest(context, folder, drawn, merge=not alone)
    for page in drawn.build_pages:
        files += _write_sheets(context, folder, drawn.game, *page)
    faces = BuildCount(
        faces=sum(len(part.rendered.deck.faces) for part in components),
        drawn=sum(part.rendered.drawn for part in components),
    )
    return tuple(files), faces


def write_alone(
    context: BuildContext, folder: Path, drawn: DrawnGame
) -> tuple[tuple[SheetFile, ...], BuildCount]:
    """Write some pieces into a folder of their own, in place of what an earlier build wrote there. Raises CannotWrite."""
    for name in sorted(_files(read(folder / NAME))):
        _remove_cut_files(folder, name)  # of other cards they are worse than none
    files, faces = write_game(context, folder, drawn, alone=True)
    files = (*write_print_files(context, folder, drawn, files), *files)
    return files, faces + count_files(files)


def _write_faces(cache: BuildCache, folder: Path, rendered: Rendered) -> None:
    deck, fonts = rendered.deck, [digest_of_file(path) for path in rendered.fonts]
    contents = {svg_address(*side): face for side, face in deck.sides.items()}
    names = [path.name for path in rendered.fonts]
    key = cache.key("svgs", str(real_path(folder)), deck.component, names, fonts)
    left = cache.as_noted(folder, contents, key) if cache.remembers else frozenset()
    for address, content in svg_files(deck, rendered.fonts, left=left):
        write(folder / address, content, root=folder, durable=False)
    if len(left) < len(contents):
        cache.note_files(folder, contents, key)


def _write_sheets(
    context: BuildContext, folder: Path, game: Game, printed: ImposedComponent, pages: FacePages
) -> list[SheetFile]:
    cache, files = context.cache, []
    makers = SegmentMakers(context.workers, cache.store, cache.program)
    chunks = [digest_of(bytes(pdf)) for pdf in pages.chunks] if cache.remembers else []
    for paper in papers_of(printed.component, context.options.papers):
        if paper.name not in printed.sheets:
            continue
        sheets = printed.sheets[paper.name]
        path = folder / paper.name / f"{printed.component.id}.pdf"
        meta = metadata_of(game, printed.component, paper)
        key = ""
        if cache.remembers:
            faces = dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements)
            made_of = [(face, chunks[pages.where[face][0]], pages.where[face][1]) for face in faces]
            key = cache.key("sheets", digest_of_sheets(sheets), repr(meta), made_of)
        current = cache.is_current(path, key)
        if not current:
            write_pdf(path, sheets, pages, meta=meta, root=folder, makers=makers)
            if sheets:
                cache.note_written(path, key)
        size = path.stat().st_size if sheets else 0
        written = bool(sheets) and not current
        files.append(SheetFile(path, sheet_count(sheets), len(sheets), size, written))
    return files


def _update_manifest(context: BuildContext, folder: Path, drawn: DrawnGame, *, merge: bool) -> None:
    options, game = context.options, drawn.game
    whole = [*drawn.components, *(pack.whole for pack in drawn.shared)]
    every = [sheet for imposed in whole for sheets in imposed.sheets.values() for sheet in sheets]
    old = read(folder / NAME)
    gone = superseded_sheets(old, drawn.shared, options) if merge else frozenset()
    gone |= {(missing.component.id, missing.paper.name) for missing in drawn.left_out}
    decks = {part.component.id: part.rendered.deck for part in drawn.components}
    before, some = (old, options.partial) if merge else ({}, False)
    # What has no room on its paper, in this build, and on papers and of components not built now.
    known = {component.id for component in drawn.game.components}
    built = {f"{paper.name}/{part.component.id}.pdf" for part in drawn.components for paper in options.papers}
    others = (name for name in before.get("left_out", ()) if name not in built)
    left_out = [name for name in others if PurePosixPath(name).stem in known]
    lists = {"left_out": [*(missing.file for missing in drawn.left_out), *left_out]}
    if not some:
        rules = [file.name for file in rules_files(options)]
        printed = [f"{paper.name}/{PRINT}" for paper in options.papers if items_of(drawn, paper)]
        folders = tuple(f"{paper.name}/" for paper in options.papers)
        has_rules, is_joined = drawn.rules is not None, not is_too_long(drawn)
        for name, files, wanted in (("rules", rules, has_rules), ("print", printed, is_joined)):
            others = (file for file in before.get(name, ()) if file not in files)
            of_other_papers = (file for file in others if not file.startswith(folders))
            lists[name] = [*files, *of_other_papers] if wanted else []
    guides = [sheet for each, _ in drawn.build_pages for sheets in each.sheets.values() for sheet in sheets]
    made_with = {
        f"{sheet.paper}/{sheet.component}.pdf": made_with_of(options, sheet.paper)
        for sheet in (*every, *guides)
    }
    if options.printer_type == "single":
        made_with |= {f"{paper.name}/{PRINT}": {"printer_type": "single"} for paper in options.papers}
    new = manifest_of(old if merge else {}, game, decks, every, gone=gone, lists=lists, made_with=made_with)
    # The manifest last: a build that is killed before knows again what is still to be removed.
    remove_unlisted(folder, without_pieces_of(old, game) if some else old, new)
    write_manifest(folder, new)
    if options.svg and not some:
        remove_unused_fonts(folder, {path.name for part in drawn.components for path in part.rendered.fonts})


def made_with_of(options: BuildOptions, paper: str) -> dict[str, Any]:
    """Return what a manifest says of a file that is made with these options on this paper.

    >>> made_with_of(BuildOptions(marks="none", margin=4), "a4")
    {'marks': 'none', 'margin_mm': 4}
    """
    usual = BuildOptions()
    values = {name: getattr(options, name) for name in ("backs", "marks", "renderer", "theme")}
    made: dict[str, Any] = {name: value for name, value in values.items() if value != getattr(usual, name)}
    own = next((each for each in options.papers if each.name == paper), None)
    if own and any(own.unprintable != known.unprintable for known in found_papers([paper])):
        made["margin_mm"] = own.unprintable
    return made


# Files of an earlier build that this one does not make: of pieces that are gone, of sheets that are packed now or no
# longer. The manifest of the earlier build names them; it is read with care, for anybody may have written into it.

_FACE = re.compile(r"svg/[a-z][a-z0-9_]{0,200}/[A-Za-z0-9][A-Za-z0-9_-]{0,79}\.(front|back)\.svg")
_PAPER = rf"({'|'.join((*PAPERS, FULL_SIZE, *BOUGHT_SHEETS))}|{SIZE})"
_SHEETS = re.compile(rf"{_PAPER}/[a-z][a-z0-9_+-]{{0,200}}\.pdf")


def superseded_sheets(
    old: dict[str, Any], shared: Sequence[SharedSheets], options: BuildOptions
) -> frozenset[tuple[str, str]]:
    """Return which shared sheets in the `old` manifest this build makes superfluous, by pack and paper: all but its own."""
    if options.partial:
        return frozenset()
    papers = [paper.name for paper in options.papers]
    now = {(pack.name, pack.paper.name) for pack in shared}
    before = ((str(entry.get("component")), entry.get("paper")) for entry in old.get("sheets", ()))
    return frozenset(
        (name, paper)
        for name, paper in before
        if paper in papers and PACKED.fullmatch(name) and (name, paper) not in now
    )


def _remove_cut_files(folder: Path, sheets: str) -> None:
    path = folder / sheets
    for cut_file in found_cut_files(path.parent, path.stem) if _SHEETS.fullmatch(sheets) else ():
        remove(cut_file, root=folder)


def remove_unlisted(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Remove the faces, sheets and their cut files that the `old` manifest lists and the `new` one no longer does. Raises CannotWrite.

    Nothing else in the folder is touched: it may be somebody's.
    """
    for name in sorted(_files(old) - _files(new)):
        path = folder / name
        remove(path, root=folder)
        _remove_cut_files(folder, name)
        if name.endswith(".svg"):
            remove_if_empty(path.parent)


def without_pieces_of(old: dict[str, Any], game: Game) -> dict[str, Any]:
    """Return the `old` manifest without the pieces that the game still has: a build of some leaves the others alone."""
    known = {(component.id, piece.id) for component, piece in game.pieces}
    pieces = [entry for entry in old.get("pieces", ()) if (entry["component"], entry["id"]) not in known]
    return {**old, "pieces": pieces}


def remove_unused_fonts(folder: Path, used: Collection[str]) -> None:
    """Remove the fonts in svg/fonts/ that no face needs any more. Raises CannotWrite."""
    for path in sorted((folder / "svg" / "fonts").glob("*.[ot]tf")):
        if path.name not in used:
            remove(path, root=folder)


def _files(manifest: Mapping[str, Any]) -> set[str]:
    return {
        name
        for name in listed_files(manifest)
        if name in (RULES, REFERENCE) or _FACE.fullmatch(name) or _SHEETS.fullmatch(name)
    }


# The contact sheet of all faces.


def write_contact_sheet(context: BuildContext, folder: Path, drawn: DrawnGame) -> None:
    """Write the picture of every distinct face; small pictures that were made before are kept. Raises CannotWrite."""
    cache, path = context.cache, folder / CONTACT_SHEET
    rows = []
    for part in drawn.components:
        fonts = [digest_of_file(font) for font in part.rendered.fonts]
        key_of = partial(cache.page_cache.thumbnail_key, fonts=fonts, renderer=context.options.renderer)
        words = f"{titled(part.component)}: {part.component.copies}"
        pages = drawn.pages[part.component.id]
        rows.append(ComponentFaces(words, part.rendered.deck, pages, lru_cache(maxsize=None)(key_of)))
    shown = [
        (row.title, len(row.deck.faces), list(map(row.name_of, faces.values())))
        for row, faces in zip(rows, faces_shown([row.deck for row in rows]), strict=True)
    ]
    key = cache.key("contact-sheets", drawn.game.title, shown)
    if cache.is_current(path, key):
        return
    picture = contact_sheet(titled(drawn.game), rows, partial(_thumbnails, context), cache.store)
    write(path, picture, root=folder)
    cache.note_written(path, key)


def _thumbnails(context: BuildContext, row: ComponentFaces, faces: Sequence[str]) -> Iterator[Image.Image]:
    """Yield the thumbnails of some faces of a row: those that are kept, the others drawn by all workers."""
    store = context.cache.store
    keys = {face: row.name_of(row.deck.faces[face]) for face in faces}
    drawn = {face: found for face in faces if (found := store.get(keys[face])) is not None}
    parts = row.pages.by_chunk(face for face in faces if face not in drawn)

    def remote(some: Sequence[str]) -> list[bytes]:
        pdf = row.pages.pdf(row.pages.where[some[0]][0])
        pages = [(row.pages.where[face][1], row.deck.faces[face].page) for face in some]
        return context.workers.run(draw_thumbnails, pdf, pages, limits=PICTURE_LIMITS)

    for some, made in zip(parts, context.workers.share_out(parts, remote), strict=True):
        for face, picture in zip(some, made, strict=True):
            store.put(keys[face], picture)
            drawn[face] = picture
    return (unpacked(drawn.pop(face), row.deck.faces[face].page) for face in faces)


def write_rules_files(
    context: BuildContext, folder: Path, files: "Sequence[TypesetFile]"
) -> tuple[SheetFile, ...]:
    """Write the rules below the game's output folder. Raises CannotWrite."""
    written = []
    for file in files:
        path, new = folder / file.name, file.content is not None
        if file.content is not None:
            write(path, file.content, root=folder)
            context.cache.note_written(path, file.key)
        written.append(SheetFile(path, (file.pages + 1) // 2, file.pages, path.stat().st_size, written=new))
    return tuple(written)
