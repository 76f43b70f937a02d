"""What the page may ask for to look a game over: checks, the editor at a finding, and how it was before."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.model.errors import CannotUse
from pnp.studio.editors import open_in_editor
from pnp.studio.state import StudioState


def review_routes(state: StudioState) -> list[BaseRoute]:
    """Return the routes."""

    def check(request: Request) -> Response:
        checked = state.check(request.path_params["game"])
        return JSONResponse({"state": checked.state, "trouble": checked.trouble})

    async def open_file(request: Request) -> Response:
        file, line = await _file_and_line(request)
        program = await run_in_threadpool(open_in_editor, state.project.root, file, line)
        return JSONResponse({"program": program})

    return [
        Route("/api/games/{game}/check", check, methods=["POST"]),
        Route("/api/open", open_file, methods=["POST"]),
    ]


async def _file_and_line(request: Request) -> tuple[str, int]:
    """Return what is to be opened. Raises CannotUse."""
    try:
        asked = await request.json()
    except (ValueError, RecursionError):
        asked = None
    file, line = (asked.get("file"), asked.get("line", 1)) if isinstance(asked, dict) else (None, 1)
    if not isinstance(file, str) or not isinstance(line, int):
        raise CannotUse("the file to open was not named")
    return file, line
