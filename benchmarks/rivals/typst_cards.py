"""The deck with bare typst: finished SVG files in, a duplex A4 PDF out; what no build can be faster than.

    python typst_cards.py FOLDER-OF-SVGS OUT.pdf

Each distinct file is a page of one compile and placed as often as needed. The fonts are in fonts/.
"""

import io
import sys
from pathlib import Path

import typst
from pikepdf import Pdf

from benchmarks.rivals.plain_sheets import BLEED, CARD, add_sheets, as_form, drawings

PAGE = (
    f"#page(width: {CARD[0] + 2 * BLEED}mm, height: {CARD[1] + 2 * BLEED}mm, margin: 0mm, "
    'image(bytes(sys.inputs.at("NUMBER")), format: "svg", width: 100%, height: 100%))'
)


def main(folder: Path, out: Path) -> None:
    """Convert and impose."""
    cards = drawings(folder)
    svgs = list(dict.fromkeys(side for card in cards for side in card))
    with Pdf.open(io.BytesIO(_converted(svgs, folder / "fonts"))) as drawn, Pdf.new() as pdf:
        forms = {svg: pdf.copy_foreign(as_form(page)) for svg, page in zip(svgs, drawn.pages, strict=True)}
        add_sheets(pdf, [(forms[front], forms[back]) for front, back in cards])
        pdf.save(out, deterministic_id=True)


def _converted(svgs: list[bytes], fonts: Path) -> bytes:
    known = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[fonts])
    source = "\n".join(PAGE.replace("NUMBER", str(number)) for number in range(len(svgs)))
    inputs = {str(number): svg.decode() for number, svg in enumerate(svgs)}
    compiler = typst.Compiler(font_paths=known)
    return compiler.compile(input=source.encode(), format="pdf", sys_inputs=inputs, timestamp=0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
