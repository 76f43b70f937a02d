"""One game written: its SVG files, a PDF for each component and paper, and the manifest."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pnp.cli.order import Order
from pnp.cli.packing import Packed, numbered, pages_of
from pnp.cli.pipeline import Print, papers_of
from pnp.cli.progress import Step
from pnp.cli.stale import remove, stale
from pnp.export.manifest import NAME, read, write_manifest
from pnp.export.metadata import meta_of
from pnp.export.pdf import write_pdf
from pnp.export.svg import write_svgs
from pnp.model.game import Game
from pnp.model.pages import FacePages
from pnp.model.sheet import Paper, Sheet


def write(
    folder: Path,
    game: Game,
    prints: Sequence[Print],
    pages: Sequence[FacePages],
    *,
    shared: Sequence[Packed] = (),
    order: Order,
    step: Step,
) -> tuple[str, ...]:
    """Write everything of one game; return a line for each PDF. Raises CannotWrite.

    What is `shared` has its sheets in packs; files that are superfluous for that are removed.
    """
    decks = {each.component.id: each.rendered.deck for each in prints}
    lines: list[str] = []
    with ThreadPoolExecutor(1) as aside:  # hundreds of small files wait for the disk more than they compute
        svgs = [
            aside.submit(write_svgs, folder, each.rendered.deck, each.rendered.fonts)
            for each in prints
            if order.svg
        ]
        for each, drawn in zip(prints, pages, strict=True):
            step(f"write {game.id}/{each.component.id}")
            lines += _pdfs(folder, game, each, drawn, papers_of(each.component, order.papers), cut=order.cut)
        for pack in shared:
            drawn = pages_of(pack.parts, prints, pages)
            lines += _pdfs(folder, game, pack.whole, drawn, order.papers, cut=order.cut)
        for written in svgs:
            written.result()
    whole = [*prints, *(pack.whole for pack in shared)]
    every = [sheet for each in whole for sheets in each.sheets.values() for sheet in sheets]
    if prints:
        gone = stale(read(folder / NAME), shared, order)
        remove(folder, gone)
        write_manifest(folder, game, decks, every, gone=gone)
    return tuple(lines)


def _pdfs(
    folder: Path, game: Game, each: Print, drawn: FacePages, papers: Sequence[Paper], *, cut: bool
) -> Iterator[str]:
    """Write one component on each paper that it has sheets of its own on, and say so."""
    for paper in (paper for paper in papers if paper.name in each.sheets):
        path = folder / paper.name / f"{each.component.id}.pdf"
        sheets = each.sheets[paper.name]
        if cut:
            from pnp.export.cut import write_cut_files  # noqa: PLC0415 - few ask for it

            write_cut_files(folder, each.component, sheets)
        write_pdf(path, sheets, drawn, meta=meta_of(game, each.component, paper), root=folder)
        yield f"{_shown(path)}: {_counted(sheets)}"


def _counted(sheets: Sequence[Sheet]) -> str:
    count = numbered(sheets)
    return f"{count} sheet{'' if count == 1 else 's'}, {len(sheets)} page{'' if len(sheets) == 1 else 's'}"


def _shown(path: Path) -> str:
    """Return the path as one would type it here."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
