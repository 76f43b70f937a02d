"""The deck with CairoSVG card by card and pikepdf: finished SVG files in, a duplex A4 PDF out.

    python cairosvg_cards.py FOLDER-OF-SVGS OUT.pdf

FOLDER holds <card>.front.svg and <card>.back.svg. Each distinct file is converted once and placed as often as needed,
three by three, backs mirrored for the long edge. No YAML, no templates, no text layout, no checks, no footer.
"""

import io
import sys
from contextlib import ExitStack
from pathlib import Path

import cairosvg
from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

MM = 72 / 25.4
PAPER = (210.0, 297.0)
CARD = (63.0, 88.0)
BLEED = 3.0
COLUMNS = ROWS = 3


def main(folder: Path, out: Path) -> None:
    """Convert and impose."""
    fronts = sorted(folder.glob("*.front.svg"))
    with Pdf.new() as pdf, ExitStack() as opened:
        forms: dict[bytes, Object] = {}
        for start in range(0, len(fronts), COLUMNS * ROWS):
            hand = fronts[start : start + COLUMNS * ROWS]
            backs = [front.with_name(front.name.replace(".front.", ".back.")) for front in hand]
            for cards, mirrored in ((hand, False), (backs, True)):
                shown = [_form(pdf, card.read_bytes(), forms, opened) for card in cards]
                pdf.pages.append(_page(pdf, shown, mirrored=mirrored))
        pdf.save(out, deterministic_id=True)


def _form(pdf: Pdf, svg: bytes, forms: dict[bytes, Object], opened: ExitStack) -> Object:
    """Return the drawing as a form, converted at its first use; its file stays open until the deck is saved."""
    if svg not in forms:
        drawn = opened.enter_context(Pdf.open(io.BytesIO(cairosvg.svg2pdf(bytestring=svg))))
        page = drawn.pages[0]
        form = page.obj.Contents  # the stream as cairo packed it, not unpacked and packed again
        form.Type, form.Subtype = Name.XObject, Name.Form
        form.BBox, form.Resources = page.mediabox, page.resources
        forms[svg] = pdf.copy_foreign(form)
    return forms[svg]


def _page(pdf: Pdf, forms: list[Object], *, mirrored: bool) -> Page:
    left = (PAPER[0] - COLUMNS * CARD[0]) / 2
    top = (PAPER[1] - ROWS * CARD[1]) / 2
    lines = []
    for number in range(len(forms)):
        row, column = divmod(number, COLUMNS)
        x = left + (COLUMNS - 1 - column if mirrored else column) * CARD[0]
        y = PAPER[1] - top - (row + 1) * CARD[1]
        clip = " ".join(f"{value * MM:.4f}" for value in (x, y, *CARD))
        lines.append(
            f"q {clip} re W n 1 0 0 1 {(x - BLEED) * MM:.4f} {(y - BLEED) * MM:.4f} cm /C{number} Do Q"
        )
    lines.append(_crop_marks(left, top))
    resources = Dictionary(XObject=Dictionary({f"/C{number}": form for number, form in enumerate(forms)}))
    box = Array([0, 0, round(PAPER[0] * MM, 4), round(PAPER[1] * MM, 4)])
    content = pdf.make_stream("\n".join(lines).encode())
    return Page(
        pdf.make_indirect(Dictionary(Type=Name.Page, MediaBox=box, Resources=resources, Contents=content))
    )


def _crop_marks(left: float, top: float) -> str:
    xs = [left + column * CARD[0] for column in range(COLUMNS + 1)]
    ys = [top + row * CARD[1] for row in range(ROWS + 1)]
    ends = [(x, y, x, y + 5) for x in xs for y in (top - 8, PAPER[1] - top + 3)]
    ends += [(x, y, x + 5, y) for y in ys for x in (left - 8, PAPER[0] - left + 3)]
    return "0.25 w " + " ".join(
        f"{x1 * MM:.4f} {y1 * MM:.4f} m {x2 * MM:.4f} {y2 * MM:.4f} l S" for x1, y1, x2, y2 in ends
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
