"""Converted faces: PDF pages, and where to find the page of each face."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FacePages:
    """One PDF page per face; page size is the face's page.

    `chunks` are whole PDF files (a large deck comes in several, read when they are needed, so that memory stays flat); `where` maps a face key
    to (chunk, page), both counted from 0. `redrawn` faces had to be converted; the others were kept from before.
    """

    chunks: Sequence[bytes]
    where: Mapping[str, tuple[int, int]]
    redrawn: int = 0
