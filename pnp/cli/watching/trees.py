"""What is watched: the files that games are made of, as they stand on disk, and what became of them since."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.load.folder import TEMPLATE_SUFFIX
from pnp.load.project import Project

Stamp = tuple[int, int, int, int]
"""When a file was written, when anything about it changed (both in ns), its size, its inode."""

PASSED_OVER = ("~", ".swp", ".swx", ".swo", ".tmp", ".temp", ".bak", ".part", ".crdownload", ".pnp-tmp")
"""How the files end that editors and browsers write beside the real one."""

DRAWINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp", TEMPLATE_SUFFIX)
"""How pictures and templates end: where one was and still is, the data mean the same as before."""

PROBE = "4913"
"""The file by which vim finds out whether it may write in a folder."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The files below some folders, and every folder on the way: events are asked for folder by folder.

    Files are known by their path as a text: there are hundreds, and this is looked up while somebody waits.
    """

    files: Mapping[str, Stamp] = field(default_factory=dict)
    folders: frozenset[Path] = frozenset()

    def since(self, before: "Trees") -> "Changes":
        """Return what became of the files since `before`."""
        new, old = self.files.keys(), before.files.keys()
        differing = {path for path, _ in self.files.items() - before.files.items()}
        return Changes(
            added=frozenset(map(Path, new - old)),
            modified=frozenset(map(Path, differing & old)),
            removed=frozenset(map(Path, old - new)),
        )


@dataclass(frozen=True, slots=True)
class Changes:
    """Files that came, changed and went. A file that a program saves by renaming another one is modified."""

    added: frozenset[Path] = frozenset()
    modified: frozenset[Path] = frozenset()
    removed: frozenset[Path] = frozenset()

    @property
    def paths(self) -> frozenset[Path]:
        """All of them."""
        return self.added | self.modified | self.removed

    @property
    def only_drawings(self) -> bool:
        """Say whether pictures or templates changed and nothing else."""
        still = not self.added and not self.removed
        return still and all(path.name.lower().endswith(DRAWINGS) for path in self.modified)

    def __bool__(self) -> bool:
        """Say whether there is any."""
        return bool(self.paths)


def tops(project: Project) -> tuple[Path, ...]:
    """Return the folders whose files make a difference to what is printed; they need not exist."""
    return (*project.card_data, *project.templates, project.fonts)


def trees(project: Project) -> Trees:
    """Return how the files of a project stand. Its own folder is listened to, or where it will come back.

    Links to folders are followed as far as they stay inside the project. What goes away meanwhile is not there.
    """
    files: dict[str, Stamp] = {}
    folders = {next(folder for folder in (project.root, *project.root.parents) if folder.is_dir())}
    seen: set[str] = set()
    waiting = [str(top) for top in tops(project)]
    while waiting:
        folder = waiting.pop()
        if (real := os.path.realpath(folder)) in seen:
            continue
        seen.add(real)
        try:
            entries = [entry for entry in os.scandir(folder) if not is_passed_over(entry.name)]
        except OSError:
            continue
        folders.add(Path(folder))
        for entry in entries:
            if _is_folder(entry, project.root):
                waiting.append(entry.path)
                continue
            try:
                known = entry.stat()
            except OSError:  # gone, or a link to nowhere
                continue
            files[entry.path] = (known.st_mtime_ns, known.st_ctime_ns, known.st_size, known.st_ino)
    return Trees(files, frozenset(folders))


def is_passed_over(name: str) -> bool:
    """Say whether a file of that name is hidden, or only there while something is being saved.

    >>> [name for name in ("a.png", ".a.swp", "a.png~", "4913", "#a#", "a.yaml.tmp") if not is_passed_over(name)]
    ['a.png']
    """
    return name.startswith((".", "#")) or name.lower().endswith(PASSED_OVER) or name == PROBE


def _is_folder(entry: os.DirEntry[str], root: Path) -> bool:
    try:
        if not entry.is_dir():
            return False
        return not entry.is_symlink() or Path(entry.path).resolve().is_relative_to(root.resolve())
    except OSError:
        return False
