"""Cutting machines that find a sheet by its registration marks, and their requirements. Lengths in mm."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Stroke

Corner = Literal["top left", "top right", "bottom left", "bottom right"]
MarkShape = Literal["square", "angle"]


@dataclass(frozen=True, slots=True)
class RegistrationPattern:
    """The marks a machine looks for, and what must stay white around them.

    An `angle` has its corner at `inset` mm from both edges of the paper, measured to the middle of its arms, which point
    inwards and are from `shortest` to `longest` mm long and `thickness` mm wide. A `square` of that side has its outer corner
    there. Nothing else may lie between the corner of the paper and `clear` mm beyond the end of the arms.
    """

    marks: Mapping[Corner, MarkShape]
    inset: float
    shortest: float
    longest: float
    thickness: float
    square: float
    clear: float

    def kept_clear(self, page: Size, arm: float) -> tuple[Rect, ...]:
        """Return what of a page must stay white but for the marks, whose arms are so long.

        >>> three = RegistrationPattern({"top right": "angle"}, 10, 5, 20, 0.5, 5, 1.5)
        >>> three.kept_clear(Size(210, 297), 8)
        (Rect(x=190.5, y=0.0, width=19.5, height=19.5),)
        """
        side = self.inset + arm + self.clear
        return tuple(
            Rect(
                page.width - side if "right" in corner else 0.0,
                page.height - side if "bottom" in corner else 0.0,
                side,
                side,
            )
            for corner in self.marks
        )

    def between(self, page: Size) -> tuple[Rect, ...]:
        """Return the edges of a page along which the sensor moves: those with a mark at both ends."""
        depth = self.inset + self.square + self.clear
        width, height = page.width, page.height
        edges: Mapping[str, Rect] = {
            "top": Rect(0.0, 0.0, width, depth),
            "bottom": Rect(0.0, height - depth, width, depth),
            "left": Rect(0.0, 0.0, depth, height),
            "right": Rect(width - depth, 0.0, depth, height),
        }
        return tuple(box for edge, box in edges.items() if sum(edge in corner for corner in self.marks) == 2)

    def strokes(self, page: Size, arm: float) -> tuple[Stroke, ...]:
        """Return the marks of a page; a square is a stroke as wide as it is long."""
        found: list[Stroke] = []
        for corner, shape in self.marks.items():
            inwards_x, inwards_y = (-1 if "right" in corner else 1), (-1 if "bottom" in corner else 1)
            x = page.width - self.inset if inwards_x < 0 else self.inset
            y = page.height - self.inset if inwards_y < 0 else self.inset
            if shape == "square":
                middle = y + inwards_y * self.square / 2
                found.append(Stroke(x, middle, x + inwards_x * self.square, middle, self.square))
                continue
            half = self.thickness / 2  # the arms meet in a full corner
            found.append(Stroke(x - inwards_x * half, y, x + inwards_x * arm, y, self.thickness))
            found.append(Stroke(x, y - inwards_y * half, x, y + inwards_y * arm, self.thickness))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class CuttingMachine:
    """A machine, or several that read the same marks; `checked` is the day its `sources` were read.

    `files` are the kinds of cut files its program opens. `gap` keeps neighbours apart that would share a cut. A machine
    whose program prints marks of its own has no `pattern`: it takes pictures of so many `dpi`, no larger than the `areas` by
    name of paper.
    """

    id: str
    title: str
    checked: str
    sources: tuple[str, ...]
    files: tuple[str, ...]
    gap: float
    bleed: float
    pattern: RegistrationPattern | None = None
    areas: Mapping[str, Size] | None = None
    dpi: int = 0
