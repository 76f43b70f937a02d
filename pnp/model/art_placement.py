"""The placement of a picture in its box: focus, zoom, rotation."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pnp.model.geometry import Point, Rect, Size, signed_area
from pnp.model.svg_geometry import Affine

Fit = Literal["contain", "cover"]
FITS: tuple[Fit, ...] = ("contain", "cover")
ZOOMS = (0.1, 20.0)
ROTATIONS = (-360.0, 360.0)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a picture lies in its box, as art/placement.yaml has it; without a `fit` it is as the template asks.

    `focus` is the point, in shares of the picture's width and height, that lies in the middle of the box. The turned
    picture is as large as the fit asks ("cover": it covers the box; "contain": it lies wholly inside) `zoom` times.
    `rotation` is in degrees clockwise.
    """

    focus: Point = (0.5, 0.5)
    zoom: float = 1.0
    rotation: float = 0.0
    fit: Fit | None = None

    def fit_of(self, asked: Fit) -> Fit:
        """Return the fit where a template asks for one."""
        return self.fit or asked

    @property
    def moves(self) -> bool:
        """Whether the picture lies otherwise than in the middle, upright, as large as its fit asks."""
        return (self.focus, self.zoom, self.rotation) != ((0.5, 0.5), 1.0, 0.0)

    def scale(self, picture: Size, box: Size, fit: str) -> float:
        """Return how many mm of the box a unit of the picture takes.

        >>> Placement(zoom=2).scale(Size(600, 400), Size(60, 60), "cover")
        0.3
        """
        if fit == "cover":
            wanted = self._around(box)
            return self.zoom * max(wanted.width / picture.width, wanted.height / picture.height)
        taken = self._around(picture)
        return self.zoom * min(box.width / taken.width, box.height / taken.height)

    def _around(self, size: Size) -> Size:
        cos, sin = (abs(part) for part in self._direction)
        return Size(size.width * cos + size.height * sin, size.width * sin + size.height * cos)

    @property
    def _direction(self) -> Point:
        """The cosine and the sine of the rotation, exact in quarter turns."""
        quarters, rest = divmod(self.rotation, 90.0)
        if rest == 0:
            return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
        return math.cos(math.radians(self.rotation)), math.sin(math.radians(self.rotation))

    def matrix(self, view: Rect, box: Size, fit: str) -> Affine:
        """Return where a picture with that view box lies, in mm from the top left of the box.

        >>> Placement().matrix(Rect(0, 0, 60, 30), Size(30, 30), "cover").apply(15, 0)
        (0.0, 0.0)
        """
        (cos, sin), scale = self._direction, self.scale(view.size, box, fit)
        x, y = self.shown_focus(view.size, box, fit)
        turned = Affine(scale * cos, scale * sin, -scale * sin, scale * cos)
        middle = Affine(e=-view.x - x * view.width, f=-view.y - y * view.height)
        return Affine(e=box.width / 2, f=box.height / 2) @ turned @ middle

    def shown_focus(self, picture: Size, box: Size, fit: str) -> Point:
        """Return the point that really lies in the middle of the box: `focus`, moved as little as possible.

        A box that the picture can cover stays covered. Otherwise, in each direction, a picture that is longer than the
        box leaves no gap there, and a shorter one is not cut off.
        """
        scale = self.scale(picture, box, fit)
        wanted = self._around(box)
        room = Size(picture.width - wanted.width / scale, picture.height - wanted.height / scale)
        x, y = self.focus[0] * picture.width, self.focus[1] * picture.height
        left, top = picture.width / 2, picture.height / 2
        if room.width >= -1e-9 * picture.width and room.height >= -1e-9 * picture.height:
            x, y = _near(x, left, room.width / 2), _near(y, top, room.height / 2)
        else:
            cos, sin = self._direction
            taken = self._around(picture)
            across = _near(cos * (x - left) - sin * (y - top), 0.0, abs(taken.width - box.width / scale) / 2)
            down = _near(sin * (x - left) + cos * (y - top), 0.0, abs(taken.height - box.height / scale) / 2)
            x, y = left + cos * across + sin * down, top - sin * across + cos * down
        return x / picture.width, y / picture.height

    def empty_share(self, picture: Size, box: Size, fit: str) -> float:
        """Return how much of the box stays empty, from 0 to 1.

        >>> Placement(zoom=0.5).empty_share(Size(10, 10), Size(60, 60), "cover")
        0.75
        """
        matrix = self.matrix(Rect(0, 0, picture.width, picture.height), box, fit)
        corners = ((0.0, 0.0), (picture.width, 0.0), (picture.width, picture.height), (0.0, picture.height))
        seen: list[Point] = [matrix.apply(*corner) for corner in corners]
        for axis, limit in enumerate((box.width, box.height)):
            seen = _cut(_cut(seen, axis, 0.0, 1.0), axis, limit, -1.0)
        area = abs(signed_area(seen)) if seen else 0.0
        return max(0.0, 1.0 - area / (box.width * box.height))

    def in_words(self) -> str:
        """Return what is said of it.

        >>> Placement((0.5, 0.4), 1.25, rotation=-15).in_words()
        'focus 0.5,0.4, zoom 1.25, rotation -15'
        """
        parts = [f"focus {self.focus[0]:g},{self.focus[1]:g}"] if self.focus != AS_ASKED.focus else []
        parts += [f"zoom {self.zoom:g}"] if self.zoom != 1 else []
        parts += [f"rotation {self.rotation:g}"] if self.rotation else []
        parts += [f"fit {self.fit}"] if self.fit else []
        return ", ".join(parts) or "as the template asks"


AS_ASKED = Placement()  # In the middle, upright, as large as the template asks.


def _near(value: float, middle: float, reach: float) -> float:
    reach = max(0.0, reach)
    return min(max(value, middle - reach), middle + reach)


def _cut(corners: Sequence[Point], axis: int, limit: float, sign: float) -> list[Point]:
    """Return the part of a convex polygon on one side of an upright or level line: above `limit` where `sign` is 1."""
    kept: list[Point] = []
    for one, other in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        before, after = (sign * (point[axis] - limit) for point in (one, other))
        if before >= 0:
            kept.append(one)
        if (before < 0) != (after < 0):
            share = before / (before - after)
            kept.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
    return kept
