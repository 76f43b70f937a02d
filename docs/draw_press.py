"""Pages of press files, their spot colours wide enough to be seen, drawn for docs/press.md from the exports."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
from PIL import Image

from pnp.__main__ import run
from pnp.export.image_files import page_picture

DPI = 84
FINER = 3  # drawn so many times as large, then made smaller
LINE = b"1.4 w"
SHOWN = (
    ("yogire", "cards", 0),
    ("yogire", "cards", 1),
    ("yoggity", "coins", 0),
    ("ingeniators", "tiles", 0),
    ("ingeniators", "dice", 0),
    ("ingeniators", "valves", 0),
)
"""Game, component and page."""


def press_pages() -> list[Image.Image]:
    """Return pages of a card, a coin, a tile, a die and a marker, up to the edge of their bleed."""
    shown = []
    with TemporaryDirectory() as name:
        for game in dict.fromkeys(game for game, _, _ in SHOWN):
            wanted = dict.fromkeys(component for of, component, _ in SHOWN if of == game)
            components = [word for each in wanted for word in ("--component", each)]
            assert run(["export", "press", game, *components, "-q", "--out", name]) == 0
        for game, component, index in SHOWN:
            file = Path(name) / game / "export/press" / f"{component}.pdf"
            page = page_picture(with_wide_lines(file, index), 0, dpi=DPI * FINER).convert("RGBA")
            shown.append(page.resize((page.width // FINER, page.height // FINER), Image.Resampling.LANCZOS))
    return shown


def with_wide_lines(file: Path, index: int) -> Path:
    """Return a file with one page of another, on which cut lines and folds are seen."""
    path = file.with_name(f"{file.stem}-{index}.pdf")
    with pikepdf.open(file) as whole, pikepdf.Pdf.new() as alone:
        alone.pages.append(whole.pages[index])
        lines = alone.pages[0].obj.Contents[1]
        lines.write(lines.read_bytes().replace(b"0.25 w", LINE))
        alone.save(path)
    return path
