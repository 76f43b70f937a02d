"""The themes keep what they promise: less ink, no colour, large letters; measured on faces of every shipped game."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from boxes import Box
from PIL import Image, ImageChops, ImageStat

from pnp.build.build_cache import open_cache
from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.renderers import engine
from pnp.export.image_files import face_picture
from pnp.load.project import find_project
from pnp.render.faces import render
from pnp.templates.palette import contrast
from pnp.templates.values import colours

GAMES = ("ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire")
DOTS_PER_INCH = 75  # with fewer, thin lines are drawn too thick
MOST = 0.18
"""Of a face: faces fill four fifths of a sheet, so that a page has less than 15 %."""
ROOT = Path(__file__).parents[1]
pytestmark = [pytest.mark.usefixtures("shipped_games"), pytest.mark.long]


@dataclass(frozen=True)
class Measured:
    """The ink on the copies of faces, fronts and backs, and their area, both in dots; and how far from grey a dot is."""

    ink: float
    area: float
    colour: int


def colour(picture: Image.Image) -> int:
    red, green, blue = picture.split()
    apart = (ImageChops.difference(red, other).getextrema() for other in (green, blue))
    return max(highest for _, highest in apart)


@cache
def measured(game_id: str, theme: str) -> dict[str, Measured]:
    project, game = find_project(ROOT), Box(game_id).game
    found = {}
    with open_cache() as shared:
        context = render_context(project, game, fonts_of(project), theme=theme, cache=shared)
        for component in game.components:
            pieces = component.pieces[::12]  # a few of them tell enough
            drawn = render(component, context, only=frozenset(piece.id for piece in pieces))
            pages = engine().convert(list(drawn.deck.faces.values()), drawn.fonts)
            copies: Counter[str] = Counter()
            for piece in pieces:
                for shown in (drawn.deck.fronts, drawn.deck.backs):
                    copies[shown.get(piece.id, "")] += piece.copies
            del copies[""]
            pictures = {key: face_picture(pages, key, dpi=DOTS_PER_INCH).convert("RGB") for key in copies}
            areas = {key: picture.width * picture.height * copies[key] for key, picture in pictures.items()}
            light = {key: sum(ImageStat.Stat(picture).mean) / 3 / 255 for key, picture in pictures.items()}
            ink = sum((1 - light[key]) * area for key, area in areas.items())
            found[component.id] = Measured(ink, sum(areas.values()), max(map(colour, pictures.values())))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_low_ink_takes_half_of_the_ink_at_most(game: str) -> None:
    usual, low = (sum(each.ink for each in measured(game, theme).values()) for theme in ("", "low-ink"))
    assert low / usual <= 0.5


@pytest.mark.parametrize("game", GAMES)
def test_low_ink_covers_little_of_every_component(game: str) -> None:
    covered = {name: each.ink / each.area for name, each in measured(game, "low-ink").items()}
    assert {name: share for name, share in covered.items() if share > MOST} == {}


@pytest.mark.parametrize("game", GAMES)
def test_greyscale_has_no_colour(game: str) -> None:
    assert {name: each.colour for name, each in measured(game, "greyscale").items() if each.colour} == {}


ROLES = {
    "ingeniators": (("belt", "gear", "valve", "boiler"), ("iron", "copper", "brass", "ivory")),
    "ryb": (("black", "purple", "blue", "red", "green", "orange", "yellow"),),
    "yes_broccoli": (("purple", "blue", "red", "green", "yellow"),),
    "yoggity": (("blue", "red", "yellow"), ("square", "stick", "triangle", "circle")),
    "yogire": (("permanent_fill", "enemy_fill", "oneshot_fill"),),
}
"""Colours that players have to tell apart across the table, from dark to light."""


@pytest.mark.parametrize("game_id", GAMES)
def test_greys_that_mean_something_are_far_apart(game_id: str) -> None:
    greys = colours(Box(game_id).game, "greyscale")
    near = [
        (dark, light)
        for group in ROLES[game_id]
        for dark, light in pairwise(group)
        if contrast(greys[dark], greys[light]) < 1.4 or greys[dark] > greys[light]
    ]
    assert near == []
