"""Faces becoming pages on other threads, while this one draws and lays out what comes next."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Self

from pnp.cli.pipeline import Print
from pnp.cli.reuse import NOTHING, Reuse
from pnp.convert.engines import engine
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import CannotRender
from pnp.model.pages import FacePages
from pnp.render.faces import Rendered


class Conversion:
    """Converts the components it is given, `jobs` at a time; leaving the block gives up what has not begun."""

    def __init__(self, *, renderer: str, jobs: int, reused: Reuse = NOTHING) -> None:
        self._convert = partial(engine(renderer).convert, kept=reused.kept)
        self._pool = ThreadPoolExecutor(jobs)
        self._running: list[Future[FacePages]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def start(self, rendered: Rendered) -> None:
        """Begin with the faces of one more component."""
        faces = tuple(rendered.deck.faces.values())
        self._running.append(self._pool.submit(self._convert, faces, rendered.fonts))

    def pages(
        self, prints: Sequence[Print], *, done: Callable[[], None] = lambda: None
    ) -> tuple[list[FacePages], list[Diagnostic]]:
        """Wait for the pages of all `prints`, which are what was started, in that order.

        Returns also a finding for each component whose faces the renderer refuses; the pages are incomplete then.
        `done` is called after each component. Raises CannotRender when the renderer cannot be used at all.
        """
        pages: list[FacePages] = []
        found: list[Diagnostic] = []
        for each, future in zip(prints, self._running, strict=True):
            try:
                pages.append(future.result())
            except CannotRender as error:
                found.append(_refused(each, error))
            done()
        return pages, found


def _refused(each: Print, error: CannotRender) -> Diagnostic:
    """Return the finding that names the card whose face was refused; raises `error` when it names no face."""
    deck = each.rendered.deck
    for side, shown in (("front", deck.fronts), ("back", deck.backs)):
        for piece in each.component.pieces:
            if error.face is not None and shown.get(piece.id) == error.face:
                reason = str(error).replace(f"the drawing {error.face}", "it")
                name = f"{each.component.id}/{piece.id}"
                return Diagnostic(
                    "PNP501",
                    f"the {side} of {name} was refused: {reason}",
                    piece.place,
                    error.hint,
                    piece=name,
                )
    raise error
