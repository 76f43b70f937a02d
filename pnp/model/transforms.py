"""Affine transforms as SVG writes them."""

import math
import re
from typing import NamedTuple

_STEP = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")


class Affine(NamedTuple):
    """A matrix as SVG writes it: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, other: "Affine") -> "Affine":
        """Return the matrix that applies `other` first, then this one."""
        (x, y), (a, b, c, d, _, _), (g, h, i, j, _, _) = self.apply(other.e, other.f), self, other
        return Affine(a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, x, y)

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point comes to lie."""
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    @property
    def inverse(self) -> "Affine":
        """The matrix that undoes this one; raises ZeroDivisionError where there is none."""
        a, b, c, d, e, f = self
        area = a * d - b * c
        return Affine(
            d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area
        )

    @property
    def scale(self) -> float:
        """How many times as long lines become, on average."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    def __str__(self) -> str:
        """Write the matrix as a `transform` attribute has it."""
        if (self.b, self.c) == (0, 0):
            steps = [f"translate({_precise(self.e)} {_precise(self.f)})"] if self.e or self.f else []
            scale = _precise(self.a) if self.a == self.d else f"{_precise(self.a)} {_precise(self.d)}"
            return " ".join([*steps, f"scale({scale})"] if scale != "1" else steps)
        return f"matrix({' '.join(map(_precise, self))})"


def _precise(value: float) -> str:
    """Return a number with eight decimals at most: a matrix multiplies its error."""
    return f"{value:.8f}".rstrip("0").rstrip(".") if abs(value) > 5e-9 else "0"


def transform(text: str) -> Affine:
    """Return the matrix of a `transform` attribute; one that cannot be read changes nothing, as in every renderer.

    >>> transform("translate(3 4) scale(2)")
    Affine(a=2.0, b=0.0, c=0.0, d=2.0, e=3.0, f=4.0)
    >>> transform("rotate()") == transform("matrix(1 2)") == transform("") == Affine()
    True
    """
    result = Affine()
    try:
        for name, numbers in _STEP.findall(text):
            result @= _step(name, [float(part) for part in numbers.replace(",", " ").split()])
    except (ValueError, IndexError, TypeError):
        return Affine()
    return result if all(map(math.isfinite, result)) else Affine()


def _step(name: str, values: list[float]) -> Affine:
    match name:
        case "translate":
            return Affine(e=values[0], f=values[1] if len(values) > 1 else 0.0)
        case "scale":
            return Affine(a=values[0], d=values[1] if len(values) > 1 else values[0])
        case "rotate":
            cos, sin = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
            x, y = (values[1], values[2]) if len(values) > 2 else (0.0, 0.0)
            return Affine(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        case "skewX":
            return Affine(c=math.tan(math.radians(values[0])))
        case "skewY":
            return Affine(b=math.tan(math.radians(values[0])))
        case _:
            a, b, c, d, e, f = values
            return Affine(a, b, c, d, e, f)
