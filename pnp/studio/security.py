"""Access to the studio: only pages it served itself, in a browser on this machine.

Any web page that is open in the same browser can send requests to 127.0.0.1. It does not know the token in the address,
cannot read an answer without a CORS header (there is none), and is refused by the Host, the Origin and the browser's own
word on where a request comes from.
"""

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
"""What the page may load, as a Content-Security-Policy: its own files and nothing inline."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
"""What a face may load when it is opened by itself: what it holds. Its scripts never run."""

FOR_EVER = "private, max-age=31536000, immutable"
"""How long a browser may keep a face that is asked for by its key."""

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

MOST_BYTES = 1_000_000
"""Of a request that is no upload."""

MOST_UPLOADED = 110_000_000
"""Of an upload: what `pnp art add` takes, and a little more, so that the sentence about that is the one that is read."""

UPLOADS = "/upload"
"""What the addresses begin with, after the token, that take files."""


class BodyRefused(Exception):
    """A body is read no further; the `answer` says why."""

    def __init__(self, answer: JSONResponse) -> None:
        super().__init__(answer.status_code)
        self.answer = answer


class Guard:
    """Lets requests with the right address, host and origin through to the application below, without the token."""

    def __init__(self, app: App, token: str, port: int) -> None:
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

        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        limit = self._limit(scope)
        if int(Headers(scope=scope).get("content-length", 0)) > limit:
            await too_large(limit)(scope, receive, send_with_headers)
            return
        inner = dict(scope) | {"root_path": f"/{self._token}"}
        await self._app(inner, _counted(receive, limit), send_with_headers)

    def _limit(self, scope: Scope) -> int:
        path = scope["path"].removeprefix(f"/{self._token}")
        return MOST_UPLOADED if path.startswith(UPLOADS) else MOST_BYTES

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts:
            return error("the studio answers at 127.0.0.1 only", status=421)
        origin = headers.get("origin")
        if origin is not None and origin not in {f"http://{host}" for host in self._hosts}:
            return error("another web page asked for that", status=403)
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return error("another web page asked for that", status=403)
        token = scope["path"].removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            hint = "open the whole address that pnp studio printed"
            return error(
                "this address lacks the token of the studio, or has that of another", hint, status=403
            )
        if scope["method"] not in {"GET", "HEAD", "POST", "PUT", "DELETE"}:
            return error("the studio knows no such request", status=405)
        return None


def error(sentence: str, hint: str | None = None, *, status: int = 400) -> JSONResponse:
    """Return the answer that says why not, in the words of people."""
    return JSONResponse({"error": sentence, "hint": hint}, status)


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
