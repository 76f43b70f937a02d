"""The results of earlier builds: faces, converted pages, unchanged output files, and games that are up to date."""

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.options import SELECTION, BuildOptions, game_output
from pnp.build.result import BuildCount, BuildResult, SheetFile
from pnp.cache import NullStore, Store, digest
from pnp.files import digest_of_file, is_within, real_path, walk
from pnp.load.cutting_machines import machine_names
from pnp.load.project import BASE, LARGEST, READ, Project
from pnp.model.codes import MAY_PASS
from pnp.model.diagnostics import Diagnostic, has_errors

if TYPE_CHECKING:
    from pnp.convert.engines import PageCache
    from pnp.templates.context import FaceCache


@dataclass(frozen=True, slots=True)
class BuildCache:
    """The store of earlier work; `program` stands for what worked on it. Without a store all is made anew.

    `typeset` is where the PDFs of rules are kept for a command that takes nothing else from earlier work.
    """

    store: Store = field(default_factory=NullStore)
    program: str = ""
    typeset: Store | None = None

    @property
    def remembers(self) -> bool:
        """Whether anything is kept, so that working out a key for it is of use."""
        return not isinstance(self.store, NullStore)

    @property
    def face_cache(self) -> "FaceCache | None":
        """The faces drawn before."""
        from pnp.templates.context import FaceCache  # noqa: PLC0415 - a build without changes draws nothing

        return FaceCache(self.store, self.program) if self.remembers else None

    @property
    def page_cache(self) -> "PageCache":
        """The pages converted before."""
        from pnp.convert.engines import PageCache  # noqa: PLC0415

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
        return (
            frozenset(name for name, mark in _marks(folder, contents) if mark in known)
            if known
            else frozenset()
        )

    def note_files(self, folder: Path, contents: Mapping[str, str], key: str) -> None:
        """Remember for `key` how files lie that were just written, given as in `as_noted`."""
        if self.remembers:
            self.store.put(key, b"".join(mark for _, mark in _marks(folder, contents)))


NO_CACHE = BuildCache()

_MARK_BYTES = 16


def _marks(folder: Path, contents: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Yield for each file that is there what stands for its name, its content and how it lies on the disk."""
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


@contextmanager
def open_typeset() -> Iterator[BuildCache]:
    """Open the cache for the PDFs of rules alone, for a command that believes nothing that was drawn before."""
    from pnp.cache import Cache, cache_folder, program  # noqa: PLC0415

    with Cache(cache_folder()) as store:
        yield BuildCache(program=program(), typeset=store)


# A build that would make what is already there: the same files in, and what came out of them still as it was written.
# Only whole builds of a game leave a record. Nothing is drawn, laid out or even read as YAML to find one valid.

_WRITTEN = ("manifest.json", "contact-sheet.png", "rules.pdf", "reference.pdf")
_NOT_OURS = ("preview", "reprint", SELECTION, "export", "art-brief", "verify", *machine_names())


@dataclass(frozen=True, slots=True)
class BuildRecords:
    """The records of one project's games, built as `options` say."""

    project: Project
    options: BuildOptions
    cache: BuildCache

    def inputs(self, game: str) -> str | None:
        """Return a digest of all that the build of a game depends on; None when that cannot be told.

        A link to a folder may lead to files that are changed elsewhere, a link out of the folder is not followed, what
        is no file may never end, and a partial build is not looked at.
        """
        own = self.project.game_folder(game)
        if self.options.partial or self.options.own_folder or own is None or not self.cache.remembers:
            return None
        if not is_within(own, own.parent):
            return None
        seen = hashlib.sha256(os.environ.get("SOURCE_DATE_EPOCH", "").encode())
        templates, *shipped = self.project.templates
        for folder in (own, templates, *(each / BASE for each in shipped), self.project.fonts):
            for name in _files(folder):
                if name is None:
                    return None
                seen.update(f"{folder.name}/{name}\n".encode("utf-8", "surrogateescape"))
                if name.lower().endswith(READ) or folder != own:
                    content = _digest(f"{folder}/{name}", folder)
                    if content is None:
                        return None
                    seen.update(content.encode())
        return seen.hexdigest()

    def find(self, game: str, digest: str | None) -> BuildResult | None:
        """Return the record of an earlier build whose output is what this one would make, or None."""
        if digest is None:
            return None
        folder = game_output(self.project, self.options.out, game)
        for kind in ("builds", "failures"):
            record = json.loads(self.cache.store.get(self._key(kind, game)) or "{}")
            if record.get("inputs") == digest and record["files"] == _as_they_are(folder, record["files"]):
                break
        else:
            return None
        return BuildResult(
            game,
            tuple(SheetFile(folder / each.pop("path"), **each) for each in record["sheets"]),
            tuple(Diagnostic.from_fields(each) for each in record["diagnostics"]),
            note=record["note"],
            savings=tuple(record["savings"]),
            count=BuildCount(**record["count"]),
        ).unchanged()

    def keep(self, game: str, digest: str | None, result: BuildResult) -> None:
        """Keep the record of a build that has just ended, unless a file was changed meanwhile, or chance had a part in it.

        One that failed has written nothing, and leaves the record of the files that are there.
        """
        if digest is None or any(finding.code in MAY_PASS for finding in result.diagnostics):
            return
        if digest != self.inputs(game):
            return
        folder = game_output(self.project, self.options.out, game)
        failed = not result.files and has_errors(result.diagnostics)
        if (
            failed and self.options.overrides
        ):  # its findings name cells of a table that is no file of the game
            return
        record = {
            "inputs": digest,
            "files": {} if failed else _as_they_are(folder, dict.fromkeys(_written(folder))),
            "sheets": [{**asdict(file), "path": str(file.path.relative_to(folder))} for file in result.files],
            "note": result.note,
            "savings": result.savings,
            "diagnostics": [asdict(finding) for finding in result.diagnostics],
            "count": asdict(result.count),
        }
        self.cache.store.put(self._key("failures" if failed else "builds", game), json.dumps(record).encode())

    def _key(self, kind: str, game: str) -> str:
        folder = real_path(self.options.out or self.project.output)
        where = str(self.project.root), str(folder), *filter(None, (self.project.language,))
        return self.cache.key(kind, *where, game, _choices(self.options))


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


def _choices(options: BuildOptions) -> tuple[str, ...]:
    """Return what was asked for, as far as it decides what is made."""
    papers = [f"{paper!r}" for paper in options.papers]
    flags = f"{options.svg} {options.cut} {options.pack} {options.rules}"
    values = (
        f"{(override.component, override.piece, override.field, override.node.value)!r}"
        for override in options.overrides
    )
    return (
        *papers,
        options.backs,
        options.marks,
        options.theme,
        options.renderer,
        flags,
        repr(options.printer),
        *values,
    )


# A game may have thousands of files, and making path objects of their names takes longer than looking at them.


def _files(folder: Path) -> Iterator[str | None]:
    """Yield the files below a folder, relative to it, in a fixed order; None for a folder that is a link."""
    for top, folders, files in walk(folder):
        folders.sort()
        if any((Path(top) / folder).is_symlink() for folder in folders):
            yield None
        below = _below(folder, top)
        yield from (f"{below}{file}" for file in sorted(files))


def _below(folder: Path, top: str) -> str:
    """Return what stands before the names of files in `top`, relative to a folder above it."""
    below = top[len(str(folder)) :].replace(os.sep, "/").strip("/")
    return f"{below}/" if below else ""


def _written(folder: Path) -> Iterator[str]:
    """Yield the files that a build has written below a game's output folder, as against those of other commands."""
    for each in sorted(folder.iterdir()):
        if each.is_dir() and not each.is_symlink() and each.name not in _NOT_OURS:
            for top, _, files in walk(each):
                below = _below(folder, top)
                yield from (f"{below}{name}" for name in sorted(files))
        elif each.name in _WRITTEN:
            yield each.name


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
