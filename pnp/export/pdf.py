"""Sheets to one PDF: each face once as a form, placed as often as there are copies, marks on a layer above.

The same sheets and faces give the same bytes.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Page, Pdf

from pnp.export.form_xobjects import SHARED_MARKS, FaceForm, face_forms
from pnp.export.long_pdf import LongFaces, write_long
from pnp.export.page_looks import page_looks, slots
from pnp.export.pdf_metadata import PdfMetadata, add_layers, describe
from pnp.export.pdf_segments import NO_SEGMENTS, SegmentCache
from pnp.export.placed_marks import PlacedMarks, placed_marks
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
            long, layers = LongFaces(pages, keys, segments), add_layers(pdf)
            pages_from, pdf.Root.Pages.Count = len(pdf.objects) + 1, len(sheets)
            pdf.Root.PageLabels, pdf.Root.Outlines = (pdf.make_indirect(Dictionary()) for _ in range(2))
            describe(pdf, sheets, meta)
            with writing(path, root=root) as stream:
                places = write_long(
                    stream,
                    pdf,
                    sheets,
                    long,
                    heading=meta.heading,
                    marks=marks,
                    layers=layers,
                    pages=range(pages_from, pages_from + len(sheets)),
                )
            segments.note(path, places)
            return
        parts = dict.fromkeys(part for each in marks.pages for part in each.content)
        streams: dict[bytes, Object] = {part: pdf.make_stream(part) for part in parts}
        with face_forms(pdf, pages, keys) as faces:
            _add_pages(pdf, sheets, faces, marks, streams)
            describe(pdf, sheets, meta)
            with writing(path, root=root) as stream, deferred_errors(stream) as deferring:
                packed = ObjectStreamMode.generate
                pdf.save(deferring, min_version="1.7", object_stream_mode=packed, deterministic_id=True)


def _add_pages(
    pdf: Pdf,
    sheets: Sequence[Sheet],
    faces: Mapping[str, FaceForm],
    marks: PlacedMarks,
    streams: dict[bytes, Object],
) -> None:
    """Add a page for each of the sheets; `streams` are those of the marks."""
    layers = add_layers(pdf)
    looks = page_looks(sheets, {key: face.size for key, face in faces.items()})
    streams |= {
        part: pdf.make_stream(part) for part in dict.fromkeys(part for each in looks for part in each.content)
    }
    for sheet, look, own in zip(sheets, looks, marks.pages, strict=True):
        shown = {slot: faces[placement.face].form for slot, placement in slots(sheet)}
        xobjects = Dictionary(shown | {SHARED_MARKS: own.form})
        page = {
            "/Type": Name.Page,
            "/Resources": Dictionary(XObject=xobjects, Font=marks.fonts, Properties=layers),
            "/Contents": Array([streams[part] for part in (*look.content, *own.content)]),
            **{name: Array(edges) for name, edges in look.boxes.items()},
        }
        pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))


# A stream for libraries that cannot bear a full disk: QPDF ends the whole program when a write fails.


class _DeferringStream(io.BufferedIOBase):
    """Writes to `stream` until that fails, and then says yes to everything."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.failed: OSError | None = None

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # QPDF hands over bytes
        if self.failed is None:
            try:
                self._stream.write(data)
            except OSError as error:
                self.failed = error
        return len(data)


@contextmanager
def deferred_errors(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Give a stream on which no write fails; the OSError of the first that did is raised at the end of the block."""
    deferring = _DeferringStream(stream)
    yield deferring  # type: ignore[misc]  # a BinaryIO is what has its methods
    if deferring.failed is not None:
        raise deferring.failed
