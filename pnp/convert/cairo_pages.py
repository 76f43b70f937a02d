"""Faces to PDF pages with CairoSVG: the second, independent renderer (extra `cairo`).

The drawing happens in a process of its own: cairo finds fonts through fontconfig, which reads its settings from the
environment once per process, and only our fonts may be found.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path

from pnp.convert.chunks import NO_PAGE_CACHE, PageCache, Task, in_chunks
from pnp.model.errors import CannotRender
from pnp.model.face import Face, FacePages

INSTALL = 'pip install "pnp-cards[cairo]" (it also needs the system library libcairo)'


def convert(
    faces: Sequence[Face], fonts: Sequence[Path], *, page_cache: PageCache = NO_PAGE_CACHE
) -> FacePages:
    """Return one PDF page per face, in order, as large as the face's page, drawn with these font files only.

    Kerning, masks, filters and blend modes are missing from this renderer.
    Raises CannotRender naming the face that cannot be drawn, or when CairoSVG is not installed.
    """
    if importlib.util.find_spec("cairosvg") is None:
        raise CannotRender("the cairo renderer is not installed", INSTALL)
    with tempfile.TemporaryDirectory(prefix="pnp-cairo-") as folder:
        settings = _font_settings(Path(folder), fonts)
        return in_chunks(Task(faces, fonts, "cairo", page_cache), partial(_draw, settings=settings))


def _font_settings(folder: Path, fonts: Sequence[Path]) -> Path:
    """Write a fontconfig file that knows the given fonts' folders and nothing else."""
    known = "".join(f"<dir>{escape(str(path))}</dir>" for path in sorted({font.parent for font in fonts}))
    settings = folder / "fonts.conf"
    cache = f"<cachedir>{escape(str(folder / 'cache'))}</cachedir>"
    settings.write_text(f'<?xml version="1.0"?><fontconfig>{known}{cache}</fontconfig>', encoding="utf-8")
    return settings


def _draw(faces: Sequence[Face], *, settings: Path) -> bytes:
    request = [[face.svg, face.page.width, face.page.height] for face in faces]
    answer = subprocess.run(
        [sys.executable, "-m", "pnp.convert.cairo_child"],
        input=json.dumps(request).encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "FONTCONFIG_FILE": str(settings), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    if answer.returncode == 0:
        return answer.stdout
    number, _, reason = answer.stderr.decode(errors="replace").strip().rpartition("\n")[2].partition(" ")
    if not number.isdigit():
        raise CannotRender(f"the cairo renderer stopped: {reason or number}", INSTALL)
    key = faces[int(number)].key
    raise CannotRender(f"the drawing {key} cannot be rendered by cairo: {reason}", face=key)
