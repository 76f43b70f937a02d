"""Connections to the studio: none is held open by who asks for nothing, so that there is always one for the page."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_S = 10.0
"""In s: so long may the head of a request take; browsers open connections ahead, and open them again."""

MOST_IDLE = 100
"""Connections without a request, below the 256 files that macOS gives a program; a browser opens six for a page."""


class Connection(H11Protocol):
    """One that is closed when nothing whole is asked for in time; of more than `MOST_IDLE`, the oldest is."""

    _deadline: asyncio.TimerHandle | None = None
    idle_since = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        """Begin."""
        super().connection_made(transport)
        self.idle_since = self.loop.time()
        self._deadline = self.loop.call_later(HEADER_S, self.transport.abort)
        idle = [each for each in self.connections if isinstance(each, Connection) and each.is_idle]
        if len(idle) > MOST_IDLE:
            oldest = min(idle, key=lambda each: each.idle_since)
            self.connections.discard(oldest)  # many are made before one that is aborted is lost
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was sent: the head of a request, a part of it, or of its body."""
        super().data_received(data)
        if not self.is_idle:
            self._stop_waiting()
        elif self._deadline is None:  # the first part of one more head
            self._deadline = self.loop.call_later(HEADER_S, self.transport.abort)

    def on_response_complete(self) -> None:
        """Wait for another request."""
        self.idle_since = self.loop.time()
        super().on_response_complete()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
