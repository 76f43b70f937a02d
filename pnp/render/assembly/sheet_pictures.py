"""What the pictures of sheets are made of: a sheet with its pieces, the ruler and the cut beside it."""

import math
from collections.abc import Iterator

from pnp.model.game import Component
from pnp.model.geometry import Point, Rect, placed
from pnp.model.sheet import Placement, Sheet
from pnp.render.assembly.scene import Line, Scene, Surface, Symbol, rectangle_at

Step = tuple[str, Scene]
"""What to do in a few words, and a picture of it."""

RULER_MM = 22.0
CORNERS_OF_A_CIRCLE = 14


def page_of(sheet: Sheet) -> Rect:
    """Return a sheet as a box."""
    return Rect(0, 0, sheet.size.width, sheet.size.height)


def outline_of(component: Component, placement: Placement) -> tuple[Point, ...]:
    """Return the line a placed piece is cut along, with few corners where it is round."""
    cut, trim = component.cut, placement.trim
    if cut.kind == "circle":
        angles = (math.tau * step / CORNERS_OF_A_CIRCLE for step in range(CORNERS_OF_A_CIRCLE))
        x, y, r = trim.x + trim.width / 2, trim.y + trim.height / 2, trim.width / 2
        return tuple((x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles)
    if cut.kind == "rectangle":
        return tuple((x, y) for x, y, _ in rectangle_at(trim))
    return placed(cut.points, component.size, trim, placement.rotation)


def pieces_of(component: Component, sheet: Sheet, z: float = 0.0, style: str = "piece") -> tuple[Line, ...]:
    """Return the pieces on a sheet as areas at a height."""
    return tuple(
        Line(tuple((x, y, z) for x, y in outline_of(component, each)), style, closed=True)
        for each in sheet.placements
    )


def paper_of(component: Component, sheet: Sheet, z: float = 0.0) -> Surface:
    """Return a sheet at a height, with its pieces."""
    pieces = (*pieces_of(component, sheet, z), *crosses(sheet, z))
    return Surface(rectangle_at(page_of(sheet), z), "paper", details=pieces)


def crosses(sheet: Sheet, z: float) -> Iterator[Line]:
    """Yield the crosses at which a sheet is pricked."""
    for x, y in sheet.crosses:
        yield Line(((x - 6, y, z), (x + 6, y, z)), "mark")
        yield Line(((x, y - 6, z), (x, y + 6, z)), "mark")


def ruler(start: Point, end: Point, z: float = 0.6) -> Surface:
    """Return a ruler that lies along a line, on its left."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    aside = (uy * RULER_MM, -ux * RULER_MM)
    far = (end[0] + aside[0], end[1] + aside[1]), (start[0] + aside[0], start[1] + aside[1])
    ticks = ((start[0] + ux * at, start[1] + uy * at) for at in (length * step / 16 for step in range(1, 16)))
    details = tuple(Line(((x, y, z), (x + aside[0] * 0.3, y + aside[1] * 0.3, z)), "mark") for x, y in ticks)
    corners = (start, end, *far)
    return Surface(tuple((x, y, z) for x, y in corners), "ruler", "ruler", details=details)


def cut_along(scene: Scene, start: Point, end: Point, *, knife: float) -> None:
    """Add a straight cut with a ruler beside it, and the knife so far along it."""
    scene.surfaces.append(ruler(start, end))
    scene.over.append(Line(((*start, 1.0), (*end, 1.0)), "cut"))
    x, y = (a + knife * (b - a) for a, b in zip(start, end, strict=True))
    scene.symbols.append(Symbol("knife", (x, y, 1.0), -42))
