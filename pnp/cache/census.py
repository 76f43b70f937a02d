"""What is in the cache, counted; and dropping it."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from pnp.cache.store import FILE, SIDE_FILES, connect, file_bytes, prune
from pnp.model.errors import CannotWrite


@dataclass(frozen=True, slots=True)
class Census:
    """The size of the file; entries and bytes by kind; the days of the newest and the oldest use."""

    bytes: int
    kinds: dict[str, tuple[int, int]]
    newest: date
    oldest: date


def census(folder: Path) -> Census | None:
    """Return what is in the cache of `folder`, None when there is nothing that can be read."""
    if not (folder / FILE).is_file():
        return None
    try:
        with closing(connect(folder)) as db:
            rows = db.execute(
                "SELECT substr(key, 1, instr(key, ' ') - 1), count(*), sum(length(content)) FROM work "
                "GROUP BY 1 ORDER BY 3 DESC"
            ).fetchall()
            newest, oldest = db.execute("SELECT max(used), min(used) FROM work").fetchone()
            taken = file_bytes(db)
    except (sqlite3.Error, UnicodeDecodeError, OSError):
        return None
    if not rows:
        return None
    kinds = {kind: (count, total) for kind, count, total in rows}
    return Census(taken, kinds, _day(newest), _day(oldest))


def drop(folder: Path, *, days: float, size: int) -> None:
    """Drop what was not used for `days`, then the longest unused until `size` bytes are left. Raises CannotWrite."""
    if not (folder / FILE).is_file():
        return
    try:
        with closing(connect(folder)) as db:
            prune(db, days=days, size=size)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.OperationalError as error:
        raise CannotWrite(
            f"{folder / FILE} cannot be pruned: {error}", "wait for other builds to end"
        ) from error
    except (sqlite3.Error, UnicodeDecodeError):  # broken: nothing in it is of use
        drop_all(folder)


def drop_all(folder: Path) -> None:
    """Remove the cache. Raises CannotWrite."""
    try:
        for ending in SIDE_FILES:
            (folder / (FILE + ending)).unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(
            f"{error.filename} cannot be removed: {error.strerror}", "wait for other builds to end"
        ) from error


def _day(seconds: int) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()
