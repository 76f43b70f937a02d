"""The pictures a snapshot leaves behind where something looks different, and their removal when all is well."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from pnp.export.png import png
from pnp.files import sweep, write
from pnp.history.picture_diff import Row, has_room, side_by_side
from pnp.history.snapshot_faces import Look
from pnp.history.snapshot_store import DPI, Spot
from pnp.model.errors import CannotWrite
from pnp.text import in_percent

SHEET = "sheet.png"
_OURS = re.compile(r"[\w-]+\.[\w-]+\.(front|back)\.(old|new|difference)\.png", re.ASCII)

View = tuple[str, str, str]
"""What was seen: the state of a face, its approved picture and its present one."""


class DifferencePictures:
    """Writes the pictures of what is not as approved to `folder`, and in the end the sheet that shows all of it."""

    def __init__(self, folder: Path, title: str) -> None:
        self._folder, self._title = folder, title
        self._written: set[str] = set()
        self._rows: dict[View, Row] = {}
        self._alike: dict[View, int] = {}
        self._left_out = 0

    def keep(self, look: Look) -> Path | None:
        """Write the pictures of one face; return the one to look at first, None when there is none.

        Raises CannotWrite.
        """
        marked = look.found.picture if look.found else None
        first = None
        for picture, kind in ((marked, "difference"), (look.new, "new"), (look.old, "old")):
            if picture is not None:
                name = _name(look.spot, kind)
                write(self._folder / name, png(picture, dpi=DPI), root=self._folder.parent)
                self._written.add(name)
                first = first or self._folder / name
        if first is not None:
            self._add_row(look, marked)
        return first

    def finish(self) -> Path | None:
        """Write the sheet and remove what earlier snapshots left; return the sheet, None when all is well.

        Raises CannotWrite.
        """
        if self._rows:
            rows = [_counted(row, self._alike[seen]) for seen, row in self._rows.items()]
            sheet = side_by_side(self._title, rows, more=self._left_out)
            write(self._folder / SHEET, png(sheet, dpi=DPI), root=self._folder.parent)
            self._written.add(SHEET)
        clear(self._folder, keep=self._written)
        return self._folder / SHEET if self._rows else None

    def _add_row(self, look: Look, marked: Image.Image | None) -> None:
        """Add a row; faces that looked alike and look alike, such as a common back, share one."""
        seen = (look.state, _fingerprint(look.old), _fingerprint(look.new))
        if seen in self._rows:
            self._alike[seen] += 1
        elif not has_room(self._rows.values()):
            self._left_out += 1
        else:
            said = (
                f"{look.spot.title}: {in_percent(look.found.share)} changed"
                if look.found
                else look.spot.title
            )
            self._rows[seen] = Row.of(said, look.old, look.new, marked)
            self._alike[seen] = 0


def clear(folder: Path, *, keep: Iterable[str] = ()) -> None:
    """Remove from `folder` the pictures that earlier snapshots wrote, but those to `keep`; then the folder, if empty.

    Raises CannotWrite.
    """
    if not folder.is_dir() or folder.is_symlink():
        return
    kept = set(keep)
    sweep(folder)
    try:
        for path in sorted(folder.iterdir()):
            if (path.name == SHEET or _OURS.fullmatch(path.name)) and path.name not in kept:
                path.unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()
    except OSError as error:
        hint = "close its pictures in other programs, then try again"
        raise CannotWrite(f"{folder} cannot be cleared: {error.strerror or error}", hint) from error


def _name(spot: Spot, kind: str) -> str:
    return f"{spot.component}.{spot.piece}.{spot.side}.{kind}.png"


def _counted(row: Row, more: int) -> Row:
    return Row(f"{row.caption} (and {more} more like it)", row.pictures) if more else row


def _fingerprint(picture: Image.Image | None) -> str:
    return hashlib.sha256(picture.tobytes()).hexdigest() if picture is not None else ""
