"""The deck with CairoSVG card by card: finished SVG files in, a duplex A4 PDF out.

    python cairosvg_cards.py FOLDER-OF-SVGS OUT.pdf

Each distinct file is converted once and placed as often as needed. No YAML, no templates, no text layout.
"""

import io
import sys
from contextlib import ExitStack
from pathlib import Path

import cairosvg
from pikepdf import Pdf

from benchmarks.rivals.plain_sheets import add_sheets, as_form, drawings


def main(folder: Path, out: Path) -> None:
    """Convert and impose; what a face is copied from stays open until the deck is saved."""
    cards = drawings(folder)
    with Pdf.new() as pdf, ExitStack() as opened:
        forms = {}
        for svg in dict.fromkeys(side for card in cards for side in card):
            drawn = opened.enter_context(Pdf.open(io.BytesIO(cairosvg.svg2pdf(bytestring=svg))))
            forms[svg] = pdf.copy_foreign(as_form(drawn.pages[0]))
        add_sheets(pdf, [(forms[front], forms[back]) for front, back in cards])
        pdf.save(out, deterministic_id=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
