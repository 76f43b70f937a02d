"""The theme low-ink saves at least half of the ink, backs included, and no component takes much of it."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from pnp.build.stages import fonts_of, render_context
from pnp.convert.typst_pages import convert
from pnp.export.image_files import face_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.render.faces import render

GAMES = ("ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire")
DOTS_PER_INCH = 75  # with fewer, thin lines are drawn too thick
MOST = 0.18
"""Of a face: faces fill four fifths of a sheet, so that a page has less than 15 %."""
LOOKS = ("", "low-ink")
ROOT = Path(__file__).parents[1]


def coverage(picture: Image.Image) -> float:
    """Return how much of the paper's light the ink takes: the mean of cyan, magenta and yellow, 0 to 1."""
    return 1 - sum(ImageStat.Stat(picture.convert("RGB")).mean) / 3 / 255


@cache
def measured(game_id: str, theme: str) -> dict[str, tuple[float, float]]:
    """Return the ink on the copies of faces, fronts and backs, and their area, both in dots, by component."""
    project = find_project(ROOT)
    game = load_game(project, game_id).game
    assert game is not None
    context = render_context(project, game, fonts_of(project), theme=theme)
    found = {}
    for component in game.components:
        pieces = component.pieces[::12]  # a few of them tell enough
        drawn = render(component, context, only=frozenset(piece.id for piece in pieces))
        pages = convert(list(drawn.deck.faces.values()), drawn.fonts)
        copies: Counter[str] = Counter()
        for piece in pieces:
            for shown in (drawn.deck.fronts, drawn.deck.backs):
                copies[shown.get(piece.id, "")] += piece.copies
        del copies[""]
        pictures = {key: face_picture(pages, key, dpi=DOTS_PER_INCH) for key in copies}
        areas = {key: picture.width * picture.height * copies[key] for key, picture in pictures.items()}
        ink = sum(coverage(picture) * areas[key] for key, picture in pictures.items())
        found[component.id] = (ink, sum(areas.values()))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_low_ink_takes_half_of_the_ink_at_most(game: str) -> None:
    usual, low = (sum(ink for ink, _ in measured(game, theme).values()) for theme in LOOKS)
    assert low / usual <= 0.5


@pytest.mark.parametrize("game", GAMES)
def test_low_ink_covers_little_of_every_component(game: str) -> None:
    covered = {name: ink / area for name, (ink, area) in measured(game, "low-ink").items()}
    assert {name: share for name, share in covered.items() if share > MOST} == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_tells_how_much_ink_both_looks_take(game: str) -> None:
    page = (ROOT / "docs/printing.md").read_text(encoding="utf-8")
    told = re.search(rf"^\| `{game}` \| (\d+) % \| (\d+) % \|$", page, re.MULTILINE)
    assert told is not None
    for number, theme in zip(told.groups(), LOOKS, strict=True):
        inks, areas = zip(*measured(game, theme).values(), strict=True)
        assert int(number) == pytest.approx(100 * sum(inks) / sum(areas), abs=2.5)
