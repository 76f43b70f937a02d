"""The pictures that a table names: looked for beside it, ready to be copied into the art folder of the game."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pnp.files import is_file, is_within, read_bytes, walk
from pnp.load.pieces import picture_name
from pnp.model.limits import USUAL_LIMITS

MOST_FILES = 20_000
"""That are looked through below a folder which somebody names."""


def find_pictures(
    names: Iterable[str], table: Path, folder: Path | None
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the pictures that cells name, by the name they have in the art folder, and the names of those not found.

    They lie where the cell says, beside the table, in a folder beside it, or anywhere below `folder`. A file that
    is no picture counts as not found.
    """
    known = {path.name.casefold(): path for path in _files_below(folder)} if folder else {}
    beside = [table.parent, *sorted(path for path in table.parent.iterdir() if path.is_dir())]
    found: dict[str, bytes] = {}
    missing: dict[str, None] = {}
    for written in dict.fromkeys(names):
        name = picture_name(written)
        if not name or name in found:
            if not name:
                missing[written] = None
            continue
        places = [
            table.parent / written.partition(",")[0].replace("\\", "/"),
            *(each / name for each in beside),
        ]
        path = known.get(name.casefold()) or next(
            (each for each in places if is_file(each) and is_within(each, table.parent)), None
        )
        data = _picture(path) if path else None
        if data is None:
            missing[name] = None
        else:
            found[name] = data
    return found, tuple(missing)


def _files_below(folder: Path) -> Iterator[Path]:
    count = 0
    for top, _, names in walk(folder):
        for name in names:
            count += 1
            if count > MOST_FILES:
                return
            yield Path(top) / name


def _picture(path: Path) -> bytes | None:
    """Return what to put into the art folder for a file; None when it is no picture that pnp can print."""
    from pnp.art.image_import import import_picture  # noqa: PLC0415 - only who has pictures waits for all that draws
    from pnp.render.images import UnsafeDrawing  # noqa: PLC0415

    try:
        return import_picture(read_bytes(path, limit=USUAL_LIMITS.picture_bytes), keep_png=True).data
    except (OSError, UnsafeDrawing):
        return None
