"""The marks of sheets in the PDF that is written: what sheets share becomes a form, the rest goes into their pages."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pikepdf import Dictionary, Name, Object, Pdf

from pnp.export.form_xobjects import form_of
from pnp.export.marks_layer import draw, marks_of
from pnp.export.pdf_in_memory import open_pdf
from pnp.export.pdf_metadata import MARKS
from pnp.model.sheet import Sheet

_WORDS = re.compile(rb"(\(.*\) Tj)", re.DOTALL)
"""What a content stream writes, from the first text to the last."""


@dataclass(frozen=True, slots=True)
class PageMarks:
    """The marks of one page: its own part as content streams, which a reader joins, and the form of the rest."""

    content: tuple[bytes, ...]
    form: Object


@dataclass(frozen=True, slots=True)
class PlacedMarks:
    """The marks of all pages, and the fonts of their words."""

    pages: tuple[PageMarks, ...]
    fonts: Dictionary


@contextmanager
def placed_marks(target: Pdf, sheets: Sequence[Sheet]) -> Iterator[PlacedMarks]:
    """Give the marks of the sheets, on their layer; `target` must be saved inside the block.

    What sheets share becomes a form, what is a sheet's own goes into its page, and all of it shares one font.
    """
    shared, marks = marks_of(sheets)
    drawing, written = draw(shared, (each.own for each in marks))
    with open_pdf(drawing) as drawn:
        used = {
            name: font
            for page in drawn.pages
            for name, font in page.resources.get(Name.Font, Dictionary()).items()
        }
        fonts = Dictionary({name: target.copy_foreign(font) for name, font in used.items()})
        forms = [target.copy_foreign(form_of(page)) for page in drawn.pages]
        known: dict[bytes, bytes] = {}
        pages = (
            PageMarks(tuple(known.setdefault(part, part) for part in _in_parts(own)), forms[each.shared])
            for each, own in zip(marks, written, strict=True)
        )
        yield PlacedMarks(tuple(pages), fonts)


def _in_parts(own: str) -> tuple[bytes, ...]:
    """Return a page's own marks in parts: only the words differ from page to page, what stands around is the same."""
    content = f"/OC /{MARKS} BDC\nq {own} Q\nEMC".encode()
    return tuple(part.strip() for part in _WORDS.split(content))
