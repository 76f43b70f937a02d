"""Sheets to one PDF: each face once as a form, placed as often as there are copies, marks on a layer above.

The same sheets and faces give the same bytes.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

from pnp.export.long_pdf import NO_SEGMENTS, LongFaces, SegmentCache, write_long_pdf
from pnp.export.marks_layer import PlacedMarks, placed_marks
from pnp.export.page_content import page_contents, slots
from pnp.export.pdf_metadata import PdfMetadata, add_layers, describe
from pnp.export.pdf_objects import SHARED_MARKS, FaceForm, face_forms, save_pdf
from pnp.files import writing
from pnp.model.face import FacePages
from pnp.model.sheet import Sheet

MANY = 500
"""So many faces take 50 MB all at once; a PDF with more is written part by part."""


MANY_PAGES = 2000
"""pikepdf holds some 10 KB for each page."""


def write_pdf(
    path: Path,
    sheets: Sequence[Sheet],
    pages: FacePages,
    *,
    meta: PdfMetadata,
    root: Path | None = None,
    segments: SegmentCache = NO_SEGMENTS,
) -> None:
    """Write the sheets of one component on one paper, one page each, in the order of `Sheet.page`.

    Only the faces the sheets show get into the file. Without sheets none is written: a PDF has at least one page.
    `root` is the output folder (default: the file's own folder); `segments` tells where parts of long PDFs lie.
    Raises CannotWrite when the file cannot be written; the old one is whole then.
    """
    if not sheets:
        return
    sheets = sorted(sheets, key=lambda sheet: sheet.page)
    keys = list(dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements))
    with Pdf.new() as pdf, placed_marks(pdf, sheets) as marks:
        if len(keys) > MANY or len(sheets) > MANY_PAGES:
            faces = LongFaces(pages, keys, segments)
            with writing(path, root=root) as stream:
                places = write_long_pdf(stream, pdf, sheets, faces, marks=marks, meta=meta)
            segments.note(path, places)
            return
        with face_forms(pdf, pages, keys) as forms:
            _add_pages(pdf, sheets, forms, marks)
            describe(pdf, sheets, meta)
            with writing(path, root=root) as stream:
                save_pdf(pdf, stream)


def _add_pages(pdf: Pdf, sheets: Sequence[Sheet], faces: Mapping[str, FaceForm], marks: PlacedMarks) -> None:
    """Add a page for each of the sheets; streams of the same operators are stored once."""
    layers = add_layers(pdf)
    looks = page_contents(sheets, {key: face.size for key, face in faces.items()})
    contents = [own.content for own in marks.pages] + [look.content for look in looks]
    parts = dict.fromkeys(chain.from_iterable(contents))
    streams: dict[bytes, Object] = {part: pdf.make_stream(part) for part in parts}
    for sheet, look, own in zip(sheets, looks, marks.pages, strict=True):
        forms = {slot: faces[placement.face].form for slot, placement in slots(sheet)}
        page = {
            "/Type": Name.Page,
            "/Resources": Dictionary(
                XObject=Dictionary(forms | {SHARED_MARKS: own.form}), Font=marks.fonts, Properties=layers
            ),
            "/Contents": Array([streams[part] for part in (*look.content, *own.content)]),
            **{name: Array(edges) for name, edges in look.boxes.items()},
        }
        pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))
