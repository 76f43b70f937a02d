"""A project as it was at a git revision: its data, templates and fonts in a temporary folder.

A repository may have come with somebody's download: nothing that it configures is run, links become copies of what
they point to inside the revision, and no name leads out of the folder.
"""

import errno
import os
import posixpath
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, Self

from pnp.files import (
    is_file,
    is_within,
    make_folder,
    read_bytes,
    read_text,
    real_path,
    temporary_file,
    walk,
    write,
)
from pnp.load.project import Project
from pnp.model.diagnostics import CannotWrite, PnpError

LARGEST = 2_000_000_000  # Bytes of a revision's files that are taken out of git at most.
_LINK, _SUBMODULE = "120000", "160000"  # Modes of what is no file in a revision.

_PLACES = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
)
"""What git tells its hooks, relative to a folder that is not ours; the project's folder says which repository."""

_SAFE = {
    "GIT_ALLOW_PROTOCOL": "none",  # objects that are not here are not fetched, by no helper
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}

_NO_NAME = frozenset(
    (errno.ENAMETOOLONG, errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.EINVAL, errno.EILSEQ, errno.ENOENT)
)
"""A name that is too long, or taken by a folder, or of letters that this disk does not know."""


def why_no_git(project: Project) -> str | None:
    """Return why no revision can be asked for, None when it can."""
    if not is_within(project.card_data[0], project.root):
        return "these games came with pnp and have no history here"
    if _program(project) is None:
        return "git is not installed"
    if (link := _repository_elsewhere(project.root)) is not None:
        return f"{link} leads to a repository elsewhere that does not know of it"
    if _git(project, "rev-parse", "--git-dir").returncode:
        return f"{project.root} is in no git repository"
    return None


def _repository_elsewhere(root: Path) -> Path | None:
    """Return what in a project names a repository elsewhere, None when it has its own or is a work tree of one.

    A repository keeps the path of each of its work trees; one of somebody else does not know of a downloaded game.
    """
    for folder in (root, *root.parents):
        place = folder / ".git"
        if place.is_symlink() and not is_within(place, folder):
            return place
        if is_file(place):
            try:
                git = folder / read_text(place).strip().removeprefix("gitdir:").strip()
                known = (
                    is_file(git / "gitdir") and real_path(Path(read_text(git / "gitdir").strip())) == place
                )
            except (OSError, ValueError):
                return place
            modules = any(is_within(git, above / ".git") for above in folder.parents)
            return None if known or modules or is_within(git, folder) else place
        if place.exists():
            return _objects_elsewhere(place)
    return None


def _objects_elsewhere(repository: Path) -> Path | None:
    """Return what in a .git folder has git read objects elsewhere: a list of other places, or a link."""
    for name, start in (("commondir", "."), ("objects/info/alternates", "objects")):
        path = repository / name
        if not is_within(path, repository):
            return path
        try:
            named = read_text(path).splitlines() if is_file(path) else ()
        except (OSError, ValueError):
            return path
        if not all(is_within(repository / start / line.strip(), repository) for line in named):
            return path
    for top, folders, files in walk(repository / "objects"):
        for path in (Path(top, name) for name in (*folders, *files)):
            if path.is_symlink() and not is_within(path, repository):
                return path
    return None


def commit_of(project: Project, revision: str) -> str | None:
    """Return the commit of a revision, None when there is none. Raises PnpError when git refuses the repository."""
    if revision.startswith("-") or not revision.isprintable() or why_no_git(project):
        return None
    done = _git(project, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    return done.stdout.decode().strip() if done.returncode == 0 else None


def branches_and_tags(project: Project) -> tuple[str, ...]:
    """Return the names that git knows, for a hint."""
    if why_no_git(project):
        return ()
    words = ("for-each-ref", "--count=500", "--format=%(refname:short)", "refs/heads", "refs/tags")
    return tuple(_git(project, *words).stdout.decode(errors="replace").split())


def project_at(project: Project, commit: str, game: str, folder: Path) -> Project | None:
    """Take a game out of `commit` into the empty or earlier used `folder`; None when the game was not there.

    Raises PnpError when git does not hand the files out.
    """
    data = f"card_data/{game}"
    wanted = [data, *(name for name in ("templates", "fonts") if not (folder / name).exists())]
    prefix = os.fsdecode(_git(project, "rev-parse", "--show-prefix").stdout).rstrip("\n")
    listing = _git(project, "ls-tree", "-r", "-l", "-z", "--full-tree", f"{commit}:{prefix}", *wanted).stdout
    entries = [_Entry.read(line) for line in listing.split(b"\0") if line]
    if not any(entry.name == f"{data}/game.yaml" for entry in entries):
        return None
    _refuse_too_much(sum(entry.size for entry in entries), f"at {commit}")
    _take_out(project, [entry for entry in entries if entry.mode != _SUBMODULE], folder)
    for name in ("card_data", "templates", "fonts"):
        make_folder(folder / name, root=folder.parent)
    return replace(
        project,
        root=folder,
        card_data=(folder / "card_data",),
        templates=(folder / "templates", *project.templates[1:]),
        output=folder / "output",
        fonts=folder / "fonts",
    )


class _Entry(NamedTuple):
    """A file of a revision: its mode, the name of its content in git, its size in bytes, 0 when that is missing."""

    mode: str
    content: str
    size: int
    name: str

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Read what `git ls-tree -l` says of it: "100644 blob 5f0c2a 1234<tab>card_data/soup/food.yaml"."""
        about, _, name = line.partition(b"\t")
        mode, _, content, size = about.decode().split()
        return cls(mode, content, int(size) if size.isdigit() else 0, os.fsdecode(name))


def _take_out(project: Project, entries: Sequence[_Entry], folder: Path) -> None:
    """Write files of a revision into `folder`, and what its links lead to where they are.

    `git cat-file` hands contents out as they are: no filter and no attribute of a repository is minded.
    """
    links: dict[str, str] = {}
    sizes: dict[str, int] = {}
    with temporary_file("git") as contents:
        asked = "".join(f"{entry.content}\n" for entry in entries).encode()
        done = _git(project, "cat-file", "--batch", given=asked, into=contents)
        contents.seek(0)
        for entry in entries:
            head = contents.readline()
            if done.returncode or head != f"{entry.content} blob {entry.size}\n".encode():
                raise PnpError(
                    f"git cannot provide the files of that revision: {entry.name}",
                    "run: git fsck; in a partial clone run: git fetch --refetch",
                )
            content = contents.read(entry.size)
            contents.readline()  # the end of the line after it
            if entry.mode == _LINK:
                target = posixpath.join(posixpath.dirname(entry.name), os.fsdecode(content))
                links[entry.name] = posixpath.normpath(target)
            else:
                sizes[entry.name] = entry.size
                _write(folder, entry.name, content)
    copied = {
        name: target for name, target in links.items() if target in sizes and (folder / target).is_file()
    }
    _refuse_too_much(sum(sizes[target] for target in copied.values()), "with what its links lead to")
    for name, target in copied.items():
        _write(folder, name, read_bytes(folder / target, limit=LARGEST))


def _program(project: Project) -> str | None:
    """Return git's path; on Windows a git.exe lying in the project is found too, and is not the user's."""
    program = shutil.which("git")
    return None if program is None or is_within(Path(program), project.root) else program


def _git(
    project: Project, *arguments: str, given: bytes = b"", into: IO[bytes] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Ask git something, `given` on its input; the answer may go `into` a file. Raises PnpError when it refuses."""
    ours = {key: value for key, value in os.environ.items() if key not in _PLACES}
    done = subprocess.run(  # noqa: S603 - arguments are words of ours, or follow --end-of-options
        [_program(project) or "git", "--no-pager", "-C", str(project.root), *arguments],
        input=given,
        stdout=into or subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**ours, **_SAFE},
        check=False,
    )
    if done.returncode and b"dubious ownership" in done.stderr:
        raise PnpError(
            f"git does not trust {project.root}: the folder belongs to somebody else",
            f'run: git config --global --add safe.directory "{project.root}"',
        )
    return done


def _refuse_too_much(total: int, which: str) -> None:
    if total > LARGEST:
        raise PnpError(f"the files {which} are {total / 1e9:.1f} GB, more than pnp takes out of git")


def _write(folder: Path, name: str, content: bytes) -> None:
    parts = PurePosixPath(name).parts
    if any(part in ("", ".", "..", "/") or set(part) & set('\\:\0"<>|?*') for part in parts):
        return
    target = folder.joinpath(*parts)
    try:
        write(target, content, root=folder.parent, durable=False)
    except CannotWrite as error:
        if getattr(error.__cause__, "errno", None) not in _NO_NAME:
            raise PnpError(str(error), "free some space on the disk") from error
