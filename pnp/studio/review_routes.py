"""What the page may ask for to look a game over: checks, the editor at a finding, and how it was before."""

from dataclasses import asdict

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.history.revision import why_no_git
from pnp.model.errors import CannotUse
from pnp.studio.comparison import earlier_states
from pnp.studio.earlier_faces import EarlierFaces, png_of
from pnp.studio.editors import open_in_editor
from pnp.studio.face_files import FaceFiles
from pnp.studio.looks import side_called
from pnp.studio.request_body import object_of
from pnp.studio.security import FOR_EVER, PICTURE_POLICY
from pnp.studio.state import StudioState


class ReviewRoutes:
    """The addresses of these requests, and what answers at each."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._earlier, self._files = state, EarlierFaces(state), FaceFiles()

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses, and what answers at each."""
        return [
            Route("/api/games/{game}/check", self.check, methods=["POST"]),
            Route("/api/games/{game}/states", self.states),
            Route("/api/games/{game}/since", self.since),
            Route("/before/{game}/{key}.svg", self.old_face),
            Route("/before/{game}/{side:path}.png", self.approved_picture),
            Route("/difference/{game}/{side:path}.png", self.difference),
            Route("/api/open", self.open_file, methods=["POST"]),
        ]

    def close(self) -> None:
        """Remove what was taken out of git."""
        self._earlier.close()

    def check(self, request: Request) -> Response:
        """Say how far the check of a game is, which goes on after every save from now on."""
        checked = self._state.check(request.path_params["game"])
        return JSONResponse({"state": checked.state, "trouble": checked.trouble})

    def states(self, request: Request) -> Response:
        """Return what a game can be compared with."""
        with self._state.looking(request.path_params["game"]) as look:
            game = look.name
        project = self._state.project
        known = [asdict(each) for each in earlier_states(project, game)]
        return JSONResponse({"states": known, "no_git": why_no_git(project)})

    def since(self, request: Request) -> Response:
        """Return the pieces that are not as they were."""
        pieces = self._earlier.since(*_asked(request))
        return JSONResponse([asdict(each) for each in pieces])

    def old_face(self, request: Request) -> Response:
        """Return a face as it was; it never changes."""
        shown = self._earlier.face(*_asked(request), request.path_params["key"])
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": FOR_EVER}
        return Response(self._files.svg(shown), media_type="image/svg+xml", headers=headers)

    def approved_picture(self, request: Request) -> Response:
        """Return the picture of a face as it was approved."""
        side = side_called(request.path_params["side"])
        picture = self._earlier.approved_picture(request.path_params["game"], side)
        return Response(png_of(picture), media_type="image/png")

    def difference(self, request: Request) -> Response:
        """Return a picture of a side with what differs from the face `was` marked."""
        side, was = side_called(request.path_params["side"]), request.query_params.get("was", "")
        return Response(self._earlier.difference(*_asked(request), side, was), media_type="image/png")

    async def open_file(self, request: Request) -> Response:
        """Open a file in the user's editor."""
        file, line = await _file_and_line(request)
        program = await run_in_threadpool(open_in_editor, self._state.project.root, file, line)
        return JSONResponse({"program": program})


def _asked(request: Request) -> tuple[str, str, str]:
    """Return the game, the theme and the name of the earlier state that a request is about."""
    query = request.query_params
    return request.path_params["game"], query.get("theme", ""), query.get("since", "")


async def _file_and_line(request: Request) -> tuple[str, int]:
    """Return what is to be opened. Raises CannotUse."""
    asked = await object_of(request)
    file, line = asked.get("file"), asked.get("line", 1)
    if not isinstance(file, str) or not isinstance(line, int):
        raise CannotUse("the file to open was not named")
    return file, line
