"""Finished SVG files with CairoSVG, one PDF for each, or one PNG of so many dpi.

python cairosvg_faces.py FOLDER-OF-SVGS OUT-FOLDER [DPI]
"""

import sys
from pathlib import Path

import cairosvg

USUAL_DPI = 96


def main(folder: Path, out: Path, dpi: int) -> None:
    """Convert every file."""
    out.mkdir(exist_ok=True)
    for path in folder.glob("*.svg"):
        drawing = path.read_bytes()
        if dpi:
            content = cairosvg.svg2png(bytestring=drawing, scale=dpi / USUAL_DPI)
        else:
            content = cairosvg.svg2pdf(bytestring=drawing)
        (out / f"{path.stem}{'.png' if dpi else '.pdf'}").write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
