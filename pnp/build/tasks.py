"""The tasks of a build that another process can do: functions of values, which give values."""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import Lock

from pnp.build.build_cache import BuildCache
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face, Side
from pnp.model.game import Component, Game, Piece
from pnp.render.context import FaceCache, RenderContext
from pnp.render.faces import DrawnPiece, DrawnSide, DrawRuns, PieceDrawer, Pieces
from pnp.render.fonts import font_book
from pnp.render.sources import sources_of
from pnp.workers import Workers, packed, received


@dataclass(frozen=True, slots=True)
class SentGame:
    """A game on its way to another process: its project, the game itself as it was sent, its theme, the program's digest."""

    project: Project
    content: object
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


def draw_pieces(game: SentGame, component: str, pieces: Sequence[str]) -> SentPieces:
    """Return the pieces of these ids, drawn in this process."""
    with _DRAWING:
        drawer, store, known = _drawer(game, component)
        drawn = drawer.draw(known[piece] for piece in pieces)
        return SentPieces(tuple((_sent(each), each.found) for each in drawn), store.take())


def _sent(drawn: DrawnPiece) -> dict[Side, SentSide]:
    return {
        side: SentSide(each.face, tuple(font.digest for font in each.fonts), each.found)
        for side, each in drawn.sides.items()
    }


@lru_cache(maxsize=4)
def _drawer(game: SentGame, component: str) -> tuple[PieceDrawer, RecordingStore, dict[str, Piece]]:
    """Return what draws the pieces of a component, where it keeps what it drew, and the pieces by id."""
    context, store = _rendering(game)
    whole = next(each for each in context.game.components if each.id == component)
    return PieceDrawer(whole, context), store, {piece.id: piece for piece in whole.pieces}


@lru_cache(maxsize=2)
def _rendering(game: SentGame) -> tuple[RenderContext, RecordingStore]:
    store = RecordingStore()
    loaded: Game = pickle.loads(received(game.content))  # noqa: S301 - from the process that started this one
    sources = sources_of(game.project, loaded.id, font_book(game.project.fonts))
    return RenderContext(loaded, sources, game.theme, FaceCache(store, game.program)), store


class DrawElsewhere:
    """Has the pieces of one game drawn by this process and by others."""

    def __init__(
        self, workers: Workers, cache: BuildCache, project: Project, rendering: RenderContext
    ) -> None:
        self._workers, self._cache, self._rendering = workers, cache, rendering
        self._sent = lru_cache(
            lambda: SentGame(project, workers.send(packed(rendering.game)), rendering.theme, cache.program)
        )

    def of(self, component: Component) -> DrawRuns:
        """Return what has runs of the component's pieces drawn."""

        def draw_runs(
            runs: Sequence[Pieces], here: Callable[[Pieces], list[DrawnPiece]]
        ) -> list[list[DrawnPiece]]:
            return self._workers.share_out(runs, here, partial(self._there, component.id))

        return draw_runs

    def _there(self, component: str, pieces: Pieces) -> list[DrawnPiece]:
        done = self._workers.run(draw_pieces, self._sent(), component, [piece.id for piece in pieces])
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
