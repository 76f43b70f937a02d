"""One game written: its SVG files, a PDF for each component and paper, and the manifest."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pnp.cli.builds.count import Count, total
from pnp.cli.builds.order import Order
from pnp.cli.builds.packing import Packed, numbered, pages_of
from pnp.cli.builds.sheetfiles import path_of, write_sheets
from pnp.cli.builds.stale import remove, remove_left_over, remove_unused_fonts, stale, without_pieces_of
from pnp.cli.pipeline import Print, papers_of
from pnp.cli.progress import Step
from pnp.cli.reuse import NOTHING, Reuse
from pnp.cli.shown import shown
from pnp.export.manifest import NAME, read, write_manifest
from pnp.export.svg import write_svgs
from pnp.model.game import Game
from pnp.model.pages import FacePages
from pnp.model.sheet import Paper, Sheet


@dataclass(frozen=True, slots=True)
class Written:
    """A line for each PDF, and how much of it was new."""

    lines: tuple[str, ...]
    count: Count


def write(
    folder: Path,
    game: Game,
    prints: Sequence[Print],
    pages: Sequence[FacePages],
    *,
    shared: Sequence[Packed] = (),
    order: Order,
    step: Step,
    reused: Reuse = NOTHING,
    alone: bool = False,
) -> Written:
    """Write everything of one game. Raises CannotWrite.

    What is `shared` has its sheets in packs. Files of an earlier build that are superfluous are removed; with
    `alone`, the manifest says nothing of other papers and components that were built before.
    """
    said: list[tuple[str, Count]] = []
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
    faces = Count(faces=sum(len(each.rendered.deck.faces) for each in prints), drawn=drawn_now)
    return Written(tuple(line for line, _ in said), total((faces, *(count for _, count in said))))


def _record(
    folder: Path, game: Game, prints: Sequence[Print], shared: Sequence[Packed], order: Order, *, merge: bool
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
    each: Print,
    drawn: FacePages,
    papers: Sequence[Paper],
    *,
    cut: bool,
    reused: Reuse,
) -> Iterator[tuple[str, Count]]:
    """Write one component on each paper that it has sheets of its own on, and say so."""
    for paper in (paper for paper in papers if paper.name in each.sheets):
        sheets = each.sheets[paper.name]
        if cut:
            from pnp.export.cut import write_cut_files  # noqa: PLC0415 - few ask for it

            write_cut_files(folder, each.component, sheets)
        count = write_sheets(folder, game, each, drawn, paper, reused=reused)
        as_before = "" if count.written else ", unchanged"
        yield f"{shown(path_of(folder, each, paper))}: {_counted(sheets)}{as_before}", count


def _counted(sheets: Sequence[Sheet]) -> str:
    count = numbered(sheets)
    return f"{count} sheet{'' if count == 1 else 's'}, {len(sheets)} page{'' if len(sheets) == 1 else 's'}"
