"""Generated art: illustrations of a hundred clipped curves, and icons; as points, and as SVG."""

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier: start, two handles, end."""

PATHS = 100
ART = (100.0, 70.0)
"""The view box of an illustration."""

ICONS = ("sun", "gear", "leaf", "spark", "coin", "tower", "drop", "crown")


@dataclass(frozen=True, slots=True)
class Blob:
    """A closed shape of curves in one colour."""

    fill: str
    opacity: float
    curves: tuple[Curve, ...]


def blobs(random: Random) -> tuple[Blob, ...]:
    """Return the shapes of one illustration; some reach over the edge and have to be clipped."""
    return tuple(_blob(random) for _ in range(PATHS))


def _blob(random: Random) -> Blob:
    x, y, radius = random.uniform(0, ART[0]), random.uniform(0, ART[1]), random.uniform(3, 14)
    corners = 4
    rays = [radius * random.uniform(0.6, 1.3) for _ in range(corners)]
    at = [
        (x + ray * cos(2 * pi * n / corners), y + ray * sin(2 * pi * n / corners))
        for n, ray in enumerate(rays)
    ]
    curves = []
    for n, start in enumerate(at):
        end = at[(n + 1) % corners]
        bend = random.uniform(0.9, 1.4)
        middle = (x + bend * (start[0] + end[0] - 2 * x) / 2, y + bend * (start[1] + end[1] - 2 * y) / 2)
        curves.append((start, _between(start, middle), _between(end, middle), end))
    return Blob(colour(random), round(random.uniform(0.5, 0.95), 2), tuple(curves))


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def colour(random: Random) -> str:
    """Return any colour, as #rrggbb."""
    return f"#{random.randrange(0x303030, 0xF0F0F0):06x}"


def art_svg(shapes: tuple[Blob, ...], colours: tuple[str, str, str, str]) -> str:
    """Return an illustration: two gradients, a rounded clip, a half-transparent group."""
    paths = "".join(_path(blob) for blob in shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ART[0]:g} {ART[1]:g}">'
        f"<defs>{_linear('sky', colours[:2])}{_radial('glow', colours[2:])}"
        f'<clipPath id="frame"><rect width="{ART[0]:g}" height="{ART[1]:g}" rx="4"/></clipPath></defs>'
        f'<g clip-path="url(#frame)"><rect width="100" height="70" fill="url(#sky)"/>'
        f'<circle cx="70" cy="20" r="30" fill="url(#glow)"/><g opacity="0.9">{paths}</g></g></svg>'
    )


def _path(blob: Blob) -> str:
    start = blob.curves[0][0]
    steps = "".join("C" + " ".join(f"{x:.2f},{y:.2f}" for x, y in curve[1:]) for curve in blob.curves)
    return (
        f'<path d="M{start[0]:.2f},{start[1]:.2f}{steps}Z" fill="{blob.fill}" fill-opacity="{blob.opacity}"/>'
    )


def _linear(name: str, stops: tuple[str, ...]) -> str:
    return f'<linearGradient id="{name}" x2="0" y2="1">{_stops(stops)}</linearGradient>'


def _radial(name: str, stops: tuple[str, ...]) -> str:
    return f'<radialGradient id="{name}">{_stops(stops)}</radialGradient>'


def _stops(stops: tuple[str, ...]) -> str:
    return f'<stop offset="0" stop-color="{stops[0]}"/><stop offset="1" stop-color="{stops[1]}"/>'


def icon_points(name: str) -> tuple[Point, ...]:
    """Return the outline of an icon, a star of its own kind, in a square of 100."""
    rays = 5 + ICONS.index(name)
    radii = (48, 24 + 2 * ICONS.index(name))
    return tuple(
        (50 + radii[n % 2] * sin(pi * n / rays), 50 - radii[n % 2] * cos(pi * n / rays))
        for n in range(2 * rays)
    )


def icon_svg(name: str) -> str:
    """Return an icon as SVG."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in icon_points(name))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<polygon points="{points}" fill="currentColor"/><circle cx="50" cy="50" r="12" fill="#ffffff"/></svg>'
    )
