"""Routes that edit a card: its form, a preview of a change, saving, undo and redo."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.edit.card_change import (
    CardChange,
    changed_card,
    check_change,
    copied_card,
    drawn_findings,
    removed_card,
)
from pnp.edit.card_form import CardForm, card_form
from pnp.edit.history import Edit
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.game import Value
from pnp.studio.content import Json, plain
from pnp.studio.face_files import FaceFiles
from pnp.studio.form_content import change_content, form_content, history_content
from pnp.studio.request_body import object_of
from pnp.studio.state import StudioState

CARD = "/api/games/{game}/cards/{component}/{piece}"


def edit_routes(state: StudioState) -> list[BaseRoute]:
    """Return the routes."""
    routes = EditRoutes(state)
    return [
        Route(f"{CARD}/form", routes.form),
        Route(f"{CARD}/draft", routes.draft, methods=["POST"]),
        Route(f"{CARD}/values", routes.values, methods=["POST"]),
        Route(f"{CARD}/copy", routes.copy, methods=["POST"]),
        Route(f"{CARD}/remove", routes.remove, methods=["POST"]),
        Route("/api/edits", routes.edits),
        Route("/api/undo", routes.undo, methods=["POST"]),
        Route("/api/redo", routes.redo, methods=["POST"]),
    ]


@dataclass(frozen=True, slots=True)
class _Asked:
    """New values by field, those that the page saw before, and the fields whose default is meant."""

    values: dict[str, Value]
    was: dict[str, Any]
    everywhere: tuple[str, ...]


class EditRoutes:
    """Changes cards of the games of a studio."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._files = state, FaceFiles()

    def form(self, request: Request) -> Response:
        """Answer with the form of a card."""
        return JSONResponse(form_content(self._form(request)))

    async def draft(self, request: Request) -> Response:
        """Answer with what a change would do, and how the card would look; nothing is written."""
        return await run_in_threadpool(self._drafted, request, _asked(await object_of(request)))

    async def values(self, request: Request) -> Response:
        """Write new values, unless one was changed meanwhile."""
        return await run_in_threadpool(self._written, request, _asked(await object_of(request)))

    async def copy(self, request: Request) -> Response:
        """Add a copy of a card, with an id of its own."""
        new = (await object_of(request)).get("id")
        if not isinstance(new, str) or not new.strip():
            raise CannotUse("the copy has no id", "write one, such as goblin-king")
        return await run_in_threadpool(self._done, lambda: copied_card(*self._card(request), new.strip()))

    async def remove(self, request: Request) -> Response:
        """Take a card out."""
        return await run_in_threadpool(self._done, lambda: removed_card(*self._card(request)))

    def edits(self, request: Request) -> Response:
        """Answer with what can be undone and done again."""
        del request
        return JSONResponse(history_content(self._state.history))

    def undo(self, request: Request) -> Response:
        """Take the last step back."""
        del request
        return self._edit_response(self._state.history.undo())

    def redo(self, request: Request) -> Response:
        """Do the step again that was undone last."""
        del request
        return self._edit_response(self._state.history.redo())

    def _card(self, request: Request) -> tuple[Any, str, str, str]:
        given = request.path_params
        if given["game"] not in self._state.games:
            raise UnknownName(f'there is no game "{given["game"]}"')
        return self._state.project, given["game"], given["component"], given["piece"]

    def _form(self, request: Request) -> CardForm:
        return card_form(*self._card(request))

    def _drafted(self, request: Request, asked: _Asked) -> Response:
        change = changed_card(*self._card(request), asked.values, everywhere=asked.everywhere)
        game, component = request.path_params["game"], request.path_params["component"]
        with self._state.looking(game, request.query_params.get("theme", "")) as look:
            checked = check_change(change, look.loaded)
            draft = look.drafted(checked.game, component, change.piece) if checked.game else None
        faces = {side: self._files.svg(face).decode() for side, face in draft.sides.items()} if draft else {}
        found = [*checked.findings, *drawn_findings(change, draft.found if draft else ())]
        return JSONResponse(change_content(change, found) | {"faces": faces})

    def _written(self, request: Request, asked: _Asked) -> Response:
        form = self._form(request)
        conflicts = [
            {"name": each.name, "was": asked.was[each.name], "now": plain(each.value)}
            for each in form.fields
            if each.name in asked.was and plain(each.value) != asked.was[each.name]
        ]
        if conflicts:
            answer: Json = {
                "error": f"{form.piece} was changed meanwhile, in another program or another tab",
                "hint": "choose what is to be kept of each value, then save again",
                "conflicts": conflicts,
            }
            return JSONResponse(answer, status_code=409)
        return self._done(
            lambda: changed_card(*self._card(request), asked.values, everywhere=asked.everywhere)
        )

    def _done(self, changed: Callable[[], CardChange]) -> Response:
        change = changed()
        edit = self._state.history.write(change.what, change.files)
        return self._edit_response(edit, change)

    def _edit_response(self, edit: Edit, change: CardChange | None = None) -> Response:
        """Tell all pages what can be undone now."""
        history = history_content(self._state.history)
        self._state.events.send("edits", **history, saved=change is not None)
        about = {"piece": change.piece} if change else {}
        return JSONResponse({"what": edit.what, **about, **history})


def _asked(body: dict[str, Any]) -> _Asked:
    """Return what is to be changed. Raises CannotUse for what is no value of a field."""
    values, was, everywhere = body.get("values"), body.get("was", {}), body.get("everywhere", [])
    if not isinstance(values, dict) or not isinstance(was, dict) or not isinstance(everywhere, list):
        raise CannotUse("the page has not said what is to be changed")
    singles = (str, int, float, bool, type(None))
    for name, value in values.items():
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(each, singles) for each in items):
            raise CannotUse(f"{name} can be a text, a number, yes or no, or a list of them")
    return _Asked(cast("dict[str, Value]", values), was, tuple(str(each) for each in everywhere))
