"""Pages have the size of their paper, and their boxes hold what lies on them."""

from collections.abc import Iterator

from pnp.model.diagnostics import Diagnostic
from pnp.model.geometry import Rect, Size
from pnp.model.sheet import Paper
from pnp.verify.found import FoundFile, FoundSheet
from pnp.verify.names import Names

EXACT = 0.01
"""mm; a hundredth is what a good plotter repeats, and two hundred times what rounding does here."""

TRUE_SIZE = 'print at "actual size" or 100 %, and build again to get a file that asks for it'


def check_boxes(file: FoundFile, paper: Paper, names: Names) -> Iterator[Diagnostic]:
    """Yield what is wrong with the pages' boxes and with what the file asks of the printer."""
    if file.scaling != "/None":
        yield names.finding("PNP553", "nothing tells the printer to keep true size", TRUE_SIZE)
    for sheet in file.sheets:
        size = sheet.size
        if not (_same_size(size, paper.size) or _same_size(size, paper.size.turned)):
            fact = f"{sheet} is {_text(size)}, {paper.title} is {_text(paper.size)}"
            yield names.finding("PNP551", fact, "build again")
        if sheet.turned:
            yield names.finding("PNP551", f"{sheet} is turned or scaled as a whole page", "build again")
        yield from (
            names.finding(
                "PNP551", f"{sheet}: the {name} is {_rect(said)}, it should be {_rect(due)}", "build again"
            )
            for name, said, due in _due(sheet)
            if not same(said, due)
        )


def _due(sheet: FoundSheet) -> Iterator[tuple[str, Rect, Rect]]:
    page = Rect(0, 0, sheet.size.width, sheet.size.height)
    yield "crop box", sheet.boxes.crop, page
    yield "bleed box", sheet.boxes.bleed, _around([card.clip for card in sheet.cards], page)
    yield "trim box", sheet.boxes.trim, _around([card.in_view for card in sheet.cards], page)


def _around(rects: list[Rect], page: Rect) -> Rect:
    if not rects:
        return page
    left, top = max(0, min(rect.x for rect in rects)), max(0, min(rect.y for rect in rects))
    right = min(page.right, max(rect.right for rect in rects))
    bottom = min(page.bottom, max(rect.bottom for rect in rects))
    return Rect(left, top, right - left, bottom - top)


def same(one: Rect, other: Rect, *, within: float = EXACT) -> bool:
    """Say whether two rectangles agree on every edge."""
    ours, theirs = (one.x, one.y, one.right, one.bottom), (other.x, other.y, other.right, other.bottom)
    return all(abs(mine - its) <= within for mine, its in zip(ours, theirs, strict=True))


def _same_size(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= EXACT and abs(one.height - other.height) <= EXACT


def _text(size: Size) -> str:
    return f"{size.width:.2f} x {size.height:.2f} mm"


def _rect(rect: Rect) -> str:
    return f"{_text(rect.size)} at {rect.x:.2f}, {rect.y:.2f}"
