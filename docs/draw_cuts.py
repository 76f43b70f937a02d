"""Sheets with the order of their cuts, drawn for docs/printing.md over pages of builds."""  # noqa: INP001

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw, ImageFont

from pnp.__main__ import run
from pnp.export.image_files import page_picture
from pnp.export.marks_layer import font_file
from pnp.impose.grid import Layout
from pnp.impose.layouts import lay_out
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.geometry import MM_PER_UNIT, Point
from pnp.model.papers import PAPERS

DOCS = Path(__file__).resolve().parent
DPI = 44
FINER = 3  # drawn so many times as large, then made smaller
SHEETS = (("yes_broccoli", "food"), ("ingeniators", "tiles"))
ORDER = ("#d6006c", "#0067b8", "#2e7d32")  # the colours of the first cuts, the second and the third
OUTSIDE_MM = 6.0  # from the pieces to the end of a line


def ordered_cuts() -> list[Image.Image]:
    """Return a sheet of cards and one of triangles, with their cuts in the colours of ORDER."""
    return [_sheet(game, component) for game, component in SHEETS]


def _sheet(game: str, component: str) -> Image.Image:
    loaded = load_game(find_project(DOCS), game).game
    assert loaded is not None
    part = next(each for each in loaded.components if each.id == component)
    layout = lay_out(part, PAPERS["a4"], copies=part.copies)
    assert layout is not None
    with TemporaryDirectory() as name:
        order = ["build", game, "--component", component, "--paper", "a4", "--no-svg", "-q", "--out", name]
        assert run(order) == 0
        page = page_picture(Path(name) / game / "a4" / f"{component}.pdf", 0, dpi=DPI * FINER)
    shown = Image.blend(page.convert("RGB"), Image.new("RGB", page.size, "white"), 0.5)
    pen, scale = ImageDraw.Draw(shown), DPI * FINER / MM_PER_UNIT["in"]
    font = ImageFont.truetype(str(font_file()), 16 * FINER)
    ways = list(filter(None, _cuts(layout)))
    for lines, colour in zip(ways, ORDER, strict=False):
        for line in lines:
            pen.line([(x * scale, y * scale) for x, y in line], fill=colour, width=FINER * 3 // 2)
    for number, (lines, colour) in enumerate(zip(ways, ORDER, strict=False), 1):
        x, y = (each * scale for each in lines[0][number % 2])  # one at its start, the next at its end
        x = min(max(x, 14 * FINER), page.width - 14 * FINER)
        pen.circle((x, y), 13 * FINER, fill=colour)
        pen.text((x, y), str(number), "white", font, anchor="mm")
    return shown.convert("RGBA").resize((page.width // FINER, page.height // FINER), Image.Resampling.LANCZOS)


def _cuts(layout: Layout) -> Iterator[list[tuple[Point, Point]]]:
    """Yield the cuts of each direction: slants, then up and down, then across."""
    box, out = layout.bounds, OUTSIDE_MM
    for falls in (False, True):
        yield [(high, low) for high, low in layout.slanted_cuts if (high[0] < low[0]) is falls]
    yield [((x, box.y - out), (x, box.bottom + out)) for x in layout.cut_xs]
    yield [((box.x - out, y), (box.right + out, y)) for y in layout.cut_ys]
