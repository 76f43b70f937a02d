"""Large decks go through a renderer a few hundred faces at a time, so that memory stays flat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pnp.convert.kept import NOTHING_KEPT, Kept, digests_of
from pnp.convert.spool import Spool
from pnp.model.face import Face
from pnp.model.pages import FacePages

FACES_PER_CHUNK = 150
"""So many faces of 25 KB take 110 MB while they are drawn, a thousand at once 600 MB; every chunk repeats its fonts."""

MOST_HELD = 1_000
"""The PDF of so many faces has 15 MB; those of a larger deck wait on the disk."""


@dataclass(frozen=True, slots=True)
class Task:
    """Faces to be drawn with some font files by the renderer of that name; what was drawn before is `kept`."""

    faces: Sequence[Face]
    fonts: Sequence[Path]
    renderer: str
    kept: Kept = NOTHING_KEPT


def in_chunks(
    task: Task,
    draw: Callable[[Sequence[Face]], bytes],
    *,
    size: int = FACES_PER_CHUNK,
    after: Callable[[], object] = lambda: None,
) -> FacePages:
    """Return the pages of all faces, drawn `size` at a time by `draw` (faces -> a PDF with one page each).

    `after` runs after each of several chunks that was drawn, for a renderer that has something to forget.
    """
    chunks: list[bytes] | Spool = [] if len(task.faces) <= MOST_HELD else Spool()
    redrawn = 0
    fonts = digests_of(task.fonts)
    for start in range(0, len(task.faces), size):
        some = task.faces[start : start + size]
        key = task.kept.key(some, fonts, task.renderer)
        pdf, new = task.kept.pages(key, partial(draw, some))
        chunks.append(pdf)
        redrawn += len(some) * new
        if new and len(task.faces) > size:
            after()
    where = {face.key: divmod(index, size) for index, face in enumerate(task.faces)}
    return FacePages(tuple(chunks) if isinstance(chunks, list) else chunks, where, redrawn)
