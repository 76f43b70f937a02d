"""Verification of the rest of an output folder: guides, SVG files, the contact sheet, and PDFs that nobody built."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pikepdf import Pdf
from PIL import Image, UnidentifiedImageError

from pnp.build.expected_files import ExpectedFile
from pnp.build.pipeline import DrawnGame
from pnp.build.result import PRINT
from pnp.build.rules_files import BOOKLET, RULES
from pnp.export.contact_sheet import contact_path
from pnp.export.cut_files import can_write, cut_files, found_cut_files
from pnp.export.manifest import NAME
from pnp.export.merged_pdf import LARGEST
from pnp.export.pdf_metadata import metadata_of
from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.export.svg_files import svg_files
from pnp.files import digest_of_file, opened, read_bytes
from pnp.model.diagnostics import Diagnostic
from pnp.model.papers import FULL_SIZE, Paper
from pnp.render.build_page import ID as GUIDE
from pnp.render.build_page import TITLE as GUIDE_TITLE
from pnp.render.build_page import has_room
from pnp.verify.document_metadata import wrong_document
from pnp.verify.exported_pages import PlainPages
from pnp.verify.file_structure import wrong_bytes
from pnp.verify.object_digests import ObjectDigests
from pnp.verify.pdf_reader import read_file

LARGEST_DRAWING = 200_000_000
"""Bytes of a drawing that is compared."""

_OWN = frozenset({RULES, BOOKLET})
"""Files that `pnp rules` writes too, whether a build lists them or not."""


def verify_folder(
    folder: Path, drawn: DrawnGame, papers: Sequence[Paper], manifest: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the files of a game beside its sheets, its rules and what is printed of all."""
    game = drawn.game.id
    facts = (
        *(("PNP561", fact) for fact in _wrong_manifest(drawn, manifest)),
        *(fact for paper in papers for fact in _wrong_guide(folder, drawn, paper, manifest)),
        *(("PNP543", fact) for fact in _wrong_drawings(folder, drawn, manifest)),
        *(("PNP544", fact) for fact in _wrong_contact_sheet(folder, manifest)),
    )
    for code, fact in facts:
        yield Diagnostic(code, fact, hint=f"run: pnp build {game}", game=game)
    for name in sorted(_strays(folder, papers, manifest)):
        fact = f"{name} is in no list of what was built: it may be of an older build, or of another game"
        yield Diagnostic("PNP542", fact, hint="remove it, or keep it in another folder", game=game)


def _wrong_manifest(drawn: DrawnGame, manifest: Mapping[str, Any]) -> Iterator[str]:
    for key, due in (("game", drawn.game.id), ("version", drawn.game.version)):
        if manifest.get(key) != due:
            yield f'{NAME}: the {key} is "{manifest.get(key, "")}", it should be "{due}"'


# Guides: how to print and build the game on each paper.


def _wrong_guide(
    folder: Path, drawn: DrawnGame, paper: Paper, manifest: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a guide; that it shows what is printed with the rest is seen where that is compared."""
    path = folder / paper.name / f"{GUIDE}.pdf"
    name = f"{paper.name}/{path.name}"
    if not path.is_file():
        if has_room(paper) and f"{paper.name}/{PRINT}" in manifest.get("print", ()):
            yield "PNP550", f"{name} is not there"
        return
    words = metadata_of(drawn.game, replace(drawn.game.components[0], title=GUIDE_TITLE), paper)
    try:
        for fact in wrong_bytes(path):
            yield "PNP535", f"{name}: {fact}"
        with Pdf.open(io.BytesIO(read_bytes(path, limit=LARGEST)), attempt_recovery=False) as pdf:
            objects = ObjectDigests(pdf)
            sheets = read_file(pdf, lambda _: 0.0, PlainPages(pdf, objects))
            for code, fact in wrong_document(pdf, sheets, words, objects, None):
                yield code, f"{name}: {fact}"
    except UNREADABLE_PDF as error:
        yield "PNP550", f"{name}: this is not a whole PDF of ours ({' '.join(str(error).split())[:120]})"


# Cut files, where somebody asked for them.


def verify_cut_files(folder: Path, file: ExpectedFile, again: str = "") -> Iterator[Diagnostic]:
    """Yield which cut files beside a PDF are missing, others than those of its sheets, or too many; `again` remakes them."""
    there = found_cut_files(file.pdf.parent, file.component.id)
    if not there:
        return
    due = cut_files(file.component, file.sheets, dict.fromkeys(filter(can_write, there.values())))
    own = file.pdf.parent.relative_to(folder).as_posix()
    facts = [
        fact for name, content in due.items() for fact in _wrong_drawing(folder, f"{own}/{name}", content)
    ]
    for path, kind in there.items():
        if not can_write(kind):
            facts.append(f"{own}/{path.name} is not looked at without the library ezdxf")
        elif path.name not in due:
            facts.append(f"{own}/{path.name} has the lines of no sheet")
    for fact in facts:
        yield Diagnostic("PNP545", fact, hint=f"run: pnp build {file.game}{again}", game=file.game)


# Drawings: a file for each side of each piece, and the fonts they name.


def _wrong_drawings(folder: Path, drawn: DrawnGame, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield which drawings are missing, others than those of the data, or too many; a build without any has no folder."""
    if not (folder / "svg").is_dir():
        return
    built = {entry["component"] for entry in manifest.get("pieces", ())}
    for each in drawn.components:
        if each.component.id in built:
            fonts = each.rendered.fonts
            due = dict(svg_files(each.rendered.deck, fonts))
            yield from (fact for name, svg in due.items() for fact in _wrong_drawing(folder, name, svg))
            there = (folder / "svg" / each.component.id).glob("*.svg")
            names = {path.relative_to(folder).as_posix() for path in there}
            yield from (f"{name} is the drawing of no piece" for name in sorted(names - due.keys()))
            yield from _wrong_fonts(folder / "svg" / "fonts", fonts)


def _wrong_drawing(folder: Path, name: str, due: bytes) -> Iterator[str]:
    try:
        if read_bytes(folder / name, limit=LARGEST_DRAWING) != due:
            yield f"{name} is not as the data has it now"
    except OSError:
        yield f"{name} is not there"


def _wrong_fonts(folder: Path, fonts: Sequence[Path]) -> Iterator[str]:
    for path in sorted(set(fonts)):
        try:
            if digest_of_file(folder / path.name) != digest_of_file(path):
                yield f"svg/fonts/{path.name} is not the font that the drawings name"
        except OSError:
            yield f"svg/fonts/{path.name} is not there"


def _wrong_contact_sheet(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield that the picture of all faces is missing from a whole build, or that it is damaged."""
    path = contact_path(folder)
    if not path.is_file():
        if manifest.get("print"):
            yield f"{path.name} is not there"
        return
    try:
        with opened(path) as stream, Image.open(stream) as picture:
            picture.verify()
    except (OSError, SyntaxError, ValueError, UnidentifiedImageError):
        yield f"{path.name} is no whole picture"


# Files too many: of an older build, or of another game, that somebody might print with the rest.


def _strays(folder: Path, papers: Sequence[Paper], manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield the PDFs beside the rules and beside the sheets of each paper that no build has listed."""
    known = {sheet["file"] for sheet in manifest.get("sheets", ())}
    known |= {*manifest.get("rules", ()), *manifest.get("print", ()), *manifest.get("left_out", ())}
    known |= _OWN | {f"{paper.name}/{GUIDE}.pdf" for paper in papers}
    for place in (
        folder,
        *(folder / name for name in sorted({*(paper.name for paper in papers), FULL_SIZE})),
    ):
        if place.is_dir():
            names = (path.relative_to(folder).as_posix() for path in place.iterdir())
            yield from (name for name in names if name.lower().endswith(".pdf") and name not in known)
