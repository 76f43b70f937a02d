"""Pieces drawn by workers, each side within its limits: what a worker dies of is a finding about one side of one piece."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import count

from pnp.cache import Cache
from pnp.drawing.tasks import DrawnWith, SentPieces, draw_pieces, files_of
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import PieceSide
from pnp.model.game import Component, Piece
from pnp.model.limits import raised
from pnp.processes.pool import WorkerDied
from pnp.processes.values import pickled
from pnp.processes.worker import SLOW_SECONDS, Begun, TaskLimits
from pnp.render.context import RenderContext
from pnp.render.drawing_limits import SIMPLER, WALL_SECONDS
from pnp.render.drawn_pieces import DrawnPiece, DrawnSide
from pnp.workers import Workers

_NUMBERS = count()
"""Of those who have pieces drawn: each has files read anew."""


class DrawElsewhere:
    """Has the pieces of one game drawn by workers, each within the limits of the game, and says which they cannot draw."""

    def __init__(self, workers: Workers, project: Project, program: str = "") -> None:
        """`program` stands for what draws, where faces are kept."""
        self._workers, self._project, self._program = workers, project, program
        self._number = next(_NUMBERS)
        self._pickled = lru_cache(maxsize=8)(lambda value: pickled(value.value))
        self._slowness = Slowness()

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
        limits = rendering.game.limits
        while True:
            if self._slowness.seconds > limits.slow_seconds:
                refused |= {side: _too_slow(rendering) for side in left}
                left.clear()
            try:
                done = self._drawn(rendering, component, pieces, frozenset(left)) if left else None
            except WorkerDied as died:
                side = PieceSide.read(died.part)
                if side is None or side not in left:
                    raise
                is_last = self._slowness.seconds + limits.seconds > limits.slow_seconds + SLOW_SECONDS
                self._slowness.seconds += limits.seconds if died.cause == "time" else SECONDS_OF_A_CRASH
                if died.cause == "time" and is_last:
                    continue  # what was left for the game is used up
                if died.cause == "time" or side in suspects:
                    left.discard(side)
                    refused[side] = _refused(died, _place_of(templates[side], rendering))
                suspects.add(side)
            except GameTooSlow:
                continue
            else:
                return [
                    _with_refused(piece, each, component, refused)
                    for piece, each in zip(pieces, self._received(rendering, done, len(pieces)), strict=True)
                ]

    def _drawn(
        self,
        rendering: RenderContext,
        component: Component,
        pieces: Sequence[Piece],
        sides: frozenset[PieceSide],
    ) -> SentPieces:
        send, files = self._workers.send, None
        game = rendering.game
        is_own = any(each is component for each in game.components)
        if not self._workers.shares_files:
            files = send(self._files(game.id))
        limits = TaskLimits(
            game.limits.seconds,
            game.limits.memory,
            WALL_SECONDS,
            max(0.001, game.limits.slow_seconds - self._slowness.seconds),
        )
        return self._workers.run(
            draw_pieces,
            send(self._pickled(_ById(game))),
            files,
            component.id if is_own else send(self._pickled(_ById(component))),
            self._drawn_with(rendering),
            (tuple(piece.id for piece in pieces), sides),
            limits=limits,
            told=self._slowness.of_task(game.limits.slow_seconds),
        )

    def _drawn_with(self, rendering: RenderContext) -> DrawnWith:
        return DrawnWith(
            self._project,
            rendering.theme,
            self._program,
            rendering.any_size,
            rendering.on_screen,
            rendering.asking,
            rendering.checks_art,
            self._workers.shares_files and isinstance(rendering.code, Cache),
            self._number,
        )

    @cache  # noqa: B019 - lives as long as what it draws for
    def _files(self, game: str) -> bytes:
        return files_of(self._project, game)

    def _received(self, rendering: RenderContext, done: SentPieces | None, count: int) -> list[DrawnPiece]:
        """Return pieces as they came, and keep what is to be kept of them."""
        if done is None:
            return [DrawnPiece({}, ())] * count
        if rendering.face_cache is not None:
            for key, content in done.kept.items():
                rendering.face_cache.store.put(key, content)
        book = rendering.sources.fonts
        return [
            DrawnPiece(
                {
                    side: DrawnSide(each.face, book.of_digests(each.fonts) or frozenset(), each.found)
                    for side, each in sides.items()
                },
                found,
                asked,
            )
            for sides, found, asked in done.pieces
        ]


class _ById:
    """A value that is the same only when it is the very object."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.value is self.value


class GameTooSlow(Exception):
    """The faces of a game have taken too long together."""


SECONDS_OF_A_CRASH = 1.0
"""What counts for a worker that dies, until another is there and has drawn again what was drawn with it."""


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
    message = f"it is not drawn any more: the faces of the game took {limit} s beyond {SLOW_SECONDS} s each"
    hint = f"{SIMPLER}{raised('slow_seconds', limit * 5)}"
    return Diagnostic("PNP507", message, rendering.game.place, hint)


def _with_refused(
    piece: Piece, drawn: DrawnPiece, component: Component, refused: Mapping[PieceSide, Diagnostic]
) -> DrawnPiece:
    """Return a piece with what is said of its sides that could not be drawn."""
    name = f"{component.id}/{piece.id}"
    found = tuple(
        replace(each, message=f"{name}, {side.side}: {each.message}", piece=name)
        for side, each in refused.items()
        if side.piece == piece.id
    )
    return replace(drawn, found=(*drawn.found, *found)) if found else drawn


def _place_of(template: str, rendering: RenderContext) -> Place:
    path = rendering.sources.find_template_file(template)
    return Place(template if path is None else rendering.sources.shown(path), 1, 1)
