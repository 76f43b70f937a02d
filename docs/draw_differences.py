"""A page that differs, as `pnp verify --explain` draws it, for docs/security.md: a crop mark cut off, a spot on a card."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
from PIL import Image

from pnp.__main__ import run

GAME = "yes_broccoli"
SPOILT = b"q 0.75 g 60 700 3 10 re f Q q 1 g 200 815 40 20 re f Q"


def difference() -> Image.Image:
    """Return the picture of a page that somebody drew upon."""
    with TemporaryDirectory() as name:
        run(["build", GAME, "--component", "food", "--paper", "a4", "-q", "--out", name])
        with pikepdf.open(Path(name, GAME, "a4/food.pdf"), allow_overwriting_input=True) as pdf:
            pdf.pages[0].contents_add(SPOILT)
            pdf.save()
        run(["verify", GAME, "--explain", "--out", name])
        return Image.open(Path(name, GAME, "verify/a4-food-page-1.png")).convert("RGB").copy()
