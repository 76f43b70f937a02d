"""Converted pages drawn once, small: what a viewer of PDFs would hang or crash at is found before anything is written."""

from collections.abc import Sequence
from threading import Lock

import pypdfium2

from pnp.model.face import Face
from pnp.model.limits import USUAL_LIMITS
from pnp.processes.worker import TaskLimits, begins
from pnp.render.drawing_limits import WALL_SECONDS

PDFIUM = Lock()
"""pdfium is for one thread at a time: a contact sheet is drawn while rules are typeset, or a single face is looked at."""

PICTURE_LIMITS = TaskLimits(60.0, 3 * USUAL_LIMITS.memory, WALL_SECONDS)
"""For drawing pages that were drawn small before: as many pixels as somebody asks for."""

LARGEST_PX = 120
"""The longer side: the smallest that shows whether there is an end to a drawing."""


def draw_small(pdf: bytes, faces: Sequence[Face]) -> None:
    """Draw the page of each face, in a worker, which says which it begins."""
    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        for number, face in enumerate(faces):
            begins(face.key)
            page = document[number]
            page.render(scale=LARGEST_PX / max(page.get_size())).close()
            page.close()
