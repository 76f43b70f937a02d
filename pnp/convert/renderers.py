"""The renderers by name, and what they share: decks in chunks, cached pages, PDFs stored on the disk."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Protocol, cast

from pnp.cache import NullStore, Store, digest
from pnp.convert.trial_pages import MOST_SHOWN, draw_once
from pnp.files import BytesOnDisk, digest_of_file, read_bytes, temporary_folder, write
from pnp.model.diagnostics import CannotRender, UnknownName
from pnp.model.face import Face, FacePages, Packed
from pnp.model.limits import (
    CONVERT_SECONDS,
    CONVERT_SECONDS_PER_FACE,
    SIMPLER,
    USUAL_LIMITS,
    WALL_SECONDS,
    GameLimits,
)
from pnp.text import suggest_argument
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers
from pnp.workers.tasks import workers as local_workers
from pnp.workers.worker import TaskLimits, begins, received

ENGINES = {"typst": "pnp.convert.typst_pages", "cairo": "pnp.convert.cairo_pages"}
"""Name of a renderer -> its module, imported only when asked for; the first is the default."""

FACES_PER_CHUNK = 150  # Faces of 25 KB take 110 MB so, a thousand 600 MB; every chunk repeats its fonts.
MOST_HELD = 1_000  # The PDF of so many faces has 15 MB; those of a larger deck wait on the disk.
CHUNK_BYTES = 30_000_000  # Of packed drawings; of large pictures a renderer takes ten times that.

MANY_FACES, MANY_BYTES = 100, CHUNK_BYTES // 2
"""After drawing so many, or so much, a renderer lets go of them."""

FACES_PER_CHUNK_OF_MANY = 50  # For larger decks: one changed face has few others drawn with it.


@dataclass(frozen=True, slots=True)
class PageCache:
    """The store of converted pages; `program` stands for what converts them.

    The same faces with the same fonts, together in one PDF, give the same bytes. Of the first faces the store is given
    `thumbnails`, too. A face that was looked at on a page is not looked at again when those beside it change.
    """

    store: Store
    program: str = ""
    thumbnails: bool = False

    def key(self, faces: Sequence[Face], fonts: Sequence[str], renderer: str) -> str:
        """Return the key of a PDF that holds these faces, in this order, drawn with the fonts of these digests."""
        drawn = [(face.key, face.page.width, face.page.height) for face in faces]
        return f"pages {digest(self.program, renderer, drawn, fonts)}"

    def thumbnail_key(self, face: Face, fonts: Sequence[str], renderer: str, kind: str = "thumbnails") -> str:
        """Return the key of the thumbnail of a face drawn with the fonts of these digests, or of another kind of its entries."""
        look = (face.key, face.page.width, face.page.height)
        return f"{kind} {digest(self.program, renderer, look, fonts)}"

    def thumbnails_of(self, faces: Sequence[Face], fonts: Sequence[Path]) -> dict[str, bytes]:
        """Return, by key, the thumbnails that a build has kept of faces drawn with these fonts."""
        key_of = partial(self.thumbnail_key, fonts=[*map(digest_of_file, fonts)], renderer=engine().name)
        kept = ((face.key, self.store.get(key_of(face))) for face in faces)
        return {key: thumbnail for key, thumbnail in kept if thumbnail is not None}


NO_PAGE_CACHE = PageCache(NullStore())


class Renderer(Protocol):
    """What the module of a renderer offers."""

    def pages(self, faces: Sequence[Face], fonts: Sequence[Path]) -> bytes:
        """Return a PDF with one page per face, in order, as large as the face's page, in these font files only.

        Raises CannotRender naming the face that cannot be drawn, or when the renderer is not installed.
        """

    def forget(self) -> None:
        """Let go of what is kept in this process of the faces drawn so far."""


@dataclass(frozen=True, slots=True)
class Converter:
    """A renderer, whose work is done by worker processes: a drawing may bring it down, or never end."""

    name: str

    def convert(
        self,
        faces: Sequence[Face],
        fonts: Sequence[Path],
        *,
        page_cache: PageCache = NO_PAGE_CACHE,
        workers: Workers | None = None,
        limits: GameLimits = USUAL_LIMITS,
        size: int = FACES_PER_CHUNK,
    ) -> FacePages:
        """Return one PDF page per face, in order, as large as the face's page, drawn with these font files only.

        They are drawn `size` at a time, of a deck of more than MOST_HELD faces fewer; what is in `page_cache` is not
        drawn again. Raises CannotRender naming the face that cannot be drawn, and WorkerLost.
        """
        size = min(size, FACES_PER_CHUNK_OF_MANY) if len(faces) > MOST_HELD else size
        size = max(1, min(size, CHUNK_BYTES // max((len(face.packed) for face in faces), default=1)))
        files = sorted(set(fonts))  # a renderer may choose a font by its place
        digests = [digest_of_file(path) for path in files]
        parts = [faces[start : start + size] for start in range(0, len(faces), size)]
        kept: Callable[[bytes], Packed] = BytesOnDisk("pages").keep if len(faces) > MOST_HELD else bytes
        chunks: list[Packed] = [b""] * len(parts)
        store = page_cache.store
        look_of = partial(page_cache.thumbnail_key, fonts=digests, renderer=self.name)
        keys = [page_cache.key(some, digests, self.name) for some in parts]
        missing = []
        for number, key in enumerate(keys):
            if (pdf := store.get(key)) is None:
                missing.append(number)
            else:
                chunks[number] = kept(pdf)
        if missing:
            with nullcontext(workers) if workers else local_workers() as drawing:
                chunk = ChunkDrawing(self.name, files, drawing, limits)

                def draw(number: int) -> None:
                    shown = max(0, MOST_SHOWN - number * size) if page_cache.thumbnails else 0
                    looks = [look_of(face, kind="looks") for face in parts[number]]
                    new = [place for place, key in enumerate(looks) if store.get(key) is None]
                    pdf, thumbnails = chunk.drawn(parts[number], shown, new)
                    chunks[number] = kept(pdf)
                    store.put(keys[number], pdf)
                    for place in new:
                        store.put(looks[place], b"seen")
                    for place, thumbnail in zip(new, thumbnails, strict=False):
                        store.put(look_of(parts[number][place]), thumbnail)

                drawing.share_out(missing, draw)
        where = {face.key: divmod(index, size) for index, face in enumerate(faces)}
        return FacePages(tuple(chunks), where)


def engine(name: str = next(iter(ENGINES))) -> Converter:
    """Return the renderer of that name; raises UnknownName for any other.

    >>> engine("typst").convert([], []).chunks
    ()
    """
    if name not in ENGINES:
        hint = suggest_argument(name, list(ENGINES), "renderers", most=1)
        raise UnknownName(f'there is no renderer "{name}"', hint)
    return Converter(name)


def convert_drawable(
    faces: Iterable[Face], fonts: Sequence[Path], workers: Workers | None = None
) -> FacePages:
    """Return the pages of those faces that the renderer takes. Raises CannotRender when it cannot be used at all."""
    left = {face.key: face for face in faces}
    while True:
        try:
            return engine().convert(tuple(left.values()), fonts, workers=workers)
        except CannotRender as error:
            if error.face not in left:
                raise
            del left[error.face]


# The PDF of some faces, and the thumbnails of the first of those that were looked at.
Drawn = tuple[bytes, list[bytes]]


class ChunkDrawing:
    """Has workers draw some faces at a time, and finds the one that they cannot draw."""

    def __init__(self, renderer: str, fonts: Sequence[Path], workers: Workers, limits: GameLimits) -> None:
        self._renderer, self._fonts, self._workers, self._limits = renderer, fonts, workers, limits
        self._lock = Lock()
        self._sent: list[tuple[str, object]] | None = None

    def drawn(self, faces: Sequence[Face], shown: int, new: Sequence[int]) -> Drawn:
        """Return some faces drawn, with the thumbnails of the `new` ones, given by place, among the first that are `shown`.

        Raises CannotRender naming the face that cannot be drawn, and WorkerLost.
        """
        limits = self._limits
        seconds = min(CONVERT_SECONDS + CONVERT_SECONDS_PER_FACE * len(faces), limits.seconds * len(faces))
        try:
            if len(faces) == 1:
                return self._run(convert_chunk, faces, (shown, new), TaskLimits(limits.seconds))
            with suppress(WorkerDied):
                return self._run(convert_chunk, faces, (shown, new), TaskLimits(seconds))
            left = max(limits.slow_seconds - seconds, limits.seconds)
            return self._run(convert_one_by_one, faces, (shown, new), TaskLimits(limits.seconds, slow=left))
        except WorkerDied as died:
            face = faces[0].key if len(faces) == 1 else died.part
            if face not in {known.key for known in faces}:
                raise
            raise CannotRender(f"the drawing {face} {died.reason}", SIMPLER, face=face) from died

    def _run(
        self, task: Callable[..., Drawn], faces: Sequence[Face], looks: tuple[object, ...], limits: TaskLimits
    ) -> Drawn:
        limits = replace(limits, bytes=self._limits.memory, wall=WALL_SECONDS)
        return self._workers.run(task, self._renderer, faces, self._fonts_there(), *looks, limits=limits)

    def _fonts_there(self) -> "FontsThere":
        """Return the fonts as workers have them: their files, or what was sent, once, with the ending of each name."""
        if self._workers.shares_files:
            return self._fonts
        with self._lock:
            if self._sent is None:
                most = USUAL_LIMITS.font_bytes
                contents = ((font.suffix, read_bytes(font, limit=most)) for font in self._fonts)
                self._sent = [(suffix, self._workers.send(content)) for suffix, content in contents]
            return self._sent


FontsThere = Sequence[Path | tuple[str, object]]  # Font files, or the ending of each and what was sent.


def convert_chunk(
    renderer: str, faces: Sequence[Face], fonts: FontsThere, shown: int, new: Sequence[int]
) -> Drawn:
    """Return some faces drawn, the `new` ones looked at, with their thumbnails where they are `shown`: a task of a worker."""
    drawing = cast("Renderer", import_module(ENGINES[renderer]))
    with _font_files(fonts) as files:
        pdf = drawing.pages(faces, files)
    thumbnails = draw_once(pdf, faces, shown, new)
    if len(faces) >= MANY_FACES or sum(len(face.packed) for face in faces) >= MANY_BYTES:
        drawing.forget()
    return pdf, thumbnails


def convert_one_by_one(
    renderer: str, faces: Sequence[Face], fonts: FontsThere, shown: int, new: Sequence[int]
) -> Drawn:
    """Return the same, drawn so that it is known at which face it comes to an end."""
    pdfs, thumbnails = list[bytes](), list[bytes]()
    for number, face in enumerate(faces):
        begins(face.key)
        pdf, drawn = convert_chunk(renderer, [face], fonts, shown - number, [0] * (number in new))
        pdfs.append(pdf)
        thumbnails += drawn
    return joined(pdfs), thumbnails


def joined(pdfs: Sequence[bytes]) -> bytes:
    """Return the pages of some PDFs as one."""
    if len(pdfs) == 1:
        return pdfs[0]
    from pikepdf import Pdf  # noqa: PLC0415 - for what hardly ever happens

    out = io.BytesIO()
    with Pdf.new() as whole:
        for pdf in pdfs:
            with Pdf.open(io.BytesIO(pdf)) as part:
                whole.pages.extend(part.pages)
        whole.save(out, deterministic_id=True)
    return out.getvalue()


@contextmanager
def _font_files(fonts: FontsThere) -> Iterator[Sequence[Path]]:
    with temporary_folder("fonts") as folder:
        files = []
        for number, font in enumerate(fonts):
            if isinstance(font, Path):
                files.append(font)
            else:
                suffix, sent = font[0], font[1]
                files.append(Path(folder, f"{number:03}{suffix}"))
                write(files[-1], received(sent), durable=False)
        yield files
