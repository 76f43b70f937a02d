"""Large decks go through a renderer a few hundred faces at a time, so that memory stays flat."""

from collections.abc import Callable, Sequence

from pnp.model.face import Face
from pnp.model.pages import FacePages

FACES_PER_CHUNK = 300
"""A thousand faces in one go take 677 MB, three hundred take 217 MB; every further chunk repeats its fonts."""


def in_chunks(
    faces: Sequence[Face],
    draw: Callable[[Sequence[Face]], bytes],
    *,
    size: int = FACES_PER_CHUNK,
) -> FacePages:
    """Return the pages of all faces, drawn `size` at a time by `draw` (faces -> a PDF with one page each)."""
    starts = range(0, len(faces), size)
    return FacePages(
        chunks=tuple(draw(faces[start : start + size]) for start in starts),
        where={face.key: divmod(index, size) for index, face in enumerate(faces)},
    )
