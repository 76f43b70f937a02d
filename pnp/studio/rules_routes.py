"""What the page may ask about the rules of a game: the summary, what stands behind a sentence, and what is approved."""

from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.history.approve import approve_game, open_record
from pnp.model.errors import CannotUse, UnknownName
from pnp.studio.open_rules import OpenRules
from pnp.studio.request_body import object_of
from pnp.studio.rules_content import (
    about_content,
    basis_content,
    findings_content,
    rules_content,
    unapproved_content,
)
from pnp.studio.security import PICTURE_POLICY
from pnp.studio.state import StudioState


def rules_routes(state: StudioState) -> list[BaseRoute]:
    """Return the routes of the rules view."""
    opened = OpenRules(state)
    return [*_reading(state, opened), *_approving(state, opened)]


def _reading(state: StudioState, opened: OpenRules) -> list[BaseRoute]:
    def rules(request: Request) -> Response:
        return JSONResponse(rules_content(opened.of(request.path_params["game"]), state.project.root))

    def sentence(request: Request) -> Response:
        known = opened.of(request.path_params["game"])
        return JSONResponse(basis_content(known.basis(request.query_params.get("id", ""))))

    def about(request: Request) -> Response:
        known = opened.of(request.path_params["game"])
        return JSONResponse(about_content(known, request.path_params["piece"]))

    def icon(request: Request) -> Response:
        name = request.path_params["name"]
        svg = opened.of(request.path_params["game"]).icons.get(name)
        if svg is None:
            raise UnknownName(f'the rules show no icon "{name}"')
        headers = {"content-security-policy": PICTURE_POLICY}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    return [
        Route("/api/games/{game}/rules", rules),
        Route("/api/games/{game}/rules/sentence", sentence),
        Route("/api/games/{game}/rules/about/{piece:path}", about),
        Route("/api/games/{game}/rules/icons/{name}.svg", icon),
    ]


def _approving(state: StudioState, opened: OpenRules) -> list[BaseRoute]:
    approving = Lock()

    def unapproved(request: Request) -> Response:
        record, found = open_record(state.project, _known(state, request))
        waiting = record.unapproved if record else ()
        return JSONResponse(
            {
                "recorded": record is not None and record.before is not None,
                "unapproved": [unapproved_content(each) for each in waiting],
                "findings": findings_content(found, state.project.root) if record is None else [],
            }
        )

    async def approve(request: Request) -> Response:
        game, names = _known(state, request), await _names(request)
        return await run_in_threadpool(approved, game, names)

    def approved(game: str, names: list[str]) -> Response:
        with approving:
            try:
                result = approve_game(state.project, game, names)
            except UnknownName as error:
                changed, hint = "what you approved was changed meanwhile", "look at it again as it is now"
                raise CannotUse(changed, hint) from error
        opened.forget(game)
        if result.lines:
            return JSONResponse({"lines": list(result.lines)})
        told = {
            "error": f"{game} is not approved: other things are wrong with it",
            "hint": "mend what is listed",
        }
        return JSONResponse(
            {**told, "findings": findings_content(result.diagnostics, state.project.root)}, status_code=409
        )

    return [
        Route("/api/games/{game}/unapproved", unapproved),
        Route("/api/games/{game}/approve", approve, methods=["POST"]),
    ]


def _known(state: StudioState, request: Request) -> str:
    """Return the game that is asked about. Raises UnknownName."""
    with state.looking(request.path_params["game"]) as look:
        return look.name


async def _names(request: Request) -> list[str]:
    """Return what is to be approved: at least one name. Raises CannotUse."""
    names = (await object_of(request)).get("names")
    if not isinstance(names, list) or not names or not all(isinstance(each, str) for each in names):
        raise CannotUse("nothing was chosen to approve", "choose a sentence, a face, or all that is listed")
    return names
