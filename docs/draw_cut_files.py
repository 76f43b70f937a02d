"""Sheets and what a machine gets of them, drawn for docs/cutting.md from a build."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

import ezdxf
from ezdxf.path import make_path
from PIL import Image, ImageDraw

from pnp.__main__ import run
from pnp.export.image_files import page_picture
from pnp.model.geometry import MM_PER_UNIT

DPI = 48
SQUARE = 8  # pixels
FINER = 3  # drawn so many times as large, then made smaller
COLOURS = {"CUT": "#ff0000", "SCORE": "#0000ff", "REGMARKS": "#000000"}
SHEETS = ("ingeniators/a4/dice", "ingeniators/a4/tiles")


def cut_sheets() -> list[Image.Image]:
    """Return a sheet of dice and one of tiles, each followed by the lines in its DXF file."""
    shown = []
    with TemporaryDirectory() as name:
        wanted = ("--component", "dice", "--component", "tiles")
        order = (
            "build",
            "ingeniators",
            *wanted,
            "--paper",
            "a4",
            "--cut",
            "dxf",
            "--no-svg",
            "-q",
            "--out",
            name,
        )
        assert run(list(order)) == 0
        for sheet in SHEETS:
            page = page_picture(Path(name) / f"{sheet}.pdf", 0, dpi=DPI * FINER).convert("RGB")
            shown += [page, lines_of(Path(name) / f"{sheet}.cut-1.dxf", page.size)]
    return [smaller(each) for each in shown]


def registered_sheet() -> list[Image.Image]:
    """Return a sheet of tiles with registration marks, and the lines in its DXF file."""
    with TemporaryDirectory() as name:
        order = ["build", "ingeniators", "--component", "tiles", "--paper", "a4", "--cut", "silhouette"]
        assert run([*order, "--no-svg", "-q", "--out", name]) == 0
        sheet = Path(name) / "ingeniators/silhouette/a4/tiles"
        page = page_picture(sheet.with_suffix(".pdf"), 0, dpi=DPI * FINER).convert("RGB")
        return [smaller(page), smaller(lines_of(sheet.with_suffix(".cut-1.dxf"), page.size))]


def pictures_to_cut() -> list[Image.Image]:
    """Return a picture of cards and one of tiles as Design Space gets them, on a chequered ground."""
    with TemporaryDirectory() as name:
        order = ["build", "ingeniators", "--component", "tiles", "--component", "aids", "--paper", "a4"]
        assert run([*order, "--cut", "cricut", "-q", "--out", name]) == 0
        folder = Path(name) / "ingeniators/cricut/a4"
        return [chequered(Image.open(folder / file)) for file in ("aids-1.png", "tiles-3.png")]


def chequered(picture: Image.Image) -> Image.Image:
    """Return a transparent picture as painting programs show it, on squares of grey."""
    scale = DPI / picture.info["dpi"][0]
    small = picture.resize([round(side * scale) for side in picture.size], Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", small.size, "white")
    pen = ImageDraw.Draw(ground)
    for x in range(0, small.width, SQUARE):
        for y in range(x // SQUARE % 2 * SQUARE, small.height, 2 * SQUARE):
            pen.rectangle((x, y, x + SQUARE - 1, y + SQUARE - 1), fill="#d4d4d4")
    ground.alpha_composite(small)
    return ground


def lines_of(file: Path, size: tuple[int, int]) -> Image.Image:
    """Return the lines of a DXF file on a page of so many pixels."""
    scale = DPI * FINER / MM_PER_UNIT["in"]
    page = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(page)
    for entity in ezdxf.readfile(file).modelspace():
        points = [
            (point.x * scale, size[1] - point.y * scale) for point in make_path(entity).flattening(0.05)
        ]
        pen.line(points, fill=COLOURS[entity.dxf.layer], width=FINER)
    return page


def smaller(picture: Image.Image) -> Image.Image:
    """Return a picture that was drawn FINER."""
    size = (picture.width // FINER, picture.height // FINER)
    return picture.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
