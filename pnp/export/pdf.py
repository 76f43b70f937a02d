"""Sheets to one PDF: each face once as a form, placed as often as there are copies, marks above; and PDFs joined to one.

The same sheets and faces give the same bytes.
"""

import io
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

from pnp.export.long_pdf import LongFaces, write_long_pdf
from pnp.export.marks_layer import PlacedMarks, placed_marks
from pnp.export.page_content import page_contents, slots
from pnp.export.pdf_metadata import PdfMetadata, add_bookmarks, add_layers, add_words, describe
from pnp.export.pdf_objects import SHARED_MARKS, FaceForm, face_forms, open_pdf, save_pdf
from pnp.files import read_bytes, writing
from pnp.model.face import FacePages
from pnp.model.sheet import Sheet
from pnp.workers.tasks import Workers

MANY = 500
"""So many faces take 50 MB all at once; a PDF with more is written part by part."""


def write_pdf(
    path: Path,
    sheets: Sequence[Sheet],
    pages: FacePages,
    *,
    meta: PdfMetadata,
    root: Path | None = None,
    workers: Workers | None = None,
) -> None:
    """Write the sheets of one component on one paper, one page each, in the order of `Sheet.page`.

    Only the faces the sheets show get into the file. Without sheets none is written: a PDF has at least one page.
    `root` is the output folder (default: the file's own folder); `workers` make the parts of a long PDF.
    Raises CannotWrite when the file cannot be written; the old one is whole then.
    """
    if not sheets:
        return
    sheets = sorted(sheets, key=lambda sheet: sheet.page)
    keys = list(dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements))
    with Pdf.new() as pdf, placed_marks(pdf, sheets) as marks:
        if len(keys) > MANY:
            faces = LongFaces(pages, keys, workers or Workers())
            _add_pages(pdf, sheets, faces.stand_ins(pdf), marks)
            describe(pdf, sheets, meta)
            with writing(path, root=root) as stream:
                write_long_pdf(stream, pdf, faces)
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


# Finished PDFs one after the other in one file, with a bookmark for each.


LARGEST = 1_000_000_000
"""Bytes of a PDF that is taken in, and of all together."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the PDFs: its bookmark, and the bookmark of the group it is in.

    `backless` are its pages, from 1, with nothing on the other side: an empty page follows each, and a last one to a front
    at the end, so that the next part begins on a sheet of its own. With None, every page is printed on one side.
    """

    path: Path
    title: str
    group: str
    backless: frozenset[int] | None = frozenset()


def pages_in_print(part: Part, count: int) -> tuple[int | None, ...]:
    """Return the `count` pages of a part as they are printed: their numbers from 1, and None for an empty back.

    >>> pages_in_print(Part(Path(), "", "", frozenset({1})), 4)
    (1, None, 2, 3, 4, None)
    """
    pages: list[int | None] = []
    for number in range(1, count + 1):
        pages.append(number)
        if number in (part.backless or ()):
            pages.append(None)
    if part.backless is not None and len(pages) % 2:
        pages.append(None)
    return tuple(pages)


def merged(parts: Sequence[Part], meta: PdfMetadata) -> bytes:
    """Return the pages of all parts, in that order, empty ones between them where a sheet has no back. The same files give the same bytes.

    Pages go by their numbers, so that a range of them can be typed into a print window. Raises OSError and PdfError for a
    part that cannot be read.
    """
    with ExitStack() as opened, Pdf.new() as pdf:
        firsts: list[int] = []
        for part in parts:
            firsts.append(len(pdf.pages))
            source = opened.enter_context(open_pdf(read_bytes(part.path, limit=LARGEST)))
            _drop_links(source)
            for number in pages_in_print(part, len(source.pages)):
                if number is None:
                    pdf.add_blank_page(page_size=_size(pdf.pages[-1]))
                else:
                    pdf.pages.append(source.pages[number - 1])
        pages = list(pdf.pages)
        layers = add_layers(pdf)
        for page in pages:
            if Name.Properties in page.resources:
                page.resources.Properties = layers
        bookmarks = [(part.title, pages[first].obj) for part, first in zip(parts, firsts, strict=True)]
        groups = groupby(zip(parts, bookmarks, strict=True), key=lambda entry: entry[0].group)
        add_bookmarks(pdf, ((group, [bookmark for _, bookmark in inside]) for group, inside in groups))
        add_words(pdf, meta)
        out = io.BytesIO()
        save_pdf(pdf, out)
    return out.getvalue()


def page_count(part: Part) -> int:
    """Return how many pages a part has in its own file. Raises OSError and PdfError for one that cannot be read."""
    with open_pdf(read_bytes(part.path, limit=LARGEST)) as pdf:
        return len(pdf.pages)


def _size(page: Page) -> tuple[float, float]:
    left, bottom, right, top = map(float, page.mediabox)
    return right - left, top - bottom


def _drop_links(pdf: Pdf) -> None:
    """Leave out what leads from page to page of a file to read: it is of no use on paper."""
    for page in pdf.pages:
        if Name.Annots in page:
            del page.Annots
    for name in (Name.Names, Name.Dests):
        if name in pdf.Root:
            del pdf.Root[name]
