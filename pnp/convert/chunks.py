"""Large decks go through a renderer a few hundred faces at a time, so that memory stays flat."""

from collections.abc import Callable, Sequence

from pnp.model.face import Face
from pnp.model.pages import FacePages

FACES_PER_CHUNK = 150
"""So many faces of 25 KB take 110 MB while they are drawn, a thousand at once 600 MB; every chunk repeats its fonts."""


def in_chunks(
    faces: Sequence[Face],
    draw: Callable[[Sequence[Face]], bytes],
    *,
    size: int = FACES_PER_CHUNK,
    after: Callable[[], object] = lambda: None,
) -> FacePages:
    """Return the pages of all faces, drawn `size` at a time by `draw` (faces -> a PDF with one page each).

    `after` runs after each of several chunks, for a renderer that has something to forget.
    """
    chunks: list[bytes] = []
    for start in range(0, len(faces), size):
        chunks.append(draw(faces[start : start + size]))
        if len(faces) > size:
            after()
    return FacePages(tuple(chunks), {face.key: divmod(index, size) for index, face in enumerate(faces)})
