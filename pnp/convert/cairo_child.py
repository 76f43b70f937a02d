"""The drawing process of the cairo renderer: faces as JSON on stdin, a PDF on stdout.

Each face is [svg, width in mm, height in mm]. A face that fails ends the process with its number and the reason.
"""

import io
import json
import sys
from collections.abc import Sequence
from typing import Any

from pnp.units import MM_PER_PT


def draw(faces: Sequence[tuple[str, float, float]]) -> bytes:
    """Return a PDF with one page per face; all pages share their fonts."""
    import cairocffi  # noqa: PLC0415 - only this process needs it, and it may be missing

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
