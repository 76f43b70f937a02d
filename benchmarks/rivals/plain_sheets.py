"""The least that makes sheets of finished faces: three by three on A4, backs mirrored, crop marks; nothing is checked."""

from collections.abc import Sequence
from pathlib import Path

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

MM = 72 / 25.4
PAPER = (210.0, 297.0)
CARD = (63.0, 88.0)
BLEED = 3.0
COLUMNS = ROWS = 3


def drawings(folder: Path) -> list[tuple[bytes, bytes]]:
    """Return front and back of each card, of files named <card>.front.svg and <card>.back.svg."""
    fronts = sorted(folder.glob("*.front.svg"))
    return [
        (path.read_bytes(), path.with_name(path.name.replace(".front.", ".back.")).read_bytes())
        for path in fronts
    ]


def add_sheets(pdf: Pdf, cards: Sequence[tuple[Object, Object]]) -> None:
    """Add the pages of these cards, each given as the forms of its front and its back."""
    for start in range(0, len(cards), COLUMNS * ROWS):
        fronts, backs = zip(*cards[start : start + COLUMNS * ROWS], strict=True)
        for forms, mirrored in ((fronts, False), (backs, True)):
            pdf.pages.append(_page(pdf, forms, mirrored=mirrored))


def as_form(page: Page) -> Object:
    """Return the page of one face as a form, its stream as it was packed."""
    form = page.obj.Contents
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox, form.Resources = page.mediabox, page.resources
    return form


def _page(pdf: Pdf, forms: Sequence[Object], *, mirrored: bool) -> Page:
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
