"""How routes read requests and answer them: JSON both ways, faces as files, refusals in a sentence."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pnp.export.svg_files import declared_font, with_style_sheet
from pnp.rules.html_page import EmbeddedFonts
from pnp.studio.live_game import ShownFace
from pnp.studio.security import FOR_EVER, PICTURE_POLICY

Json = dict[str, Any]

MOST_KEPT = 400
"""Faces with their fonts that are kept, some 30 kB each: a little more than a large screen shows."""


class UnreadableBody(Exception):
    """A body that is no JSON object, is nested without end, or has numbers and letters in it that there are not."""


def route(path: str, answer: Callable[[Request], object], method: str = "GET") -> Route:
    """Return a route that answers with the JSON of what `answer` returns, or with the response that it makes."""

    def endpoint(request: Request) -> Response:
        return _response(answer(request))

    return Route(path, endpoint, methods=[method])


def json_route(path: str, answer: Callable[[Request, Json], object]) -> Route:
    """Return a route that hands the object in the body of a request to `answer`, on a thread beside the server's."""

    async def endpoint(request: Request) -> Response:
        return _response(await run_in_threadpool(answer, request, object_in(await request.body())))

    return Route(path, endpoint, methods=["POST"])


def _response(answer: object) -> Response:
    return answer if isinstance(answer, Response) else JSONResponse(answer)


def object_in(body: bytes) -> Json:
    """Return the JSON object that a body is. Raises UnreadableBody."""
    try:
        value = json.loads(body)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # infinity, half of a letter
    except (ValueError, RecursionError) as error:
        raise UnreadableBody from error
    if not isinstance(value, dict):
        raise UnreadableBody
    return value


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


class FaceFiles:
    """Makes SVG files of faces, with their fonts inside; the latest are kept."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._declared = lru_cache(maxsize=256)(declared_font)
        self._kept: dict[str, bytes] = {}

    def svg(self, shown: ShownFace) -> bytes:
        """Return the file of a face: it needs nothing beside itself. Raises CannotUse for a damaged font."""
        key, svg = shown.face.key, shown.face.svg
        kept = self._kept.pop(key, None)
        if kept is None:
            fonts = tuple(self._declared(path) for path in sorted(font.path for font in shown.fonts))
            kept = with_style_sheet(svg, EmbeddedFonts(fonts).rules([svg])).encode()
            while len(self._kept) >= self._most:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = kept
        return kept
