"""The same corner of a sheet with every kind of marks, drawn for docs/printing.md from builds."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from pnp.__main__ import run
from pnp.export.image_files import page_picture
from pnp.model.geometry import MM_PER_UNIT
from pnp.model.line_styles import MARKS

DPI = 96
FINER = 4  # drawn so many times as large, then made smaller
SHOWN_MM = (0.0, 0.0, 84.0, 122.0)  # left, top, right, bottom: one card and a little of its neighbours


def marked_corners() -> list[Image.Image]:
    """Return the top left corner of a sheet of cards with each kind of marks."""
    return [_corner(marks) for marks in MARKS]


def _corner(marks: str) -> Image.Image:
    with TemporaryDirectory() as name:
        order = ["build", "yes_broccoli", "--component", "food", "--paper", "a4", "--marks", marks]
        assert run([*order, "--no-svg", "-q", "--out", name]) == 0
        page = page_picture(Path(name) / "yes_broccoli/a4/food.pdf", 0, dpi=DPI * FINER)
    scale = DPI * FINER / MM_PER_UNIT["in"]
    left, top, right, bottom = (round(side * scale) for side in SHOWN_MM)
    part = page.crop((left, top, right, bottom)).convert("RGBA")
    return part.resize((part.width // FINER, part.height // FINER), Image.Resampling.LANCZOS)
