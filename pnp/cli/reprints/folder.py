"""The folder of a reprint: where it is, and what of it is pnp's to remove."""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pnp.cli.builds.stale import remove, remove_left_over, remove_unused_fonts
from pnp.cli.output import game_output
from pnp.export import throwaway
from pnp.export.atomic import sweep
from pnp.export.manifest import NAME, read
from pnp.load.project import Project
from pnp.model.errors import CannotWrite

REPRINT = "reprint"

_NAME = re.compile(r"[a-z][a-z0-9_+-]*")
"""A component or a pack; the manifest is read with care, for anybody may have written into it."""


def reprint_folder(project: Project, out: Path | None, game: str) -> Path:
    """Return where the reprint of a game lies; raises CannotWrite when a link leads it out of the game's output."""
    top = game_output(project, out, game)
    folder = top / REPRINT
    if not folder.resolve().is_relative_to(top.resolve()):
        raise CannotWrite(f"{folder} is a link that leads out to {folder.resolve()}", "remove that link")
    return folder


def found_reprint(project: Project, out: Path | None, game: str) -> Path | None:
    """Return the folder of the reprint of a game, None when there is no reprint."""
    folder = reprint_folder(project, out, game)
    return folder if any((folder / name).is_file() for name in (NAME, throwaway.NAME)) else None


def places(manifest: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """Return the files of sheets that a manifest lists, each as (component or pack, paper)."""
    named = ((sheet.get("component"), sheet.get("paper")) for sheet in manifest.get("sheets", ()))
    return frozenset(
        (name, paper) for name, paper in named if isinstance(name, str) and isinstance(paper, str)
    )


def remove_cut_files(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Remove the cut lines of the sheets that a manifest lists: of other cards they are worse than none."""
    for name, paper in sorted(places(manifest)):
        inside = (folder / paper).resolve().is_relative_to(folder.resolve())
        if inside and _NAME.fullmatch(name):
            for path in sorted((folder / paper).glob(f"{name}.cut-*.svg")):
                path.unlink(missing_ok=True)


def remove_reprint(folder: Path) -> bool:
    """Remove what a reprint wrote, and nothing else; say whether there was one. Raises CannotWrite."""
    old = read(folder / NAME)
    if not old:
        return False
    remove(folder, places(old))
    remove_left_over(folder, old, {})
    remove_unused_fonts(folder, ())
    sweep(folder)
    try:
        for name in (throwaway.NAME, NAME):  # the manifest last: it knows what is still to be removed
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        hint = "close the file in other programs, then build again"
        raise CannotWrite(f"{folder} cannot be removed: {error.strerror or error}", hint) from error
    for path in sorted((each for each in folder.rglob("*") if each.is_dir()), reverse=True):
        with suppress(OSError):  # something of somebody else's lies there
            path.rmdir()
    with suppress(OSError):
        folder.rmdir()
    return True
