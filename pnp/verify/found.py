"""What was read out of a finished PDF, in mm from the top-left corner of the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.face import Side
from pnp.model.geometry import Rect, Size
from pnp.model.outline import Point
from pnp.model.sheet import Backs


@dataclass(frozen=True, slots=True)
class Found:
    """A card on a page. `claim` is the face its form says it draws; what it really shows is for the eye to tell.

    `turn` is clockwise in degrees, `scale` is (width, height) against the form's own size. `edge` is the line that
    bounds what shows within `clip`, where that is no rectangle. A `part` is not meant to show whole.
    """

    trim: Rect
    clip: Rect
    form: Size
    turn: float
    scale: tuple[float, float]
    claim: str
    edge: tuple[Point, ...] = ()
    part: bool = False

    @property
    def in_view(self) -> Rect:
        """Where it is to be seen: its trim, or as much of it as a part shows."""
        if not self.part:
            return self.trim
        left, top = max(self.trim.x, self.clip.x), max(self.trim.y, self.clip.y)
        right, bottom = min(self.trim.right, self.clip.right), min(self.trim.bottom, self.clip.bottom)
        return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))

    @property
    def rotation(self) -> int:
        """The turn as a quarter turn."""
        return round(self.turn / 90) % 4 * 90


@dataclass(frozen=True, slots=True)
class Boxes:
    """The page boxes as they are written."""

    media: Rect
    crop: Rect
    bleed: Rect
    trim: Rect


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """One page. `number` and `side` are what its label says, or what its place in the file suggests."""

    page: int
    label: str
    number: int
    side: Side
    size: Size
    boxes: Boxes
    turned: bool
    cards: tuple[Found, ...]

    def place(self, card: Found) -> str:
        """Return in words where a card lies: "sheet 2 front, row 1 column 3"."""
        if card.part:
            return str(self)
        row = _rank(card.trim.y, [each.trim.y for each in self.cards])
        column = _rank(card.trim.x, [each.trim.x for each in self.cards])
        return f"{self}, row {row} column {column}"

    def __str__(self) -> str:
        """Return which sheet and side: "sheet 2 front"."""
        return f"sheet {self.number} {self.side}"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One PDF. `flip` is how it asks to be printed; for one-sided printing it is "none"."""

    sheets: tuple[FoundSheet, ...]
    flip: Backs
    scaling: str


def _rank(value: float, values: Sequence[float], *, apart: float = 2.0) -> int:
    """Return which of the lines, at least `apart` mm from each other, the value lies on, from 1."""
    rank, last = 0, -1e9
    for each in sorted(values):
        if each - last > apart:
            rank, last = rank + 1, each
        if each >= value - 1e-6:
            break
    return rank
