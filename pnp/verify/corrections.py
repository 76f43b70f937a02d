"""The correction for a printer, which moves all that a page shows: undone, so that the page is checked as it comes out on paper."""

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pikepdf import Array, Name, Object, Pdf, Stream

from pnp.model.calibration import MOST_MM
from pnp.units import MM_PER_PT

_NUMBER = r"-?\d{1,5}(?:\.\d{1,12})?"
_MATRIX = re.compile(rf"{_NUMBER}(?: {_NUMBER}){{5}}")


def corrections_in(manifest: Mapping[str, Any] | None, component: str, paper: str) -> dict[int, str]:
    """Return the corrections that a manifest lists for the pages of a file, by page from 1."""
    try:
        return {
            entry["page"]: entry["correction"]
            for entry in (manifest or {}).get("sheets", ())
            if (entry["component"], entry["paper"]) == (component, paper)
            if isinstance(entry.get("correction"), str)
        }
    except (KeyError, TypeError, AttributeError):  # somebody edited it
        return {}


def undo_corrections(pdf: Pdf, due: Mapping[int, str]) -> Iterator[str]:
    """Take the corrections that are `due` off the pages; yield what is wrong with those that are not there or too large.

    What else moves a page stays, and is found as what it does to the cards.
    """
    for number, matrix in sorted(due.items()):
        page = pdf.pages[number - 1].obj if 0 < number <= len(pdf.pages) else None
        if page is None or not _MATRIX.fullmatch(matrix) or _first(page) != f"{matrix} cm".encode():
            yield f"page {number} is not corrected for the printer as the manifest says"
        elif (most := _most_moved(page, matrix)) > 2 * MOST_MM:
            yield f"page {number} is moved by {most:.1f} mm, more than any printer needs"
        else:
            page.Contents = Array(list(page.Contents)[1:])


def in_memory(pdf: Pdf) -> bytes:
    """Return the PDF as it is now."""
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def _first(page: Object) -> bytes:
    contents = page.get(Name.Contents)
    stream = contents[0] if isinstance(contents, Array) and len(contents) > 1 else None
    return stream.read_bytes() if isinstance(stream, Stream) else b""


def _most_moved(page: Object, matrix: str) -> float:
    """Return by how many mm a corner of the page is moved at the most, across or down."""
    a, b, c, d, e, f = map(float, matrix.split())
    left, bottom, right, top = (float(edge) for edge in page.MediaBox.as_list())
    corners = ((x, y) for x in (left, right) for y in (bottom, top))
    moves = (max(abs(a * x + c * y + e - x), abs(b * x + d * y + f - y)) for x, y in corners)
    return max(moves) * MM_PER_PT
