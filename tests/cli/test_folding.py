"""Gutterfold, proved on the finished page: fold the picture of it, and each back lies behind its own face."""

import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from pnp.__main__ import run
from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.engines import engine
from pnp.export.image_files import face_picture, page_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.papers import find_paper
from pnp.render.faces import render

PROJECT = find_project(Path(__file__).parent)
PER_MM = 4  # pixels; trims of 63 x 88 mm are whole numbers of them
DPI = PER_MM * 25.4


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    out = tmp_path_factory.mktemp("folded")
    asked = ["--component", "cards", "--backs", "gutterfold", "--no-svg", "--quiet"]
    assert run(["build", "yogire", *asked, "--out", str(out)]) == 0
    return out / "yogire"


@pytest.fixture(scope="module")
def faces():
    game = load_game(PROJECT, "yogire").game
    component = next(each for each in game.components if each.id == "cards")
    rendered = render(component, render_context(PROJECT, game, fonts_of(PROJECT)))
    return rendered.deck, engine("typst").convert(tuple(rendered.deck.faces.values()), rendered.fonts)


@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_back_lies_behind_its_face_when_the_page_is_folded(built, faces, paper):
    deck, pages = faces
    sheets = [
        each for each in json.loads((built / "manifest.json").read_text())["sheets"] if each["paper"] == paper
    ]
    backs = {key: trimmed(face_picture(pages, key, dpi=DPI)) for key in set(deck.backs.values())}
    seen = set()
    for sheet in (
        sheets[0],
        sheets[-1],
    ):  # a full one, and the one with the reference card, which has its own back
        picture = page_picture(built / paper / "cards.pdf", sheet["page"] - 1, dpi=DPI)
        for front, back, across in pairs(sheet["placements"], picture):
            assert trim_on_trim(front, back, paper, across=across)
            shown = behind(picture, front, across=across)
            near = {key: difference(shown, back_side) for key, back_side in backs.items()}
            assert min(near, key=near.__getitem__) == deck.backs[front["piece"]], (
                f"wrong behind {front['piece']}"
            )
            assert min(near.values()) < 8
            seen.add(front["piece"])
    assert {"YG01", "reference"} <= seen


def pairs(placements, page):
    """Return each front with the back of the same copy, and whether the fold lies across the page."""
    half = len(placements) // 2
    fronts, backs = placements[:half], placements[half:]
    across = all(back["rotation"] == 180 for back in backs)
    assert page.width > page.height
    return [
        (front, next(b for b in backs if (b["piece"], b["copy"]) == (front["piece"], front["copy"])), across)
        for front in fronts
    ]


def trim_on_trim(front, back, paper: str, *, across: bool) -> bool:
    """Say whether the back's trim, folded over, is the front's to 0.01 mm; the page lies on its side."""
    size = find_paper(paper).size
    along = size.width if across else size.height
    axis, side, other = ("y_mm", "height_mm", "x_mm") if across else ("x_mm", "width_mm", "y_mm")
    folded = along - back[axis] - back[side]
    return abs(folded - front[axis]) < 0.01 and abs(front[other] - back[other]) < 0.01


def behind(page: Image.Image, front, *, across: bool) -> Image.Image:
    """Return what somebody sees who folds the page, cuts out the card and turns it over like a page of a book."""
    folded = ImageOps.flip(page) if across else ImageOps.mirror(page)
    return ImageOps.mirror(folded.crop(box(front)))


def box(place) -> tuple[int, int, int, int]:
    left, top = round(place["x_mm"] * PER_MM), round(place["y_mm"] * PER_MM)
    return (left, top, left + round(place["width_mm"] * PER_MM), top + round(place["height_mm"] * PER_MM))


def trimmed(picture: Image.Image) -> Image.Image:
    bleed = 3 * PER_MM
    return picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed))


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return how far two pictures are apart, 0 to 255, after a blur that forgives half a pixel."""
    small = [
        each.convert("RGB").resize((one.width // 4, one.height // 4), Image.Resampling.BOX)
        for each in (one, other)
    ]
    return sum(ImageStat.Stat(ImageChops.difference(*small)).mean) / 3
