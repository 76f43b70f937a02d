"""Converted pages become Form XObjects: drawn once, shown as often as there are copies."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream, String

from pnp.export.pdf_in_memory import open_pdf
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.units import MM_PER_PT

FACE_KEY = "/PnpFace"
"""The entry of a form that says which face it draws."""

SHARED_MARKS = "/M"
"""The name, on every page, of the form that draws what sheets have in common."""


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


def size_of(corners: Object) -> Size:
    """Return the size in mm of a box whose lower left corner is the origin, given as PDF has it."""
    _, _, width, height = (float(edge) * MM_PER_PT for edge in corners.as_list())
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
