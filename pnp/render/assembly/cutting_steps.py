"""How printed sheets are cut, folded and stuck: pictures drawn from the very sheets of a component."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pnp.model.folding import Point3
from pnp.model.game import Component
from pnp.model.geometry import SLACK, Rect, Size, around
from pnp.model.line_styles import Stroke
from pnp.model.sheet import Placement, Sheet
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
    cut_along,
    outline_of,
    page_of,
    paper_of,
    pieces_of,
    rectangle_at,
)

# Straight cuts.


def card_steps(component: Component, sheet: Sheet) -> tuple[Step, ...]:
    """Return how cards are cut: through the whole sheet, then strip by strip, then the corners."""
    page = page_of(sheet)
    columns = _starts(sheet, "x")
    steps: list[Step] = []
    if len(columns) > 1:
        scene = Scene(TABLE, [paper_of(component, sheet)], room=BESIDE_A_TOOL)
        edge = max(each.trim.right for each in sheet.placements if abs(each.trim.x - columns[0]) < 1)
        cut_along(scene, (edge, page.bottom + 12), (edge, page.y - 12), knife=0.3)
        steps.append(("The long cuts first, from mark to mark.", scene))
    strip = replace(
        sheet, placements=tuple(each for each in sheet.placements if abs(each.trim.x - columns[0]) < 1)
    )
    first = strip.placements[0].trim
    around = Rect(first.x, page.y, first.width, page.height)
    paper = Surface(rectangle_at(around), "paper", details=pieces_of(component, strip))
    scene = Scene(TABLE, [paper], room=BESIDE_A_TOOL)
    bottom = strip.placements[(len(strip.placements) - 1) // 2].trim.bottom
    cut_along(scene, (around.x - 14, bottom), (around.right + 14, bottom), knife=0.85)
    steps.append(("Then cut each strip into pieces." if steps else "Cut from mark to mark.", scene))
    if component.corner:
        steps.append(("Round the corners.", _corner(component)))
    return tuple(steps)


def _starts(sheet: Sheet, axis: str) -> list[float]:
    """Return where the columns, or the rows, of a sheet begin."""
    found: list[float] = []
    for at in sorted(getattr(each.trim, axis) for each in sheet.placements):
        if not found or at - found[-1] > 1:
            found.append(at)
    return found


def _corner(component: Component) -> Scene:
    size, r = component.size, component.corner * 1.6
    card = Surface(rectangle_at(Rect(0, 0, size.width, size.height)), "printed")
    scene = Scene(TABLE, [card], room=Rect(4, 5, 23, 20))
    bow = [
        (size.width - r + r * math.sin(math.radians(angle)), r - r * math.cos(math.radians(angle)), 0.5)
        for angle in range(0, 91, 15)
    ]
    scene.over.append(Line(tuple(bow), "cut"))
    scene.symbols.append(Symbol("punch", (size.width, 0, 0), -20))
    return scene


def half_of(sheet: Sheet) -> Sheet:
    """Return the half of a folded sheet that the fronts are on, as a sheet; there may be no mark of its fold."""
    width, height = sheet.size.width, sheet.size.height
    fronts: dict[tuple[str, int], Placement] = {}
    backs: dict[tuple[str, int], Placement] = {}
    for each in sheet.placements:
        copy = each.piece, each.copy
        (backs if copy in fronts else fronts)[copy] = each
    level = any(abs(fronts[copy].trim.x - back.trim.x) < SLACK for copy, back in backs.items())
    size = Size(width, height / 2) if level else Size(width / 2, height)
    return replace(sheet, size=size, placements=tuple(fronts.values()))


@dataclass(frozen=True, slots=True)
class FoldedSheet:
    """A sheet with fronts and backs on one side: the `half` with the fronts lies flat, the fold is its lower or right edge."""

    half: Sheet
    level: bool

    @classmethod
    def of(cls, sheet: Sheet) -> "FoldedSheet":
        """Return a sheet as it is folded."""
        half = half_of(sheet)
        return cls(half, half.size.height < sheet.size.height)

    @property
    def camera(self) -> Camera:
        """From where its fold is seen."""
        return Camera(spin=62 if self.level else -28, tilt=48)

    def sloping(self, points: Iterable[Point3], degrees: float) -> tuple[Point3, ...]:
        """Turn the half about the fold; a negative angle lowers its outer edge."""
        right, bottom = self.half.size.width, self.half.size.height
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        if self.level:
            return tuple((x, bottom - (bottom - y) * cosine, (bottom - y) * sine) for x, y, _ in points)
        return tuple((right - (right - x) * cosine, y, (right - x) * sine) for x, y, _ in points)

    def opposite(self, points: Iterable[Point3]) -> tuple[Point3, ...]:
        """Return what lies beyond the fold."""
        right, bottom = self.half.size.width, self.half.size.height
        return tuple((x, 2 * bottom - y, z) if self.level else (2 * right - x, y, z) for x, y, z in points)

    def beyond(self, component: Component, degrees: float) -> Surface:
        """Return the half with the backs, turned about the fold."""
        pieces = (
            replace(line, points=self.opposite(self.sloping(line.points, degrees)))
            for line in pieces_of(component, self.half)
        )
        corners = self.opposite(self.sloping(rectangle_at(page_of(self.half)), degrees))
        return Surface(corners[::-1], "paper", "paper", tuple(pieces))


def fold_and_glue_steps(component: Component, sheet: Sheet) -> tuple[Step, ...]:
    """Return how a sheet with fronts and backs on one side becomes one with both on its sides."""
    folded = FoldedSheet.of(sheet)
    flat = page_of(folded.half)
    corners = rectangle_at(flat)
    pieces = pieces_of(component, folded.half)
    shown = tuple(replace(line, points=folded.sloping(line.points, -24)) for line in pieces)
    near = folded.sloping(corners, -24)
    folding = Scene(folded.camera, [Surface(near, "paper", "paper", shown), folded.beyond(component, -24)])
    folding.over.append(Line(tuple(point for point in near if abs(point[2]) < 1e-6), "score"))
    raised = folded.opposite(folded.sloping(corners, 65))
    gluing = Scene(
        folded.camera, [Surface(corners, "glue-area", "glue-area"), Surface(raised, "paper", "paper")]
    )
    middle = flat.x + flat.width / 2, flat.y + flat.height / 2, 0.0
    gluing.symbols.append(Symbol("glue", middle, -38))
    return (
        ("Fold on the dashed line, printed sides out.", folding),
        ("Glue the blank sides together, press.", gluing),
    )


# Stickers and sheets of paper.


def sticker_steps(component: Component, sheet: Sheet, *, labels: bool) -> tuple[Step, ...]:
    """Return how a sticker comes onto its disc."""
    r = component.size.width / 2
    sheet_scene = Scene(TABLE, [paper_of(component, sheet)])
    chosen = max(sheet.placements, key=lambda each: (each.trim.right, each.trim.y))
    points = tuple((x, y, 0.0) for x, y in outline_of(component, chosen))
    sheet_scene.over.append(Line(points, "cut", closed=True))
    at = (chosen.trim.right, chosen.trim.y + chosen.trim.height / 2, 0.0)
    if not labels:
        sheet_scene.symbols.append(Symbol("scissors", at, -30))
    onto = Scene(Camera(tilt=58), [], room=Rect(9, 4, 18, 21))
    disc = _ring(r * 1.06, 0.0)
    side = (*disc[: len(disc) // 2 + 1], *((x, y, -9.0) for x, y, _ in reversed(disc[: len(disc) // 2 + 1])))
    onto.surfaces += [Surface(side, "wood", "wood"), Surface(disc, "wood")]
    onto.surfaces.append(Surface(_ring(r, 22.0), "printed"))
    if not labels:
        onto.symbols.append(Symbol("glue", (r * 0.6, 0.0, 0.0), 15))
    for x in (-r, r):
        onto.over.append(Line(((x, 0.0, 19.0), (x, 0.0, 3.0)), "move-thin", arrow=True))
    return (
        ("Peel a sticker off." if labels else "Cut out the circles.", sheet_scene),
        ("Stick it on its disc." if labels else "Glue it on its disc.", onto),
    )


def _ring(radius: float, z: float) -> tuple[Point3, ...]:
    angles = (math.tau * step / 40 for step in range(40))
    return tuple((radius * math.cos(angle), radius * math.sin(angle), z) for angle in angles)


def marker_steps(component: Component, sheet: Sheet) -> tuple[Step, ...]:
    """Return how single pieces are made thick and cut out."""
    near = _near(sheet)
    page = page_of(near)
    glue = Line(rectangle_at(page.grown(-3, -3, -3, -3)), "glue", closed=True)
    slab = block(page, -page.width / 30, 0, "board")
    above = min(page.width, page.height) * 0.6
    gluing = Scene(
        TABLE,
        [*slab[:2], replace(slab[2], details=(glue,)), paper_of(component, near, above)],
        room=Rect(4, 2, 26, 21),
    )
    gluing.symbols.append(Symbol("glue", (page.width * 0.7, page.height, 0.0), 30))
    scene = Scene(TABLE, [paper_of(component, near)], room=Rect(4, 2, 22, 24))
    chosen = max(near.placements, key=lambda each: (each.trim.right, each.trim.y))
    points = tuple((x, y, 0.0) for x, y in outline_of(component, chosen))
    scene.over.append(Line(points, "cut", closed=True))
    middle = chosen.trim.y + chosen.trim.height / 2
    scene.symbols.append(Symbol("scissors", (chosen.trim.right, middle, 0.0), -30))
    return (("For thick ones: glue on thick card, press.", gluing), ("Cut out.", scene))


MOST_NEAR = 4.5
"""How many pieces wide and deep the part of a sheet is that is shown from near."""


def _near(sheet: Sheet) -> Sheet:
    """Return the part of a sheet around its first pieces as a sheet of its own."""
    trims = [each.trim for each in sheet.placements]
    whole, first = (around(each, sheet.size) for each in (trims, trims[:1]))
    near = Rect(whole.x, whole.y, first.width * MOST_NEAR, first.height * MOST_NEAR)
    kept = tuple(each for each in sheet.placements if near.contains(each.trim))
    room = around((each.trim for each in kept or sheet.placements), sheet.size)
    shown = room.grown(*[min(room.width, room.height) * 0.35 + 2] * 4).common(page_of(sheet))
    placements = tuple(
        replace(each, trim=replace(each.trim, x=each.trim.x - shown.x, y=each.trim.y - shown.y))
        for each in kept or sheet.placements
    )
    return replace(sheet, size=shown.size, placements=placements, strokes=(), contours=())


def parting_steps(forms: Sequence[tuple[Component, Sheet]]) -> tuple[Step, ...]:
    """Return how a sheet with pieces of several forms is parted: by the longest printed line between two of them."""
    sheet = forms[0][1]
    lines = [stroke for stroke in sheet.strokes if not stroke.dashed and _parts(stroke, forms)]
    if not lines:
        return ()
    page = page_of(sheet)
    lane = max(lines, key=lambda each: math.hypot(each.x2 - each.x1, each.y2 - each.y1))
    pieces = tuple(piece for component, part in forms for piece in pieces_of(component, part))
    scene = Scene(TABLE, [Surface(rectangle_at(page), "paper", details=pieces)], room=BESIDE_A_TOOL)
    if lane.x1 == lane.x2:
        cut_along(scene, (lane.x1, page.bottom + 12), (lane.x1, page.y - 12), knife=0.3)
    else:
        cut_along(scene, (page.x - 12, lane.y1), (page.right + 12, lane.y1), knife=0.85)
    return (("First cut along the line, edge to edge.", scene),)


def _parts(stroke: Stroke, forms: Sequence[tuple[Component, Sheet]]) -> bool:
    """Say whether a line has each form wholly on one of its sides, and some on either side."""
    sides = []
    for _, part in forms:
        room = around((each.trim for each in part.placements), part.size)
        low, high = (room.x, room.right) if stroke.x1 == stroke.x2 else (room.y, room.bottom)
        at = stroke.x1 if stroke.x1 == stroke.x2 else stroke.y1
        sides.append(1 if low >= at else -1 if high <= at else 0)
    level = stroke.x1 == stroke.x2 or stroke.y1 == stroke.y2
    return level and set(sides) == {1, -1}


def booklet_steps(size: Size) -> tuple[Step, ...]:
    """Return how the pages of the rules become a booklet; `size` is that of the sheets."""
    width, height = max(size.width, size.height), min(size.width, size.height)
    half, angle = width / 2, math.radians(50)
    stack = Scene(TABLE, [*block(Rect(0, 0, width, height), -6, 0, "paper")])
    stack.over.append(Line(((half, 0.0, 0.0), (half, height, 0.0)), "fold"))
    for y in (height * 0.25, height * 0.75):
        stack.over.append(Line(((half, y - 9, 0.0), (half, y + 9, 0.0)), "staple"))
    stack.symbols.append(Symbol("stapler", (half, height * 0.75, 0.0), -30))
    far = ((0.0, 0.0), (half, 0.0), (half, height), (0.0, height))
    up = tuple((half + d * math.cos(angle), y, d * math.sin(angle)) for d, y in far)
    folding = Scene(
        TABLE, [Surface(rectangle_at(Rect(0, 0, half, height)), "paper"), Surface(up, "paper", "paper")]
    )
    folding.over.append(Line(((half + 60, height, 110.0), (half - 60, height, 110.0)), "move", arrow=True))
    return (("Lay the sheets on each other, staple.", stack), ("Fold them once.", folding))


def light_scene(size: Size, card: Size, *, right: bool) -> Scene:
    """Return a sheet against the light: what is on its back shines through, behind its front or beside it."""
    scene = Scene(Camera(), [Surface(rectangle_at(Rect(0, 0, size.width, size.height)), "paper")])
    slip = 0.0 if right else 9.0
    for dx, dy in product((-1.03, 0.03), repeat=2):
        x, y = size.width / 2 + dx * card.width, size.height / 2 + dy * card.height
        back = Rect(x + slip, y + slip, card.width, card.height)
        scene.over.append(Line(rectangle_at(back), "through", closed=True))
        scene.over.append(Line(rectangle_at(Rect(x, y, card.width, card.height)), "front", closed=True))
    return scene
