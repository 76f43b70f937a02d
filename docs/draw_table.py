"""A table with pieces of the five games as they are when they have been cut and folded: a rendering of their own faces."""  # noqa: INP001

from collections.abc import Sequence

import numpy as np
from cut_pieces import DPI, Cut, machine, pieces
from PIL import Image, ImageFilter
from table_view import (
    BOARD_MM,
    CARD_MM,
    FINER,
    FRONT_UP,
    GREY_BOARD,
    SIZE,
    draw_face,
    lay,
    placed,
    stand,
    turned,
)

WOOD = (214, 178, 128)
DISC_MM = 6.0
PLANK = (900, 64)  # mm
PLANKS, SEED = 12, 5


def table_top() -> Image.Image:
    """Return the empty table: planks of dark wood, lighter in the middle."""
    table = Image.new("RGB", (SIZE[0] * FINER, SIZE[1] * FINER))
    boards = planks().convert("RGBA")
    width, height = boards.width * 25.4 / DPI, boards.height * 25.4 / DPI
    draw_face(table, boards, np.array([[1, 0, -width / 2], [0, -1, height / 2], [0, 0, 0]]), 1.0)
    down, across = np.mgrid[-1 : 1 : table.height * 1j, -1 : 1 : table.width * 1j]
    light = np.clip(1.1 - 0.26 * np.hypot(across + 0.15, down * 0.8 + 0.1) ** 2, 0.6, 1.1)[..., None]
    return Image.fromarray(np.clip(np.asarray(table) * light, 0, 255).astype("uint8"))


def planks() -> Image.Image:
    """Return planks side by side with a soft grain along them."""
    scale = DPI / 25.4
    chance = np.random.default_rng(SEED)
    length, width = (round(each * scale) for each in PLANK)
    shown = Image.new("RGB", (length, width * PLANKS), (52, 32, 20))
    for number in range(PLANKS):
        grain = np.zeros((width, length))
        for along, across, strong in ((5, 9, 7.0), (7, 30, 5.0), (16, 90, 3.5)):
            noise = Image.fromarray(chance.normal(0, strong, (across, along)).astype("float32"))
            grain += np.asarray(noise.resize((length, width), Image.Resampling.BICUBIC))
        tone = np.array([150, 104, 68]) * chance.uniform(0.9, 1.08)
        wood = np.clip(tone + grain[..., None] * (1.0, 0.8, 0.6), 0, 255).astype("uint8")
        shown.paste(Image.fromarray(wood[: width - round(0.7 * scale)]), (0, number * width))
    return shown.filter(ImageFilter.GaussianBlur(1.5))


def fan(table: Image.Image, cards: Sequence[Cut], x: float, y: float, *, turn: float) -> None:
    """Lay cards like a hand that is spread, each upon the one before; (x, y) is the middle of the hand."""
    reach, spread = 210.0, 8.5
    back = turned(turn) @ (0, reach, 0)
    for index, card in enumerate(cards):
        angle = turn - spread * (index - (len(cards) - 1) / 2)
        out = turned(angle) @ (0, reach, 0) - back
        lay(
            table,
            card,
            placed(card, x + out[0], y + out[1], turn=angle, low=BOARD_MM + CARD_MM * (index + 1)),
        )


def ingeniators(table: Image.Image, x: float, y: float, *, turn: float) -> None:
    """Lay the board with a machine that is planned and partly built, and the dice behind it."""
    kinds = ("RRY", "BBB", "RBB", "YYB", "RYY", "RRB", "YBB", "YYY", "RRR")
    board, die, *tiles = pieces(
        "ingeniators", "board/board", "dice/first", *(f"tiles/{kind}" for kind in kinds)
    )
    at = placed(board, x, y, turn=turn)
    lay(table, board, at, thick=BOARD_MM, edge=GREY_BOARD)
    assert board.component.board
    spaces = {space.id: space for space in board.component.board.spaces}
    planned = machine(tiles, [spaces[f"blueprint-{letter}"] for letter in "cihgbjkopnqda"])
    workshop = spaces["workshop-c"].points[0][0] - spaces["blueprint-c"].points[0][0]
    copies = [(each, each.x + workshop) for each in planned[:7]]
    for each, left in [*((each, each.x) for each in planned), *copies]:
        across, down, _ = at @ (left, each.y, 1)
        spot = placed(
            each.tile,
            across,
            down,
            turn=turn + each.turn,
            low=BOARD_MM,
            pivot=(each.tile.size[0] / 2, each.tile.size[1] * 2 / 3),
        )
        lay(table, each.tile, spot, thick=BOARD_MM, edge=GREY_BOARD)
    for left, behind, angle in ((14, 138, 15), (38, 134, 100), (137, 138, 50)):
        stand(table, die, "1", turned(angle) @ turned(180, "x"), (left, behind, 0))


def yoggity_board(table: Image.Image, x: float, y: float, *, turn: float) -> None:
    """Lay the board with parts on it, and coins beside its title."""
    board, coin, *parts = pieces(
        "yoggity", "board/board", "coins/coin", "stickers/triangle", "stickers/stick", "stickers/square"
    )
    at = placed(board, x, y, turn=turn)
    lay(table, board, at, thick=BOARD_MM, edge=GREY_BOARD)
    for part, spot in (
        (parts[0], (50, 118)),
        (parts[1], (50, 152)),
        (parts[0], (87, 118)),
        (parts[2], (87, 185)),
    ):
        across, down, _ = at @ (*spot, 1)
        place = placed(part, across, down, turn=turn, low=BOARD_MM)
        lay(table, part, place, thick=DISC_MM, edge=WOOD)
    for number, spot in enumerate(((82, 88), (82, 88), (82, 88), (57, 76))):
        across, down, _ = at @ (*spot, 1)
        low = BOARD_MM * (1 + number % 3)
        lay(
            table,
            coin,
            placed(coin, across, down, turn=47 * number, low=low),
            thick=BOARD_MM,
            edge=GREY_BOARD,
        )


def dice(table: Image.Image) -> None:
    """Put the dice for colours on the left, and a marker beside them."""
    red, yellow, blue, bank = pieces("ryb", "dice/red", "dice/yellow", "dice/blue", "bank_markers/bank-5")
    lay(table, bank, placed(bank, -256, 40, turn=12))
    for cube, x, y, up in (
        (yellow, -253, 76, turned(-35) @ turned(90, "x")),
        (red, -251, -6, turned(28)),
        (blue, -256, -46, turned(62) @ turned(90, "y")),
    ):
        stand(table, cube, "2", up, (x, y, 0))


def boxes_and_pile(table: Image.Image) -> None:
    """Put the boxes in a row at the back, and a pile of cards between them."""
    (pile,) = pieces("yes_broccoli", "food/apple.back")
    places = (
        ("ryb", -204, 140, 9),
        ("yes_broccoli", -120, 146, -6),
        ("yogire", 92, 144, 7),
        ("yoggity", 180, 148, -8),
    )
    lay(table, pile, placed(pile, -38, 158, turn=14), thick=16)
    for game, x, y, turn in places:
        (box,) = pieces(game, "box/box")
        stand(table, box, "front", turned(turn) @ FRONT_UP, (x, y, 0))


HANDS = (
    ("ryb", ("cards/red-6", "cards/orange-9", "cards/black-18"), -200, 7),
    ("yes_broccoli", ("food/broccoli", "bids/red-7", "powers/picky_eater"), -68, 2),
    ("yogire", ("cards/YG07", "cards/YG22", "cards/YG01"), 66, -2),
    ("yoggity", ("colors/purple", "orders/tv_set", "orders/robot"), 200, -7),
)
"""A hand of cards for each game in the foreground: where it lies and how it is turned."""


def table_with_games() -> Image.Image:
    """Return the picture."""
    table = table_top()
    yoggity_board(table, 354, 2, turn=-3)
    ingeniators(table, -38, 24, turn=1.5)
    boxes_and_pile(table)
    dice(table)
    for game, cards, x, turn in HANDS:
        fan(table, tuple(pieces(game, *cards)), x, -118, turn=turn)
    return table.resize(SIZE, Image.Resampling.LANCZOS)
