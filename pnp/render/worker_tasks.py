"""Pieces drawn by worker processes: the tasks, and what happens when a worker ends."""

import io
import zipfile
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import count
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import NamedTuple

from pnp.files import is_file, is_within, lasting_folder, make_folder, read_bytes, walk, write
from pnp.load.project import LARGEST, READ, Project, find_project
from pnp.load.translation_files import font_folders
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import PieceSide
from pnp.model.game import Component, Game, Piece
from pnp.model.limits import SIMPLER, WALL_SECONDS, raised
from pnp.render.faces import PieceDrawer
from pnp.templates.context import DrawnPiece, FaceCache, RenderContext
from pnp.templates.sources import sources_of
from pnp.typesetting.fonts import font_book
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers
from pnp.workers.worker import INHERITED, SLOW_SECONDS, Begun, TaskLimits, pickled, received, unpickled


class DrawnWith(NamedTuple):
    """What faces are drawn with in another process, beside the game: `program` is the digest of what draws.

    `way` says what the context does: any size, on screen, asking, checks art. `files` stands for the files as they are:
    what was read of others is read anew.
    """

    project: Project
    theme: str
    program: str
    way: tuple[bool, bool, bool, bool]
    files: int


@dataclass(frozen=True, slots=True)
class SentPieces:
    """Drawn pieces on their way back, and what the cache is to keep of them."""

    pieces: list[DrawnPiece]
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


WantedSides = tuple[tuple[str, ...], frozenset[PieceSide]]  # Ids of pieces, and their sides to be drawn.
_DRAWING = Lock()  # Templates are drawn by one thread at a time; a worker of a cluster may have several.


def draw_pieces(
    game: object, files: object, component: object, drawn_with: DrawnWith, run: "WantedSides"
) -> SentPieces:
    """Return some sides of some pieces, drawn in this process.

    `game`, `component` and `files`, None where this process has the project's files, are as `pickled` and `files_of` made
    them; a component of the game goes by its id.
    """
    pieces, sides = run
    with _DRAWING:
        drawer, store, known = _drawer(game, files, drawn_with, component)
        return SentPieces(drawer.draw([known[piece] for piece in pieces], sides=sides), store.take())


@lru_cache(maxsize=8)
def _drawer(
    game: object, files: object, drawn_with: DrawnWith, component: object
) -> tuple[PieceDrawer, RecordingStore, dict[str, Piece]]:
    """Return what draws the pieces of a component, where it keeps what it drew, and the pieces by id."""
    context, store = _rendering(game, files, drawn_with)
    if isinstance(component, str):
        whole = next(candidate for candidate in context.game.components if candidate.id == component)
    else:
        whole = unpickled(component)
    return PieceDrawer(whole, context), store, {piece.id: piece for piece in whole.pieces}


@lru_cache(maxsize=4)
def _rendering(game: object, files: object, drawn_with: DrawnWith) -> tuple[RenderContext, RecordingStore]:
    store, project = RecordingStore(), drawn_with.project
    loaded: Game = unpickled(game)
    if files is not None:
        project = _unpacked(received(files))
    sources = sources_of(project, loaded.id, font_book(*font_folders(project)))
    context = RenderContext(loaded, sources, drawn_with.theme, FaceCache(store, drawn_with.program))
    any_size, on_screen, context.asking, context.checks_art = drawn_with.way
    if any_size:
        context = context.at_any_size()
    return (context.for_screen() if on_screen else context), store


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
    root = lasting_folder("project")
    make_folder(root / "card_data")
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        for name in files.namelist():
            write(root / name, files.read(name), root=root, durable=False)
    return find_project(root)


_SENDING = Lock()  # A game is pickled by one thread, and others wait for that.
_NUMBERS = count()  # Of those who have pieces drawn: each has files read anew.


class DrawElsewhere:
    """Has the pieces of one game drawn by workers, each within the limits of the game, and says which they cannot draw."""

    def __init__(
        self, workers: Workers, project: Project, program: str = "", slowness: "Slowness | None" = None
    ) -> None:
        """`program` stands for what draws, where faces are kept; `slowness` is what the game has taken so far."""
        self._workers, self._project, self._program = workers, project, program
        self._number = next(_NUMBERS)
        self._pickled: dict[int, tuple[object, bytes]] = {}
        self._slowness = slowness or Slowness()

    def __call__(
        self,
        rendering: RenderContext,
        component: Component,
        runs: Sequence[Sequence[Piece]],
        *,
        sides: Container[PieceSide] | None = None,
    ) -> list[list[DrawnPiece]]:
        """Return the runs drawn, in order; of each piece no more than some `sides` when they are given. Raises WorkerLost."""
        return self._workers.share_out(runs, partial(self._run, rendering, component, sides))

    def _run(
        self,
        rendering: RenderContext,
        component: Component,
        sides: Container[PieceSide] | None,
        pieces: Sequence[Piece],
    ) -> list[DrawnPiece]:
        """Return one run. A side at which a worker dies is tried once more, unless its time was up; then it is left out."""
        templates = {
            PieceSide(component.id, piece.id, side): template
            for piece in pieces
            for side, template in rendering.sides(piece)
        }
        left = {side for side in templates if sides is None or side in sides}
        refused: dict[PieceSide, Diagnostic] = {}
        suspects: set[PieceSide] = set()
        limits, sources = rendering.game.limits, rendering.sources
        while True:
            if self._slowness.seconds > limits.slow_seconds:
                refused |= {side: _too_slow(rendering) for side in left}
                left.clear()
            started = perf_counter()
            try:
                done = self._drawn(rendering, component, pieces, frozenset(left)) if left else None
            except WorkerDied as died:
                side = PieceSide.read(died.part)
                if side is None or side not in left:
                    raise
                is_last = self._slowness.seconds + limits.seconds > limits.slow_seconds + SLOW_SECONDS
                took = max(perf_counter() - started, SECONDS_OF_A_CRASH)
                self._slowness.seconds += (
                    limits.seconds if died.cause == "time" else min(took, limits.seconds)
                )
                if died.cause == "time" and is_last:
                    continue  # what was left for the game is used up
                if died.cause == "time" or side in suspects:
                    left.discard(side)
                    file = sources.find_template_file(templates[side])
                    place = Place(templates[side] if file is None else sources.shown(file), 1, 1)
                    refused[side] = _refused(died, place)
                suspects.add(side)
            except GameTooSlow:
                continue
            else:
                return [
                    _with_refused(piece, rendered, component, refused)
                    for piece, rendered in zip(
                        pieces, self._received(rendering, done, len(pieces)), strict=True
                    )
                ]

    def _drawn(
        self,
        rendering: RenderContext,
        component: Component,
        pieces: Sequence[Piece],
        sides: frozenset[PieceSide],
    ) -> SentPieces:
        files, game = None, rendering.game
        way = rendering.any_size, rendering.on_screen, rendering.asking, rendering.checks_art
        is_own = any(part is component for part in game.components)
        if not self._workers.shares_files:
            files = self._workers.send(self._files(game.id))
        limits = TaskLimits(
            game.limits.seconds,
            game.limits.memory,
            WALL_SECONDS,
            max(0.001, game.limits.slow_seconds - self._slowness.seconds),
        )
        return self._workers.run(
            draw_pieces,
            self.sent(game),
            files,
            component.id if is_own else self.sent(component),
            DrawnWith(self._project, rendering.theme, self._program, way, self._number),
            (tuple(piece.id for piece in pieces), sides),
            limits=limits,
            told=self._slowness.of_task(game.limits.slow_seconds),
        )

    def sent(self, value: object) -> object:
        """Return a game or a component as it is sent; it is pickled once, and workers begun from now on have it."""
        with _SENDING:
            if id(value) not in self._pickled:
                content = pickled(value)
                self._pickled[id(value)] = value, content  # kept alive, so that its id stays its own
                INHERITED.clear()
                INHERITED[self._workers.send(content)] = value
        return self._workers.send(self._pickled[id(value)][1])

    @cache  # noqa: B019 - lives as long as what it draws for
    def _files(self, game: str) -> bytes:
        return files_of(self._project, game)

    def _received(self, rendering: RenderContext, done: SentPieces | None, count: int) -> list[DrawnPiece]:
        if done is None:
            return [DrawnPiece({}, ())] * count
        if rendering.face_cache is not None:
            for key, content in done.kept.items():
                rendering.face_cache.store.put(key, content)
        return done.pieces


class GameTooSlow(Exception):
    """The faces of a game have taken too long together."""


SECONDS_OF_A_CRASH = 1.8  # Counted at least for a dead worker, until another has drawn anew.


class Slowness:
    """What the faces of one game have taken beyond what a face may take, in seconds."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def of_task(self, most: float) -> Callable[[Begun], None]:
        """Return what adds up the time of the parts of one task. It raises GameTooSlow."""
        before: list[float] = []

        def told(begun: Begun) -> None:
            if before:
                self.seconds += max(0.0, begun.seconds - before[0] - SLOW_SECONDS)
                if self.seconds > most:
                    raise GameTooSlow
            before[:] = [begun.seconds]

        return told


def _refused(died: WorkerDied, place: Place) -> Diagnostic:
    """Return the finding about a side at which a worker died; it names the side when it is added to a piece."""
    if died.cause in ("time", "memory"):
        raise_it = (
            "or raise the limit in game.yaml, limits: {seconds: 20}"
            if died.cause == "time"
            else "or raise the limit in game.yaml, limits: {memory: 2000000000}"
        )
        return Diagnostic("PNP505", f"drawing it {died.reason}", place, f"{SIMPLER}, {raise_it}")
    return Diagnostic("PNP506", f"drawing it {died.reason}", place, SIMPLER)


def _too_slow(rendering: RenderContext) -> Diagnostic:
    limit = rendering.game.limits.slow_seconds
    message = f"it was not drawn: the faces of the game took {limit} s beyond {SLOW_SECONDS} s each"
    hint = f"{SIMPLER}{raised('slow_seconds', limit * 5)}"
    return Diagnostic("PNP507", message, rendering.game.place, hint)


def _with_refused(
    piece: Piece, drawn: DrawnPiece, component: Component, refused: Mapping[PieceSide, Diagnostic]
) -> DrawnPiece:
    name = f"{component.id}/{piece.id}"
    found = tuple(
        replace(finding, message=f"{name}, {side.side}: {finding.message}", piece=name)
        for side, finding in refused.items()
        if side.piece == piece.id
    )
    return replace(drawn, found=(*drawn.found, *found)) if found else drawn
