"""The change of one file as a value, with its content before and after; undo and redo of such changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from pnp.files import TooLarge, leads_outside, read_bytes, remove, rewrite
from pnp.model.diagnostics import CannotEdit, PnpError
from pnp.text import readable_size

MAX_FILE_BYTES = 60_000_000  # Of a file that can be changed, or put back: a picture as printers want it.
MOST_COMPARED_BYTES = 2_000_000
CONTEXT = 2  # Lines shown before and after a line that changes.


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a view of a change: it stays, goes out or comes in; "gap" stands for lines that are left out."""

    kind: Literal["same", "out", "in", "gap"]
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class FileChange:
    """What becomes of a file: `before` and `after` are its bytes, None where there is no such file.

    `said` describes the change where its bytes are no lines of text: "C7: Goblin -> Ghost".
    """

    path: Path
    before: bytes | None
    after: bytes | None
    said: tuple[str, ...] = ()

    @property
    def undone(self) -> "FileChange":
        return FileChange(self.path, self.after, self.before, self.said)

    @property
    def diff(self) -> tuple[DiffLine, ...]:
        """The lines that change, with some around them; of what is no text, what is said of it."""
        old, new = _lines(self.before), _lines(self.after)
        if old is None or new is None:
            words = self.said or (f"{_size(self.before)} -> {_size(self.after)}",)
            return tuple(DiffLine("in", text) for text in words)
        return tuple(_diff(old, new))

    def refuse_if_stale(self) -> None:
        """Raise CannotEdit when the file is not as it was when the change was made."""
        if current_content(self.path) != self.before:
            what = "has changed" if self.path.exists() else "is gone"
            what = "has been made" if self.before is None else what
            hint = "nothing was written: look at it, then try again"
            raise CannotEdit(f"{self.path.name} {what} meanwhile", hint)

    def write(self, root: Path) -> None:
        """Write the change, or nothing when the file is not as it was; `root` is the folder it must lie in.

        Raises CannotEdit, CannotWrite.
        """
        if outside := leads_outside(self.path, root, self.path.name):
            raise CannotEdit(outside, "put the file itself in its place")
        self.refuse_if_stale()
        if self.after is None:
            remove(self.path, root=root, hint="close it in other programs, then try again")
        else:
            rewrite(self.path, self.after, root=root)


def current_content(path: Path) -> bytes | None:
    """Return what is in a file, None when there is none; raises CannotEdit for what cannot be read."""
    try:
        return read_bytes(path, limit=MAX_FILE_BYTES)
    except FileNotFoundError:
        return None
    except TooLarge as error:
        raise CannotEdit(f"{path.name} has {readable_size(error.size)}", "change it in an editor") from error
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise CannotEdit(f"{path.name} cannot be read: {reason}", "check its permissions") from error


def _size(content: bytes | None) -> str:
    return "no file" if content is None else readable_size(len(content))


def _lines(content: bytes | None) -> list[str] | None:
    if content is None:
        return []
    if len(content) > MOST_COMPARED_BYTES or (
        b"\0" in content and content[:2] not in (b"\xff\xfe", b"\xfe\xff")
    ):
        return None
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding).splitlines()
    except UnicodeDecodeError:
        return None


def shared_ends(one: Sequence[Any], other: Sequence[Any]) -> tuple[int, int]:
    """Return how many entries two sequences share at the beginning, and how many of the others at the end."""
    before = after = 0
    most = min(len(one), len(other))
    while before < most and one[before] == other[before]:
        before += 1
    while after < most - before and one[-1 - after] == other[-1 - after]:
        after += 1
    return before, after


def _diff(old: list[str], new: list[str]) -> list[DiffLine]:
    lines: list[DiffLine] = []
    before, after = shared_ends(old, new)  # comparing long files line by line takes long
    first, last = max(0, before - CONTEXT), max(0, after - CONTEXT)
    if first:
        lines.append(DiffLine("gap", "", first))
    old_part, new_part = old[first : len(old) - last], new[first : len(new) - last]
    for group in SequenceMatcher(None, old_part, new_part, autojunk=False).get_grouped_opcodes(CONTEXT):
        if lines and lines[-1].kind != "gap":
            lines.append(DiffLine("gap", ""))
        for tag, a, b, c, d in group:
            if tag == "equal":
                lines += (DiffLine("same", text, first + c + at + 1) for at, text in enumerate(new_part[c:d]))
                continue
            lines += (DiffLine("out", text, first + a + at + 1) for at, text in enumerate(old_part[a:b]))
            lines += (DiffLine("in", text, first + c + at + 1) for at, text in enumerate(new_part[c:d]))
    return [*lines, DiffLine("gap", "", last)] if last else lines


# Undo and redo of the edits since a project was opened.

MOST_EDITS = 500
MOST_BYTES = 200_000_000  # What is kept to be undone; of more, the oldest is forgotten.


@dataclass(frozen=True, slots=True)
class Edit:
    """What somebody did in one step, in words such as "goblin: text", and the files that it changed."""

    what: str
    changes: tuple[FileChange, ...]


class EditHistory:
    """The edits of a project whose folder is `root`; several threads may use it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._lock = Lock()

    @property
    def next_undo(self) -> str:
        """What would be undone, "" for nothing."""
        return self._done[-1].what if self._done else ""

    @property
    def next_redo(self) -> str:
        """What would be done again, "" for nothing."""
        return self._undone[-1].what if self._undone else ""

    def write(self, what: str, changes: Sequence[FileChange], *, written: bool = False) -> Edit:
        """Write changes and remember them as one step; all of them, or none. With `written` they were made already.

        Raises CannotEdit, CannotWrite.
        """
        edit = Edit(what, tuple(change for change in changes if change.before != change.after))
        with self._lock:
            if edit.changes:
                if not written:
                    _write(edit.changes, self._root)
                self._remember(edit)
        return edit

    def undo(self) -> Edit:
        """Take the last step back and return it; raises CannotEdit when a file has changed since, and CannotWrite."""
        with self._lock:
            if not self._done:
                raise CannotEdit("there is nothing to undo", "undo changes of another program there")
            _write([change.undone for change in reversed(self._done[-1].changes)], self._root)
            self._undone.append(self._done.pop())
            return self._undone[-1]

    def redo(self) -> Edit:
        """Do the step again that was undone last, and return it; raises as `undo` does."""
        with self._lock:
            if not self._undone:
                raise CannotEdit("there is nothing to redo", "after a new change, nothing can be redone")
            _write(self._undone[-1].changes, self._root)
            self._done.append(self._undone.pop())
            return self._done[-1]

    def _remember(self, edit: Edit) -> None:
        self._done.append(edit)
        self._undone.clear()
        size = 0
        for number, older in enumerate(reversed(self._done)):
            size += sum(len(change.before or b"") + len(change.after or b"") for change in older.changes)
            if number and (size > MOST_BYTES or number >= MOST_EDITS):
                del self._done[: len(self._done) - number]
                break


def _write(changes: Sequence[FileChange], root: Path) -> None:
    for change in changes:
        change.refuse_if_stale()
    written: list[FileChange] = []
    try:
        for change in changes:
            change.write(root)
            written.append(change)
    except PnpError:
        for file in reversed(written):
            file.undone.write(root)
        raise
