"""PDFs opened and written, and their pages as Form XObjects, which a file holds once and shows as often as it likes."""

import io
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import BinaryIO

import pypdfium2
from pikepdf import (
    AccessMode,
    Array,
    Dictionary,
    Name,
    Object,
    ObjectStreamMode,
    Page,
    PasswordError,
    Pdf,
    PdfError,
    Stream,
    String,
)

from pnp.files import temporary_file
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.units import MM_PER_PT

UNREADABLE_PDF = (
    *(PdfError, PasswordError, pypdfium2.PdfiumError, OSError),
    *(ValueError, TypeError, AttributeError, LookupError, ArithmeticError, RuntimeError),
)
"""What the PDF libraries raise on files that are damaged, locked or something else."""

FACE_KEY = "/PnpFace"
"""The entry of a form that says which face it draws."""

SHARED_MARKS = "/M"
"""The name, on every page, of the form that draws what sheets have in common."""


def open_pdf(content: bytes) -> Pdf:
    """Open a PDF, by way of a temporary file: QPDF maps a file into memory, and asks Python for every piece of a stream.

    Raises PdfError.
    """
    try:
        with temporary_file("pdf") as file:
            file.write(content)
            file.flush()
            return Pdf.open(file, access_mode=AccessMode.mmap)
    except OSError:  # there is no room for it
        return Pdf.open(io.BytesIO(content))


def save_pdf(pdf: Pdf, stream: BinaryIO, *, force_version: str = "") -> None:
    """Write a PDF, of version 1.7 or later unless one is forced. The same objects give the same bytes. Raises OSError."""
    deferring = _DeferringStream(stream)
    pdf.save(
        deferring,  # type: ignore[arg-type]  # a BinaryIO is what has its methods
        min_version="" if force_version else "1.7",
        force_version=force_version,
        object_stream_mode=ObjectStreamMode.disable if force_version == "1.4" else ObjectStreamMode.generate,
        deterministic_id=True,
    )
    if deferring.failed is not None:
        raise deferring.failed


class _DeferringStream(io.BufferedIOBase):
    """Writes to a stream until that fails, then accepts everything: QPDF ends the whole program when a write fails."""

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


@dataclass(frozen=True, slots=True)
class FaceForm:
    """A face in the target PDF, and its size in mm with bleed."""

    form: Object
    size: Size


@contextmanager
def face_forms(target: Pdf, pages: FacePages, keys: Sequence[str]) -> Iterator[dict[str, FaceForm]]:
    """Give the forms of the faces `keys` in `target`, by key; `target` must be saved inside the block.

    Streams are carried over compressed as they are: unpacking and packing them again takes five times as long.
    """
    with ExitStack() as opened:
        chunks: dict[int, Pdf] = {}
        forms = {}
        for key in keys:
            chunk, page = pages.where[key]
            if chunk not in chunks:
                chunks[chunk] = opened.enter_context(open_pdf(pages.chunks[chunk]))
            form = target.copy_foreign(face_form(chunks[chunk].pages[page], key))
            forms[key] = FaceForm(form, size_of(form.BBox))
        yield forms


def face_form(page: Page, key: str) -> Object:
    """Return the form that shows the page of the face `key`, in the document of the page."""
    form = form_of(page)
    form[FACE_KEY] = String(key)
    return form


def size_of(box: Object) -> Size:
    """Return the size in mm of a PDF box whose lower left corner is the origin."""
    _, _, width, height = (float(edge) * MM_PER_PT for edge in box.as_list())
    return Size(width, height)


def form_of(page: Page) -> Object:
    """Turn a page's content stream into a Form XObject that draws the same picture; the page is used up."""
    content = page.obj.Contents
    if not isinstance(content, Stream):  # several streams in a row; no renderer of ours writes that today
        return page.as_form_xobject()
    content.Type = Name.XObject
    content.Subtype = Name.Form
    content.BBox = page.mediabox
    content.Resources = page.resources
    states = page.resources.get(Name.ExtGState, Dictionary())
    if any(state.get(Name.SMask, Name("/None")) != Name("/None") for state in states.values()):
        # Apple Preview applies the matrix twice to soft masks in a form that is not a transparency group.
        group = Dictionary(Type=Name.Group, S=Name.Transparency)
        for space in page.resources.get(Name.ColorSpace, Dictionary()).values():
            if isinstance(space, Array) and space[0] == Name.ICCBased and space[1].N == 3:
                group.CS = space
                break
        content.Group = group
    return content
