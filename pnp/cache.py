"""The cache on disk: one SQLite file, in which a damaged, incomplete or foreign entry counts as missing.

Nothing in here can make a build fail: what cannot be read, written or locked is worked out anew.
"""

import hashlib
import json
import os
import sqlite3
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import Protocol, TypeVar

import pnp
from pnp.files import MAX_TEXT_BYTES, make_folder, read_bytes, remove, remove_folder, walk
from pnp.model.diagnostics import CannotWrite

VARIABLE = "PNP_CACHE_DIR"  # An environment variable that names another folder, for a build server or a test.
MAX_AGE_DAYS = 30  # what was not used for so long goes by itself
MAX_BYTES = 1_000_000_000  # of the file; beyond, what was used longest ago goes
LARGEST = 200_000_000  # bytes of one entry; SQLite takes a thousand million at most
BATCH_BYTES = 4_000_000  # gathered before they are written: other builds wait only as long as that takes
PATIENCE_S = 5.0  # seconds to wait for another build to let go of the file
FILE = "work.sqlite3"
SIDE_FILES = ("", "-wal", "-shm", "-journal")
FORMAT = 1  # The layout of the file; one of another layout is begun anew.
FONTS = "pnp-font-instances"  # The folder in that of the cache for fonts made from variable ones.

LIBRARIES = (
    *("jinja2", "markupsafe", "uharfbuzz", "icu4py", "pyphen", "typst", "cairosvg", "cairocffi", "pikepdf"),
    *("pillow", "pypdfium2", "reportlab", "svgwrite", "pyyaml", "fonticon-materialdesignicons7"),
)
"""What the bytes of the output pass through, beside pnp itself."""

SOURCES = (".py", ".j2", ".json", ".css", ".typ")
"""Endings of the files of the package that drawings and documents are made with."""

DAY = 86_400
_SEAL_BYTES = 16
_TABLE = "CREATE TABLE work (key TEXT PRIMARY KEY, used INTEGER NOT NULL, content BLOB NOT NULL)"
_T = TypeVar("_T")


class Store(Protocol):
    """Keeps bytes by key. Nothing is promised: a key that was put may be missing, never wrong."""

    def get(self, key: str) -> bytes | None:
        """Return what was kept under `key`, or None."""
        ...

    def put(self, key: str, content: bytes) -> None:
        """Keep `content` under `key`, if there is room and right to."""
        ...


class NullStore:
    """A store that keeps nothing: a build from nothing."""

    def get(self, key: str) -> None:
        """Return None."""
        del key

    def put(self, key: str, content: bytes) -> None:
        """Forget."""


class Cache(AbstractContextManager["Cache"]):
    """Keeps work in a folder, from any thread, beside other builds.

    Used as a block: what was put is written at its end at the latest, and what is old or too much is dropped.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.RLock()
        self._waiting: dict[str, bytes] = {}
        self._waiting_bytes = 0
        self._touched: set[str] = set()
        self._connection: sqlite3.Connection | None = None
        self._usable = True
        _OPEN.add(self)

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, key: str) -> bytes | None:
        """Return what was kept under `key`, or None when it is not there or not whole."""
        with self._lock:
            if key in self._waiting:
                return self._waiting[key]
            row = self._try(
                lambda db: db.execute("SELECT content FROM work WHERE key = ?", (key,)).fetchone()
            )
            if row is None:
                return None
            sealed = row[0] if isinstance(row[0], bytes) else b""
            content = sealed[_SEAL_BYTES:]
            if sealed[:_SEAL_BYTES] != _seal(key, content):
                self._try(lambda db: db.execute("DELETE FROM work WHERE key = ?", (key,)))
                return None
            self._touched.add(key)
            return content

    def put(self, key: str, content: bytes) -> None:
        """Keep `content` under `key`."""
        with self._lock:
            if not self._usable or len(content) > LARGEST:
                return
            self._waiting[key] = content
            self._waiting_bytes += len(content)
            if self._waiting_bytes > BATCH_BYTES:
                self._write()

    def close(self) -> None:
        """Write what waits, note what was used, drop what is too old or too much, and let go of the file."""
        with self._lock:
            self._write()
            if self._connection is not None:
                today = _today()
                keys = [(today, key, today) for key in self._touched]
                self._try(
                    lambda db: db.executemany("UPDATE work SET used = ? WHERE key = ? AND used < ?", keys)
                )
                self._try(_prune_if_due)
            self._let_go()

    def let_go(self) -> None:
        """Write what waits, and have the file open no more until it is needed."""
        with self._lock:
            self._write()
            self._let_go()

    def _write(self) -> None:
        if not self._waiting:
            return
        today = _today()
        rows = [(key, today, _seal(key, content) + content) for key, content in self._waiting.items()]
        self._waiting, self._waiting_bytes = {}, 0
        self._try(lambda db: db.executemany("INSERT OR REPLACE INTO work VALUES (?, ?, ?)", rows))

    def _try(self, act: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """Return what `act` finds in the file; None when the file is not to be had, or broken and begun anew."""
        try:
            if self._connection is None and self._usable:
                self._connection = connect(self.folder)
        except (OSError, CannotWrite):
            self._usable = False
        except sqlite3.Error as error:
            if _passes(error):
                self._usable = False
            else:
                self._begin_anew()
        db = self._connection
        if db is None:
            return None
        try:
            with db:
                return act(db)
        # A damaged file shows itself in many ways: DatabaseError, but also a text that is none, or no number.
        except (sqlite3.Error, UnicodeDecodeError, OverflowError, TypeError, MemoryError) as error:
            if not _passes(error):
                self._begin_anew()
            return None

    def _begin_anew(self) -> None:
        """Put an empty file in the place of a broken one; give up when that does not help."""
        self._let_go()
        try:
            _remove(self.folder)
            self._connection = connect(self.folder)
        except (sqlite3.Error, OSError, CannotWrite):
            self._usable = False

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None


_OPEN: "weakref.WeakSet[Cache]" = weakref.WeakSet()


# SQLite in a copy of this process would hold its locks for its own, and spoil it.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=lambda: [*map(Cache.let_go, list(_OPEN))])


def _passes(error: Exception) -> bool:
    """Say whether an error is not the file's fault: another build has it, the disk is full, it may not be written."""
    said = str(error)
    reasons = ("locked", "busy", "readonly", "read-only", "unable to open", "is full", "denied")
    return isinstance(error, sqlite3.OperationalError) and any(reason in said for reason in reasons)


def _seal(key: str, content: bytes) -> bytes:
    """Return what stands before an entry's content, so that only what was put under this key is believed."""
    seal = hashlib.blake2b(key.encode() + b"\0", digest_size=_SEAL_BYTES)
    seal.update(content)
    return seal.digest()


def _today() -> int:
    """Return the begin of this day in seconds: an entry's use is noted once a day."""
    return int(time.time()) // DAY * DAY


def connect(folder: Path) -> sqlite3.Connection:
    """Return the open file of the cache in `folder`, made when it is not there; raises sqlite3.Error or OSError."""
    make_folder(folder, private=True)
    db = sqlite3.connect(folder / FILE, timeout=PATIENCE_S, check_same_thread=False)
    try:
        if _pragma(db, "user_version") != FORMAT:
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")
            db.execute("PRAGMA journal_mode = WAL")
            with db:
                db.execute("BEGIN IMMEDIATE")
                if _pragma(db, "user_version") != FORMAT:  # two builds may begin at once
                    db.execute(_TABLE)  # fails where there is a table of that name: a file of another layout
                    db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("PRAGMA synchronous = NORMAL")
    except UnicodeDecodeError as error:  # what is wrong with a damaged file may not be text either
        db.close()
        raise sqlite3.DatabaseError("damaged") from error
    except BaseException:
        db.close()
        raise
    return db


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def _file_bytes(db: sqlite3.Connection) -> int:
    return _pragma(db, "page_count") * _pragma(db, "page_size")


def _prune_if_due(db: sqlite3.Connection) -> None:
    (oldest,) = db.execute("SELECT min(used) FROM work").fetchone()
    if oldest is None:
        return
    if oldest < _today() - MAX_AGE_DAYS * DAY or _file_bytes(db) > MAX_BYTES:
        with db:
            db.execute("DELETE FROM work WHERE used < ?", (_today() - MAX_AGE_DAYS * DAY,))
            db.execute(
                "DELETE FROM work WHERE rowid IN (SELECT rowid FROM (SELECT rowid, sum(length(content)) "
                "OVER (ORDER BY used DESC, rowid DESC) AS total FROM work) WHERE total > ?)",
                (MAX_BYTES * 9 // 10,),  # so that the next build does not prune again
            )
        db.executescript("PRAGMA incremental_vacuum")  # execute() would take one step, and free one page


# The figures of `pnp cache info`, and the end of all for `pnp cache empty`.


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """The figures of `pnp cache info`: the size of the file; entries and bytes by kind; the days of the newest and the oldest use."""

    bytes: int
    kinds: dict[str, tuple[int, int]]
    newest: date
    oldest: date


def cache_info(folder: Path) -> CacheInfo | None:
    """Return the figures of the cache in `folder`, None when there is nothing that can be read."""
    if not (folder / FILE).is_file():
        return None
    try:
        with closing(connect(folder)) as db:
            rows = db.execute(
                "SELECT substr(key, 1, instr(key, ' ') - 1), count(*), sum(length(content)) FROM work "
                "GROUP BY 1 ORDER BY 3 DESC"
            ).fetchall()
            uses = db.execute("SELECT max(used), min(used) FROM work").fetchone()
            taken = _file_bytes(db)
        newest, oldest = (datetime.fromtimestamp(seconds, UTC).date() for seconds in uses)
    # There are no uses of an empty one, or damage.
    except (sqlite3.Error, OSError, TypeError, ValueError, OverflowError):
        return None
    return CacheInfo(taken, {kind: (count, total) for kind, count, total in rows}, newest, oldest)


def empty_cache(folder: Path) -> None:
    """Remove the cache. Raises CannotWrite."""
    try:
        _remove(folder)
    except CannotWrite as error:
        raise CannotWrite(str(error), "wait for other builds to end") from error
    remove_folder(folder / FONTS)


def _remove(folder: Path) -> None:
    for ending in SIDE_FILES:
        remove(folder / (FILE + ending), root=folder)


def cache_folder() -> Path:
    """Return the folder of the cache, the user's cache folder as each system has it; it need not exist."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_cache_path  # noqa: PLC0415 - most tests name their folder

    return user_cache_path("pnp", appauthor=False)


def program() -> str:
    """Return the SHA-256 over pnp's own source files and the versions of the libraries and fonts it draws with, in hex.

    Another program makes other faces and sheets, and must not be served what this one made. The files are read, not the
    version number: whoever works on pnp changes them without a release.
    """
    folder = Path(pnp.__file__).parent
    made_of = hashlib.sha256(repr((sys.version_info[:3], sys.platform)).encode())
    paths = (Path(top, name) for top, _, names in walk(folder) for name in names if name.endswith(SOURCES))
    for path in sorted(paths):
        source = read_bytes(path, limit=MAX_TEXT_BYTES)
        made_of.update(path.relative_to(folder).as_posix().encode() + b"\0" + source + b"\0")
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):  # an extra that is not installed
            made_of.update(f"{name} {version(name)}\n".encode())
    points = entry_points()
    for point in sorted((*points.select(group="fonts_ttf"), *points.select(group="pnp.engines"))):
        made_of.update(f"{point.module} {point.dist.version if point.dist else ''}\n".encode())
    return made_of.hexdigest()


def digest(*parts: object) -> str:
    """Return the SHA-256 over values, in hex: texts, numbers, lists and mappings with text keys, in their order.

    >>> digest("ab", "c") == digest("a", "bc"), digest(1) == digest(1.0), digest((1,)) == digest([1])
    (False, False, True)
    """
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def digest_of(content: bytes) -> str:
    """Return the SHA-256 of bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def _plain(value: object) -> object:
    if hasattr(value, "items"):
        return dict(value.items())
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"a {type(value).__name__} has no digest")
