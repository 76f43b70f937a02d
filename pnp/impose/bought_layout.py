"""Pieces on sheets that are sold ready cut: in the middle of each label, or of each card to be broken out."""

from pnp.impose.grid import ClipArea, Layout, Position, room_around
from pnp.impose.loose_grid import label_grid
from pnp.model.bought_sheets import BoughtSheet, CardSheet, LabelSheet
from pnp.model.game import Component
from pnp.model.geometry import Rect, Size

SMALLER_MM = 1.0
"""By how much a piece may be smaller than its place: its bleed covers the rest. A larger one would lie on its neighbour."""

ROUNDED_MM = 0.05
"""Between the same length in inches and in millimetres."""


def bought_layout(component: Component, page: Size, sheet: BoughtSheet) -> Layout | None:
    """Return the places for pieces of the component on a sheet, or None where they are not of their form and size."""
    cut, size = component.cut, component.size
    if component.net is not None:
        return None
    if isinstance(sheet, LabelSheet):
        return label_grid(cut, page, sheet) if cut.kind == "circle" and _fits(size, sheet.size) else None
    for way in size.either_way:
        if cut.kind == "rectangle" and _fits(way, sheet.size):
            return card_grid(way, page, sheet, turned=way != size)
    return None


def _fits(size: Size, place: Size) -> bool:
    """Say whether a piece, as it lies, fills a place."""
    spare = (place.width - size.width, place.height - size.height)
    return all(-ROUNDED_MM <= each <= SMALLER_MM + ROUNDED_MM for each in spare)


def card_grid(lying: Size, page: Size, sheet: CardSheet, *, turned: bool) -> Layout:
    """Return a position in the middle of every card of a sheet, row by row from the top left, for cards that lie so, `turned` or not."""
    positions = tuple(
        Position(
            Rect(
                sheet.x + column * sheet.dx + (sheet.size.width - lying.width) / 2,
                sheet.y + row * sheet.dy + (sheet.size.height - lying.height) / 2,
                lying.width,
                lying.height,
            ),
            90 if turned else 0,
        )
        for row in range(sheet.rows)
        for column in range(sheet.columns)
    )
    first, last = positions[0].trim, positions[-1].trim
    bounds = Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)
    across, down = (
        max(0.0, pitch - length) / 2 for pitch, length in ((sheet.dx, lying.width), (sheet.dy, lying.height))
    )

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Show half of what is between two cards inside, up to `shown` outside."""
        row, column = divmod(number, sheet.columns)
        left, top, right, bottom = room_around(bounds, shown)
        reach = (
            left if column == 0 else across,
            top if row == 0 else down,
            right if column == sheet.columns - 1 else across,
            bottom if row == sheet.rows - 1 else down,
        )
        return ClipArea(positions[number].trim.grown(*(min(bleed, each) for each in reach)))

    return Layout(page, positions, bounds, clip_area, label_sheet=sheet.title)
