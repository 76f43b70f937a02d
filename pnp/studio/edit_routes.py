"""Routes that change a card (its form, a draft, saving, undo and redo), or open its file."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, TypeVar, cast

import click
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute

from pnp.art.credits_and_placement import renamed_pictures
from pnp.edit.card_change import CardChange, changed_card, check_change, check_rows, drawn_findings
from pnp.edit.card_form import card_form
from pnp.edit.component_rows import AddedRow, changed_rows, component_table, renamed_field, table_as_csv
from pnp.edit.row_change import OLD_RESULTS
from pnp.edit.undo import Edit, EditHistory, FileChange
from pnp.files import is_file, is_within, real_path
from pnp.load.project import TEXTS
from pnp.load.rows.headings import field_name
from pnp.model.diagnostics import CannotEdit, CannotUse, UnknownName
from pnp.model.game import Game, Value
from pnp.studio.content import change_content, form_content, plain, table_content
from pnp.studio.routing import Json, error, face_file, json_route, route, theme_of
from pnp.studio.state import StudioState

Sent = TypeVar("Sent")
GAME = "/api/games/{game}"
CARD = GAME + "/cards/{component}/{piece}"
ROWS = GAME + "/rows/{component}"


class EditRoutes:
    """Changes cards of the games of a studio."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._told: set[str] = set()  # Of which games it was said that formulas are not worked out anew.
        self.routes: list[BaseRoute] = [
            route(f"{CARD}/form", lambda request: form_content(card_form(*self._card(request)))),
            json_route(f"{CARD}/draft", self.draft),
            json_route(f"{CARD}/values", self.values),
            route(ROWS, self.rows),
            json_route(ROWS, self.change_rows),
            json_route(f"{ROWS}/rename", self.rename),
            route(
                f"{ROWS}/as-csv", lambda request: self._write(table_as_csv(*self._component(request))), "POST"
            ),
            route(f"{GAME}/edits", lambda request: state.edits(self._game(request))),
            route(f"{GAME}/undo", lambda request: self._step(request, EditHistory.undo), "POST"),
            route(f"{GAME}/redo", lambda request: self._step(request, EditHistory.redo), "POST"),
            json_route("/api/open", self.open),
        ]

    def draft(self, request: Request, body: Json) -> Json:
        """Return what a change would do, and how the card would look; nothing is written."""
        change = self._changed(request, body)
        with self._state.looking(change.game, theme_of(request)) as look:
            known, component = look.loaded, request.path_params["component"]
        checked = check_change(change, known)
        game = checked.loaded.game
        sides, drawn = look.drafted(game, component, change.piece) if game else ({}, ())
        faces = {side: face_file(face).decode() for side, face in sides.items()}
        findings = [*checked.findings, *drawn_findings(change, drawn)]
        return change_content(change, findings) | {"faces": faces}

    def values(self, request: Request, body: Json) -> Json | JSONResponse:
        """Write new values, unless one was changed meanwhile."""
        was, form = _said(body.get("was", {}), dict), card_form(*self._card(request))
        conflicts = [
            {"name": field.name, "was": was[field.name], "now": plain(field.value)}
            for field in form.fields
            if field.name in was and plain(field.value) != was[field.name]
        ]
        if conflicts:
            changed = f"{form.piece} was changed meanwhile, in another program or another tab"
            hint = "choose which value to keep for each field, then save again"
            return error(changed, hint, status=409, conflicts=conflicts)
        change = self._changed(request, body)
        was, now = request.path_params["piece"], change.piece
        return self._write(change, {was: now} if now not in ("", was) else {})

    def rows(self, request: Request) -> Json:
        """Return the cards of a component as a table, or why they are none that is changed here."""
        try:
            return table_content(component_table(*self._component(request)))
        except CannotEdit as refused:
            return {"refused": str(refused), "hint": refused.hint}

    def change_rows(self, request: Request, body: Json) -> Json | JSONResponse:
        """Write new values of many cards, add cards, delete and move some: one step; nothing when there is an error in it."""
        cells, was = _cells(body.get("cells", {})), _cells(body.get("was", {}))
        with self._state.resting():
            change, added = changed_rows(
                *self._component(request),
                cells=cells,
                was=was,
                add=[*_added(body.get("add", []))],
                remove=_names(body.get("remove", [])),
                move=_names(body.get("move", [])),
                after=str(body.get("after", "")),
            )
            others = added or body.get("remove") or body.get("move")
            component = "" if others else request.path_params["component"]
            return self._write_checked(change, component) | {"added": added}

    def rename(self, request: Request, body: Json) -> Json:
        """Give a field of a component another name."""
        old, new = str(body.get("old")), field_name(str(body.get("new")))
        return self._write_checked(renamed_field(*self._component(request), old, new))

    def _step(self, request: Request, step: Callable[[EditHistory], Edit]) -> Json:
        game = self._game(request)
        self._state.read_saved()  # a save that is undone at once would never be noticed, and pages keep what it told them
        return self._state.tell_edit(game, step(self._state.history(game)))

    def open(self, _: Request, body: Json) -> Json:
        """Open a file in the system's program for it."""
        open_file(self._state.project.root, str(body.get("file")))
        return {}

    def _game(self, request: Request) -> str:
        return self._state.known(request.path_params["game"])

    def _card(self, request: Request) -> tuple[Any, str, str, str]:
        given = request.path_params
        return self._state.project, self._game(request), given["component"], given["piece"]

    def _component(self, request: Request) -> tuple[Any, str, str]:
        return self._state.project, self._game(request), request.path_params["component"]

    def _changed(self, request: Request, body: Json) -> CardChange:
        everywhere = _names(body.get("everywhere", []))
        return changed_card(*self._card(request), _values(body.get("values")), everywhere=everywhere)

    def _write_checked(self, change: CardChange, component: str = "") -> Json:
        """Write a change without a mistake. Of new values in a `component` their rows alone are read, the rest later."""
        self._state.read_saved()  # the save before this one
        with self._state.looking(change.game) as look:
            known, game = look.loaded, look.game if look.is_readable else None
        rows = check_rows(change, component, game, known) if component and game else None
        checked = rows or check_change(change, known)
        if wrong := checked.error:
            raise CannotUse(wrong.message, wrong.hint)
        self._state.ahead[change.game] = (change.files, checked.loaded, rows is None)
        renamed = {} if rows else _renamed(game, checked.loaded.game)
        return self._write(change, renamed) | {"renamed": renamed}

    def _write(self, change: CardChange, renamed: Mapping[str, str] = MappingProxyType({})) -> Json:
        """Write a change. Pictures of cards whose ids are `renamed` with their names go with them."""
        folder = self._state.project.game_folder(change.game)
        pictures: Iterable[FileChange] = ()
        if renamed and folder is not None:
            with self._state.looking(change.game) as look:
                shared = {str(piece.fields.get("art")) for _, piece in look.context.game.pieces}
            pictures = renamed_pictures(folder / "art", renamed, shared)
        what = change.what.replace(f"; {OLD_RESULTS}", "") if change.game in self._told else change.what
        self._told |= {change.game} if OLD_RESULTS in what else set()
        return self._state.write(change.game, what, (*change.files, *pictures)) | {"piece": change.piece}


def _renamed(before: Game | None, after: Game | None) -> dict[str, str]:
    """Return the new ids of cards that have others, by the old ones; none where cards came, went or moved."""
    if before is None or after is None:
        return {}
    was, now = ([piece.id for _, piece in game.pieces] for game in (before, after))
    pairs = dict(zip(was, now, strict=True)) if len(was) == len(now) else {}
    return {old: new for old, new in pairs.items() if old != new and old not in now and new not in was}


def _said(value: object, kind: type[Sent]) -> Sent:
    if not isinstance(value, kind):
        raise CannotUse("the page has not said what to change")
    return value


def _values(values: object) -> dict[str, Value]:
    singles = (str, int, float, bool, type(None))
    for name, value in _said(values, dict).items():
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(item, singles) for item in items):
            raise CannotUse(f"{name} can be a text, a number, yes or no, or a list of them")
    return cast("dict[str, Value]", values)


def _cells(cards: object) -> dict[str, dict[str, Value]]:
    return {name: _values(values) for name, values in _said(cards, dict).items()}


def _names(names: object) -> list[str]:
    return [*map(str, _said(names, list))]


def _added(rows: object) -> Iterator[AddedRow]:
    for row in (_said(row, dict) for row in _said(rows, list)):
        yield AddedRow(str(row.get("after", "")), str(row.get("like", "")), _values(row.get("values", {})))


# Files of the project, opened in the system's program for them.

OTHERS = (".xlsx", ".ods", ".png", ".jpg", ".jpeg", ".webp", ".md", ".pdf")
"""Endings of what is opened beside texts; of anything else the system might run what is in it."""


def open_file(root: Path, file: str) -> None:
    """Open a file of the project in `root`, named as findings name it. Raises UnknownName and CannotUse."""
    parts = PurePosixPath(file)
    path = root / parts
    is_name = file.isprintable() and not parts.is_absolute() and not {"..", "\\"} & {*parts.parts, *file}
    if not is_name or not is_within(path, root) or not is_file(path):
        hint = "it may have been moved, or come with pnp"
        raise UnknownName(f'there is no file "{file}" in {root.name}', hint)
    if path.suffix.lower() not in (*TEXTS, *OTHERS):
        raise CannotUse(f"the studio opens no files that end in {path.suffix}", "open it from its folder")
    has_screen = sys.platform in {"win32", "darwin"} or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if not has_screen or click.launch(str(real_path(path))):
        raise CannotUse(f"no program was found to open {file}", "open it from its folder")
