"""One game written: its SVG files, a PDF for each component and paper, and the manifest."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pnp.build.cleanup import (
    remove_sheets,
    remove_unlisted,
    remove_unused_fonts,
    superseded_sheets,
    without_pieces_of,
)
from pnp.build.options import BuildOptions
from pnp.build.result import BuildCount, SheetFile, count_files
from pnp.build.rules_files import rules_files
from pnp.build.sheets import ImposedComponent, papers_of, sheet_count
from pnp.build.stages import BuildContext, DrawnGame
from pnp.cache import digest_of
from pnp.export.image_files import write_svgs
from pnp.export.manifest import NAME, read, write_manifest
from pnp.export.pdf import write_pdf
from pnp.export.pdf_metadata import metadata_of
from pnp.model.face import FacePages
from pnp.model.game import Game
from pnp.model.sheet import Sheet


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
    rules = None if options.partial else _rules(old, drawn, options)
    new = write_manifest(folder, game, decks, every, merge=merge, gone=gone, rules=rules)
    remove_unlisted(folder, without_pieces_of(old, game) if options.partial else old, new)
    if options.svg and not options.partial:
        remove_unused_fonts(folder, {path.name for each in drawn.components for path in each.rendered.fonts})


def _rules(old: Mapping[str, Any], drawn: DrawnGame, options: BuildOptions) -> list[str]:
    """Return the files of the rules: those of this build, and those of papers that were not asked for."""
    if drawn.rules is None:
        return []
    now = [file.name for file in rules_files(options)]
    folders = {f"{paper.name}/" for paper in options.papers}
    others = [
        name for name in old.get("rules", ()) if name not in now and not name.startswith(tuple(folders))
    ]
    return [*now, *others]
