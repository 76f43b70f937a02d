"""The sheets of one component on one paper as a PDF, unless that very file lies there already."""

from collections.abc import Sequence
from pathlib import Path

from pnp.cli.builds.count import Count
from pnp.cli.builds.packing import numbered
from pnp.cli.pipeline import Print
from pnp.cli.reuse import NOTHING, Reuse
from pnp.export.metadata import meta_of
from pnp.export.pdf import write_pdf
from pnp.model.game import Game
from pnp.model.pages import FacePages
from pnp.model.sheet import Paper, Sheet
from pnp.model.store import digest_of


def path_of(folder: Path, printed: Print, paper: Paper) -> Path:
    """Return the file that the component's sheets on that paper are in, below the game's output folder."""
    return folder / paper.name / f"{printed.component.id}.pdf"


def write_sheets(
    folder: Path, game: Game, printed: Print, pages: FacePages, paper: Paper, *, reused: Reuse = NOTHING
) -> Count:
    """Write the sheets on that paper; return how much there is and whether it was new. Raises CannotWrite."""
    path = path_of(folder, printed, paper)
    sheets = printed.sheets[paper.name]
    meta = meta_of(game, printed.component, paper)
    key = reused.key("sheets", repr(sheets), repr(meta), _drawn(sheets, pages)) if reused.remembers else ""
    stands = reused.stands(path, key)
    if not stands:
        write_pdf(path, sheets, pages, meta=meta, root=folder)
        if sheets:
            reused.wrote(path, key)
    size = path.stat().st_size if sheets else 0
    return Count(sheets=numbered(sheets), pdfs=bool(sheets), written=bool(sheets) and not stands, bytes=size)


def _drawn(sheets: Sequence[Sheet], pages: FacePages) -> list[tuple[str, str, int]]:
    """Return each face on the sheets with the PDF that its page comes from, of which fonts are shared, and its page."""
    faces = dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements)
    chunks = [digest_of(pdf) for pdf in pages.chunks]
    return [(face, chunks[pages.where[face][0]], pages.where[face][1]) for face in faces]
