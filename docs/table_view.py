"""A table seen through a long lens: flat pieces lie on it and solids stand on it, in the light of one lamp.

On the table x runs to the right, y away from us, z up, in mm.
"""  # noqa: INP001

import math
from collections.abc import Sequence

import numpy as np
from cut_pieces import DPI, Cut, masked
from folding import closing_bend, folded, parts_of
from PIL import Image, ImageChops, ImageDraw, ImageFilter

SIZE = (1480, 800)  # pixels of the finished picture
FINER = 3  # drawn so many times as large, then made smaller
PAPER, GREY_BOARD = (246, 243, 236), (150, 145, 136)
BOARD_MM, CARD_MM = 1.8, 0.5
RECTANGLE = 4  # corners; a panel with more has a notch
SHADOW = (28, 16, 8)
SOFT = 2.6  # pixels of the finished picture by which every shadow is blurred

Array = np.ndarray


# The camera and the light.


def unit(vector: Sequence[float]) -> Array:
    """Return a vector of length 1."""
    found = np.array(vector, float)
    return found / np.linalg.norm(found)


UP = np.array([0.0, 0.0, 1.0])
LOOKS_AT = np.array([0.0, 32.0, 10.0])
EYE = LOOKS_AT + 8000 * unit((0.0, -1.0, 0.8))
NEAR = 29.2  # how much the lens enlarges
LIGHT = unit((-0.45, -0.7, 1.0))  # towards the lamp
AMBIENT, LIT = 0.74, 0.38


def camera() -> Array:
    """Return the matrix from a point (x, y, z, 1) to a pixel (x w, y w, w)."""
    forward = unit(LOOKS_AT - EYE)
    right = unit(np.cross(forward, (0, 0, 1)))
    turn = np.array([right, -np.cross(right, forward), forward])
    view = np.column_stack([turn, -turn @ EYE])
    width, height = (side * FINER for side in SIZE)
    lens = np.array([[NEAR * width / 2, 0, width / 2], [0, NEAR * width / 2, height / 2], [0, 0, 1]])
    return lens @ view


CAMERA = camera()


def seen(points: Array) -> list[tuple[float, float]]:
    """Return the pixels of points."""
    flat = np.column_stack([points, np.ones(len(points))]) @ CAMERA.T
    return [(x / w, y / w) for x, y, w in flat]


# Drawing: a face in the plane of three of its points, a plain area, and the shadow on the table.


def brightness(normal: Array) -> float:
    """Return how light a surface is."""
    return AMBIENT + LIT * max(0.0, float(normal @ LIGHT))


def draw_face(table: Image.Image, face: Image.Image, place: Array, light: float) -> None:
    """Draw a picture of DPI whose point (x, y) in mm lies at place @ (x, y, 1) on the table."""
    face, from_pixel = as_fine_as_seen(face, CAMERA @ np.vstack([place, [0, 0, 1]]))
    to_pixel = np.linalg.inv(from_pixel)
    to_pixel /= to_pixel[2, 2]
    corners = np.array([(0, 0, 1), (face.width, 0, 1), (face.width, face.height, 1), (0, face.height, 1)]).T
    x, y, w = from_pixel @ corners
    left, top = max(0, int(min(x / w)) - 2), max(0, int(min(y / w)) - 2)
    right, bottom = min(table.width, int(max(x / w)) + 3), min(table.height, int(max(y / w)) + 3)
    if right <= left or bottom <= top:
        return
    shift = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]])
    matrix = to_pixel @ shift
    matrix /= matrix[2, 2]
    lit = Image.merge(
        "RGBA",
        [*(band.point(lambda v: min(255, v * light)) for band in face.split()[:3]), face.getchannel("A")],
    )
    shown = lit.transform(
        (right - left, bottom - top),
        Image.Transform.PERSPECTIVE,
        tuple(matrix.flat)[:8],
        Image.Resampling.BICUBIC,
    )
    table.paste(shown, (left, top), shown)


def as_fine_as_seen(face: Image.Image, from_mm: Array) -> tuple[Image.Image, Array]:
    """Return a picture of DPI with no more pixels each way than are seen, and the matrix from them to the table's."""
    scale = DPI / 25.4
    ends = (
        from_mm
        @ np.diag([1 / scale, 1 / scale, 1])
        @ np.array([(0, 0, 1), (face.width, 0, 1), (0, face.height, 1)]).T
    )
    corner, right, foot = (ends[:2] / ends[2]).T
    wide = min(face.width, round(math.dist(corner, right)) + 1)
    high = min(face.height, round(math.dist(corner, foot)) + 1)
    shrunk = np.diag([face.width / wide / scale, face.height / high / scale, 1])
    return face.resize((wide, high), Image.Resampling.BOX), from_mm @ shrunk


def draw_area(table: Image.Image, points: Array, colour: tuple[int, int, int], light: float) -> None:
    """Draw a plain polygon."""
    fill = tuple(min(255, round(part * light)) for part in colour)
    ImageDraw.Draw(table).polygon(seen(points), fill=fill)


def draw_shadow(table: Image.Image, outlines: Sequence[Array], ground: float = 0.0) -> None:
    """Draw the shadow that outlines throw on a level so high above the table, darkest where they touch it."""
    fallen = [seen(each - np.outer((each[:, 2] - ground) / LIGHT[2], LIGHT)) for each in outlines]
    below = [seen(each * (1, 1, 0) + ground * UP) for each in outlines]
    reach = round(4 * SOFT * FINER)
    every = [point for shape in (*fallen, *below) for point in shape]
    left, top = (round(min(each)) - reach for each in zip(*every, strict=True))
    right, bottom = (round(max(each)) + reach for each in zip(*every, strict=True))
    left, top, right, bottom = max(0, left), max(0, top), min(table.width, right), min(table.height, bottom)
    if right <= left or bottom <= top:
        return
    mask = Image.new("L", (right - left, bottom - top), 0)
    for shapes, dark in ((fallen, 104), (below, 112)):
        layer = Image.new("L", mask.size, 0)
        for shape in shapes:
            ImageDraw.Draw(layer).polygon([(x - left, y - top) for x, y in shape], fill=dark)
        mask = ImageChops.lighter(mask, layer.filter(ImageFilter.GaussianBlur(SOFT * FINER)))
    table.paste(Image.new("RGB", mask.size, SHADOW), (left, top), mask)


# What lies and stands on the table.


def turned(degrees: float, axis: str = "z") -> Array:
    """Return a turn about an axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {
        "x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def placed(
    piece: Cut, x: float, y: float, *, turn: float = 0.0, low: float = 0.0, pivot: Sequence[float] = ()
) -> Array:
    """Return the matrix that leads from (x, y, 1) on a piece to the table, where its middle or `pivot` lies at (x, y)."""
    across, down = turned(turn) @ (1, 0, 0), turned(turn) @ (0, -1, 0)
    u, v = pivot or (piece.size[0] / 2, piece.size[1] / 2)
    return np.column_stack([across, down, np.array([x, y, low]) - across * u - down * v])


def lay(
    table: Image.Image,
    piece: Cut,
    place: Array,
    *,
    thick: float = CARD_MM,
    edge: tuple[int, int, int] = PAPER,
) -> None:
    """Lay a flat piece with its lower side on a place."""
    flat = np.array([place @ (u, v, 1) for u, v in piece.outline])
    draw_shadow(table, [flat + thick * UP], flat[0, 2])
    for number, step in enumerate(np.arange(0, thick, 0.2)):
        line = 0.06 if number % 4 == 0 and thick > BOARD_MM else 0.0  # between cards of a pile
        draw_area(table, flat + step * UP, edge, 0.74 + 0.16 * step / thick - line * (edge is PAPER))
    draw_face(table, piece.picture, place + np.outer(thick * UP, (0, 0, 1)), brightness(UP))


def stand(table: Image.Image, piece: Cut, root: str, up: Array, at: Sequence[float]) -> None:
    """Put the solid that a net folds up to at (x, y, z); `up` turns it from where its panel `root` lies in front."""
    net = piece.component.net
    assert net is not None
    bend = (
        closing_bend(net, root) if net.is_die else dict.fromkeys((part.name for part in parts_of(net)), 90.0)
    )
    flat = {part.name: np.array(part.points) for part in parts_of(net)}
    solid = {
        part.name: (np.array(part.points) * (1, -1, 1)) @ up.T
        for part in folded(net, root=root, bend=bend)
        if part.role == "panel"
    }
    every = np.vstack(list(solid.values()))
    middle = (every.max(axis=0) + every.min(axis=0)) / 2
    move = np.array(at) - (middle[0], middle[1], every[:, 2].min())
    standing = {name: points + move for name, points in solid.items()}
    inside = np.vstack(list(standing.values())).mean(axis=0)
    draw_shadow(table, list(standing.values()), at[2])
    for name, points in standing.items():
        draw_panel(table, piece, flat[name], points, inside)


def draw_panel(table: Image.Image, piece: Cut, flat: Array, points: Array, inside: Array) -> None:
    """Draw one side of a solid if it can be seen."""
    ends = [0, len(points) // 3, 2 * len(points) // 3] if len(points) > RECTANGLE else [0, 1, 2]
    plane = np.column_stack([flat[ends], np.ones(3)])
    place = np.linalg.solve(plane, points[ends]).T
    normal = unit(np.cross(place[:, 0], place[:, 1]))
    normal = normal if normal @ (points.mean(axis=0) - inside) > 0 else -normal
    if normal @ (EYE - points[0]) <= 0:
        return
    light = brightness(normal)
    side = masked(piece.picture, [tuple(each) for each in flat])
    side.putalpha(side.getchannel("A").filter(ImageFilter.MaxFilter(3)))  # no gap between two sides
    if len(points) > RECTANGLE:
        side = Image.alpha_composite(flap_behind(side, flat), side)
    draw_face(table, side, place, light)


def flap_behind(side: Image.Image, flat: Array) -> Image.Image:
    """Return the flap that is seen through the notch of a panel, in the shade of its rim."""
    scale = DPI / 25.4
    left, top, right, bottom = (round(each * scale) for each in (*flat.min(axis=0), *flat.max(axis=0)))
    near = side.getchannel("A").filter(ImageFilter.GaussianBlur(1.1 * scale))
    shade = near.point(lambda value: 255 - round(0.5 * value))
    flap = ImageChops.multiply(Image.new("RGB", side.size, PAPER), Image.merge("RGB", [shade] * 3))
    shown = Image.new("RGBA", side.size)
    inside = (left + 3, top + 3, right - 3, bottom - 3)  # or it would be seen beyond the fold
    shown.paste((*SHADOW, 255), (left + 3, top, right - 3, top + 3))  # the gap below the lid
    shown.paste(flap.crop(inside), inside[:2])
    return shown


FRONT_UP = turned(90, "x")
"""Stands a box on its foot with its front to us."""
