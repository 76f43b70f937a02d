"""Sizes and rectangles in mm, origin top left, y downwards."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in mm."""

    width: float
    height: float

    @property
    def turned(self) -> "Size":
        """The same size lying on its side."""
        return Size(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in mm; (x, y) is its top-left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.height

    @property
    def size(self) -> Size:
        """Width and height without the place."""
        return Size(self.width, self.height)

    def grown(self, left: float, top: float, right: float, bottom: float) -> "Rect":
        """Return the rectangle moved outwards by so many mm on each side (inwards when negative).

        >>> Rect(10, 10, 5, 5).grown(1, 2, 3, 4)
        Rect(x=9, y=8, width=9, height=11)
        """
        return Rect(self.x - left, self.y - top, self.width + left + right, self.height + top + bottom)

    def overlaps(self, other: "Rect", *, slack: float = 1e-6) -> bool:
        """Say whether the two share more than an edge (or a sliver under `slack` mm)."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def contains(self, other: "Rect", *, slack: float = 1e-6) -> bool:
        """Say whether `other` lies wholly inside, edges included."""
        return (
            self.x <= other.x + slack
            and self.y <= other.y + slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )
