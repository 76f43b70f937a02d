"""One game written: its SVG files, a PDF for each component and paper, and the manifest."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.cleanup import remove, remove_left_over, remove_unused_fonts, stale, without_pieces_of
from pnp.build.options import BuildOptions
from pnp.build.packing import SharedSheets, numbered, pages_of
from pnp.build.result import BuildCount, total
from pnp.build.stages import ImposedComponent, papers_of
from pnp.cache import digest_of
from pnp.export.manifest import NAME, read, write_manifest
from pnp.export.pdf import write_pdf
from pnp.export.pdf_metadata import metadata_of
from pnp.export.svg import write_svgs
from pnp.files import display_path
from pnp.model.face import FacePages
from pnp.model.game import Game
from pnp.model.progress import Step
from pnp.model.sheet import Paper, Sheet
from pnp.text import counted

# The sheets of one component on one paper as a PDF, unless that very file lies there already.


def path_of(folder: Path, printed: ImposedComponent, paper: Paper) -> Path:
    """Return the file that the component's sheets on that paper are in, below the game's output folder."""
    return folder / paper.name / f"{printed.component.id}.pdf"


def write_sheets(
    folder: Path,
    game: Game,
    printed: ImposedComponent,
    pages: FacePages,
    paper: Paper,
    *,
    reused: BuildCache = NO_CACHE,
) -> BuildCount:
    """Write the sheets on that paper; return how much there is and whether it was new. Raises CannotWrite."""
    path = path_of(folder, printed, paper)
    sheets = printed.sheets[paper.name]
    meta = metadata_of(game, printed.component, paper)
    key = reused.key("sheets", repr(sheets), repr(meta), _drawn(sheets, pages)) if reused.remembers else ""
    stands = reused.stands(path, key)
    if not stands:
        write_pdf(path, sheets, pages, meta=meta, root=folder)
        if sheets:
            reused.wrote(path, key)
    size = path.stat().st_size if sheets else 0
    return BuildCount(
        sheets=numbered(sheets), pdfs=bool(sheets), written=bool(sheets) and not stands, bytes=size
    )


def _drawn(sheets: Sequence[Sheet], pages: FacePages) -> list[tuple[str, str, int]]:
    """Return each face on the sheets with the PDF that its page comes from, of which fonts are shared, and its page."""
    faces = dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements)
    chunks = [digest_of(pdf) for pdf in pages.chunks]
    return [(face, chunks[pages.where[face][0]], pages.where[face][1]) for face in faces]


@dataclass(frozen=True, slots=True)
class Written:
    """A line for each PDF, and how much of it was new."""

    lines: tuple[str, ...]
    count: BuildCount


def write(
    folder: Path,
    game: Game,
    prints: Sequence[ImposedComponent],
    pages: Sequence[FacePages],
    *,
    shared: Sequence[SharedSheets] = (),
    order: BuildOptions,
    step: Step,
    reused: BuildCache = NO_CACHE,
    alone: bool = False,
) -> Written:
    """Write everything of one game. Raises CannotWrite.

    What is `shared` has its sheets in packs. Files of an earlier build that are superfluous are removed; with
    `alone`, the manifest says nothing of other papers and components that were built before.
    """
    said: list[tuple[str, BuildCount]] = []
    with ThreadPoolExecutor(1) as aside:  # hundreds of small files wait for the disk more than they compute
        svgs = [
            aside.submit(write_svgs, folder, each.rendered.deck, each.rendered.fonts)
            for each in prints
            if order.svg
        ]
        for each, drawn in zip(prints, pages, strict=True):
            step(f"write {game.id}/{each.component.id}")
            papers = papers_of(each.component, order.papers)
            said += _pdfs(folder, game, each, drawn, papers, cut=order.cut, reused=reused)
        for pack in shared:
            drawn = pages_of(pack.parts, prints, pages)
            said += _pdfs(folder, game, pack.whole, drawn, order.papers, cut=order.cut, reused=reused)
        for written in svgs:
            written.result()
    if prints or alone:
        _record(folder, game, prints, shared, order, merge=not alone)
    drawn_now = sum(each.rendered.drawn for each in prints)
    faces = BuildCount(faces=sum(len(each.rendered.deck.faces) for each in prints), drawn=drawn_now)
    return Written(tuple(line for line, _ in said), total((faces, *(count for _, count in said))))


def _record(
    folder: Path,
    game: Game,
    prints: Sequence[ImposedComponent],
    shared: Sequence[SharedSheets],
    order: BuildOptions,
    *,
    merge: bool,
) -> None:
    """Write the manifest, and remove what the last one speaks of and this build no longer makes."""
    whole = [*prints, *(pack.whole for pack in shared)]
    every = [sheet for each in whole for sheets in each.sheets.values() for sheet in sheets]
    old = read(folder / NAME)
    gone = stale(old, shared, order)
    remove(folder, gone)
    decks = {each.component.id: each.rendered.deck for each in prints}
    new = write_manifest(folder, game, decks, every, merge=merge, gone=gone)
    remove_left_over(folder, without_pieces_of(old, game) if order.partial else old, new)
    if order.svg and not order.partial:
        remove_unused_fonts(folder, {path.name for each in prints for path in each.rendered.fonts})


def _pdfs(
    folder: Path,
    game: Game,
    each: ImposedComponent,
    drawn: FacePages,
    papers: Sequence[Paper],
    *,
    cut: bool,
    reused: BuildCache,
) -> Iterator[tuple[str, BuildCount]]:
    """Write one component on each paper that it has sheets of its own on, and say so."""
    for paper in (paper for paper in papers if paper.name in each.sheets):
        sheets = each.sheets[paper.name]
        if cut:
            from pnp.export.cut_files import write_cut_files  # noqa: PLC0415 - few ask for it

            write_cut_files(folder, each.component, sheets)
        count = write_sheets(folder, game, each, drawn, paper, reused=reused)
        as_before = "" if count.written else ", unchanged"
        yield f"{display_path(path_of(folder, each, paper))}: {_counted(sheets)}{as_before}", count


def _counted(sheets: Sequence[Sheet]) -> str:
    count = numbered(sheets)
    return f"{counted(count, 'sheet')}, {counted(len(sheets), 'page')}"
