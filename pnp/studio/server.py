"""The web application of the studio: its routes, headers and event stream."""

import hashlib
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable, Sequence
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

from pnp.files import MAX_TEXT_BYTES, read_bytes
from pnp.model.diagnostics import CannotRender, CannotUse, PnpError, UnknownName, WorkerLost
from pnp.model.face import FRONT, PieceSide
from pnp.model.limits import CONVERT_SECONDS
from pnp.studio.content import pieces_content, project_content, with_excerpts
from pnp.studio.live_game import ShownFace
from pnp.studio.routing import (
    FOR_EVER,
    BodyRefused,
    Guard,
    Json,
    error,
    face_file,
    json_route,
    route,
    svg_response,
    theme_of,
)
from pnp.studio.state import StudioState
from pnp.workers.worker import TaskLimits

PAGE = Path(__file__).parent / "page"  # The page's HTML, style sheets and scripts as they are served.

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
    async def running(_: Starlette) -> AsyncIterator[None]:
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
    problems = (PnpError, OSError, BodyRefused, ClientDisconnect, 404, 405)
    handlers = dict.fromkeys(problems, _answer_to)
    return Guard(Starlette(routes=routes, lifespan=running, exception_handlers=handlers), token, port)


class PageFiles:
    """The files of the page, read once; those named by the index have their version in the address, and a browser keeps them."""

    def __init__(self) -> None:
        self._files = {
            path.relative_to(PAGE).as_posix(): (
                read_bytes(path, limit=MAX_TEXT_BYTES),
                MEDIA_TYPES[path.suffix],
            )
            for path in sorted(PAGE.rglob("*"))
            if path.suffix in MEDIA_TYPES
        }
        contents = b"".join(content for content, _ in self._files.values())
        self._version = hashlib.sha256(contents).hexdigest()[:16]

    async def index(self, _: Request) -> Response:
        """Return the page itself."""
        content, kind = self._files["index.html"]
        return Response(content.replace(b'"page/', f'"page/{self._version}/'.encode()), media_type=kind)

    async def file(self, request: Request) -> Response:
        """Return one of its files."""
        version, _, name = request.path_params["name"].partition("/")
        known = self._files.get(name if version == self._version else request.path_params["name"])
        if known is None:
            raise HTTPException(404)
        headers = {"cache-control": FOR_EVER} if version == self._version else None
        return Response(known[0], media_type=known[1], headers=headers)


class ProjectRoutes:
    """What every view needs: the project, its pieces, their faces, findings and events."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self.routes: list[BaseRoute] = [
            Route("/api/root", self.root),
            route("/api/project", self.project),
            route("/api/games/{game}/pieces", self.pieces),
            route("/api/games/{game}/findings", self.findings),
            json_route("/api/games/{game}/in-view", self.in_view),
            Route("/api/events", self.events),
            route("/faces/{game}/{side:path}.svg", self.face),
            route("/previews/{game}/{component}/{number:int}.jpg", self.preview),
        ]

    async def root(self, _: Request) -> Response:
        """Answer at once, whatever is being drawn."""
        return JSONResponse({"root": str(self._state.project.root)})

    def project(self, _: Request) -> Json:
        """Return the games and their components."""
        looks = {}
        for game in self._state.games:
            with self._state.looking(game) as look:
                looks[game] = look
        return project_content(self._state.project, looks) | self._state.identity

    def pieces(self, request: Request) -> Json:
        """Return every piece of a game."""
        with self._state.looking(request.path_params["game"], theme_of(request)) as look:
            return {"revision": self._state.revision, "pieces": pieces_content(look)}

    def in_view(self, request: Request, body: Json) -> Response:
        """Hear which pieces are on the screen."""
        pieces = body.get("pieces")
        if not isinstance(pieces, list) or not all(isinstance(piece, str) for piece in pieces):
            raise CannotUse("the page has not said which pieces are in view")
        names = [(component, piece) for component, _, piece in (piece.partition("/") for piece in pieces)]
        self._state.see(request.path_params["game"], theme_of(request), names)
        return Response(status_code=204)

    def findings(self, request: Request) -> list[Json]:
        """Return what is wrong with a game."""
        findings = self._state.findings(request.path_params["game"], theme_of(request))
        return with_excerpts(findings, self._state.project.root)

    def face(self, request: Request) -> Response:
        """Return a face as a file; one that is asked for by its key never changes."""
        game, side = (request.path_params[name] for name in ("game", "side"))
        shown = self._state.face_called(game, theme_of(request), side)
        key = shown.face.key
        return svg_response(face_file(shown), kept=request.query_params.get("key") == key, x_face_key=key)

    def preview(self, request: Request) -> Response:
        """Return small fronts of some pieces of a component in one picture."""
        from pnp.export.contact_sheet import PREVIEWS  # noqa: PLC0415 - the page begins without pictures

        game, theme, given = request.path_params["game"], theme_of(request), request.path_params
        with self._state.looking(game, theme) as look:
            pieces, written = look.component(given["component"]).pieces, self._state.written
        cache, number = self._state.cache, given["number"]
        # Drawing takes most of the time: the sheet of files that are as they were is found without it.
        of_files = cache.key("previews of files", game, theme, given["component"], number, written)
        key = (cache.store.get(of_files) or b"").decode()
        picture = cache.store.get(key) if key else None
        if picture is None:
            some = pieces[number * PREVIEWS : (number + 1) * PREVIEWS]
            with self._state.resting():
                self._state.draw_ahead(game, theme, given["component"], some)
                sides = (PieceSide(given["component"], piece.id, FRONT) for piece in some)
                shown = [self._state.face(game, theme, side) for side in sides]
                keys = [card.face.key if card else "" for card in shown]
                key = cache.key("previews", keys)
                if (picture := cache.store.get(key)) is None:
                    picture = self._preview_sheet([card for card in shown if card], keys)
                    cache.store.put(key, picture)
            cache.store.put(of_files, key.encode())
        headers = {"etag": f'"{key.split()[-1]}"', "cache-control": "private, no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(picture, media_type="image/jpeg", headers=headers)

    def _preview_sheet(self, shown: Sequence[ShownFace], keys: Sequence[str]) -> bytes:
        from pnp.convert.renderers import convert_drawable  # noqa: PLC0415
        from pnp.export.contact_sheet import preview_sheet  # noqa: PLC0415

        workers, limits = self._state.workers, TaskLimits(CONVERT_SECONDS)
        fonts = sorted({font.path for card in shown for font in card.fonts})
        faces = [card.face for card in shown]
        thumbnails = self._state.cache.page_cache.thumbnails_of(faces, fonts)
        try:
            return workers.run(preview_sheet, faces, keys, fonts, thumbnails, limits=limits)
        except (CannotRender, WorkerLost):  # without those that cannot be converted
            known = convert_drawable(faces, fonts, workers).where
            drawable = [face for face in faces if face.key in known]
            return workers.run(preview_sheet, drawable, keys, fonts, thumbnails)

    async def events(self, _: Request) -> Response:
        """Tell what happens, as long as the page listens."""
        first = json.dumps({"type": "hello", **self._state.identity})
        return StreamingResponse(self._state.events.stream(first), media_type="text/event-stream")


class _Server(uvicorn.Server):
    """Ends what pages listen to before it waits for answers under way; else it would wait in vain."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], end: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._end = ready, end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so once a Ctrl-C ends it in order."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        self._end()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what the end cuts off is no error
        await super().shutdown(sockets)


def serve(
    app: Guard, listening: socket.socket, *, ready: Callable[[], None], end: Callable[[], None]
) -> None:
    """Call `ready` and answer requests until Ctrl-C; then call `end`, which ends the streams of events."""
    config = uvicorn.Config(
        app,
        http="h11",
        log_level="error",  # a browser is told what is wrong with its request; the terminal is for the address
        access_log=False,
        ws="none",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
    )
    _Server(config, ready, end).run(sockets=[listening])


def _answer_to(_: Request, problem: Exception) -> Response:
    match problem:
        case BodyRefused():
            return problem.answer
        case PnpError():
            status = 404 if isinstance(problem, UnknownName) else 409
            return error(str(problem), problem.hint, status=status)
        case OSError():  # a file that cannot be read or written
            sentence = f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)
            return error(sentence, status=500)
        case ClientDisconnect():  # nobody waits for it
            return Response(status_code=400)
        case _:
            return error("there is nothing at this address", status=404)


class ViewRoutes:
    """An application that imports what answers at its addresses with its first request."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._router: Router | None = None
        self._project = state.project
        self._endings: tuple[Callable[[], None], ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        router = self._router
        if router is None or self._project is not self._state.project:
            router = await run_in_threadpool(self._made)
        await router(scope, receive, send)

    def close(self) -> None:
        """Give up what is being printed, and remove files that are not needed any more."""
        with self._lock:
            for end in self._endings:
                end()

    def _made(self) -> Router:
        from pnp.studio.art_routes import ArtRoutes  # noqa: PLC0415 - that is what this class is for
        from pnp.studio.design_routes import DesignRoutes  # noqa: PLC0415
        from pnp.studio.edit_routes import EditRoutes  # noqa: PLC0415
        from pnp.studio.print_routes import PrintRoutes  # noqa: PLC0415
        from pnp.studio.review_routes import ReviewRoutes  # noqa: PLC0415
        from pnp.studio.rules_routes import RulesRoutes  # noqa: PLC0415
        from pnp.studio.start_routes import StartRoutes  # noqa: PLC0415

        with self._lock:
            if self._router is None or self._project is not self._state.project:
                for end in self._endings:
                    end()
                self._project = self._state.project
                closed = [view(self._state) for view in (ReviewRoutes, ArtRoutes, PrintRoutes, StartRoutes)]
                self._endings = tuple(view.close for view in closed)
                views = (RulesRoutes, EditRoutes, DesignRoutes)
                open_views = [view(self._state) for view in views]
                self._router = Router([route for view in (*closed, *open_views) for route in view.routes])
            return self._router
