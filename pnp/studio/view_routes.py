"""What single views ask for, ready when somebody first asks: the studio opens sooner without their modules."""

from collections.abc import Callable
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.routing import Mount, Router
from starlette.types import Receive, Scope, Send

from pnp.studio.state import StudioState


class ViewRoutes:
    """An application that imports what answers at its addresses with its first request."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._router: Router | None = None
        self._endings: tuple[Callable[[], None], ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        router = self._router
        if router is None:
            router = await run_in_threadpool(self._made)
        await router(scope, receive, send)

    def close(self) -> None:
        """Give up what is being printed, and remove files that are not needed any more."""
        with self._lock:
            for end in self._endings:
                end()

    def _made(self) -> Router:
        from pnp.studio.art_routes import ArtRoutes  # noqa: PLC0415 - that is what this class is for
        from pnp.studio.edit_routes import edit_routes  # noqa: PLC0415
        from pnp.studio.print_routes import PrintRoutes  # noqa: PLC0415
        from pnp.studio.review_routes import ReviewRoutes  # noqa: PLC0415
        from pnp.studio.rules_routes import rules_routes  # noqa: PLC0415

        with self._lock:
            if self._router is None:
                printing, pictures = PrintRoutes(self._state), ArtRoutes(self._state)
                review = ReviewRoutes(self._state)
                self._endings = (printing.close, pictures.close, review.close)
                self._router = Router(
                    [
                        *review.routes,
                        *rules_routes(self._state),
                        *pictures.routes,
                        *edit_routes(self._state),
                        Mount("/api/print", printing.router),
                    ]
                )
            return self._router
