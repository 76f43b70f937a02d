"""Printing, ready when somebody first asks for it: the studio opens sooner without its modules."""

from threading import Lock
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from pnp.studio.state import StudioState

if TYPE_CHECKING:
    from pnp.studio.print_routes import PrintRoutes


class PrintLater:
    """An application that becomes the one of `PrintRoutes` with its first request."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._printing: PrintRoutes | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        printing = self._printing
        if printing is None:
            printing = await run_in_threadpool(self._made)
        await printing.router(scope, receive, send)

    def close(self) -> None:
        """Give up what is being printed."""
        with self._lock:
            if self._printing is not None:
                self._printing.close()

    def _made(self) -> "PrintRoutes":
        from pnp.studio.print_routes import PrintRoutes  # noqa: PLC0415 - that is what this class is for

        with self._lock:
            if self._printing is None:
                self._printing = PrintRoutes(self._state)
            return self._printing
