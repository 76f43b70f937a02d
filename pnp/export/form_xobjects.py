"""Converted pages become Form XObjects: drawn once, shown as often as there are copies."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream, String

from pnp.export.furniture import draw, furniture_pages
from pnp.export.pdf_metadata import MARKS
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.model.sheet import Sheet
from pnp.units import MM_PER_PT

FACE_KEY = "/PnpFace"
"""The entry of a form that says which face it draws."""

_WORDS = re.compile(rb"(\(.*\) Tj)", re.DOTALL)
"""What a content stream writes, from the first text to the last."""

SHARED_MARKS = "/M"
"""The name, on every page, of the form that draws what sheets have in common."""


@dataclass(frozen=True, slots=True)
class FaceForm:
    """A face in the target PDF, and its size in mm with bleed."""

    form: Object
    size: Size


@dataclass(frozen=True, slots=True)
class PlacedFurniture:
    """The furniture of one sheet: the content streams of its own part, the form of the rest, the fonts."""

    content: tuple[Object, ...]
    forms: dict[str, Object]
    fonts: Dictionary


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
                chunks[chunk] = opened.enter_context(Pdf.open(io.BytesIO(pages.chunks[chunk])))
            form = copied_form(target, chunks[chunk].pages[page], key)
            forms[key] = FaceForm(form, size_of(form.BBox))
        yield forms


def copied_form(target: Pdf, page: Page, key: str) -> Object:
    """Return a form in `target` that shows the page of the face `key`."""
    form = target.copy_foreign(form_of(page))
    form[FACE_KEY] = String(key)
    return form


def size_of(corners: Object) -> Size:
    """Return the size in mm of a box whose lower left corner is the origin, given as PDF has it."""
    _, _, width, height = (float(edge) * MM_PER_PT for edge in corners.as_list())
    return Size(width, height)


@contextmanager
def placed_furniture(target: Pdf, sheets: Sequence[Sheet]) -> Iterator[tuple[PlacedFurniture, ...]]:
    """Give the furniture of each sheet, on its layer; `target` must be saved inside the block.

    What sheets share becomes a form, what is a sheet's own goes into its page, and all of it shares one font.
    """
    wanted = furniture_pages(sheets)
    shared = list(dict.fromkeys(pair[0] for pair in wanted))
    with Pdf.open(io.BytesIO(draw(shared + [own for _, own in wanted]))) as drawn:
        own_pages = drawn.pages[len(shared) :]
        used = {
            name: font
            for page in own_pages
            for name, font in page.resources.get(Name.Font, Dictionary()).items()
        }
        fonts = Dictionary({name: target.copy_foreign(font) for name, font in used.items()})
        forms = [target.copy_foreign(form_of(page)) for page in drawn.pages[: len(shared)]]
        streams: dict[bytes, Object] = {}
        yield tuple(
            PlacedFurniture(
                _own_marks(target, own, streams), {SHARED_MARKS: forms[shared.index(pair[0])]}, fonts
            )
            for pair, own in zip(wanted, own_pages, strict=True)
        )


def _own_marks(target: Pdf, own: Page, streams: dict[bytes, Object]) -> tuple[Object, ...]:
    """Return a page's own furniture as content streams, which a reader joins.

    Only the words differ from page to page; what stands around them is the same stream on all, kept in `streams`.
    """
    drawn = own.obj.Contents.read_bytes().removeprefix(b"1 0 0 1 0 0 cm").strip()
    content = f"/OC /{MARKS} BDC\nq ".encode() + drawn + b" Q\nEMC"
    parts = [part.strip() for part in _WORDS.split(content)]
    for part in parts:
        if part not in streams:
            streams[part] = target.make_stream(part)
    return tuple(streams[part] for part in parts)


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
