"""A table with pieces of the five games as they are when they have been cut and folded: a rendering of their own faces."""  # noqa: INP001

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from pnp.build.options import BuildOptions
from pnp.build.stages import BuildContext, draw_game, fonts_of
from pnp.export.image_files import face_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.folding import bend_of_solid, folded, parts_of
from pnp.model.game import Component
from pnp.model.geometry import rounded

DOCS = Path(__file__).resolve().parent
SIZE = (1480, 750)  # pixels of the finished picture
FINER = 2  # drawn so many times as large, then made smaller
DPI = 150  # of the faces
PAPER, GREY_BOARD = (246, 243, 236), (150, 145, 136)
WOOD = (214, 178, 128)
BOARD_MM, CARD_MM, DISC_MM = 1.8, 0.5, 6.0

RECTANGLE = 4  # corners; a panel with more has a notch

Array = np.ndarray


# The pieces: pictures of faces, cut out along their outlines.


@dataclass(frozen=True)
class Cut:
    """A piece as scissors leave it: a picture of DPI, transparent beyond the outline, which is in mm."""

    picture: Image.Image
    outline: tuple[tuple[float, float], ...]
    component: Component

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return self.component.size.width, self.component.size.height


def pieces(game_id: str, *names: str) -> Iterator[Cut]:
    """Yield pieces of a game by names such as "food/apple" or, for a back, "food/apple.back"."""
    project = find_project(DOCS)
    game = load_game(project, game_id).game
    assert game is not None
    parts = tuple(dict.fromkeys(name.split("/")[0] for name in names))
    drawn = draw_game(
        BuildContext(project, fonts_of(project), BuildOptions(papers=(), components=parts)), game
    )
    components = {each.component.id: each for each in drawn.components}
    for name in names:
        part, _, piece = name.partition("/")
        deck = components[part].rendered.deck
        faces = deck.backs if piece.endswith(".back") else deck.fronts
        key = faces[piece.removesuffix(".back")]
        yield cut_out(face_picture(drawn.pages[part], key, dpi=DPI), components[part].component)


def cut_out(picture: Image.Image, component: Component) -> Cut:
    """Return the piece of a face: a net with all its flaps, everything else along its outline."""
    scale = DPI / 25.4
    bleed = round(component.bleed * scale)
    face = picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed)).convert("RGBA")
    outline = component.net.cut if component.net else rounded(component.cut)
    return Cut(masked(face, outline), tuple(outline), component)


def masked(face: Image.Image, outline: Sequence[tuple[float, float]]) -> Image.Image:
    """Return a picture that is transparent outside an outline in mm."""
    times, scale = 4, DPI / 25.4
    mask = Image.new("L", (face.width * times, face.height * times), 0)
    ImageDraw.Draw(mask).polygon([(x * scale * times, y * scale * times) for x, y in outline], fill=255)
    shown = face.copy()
    shown.putalpha(mask.resize(face.size, Image.Resampling.BOX))
    return shown


# The camera and the light. On the table x runs to the right, y away from us, z up, in mm.


def unit(vector: Sequence[float]) -> Array:
    """Return a vector of length 1."""
    found = np.array(vector, float)
    return found / np.linalg.norm(found)


UP = np.array([0.0, 0.0, 1.0])
EYE, LOOKS_AT = np.array([0.0, -660.0, 470.0]), np.array([0.0, -20.0, 10.0])
NEAR = 2.5  # how much the lens enlarges
LIGHT = unit((-0.6, -0.42, 1.0))  # towards the lamp
AMBIENT = 0.74


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
    return AMBIENT + (1.14 - AMBIENT) * max(0.0, float(normal @ LIGHT))


def draw_face(table: Image.Image, face: Image.Image, place: Array, light: float) -> None:
    """Draw a picture of DPI whose point (x, y) in mm lies at place @ (x, y, 1) on the table."""
    scale = DPI / 25.4
    from_pixel = CAMERA @ np.vstack([place, [0, 0, 1]]) @ np.diag([1 / scale, 1 / scale, 1])
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


def draw_area(table: Image.Image, points: Array, colour: tuple[int, int, int], light: float) -> None:
    """Draw a plain polygon."""
    fill = tuple(min(255, round(part * light)) for part in colour)
    ImageDraw.Draw(table).polygon(seen(points), fill=fill)


def draw_shadow(
    table: Image.Image, outlines: Sequence[Array], ground: float, *, soft: float, dark: int
) -> None:
    """Draw the shadow that outlines throw on a level so high above the table; `soft` is in mm."""
    mask = Image.new("L", table.size, 0)
    pen = ImageDraw.Draw(mask)
    for points in outlines:
        fallen = points - np.outer((points[:, 2] - ground) / LIGHT[2], LIGHT)
        pen.polygon(seen(fallen), fill=dark)
    blurred = mask.filter(ImageFilter.GaussianBlur(soft * FINER))
    table.paste(Image.new("RGB", table.size, (38, 26, 14)), (0, 0), blurred)


# What lies and stands on the table.


def turned(degrees: float, axis: str = "z") -> Array:
    """Return a turn about an axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {
        "x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def lay(
    table: Image.Image,
    piece: Cut,
    x: float,
    y: float,
    *,
    turn: float = 0.0,
    low: float = 0.0,
    thick: float = CARD_MM,
    edge: tuple[int, int, int] = PAPER,
) -> None:
    """Lay a flat piece with its middle at (x, y) and its lower side so high."""
    width, height = piece.size
    spin = turned(turn)
    across, down = spin @ (1, 0, 0), spin @ (0, -1, 0)
    corner = np.array([x, y, low]) - across * width / 2 - down * height / 2
    flat = np.array([corner + across * u + down * v for u, v in piece.outline])
    draw_shadow(table, [flat + thick * UP], low, soft=1.6 + thick / 4, dark=110)
    for number, step in enumerate(np.arange(0, thick, 0.25)):
        line = 0.06 if number % 4 == 0 and thick > BOARD_MM else 0.0  # between cards of a pile
        draw_area(table, flat + step * UP, edge, 0.74 + 0.16 * step / thick - line * (edge is PAPER))
    place = np.column_stack([across, down, corner + thick * UP])
    draw_face(table, piece.picture, place, brightness(UP))


def stand(table: Image.Image, piece: Cut, root: str, up: Array, at: tuple[float, float]) -> None:
    """Put the solid that a net folds up to on the table; `up` turns it from where its panel `root` lies in front."""
    net = piece.component.net
    assert net is not None
    bend = dict.fromkeys((part.name for part in parts_of(net)), bend_of_solid(net))
    flat = {part.name: np.array(part.points) for part in parts_of(net)}
    solid = {
        part.name: (np.array(part.points) * (1, -1, 1)) @ up.T
        for part in folded(net, root=root, bend=bend)
        if part.role == "panel"
    }
    every = np.vstack(list(solid.values()))
    middle = (every.max(axis=0) + every.min(axis=0)) / 2
    move = np.array([*at, 0]) - (middle[0], middle[1], every[:, 2].min())
    placed = {name: points + move for name, points in solid.items()}
    inside = np.vstack(list(placed.values())).mean(axis=0)
    draw_shadow(table, list(placed.values()), 0.0, soft=5, dark=105)
    draw_shadow(table, list(placed.values()), 0.0, soft=1.2, dark=60)
    for name, points in placed.items():
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
    box = flat.min(axis=0), flat.max(axis=0)
    rim = [(box[0][0], box[0][1]), (box[1][0], box[0][1]), (box[1][0], box[1][1]), (box[0][0], box[1][1])]
    if len(points) > RECTANGLE:  # through a notch the flap behind is seen
        behind = np.array([place @ (u, v, 1) for u, v in rim]) - normal * 0.4
        draw_area(table, behind, PAPER, light * 0.9)
    draw_face(table, masked(piece.picture, [tuple(each) for each in flat]), place, light)


FRONT_UP = turned(90, "x")
"""Stands a box on its foot with its front to us."""


def fan(table: Image.Image, cards: Sequence[Cut], x: float, y: float, *, turn: float, spread: float) -> None:
    """Lay cards like a hand that is spread, each upon the one before; (x, y) is the middle of the fan."""
    count, reach = len(cards), 150.0
    for index, card in enumerate(cards):
        angle = turn - spread * (index - (count - 1) / 2)
        out = turned(angle) @ (0, reach, 0)
        back = turned(turn) @ (0, reach, 0)
        lay(table, card, x + out[0] - back[0], y + out[1] - back[1], turn=angle, low=CARD_MM * index)


def table_top() -> Image.Image:
    """Return the empty table in the light of a lamp on the left."""
    width, height = (side * FINER for side in SIZE)
    down, across = np.mgrid[0:height, 0:width]
    far = np.hypot((across / width - 0.36) * 1.25, (down / height - 0.3) * 0.95)
    light = np.clip(1.06 - 0.42 * far**1.5, 0, 1.1)[..., None]
    grain = np.random.default_rng(7).normal(0, 1.1, (height, width, 1))
    colour = np.array([222, 208, 186]) * light + grain
    return Image.fromarray(np.clip(colour, 0, 255).astype("uint8"))


def hexagon(table: Image.Image, tiles: Sequence[Cut], x: float, y: float, *, turn: float) -> None:
    """Lay six triangles around a point."""
    for index, tile in enumerate(tiles):
        angle = turn + 60 * index
        out = turned(angle) @ (0, -tile.size[1] / 2 - 0.4, 0)
        lay(table, tile, x + out[0], y + out[1], turn=angle, thick=BOARD_MM, edge=GREY_BOARD)


def table_with_games() -> Image.Image:
    """Return the picture."""
    table = table_top()
    broccoli, green, *food = pieces(
        "yes_broccoli",
        "box/box",
        "food/apple.back",
        "food/broccoli",
        "food/apple",
        "bids/red-7",
        "powers/picky_eater",
    )
    yogire, *net = pieces("yogire", "box/box", "cards/YG07", "cards/YG22", "cards/YG01")
    yoggity, coin, part, paint, other, *orders = pieces(
        "yoggity",
        "box/box",
        "coins/coin",
        "stickers/triangle",
        "stickers/red",
        "stickers/blue",
        "orders/robot",
        "colors/purple",
        "orders/tv_set",
    )
    ryb, red, yellow, blue, bank, *goals = pieces(
        "ryb",
        "box/box",
        "dice/red",
        "dice/yellow",
        "dice/blue",
        "bank_markers/bank-5",
        "cards/red-6",
        "cards/orange-9",
        "cards/black-18",
    )
    *tiles, die = pieces(
        "ingeniators", "tiles/RRR", "tiles/RRY", "tiles/RBB", "tiles/YYY", "tiles/BBB", "dice/first"
    )
    boxes = ((broccoli, -243, 100, 16), (yogire, -88, 116, -9), (yoggity, 72, 116, 11), (ryb, 232, 98, -17))
    for box, x, y, turn in boxes:
        stand(table, box, "front", turned(turn) @ FRONT_UP, (x, y))
    fan(table, food, -212, -38, turn=15, spread=12)
    fan(table, net, -68, -8, turn=4, spread=13)
    fan(table, orders, 78, -8, turn=-4, spread=13)
    fan(table, goals, 216, -36, turn=-16, spread=14)

    lay(table, green, -196, -142, turn=-24, thick=14)
    hexagon(table, [*tiles, tiles[0]], -96, -134, turn=8)
    for x, y, turn in ((-22, -104, 15), (-34, -158, 50), (2, -130, 100)):
        stand(table, die, "1", turned(turn) @ turned(180, "x"), (x, y))
    for sticker, x, y, turn in ((paint, 46, -108, 20), (part, 36, -146, -8), (other, 66, -134, 40)):
        lay(table, sticker, x, y, thick=DISC_MM, edge=WOOD, turn=turn)
    for number, (x, y) in enumerate(((114, -112), (112, -111), (115, -113), (106, -146), (134, -140))):
        lay(
            table,
            coin,
            x,
            y,
            turn=47 * number,
            low=BOARD_MM * (number % 3 if number < 3 else 0),
            thick=BOARD_MM,
            edge=GREY_BOARD,
        )
    for cube, x, y, up in (
        (red, 168, -124, turned(28)),
        (yellow, 208, -118, turned(-35) @ turned(90, "x")),
        (blue, 190, -158, turned(62) @ turned(90, "y")),
    ):
        stand(table, cube, "2", up, (x, y))
    lay(table, bank, 240, -146, turn=-12, thick=BOARD_MM, edge=GREY_BOARD)
    return table.resize(SIZE, Image.Resampling.LANCZOS)
