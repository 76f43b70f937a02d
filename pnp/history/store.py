"""Versions kept on disk: a build's manifest with its SVGs, a release with a ZIP of them, the pictures of a snapshot.

    releases/<name>/<game>/manifest.json, faces.zip
    snapshots/<game>/<component>/<piece>.<side>.png
    snapshots/<game>/snapshot.json     {"game", "dpi", "faces": {"food/apple.front": {"key", "width_mm", "height_mm", "text"}}}

All of it may have come with somebody's download: no name and no link leads out of its folder, nothing large is read,
and a drawing counts only when its bytes are the ones that the manifest speaks of.
"""

import io
import json
import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, cast

from PIL import Image

from pnp.export import manifest
from pnp.export.manifest import fingerprint
from pnp.files import is_file, is_within, read_bytes, remove, remove_if_empty, sweep, write
from pnp.history.compare import Address, PrintedPiece, Version
from pnp.model.face import Face, PieceSide, face_key, in_order
from pnp.model.geometry import Size

FACES = "faces.zip"
LARGEST = 32_000_000
"""Bytes of a drawing that is still read; a face of a deck has some ten thousand."""

MOST = 2_000_000_000
"""Bytes of all drawings of a version that are read; a small ZIP can hold any number."""

LONGEST = 5_000
"""Millimetres of the longer side of a piece that is still read; infinite and no number at all are more."""

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time a ZIP file knows: a release does not say when it was made."""

_ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
_STYLE = re.compile(r"<style>@font-face.*?</style>", re.DOTALL)
_VIEW = re.compile(r"""<svg\b[^>]*?\sviewBox=["']([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+)["']""")


class Unreadable(ValueError):
    """A file that cannot be used; str() says why."""


def _read_inside(path: Path, root: Path, most: int) -> bytes:
    """Return the bytes of a file of at most so many that lies below `root`, links followed; raises Unreadable."""
    if not is_within(path, root):
        raise Unreadable("a link leads out of the project")
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
                data = _read_inside(self._folder / PurePosixPath(where), self._folder, most)
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
    """Write a version whose faces are all known to `folder`; no link may lead out of `root`. Raises CannotWrite."""

    def where(key: str | None) -> str | None:
        return f"{FACES}/{key}.svg" if key is not None else None

    pieces = []
    for _, piece in sorted(version.pieces.items()):
        entry = {**asdict(piece), "front": where(piece.front), "back": where(piece.back)}
        del entry["name"]
        pieces.append(entry)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for key, face in sorted(version.faces.items()):
            info = zipfile.ZipInfo(f"{key}.svg", EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # the same on every system: as Unix writes it
            info.external_attr = 0o644 << 16
            packed.writestr(info, face.svg.encode(), compresslevel=9)
    sweep(folder)
    # The faces first: a manifest without them would be a release that is not whole.
    write(folder / FACES, out.getvalue(), root=root)
    whole = {"game": version.game, "version": version.version, "pieces": pieces, "sheets": []}
    write(folder / manifest.NAME, _as_json(whole).encode(), root=root)


def _as_json(whole: Mapping[str, Any]) -> str:
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


# Snapshots: a picture of each approved side of each piece, and a record of what is on them.

SNAPSHOT = "snapshot.json"
DPI = 150
"""A line of 0.3 mm is two pixels wide then, and a card takes some 20 kB."""

_MOST_BYTES = 100_000_000
_MOST_PIXELS = 120_000_000
"""A poster of one metre by two, at 150 dpi, with room to spare."""


@dataclass(frozen=True, slots=True)
class ApprovedFace:
    """What snapshot.json says of a face: the key of its drawing, its page in mm, and its words."""

    key: str
    page: Size
    text: str


@dataclass(frozen=True, slots=True)
class SnapshotFolder:
    """The approved faces of a game, in `path`; no link may lead out of `root`."""

    path: Path
    root: Path
    game: str

    @property
    def exists(self) -> bool:
        """Whether anything of the game was ever approved."""
        path = self.path / SNAPSHOT
        return path.is_file() or path.is_symlink()

    def read(self) -> dict[PieceSide, ApprovedFace]:
        """Return what is on record, {} when nothing was approved; raises Unreadable."""
        if not self.exists:
            return {}
        data = _read_inside(self.path / SNAPSHOT, self.root, _MOST_BYTES)
        try:
            whole = json.loads(data.decode("utf-8"))
            faces = {PieceSide.read(name): _approved_face(entry) for name, entry in whole["faces"].items()}
            about = (whole.get("game"), whole.get("dpi"))
        except json.JSONDecodeError as error:
            raise Unreadable(f"line {error.lineno} is not as pnp wrote it ({error.msg})") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Unreadable("it is not as pnp wrote it") from error
        if about != (self.game, DPI):
            raise Unreadable(f"it is no record of the faces of {self.game} at {DPI} dpi")
        if None in faces:
            raise Unreadable("it names a face that no game can have")
        return cast("dict[PieceSide, ApprovedFace]", faces)

    def write(self, faces: Mapping[PieceSide, ApprovedFace]) -> None:
        """Write the record, a line for each value, in an order that lets changes be read. Raises CannotWrite."""
        entries = {}
        for side in in_order(faces):
            key, page, text = faces[side].key, faces[side].page, faces[side].text
            entries[str(side)] = {"key": key, "width_mm": page.width, "height_mm": page.height, "text": text}
        sweep(self.path)
        text = _as_json({"game": self.game, "dpi": DPI, "faces": entries})
        write(self.path / SNAPSHOT, text.encode("utf-8", "replace"), root=self.root)

    def picture(self, side: PieceSide, *, unpacked: bool = True) -> Image.Image:
        """Return the approved picture of a face; unless `unpacked`, its pixels are not read. Raises Unreadable."""
        data = _read_inside(self.path / f"{side}.png", self.root, _MOST_BYTES)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Pillow warns of is refused just below
            try:
                picture = Image.open(io.BytesIO(data), formats=("PNG",))
                small = picture.width * picture.height <= _MOST_PIXELS
                if small and unpacked:
                    return picture.convert("RGB")
                picture.verify()
            # A broken file fails wherever the decoder happens to be: OSError, SyntaxError, struct.error and more.
            except Exception as error:
                raise Unreadable("it is no whole PNG file") from error
        if not small:
            raise Unreadable(f"it has {picture.width} x {picture.height} pixels")
        return picture

    def stray_pictures(self, faces: Mapping[PieceSide, object]) -> Iterator[PieceSide]:
        """Yield the pictures of faces that are not on record: it was lost, or two branches were joined."""
        for path in sorted(self.path.glob("*/*.png")):
            side = PieceSide.read(f"{path.parent.name}/{path.stem}")
            if side is not None and side not in faces:
                yield side

    def remove_picture(self, side: PieceSide) -> None:
        """Remove a picture, and its folder when it was the last; one behind a link that leads out is left alone."""
        path = self.path / f"{side}.png"
        remove(path, root=self.root, hint=f"make {path.parent} writable, or choose another folder with --out")
        remove_if_empty(path.parent)


def _approved_face(entry: Mapping[str, Any]) -> ApprovedFace:
    key, text = entry["key"], entry["text"]
    if not isinstance(key, str) or not isinstance(text, str):
        raise TypeError
    return ApprovedFace(key, Size(float(entry["width_mm"]), float(entry["height_mm"])), text)
