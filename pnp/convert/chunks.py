"""Large decks go through a renderer a few hundred faces at a time, so that memory stays flat."""

from collections.abc import Callable, Sequence

from pnp.model.face import Face
from pnp.model.pages import FacePages

FACES_PER_CHUNK = 150
"""A build of a thousand faces of 25 KB takes 370 MB by two hundred, 330 MB by this; every chunk repeats its fonts."""


def in_chunks(
    faces: Sequence[Face],
    draw: Callable[[Sequence[Face]], bytes],
    *,
    size: int = FACES_PER_CHUNK,
    between: Callable[[], object] = lambda: None,
) -> FacePages:
    """Return the pages of all faces, drawn `size` at a time by `draw` (faces -> a PDF with one page each).

    `between` runs between two chunks, for a renderer that has something to forget.
    """
    chunks: list[bytes] = []
    for start in range(0, len(faces), size):
        if start:
            between()
        chunks.append(draw(faces[start : start + size]))
    return FacePages(tuple(chunks), {face.key: divmod(index, size) for index, face in enumerate(faces)})
