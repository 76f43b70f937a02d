"""The target of a goal is clean: digits that keep apart, on one colour that reaches all around them."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from boxes import Box
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.renderers import engine
from pnp.export.image_files import face_picture
from pnp.load.project import find_project
from pnp.render.faces import render
from pnp.templates.palette import luminance

ROOT = Path(__file__).parents[2]
DOTS_PER_MM = 6
SIZES = {6: 0.68, 9: 0.77, 12: 0.85, 15: 0.92, 18: 0.97}
"""How large the creature is that sits on the goal, by its target."""

COLORS = ("yellow", "green", "black")
"""A goal of one, of two and of three paints."""

BELLIES = {"yellow": 5, "green": 5.4, "black": 6}
"""How far below the middle of the creature its target is, at the size 1."""


def belly(color: str, target: int) -> tuple[float, float, float, float]:
    """Return the part of the card, in mm from its top left, that holds the target and no other drawing on its colour."""
    size = SIZES[target]
    middle = 69.6 - 28.5 * size + BELLIES[color] * size
    return 31.5 - 14 * size, middle - 9.6 * size, 31.5 + 14 * size, middle + 9.6 * size


@cache
def middles() -> dict[str, Image.Image]:
    project, box = find_project(ROOT), Box("ryb")
    cards = box.component("cards")
    ids = {f"{color}-{target}" for color in COLORS for target in SIZES}
    fonts = fonts_of(project)
    drawn = render(cards, render_context(project, box.game, fonts), only=frozenset(ids))
    pages = engine().convert(list(drawn.deck.faces.values()), drawn.fonts)
    found = {}
    for piece, face in drawn.deck.fronts.items():
        color, _, target = piece.partition("-")
        box = [round(DOTS_PER_MM * (cards.bleed + each)) for each in belly(color, int(target))]
        found[piece] = face_picture(pages, face, dpi=DOTS_PER_MM * 25.4).convert("RGB").crop(box)
    return found


def near(picture: Image.Image, color: str) -> Image.Image:
    away = ImageChops.difference(picture, Image.new("RGB", picture.size, color)).split()
    return ImageChops.lighter(ImageChops.lighter(away[0], away[1]), away[2]).point(
        lambda grey: 255 * (grey < 40)
    )


def count_shapes(mask: Image.Image) -> int:
    left, count = mask.copy(), 0
    while spot := left.getbbox():
        row = next(x for x in range(left.width) if left.getpixel((x, spot[1])))
        ImageDraw.floodfill(left, (row, spot[1]), 0)
        count += 1
    return count


@pytest.mark.parametrize("target", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_a_target_stands_on_its_own_colour(color: str, target: int) -> None:
    palette = {
        "yellow": ("#ffcc14", "#221e2b"),
        "green": ("#3aa04d", "#221e2b"),
        "black": ("#221e2b", "#ffffff"),
    }
    paint, ink = palette[color]
    picture = middles()[f"{color}-{target}"]
    numeral = near(picture, ink)
    assert count_shapes(numeral) == 2, "two digits, or the line below 6 and 9"
    edge = numeral.filter(ImageFilter.MaxFilter(5))  # anti-aliased
    around = numeral.filter(ImageFilter.MaxFilter(2 * DOTS_PER_MM + 1))  # 1 mm
    foreign = ImageChops.subtract(ImageChops.subtract(around, edge), near(picture, paint))
    assert foreign.getbbox() is None


HEADER: dict[str, Any] = yaml.safe_load((ROOT / "card_data/ryb/game.yaml").read_text(encoding="utf-8"))
MIXES: dict[str, list[str]] = HEADER["facts"]["mixes"]


def test_the_seven_paints_are_seven_greys() -> None:
    greys = sorted(luminance(HEADER["palette"][color]) ** (1 / 3) for color in MIXES)
    assert min(b - a for a, b in pairwise(greys)) > 0.05  # 6 steps of L*


def test_every_colour_has_a_shape_of_its_own() -> None:
    folder = ROOT / "templates" / "ryb"
    shapes = [(folder / f"icons/shape-{each}.svg").read_text(encoding="utf-8") for each in MIXES]
    assert len(set(shapes)) == len(MIXES)
