"""What a drawing may do to the process that draws it, when every limit that is counted was passed."""

import os
import signal
from collections.abc import Callable, Container
from functools import partial
from pathlib import Path
from unittest.mock import patch

from pnp.render.faces import PieceDrawer
from pnp.render.worker_tasks import SentPieces, draw_pieces


def eat() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def swallow() -> None:
    """Take all the memory there may be, and end as a library does that gets no more."""
    try:
        eat()
    except MemoryError:
        os.abort()


def be_killed_once(path: Path) -> str:
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


DEADLY = {"memory": eat, "crash": os.abort, "swallow": swallow, "time": partial(sum, range(10**12))}


def draw_deadly(work: Callable[[], object], sides: Container[str], *given: object) -> SentPieces:
    """Draw pieces, a task for a worker, and do `work` before some sides are drawn: "soup/pea.front"."""
    usual = PieceDrawer._side

    def side_of(drawer, wanted, *more):  # type: ignore[no-untyped-def]
        if f"{drawer._context.game.id}/{wanted.piece.id}.{wanted.side}" in sides:
            work()
        return usual(drawer, wanted, *more)

    with patch.object(PieceDrawer, "_side", side_of):
        return draw_pieces(*given)  # type: ignore[arg-type]
