"""Stage 7: read a finished PDF back and say what on it is not as the data promises.

The file is taken at its pages' word: what is seen, where it lies, what lies behind it. The manifest is only compared.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
from pikepdf import Pdf, PdfError

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.sheet import FULL_SIZE, Paper
from pnp.model.sides import Backs
from pnp.verify.backs import check_backs, flip_of
from pnp.verify.checked_file import CheckedFile
from pnp.verify.checks import check_boxes, check_contents, check_order, check_placing, check_visibility
from pnp.verify.face_match import open_faces, recognise_cards
from pnp.verify.manifest import check_manifest
from pnp.verify.pdf_reader import PdfSheets, read_file
from pnp.verify.tiled_boards import check_parts, in_parts, is_in_parts

UNREADABLE = (PdfError, pypdfium2.PdfiumError, OSError, ValueError, TypeError, AttributeError, LookupError)
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
    checked = CheckedFile(component, deck, paper, game, f"{paper.name}/{pdf.name}", PdfSheets((), "none", ""))
    again = f"run: pnp build {game}" + (f" --paper {paper.name}" if paper.name != FULL_SIZE else "")
    again += f" {option}" if option else ""
    if not pdf.is_file():
        yield checked.finding("PNP550", "the file is not there", again)
        return
    try:
        yield from _findings(pdf, checked, pages, manifest)
    except UNREADABLE as error:
        hint = again if option else f"{again} --component {component.id}"
        fact = f"this is not a whole PDF of ours ({' '.join(str(error).split())[:120]})"
        yield checked.finding("PNP550", fact, hint)


def _findings(
    path: Path, checked: CheckedFile, faces: FacePages, manifest: Mapping[str, Any] | None
) -> Iterator[Diagnostic]:
    with Pdf.open(path, attempt_recovery=False) as pdf:
        sheets = read_file(pdf, checked.component.bleed)
        yield from check_contents(pdf, checked, chunks=len(faces.chunks))
    parted = is_in_parts(sheets, checked.component, checked.paper)
    checked = replace(checked, sheets=in_parts(sheets) if parted else sheets)
    yield from check_boxes(checked)
    known = [face for face in checked.deck.faces if face in faces.where]
    with pypdfium2.PdfDocument(path) as document, open_faces(faces) as drawn:
        pages = tuple(
            (sheet, recognise_cards(sheet, document[sheet.page - 1], drawn, known, cut=checked.component.cut))
            for sheet in checked.sheets.pages
        )
    checked = replace(checked, pages=pages)
    for page in checked.pages:
        yield from check_placing(checked, page[0])
        yield from check_visibility(checked, page)
    flip: Backs = "none"
    if parted:
        yield from check_parts(checked)
    else:
        yield from check_order(checked)
        flip = flip_of(checked)
        yield from check_backs(checked, flip)
    if manifest is not None:
        yield from check_manifest(manifest, checked, flip)
