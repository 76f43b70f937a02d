"""Stage 7: read a finished PDF back and say what on it is not as the data promises.

The file is taken at its pages' word: what is seen, where it lies, what lies behind it. The manifest is only compared.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pypdfium2
from pikepdf import Pdf, PdfError

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.geometry import Outline
from pnp.model.sheet import FULL_SIZE, Paper
from pnp.model.sides import Backs
from pnp.verify.backs import check_backs
from pnp.verify.checks import (
    Naming,
    ReadPage,
    check_boxes,
    check_contents,
    check_counts,
    check_order,
    check_placing,
    check_visibility,
    flip_of,
    pairs,
)
from pnp.verify.face_match import open_faces, recognise_cards
from pnp.verify.manifest import check_manifest
from pnp.verify.pdf_reader import PdfSheets, read_file
from pnp.verify.tiled_boards import check_parts, in_parts, is_in_parts

UNREADABLE = (
    PdfError,
    pypdfium2.PdfiumError,
    OSError,
    ValueError,
    TypeError,
    AttributeError,
    KeyError,
    IndexError,
)
"""What the PDF libraries raise on files that are damaged or are something else."""


def verify_component(
    pdf: Path,
    component: Component,
    deck: Deck,
    pages: FacePages,
    *,
    paper: Paper,
    game: str,
    manifest: Mapping[str, Any] | None = None,
    option: str = "",
) -> Iterator[Diagnostic]:
    """Yield everything that is wrong with the PDF of one component on one paper.

    `deck` and `pages` are rendered and converted afresh from the data. `option` is what a build needs to make this
    file, where that is more than the name of the game. Nothing is raised for a file that is
    damaged, foreign or missing.
    """
    names = Naming(deck, game, f"{paper.name}/{pdf.name}")
    again = f"run: pnp build {game}" + (f" --paper {paper.name}" if paper.name != FULL_SIZE else "")
    again += f" {option}" if option else ""
    if not pdf.is_file():
        yield names.finding("PNP550", "the file is not there", again)
        return
    try:
        yield from _findings(pdf, component, deck, pages, paper=paper, manifest=manifest, names=names)
    except UNREADABLE as error:
        hint = again if option else f"{again} --component {component.id}"
        fact = f"this is not a whole PDF of ours ({' '.join(str(error).split())[:120]})"
        yield names.finding("PNP550", fact, hint)


def _findings(
    path: Path,
    component: Component,
    deck: Deck,
    pages: FacePages,
    *,
    paper: Paper,
    manifest: Mapping[str, Any] | None,
    names: Naming,
) -> Iterator[Diagnostic]:
    with Pdf.open(path, attempt_recovery=False) as pdf:
        file = read_file(pdf, component.bleed)
        yield from check_contents(pdf, names, chunks=len(pages.chunks))
    parted = is_in_parts(file, component, paper)
    file = in_parts(file) if parted else file
    yield from check_boxes(file, paper, names)
    pages_read = _looks(path, file, deck, pages, component.cut)
    for sheet, seen in pages_read:
        yield from check_placing(sheet, component, names)
        yield from check_visibility(sheet, seen, names)
    if parted:
        flip: Backs = "none"
        yield from check_parts(file, pages_read, component, deck, names)
    else:
        yield from check_order(file, names)
        flip = flip_of(file, pages_read, deck, component.copies)
        matched, alone = pairs(pages_read, flip, deck)
        yield from check_backs(matched, alone, flip, deck, names)
        yield from check_counts(matched, component, deck, names, two_sided=flip != "none")
    if manifest is not None:
        yield from check_manifest(
            manifest, pages_read, component=component, deck=deck, flip=flip, paper=paper, names=names
        )


def _looks(path: Path, file: PdfSheets, deck: Deck, pages: FacePages, cut: Outline) -> list[ReadPage]:
    known = [face for face in deck.faces if face in pages.where]
    with pypdfium2.PdfDocument(path) as document, open_faces(pages) as faces:
        return [
            (sheet, recognise_cards(sheet, document[sheet.page - 1], faces, known, cut=cut))
            for sheet in file.sheets
        ]
