"""How sheets are glued on grey board, and how the pages of a large board are joined."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.model.game import Component
from pnp.model.geometry import Point, Rect, Size, around, edges_of
from pnp.model.sheet import Placement, Sheet
from pnp.render.assembly.cutting_steps import FoldedSheet
from pnp.render.assembly.scene import (
    BESIDE_A_TOOL,
    TABLE,
    Camera,
    Line,
    Scene,
    Step,
    Surface,
    Symbol,
    block,
    crosses,
    cut_along,
    outline_of,
    page_of,
    paper_of,
    pieces_of,
    rectangle_at,
)

BOARD_MM = 9.0
"""Thickness of grey board as it is drawn: true to size it could not be told from paper."""

BOOK_MM = 34.0
BESIDE_A_KNIFE = Rect(4, 2, 21, 24)
UNDER_PINS = Rect(5, 7, 28, 19)
"""Room for pins above what they stand in."""

FRAME_CUT_MM = 3.0
"""How far a cut goes beyond the pieces: the marks lie in the frame around them, which stays whole."""

WASTE_MM = 6.0
"""Two cuts nearer than that have waste between them."""

MOST_CORNERS = 4
"""Pieces with more cannot be cut out by straight cuts through the whole sheet."""

# Sheets on grey board.


def mounted_steps(component: Component, front: Sheet, back: Sheet | None) -> tuple[Step, ...]:
    """Return how a sheet is glued on grey board, and a second one on its other side exactly behind it."""
    steps: list[Step] = [("Glue the fronts on grey board.", _glued_on(component, front))]
    if back is not None and not front.crosses:
        steps.append(("Glue the backs on the other side.", _glued_on(component, back)))
    elif back is not None:
        steps.append(("Prick through the crosses.", _pricked(component, front)))
        steps.append(("Turn it, pin the backs into the holes, glue.", _pinned(component, back)))
    return (*steps, *_pressed_and_cut(component, front))


def wrapped_steps(component: Component, sheet: Sheet) -> tuple[Step, ...]:
    """Return how a sheet with fronts and backs on one side is folded round the edge of a grey board."""
    folded = FoldedSheet.of(sheet)
    half, above = folded.half, 80.0
    page, slab = page_of(half), block(page_of(half), -BOARD_MM, 0, "board")
    backs = folded.beyond(component, 0)
    laid = Scene(folded.camera, [*slab[:2], replace(slab[2], details=(_glue_on(page),))])
    laid.surfaces += [paper_of(component, half, above), _raised(backs, above)]
    at_the_fold = (page.x, page.bottom) if folded.level else (page.right, page.y)
    for x, y in (at_the_fold, (page.right, page.bottom)):
        laid.over.append(Line(((x, y, above * 0.8), (x, y, 10)), "move-thin", arrow=True))
    laid.symbols.append(Symbol("spray", (page.x, page.y, 0.0), 0))
    wrapped = Scene(folded.camera, [*_mounted(component, half), folded.beyond(component, -48)])
    outer = (page.width / 2, 0.0, 0.0) if folded.level else (0.0, page.height / 2, 0.0)
    bow = (folded.opposite(folded.sloping([outer], degrees)) for degrees in range(-54, -121, -11))
    wrapped.over.append(Line(tuple(point for each in bow for point in each), "move-thin", arrow=True))
    return (
        ("Glue the fronts on grey board, its edge at the fold.", laid),
        ("Fold the backs round the edge, glue them below.", wrapped),
        *_pressed_and_cut(component, half),
    )


def _pressed_and_cut(component: Component, sheet: Sheet) -> tuple[Step, ...]:
    return (("Press it under books until it is dry.", pressed(sheet.size)), *_cut_out(component, sheet))


def _raised(surface: Surface, by: float) -> Surface:
    """Return a surface so much higher, with what is drawn on it."""
    details = tuple(
        replace(line, points=tuple((x, y, z + by) for x, y, z in line.points)) for line in surface.details
    )
    return replace(surface, points=tuple((x, y, z + by) for x, y, z in surface.points), details=details)


def _glued_on(component: Component, sheet: Sheet) -> Scene:
    page = page_of(sheet)
    above = 95.0
    paper = paper_of(component, sheet, above)
    scene = Scene(TABLE, [*block(page, -BOARD_MM, 0, "board"), paper])
    scene.surfaces[2] = replace(scene.surfaces[2], details=(_glue_on(page),))
    for x, y in ((page.right, page.bottom), (page.x, page.bottom), (page.right, page.y)):
        scene.over.append(Line(((x, y, above * 0.8), (x, y, 12)), "move-thin", arrow=True))
    scene.symbols.append(Symbol("spray", (page.width * 0.8, page.height, 0.0), 0))
    return scene


def _glue_on(page: Rect) -> Line:
    return Line(rectangle_at(page.grown(-12, -12, -12, -12)), "glue", closed=True)


def _mounted(component: Component, sheet: Sheet) -> list[Surface]:
    details = (*pieces_of(component, sheet), *crosses(sheet, 0.0))
    slab = block(page_of(sheet), -BOARD_MM, 0, "board")
    return [*slab[:2], replace(slab[2], style="paper", details=details)]


def _pricked(component: Component, sheet: Sheet) -> Scene:
    scene = Scene(TABLE, _mounted(component, sheet), room=UNDER_PINS)
    scene.symbols += [Symbol("pin", (x, y, 0.0)) for x, y in sheet.crosses]
    return scene


def _pinned(component: Component, sheet: Sheet) -> Scene:
    page, above = page_of(sheet), 85.0
    slab = block(page, -BOARD_MM, 0, "board")
    glue = _glue_on(page)
    holes = tuple(Line(((x - 2, y, 0.0), (x + 2, y, 0.0)), "hole") for x, y in sheet.crosses)
    scene = Scene(
        TABLE,
        [*slab[:2], replace(slab[2], details=(glue, *holes)), paper_of(component, sheet, above)],
        room=UNDER_PINS,
    )
    for x, y in sheet.crosses:
        scene.over.append(Line(((x, y, above), (x, y, 2.0)), "move-thin", arrow=True))
        scene.symbols.append(Symbol("pin", (x, y, above)))
    return scene


def pressed(size: Size) -> Scene:
    """Return two books on a board."""
    page = Rect(0, 0, size.width, size.height)
    inner = page.grown(-18, -22, -18, -22)
    surfaces = [*block(page, -BOARD_MM, 0, "board")]
    for number in range(2):
        box = inner.grown(*[-8.0 * number] * 4)
        surfaces += block(box, number * BOOK_MM, (number + 1) * BOOK_MM, "book")
    return Scene(TABLE, surfaces, symbols=[Symbol("book", (page.width / 2, page.height, -BOARD_MM))])


def _cut_out(component: Component, sheet: Sheet) -> tuple[Step, ...]:
    """Return how pieces are cut out of board: straight in one direction after the other, or one by one."""
    scene = Scene(TABLE, _mounted(component, sheet), room=BESIDE_A_KNIFE)
    chosen = max(sheet.placements, key=lambda each: (each.trim.right, -each.trim.y))
    points = outline_of(component, chosen)
    if len(points) > MOST_CORNERS:
        scene.over.append(Line(tuple((x, y, 0.0) for x, y in points), "cut", closed=True))
        at = (chosen.trim.right, chosen.trim.y + chosen.trim.height / 2, 0.0)
        scene.symbols.append(Symbol("scissors", at, -30))
        return (("Cut out.", scene),)
    trims = [each.trim for each in sheet.placements]
    inside = around(trims, sheet.size).grown(*[FRAME_CUT_MM] * 4)
    directions: dict[int, set[tuple[Point, Point]]] = {}
    for edge in (edge for each in sheet.placements for edge in edges_of(outline_of(component, each))):
        angle = math.degrees(math.atan2(edge[1][1] - edge[0][1], edge[1][0] - edge[0][0]))
        directions.setdefault(round(angle) % 180, set()).add(_across(inside, *edge))
    first = directions[min(directions)]
    for _, lines in sorted(directions.items(), reverse=True):
        style = "cut" if lines is first else "cut-later"
        scene.over += [Line(((*start, 0.0), (*end, 0.0)), style) for start, end in sorted(lines)]
    x, y = max(max(first))
    scene.symbols.append(Symbol("knife", (x, y, 0.0), -42))
    ways = {2: "both", 3: "all three"}.get(len(directions), "all")
    steps: tuple[Step, ...] = ((f"Cut {ways} ways, mark to mark; the frame last.", scene),)
    apart = _apart([y for (_, y), _ in first])
    return (*steps, ("The thin strip between two lines is waste.", _waste(points, apart))) if apart else steps


def _apart(heights: Sequence[float]) -> float:
    """Return how far two level cuts are apart that have only waste between them; 0 where there are none."""
    ordered = sorted(heights)
    gaps = (after - before for before, after in pairwise(ordered))
    return min((gap for gap in gaps if 0.3 < gap < WASTE_MM), default=0.0)


def _waste(points: Sequence[Point], apart: float) -> Scene:
    """Return two pieces from near, and the strip between them that is cut off on both sides."""
    bottom = max(y for _, y in points)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    wide = max(apart, (right - left) / 12)
    up = [(x, y) for x, y in points]
    level = [point for point in up if abs(point[1] - bottom) < 0.5]
    if len(level) < 2:
        up = [(x, -y) for x, y in points]
        bottom = max(y for _, y in up)
    down = [(x, 2 * bottom + wide - y) for x, y in up]
    scene = Scene(Camera(), [], room=BESIDE_A_TOOL)
    scene.over += [Line(tuple((x, y, 0.0) for x, y in each), "piece", closed=True) for each in (up, down)]
    ends = left - 2 * wide, right + 2 * wide
    for y in (bottom, bottom + wide):
        scene.over.append(Line(((ends[0], y, 0.0), (ends[1], y, 0.0)), "cut"))
    scene.symbols.append(Symbol("knife", (ends[1], bottom, 0.0), -42))
    return scene


def _across(page: Rect, start: Point, end: Point) -> tuple[Point, Point]:
    """Return the line through two points as far as the page reaches."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    low, high = -math.inf, math.inf
    for at, by, least, most in ((start[0], dx, page.x, page.right), (start[1], dy, page.y, page.bottom)):
        if abs(by) > 1e-6:
            one, other = sorted(((least - at) / by, (most - at) / by))
            low, high = max(low, one), min(high, other)
    ends = ((start[0] + by * dx, start[1] + by * dy) for by in (low, high))
    first, last = sorted((round(x, 2), round(y, 2)) for x, y in ends)
    return first, last


# A board in parts.


def joined_steps(sheets: Sequence[Sheet], *, board: float | None) -> tuple[Step, ...]:
    """Return how the pages of a large piece are joined: one is cut at its line and laid on the next at the triangles.

    `board` is the thickness of what it is glued on, None for nothing.
    """
    parts = [(sheet, sheet.placements[0]) for sheet in sheets if sheet.side == "front"]
    (first, left), (_, right) = parts[:2]
    one, other = window_of(left), window_of(right)
    page = Rect(one.x - left.clip.x, one.y - left.clip.y, first.size.width, first.size.height)
    next_page = Rect(other.x - right.clip.x, other.y - right.clip.y, page.width, page.height)
    aside = abs(other.x - one.x) > abs(other.y - one.y)
    backs = any(sheet.side == "back" for sheet in sheets)
    steps = [
        ("Cut off the margin at the line.", _trimmed(next_page, other, aside=aside)),
        (
            "Glue it on: edge to the triangles.",
            _laid_over((page, one), (next_page, other), aside=aside),
        ),
    ]
    if board:
        sides = "both sides of grey board" if backs else "grey board"
        steps += [
            (f"Glue all of it on {sides}.", _on_board(parts)),
            ("Press it until it is dry, trim the edges.", pressed(left.trim.size)),
        ]
    return tuple(steps)


def window_of(placement: Placement) -> Rect:
    """Return which part of a piece is to be seen, from the piece's own corner."""
    clip, trim = placement.clip, placement.trim
    return Rect(clip.x - trim.x, clip.y - trim.y, clip.width, clip.height)


def _trimmed(page: Rect, part: Rect, *, aside: bool) -> Scene:
    paper = Surface(rectangle_at(page), "paper", details=(Line(rectangle_at(part), "piece", closed=True),))
    scene = Scene(TABLE, [paper], room=BESIDE_A_TOOL)
    if aside:
        cut_along(scene, (part.x, page.bottom + 12), (part.x, page.y - 12), knife=0.3)
    else:
        cut_along(scene, (page.x - 12, part.y), (page.right + 12, part.y), knife=0.85)
    return scene


def _laid_over(lower: tuple[Rect, Rect], upper: tuple[Rect, Rect], *, aside: bool) -> Scene:
    """Return a page, cut at its line, above the strip of the one it is glued on; each is a page and what it shows."""
    (page, part), (next_page, other) = lower, upper
    away, height = 26.0, 46.0
    if aside:
        strip = Rect(other.x, part.y, part.right - other.x, part.height)
        cut = Rect(other.x + away, next_page.y, next_page.right - other.x, next_page.height)
        shown = Rect(other.x + away, other.y, other.width, other.height)
        ends = [((cut.x, y), (other.x, y)) for y in (part.y, part.bottom)]
    else:
        strip = Rect(part.x, other.y, part.width, part.bottom - other.y)
        cut = Rect(next_page.x, other.y + away, next_page.width, next_page.bottom - other.y)
        shown = Rect(other.x, other.y + away, other.width, other.height)
        ends = [((x, cut.y), (x, other.y)) for x in (part.x, part.right)]
    below = (Line(rectangle_at(part), "piece", closed=True), Line(rectangle_at(strip), "glue", closed=True))
    above = (Line(rectangle_at(shown, height), "piece", closed=True),)
    scene = Scene(TABLE, [Surface(rectangle_at(page), "paper", details=below)])
    scene.surfaces.append(Surface(rectangle_at(cut, height), "paper", details=above))
    scene.over += [Line(((*start, height), (*end, 0.0)), "move-thin", arrow=True) for start, end in ends]
    scene.symbols.append(Symbol("glue", (strip.right, strip.bottom, 0.0), 40))
    return scene


def _on_board(parts: Sequence[tuple[Sheet, Placement]]) -> Scene:
    """Return the joined pages above a board."""
    size = parts[0][1].trim.size
    whole, above = Rect(0, 0, size.width, size.height), 80.0
    joins = tuple(
        Line(rectangle_at(window_of(each).common(whole), above), "join", closed=True) for _, each in parts
    )
    slab = block(whole, -BOARD_MM, 0, "board")
    scene = Scene(TABLE, [*slab[:2], replace(slab[2], details=(_glue_on(whole),))])
    scene.surfaces.append(Surface(rectangle_at(whole, above), "printed", details=joins))
    scene.symbols.append(Symbol("spray", (whole.width * 0.8, whole.height, 0.0), 0))
    return scene
