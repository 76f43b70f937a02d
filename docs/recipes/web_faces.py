"""A web service that draws a card when it is asked for: /fox.png. Run it with `uvicorn web_faces:app`."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import pnp

DECK = pnp.Deck([{"name": "Fox", "text": "Run."}, {"name": "Owl", "text": "Watch."}])


def face(request: Request) -> Response:
    """Return a picture of 150 dpi."""
    return Response(DECK.face(request.path_params["card"]).png(150), media_type="image/png")


app = Starlette(routes=[Route("/{card}.png", face)])
