"""How routes read requests and answer them: JSON both ways, faces as files, refusals in a sentence."""

import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp.export.svg_files import declared_font, with_style_sheet
from pnp.rules.html_page import font_rules
from pnp.studio.live_game import ShownFace

# Access: only pages the studio served itself, in a browser on this machine.


PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
"""What the page may load, as a Content-Security-Policy: its own files and nothing inline."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
"""What a face may load when it is opened by itself: what it holds. Its scripts never run."""

FOR_EVER = "private, max-age=31536000, immutable"  # How long browsers may keep a face asked for by key.

HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
"""What every answer says, unless it says otherwise itself."""

MOST_BYTES = 1_000_000  # Of a request that is no upload.
MOST_UPLOADED = 110_000_000  # A little more than `pnp art add` takes, whose sentence is read then.
UPLOADS = "/upload"  # What the addresses begin with, after the token, that take files.


class BodyRefused(Exception):
    """A body that is not read, or no further; the `answer` says why."""

    def __init__(self, answer: JSONResponse) -> None:
        super().__init__(answer.status_code)
        self.answer = answer


class Guard:
    """Lets requests with the right address, host and origin through to the application below, without the token."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token = app, token
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":  # start and end of the server; nothing opens a websocket
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        is_upload = scope["path"].removeprefix(f"/{self._token}").startswith(UPLOADS)
        limit, refused = MOST_UPLOADED if is_upload else MOST_BYTES, self._refused(scope)
        if refused is None and int(Headers(scope=scope).get("content-length", 0)) > limit:
            refused = too_large(limit)
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        inner = dict(scope) | {"root_path": f"/{self._token}"}
        await self._app(inner, _counted(receive, limit), send_with_headers)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts:
            return error("the studio answers at 127.0.0.1 only", status=421)
        is_ours = headers.get("origin") in {None, *(f"http://{host}" for host in self._hosts)}
        if not is_ours or headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return error("another web page asked for that", status=403)
        token = scope["path"].removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            hint = "open the whole address that pnp studio printed"
            return error(
                "this address lacks the token of the studio, or has that of another", hint, status=403
            )
        if scope["method"] not in {"GET", "HEAD", "POST", "PUT", "DELETE"}:
            return error("the studio does not know this request", status=405)
        return None


def error(sentence: str, hint: str | None = None, *, status: int = 400, **more: object) -> JSONResponse:
    """Return the answer that says why not, in the words of people; `more` are values of JSON that show it."""
    return JSONResponse({"error": sentence, "hint": hint, **more}, status)


def too_large(limit: int) -> JSONResponse:
    """Return the answer to a body of more bytes than that; the rest of it is not waited for."""
    answer = error("that is too large", f"the limit is {limit // 1_000_000} MB", status=413)
    answer.headers["connection"] = "close"
    return answer


def _counted(receive: Receive, limit: int) -> Receive:
    """Return what receives a body and raises BodyRefused as soon as that has more bytes than the limit."""
    size = 0

    async def receive_counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:
            raise BodyRefused(too_large(limit))
        return message

    return receive_counted


Json = dict[str, Any]
MOST_KEPT = 400  # Faces with fonts, some 30 kB each: a little more than a screen shows.


def route(path: str, answer: Callable[[Request], object], method: str = "GET") -> Route:
    """Return a route that answers with the JSON of what `answer` returns, or with the response that it makes."""

    def endpoint(request: Request) -> Response:
        return _response(answer(request))

    return Route(path, endpoint, methods=[method])


def upload_route(path: str, answer: Callable[[Request, bytes], object]) -> Route:
    """Return a route that hands the body of a request to `answer`, on a thread beside the server's."""

    async def endpoint(request: Request) -> Response:
        return _response(await run_in_threadpool(answer, request, await request.body()))

    return Route(path, endpoint, methods=["POST"])


def json_route(path: str, answer: Callable[[Request, Json], object]) -> Route:
    """Return a route that hands the object in the body of a request to `answer`."""
    return upload_route(path, lambda request, data: answer(request, object_in(data)))


def _response(answer: object) -> Response:
    return answer if isinstance(answer, Response) else JSONResponse(answer)


def object_in(body: bytes) -> Json:
    """Return the JSON object that a body is.

    Raises BodyRefused for one that is none, is nested without end, or has numbers and letters in it that there are not.
    """
    with suppress(ValueError, RecursionError):
        value = json.loads(body)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # infinity, half of a letter
        if isinstance(value, dict):
            return value
    raise BodyRefused(error("what the page sent cannot be read", "reload the page"))


def theme_of(request: Request) -> str:
    """Return the theme that a request names, "" for the usual look."""
    return request.query_params.get("theme", "")


def svg_response(svg: bytes | str, *, kept: bool = False, **headers: str) -> Response:
    """Return a drawing that may load nothing; a browser keeps one that is asked for by its key."""
    if kept:
        headers["cache-control"] = FOR_EVER
    policy = {"content-security-policy": PICTURE_POLICY}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(svg, media_type="image/svg+xml", headers=policy | named)


_declared = lru_cache(maxsize=256)(declared_font)


@lru_cache(maxsize=MOST_KEPT)
def face_file(shown: ShownFace) -> bytes:
    """Return the SVG file of a face: it needs nothing beside itself. Raises CannotUse for a damaged font."""
    svg, fonts = shown.face.svg, map(_declared, sorted(font.path for font in shown.fonts))
    return with_style_sheet(svg, font_rules(tuple(fonts), [svg])).encode()
