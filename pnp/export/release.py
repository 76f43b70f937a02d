"""A release: the manifest of an edition and the drawings it speaks of, kept in the project.

    releases/<tag>/<game>/manifest.json    "front" and "back" are "faces.zip/<key>.svg"; "sheets" is empty
    releases/<tag>/<game>/faces.zip        each distinct drawing once

The same edition gives the same bytes, so that git sees a change only where there is one.
"""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from pnp.export.atomic import sweep, write
from pnp.export.frozen import FACES
from pnp.export.manifest import NAME
from pnp.model.edition import Edition, Printed

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
