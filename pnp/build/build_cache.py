"""The results of earlier builds: faces, converted pages, unchanged output files, and games that are up to date."""

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.options import SELECTION, BuildOptions
from pnp.build.result import BuildResult, CheckResult
from pnp.cache import NullStore, Store, digest
from pnp.files import digest_of_file, is_within, real_path, walk
from pnp.load.cutting_machines import machine_names
from pnp.load.project import BASE, LARGEST, READ, Project
from pnp.model.diagnostics import MAY_PASS

if TYPE_CHECKING:
    from pnp.convert.renderers import PageCache
    from pnp.templates.context import FaceCache


@dataclass(frozen=True, slots=True)
class BuildCache:
    """The store of earlier work; `program` stands for what worked on it. Without a store all is made anew."""

    store: Store = field(default_factory=NullStore)
    program: str = ""

    @property
    def remembers(self) -> bool:
        """Whether anything is kept, so that working out a key for it is of use."""
        return not isinstance(self.store, NullStore)

    @property
    def face_cache(self) -> "FaceCache | None":
        from pnp.templates.context import FaceCache  # noqa: PLC0415 - a build without changes draws nothing

        return FaceCache(self.store, self.program) if self.remembers else None

    @property
    def page_cache(self) -> "PageCache":
        from pnp.convert.renderers import PageCache  # noqa: PLC0415

        return PageCache(self.store, self.program)

    def key(self, kind: str, *made_of: object) -> str:
        """Return the key of something of that kind, made of these values by this program."""
        return f"{kind} {digest(self.program, *made_of)}"

    def is_current(self, path: Path, key: str) -> bool:
        """Say whether the file is, byte for byte, what was written for `key`."""
        before = self.store.get(key)
        if before is None or path.is_symlink() or not path.is_file():
            return False
        try:
            return digest_of_file(path).encode() == before
        except OSError:
            return False

    def note_written(self, path: Path, key: str) -> None:
        """Remember what was just written for `key`."""
        if self.remembers:
            self.store.put(key, digest_of_file(path).encode())

    def as_noted(self, folder: Path, contents: Mapping[str, str], key: str) -> frozenset[str]:
        """Return which of many files, given below `folder` with what their content is made of, lie as noted for `key`."""
        noted = self.store.get(key) or b""
        known = {noted[at : at + _MARK_BYTES] for at in range(0, len(noted), _MARK_BYTES)}
        marks = _marks(folder, contents) if known else ()
        return frozenset(name for name, mark in marks if mark in known)

    def note_files(self, folder: Path, contents: Mapping[str, str], key: str) -> None:
        """Remember for `key` how files lie that were just written, given as in `as_noted`."""
        if self.remembers:
            self.store.put(key, b"".join(mark for _, mark in _marks(folder, contents)))


NO_CACHE = BuildCache()
_MARK_BYTES = 16


def _marks(folder: Path, contents: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    for name, state in _as_they_are(folder, contents).items():
        if state is not None:
            about = f"{name}\n{contents[name]}\n{state}".encode("utf-8", "surrogateescape")
            yield name, hashlib.blake2b(about, digest_size=_MARK_BYTES).digest()


@contextmanager
def open_cache(*, wanted: bool = True) -> Iterator[BuildCache]:
    """Open the cache for the time of a command; unless `wanted`, nothing is taken from it nor put into it."""
    if not wanted:
        yield NO_CACHE
        return
    from pnp.cache import Cache, cache_folder, program  # noqa: PLC0415

    with Cache(cache_folder()) as store:
        yield BuildCache(store, program())


# A build that would make what is already there: the same files in, and what came out of them still as it was written.
# Nothing is drawn, laid out or even read as YAML to find one valid.

_WRITTEN = ("manifest.json", "contact-sheet.png", "rules.pdf", "reference.pdf")
_NOT_OURS = ("preview", "reprint", SELECTION, "export", "art-brief", "verify", *machine_names())


@dataclass(frozen=True, slots=True)
class Records:
    """What earlier commands came to for one project's games, with all that was `asked` for; None leaves no record."""

    project: Project
    cache: BuildCache
    asked: str | None

    def inputs(self, games: Sequence[str]) -> dict[str, str | None]:
        """Return, by game, a digest of all that its outcome depends on; None when that cannot be told.

        A link to a folder may lead to files that are changed elsewhere, a link out of the folder is not followed, and what
        is no file may never end.
        """
        if self.asked is None or not self.cache.remembers:
            return dict.fromkeys(games)
        templates, *shipped = self.project.templates
        shared = [
            _all_in(folder) for folder in (templates, *(root / BASE for root in shipped), self.project.fonts)
        ]
        found: dict[str, str | None] = {}
        for game in games:
            own = self.project.game_folder(game)
            parts = [_all_in(own, READ) if own and is_within(own, own.parent) else None, *shared]
            date = os.environ.get("SOURCE_DATE_EPOCH", "")
            found[game] = None if None in parts else digest(date, parts)
        return found

    def find(self, game: str, digest: str | None, *kinds: str) -> Any:
        """Return the fields of what a command of one of these kinds came to with the same files, None unless its output is as it left it."""
        for kind in kinds if digest else ():
            kept = self.cache.store.get(self._key(kind, game))
            if kept is not None:
                known, folder, files, result = json.loads(kept)
                if known == digest and files == _as_they_are(Path(folder), files):
                    return result
        return None

    def keep(
        self,
        game: str,
        digest: str | None,
        kind: str,
        result: BuildResult | CheckResult,
        folder: Path | None = None,
    ) -> None:
        """Keep what a command came to, and how its output lies in `folder`, unless a file was changed meanwhile, or chance had a part in it."""
        chance = any(finding.code in MAY_PASS for finding in result.diagnostics)
        if digest is not None and not chance and digest == self.inputs([game])[game]:
            files = _as_they_are(folder, dict.fromkeys(_written(folder))) if folder else {}
            record = json.dumps((digest, folder or "", files, asdict(result)), default=str)
            self.cache.store.put(self._key(kind, game), record.encode())

    def _key(self, kind: str, game: str) -> str:
        return self.cache.key(kind, str(self.project.root), self.project.language, game, self.asked)


def build_records(project: Project, options: BuildOptions, cache: BuildCache) -> Records:
    """Return the records of builds; only whole builds of a game leave one."""
    values = [
        (override.component, override.piece, override.field, override.node.value)
        for override in options.overrides
    ]
    out = real_path(options.out or project.output)
    asked = repr((replace(options, workers=1, on="", overrides=(), out=out), values))
    return Records(project, cache, None if options.partial or options.own_folder else asked)


def _all_in(folder: Path, read: tuple[str, ...] = ("",)) -> str | None:
    """Return a digest of the files below a folder, of what those hold whose names end in `read`; None where it cannot be told."""
    seen = hashlib.sha256()
    for name in _files(folder):
        content = _digest(f"{folder}/{name}", folder) if name and name.lower().endswith(read) else ""
        if name is None or content is None:
            return None
        seen.update(f"{name}\n{content}\n".encode("utf-8", "surrogateescape"))
    return seen.hexdigest()


def _digest(path: str, folder: Path) -> str | None:
    """Return the SHA-256 of what is in a file; of one that cannot be read, why; None for one that is not to be read."""
    try:
        state = os.lstat(path)
        if stat.S_ISLNK(state.st_mode):
            if not is_within(Path(path), folder):
                return None
            state = Path(path).stat()
        if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST:
            return None
        return digest_of_file(Path(path))
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        return str(error)


# A game may have thousands of files, and making path objects of their names takes longer than looking at them.


def _files(folder: Path) -> Iterator[str | None]:
    """Yield the files below a folder, relative to it, in a fixed order; None for a folder that is a link."""
    for top, folders, files in walk(folder):
        folders.sort()
        if any((Path(top) / folder).is_symlink() for folder in folders):
            yield None
        below = top[len(str(folder)) :].replace(os.sep, "/").strip("/")
        yield from (f"{below}/{file}".lstrip("/") for file in sorted(files))


def _written(folder: Path) -> Iterator[str]:
    """Yield the files that a build has written below a game's output folder, as against those of other commands."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink() and path.name not in _NOT_OURS:
            yield from (f"{path.name}/{name}" for name in _files(path) if name)
        elif path.name in _WRITTEN:
            yield path.name


def _as_they_are(folder: Path, names: Mapping[str, object]) -> dict[str, object]:
    """Return size and times of change of the files, None for one that is gone.

    Whoever replaces a file can give it the old one's time of change, but not its number and the time the disk notes.
    """
    found: dict[str, object] = {}
    for name in names:
        try:
            now = os.lstat(f"{folder}/{name}")
            found[name] = [now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino]
        except OSError:
            found[name] = None
    return found
