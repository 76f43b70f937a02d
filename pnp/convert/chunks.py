"""Large decks go through a renderer a few hundred faces at a time, so that memory stays flat."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import overload
from weakref import finalize

from pnp.cache import NullStore, Store, digest, digest_of
from pnp.model.face import Face, FacePages

# Pages converted before: the same faces with the same fonts, together in one PDF, give the same bytes.


@dataclass(frozen=True, slots=True)
class PageCache:
    """The store of converted pages; `program` stands for what converts them."""

    store: Store
    program: str = ""

    def key(self, faces: Sequence[Face], fonts: Sequence[str], renderer: str) -> str:
        """Return the key of a PDF that holds these faces, in this order, drawn with the fonts of these digests."""
        drawn = [(face.key, face.page.width, face.page.height) for face in faces]
        return f"pages {digest(self.program, renderer, drawn, fonts)}"

    def pages(self, key: str, draw: Callable[[], bytes]) -> tuple[bytes, bool]:
        """Return the PDF of that key, and whether it had to be drawn."""
        before = self.store.get(key)
        if before is not None:
            return before, False
        drawn = draw()
        self.store.put(key, drawn)
        return drawn, True


def digests_of(fonts: Sequence[Path]) -> list[str]:
    """Return a digest of each font file; a renderer may choose a font by its place in the list, so the order tells."""
    return [digest_of(path.read_bytes()) for path in sorted(set(fonts))]


NO_PAGE_CACHE = PageCache(NullStore())


# The PDFs of a very large deck wait in a temporary file, not in memory.


class PdfsOnDisk(Sequence[bytes]):
    """A row of contents that is read from the disk piece by piece, by any thread; the file goes when the spool does."""

    def __init__(self) -> None:
        file = tempfile.TemporaryFile(prefix="pnp-pages-")  # noqa: SIM115 - as long as the spool is there
        finalize(self, file.close)
        self._file = file
        self._lock = Lock()
        self._ends = [0]

    def append(self, content: bytes) -> None:
        """Add a piece. Raises OSError when the disk is full."""
        with self._lock:
            self._file.seek(self._ends[-1])
            self._file.write(content)
            self._ends.append(self._file.tell())

    def __len__(self) -> int:
        """Count the pieces."""
        return len(self._ends) - 1

    @overload
    def __getitem__(self, index: int) -> bytes: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[bytes, ...]: ...

    def __getitem__(self, index: int | slice) -> bytes | tuple[bytes, ...]:
        """Read a piece, or several."""
        number = range(len(self))[index]
        if isinstance(number, range):
            return tuple(self[each] for each in number)
        with self._lock:
            self._file.seek(self._ends[number])
            return self._file.read(self._ends[number + 1] - self._ends[number])


FACES_PER_CHUNK = 150
"""So many faces of 25 KB take 110 MB while they are drawn, a thousand at once 600 MB; every chunk repeats its fonts."""

MOST_HELD = 1_000
"""The PDF of so many faces has 15 MB; those of a larger deck wait on the disk."""


@dataclass(frozen=True, slots=True)
class Task:
    """Faces to be drawn with some font files by the renderer of that name; what was drawn before is in `page_cache`."""

    faces: Sequence[Face]
    fonts: Sequence[Path]
    renderer: str
    page_cache: PageCache = NO_PAGE_CACHE


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
    chunks: list[bytes] | PdfsOnDisk = [] if len(task.faces) <= MOST_HELD else PdfsOnDisk()
    redrawn = 0
    fonts = digests_of(task.fonts)
    for start in range(0, len(task.faces), size):
        some = task.faces[start : start + size]
        key = task.page_cache.key(some, fonts, task.renderer)
        pdf, new = task.page_cache.pages(key, partial(draw, some))
        chunks.append(pdf)
        redrawn += len(some) * new
        if new and len(task.faces) > size:
            after()
    where = {face.key: divmod(index, size) for index, face in enumerate(task.faces)}
    return FacePages(tuple(chunks) if isinstance(chunks, list) else chunks, where, redrawn)
