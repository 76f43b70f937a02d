"""The tasks of a build that another process can do: functions of values, which give values."""

import atexit
import io
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock

from pnp.build.build_cache import LARGEST, READ, BuildCache
from pnp.files import is_file, is_within, read_bytes, walk
from pnp.load.project import Project, find_project
from pnp.load.translation_files import font_folders
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face, Side
from pnp.model.game import Component, Game, Piece
from pnp.render.context import FaceCache, RenderContext
from pnp.render.faces import DrawnPiece, DrawnSide, DrawRuns, PieceDrawer, Pieces
from pnp.render.fonts import font_book
from pnp.render.sources import sources_of
from pnp.workers import Workers, pickled, received, unpickled


@dataclass(frozen=True, slots=True)
class DrawnWith:
    """What faces are drawn with in another process, beside the game: `program` is the digest of what draws."""

    project: Project
    theme: str
    program: str


@dataclass(frozen=True, slots=True)
class SentSide:
    """A drawn side on its way back; its fonts are named by their digests."""

    face: Face
    fonts: tuple[str, ...]
    found: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class SentPieces:
    """Drawn pieces on their way back, and what the cache is to keep of them."""

    pieces: tuple[tuple[dict[Side, SentSide], tuple[Diagnostic, ...]], ...]
    kept: dict[str, bytes]


class RecordingStore:
    """Knows nothing of before, and holds what is put until it is taken away."""

    def __init__(self) -> None:
        self._content: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        """Return what was put since the last time."""
        return self._content.get(key)

    def put(self, key: str, content: bytes) -> None:
        """Hold `content`."""
        self._content[key] = content

    def take(self) -> dict[str, bytes]:
        """Return all that was put, and hold it no more."""
        content, self._content = self._content, {}
        return content


_DRAWING = Lock()
"""Templates are drawn by one thread at a time; a worker of a cluster may have several."""


def draw_pieces(
    game: object, files: object, drawn_with: DrawnWith, component: str, pieces: Sequence[str]
) -> SentPieces:
    """Return the pieces of these ids, drawn in this process.

    `game` and `files`, None where this process has the project's files, are as `pickled` and `files_of` made them.
    """
    with _DRAWING:
        drawer, store, known = _drawer(game, files, drawn_with, component)
        drawn = drawer.draw(known[piece] for piece in pieces)
        return SentPieces(tuple((_sent(each), each.found) for each in drawn), store.take())


def _sent(drawn: DrawnPiece) -> dict[Side, SentSide]:
    return {
        side: SentSide(each.face, tuple(font.digest for font in each.fonts), each.found)
        for side, each in drawn.sides.items()
    }


@lru_cache(maxsize=4)
def _drawer(
    game: object, files: object, drawn_with: DrawnWith, component: str
) -> tuple[PieceDrawer, RecordingStore, dict[str, Piece]]:
    """Return what draws the pieces of a component, where it keeps what it drew, and the pieces by id."""
    context, store = _rendering(game, files, drawn_with)
    whole = next(each for each in context.game.components if each.id == component)
    return PieceDrawer(whole, context), store, {piece.id: piece for piece in whole.pieces}


@lru_cache(maxsize=2)
def _rendering(game: object, files: object, drawn_with: DrawnWith) -> tuple[RenderContext, RecordingStore]:
    store, project = RecordingStore(), drawn_with.project
    loaded: Game = unpickled(game)
    if files is not None:
        project = _unpacked(received(files))
    sources = sources_of(project, loaded.id, font_book(*font_folders(project)))
    return RenderContext(loaded, sources, drawn_with.theme, FaceCache(store, drawn_with.program)), store


def files_of(project: Project, game: str) -> bytes:
    """Return the files that a game of the project is drawn with, as a ZIP archive, for a machine that has none of them."""
    content = io.BytesIO()
    own = project.game_folder(game) or project.root
    with zipfile.ZipFile(content, "w") as archive:
        folders = ((own, f"card_data/{game}"), (project.templates[0], "templates"), (project.fonts, "fonts"))
        for folder, name in folders:
            for top, inside, files in walk(folder):
                inside.sort()
                for path in sorted(Path(top, file) for file in files):
                    if path.suffix.lower() in READ and is_within(path, folder) and is_file(path):
                        entry = zipfile.ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}")
                        archive.writestr(entry, read_bytes(path, limit=LARGEST))
    return content.getvalue()


@lru_cache(maxsize=2)
def _unpacked(archive: bytes) -> Project:
    """Return a project of the files that were sent, in a temporary folder that goes with this process."""
    root = Path(tempfile.mkdtemp(prefix="pnp-project-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        files.extractall(root)
    (root / "card_data").mkdir(exist_ok=True)
    return find_project(root)


class DrawElsewhere:
    """Has the pieces of one game drawn by this process and by others."""

    def __init__(
        self, workers: Workers, cache: BuildCache, project: Project, rendering: RenderContext
    ) -> None:
        self._workers, self._cache, self._rendering = workers, cache, rendering
        self._drawn_with = DrawnWith(project, rendering.theme, cache.program)
        self._lock = Lock()
        self._sent: tuple[object, object] | None = None

    def of(self, component: Component) -> DrawRuns:
        """Return what has runs of the component's pieces drawn."""

        def draw_runs(
            runs: Sequence[Pieces], here: Callable[[Pieces], list[DrawnPiece]]
        ) -> list[list[DrawnPiece]]:
            return self._workers.share_out(runs, here, partial(self._there, component.id))

        return draw_runs

    def _there(self, component: str, pieces: Pieces) -> list[DrawnPiece]:
        ids = [piece.id for piece in pieces]
        done = self._workers.run(draw_pieces, *self._send(), self._drawn_with, component, ids)
        for key, content in done.kept.items():
            self._cache.store.put(key, content)
        fonts = self._rendering.sources.fonts.by_digest
        return [
            DrawnPiece(
                {
                    side: DrawnSide(each.face, frozenset(fonts[name] for name in each.fonts), each.found)
                    for side, each in sides.items()
                },
                found,
            )
            for sides, found in done.pieces
        ]

    def _send(self) -> tuple[object, object]:
        """Return the game, and its files where they are needed, as they were sent, once."""
        with self._lock:
            if self._sent is None:
                send, game = self._workers.send, self._rendering.game
                files = None
                if not self._workers.shares_files:
                    files = send(files_of(self._drawn_with.project, game.id))
                self._sent = (send(pickled(game)), files)
            return self._sent
