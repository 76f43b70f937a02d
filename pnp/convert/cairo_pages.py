"""Faces to PDF pages with CairoSVG: the second, independent renderer (extra `cairo`).

The drawing happens in a process of its own, which runs this module: cairo finds fonts through fontconfig, which reads
its settings from the environment once per process, and only our fonts may be found.
"""

import importlib.util
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from pnp.files import temporary_folder, write
from pnp.model.diagnostics import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import MM_PER_PT
from pnp.workers.start import safe_environment

INSTALL = 'pip install "pnp-cards[cairo]" (it also needs the system library libcairo)'


def pages(faces: Sequence[Face], fonts: Sequence[Path]) -> bytes:
    """Return a PDF as Renderer has it, without kerning, masks, filters and blend modes. Raises CannotRender."""
    if importlib.util.find_spec("cairosvg") is None:
        raise CannotRender("the cairo renderer is not installed", INSTALL)
    with temporary_folder("cairo") as folder:
        request = [[face.svg, face.page.width, face.page.height] for face in faces]
        answer = subprocess.run(
            [sys.executable, "-m", "pnp.convert.cairo_pages"],
            input=json.dumps(request).encode(),
            capture_output=True,
            check=False,
            env=safe_environment(FONTCONFIG_FILE=str(_font_settings(Path(folder), fonts))),
        )
        if answer.returncode == 0:
            return answer.stdout
        number, _, reason = answer.stderr.decode(errors="replace").strip().rpartition("\n")[2].partition(" ")
        if not number.isdigit():
            raise CannotRender(f"the cairo renderer stopped: {reason or number}", INSTALL)
        key = faces[int(number)].key
        raise CannotRender(f"the drawing {key} cannot be rendered by cairo: {reason}", face=key)


def forget() -> None:
    """Do nothing: the process that draws has ended."""


def _font_settings(folder: Path, fonts: Sequence[Path]) -> Path:
    """Write a fontconfig file that knows the given fonts' folders and nothing else."""
    known = "".join(f"<dir>{escape(str(path))}</dir>" for path in sorted({font.parent for font in fonts}))
    settings = folder / "fonts.conf"
    cache = f"<cachedir>{escape(str(folder / 'cache'))}</cachedir>"
    content = f'<?xml version="1.0"?><fontconfig>{known}{cache}</fontconfig>'
    write(settings, content.encode(), durable=False)
    return settings


def draw(faces: Sequence[tuple[str, float, float]]) -> bytes:
    """Return a PDF with a page for each (svg, width, height in mm); a failure exits with the face's number."""
    import cairocffi  # noqa: PLC0415 - only the drawing process needs it, and it may be missing

    out = io.BytesIO()
    shared = cairocffi.PDFSurface(out, 1, 1)
    for number, (svg, width, height) in enumerate(faces):
        shared.set_size(width / MM_PER_PT, height / MM_PER_PT)
        try:
            _draw_page(shared, svg)
        # CairoSVG lets through whatever its parser trips over.
        except Exception as error:  # noqa: BLE001
            sys.exit(f"{number} {type(error).__name__}: {' '.join(str(error).split())}")
        shared.show_page()
    shared.finish()
    return out.getvalue()


def _draw_page(shared: Any, svg: str) -> None:
    import cairosvg.surface  # noqa: PLC0415
    from cairosvg.parser import Tree  # noqa: PLC0415

    class Page(cairosvg.surface.PDFSurface):  # type: ignore[misc]  # CairoSVG has no types
        """A CairoSVG surface that draws on the shared one instead of opening its own."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            return shared, width, height

    Page(Tree(bytestring=svg.encode(), unsafe=False), None, dpi=96)


if __name__ == "__main__":
    sys.stdout.buffer.write(draw(json.load(sys.stdin)))
