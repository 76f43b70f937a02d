"""The renderers by name, and what they share: decks in chunks, pages kept from before, PDFs that wait on the disk."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from pnp.bytes_on_disk import BytesOnDisk, WaitingBytes
from pnp.cache import NullStore, Store, digest
from pnp.files import digest_of_file, read_bytes
from pnp.model.errors import CannotRender, UnknownName
from pnp.model.face import Face, FacePages
from pnp.render.limits import MAX_FONT_BYTES
from pnp.text import suggest_argument
from pnp.workers import ALONE, Workers, received

ENGINES = {"typst": "pnp.convert.typst_pages", "cairo": "pnp.convert.cairo_pages"}
"""Name of a renderer -> the module that offers `convert`, imported only when asked for; the first is the default."""

FACES_PER_CHUNK = 150
"""So many faces of 25 KB take 110 MB while they are drawn, a thousand at once 600 MB; every chunk repeats its fonts."""

MOST_HELD = 1_000
"""The PDF of so many faces has 15 MB; those of a larger deck wait on the disk."""

FACES_PER_CHUNK_OF_MANY = 50
"""Of a deck larger than that: one changed face has few others drawn with it, and the fonts add 2 % to the file."""


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
        self,
        faces: Sequence[Face],
        fonts: Sequence[Path],
        *,
        page_cache: PageCache = NO_PAGE_CACHE,
        workers: Workers = ALONE,
    ) -> FacePages:
        """Return one PDF page per face, in order, as large as the face's page, drawn with these font files only.

        What is in `page_cache` is not drawn again; many faces are shared out among `workers`. Raises CannotRender naming
        the face that cannot be drawn, and WorkerLost.
        """

    def forget(self) -> None:
        """Let go of what is kept in this process of the faces drawn so far."""


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
    """PDFs that are read from the disk one by one, by any thread."""

    def __init__(self, count: int) -> None:
        self._disk = BytesOnDisk("pnp-pages-")
        self._pdfs: list[WaitingBytes | bytes] = [b""] * count

    def __setitem__(self, index: int, pdf: bytes) -> None:
        """Keep a PDF. Raises OSError when the disk is full."""
        self._pdfs[index] = self._disk.keep(pdf)

    def __len__(self) -> int:
        """Count the PDFs."""
        return len(self._pdfs)

    def __getitem__(self, index: int) -> bytes:  # type: ignore[override]  # nobody asks for several at once
        """Read a PDF."""
        return bytes(self._pdfs[index])


def in_chunks(
    faces: Sequence[Face],
    fonts: Sequence[Path],
    draw: Callable[[Sequence[Face]], bytes],
    *,
    renderer: str,
    page_cache: PageCache = NO_PAGE_CACHE,
    workers: Workers = ALONE,
    size: int = FACES_PER_CHUNK,
    after: Callable[[], object] = lambda: None,
) -> FacePages:
    """Return the pages of all faces, drawn `size` at a time by `draw` (faces -> a PDF with one page each) or by others.

    Of a deck of more than MOST_HELD faces fewer are drawn at a time.
    `after` runs after each of several chunks that was drawn here, for a renderer that has something to forget.
    """
    size = min(size, FACES_PER_CHUNK_OF_MANY) if len(faces) > MOST_HELD else size
    files = sorted(set(fonts))  # a renderer may choose a font by its place
    digests = [digest_of_file(path) for path in files]
    parts = [faces[start : start + size] for start in range(0, len(faces), size)]
    chunks: list[bytes] | PdfsOnDisk = (
        [b""] * len(parts) if len(faces) <= MOST_HELD else PdfsOnDisk(len(parts))
    )
    keys = [page_cache.key(some, digests, renderer) for some in parts]

    def keep(number: int, pdf: bytes) -> None:
        page_cache.store.put(keys[number], pdf)
        chunks[number] = pdf

    def here(number: int) -> None:
        keep(number, draw(parts[number]))
        if len(parts) > 1:
            after()

    @cache
    def sent_fonts() -> list[tuple[str, object]]:
        return [(path.suffix, workers.send(read_bytes(path, limit=MAX_FONT_BYTES))) for path in files]

    def there(number: int) -> None:
        keep(number, workers.run(convert_chunk, renderer, parts[number], sent_fonts()))

    missing = []
    for number, key in enumerate(keys):
        if (pdf := page_cache.store.get(key)) is None:
            missing.append(number)
        else:
            chunks[number] = pdf
    workers.share_out(missing, here, there)
    where = {face.key: divmod(index, size) for index, face in enumerate(faces)}
    return FacePages(tuple(chunks) if isinstance(chunks, list) else chunks, where)


def convert_chunk(renderer: str, faces: Sequence[Face], fonts: Sequence[tuple[str, object]]) -> bytes:
    """Return the PDF of some faces: a task for another process, which is sent each font with the ending of its name."""
    with tempfile.TemporaryDirectory(prefix="pnp-fonts-") as folder:
        files = []
        for number, (suffix, sent) in enumerate(fonts):
            files.append(Path(folder, f"{number:03}{suffix}"))
            files[-1].write_bytes(received(sent))
        pdf = engine(renderer).convert(faces, files).chunks[0]
    engine(renderer).forget()
    return pdf
