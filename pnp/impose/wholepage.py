"""A sheet as large as the paper: the face is the page, and nothing is cut."""

from dataclasses import dataclass

from pnp.impose.layout import Fold, Line, Seat, Window
from pnp.model.geometry import Rect, Size
from pnp.model.sheet import Contour

EXACT_MM = 0.05
"""Papers that differ by less are the same: inches and millimetres of one format do."""


@dataclass(frozen=True, slots=True)
class WholePage:
    """One seat, which is the page."""

    page: Size
    fold: Fold | None = None
    reach: float = 0.0
    cuts_across: tuple[float, ...] = ()
    cuts_down: tuple[float, ...] = ()
    slants: tuple[Line, ...] = ()
    loads: str = ""

    @property
    def bounds(self) -> Rect:
        """The page."""
        return Rect(0, 0, self.page.width, self.page.height)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The page."""
        return (Seat(self.bounds),)

    def window(self, number: int, *, bleed: float, shown: Rect) -> Window:
        """Return the page: bleed would fall off it."""
        del number, bleed, shown
        return Window(self.bounds)

    def contour(self, number: int) -> Contour | None:
        """Return nothing: the page has been cut at the mill."""
        del number
        return None


def whole_page(size: Size, paper: Size) -> WholePage | None:
    """Return the layout of a sheet of `size` on a paper of that size, lying either way; None on any other."""
    if any(_same(size, page) for page in (paper, paper.turned)):
        return WholePage(size)
    return None


def _same(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= EXACT_MM and abs(one.height - other.height) <= EXACT_MM
