"""The web application of the studio: its routes, headers and event stream."""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Lock

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from pnp.files import MAX_TEXT_BYTES, read_bytes
from pnp.model.errors import CannotUse, PnpError, UnknownName
from pnp.studio.content import pieces_content, project_content, with_excerpts
from pnp.studio.face_files import FaceFiles
from pnp.studio.live_game import side_called
from pnp.studio.request_body import UnreadableBody, object_of
from pnp.studio.security import FOR_EVER, PICTURE_POLICY, BodyRefused, Guard, error
from pnp.studio.state import StudioState

PAGE = Path(__file__).parent / "page"
"""The files of the page: HTML, style sheets and scripts as they are served."""

MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""What the files of the page are, by their endings."""


def studio_app(state: StudioState, token: str, port: int) -> Guard:
    """Return the application, which runs the state as long as it runs itself."""
    views = ViewRoutes(state)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        del app
        state.start()
        try:
            yield
        finally:
            views.close()
            state.stop()

    page = PageFiles()
    routes: list[BaseRoute] = [
        Route("/", page.index),
        Route("/page/{name:path}", page.file),
        *ProjectRoutes(state).routes,
        Mount("", views),
    ]
    handlers = {
        PnpError: _problem_response,
        OSError: _failed,
        BodyRefused: _refused,
        ClientDisconnect: _gone,
        UnreadableBody: _unreadable,
        404: _unknown,
        405: _unknown,
    }
    return Guard(Starlette(routes=routes, lifespan=running, exception_handlers=handlers), token, port)


class PageFiles:
    """The files of the page, read once: a browser asks for forty of them at the very moment that games are read."""

    def __init__(self) -> None:
        self._files = {
            path.relative_to(PAGE).as_posix(): (
                read_bytes(path, limit=MAX_TEXT_BYTES),
                MEDIA_TYPES[path.suffix],
            )
            for path in sorted(PAGE.rglob("*"))
            if path.suffix in MEDIA_TYPES
        }

    async def index(self, request: Request) -> Response:
        """Return the page itself."""
        del request
        content, kind = self._files["index.html"]
        return Response(content, media_type=kind)

    async def file(self, request: Request) -> Response:
        """Return one of its files."""
        found = self._files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return Response(found[0], media_type=found[1])


class ProjectRoutes:
    """What every view needs: the project, its pieces, their faces, findings and events."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._files = state, FaceFiles()

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses, and what answers at each."""
        return [
            Route("/api/root", self.root),
            Route("/api/project", self.project),
            Route("/api/games/{game}/pieces", self.pieces),
            Route("/api/games/{game}/findings", self.findings),
            Route("/api/games/{game}/in-view", self.in_view, methods=["POST"]),
            Route("/api/events", self.events),
            Route("/faces/{game}/{side:path}.svg", self.face),
        ]

    async def root(self, request: Request) -> Response:
        """Answer at once, whatever is being drawn."""
        del request
        return JSONResponse({"root": str(self._state.project.root)})

    def project(self, request: Request) -> Response:
        """Return the games and their components."""
        del request
        looks = {}
        for game in self._state.games:
            with self._state.looking(game) as look:
                looks[game] = look
        return JSONResponse(project_content(self._state.project, looks) | self._state.identity)

    def pieces(self, request: Request) -> Response:
        """Return every piece of a game."""
        with self._state.looking(request.path_params["game"], theme_of(request)) as look:
            return JSONResponse({"revision": self._state.revision, "pieces": pieces_content(look)})

    async def in_view(self, request: Request) -> Response:
        """Hear which pieces are on the screen."""
        pieces = await _strings(request, "pieces")
        names = [(component, piece) for component, _, piece in (each.partition("/") for each in pieces)]
        await run_in_threadpool(self._state.see, request.path_params["game"], theme_of(request), names)
        return Response(status_code=204)

    def findings(self, request: Request) -> Response:
        """Return what is wrong with a game."""
        found = self._state.findings(request.path_params["game"], theme_of(request))
        return JSONResponse(with_excerpts(found, self._state.project.root))

    def face(self, request: Request) -> Response:
        """Return a face as a file; one that is asked for by its key never changes."""
        side = side_called(request.path_params["side"])
        shown = self._state.face(request.path_params["game"], theme_of(request), side)
        if shown is None:
            raise UnknownName(f"{side.title}, cannot be drawn", "the findings of the game say why")
        exact = request.query_params.get("key") == shown.face.key
        headers = {
            "content-security-policy": PICTURE_POLICY,
            "cache-control": FOR_EVER if exact else "no-store",
            "x-face-key": shown.face.key,
        }
        return Response(self._files.svg(shown), media_type="image/svg+xml", headers=headers)

    async def events(self, request: Request) -> Response:
        """Tell what happens, as long as the page listens."""
        del request
        first = json.dumps({"type": "hello", **self._state.identity})
        return StreamingResponse(self._state.events.stream(first), media_type="text/event-stream")


async def _strings(request: Request, key: str) -> list[str]:
    """Return the list of texts that the body of a request has under a key. Raises CannotUse."""
    found = (await object_of(request)).get(key)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise CannotUse(f'the request has no list of texts called "{key}"')
    return found


def theme_of(request: Request) -> str:
    """Return the theme that a request names, "" for the usual look."""
    return request.query_params.get("theme", "")


class _Server(uvicorn.Server):
    """Ends what pages listen to before it waits for answers under way; else it would wait in vain."""

    def __init__(self, config: uvicorn.Config, end: Callable[[], None]) -> None:
        super().__init__(config)
        self._end = end

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        self._end()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what the end cuts off is no error
        await super().shutdown(sockets)


def serve(app: Guard, listening: socket.socket, end: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C; then call `end`, which ends the streams of events."""
    config = uvicorn.Config(
        app,
        http=Connection,
        log_level="error",  # a browser is told what is wrong with its request; the terminal is for the address
        access_log=False,
        ws="none",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
    )
    _Server(config, end).run(sockets=[listening])


def _problem_response(request: Request, problem: Exception) -> Response:
    """Answer what pnp refuses on purpose, in its own words."""
    del request
    hint = problem.hint if isinstance(problem, PnpError) else None
    return error(str(problem), hint, status=404 if isinstance(problem, UnknownName) else 409)


def _failed(request: Request, problem: Exception) -> Response:
    """Answer a file that cannot be read or written."""
    del request
    assert isinstance(problem, OSError)
    sentence = f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)
    return error(sentence, status=500)


def _unknown(request: Request, problem: Exception) -> Response:
    del request, problem
    return error("there is nothing at this address", status=404)


def _refused(request: Request, problem: Exception) -> Response:
    """Answer a body that turned out to be too much while it was read."""
    del request
    assert isinstance(problem, BodyRefused)
    return problem.answer


def _gone(request: Request, problem: Exception) -> Response:
    """Answer nobody: whoever asked has hung up before the body was read."""
    del request, problem
    return Response(status_code=400)


def _unreadable(request: Request, problem: Exception) -> Response:
    """Answer a body that is no JSON, or is nested without end."""
    del request, problem
    return error("what the page sent cannot be read", "load the page anew")


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
