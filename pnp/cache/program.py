"""What makes faces and sheets, as a digest: another program makes others, and must not be served what this one made."""

import hashlib
import sys
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

import pnp

LIBRARIES = (
    "jinja2",
    "markupsafe",
    "uharfbuzz",
    "pyphen",
    "typst",
    "cairosvg",
    "cairocffi",
    "pikepdf",
    "pillow",
    "pypdfium2",
    "reportlab",
    "svgwrite",
    "pyyaml",
)
"""What the bytes of the output pass through, beside pnp itself."""


def program() -> str:
    """Return the SHA-256 over pnp's own source files and the versions of the libraries and fonts it draws with, in hex.

    The files are read, not the version number: whoever works on pnp changes them without a release.
    """
    folder = Path(pnp.__file__).parent
    made_of = hashlib.sha256(repr((sys.version_info[:3], sys.platform)).encode())
    for path in sorted(folder.rglob("*.py")):
        made_of.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for name in LIBRARIES:
        made_of.update(f"{name} {_version(name)}\n".encode())
    for font in sorted(entry_points(group="fonts_ttf")):
        made_of.update(f"{font.module} {font.dist.version if font.dist else ''}\n".encode())
    return made_of.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # an extra that is not installed
        return ""
