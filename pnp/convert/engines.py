"""The renderers by name, and what they share: decks in chunks, pages kept from before, PDFs that wait on the disk."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Protocol, cast
from weakref import finalize

from pnp.cache import NullStore, Store, digest
from pnp.files import digest_of_file
from pnp.model.errors import CannotRender, UnknownName
from pnp.model.face import Face, FacePages
from pnp.text import suggest_argument

ENGINES = {"typst": "pnp.convert.typst_pages", "cairo": "pnp.convert.cairo_pages"}
"""Name of a renderer -> the module that offers `convert`, imported only when asked for; the first is the default."""

FACES_PER_CHUNK = 150
"""So many faces of 25 KB take 110 MB while they are drawn, a thousand at once 600 MB; every chunk repeats its fonts."""

MOST_HELD = 1_000
"""The PDF of so many faces has 15 MB; those of a larger deck wait on the disk."""


@dataclass(frozen=True, slots=True)
class PageCache:
    """The store of converted pages; `program` stands for what converts them.

    The same faces with the same fonts, together in one PDF, give the same bytes.
    """

    store: Store
    program: str = ""

    def key(self, faces: Sequence[Face], fonts: Sequence[str], renderer: str) -> str:
        """Return the key of a PDF that holds these faces, in this order, drawn with the fonts of these digests."""
        drawn = [(face.key, face.page.width, face.page.height) for face in faces]
        return f"pages {digest(self.program, renderer, drawn, fonts)}"


NO_PAGE_CACHE = PageCache(NullStore())


class Converter(Protocol):
    """What a renderer offers."""

    def convert(
        self, faces: Sequence[Face], fonts: Sequence[Path], *, page_cache: PageCache = NO_PAGE_CACHE
    ) -> FacePages:
        """Return one PDF page per face, in order, as large as the face's page, drawn with these font files only.

        What is in `page_cache` is not drawn again. Raises CannotRender naming the face that cannot be drawn.
        """


def engine(name: str = next(iter(ENGINES))) -> Converter:
    """Return the renderer of that name; raises UnknownName for any other.

    >>> engine("typst").convert([], []).chunks
    ()
    """
    if name not in ENGINES:
        hint = suggest_argument(name, list(ENGINES), "renderers", most=1)
        raise UnknownName(f'there is no renderer "{name}"', hint)
    return cast("Converter", import_module(ENGINES[name]))


def convert_drawable(faces: Iterable[Face], fonts: Sequence[Path]) -> FacePages:
    """Return the pages of those faces that the renderer takes. Raises CannotRender when it cannot be used at all."""
    left = {face.key: face for face in faces}
    while True:
        try:
            return engine().convert(tuple(left.values()), fonts)
        except CannotRender as error:
            if error.face not in left:
                raise
            del left[error.face]


class PdfsOnDisk(Sequence[bytes]):
    """PDFs that are read from the disk one by one, by any thread; their file goes when they are no longer used."""

    def __init__(self) -> None:
        file = tempfile.TemporaryFile(prefix="pnp-pages-")  # noqa: SIM115 - closed by finalize
        finalize(self, file.close)
        self._file = file
        self._lock = Lock()
        self._ends = [0]

    def append(self, pdf: bytes) -> None:
        """Add a PDF. Raises OSError when the disk is full."""
        with self._lock:
            self._file.seek(self._ends[-1])
            self._file.write(pdf)
            self._ends.append(self._file.tell())

    def __len__(self) -> int:
        """Count the PDFs."""
        return len(self._ends) - 1

    def __getitem__(self, index: int) -> bytes:  # type: ignore[override]  # nobody asks for several at once
        """Read a PDF."""
        number = range(len(self))[index]
        with self._lock:
            self._file.seek(self._ends[number])
            return self._file.read(self._ends[number + 1] - self._ends[number])


def in_chunks(
    faces: Sequence[Face],
    fonts: Sequence[Path],
    draw: Callable[[Sequence[Face]], bytes],
    *,
    renderer: str,
    page_cache: PageCache = NO_PAGE_CACHE,
    size: int = FACES_PER_CHUNK,
    after: Callable[[], object] = lambda: None,
) -> FacePages:
    """Return the pages of all faces, drawn `size` at a time by `draw` (faces -> a PDF with one page each).

    `after` runs after each of several chunks that was drawn, for a renderer that has something to forget.
    """
    chunks: list[bytes] | PdfsOnDisk = [] if len(faces) <= MOST_HELD else PdfsOnDisk()
    digests = [
        digest_of_file(path) for path in sorted(set(fonts))
    ]  # a renderer may choose a font by its place
    for start in range(0, len(faces), size):
        some = faces[start : start + size]
        key = page_cache.key(some, digests, renderer)
        pdf = page_cache.store.get(key)
        if pdf is None:
            pdf = draw(some)
            page_cache.store.put(key, pdf)
            if len(faces) > size:
                after()
        chunks.append(pdf)
    where = {face.key: divmod(index, size) for index, face in enumerate(faces)}
    return FacePages(tuple(chunks) if isinstance(chunks, list) else chunks, where)
