"""Font files of a project, validated once in a worker process, which they may crash.

What came of it is kept in the folder of the cache, by what is in the file and which libraries tried it.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from pnp.cache import FONTS, cache_folder, digest
from pnp.files import digest_of_file, is_within, not_private, read_text, size_of_file, write
from pnp.model.diagnostics import CannotWrite
from pnp.model.limits import USUAL_LIMITS
from pnp.workers.worker import TaskLimits

TRIAL = "pnp.convert.typst_fonts"
BY_THESE = ("uharfbuzz", "typst", "pypdfium2")
LIMITS = TaskLimits(seconds=4, bytes=3_000_000_000, wall=60)
"""Of one font; the seconds are those at one weight, less than the renderer has for a face: all Chinese letters take two."""

ENDINGS = (".ttf", ".otf")
DOCUMENTS = frozenset(("", ".txt", ".md", ".rst", ".html", ".pdf", ".json", ".yaml", ".yml", ".xml", ".css"))
"""Endings of licences and notes, which lie beside fonts and are none."""

NO_FONT = "cannot be read as a font"
_COLLECTION = "is a collection of fonts; save each as a TTF or OTF file"
_FOR_WEB = "is a font for web pages; get it as a TTF or OTF file"
OTHER_FORMATS = {
    ".ttc": _COLLECTION,
    ".otc": _COLLECTION,
    ".woff": _FOR_WEB,
    ".woff2": _FOR_WEB,
    ".eot": _FOR_WEB,
}
ENDED = "crashes its reader, or takes too long to read"


@cache
def _trial_version() -> str:
    return digest("8", *(f"{name} {version(name)}" for name in BY_THESE))


def faults_of(folders: Sequence[Path]) -> dict[Path, str]:
    """Return what is wrong with each file of these folders: "" of a font that can be used in every way."""
    faults = {path: _fault_at_sight(path) for folder in folders for path in _files_in(folder)}
    kept = {path: cache_folder() / FONTS / f"{_name_of(path)}.json" for path in faults if not faults[path]}
    is_believed = not any(not_private(cache_folder()))
    known = {path: _kept_fault(file) if is_believed else None for path, file in kept.items()}
    missing = [path for path, fault in known.items() if fault is None]
    for path, fault in zip(missing, _tried(missing), strict=True):
        known[path] = fault
        with suppress(CannotWrite):  # it is tried again next time
            write(kept[path], json.dumps(fault).encode(), durable=False)
    return {path: fault or known.get(path) or "" for path, fault in faults.items()}


def _files_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    paths = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(path for path in paths if path.suffix.lower() not in DOCUMENTS or path.is_dir())


def _fault_at_sight(path: Path) -> str:
    if not is_within(path, path.parent.parent):
        return "is a link that leads outside the project"
    if path.is_dir():
        return "is a folder; put fonts directly into fonts/"
    if path.suffix.lower() not in ENDINGS:
        return OTHER_FORMATS.get(path.suffix.lower(), NO_FONT)
    try:
        if (size := size_of_file(path)) > USUAL_LIMITS.font_bytes:
            return f"has {size:,} bytes; the limit is {USUAL_LIMITS.font_bytes:,}"
    except OSError:
        return NO_FONT
    return ""


def _name_of(path: Path) -> str:
    return sha256(f"{digest_of_file(path)} {path.suffix.lower()} {_trial_version()}".encode()).hexdigest()


def _kept_fault(file: Path) -> str | None:
    with suppress(OSError, ValueError):
        fault = json.loads(read_text(file))
        return fault if isinstance(fault, str) else None
    return None


def _tried(paths: Sequence[Path]) -> Iterator[str]:
    if not paths:
        return
    from pnp.workers.pool import WorkerDied  # noqa: PLC0415 - most projects have no fonts
    from pnp.workers.tasks import workers  # noqa: PLC0415

    with workers() as shared:
        for path in paths:
            try:
                yield shared.run(fault_of, path.absolute(), limits=LIMITS)
            except WorkerDied:
                yield ENDED


def fault_of(path: Path) -> str:
    """Return what is wrong with a font, in a worker: the modules that draw with it are above this one."""
    return str(import_module(TRIAL).fault_of(path))
