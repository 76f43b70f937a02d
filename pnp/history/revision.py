"""A project as it was at a revision in git: its data, templates and fonts in a folder of their own.

Only git's plumbing is asked, which reads and runs nothing: no hook, no filter, no remote. A repository may have come
with somebody's download: links become copies of what they point to inside the revision, and no name leads out of the
folder.
"""

import errno
import os
import posixpath
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import IO

from pnp.load.project import Project
from pnp.model.errors import PnpError

LARGEST = 2_000_000_000
"""Bytes of a revision's files that are taken out of git at most."""

_PLACES = frozenset(
    ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
)
"""What git tells its hooks, relative to a folder that is not ours; the project's folder says which repository."""

_NO_NAME = frozenset(
    (errno.ENAMETOOLONG, errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.EINVAL, errno.EILSEQ, errno.ENOENT)
)
"""A name that is too long, or taken by a folder, or of letters that this disk does not know."""

_LINK, _FILES = "120000", ("100644", "100755", "100664")
_FOLDERS = ("templates", "fonts")


@dataclass(frozen=True, slots=True)
class _Blob:
    """A file in git: how it is kept, its object's name, its size in bytes."""

    mode: str
    name: str
    size: int


def commit_of(project: Project, revision: str) -> str | None:
    """Return the commit that a revision means, None when there is none or the project is in no repository.

    Raises PnpError when git is there and refuses the repository.
    """
    if revision.startswith("-") or not revision.isprintable() or not _can_ask(project):
        return None
    done = _git(project, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    return done.stdout.decode().strip() if done.returncode == 0 else None


def branches_and_tags(project: Project) -> tuple[str, ...]:
    """Return the names that git knows, for a hint."""
    if not _can_ask(project):
        return ()
    done = _git(
        project, "for-each-ref", "--count=500", "--format=%(refname:short)", "refs/heads", "refs/tags"
    )
    return tuple(done.stdout.decode(errors="replace").split())


def why_no_git(project: Project) -> str | None:
    """Return why no revision can be asked for, None when it can."""
    if _is_shipped(project):
        return "these games came with pnp and have no history here"
    if _program(project) is None:
        return "git is not installed"
    if _git(project, "rev-parse", "--git-dir").returncode:
        return f"{project.root} is in no git repository"
    return None


def as_it_was(project: Project, commit: str, game: str, folder: Path) -> Project | None:
    """Take a game out of `commit` into the empty or earlier used `folder`; None when the game was not there.

    Raises PnpError when git does not hand the files out.
    """
    data = f"card_data/{game}"
    blobs = _blobs(project, commit, [data, *(each for each in _FOLDERS if not (folder / each).exists())])
    if f"{data}/game.yaml" not in blobs:
        return None
    _take_out(project, blobs, folder)
    for name in ("card_data", *_FOLDERS):
        (folder / name).mkdir(parents=True, exist_ok=True)
    templates = (folder / "templates", *project.templates[1:])
    return replace(
        project,
        root=folder,
        card_data=(folder / "card_data",),
        templates=templates,
        output=folder / "output",
        fonts=folder / "fonts",
    )


def _is_shipped(project: Project) -> bool:
    return not project.card_data[0].resolve().is_relative_to(project.root.resolve())


def _can_ask(project: Project) -> bool:
    return not _is_shipped(project) and _program(project) is not None


def _program(project: Project) -> str | None:
    """Return git's path; on Windows a git.exe lying in the project is found too, and is not the user's."""
    found = shutil.which("git")
    if found is None or Path(found).resolve().is_relative_to(project.root.resolve()):
        return None
    return found


def _git(
    project: Project, *arguments: str, given: bytes = b"", into: IO[bytes] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Ask git something about the project. Raises PnpError when git refuses the repository as somebody else's."""
    ours = {key: value for key, value in os.environ.items() if key not in _PLACES}
    # Objects that are not here are not fetched, by no helper.
    safe = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    done = subprocess.run(  # noqa: S603 - arguments are words of ours, or follow --end-of-options
        [_program(project) or "git", "--no-pager", "-C", str(project.root), *arguments],
        input=given,
        stdout=into or subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**ours, **safe},
        check=False,
    )
    if done.returncode and b"dubious ownership" in done.stderr:
        raise PnpError(
            f"git does not trust {project.root}: the folder belongs to somebody else",
            f'run: git config --global --add safe.directory "{project.root}"',
        )
    return done


def _blobs(project: Project, commit: str, wanted: Collection[str]) -> dict[str, _Blob]:
    """Return the files at or below the `wanted` paths of the project, by path in the project."""
    prefix = os.fsdecode(_git(project, "rev-parse", "--show-prefix").stdout).rstrip("\n")
    listed = _git(
        project, "ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", *(prefix + each for each in wanted)
    )
    if listed.returncode:
        raise PnpError(f"git cannot list the files of {commit}: {_said(listed)}", "run: git fsck")
    blobs = {}
    for line in filter(None, listed.stdout.split(b"\0")):
        about, _, path = line.partition(b"\t")
        mode, kind, name, size = about.decode().split()
        if kind == "blob":
            # An object that is missing has no size; asked for its content, git says so.
            blobs[os.fsdecode(path).removeprefix(prefix)] = _Blob(
                mode, name, int(size) if size.isdigit() else 0
            )
    _refuse_too_much(sum(blob.size for blob in blobs.values()), f"at {commit}")
    return blobs


def _refuse_too_much(total: int, which: str) -> None:
    if total > LARGEST:
        raise PnpError(f"the files {which} are {total / 1e9:.1f} GB, more than pnp takes out of git")


def _take_out(project: Project, blobs: Mapping[str, _Blob], folder: Path) -> None:
    """Write the files into `folder`."""
    names = sorted({blob.name for blob in blobs.values()})
    places: dict[str, list[str]] = {name: [] for name in names}
    for path, blob in blobs.items():
        places[blob.name].append(path)
    links: dict[str, str] = {}
    with tempfile.TemporaryFile() as stream:
        done = _git(
            project, "cat-file", "--batch", given="".join(f"{name}\n" for name in names).encode(), into=stream
        )
        stream.seek(0)
        for name, content in _contents(stream):
            for path in places[name]:
                if blobs[path].mode == _LINK:
                    links[path] = posixpath.normpath(
                        posixpath.join(posixpath.dirname(path), os.fsdecode(content))
                    )
                elif blobs[path].mode in _FILES:
                    _write(folder, path, content)
            del places[name]
    if done.returncode or places:
        raise PnpError(
            f"git cannot hand out {len(places)} files of that revision: {_said(done)}",
            "run: git fsck; in a partial clone run: git fetch --refetch",
        )
    copied = {
        path: target for path, target in links.items() if target in blobs and (folder / target).is_file()
    }
    _refuse_too_much(sum(blobs[target].size for target in copied.values()), "with what its links lead to")
    for path, target in copied.items():
        _write(folder, path, (folder / target).read_bytes())


def _contents(stream: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) as `git cat-file --batch` tells them; objects that are missing are passed over."""
    while header := stream.readline():
        words = header.decode().split()
        if len(words) == 3:
            yield words[0], stream.read(int(words[2]))
            stream.read(1)


def _write(folder: Path, path: str, content: bytes) -> None:
    """Write one file; a name that no file of a project can have is passed over."""
    parts = PurePosixPath(path).parts
    if any(part in ("", ".", "..", "/") or set(part) & set('\\:\0"<>|?*') for part in parts):
        return
    target = folder.joinpath(*parts)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    except OSError as error:
        if error.errno not in _NO_NAME:
            raise PnpError(
                f"{target} cannot be written: {error.strerror}", "free some space on the disk"
            ) from error


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"status {done.returncode}"
