"""Undo and redo of the edits since a project was opened."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from pnp.edit.file_change import FileChange
from pnp.model.errors import CannotEdit, PnpError

MOST_EDITS = 500
MOST_BYTES = 200_000_000
"""What is kept to be undone; of more, the oldest is forgotten."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What somebody did in one step, in words such as "goblin: text", and the files that it changed."""

    what: str
    changes: tuple[FileChange, ...]

    @property
    def size(self) -> int:
        """How many bytes are kept for it."""
        return sum(len(content) for each in self.changes for content in (each.before, each.after) if content)


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
        done = self._done[-1:]
        return done[0].what if done else ""

    @property
    def next_redo(self) -> str:
        """What would be done again, "" for nothing."""
        undone = self._undone[-1:]
        return undone[0].what if undone else ""

    def write(self, what: str, changes: Sequence[FileChange]) -> Edit:
        """Write changes and remember them as one step; all of them, or none. Raises CannotEdit, CannotWrite."""
        edit = Edit(what, tuple(each for each in changes if each.before != each.after))
        with self._lock:
            if edit.changes:
                _write(edit.changes, self._root)
                self._remember(edit)
        return edit

    def add(self, what: str, changes: Sequence[FileChange]) -> Edit:
        """Remember changes that are written already as one step."""
        edit = Edit(what, tuple(each for each in changes if each.before != each.after))
        with self._lock:
            if edit.changes:
                self._remember(edit)
        return edit

    def undo(self) -> Edit:
        """Take the last step back and return it; raises CannotEdit when a file has changed since, and CannotWrite."""
        with self._lock:
            if not self._done:
                raise CannotEdit(
                    "there is nothing to undo", "what was changed in another program is undone there"
                )
            edit = self._done[-1]
            _write([each.undone for each in reversed(edit.changes)], self._root)
            self._undone.append(self._done.pop())
        return edit

    def redo(self) -> Edit:
        """Do the step again that was undone last, and return it; raises as `undo` does."""
        with self._lock:
            if not self._undone:
                raise CannotEdit("there is nothing to do again", "a new change ends what can be done again")
            edit = self._undone[-1]
            _write(edit.changes, self._root)
            self._done.append(self._undone.pop())
        return edit

    def _remember(self, edit: Edit) -> None:
        self._done.append(edit)
        self._undone.clear()
        size = 0
        for number, each in enumerate(reversed(self._done)):
            size += each.size
            if number and (size > MOST_BYTES or number >= MOST_EDITS):
                del self._done[: len(self._done) - number]
                break


def _write(changes: Sequence[FileChange], root: Path) -> None:
    """Write all changes; when one cannot be, take those before it back."""
    for each in changes:
        each.refuse_if_stale()
    written: list[FileChange] = []
    try:
        for each in changes:
            each.write(root)
            written.append(each)
    except PnpError:
        for each in reversed(written):
            each.undone.write(root)
        raise
