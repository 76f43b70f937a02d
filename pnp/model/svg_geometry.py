"""SVG path data and simple shapes as straight lines: curves become short lines."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from pnp.model.geometry import Point, Rect

_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*+)")
_NUMBER = r"[-+]?+(?>\d++(?:\.\d*+)?+|\.\d++)(?>[eE][-+]?+\d++)?+"
_NUMBERS = re.compile(_NUMBER)
# The two flags of an arc are single digits, and may stand close to what follows: "a1 1 0 01.5.5".
_ARC = re.compile(r"[\s,]*+".join((*[f"({_NUMBER})"] * 3, "([01])", "([01])", *[f"({_NUMBER})"] * 2)))
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
PATHS_HELD = 1_000  # Paths whose lines are kept: the same icons and pictures are on many cards.
STEPS = 8  # Straight lines for a curve, or for a quarter of an ellipse.


@cache
def _weights(count: int, steps: int) -> tuple[tuple[float, ...], ...]:
    shares = tuple((1 - step / steps, step / steps) for step in range(1, steps + 1))
    if count == 3:
        return tuple((a * a, 2 * a * b, b * b) for a, b in shares)
    return tuple((a**3, 3 * a * a * b, 3 * a * b * b, b**3) for a, b in shares)


class Line(NamedTuple):
    """Points joined by straight lines; `closed`, the last is joined to the first."""

    points: tuple[Point, ...]
    closed: bool = False

    @property
    def sides(self) -> Iterator[tuple[Point, Point]]:
        points = self.points
        return zip(points, (*points[1:], points[0]) if self.closed else points[1:], strict=False)

    @property
    def around(self) -> Iterator[tuple[Point, Point]]:
        """The straight lines around the surface, which is filled as if the line were closed."""
        return zip(self.points, (*self.points[1:], self.points[0]), strict=True)


@lru_cache(maxsize=PATHS_HELD)
def path_lines(data: str, steps: int = STEPS) -> tuple[Line, ...]:
    """Return the parts of a path; what follows a slip in it is left out, as in every renderer.

    >>> path_lines("M1 2h3v1z")
    (Line(points=((1.0, 2.0), (4.0, 2.0), (4.0, 3.0)), closed=True),)
    """
    pen = _Pen(steps)
    for command, numbers in _steps(data):
        pen.draw(command, numbers)
    pen.lift(closed=False)
    return tuple(pen.lines)


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    for command, written in _COMMAND.findall(data):
        if command in "Zz":
            yield command, []
        elif command in "Aa":
            yield from ((command, [float(number) for number in arc]) for arc in _ARC.findall(written))
        else:
            numbers = [float(number) for number in _NUMBERS.findall(written)]
            count = _COUNT[command.upper()]
            for start in range(0, len(numbers) - count + 1, count):
                yield command, numbers[start : start + count]
                command = {"M": "L", "m": "l"}.get(command, command)  # noqa: PLW2901 - as SVG has it


class _Pen:
    def __init__(self, steps: int) -> None:
        self.lines: list[Line] = []
        self._steps = steps
        self._points: list[Point] = []
        self._start: Point = (0.0, 0.0)
        self._at: Point = (0.0, 0.0)
        self._handle: tuple[str, Point] = ("", (0.0, 0.0))

    def lift(self, *, closed: bool) -> None:
        if len(self._points) > 1:
            self.lines.append(Line(tuple(self._points), closed))
        self._points = []

    def draw(self, command: str, numbers: Sequence[float]) -> None:
        name = command.upper()
        if name == "Z":
            self.lift(closed=True)
            self._at = self._start
            return
        absolute = self._absolute(name, numbers) if command.islower() else list(numbers)
        if name == "M":
            self.lift(closed=False)
            self._start = self._at = (absolute[0], absolute[1])
            self._points = [self._at]
            return
        if not self._points:
            self._points = [self._at]
        handle = self._at
        if name in "CSQT":
            handle = self._curve(name, absolute)
        elif name == "A":
            self._points += _arc(self._at, absolute, self._steps)
        else:
            x, y = self._at
            self._points.append(
                (absolute[0], y)
                if name == "H"
                else (x, absolute[0])
                if name == "V"
                else (absolute[0], absolute[1])
            )
        self._at = self._points[-1]
        self._handle = (name, handle)

    def _absolute(self, name: str, numbers: Sequence[float]) -> list[float]:
        x, y = self._at
        if name == "H":
            return [numbers[0] + x]
        if name == "V":
            return [numbers[0] + y]
        if name == "A":
            return [*numbers[:5], numbers[5] + x, numbers[6] + y]
        return [number + (y if place % 2 else x) for place, number in enumerate(numbers)]

    def _curve(self, name: str, handles: list[float]) -> Point:
        """Add a Bézier curve; return the handle that the next smooth one mirrors."""
        (x, y), (last, (hx, hy)) = self._at, self._handle
        if name in "ST":
            smooth = (2 * x - hx, 2 * y - hy) if last in ("CS" if name == "S" else "QT") and last else (x, y)
            handles = [*smooth, *handles]
        corners = [self._at, *zip(handles[::2], handles[1::2], strict=True)]
        self._points += _curve_points(corners, self._steps)
        return corners[-2]


def _curve_points(corners: Sequence[Point], steps: int) -> list[Point]:
    if len(corners) == 3:
        (x0, y0), (x1, y1), (x2, y2) = corners
        return [(a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2) for a, b, c in _weights(3, steps)]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    return [
        (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
        for a, b, c, d in _weights(4, steps)
    ]


def _arc(start: Point, numbers: Sequence[float], quarter: int) -> list[Point]:
    """Return the points of an elliptical arc (SVG 1.1, appendix F.6.5)."""
    rx, ry, turn, large, sweep, x, y = numbers
    rx, ry, angle = abs(rx), abs(ry), math.radians(turn)
    if not rx or not ry or start == (x, y):
        return [(x, y)]
    cos, sin = math.cos(angle), math.sin(angle)
    dx, dy = (start[0] - x) / 2, (start[1] - y) / 2
    px, py = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
    size = px * px + py * py
    if size > 1:
        rx, ry, px, py, size = (
            rx * math.sqrt(size),
            ry * math.sqrt(size),
            px / math.sqrt(size),
            py / math.sqrt(size),
            1.0,
        )
    away = math.sqrt(max(0.0, 1 / size - 1)) * (1 if large != sweep else -1)
    cx, cy = away * py, -away * px
    begin, end = math.atan2(py - cy, px - cx), math.atan2(-py - cy, -px - cx)
    span = (end - begin) % (2 * math.pi) if sweep else -((begin - end) % (2 * math.pi))
    steps = max(1, math.ceil(abs(span) / (math.pi / 2) * quarter))
    middle = ((start[0] + x) / 2, (start[1] + y) / 2)
    points = []
    for step in range(1, steps + 1):
        at = begin + span * step / steps
        ex, ey = rx * (cx + math.cos(at)), ry * (cy + math.sin(at))
        points.append((middle[0] + cos * ex - sin * ey, middle[1] + sin * ex + cos * ey))
    return points


@lru_cache(maxsize=8 * PATHS_HELD)
def _path_box(data: str) -> Rect | None:
    points = [point for line in path_lines(data) for point in line.points]
    return around_points(points) if points else None


def shape_box(kind: str, attributes: Mapping[str, str]) -> Rect | None:
    """Return the box around an element; None for one that has no lines, or no place."""
    try:
        if kind == "path":
            box = _path_box(attributes.get("d", ""))
        elif kind in ("rect", "circle", "ellipse"):
            box = Rect(*_simple_box(kind, attributes))
        else:
            points = [point for line in shape_lines(kind, attributes) for point in line.points]
            box = around_points(points) if points else None
    except ValueError:
        return None
    return box if box is not None and math.isfinite(box.x + box.y + box.width + box.height) else None


def _simple_box(kind: str, attributes: Mapping[str, str]) -> tuple[float, float, float, float]:
    names = _ROUND.get(kind, ("x", "y", "width", "height"))
    x, y, across, down = (float(attributes.get(name, "0")) for name in names)
    return (x - across, y - down, 2 * across, 2 * down) if kind in _ROUND else (x, y, across, down)


_ROUND = {"circle": ("cx", "cy", "r", "r"), "ellipse": ("cx", "cy", "rx", "ry")}


def around_points(points: Sequence[Point]) -> Rect:
    """Return the box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs), min(ys)
    return Rect(left, top, max(xs) - left, max(ys) - top)


def shape_lines(kind: str, attributes: Mapping[str, str], *, steps: int = STEPS) -> tuple[Line, ...]:
    """Return the lines of an element; none for one that is no shape, or has a length that is no plain number."""
    try:
        if kind == "path":
            return path_lines(attributes.get("d", ""), steps)
        if kind in ("polygon", "polyline"):
            return path_lines(f"M{attributes.get('points', '')}{'Z' if kind == 'polygon' else ''}")
        if kind == "line":
            x1, y1, x2, y2 = (float(attributes.get(name, "0")) for name in ("x1", "y1", "x2", "y2"))
            return (Line(((x1, y1), (x2, y2))),)
        x, y, width, height = _simple_box(kind, attributes)
    except ValueError:
        return ()
    points: tuple[Point, ...] = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    if kind in _ROUND:
        rx, ry, sides = width / 2, height / 2, 4 * steps
        angles = (2 * math.pi * side / sides for side in range(sides))
        points = tuple((x + rx + rx * math.cos(angle), y + ry + ry * math.sin(angle)) for angle in angles)
    return (Line(points, closed=True),) if kind in ("rect", *_ROUND) else ()


# Affine transforms as SVG writes them.

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
