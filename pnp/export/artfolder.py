"""Putting a picture into a game's art folder: whole or not at all, and what was there before is laid aside."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pnp.export.atomic import write
from pnp.model.errors import CannotWrite

ASIDE = "replaced"
"""The folder inside art/ for pictures that others have taken the place of; nothing is read from it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a picture lies now, and where those are kept that it replaced."""

    path: Path
    aside: tuple[Path, ...]


def put(art: Path, name: str, data: bytes, *, replaces: Iterable[Path], root: Path) -> Placed:
    """Make `data` the file `name` of the folder `art`, and lay what it `replaces` aside.

    At no moment is the slot empty: an older file of the same name is copied before it is overwritten, one with
    another ending is moved away afterwards. `root` is the folder of the game. Raises CannotWrite when a link or the
    name leads out of it.
    """
    target = art / name
    for folder in (target.parent, art / ASIDE):
        if not folder.resolve().is_relative_to(root.resolve()):
            raise CannotWrite(
                f"{folder} leads out of {root} to {folder.resolve()}", "remove that link and try again"
            )
    aside = []
    others = [path for path in replaces if not _is_same(path, target)]
    if target.is_symlink():  # a link is laid aside as what it is; where it leads to is not touched
        aside.append(_moved(target, art))
    elif target.is_file() and target.read_bytes() != data:
        kept = _free(art / ASIDE, target.name)
        write(kept, target.read_bytes(), root=root)
        aside.append(kept)
    write(target, data, root=root)
    aside += [_moved(path, art) for path in others]
    return Placed(target, tuple(aside))


def _is_same(path: Path, target: Path) -> bool:
    """Say whether two names are one file, as apple.PNG and apple.png are on some disks."""
    try:
        return path == target or (not path.is_symlink() and path.samefile(target))
    except OSError:
        return False


def _moved(path: Path, art: Path) -> Path:
    kept = _free(art / ASIDE, path.name)
    try:
        kept.parent.mkdir(exist_ok=True)
        path.replace(kept)
    except OSError as error:
        raise CannotWrite(
            f"{path} cannot be laid aside: {error.strerror or error}", "move it away by hand"
        ) from error
    return kept


def _free(folder: Path, name: str) -> Path:
    """Return a path in `folder` that is not taken: apple.png, apple-2.png, apple-3.png."""
    wanted = folder / name
    number = 1
    path = wanted
    while path.exists() or path.is_symlink():
        number += 1
        path = wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
    return path
