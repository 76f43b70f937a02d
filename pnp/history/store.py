"""Versions kept on disk: a build's manifest with its SVGs, a release with a ZIP of them.

    releases/<name>/<game>/manifest.json, faces.zip

All of it may have come with somebody's download: no name and no link leads out of its folder, nothing large is read,
and a drawing counts only when its bytes are the ones that the manifest speaks of.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from pnp.escaping import json_text
from pnp.export import manifest
from pnp.export.manifest import fingerprint
from pnp.export.zip_files import write_zip
from pnp.files import (
    is_file,
    is_within,
    read_bytes,
    real_path,
    write,
    writing_folder,
)
from pnp.history.compare import Address, PrintedPiece, Version
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

FACES = "faces.zip"
LARGEST = 32_000_000
"""Bytes of a drawing that is still read; a face of a deck has some ten thousand."""

MOST = 2_000_000_000
"""Bytes of all drawings of a version that are read; a small ZIP can hold any number."""

LONGEST = 5_000
"""Millimetres of the longer side of a piece that is still read; infinite and no number at all are more."""

_ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
_STYLE = re.compile(r"<style>@font-face.*?</style>", re.DOTALL)
_VIEW = re.compile(r"""<svg\b[^>]*?\sviewBox=["']([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+)["']""")


class Unreadable(ValueError):
    """A file that cannot be used; str() says why."""


def read_inside(path: Path, root: Path, most: int) -> bytes:
    """Return the bytes of a file of at most so many that lies below `root`, links followed; raises Unreadable."""
    if not is_within(path, root):
        raise Unreadable(f"it leads to {real_path(path)}, outside of {root}")
    if not is_file(path):
        raise Unreadable("it is not there")
    try:
        return read_bytes(path, limit=most)
    except OSError as error:
        raise Unreadable(f"it cannot be read: {(error.strerror or str(error)).lower()}") from error


# Builds and releases: a manifest, and the drawings it speaks of.


def read_version(path: Path, label: str, *, against: Version | None = None) -> Version | None:
    """Return the version whose manifest is the file `path`, None when it is no manifest of ours.

    With `against`, the version it will be compared with, only the faces of pieces that are not the same are read.
    """
    whole = manifest.read(path)
    if not isinstance(whole.get("game"), str):
        return None
    folder = path.parent
    entries = {(entry["component"], entry["id"]): entry for entry in whole["pieces"] if _is_whole(entry)}
    pieces: dict[Address, PrintedPiece] = {}
    faces: dict[str, Face] = {}
    with _Drawings(folder) as drawings:
        for key, entry in entries.items():
            known = against.pieces.get(key) if against else None
            wanted = known is None or known.sha256 != entry["sha256"]
            drawn = list(drawings.of(entry)) if wanted else []
            keys = [face.key for face in drawn]
            if drawn and fingerprint(*keys, *[None] * (2 - len(keys))) == entry["sha256"]:
                faces.update(zip(keys, drawn, strict=True))
            else:
                keys = []
            front, back = (*keys, None, None)[:2]
            name = known.name if known else entry["id"]
            pieces[key] = PrintedPiece(*key, name, entry["copies"], front, back, entry["sha256"])
    fonts = folder / "svg" / "fonts"
    beside = fonts if is_within(fonts, folder) and fonts.is_dir() else None
    return Version(whole["game"], str(whole.get("version", "")), label, pieces, faces, beside)


def _is_whole(entry: Mapping[str, Any]) -> bool:
    """Say whether a piece's entry is as build writes it; somebody may have edited the file."""
    return isinstance(entry.get("sha256"), str) and isinstance(entry.get("copies"), int)


class _Drawings(ExitStack):
    """The drawings beside a manifest; the ZIP of a release is opened once, for there may be thousands in it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._left = MOST
        self._face = cache(self._read)
        self._zip: zipfile.ZipFile | None = None
        if is_within(folder / FACES, folder) and is_file(folder / FACES):
            with suppress(Exception):  # a broken one is none
                self._zip = self.enter_context(zipfile.ZipFile(folder / FACES))

    def of(self, entry: Mapping[str, Any]) -> Iterator[Face]:
        """Yield the front and the back of a piece, as far as they can be read."""
        for where in (entry.get("front"), entry.get("back")):
            if isinstance(where, str):
                face = self._face(where)
                if face is None:
                    return
                yield face

    def _read(self, where: str) -> Face | None:
        """Return the drawing at an address that a manifest gives, None when there is none or it leads out."""
        packed = where.removeprefix(f"{FACES}/")
        most = min(LARGEST, self._left)
        try:
            if packed == where:
                data = read_inside(self._folder / PurePosixPath(where), self._folder, most)
            elif self._zip is not None:
                info = self._zip.getinfo(packed)
                usual = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
                if not usual or info.file_size > most:
                    return None
                data = self._zip.read(info)
            else:
                return None
            self._left -= len(data)
            return _face(data.decode())
        # A broken ZIP fails wherever its reader happens to be: in its list of files, in a header, in packed data.
        except Exception:  # noqa: BLE001
            return None


def _face(svg: str) -> Face | None:
    """Return a drawing as the face it was, without the fonts that were declared in its file."""
    root = _ROOT.search(svg)
    style = _STYLE.match(svg, root.end()) if root else None
    plain = svg[: style.start()] + svg[style.end() :] if style else svg
    view = _VIEW.search(plain)
    if view is None:
        return None
    left, _, width, height = (float(number) for number in view.groups())
    bleed = max(0.0, -left)
    if not all(2 * bleed < side <= LONGEST for side in (width, height)):
        return None
    return Face(face_key(plain), plain, Size(width - 2 * bleed, height - 2 * bleed), bleed)


def write_release(folder: Path, version: Version, *, root: Path) -> None:
    """Make `folder` hold a version whose faces are all known; no link may lead out of `root`. Raises CannotWrite."""
    out = io.BytesIO()
    write_zip(out, ((f"{key}.svg", face.svg.encode()) for key, face in sorted(version.faces.items())))
    with writing_folder(folder, root=root, mark=FACES) as new:
        write(new / FACES, out.getvalue())
        write(new / manifest.NAME, _manifest_of(version))


def keeps_release(folder: Path, version: Version) -> bool:
    """Say whether a folder holds that very version."""
    try:
        there = read_bytes(folder / manifest.NAME, limit=manifest.LARGEST)
        return there == _manifest_of(version) and is_file(folder / FACES)
    except OSError:
        return False


def _manifest_of(version: Version) -> bytes:
    def where(key: str | None) -> str | None:
        return f"{FACES}/{key}.svg" if key is not None else None

    pieces = []
    for _, piece in sorted(version.pieces.items()):
        entry = {**asdict(piece), "front": where(piece.front), "back": where(piece.back)}
        del entry["name"]
        pieces.append(entry)
    whole = {"game": version.game, "version": version.version, "pieces": pieces, "sheets": []}
    return (json_text(whole, indent=2) + "\n").encode()
