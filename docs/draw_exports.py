"""What shops and tables on a screen get of a game, drawn for docs/shops.md from the exports themselves."""  # noqa: INP001

import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from PIL import Image, ImageDraw

from pnp.__main__ import run
from pnp.export.image_files import page_picture
from pnp.model.geometry import MM_PER_UNIT, Size

DPI = 72
FINER = 3  # drawn so many times as large, then made smaller
CUT = "#d6006c"  # the line that the shop cuts along
CORNER_MM = 3.0
POKER, GAME = Size(63.5, 88.9), Size(62.99, 87.88)  # how large the cards are that come back


def exported(target: str, game: str, folder: Path, *more: str) -> Path:
    """Return the folder of an export."""
    assert run(["export", target, game, "--out", str(folder), "-q", *more]) < 2  # 1: not what the shop takes
    return folder / game / "export" / target


def to_be_cut(picture: Image.Image, size: Size) -> Image.Image:
    """Return a picture that was drawn FINER with the line that it is cut along."""
    scale = DPI * FINER / MM_PER_UNIT["in"]
    shown = picture.convert("RGB")
    left, top = (shown.width - size.width * scale) / 2, (shown.height - size.height * scale) / 2
    box = (left, top, shown.width - left, shown.height - top)
    ImageDraw.Draw(shown).rounded_rectangle(box, CORNER_MM * scale, outline=CUT, width=FINER)
    return smaller(shown, FINER)


def smaller(picture: Image.Image, times: float) -> Image.Image:
    """Return a picture on nothing, so many times as small."""
    size = (round(picture.width / times), round(picture.height / times))
    return picture.convert("RGBA").resize(size, Image.Resampling.LANCZOS)


def exports() -> list[list[Image.Image]]:
    """Return cards as three shops get them, and below them a sheet of cards and pieces for tables on a screen."""
    fine = str(DPI * FINER)
    with TemporaryDirectory() as name:
        folder = Path(name)
        makeplayingcards = exported("makeplayingcards", "yes_broccoli", folder, "--dpi", fine)
        thegamecrafter = exported("thegamecrafter", "yes_broccoli", folder, "--dpi", fine)
        drivethru = exported("drivethrucards", "yoggity", folder, "--component", "orders")
        simulator = exported("tts", "yes_broccoli", folder, "--component", "food")
        screen = exported("pcio", "ingeniators", folder, "--component", "tiles") / "ingeniators.pcio"
        front, back = (page_picture(drivethru / "poker/orders.pdf", n, dpi=DPI * FINER) for n in (1, 0))
        with zipfile.ZipFile(screen) as packed:
            names = ("RYY", "RRB", "back")
            pieces = [opened(packed.open(f"userassets/tiles-{each}.png")) for each in names]
        cards = [
            to_be_cut(opened(makeplayingcards / "game/food/front/001-broccoli.png"), GAME),
            to_be_cut(opened(thegamecrafter / "euro-poker-deck/food/apple[face,3].png"), GAME),
            to_be_cut(opened(thegamecrafter / "euro-poker-deck/food/back.png"), GAME),
            *(to_be_cut(page, POKER) for page in (front, back)),
        ]
        sheet = opened(simulator / "Mods/Images/yes_broccoli-food-1.jpg")
    return [cards, [smaller(sheet, sheet.width / 560), *(smaller(each, 2) for each in pieces)]]


def opened(source: Path | IO[bytes]) -> Image.Image:
    """Return a picture of a file that may be gone later."""
    with Image.open(source) as picture:
        picture.load()
        return picture
