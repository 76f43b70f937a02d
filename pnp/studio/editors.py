"""A file of the project opened in the user's own program: a text at its line in the editor, where that is known how."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from threading import Thread

import click

from pnp.files import is_file, is_within, real_path
from pnp.load.source_excerpts import TEXTS
from pnp.model.errors import CannotUse, UnknownName

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
    said = next((settings[each] for each in SETTINGS if settings.get(each, "").strip()), "")
    try:
        words = shlex.split(said, posix=os.name == "posix")
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
