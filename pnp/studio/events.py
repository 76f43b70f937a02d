"""What pages are told while they are open: server-sent events, one stream for each browser."""

import asyncio
import json
from collections.abc import AsyncIterator
from threading import Lock

HEARTBEAT = 15.0
"""In s: so often a stream says that it is there; a proxy or a sleeping laptop is noticed by its silence."""

MOST_WAITING = 1_000
"""So many events may wait for a page that does not read them; then its stream ends, and it asks for everything anew."""

_END = ""


class Events:
    """Passes events from any thread to all streams."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._streams: dict[asyncio.Queue[str], asyncio.AbstractEventLoop] = {}

    def send(self, kind: str, **about: object) -> None:
        """Tell every page; `about` must be values of JSON."""
        text = json.dumps({"type": kind, **about}, ensure_ascii=True)
        with self._lock:
            for queue, loop in self._streams.items():
                loop.call_soon_threadsafe(self._put, queue, text)

    def end(self) -> None:
        """End all streams."""
        with self._lock:
            for queue, loop in self._streams.items():
                loop.call_soon_threadsafe(queue.put_nowait, _END)

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    async def stream(self, first: str) -> AsyncIterator[str]:
        """Yield the lines of one stream, `first` of all the event of that JSON text."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        with self._lock:
            self._streams[queue] = asyncio.get_running_loop()
        try:
            yield f"retry: 500\ndata: {first}\n\n"
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if text == _END:
                    return
                yield f"data: {text}\n\n"
        finally:
            with self._lock:
                self._streams.pop(queue, None)

    @staticmethod
    def _put(queue: asyncio.Queue[str], text: str) -> None:
        if queue.qsize() >= MOST_WAITING:
            while not queue.empty():
                queue.get_nowait()
            text = _END
        queue.put_nowait(text)
