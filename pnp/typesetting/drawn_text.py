"""A text that a template has drawn: its SVG, which also says where it is and how large it came out."""

from collections.abc import Callable
from typing import Self

from markupsafe import Markup

from pnp.model.geometry import Rect
from pnp.typesetting.splitting import TextRest

NO_REST = TextRest()


class DrawnText(Markup):
    """SVG with the measures of the text in it: in mm, `size` in pt, how many `lines` it has, and the `rest` that did not go in.

    >>> text = DrawnText.at("<text/>", lambda: Rect(5, 10, 40, 8), size=9, lines=2)
    >>> print(text, text.bottom, text.box)
    <text/> 18 (5, 10, 40, 8)
    """

    __slots__ = ("_measure", "lines", "rest", "size")

    _measure: Callable[[], Rect]
    size: float
    lines: int
    rest: TextRest

    @classmethod
    def at(
        cls, svg: str, place: Callable[[], Rect], *, size: float, lines: int, rest: TextRest = NO_REST
    ) -> Self:
        """Return the SVG of a text; what it takes up is worked out when it is asked for."""
        text = cls(svg)
        text._measure, text.size, text.lines, text.rest = place, size, lines, rest
        return text

    def redrawn(self, svg: str) -> Self:
        """Return the same text with other SVG."""
        return self.at(svg, self._measure, size=self.size, lines=self.lines, rest=self.rest)

    @property
    def _place(self) -> Rect:
        return self._measure()

    @property
    def left(self) -> float:
        """Where its widest line begins."""
        return self._place.x

    @property
    def top(self) -> float:
        """The top of its first line."""
        return self._place.y

    @property
    def right(self) -> float:
        """Where its widest line ends."""
        return self._place.right

    @property
    def bottom(self) -> float:
        """The foot of its last line; the top, if there is none."""
        return self._place.bottom

    @property
    def width(self) -> float:
        """The width of its widest line."""
        return self._place.width

    @property
    def height(self) -> float:
        """From its top to its bottom."""
        return self._place.height

    @property
    def box(self) -> tuple[float, float, float, float]:
        """All of it as a box."""
        return (self._place.x, self._place.y, self._place.width, self._place.height)
