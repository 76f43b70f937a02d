"""Finished SVG files with CairoSVG, one PDF for each.

python cairosvg_faces.py FOLDER-OF-SVGS OUT-FOLDER
"""

import sys
from pathlib import Path

import cairosvg


def main(folder: Path, out: Path) -> None:
    """Convert every file."""
    out.mkdir(exist_ok=True)
    for path in folder.glob("*.svg"):
        (out / f"{path.stem}.pdf").write_bytes(cairosvg.svg2pdf(bytestring=path.read_bytes()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
