"""The picture of docs/calibration.md: the page, and a corner of it as it looks when held up to the light."""  # noqa: INP001

import io
from dataclasses import replace

import pypdfium2
from PIL import Image, ImageChops

from pnp.export.calibration_page import calibration_sides
from pnp.export.marks_layer import MarksPage, draw
from pnp.model.line_styles import Stroke
from pnp.model.papers import find_paper
from pnp.model.sheet import stroke_behind

DPI = 72
CORNER = (0, 0, 68, 100)
"""mm of the page that are shown large: left, top, right, bottom."""

SHIFT = (0.6, -0.4)
"""mm by which the back of the picture lies further right and down."""

PAPER_WHITE, SHINES_THROUGH = (255, 253, 244), (150, 140, 120)


def calibration() -> list[Image.Image]:
    """Return the front, the back, and a corner of both, held up to the light."""
    front, back = calibration_sides(find_paper("a4"))
    behind = (stroke_behind(stroke, back.size, "vertical") for stroke in back.strokes)
    across, down = SHIFT
    seen = MarksPage(back.size, tuple(_moved(stroke, across, down) for stroke in behind), ())
    whole = [_drawn(side, DPI).convert("RGBA") for side in (front, back)]
    scale = 2.1 * DPI / 25.4
    box = tuple(round(edge * scale) for edge in CORNER)
    large = [_drawn(side, 2.1 * DPI).crop(box) for side in (front, seen)]
    pale = Image.composite(
        Image.new("RGB", large[1].size, PAPER_WHITE),
        Image.new("RGB", large[1].size, SHINES_THROUGH),
        large[1].convert("L"),
    )
    return [*whole, ImageChops.multiply(large[0], pale).convert("RGBA")]


def _moved(stroke: Stroke, across: float, down: float) -> Stroke:
    return replace(
        stroke, x1=stroke.x1 + across, x2=stroke.x2 + across, y1=stroke.y1 + down, y2=stroke.y2 + down
    )


def _drawn(side: MarksPage, dpi: float) -> Image.Image:
    content, _ = draw([side])
    with pypdfium2.PdfDocument(io.BytesIO(content)) as pdf:
        picture: Image.Image = pdf[0].render(scale=3 * dpi / 72).to_pil().convert("RGB")
    return picture.resize((picture.width // 3, picture.height // 3), Image.Resampling.LANCZOS)
