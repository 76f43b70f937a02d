"""JSON bodies of requests, decoded; what JSON cannot encode again is refused."""

import json
from typing import Any

from starlette.requests import Request


class UnreadableBody(Exception):
    """What was sent is no JSON, is nested without end, or has numbers and letters in it that there are not."""


async def json_of(request: Request) -> Any:
    """Return what a request has in its body. Raises UnreadableBody."""
    body = await request.body()
    try:
        said = json.loads(body)
        json.dumps(said, ensure_ascii=False, allow_nan=False).encode()  # infinity, half of a letter
    except (ValueError, RecursionError) as error:
        raise UnreadableBody from error
    return said


async def object_of(request: Request) -> dict[str, Any]:
    """Return the object that a request has in its body, an empty one for any other value. Raises UnreadableBody."""
    said = await json_of(request)
    return said if isinstance(said, dict) else {}
