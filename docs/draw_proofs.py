"""A draft with a face that has an error, and proofs of three faces, drawn for docs/proof.md from the games."""  # noqa: INP001

import shutil
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from pnp.__main__ import run
from pnp.export.image_files import page_picture

ROOT = Path(__file__).resolve().parent.parent
GAME = "yes_broccoli"
FINER = 3  # drawn so many times as large, then made smaller
PROOFS = ((GAME, "food", 0), ("yoggity", "coins", 0), ("ingeniators", "tiles", 0))
"""Game, component and page."""


def draft_sheet() -> Image.Image:
    """Return the upper part of a sheet on which one card has a name that does not fit."""
    with TemporaryDirectory() as name:
        root = Path(name)
        for folder in (f"card_data/{GAME}", f"templates/{GAME}", "templates/base"):
            shutil.copytree(ROOT / folder, root / folder)
        food = root / f"card_data/{GAME}/food.yaml"
        long = "Broccoli that goes on and on, and then on for a while, until nobody knows"
        food.write_text(
            food.read_text(encoding="utf-8").replace("name: Broccoli,", f'name: "{long}",'), encoding="utf-8"
        )
        only = ["--component", "food", "--paper", "a4", "-q", "--out", name]
        with chdir(root):
            run(["build", GAME, "--draft", *only])
        page = _shown(root / GAME / "draft/a4/food.pdf", 0, 60)
        return page.crop((0, 0, page.width, round(page.height * 0.4)))


def proofs() -> list[Image.Image]:
    """Return the proofs of a card, a coin and a tile."""
    with TemporaryDirectory() as name:
        for game, component, _ in PROOFS:
            assert run(["build", game, "--proof", "--component", component, "-q", "--out", name]) == 0
        return [_shown(Path(name) / game / "proof" / f"{part}.pdf", page, 84) for game, part, page in PROOFS]


def _shown(path: Path, page: int, dpi: int) -> Image.Image:
    picture = page_picture(path, page, dpi=dpi * FINER).convert("RGBA")
    return picture.resize((picture.width // FINER, picture.height // FINER), Image.Resampling.LANCZOS)
