"""Editions read back from disk: a build's manifest with the SVGs beside it, or a release with its faces in a ZIP.

Both may have come with somebody's download: nothing outside their folder is read, and a drawing counts only when its
bytes are the ones that the manifest speaks of.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from struct import error as StructError  # noqa: N812
from typing import Any, Self
from zlib import error as ZlibError  # noqa: N812

from pnp.export.manifest import NAME, fingerprint, read
from pnp.files import sweep, write
from pnp.history.compare import Address, Edition, Printed
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

FACES = "faces.zip"
LARGEST = 32_000_000
"""Bytes of a drawing that is still looked at; a face of a deck has some ten thousand."""

MOST = 2_000_000_000
"""Bytes of all drawings of an edition that are looked at; a small ZIP can hold any number."""

LONGEST = 5_000
"""Millimetres of the longer side of a piece that is still looked at; infinite and no number at all are more."""

# A broken ZIP fails wherever its reader happens to be: in the list of its files, in a header, in packed data.
_BROKEN = (
    OSError,
    ValueError,
    KeyError,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    StructError,
    ZlibError,
    zipfile.BadZipFile,
)

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
    with _Shelf(folder) as shelf:
        for key, entry in entries.items():
            known = against.pieces.get(key) if against else None
            wanted = known is None or known.sha256 != entry["sha256"]
            drawn = list(_drawings(shelf, entry)) if wanted else []
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


def _drawings(shelf: "_Shelf", entry: Mapping[str, Any]) -> Iterator[Face]:
    """Yield the front and the back of a piece, as far as they can be read."""
    for where in (entry.get("front"), entry.get("back")):
        if isinstance(where, str):
            face = shelf.face(where)
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


class _Shelf:
    """The drawings beside a manifest; the ZIP of a release is opened once, for there may be thousands in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._left = MOST
        self.face = cache(self._face)
        self._zip: zipfile.ZipFile | None = None

    def __enter__(self) -> Self:
        path = self._folder / FACES
        try:
            if path.resolve().is_relative_to(self._folder.resolve()) and path.is_file():
                self._zip = zipfile.ZipFile(path)
        except _BROKEN:
            self._zip = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._zip is not None:
            self._zip.close()

    def _face(self, where: str) -> Face | None:
        """Return the drawing at an address that a manifest gives, None when there is none or it leads out."""
        inside = where.removeprefix(f"{FACES}/")
        try:
            data = self._zipped(inside) if inside != where else self._beside(where)
            return _face(data.decode()) if data is not None else None
        except _BROKEN:
            return None

    def _beside(self, where: str) -> bytes | None:
        path = self._folder / PurePosixPath(where)
        inside = path.resolve().is_relative_to(self._folder.resolve()) and path.is_file()
        return path.read_bytes() if inside and self._has_room(path.stat().st_size) else None

    def _zipped(self, name: str) -> bytes | None:
        if self._zip is None:
            return None
        info = self._zip.getinfo(name)
        usual = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        return self._zip.read(info) if usual and self._has_room(info.file_size) else None

    def _has_room(self, size: int) -> bool:
        """Say whether a drawing is of sane size, and all of them so far; it is counted."""
        self._left -= size if size <= LARGEST else 0
        return size <= LARGEST and self._left >= 0


# A release: the manifest of an edition and the drawings it speaks of, kept in the project.

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest time a ZIP file knows: a release does not say when it was made."""


def write_release(folder: Path, edition: Edition, *, root: Path) -> None:
    """Write an edition whose faces are all known to `folder`; no link may lead out of `root`. Raises CannotWrite."""
    sweep(folder)
    # The faces first: a manifest without them would be a release that is not whole.
    write(folder / FACES, _faces(edition), root=root)
    write(folder / NAME, _manifest(edition).encode(), root=root)


def _manifest(edition: Edition) -> str:
    pieces = [_piece(edition.pieces[address]) for address in sorted(edition.pieces)]
    whole = {"game": edition.game, "version": edition.version, "pieces": pieces, "sheets": []}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _piece(piece: Printed) -> dict[str, Any]:
    return {
        "component": piece.component,
        "id": piece.id,
        "copies": piece.copies,
        "front": _where(piece.front),
        "back": _where(piece.back),
        "sha256": piece.sha256,
    }


def _where(key: str | None) -> str | None:
    return f"{FACES}/{key}.svg" if key is not None else None


def _faces(edition: Edition) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as faces:
        for key in sorted(edition.faces):
            info = zipfile.ZipInfo(f"{key}.svg", LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # the same on every system: as Unix writes it
            info.external_attr = 0o644 << 16
            faces.writestr(info, edition.faces[key].svg.encode(), compresslevel=9)
    return out.getvalue()
