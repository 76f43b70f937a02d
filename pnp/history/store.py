"""Versions kept on disk: a manifest, and the drawings that it names.

    output/<game>/manifest.json, svg/<component>/<piece>.<side>.svg    as pnp build writes them
    releases/<name>/<game>/manifest.json, faces/<key>.svg              as pnp release does
    snapshots/<game>/manifest.json, faces/<key>.svg                    what was approved

All of it may have come with somebody's download: no name and no link leads out of its folder, nothing large is read,
and a drawing counts only when its bytes are the ones that the manifest speaks of.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from pnp.escaping import json_text
from pnp.export import manifest
from pnp.export.manifest import fingerprint
from pnp.files import (
    is_file,
    is_within,
    read_bytes,
    remove,
    write,
)
from pnp.history.compare import Address, PrintedPiece, Version
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

FACES = "faces"
LARGEST = 32_000_000
"""Bytes of a drawing that is still read; a face of a deck has some ten thousand."""

MOST = 2_000_000_000
"""Bytes of all drawings of a version that are read."""

LONGEST = 5_000
"""Millimetres of the longer side of a piece that is still read; infinite and no number at all are more."""

_KEY = re.compile(r"[0-9a-f]{64}")
_ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
_STYLE = re.compile(r"<style>@font-face.*?</style>", re.DOTALL)
_VIEW = re.compile(r"""<svg\b[^>]*?\sviewBox=["']([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+)["']""")


def read_version(path: Path, label: str, *, against: Version | None = None) -> Version | None:
    """Return the version whose manifest is the file `path`, None when it is no manifest of ours.

    With `against`, the version it will be compared with, only the faces of pieces that are not the same are read.
    """
    whole = manifest.read(path)
    if not isinstance(whole.get("game"), str):
        return None
    folder, budget = path.parent, MOST
    pieces: dict[Address, PrintedPiece] = {}
    faces: dict[str, Face] = {}

    @cache
    def face(where: str) -> Face | None:
        """Return the drawing at an address that the manifest gives, None when there is none or it leads out."""
        nonlocal budget
        drawing = folder / PurePosixPath(where)
        try:
            data = read_bytes(drawing, limit=min(LARGEST, budget)) if is_within(drawing, folder) else b""
            budget -= len(data)
            return _face(data.decode().replace("\r\n", "\n"))  # as git on Windows writes it
        except (OSError, ValueError):
            return None

    for entry in filter(_is_whole, whole["pieces"]):
        address = (entry["component"], entry["id"])
        known = against.pieces.get(address) if against else None
        drawn = []
        if known is None or known.sha256 != entry["sha256"]:
            addresses = [where for where in (entry.get("front"), entry.get("back")) if isinstance(where, str)]
            drawn = [shown for where in addresses if (shown := face(where)) is not None]
        keys = [shown.key for shown in drawn]
        if drawn and fingerprint(*keys, *[None] * (2 - len(keys))) == entry["sha256"]:
            faces.update(zip(keys, drawn, strict=True))
        else:
            keys = []
        front, back = (*keys, None, None)[:2]
        name = known.name if known else entry["id"]
        pieces[address] = PrintedPiece(*address, name, entry["copies"], front, back, entry["sha256"])
    fonts = folder / "svg" / "fonts"
    beside = fonts if is_within(fonts, folder) and fonts.is_dir() else None
    return Version(whole["game"], str(whole.get("version", "")), label, pieces, faces, beside)


def _is_whole(entry: Mapping[str, Any]) -> bool:
    """Say whether a piece's entry is as build writes it; somebody may have edited the file."""
    return isinstance(entry.get("sha256"), str) and isinstance(entry.get("copies"), int)


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


def write_version(folder: Path, version: Version, *, root: Path) -> None:
    """Make `folder` hold a version whose faces are all known; no link may lead out of `root`. Raises CannotWrite.

    The manifest comes after its faces and before what it no longer names goes: what is there is whole at any time.
    """
    for key, face in version.faces.items():
        write(folder / FACES / f"{key}.svg", face.svg.encode(), root=root, durable=False)
    write(folder / manifest.NAME, _manifest_of(version), root=root)
    for path in sorted((folder / FACES).glob("*.svg")):
        if _KEY.fullmatch(path.stem) and path.stem not in version.faces:
            remove(path, root=root)


def holds(folder: Path, version: Version) -> bool:
    """Say whether a folder holds that very version."""
    try:
        kept = read_bytes(folder / manifest.NAME, limit=manifest.LARGEST)
    except OSError:
        return False
    return kept == _manifest_of(version) and all(
        is_file(folder / FACES / f"{key}.svg") for key in version.faces
    )


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
