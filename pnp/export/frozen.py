"""Editions read back from disk: a build's manifest with the SVGs beside it, or a release with its faces in a ZIP.

Both may have come with somebody's download: nothing outside their folder is read, and a drawing counts only when its
bytes are the ones that the manifest speaks of.
"""

import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from zlib import error as ZlibError  # noqa: N812

from pnp.export.manifest import fingerprint, read
from pnp.model.edition import Address, Edition, Printed
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

FACES = "faces.zip"
LARGEST = 32_000_000
"""Bytes of a drawing that is still looked at; a face of a deck has some ten thousand."""

LONGEST = 5_000
"""Millimetres of the longer side of a piece that is still looked at; infinite and no number at all are more."""

_ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
_STYLE = re.compile(r"<style>@font-face.*?</style>", re.DOTALL)
_VIEW = re.compile(r"""<svg\b[^>]*?\sviewBox=["']([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+)["']""")


def edition(path: Path, label: str, *, against: Edition | None = None) -> Edition | None:
    """Return the edition whose manifest is the file `path`, None when it is no manifest of ours.

    With `against`, the edition it will be compared with, only the faces of pieces that are not the same are read.
    """
    manifest = read(path)
    if not isinstance(manifest.get("game"), str):
        return None
    folder = path.parent
    entries = {(entry["component"], entry["id"]): entry for entry in manifest["pieces"] if _is_sound(entry)}
    pieces: dict[Address, Printed] = {}
    faces: dict[str, Face] = {}
    for key, entry in entries.items():
        known = against.pieces.get(key) if against else None
        wanted = known is None or known.sha256 != entry["sha256"]
        drawn = list(_drawings(folder, entry)) if wanted else []
        keys = [face.key for face in drawn]
        if drawn and fingerprint(*keys, *[None] * (2 - len(keys))) == entry["sha256"]:
            faces.update(zip(keys, drawn, strict=True))
        else:
            keys = []
        front, back = (*keys, None, None)[:2]
        name = known.name if known else entry["id"]
        pieces[key] = Printed(*key, name, entry["copies"], front, back, entry["sha256"])
    fonts = folder / "svg" / "fonts"
    beside = fonts if fonts.resolve().is_relative_to(folder.resolve()) and fonts.is_dir() else None
    return Edition(manifest["game"], str(manifest.get("version", "")), label, pieces, faces, beside)


def _is_sound(entry: Mapping[str, Any]) -> bool:
    """Say whether a piece's entry is as build writes it; somebody may have edited the file."""
    texts = (entry.get("component"), entry.get("id"), entry.get("sha256"))
    copies = entry.get("copies")
    return all(isinstance(text, str) for text in texts) and isinstance(copies, int)


def _drawings(folder: Path, entry: Mapping[str, Any]) -> Iterator[Face]:
    """Yield the front and the back of a piece, as far as they can be read."""
    for where in (entry.get("front"), entry.get("back")):
        if isinstance(where, str):
            svg = _text(folder, where)
            face = _face(svg) if svg is not None else None
            if face is None:
                return
            yield face


def _face(svg: str) -> Face | None:
    """Return a drawing as the face it was, without the fonts that were declared in its file."""
    root = _ROOT.search(svg)
    style = _STYLE.match(svg, root.end()) if root else None
    plain = svg[: style.start()] + svg[style.end() :] if style else svg
    view = _VIEW.search(plain)
    if view is None:
        return None
    try:
        left, _, width, height = (float(number) for number in view.groups())
    except ValueError:
        return None
    bleed = max(0.0, -left)
    if not all(2 * bleed < side <= LONGEST for side in (width, height)):
        return None
    return Face(face_key(plain), plain, Size(width - 2 * bleed, height - 2 * bleed), bleed)


def _text(folder: Path, where: str) -> str | None:
    """Return the drawing at an address that a manifest gives, None when there is none or it leads out."""
    if where.startswith(f"{FACES}/"):
        data = _zipped(folder / FACES, where.removeprefix(f"{FACES}/"))
    else:
        data = _beside(folder, where)
    try:
        return data.decode() if data is not None else None
    except UnicodeDecodeError:
        return None


def _beside(folder: Path, where: str) -> bytes | None:
    path = folder / PurePosixPath(where)
    try:
        inside = path.resolve().is_relative_to(folder.resolve()) and path.is_file()
        return path.read_bytes() if inside and path.stat().st_size <= LARGEST else None
    except (OSError, ValueError):
        return None


def _zipped(path: Path, name: str) -> bytes | None:
    try:
        if not path.resolve().is_relative_to(path.parent.resolve()):
            return None
        with zipfile.ZipFile(path) as faces:
            return faces.read(name) if faces.getinfo(name).file_size <= LARGEST else None
    except (OSError, ValueError, KeyError, NotImplementedError, RuntimeError, zipfile.BadZipFile, ZlibError):
        return None
