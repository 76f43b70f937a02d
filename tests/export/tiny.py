"""A tiny deck and its sheets, written as maps: each letter is a piece, laid out as one sees it on the page.

Cards are 20 x 30 mm with 2 mm of bleed, six to a page of 80 x 80 mm.
"""

import io
from functools import cache
from pathlib import Path

import font_fredoka_one
import pikepdf
import pypdfium2

from pnp.convert.renderers import engine
from pnp.export.pdf_objects import PdfMetadata
from pnp.export.sheet_pdf import write_pdf
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.face import Deck, Face, FacePages, face_key
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Stroke
from pnp.model.papers import Paper
from pnp.model.sheet import Caption, Placement, Sheet

FONT = Path(font_fredoka_one.__file__).parent / "files" / "FredokaOne-Regular.ttf"
CARD, BLEED = Size(20, 30), 2.0
PAPER = Paper("tiny", "Tiny", Size(80, 80), 5)
COLOURS = {
    "a": "#d00000",
    "b": "#00a000",
    "c": "#0000d0",
    "d": "#d0d000",
    "e": "#00d0d0",
    "W": "#ff8000",
    "K": "#404040",
}
"""Fronts in small letters; backs are W(arm), behind a b c, and K (cool), behind d e."""

BACK_OF = {"a": "W", "b": "W", "c": "W", "d": "K", "e": "K"}
MARKS = (Stroke(10, 1, 10, 4, 0.1, halo=True), Stroke(1, 40, 8, 40, 0.1, dashed=True))
META = PdfMetadata(
    "Tiny game – Food", "Food", credits="Ada & Bob", rights="CC BY 4.0", licence_url="https://example.org"
)


def face(name: str, *, width: float = CARD.width, height: float = CARD.height, more: str = "") -> Face:
    page = f"{-BLEED} {-BLEED} {width + 2 * BLEED} {height + 2 * BLEED}"
    x, y, w, h = page.split()
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="{page}">'
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{COLOURS[name]}"/>'
        '<path d="M2 2H8L2 8Z" fill="#ffffff"/>'
        f'<text x="3" y="24" font-family="Fredoka One" font-size="4">card-{name}</text>{more}</svg>'
    )
    return Face(face_key(svg), svg, Size(width, height), BLEED)


FACES = {name: face(name) for name in COLOURS}


@cache
def pages() -> FacePages:
    return engine().convert(tuple(FACES.values()), [FONT])


def deck(*, backs: bool = True) -> Deck:
    fronts = {name: FACES[name].key for name in BACK_OF}
    behind = {name: FACES[back].key for name, back in BACK_OF.items()} if backs else {}
    return Deck("food", {each.key: each for each in FACES.values()}, fronts, behind)


def component(**copies: int) -> Component:
    place = Place("card_data/tiny/food.yaml", 1, 1)
    pieces = tuple(Piece(name, copies.get(name, 1), {}, "front", "back", place) for name in BACK_OF)
    return Component("food", KINDS["cards"], "Food", CARD, 1, BLEED, 1, pieces, place)


def game(*components: Component) -> Game:
    return Game(
        "tiny", "Tiny game", "1", components or (component(),), Place("card_data/tiny/game.yaml", 1, 1)
    )


def sheet(
    picture: str,
    *,
    page: int = 1,
    flip: str = "long-edge",
    count: int = 1,
    turn: int = 0,
    size: Size = PAPER.size,
):
    """One side of a sheet: letters are pieces, "." is empty; even pages are backs when the flip has any."""
    side = "back" if flip in ("long-edge", "short-edge") and page % 2 == 0 else "front"
    number = (page + 1) // 2 if flip in ("long-edge", "short-edge") else page
    rows = [line.split() for line in picture.strip().splitlines()]
    seen: dict[str, int] = {}
    placements = []
    for row, names in enumerate(rows):
        for column, name in enumerate(names):
            if name != ".":
                seen[name] = seen.get(name, 0) + 1
                shown = FACES[BACK_OF[name] if side == "back" else name].key
                trim = Rect(10 + 20 * column, 10 + 30 * row, 20, 30)
                edges = (row == 0, column == len(names) - 1, row == len(rows) - 1, column == 0)
                top, right, bottom, left = (BLEED if edge else 0.0 for edge in edges)
                clip = trim.grown(left, top, right, bottom)
                placements.append(Placement(name, seen[name], shown, trim, clip, turn))
    captions = (Caption("Tiny game", 10, 77, 6), Caption(f"sheet {number} {side}", 40, 77, 6))
    return Sheet(
        "food", PAPER.name, size, side, flip, number, count, page, tuple(placements), MARKS, captions
    )


FRONT, BACK = "a b c\nd e .", "c b a\n. e d"
"""One of each, and what lies behind them when the page is turned over its long edge."""


def duplex() -> list[Sheet]:
    return [sheet(FRONT), sheet(BACK, page=2)]


def written(path: Path, sheets: list[Sheet] | None = None, converted: FacePages | None = None) -> Path:
    write_pdf(path, duplex() if sheets is None else sheets, converted or pages(), meta=META)
    return path


def seen(path: Path, page: int = 1) -> str:
    """The page as a map again, read from its pixels: the colour in the middle of each cell, as a letter."""
    with pypdfium2.PdfDocument(path) as document:
        picture = document[page - 1].render(scale=72 / 25.4).to_pil().convert("RGB")
    scale = picture.width / 80
    letters = {tuple(bytes.fromhex(colour[1:])): name for name, colour in COLOURS.items()} | {
        (255, 255, 255): "."
    }
    rows = []
    for row in range(2):
        spots = [(20 + 20 * column, 25 + 30 * row) for column in range(3)]
        rows.append(" ".join(letters[picture.getpixel((int(x * scale), int(y * scale)))] for x, y in spots))
    return "\n".join(rows)


def opened(path: Path) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(path.read_bytes()))
