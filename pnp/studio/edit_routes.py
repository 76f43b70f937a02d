"""Routes that change a card (its form, a draft, saving, undo and redo), or open its file in the user's editor."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Thread
from typing import Any, cast

import click
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute

from pnp.edit.card_change import CardChange, changed_card, check_change, drawn_findings
from pnp.edit.card_form import card_form
from pnp.edit.component_rows import AddedRow, changed_rows, component_table, table_as_csv
from pnp.files import is_file, is_within, real_path
from pnp.load.project import TEXTS
from pnp.model.errors import CannotEdit, CannotUse, UnknownName
from pnp.model.game import Value
from pnp.studio.content import change_content, form_content, plain, table_content
from pnp.studio.routing import FaceFiles, Json, json_route, route, theme_of
from pnp.studio.state import StudioState

GAME = "/api/games/{game}"
CARD = GAME + "/cards/{component}/{piece}"
ROWS = GAME + "/rows/{component}"


@dataclass(frozen=True, slots=True)
class _Changes:
    """New values by field, those that the page saw before, and the fields whose default is meant."""

    values: dict[str, Value]
    was: dict[str, Any]
    everywhere: tuple[str, ...]


class EditRoutes:
    """Changes cards of the games of a studio."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._files = state, FaceFiles()
        self.routes: list[BaseRoute] = [
            route(f"{CARD}/form", self.form),
            json_route(f"{CARD}/draft", self.draft),
            json_route(f"{CARD}/values", self.values),
            route(ROWS, self.rows),
            json_route(ROWS, self.change_rows),
            route(f"{ROWS}/as-csv", self.save_as_csv, "POST"),
            route(f"{GAME}/edits", self.edits),
            route(f"{GAME}/undo", self.undo, "POST"),
            route(f"{GAME}/redo", self.redo, "POST"),
            json_route("/api/open", self.open_file),
        ]

    def form(self, request: Request) -> Json:
        """Return the form of a card."""
        return form_content(card_form(*self._card(request)))

    def draft(self, request: Request, body: Json) -> Json:
        """Return what a change would do, and how the card would look; nothing is written."""
        changes = _changes(body)
        change = changed_card(*self._card(request), changes.values, everywhere=changes.everywhere)
        with self._state.looking(change.game, theme_of(request)) as look:
            checked = check_change(change, look.loaded)
            component = request.path_params["component"]
            sides, drawn = look.drafted(checked.game, component, change.piece) if checked.game else ({}, ())
        faces = {side: self._files.svg(face).decode() for side, face in sides.items()}
        findings = [*checked.findings, *drawn_findings(change, drawn)]
        return change_content(change, findings) | {"faces": faces}

    def values(self, request: Request, body: Json) -> Json | JSONResponse:
        """Write new values, unless one was changed meanwhile."""
        changes, form = _changes(body), card_form(*self._card(request))
        conflicts = [
            {"name": field.name, "was": changes.was[field.name], "now": plain(field.value)}
            for field in form.fields
            if field.name in changes.was and plain(field.value) != changes.was[field.name]
        ]
        if conflicts:
            answer: Json = {
                "error": f"{form.piece} was changed meanwhile, in another program or another tab",
                "hint": "choose what is to be kept of each value, then save again",
                "conflicts": conflicts,
            }
            return JSONResponse(answer, status_code=409)
        return self._write(changed_card(*self._card(request), changes.values, everywhere=changes.everywhere))

    def rows(self, request: Request) -> Json:
        """Return the cards of a component as a table, or why they are none that is changed here."""
        try:
            return table_content(component_table(*self._component(request)))
        except CannotEdit as refused:
            return {"refused": str(refused), "hint": refused.hint}

    def change_rows(self, request: Request, body: Json) -> Json | JSONResponse:
        """Write new values of many cards, add cards, delete and move some: one step; nothing when there is an error in it."""
        cells, was = _cells(body.get("cells", {})), _cells(body.get("was", {}))
        place = self._component(request)
        if was:
            table = component_table(*place)
            names = [each.name for each in table.columns]
            now = {row.id: dict(zip(names, row.values, strict=True)) for row in table.rows}
            others = [
                (card, key)
                for card in was
                for key in was[card]
                if plain(now[card].get(key)) != was[card][key]
            ]
            if others:
                raise CannotUse(
                    f"{others[0][0]}: {others[0][1]} was changed meanwhile",
                    "look at it as it is now, then change it",
                )
        change, added = changed_rows(
            *place,
            cells=cells,
            add=[*_added(body.get("add", []))],
            remove=_names(body.get("remove", [])),
            move=_names(body.get("move", [])),
            after=str(body.get("after", "")),
        )
        with self._state.looking(change.game) as look:
            loaded = look.loaded
        wrong = [each for each in check_change(change, loaded).findings if each.finding.severity == "error"]
        if wrong:
            first = wrong[0].finding
            raise CannotUse(first.message, first.hint)
        edit = self._state.history(change.game).write(change.what, change.files)
        return self._state.tell_edit(change.game, edit, saved=True) | {"added": added}

    def save_as_csv(self, request: Request) -> Json:
        """Write the workbook of a component as CSV, which can be changed here."""
        return self._write(table_as_csv(*self._component(request)))

    def edits(self, request: Request) -> Json:
        """Return what can be undone and done again in a game."""
        return self._state.edits(self._game(request))

    def undo(self, request: Request) -> Json:
        """Take the last step in a game back."""
        game = self._game(request)
        return self._state.tell_edit(game, self._state.history(game).undo())

    def redo(self, request: Request) -> Json:
        """Do the step in a game again that was undone last."""
        game = self._game(request)
        return self._state.tell_edit(game, self._state.history(game).redo())

    def open_file(self, request: Request, body: Json) -> Json:
        """Open a file in the user's editor."""
        del request
        file, line = body.get("file"), body.get("line", 1)
        if not isinstance(file, str) or not isinstance(line, int):
            raise CannotUse("the file to open was not named")
        return {"program": open_in_editor(self._state.project.root, file, line)}

    def _game(self, request: Request) -> str:
        game = str(request.path_params["game"])
        if game not in self._state.games:
            raise UnknownName(f'there is no game "{game}"')
        return game

    def _card(self, request: Request) -> tuple[Any, str, str, str]:
        given = request.path_params
        return self._state.project, self._game(request), given["component"], given["piece"]

    def _component(self, request: Request) -> tuple[Any, str, str]:
        return self._state.project, self._game(request), request.path_params["component"]

    def _write(self, change: CardChange) -> Json:
        edit = self._state.history(change.game).write(change.what, change.files)
        return self._state.tell_edit(change.game, edit, saved=True) | {"piece": change.piece}


def _changes(body: Json) -> _Changes:
    """Return what is to be changed. Raises CannotUse for what is no value of a field."""
    values, was, everywhere = body.get("values"), body.get("was", {}), body.get("everywhere", [])
    if not isinstance(values, dict) or not isinstance(was, dict) or not isinstance(everywhere, list):
        raise CannotUse("the page has not said what is to be changed")
    return _Changes(_values(values), was, tuple(map(str, everywhere)))


def _values(values: object) -> dict[str, Value]:
    """Return values by their fields. Raises CannotUse for what is no value of a field."""
    if not isinstance(values, dict):
        raise CannotUse("the page has not said what is to be changed")
    singles = (str, int, float, bool, type(None))
    for name, value in values.items():
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(item, singles) for item in items):
            raise CannotUse(f"{name} can be a text, a number, yes or no, or a list of them")
    return cast("dict[str, Value]", values)


def _cells(cards: object) -> dict[str, dict[str, Value]]:
    if not isinstance(cards, dict):
        raise CannotUse("the page has not said what is to be changed")
    return {name: _values(values) for name, values in cards.items()}


def _names(names: object) -> list[str]:
    if not isinstance(names, list):
        raise CannotUse("the page has not said which cards are meant")
    return [*map(str, names)]


def _added(rows: object) -> Iterator[AddedRow]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CannotUse("the page has not said what is to be added")
    for row in rows:
        yield AddedRow(str(row.get("after", "")), str(row.get("like", "")), _values(row.get("values", {})))


# The user's editor.

SETTINGS = ("VISUAL", "EDITOR")
"""What names the user's editor, the first that is set."""

AT_LINE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"), ("--goto", "{file}:{line}")
    ),
    **dict.fromkeys(("subl", "sublime_text", "zed", "zeditor", "lapce", "pulsar"), ("{file}:{line}",)),
    **dict.fromkeys(
        ("idea", "idea64", "pycharm", "pycharm64", "webstorm", "phpstorm", "kate", "kwrite"),
        ("--line", "{line}", "{file}"),
    ),
    **dict.fromkeys(("gedit", "pluma", "xed", "gvim", "mvim", "emacs", "bbedit"), ("+{line}", "{file}")),
    **dict.fromkeys(("mate", "geany"), ("-l", "{line}", "{file}")),
    "mousepad": ("--line={line}", "{file}"),
    "emacsclient": ("-n", "+{line}", "{file}"),
    "notepad++": ("-n{line}", "{file}"),
    **dict.fromkeys(("gnome-text-editor", "notepad", "textedit", "featherpad", "leafpad"), ("{file}",)),
}
"""The editors with a window of their own, by the names of their programs, and how each is told a file and a line."""

OTHERS = (".xlsx", ".ods", ".png", ".jpg", ".jpeg", ".webp", ".md", ".pdf")
"""Endings of what the system's own program is asked to open beside texts; of anything else it might run what is in it."""

SOON = 0.4
"""In s: an editor that cannot begin has ended by then."""

_OF_COMMAND_FILES = frozenset('&|<>^%!"')
"""What cmd.exe takes for more than a letter, even in quotes."""


def open_in_editor(root: Path, file: str, line: int = 1, settings: Mapping[str, str] = os.environ) -> str:
    """Open a file of the project in `root`, named as findings name it; return the name of the program.

    Raises UnknownName for what is no file there, and CannotUse where no program can be started.
    """
    path = _file_in(root, file)
    if path.suffix.lower() in TEXTS:
        command = _editor(root, settings)
        if command is not None and _is_safe(command[0], path):
            how = AT_LINE[_name(command[0])]
            _start([*command, *(each.format(file=path, line=max(1, line)) for each in how)])
            return _name(command[0])
    elif path.suffix.lower() not in OTHERS:
        raise CannotUse(f"the studio opens no files that end in {path.suffix}", "open it from its folder")
    _launch(path, file, settings)
    return ""


def _file_in(root: Path, file: str) -> Path:
    """Return the file of that name; raises UnknownName."""
    parts = PurePosixPath(file)
    path = root / parts
    whole = file.isprintable() and not parts.is_absolute() and not {"..", "\\"} & {*parts.parts, *file}
    if not whole or not is_within(path, root) or not is_file(path):
        raise UnknownName(
            f'there is no file "{file}" in {root.name}', "it may have been moved, or come with pnp"
        )
    return real_path(path)


def _editor(root: Path, settings: Mapping[str, str]) -> list[str] | None:
    """Return the user's editor and its options, None where it is not set, not known, not there, or lies in the project."""
    setting = next((settings[each] for each in SETTINGS if settings.get(each, "").strip()), "")
    try:
        words = shlex.split(setting, posix=os.name == "posix")
    except ValueError:  # a quote that is not closed
        return None
    program = shutil.which(words[0].strip('"'), path=settings.get("PATH")) if words else None
    if program is None or _name(program) not in AT_LINE or is_within(Path(program), root):
        return None
    return [program, *words[1:]]


def _name(program: str) -> str:
    """Return what an editor is called, whatever its program ends in.

    >>> _name("/usr/local/bin/code"), _name("Notepad++.exe")
    ('code', 'notepad++')
    """
    path = Path(program)
    return (path.stem if path.suffix.lower() in {".exe", ".cmd", ".bat"} else path.name).lower()


def _is_safe(program: str, path: Path) -> bool:
    """Say whether a program gets the path as it is: Windows hands one in a command file to cmd.exe, which reads more into it."""
    return not program.lower().endswith((".cmd", ".bat")) or not _OF_COMMAND_FILES.intersection(str(path))


def _start(command: Sequence[str]) -> None:
    """Start a program that goes on by itself. Raises CannotUse when it cannot be, or ends at once with an error."""
    name = _name(command[0])
    quiet = subprocess.DEVNULL
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's editor; the file is one argument
            command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
        status = process.wait(SOON)
    except subprocess.TimeoutExpired:
        Thread(target=process.wait, daemon=True).start()
        return
    except OSError as error:
        raise CannotUse(f"{name} cannot be started: {error.strerror or error}", _HINT) from error
    if status:
        raise CannotUse(f"{name} ended at once, with status {status}", _HINT)


_HINT = "set VISUAL to the command of your editor, such as code, and start pnp studio again"


def _launch(path: Path, file: str, settings: Mapping[str, str]) -> None:
    """Open a file with the system's program for it. Raises CannotUse."""
    has_screen = (
        sys.platform in {"win32", "darwin"} or settings.get("DISPLAY") or settings.get("WAYLAND_DISPLAY")
    )
    if not has_screen or click.launch(str(path)):
        raise CannotUse(f"no program was found to open {file}", _HINT)
