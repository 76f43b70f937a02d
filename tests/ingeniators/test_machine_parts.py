"""Tiles that touch make one machine: halves meet, kinds are told apart without colour, and dice make every tile."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.engines import engine
from pnp.export.image_files import face_picture
from pnp.impose.furniture import SheetContext
from pnp.impose.plan import plan
from pnp.load.game import load_game
from pnp.load.project import Project, find_project
from pnp.model.game import Component, Game
from pnp.model.papers import find_paper
from pnp.render.faces import Rendered, render

KINDS = ("belt", "gear", "boiler")
ALIKE = {"belt": "RRR", "gear": "BBB", "boiler": "YYY"}
"""The tile whose three edges are of the kind."""

DOTS_PER_MM = 10


@cache
def project() -> Project:
    return find_project(Path(__file__).parents[2])


@cache
def ingeniators() -> Game:
    game = load_game(project(), "ingeniators").game
    assert game is not None
    return game


def component(name: str) -> Component:
    return next(each for each in ingeniators().components if each.id == name)


@cache
def edge(kind: str) -> Image.Image:
    """Return what is printed along the lower edge of a tile, 4 mm deep, in grey: the last row lies on the cut."""
    tiles = component("tiles")
    context = render_context(project(), ingeniators(), fonts_of(project()))
    drawn = render(tiles, context, only=frozenset({ALIKE[kind]}))
    front = next(iter(drawn.deck.faces))
    pages = engine().convert([drawn.deck.faces[front]], drawn.fonts)
    picture = face_picture(pages, front, dpi=DOTS_PER_MM * 25.4)
    left, bottom = tiles.bleed, tiles.bleed + tiles.size.height
    box = (left, bottom - 4, left + tiles.size.width, bottom)
    return picture.crop([round(DOTS_PER_MM * each) for each in box]).convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


@pytest.mark.parametrize("kind", KINDS)
def test_an_edge_is_the_same_from_both_sides_so_that_halves_meet(kind: str) -> None:
    cut = edge(kind).crop((0, 34, 440, 40))  # the last 0.6 mm
    assert difference(cut, ImageOps.mirror(cut)) < 1


@pytest.mark.parametrize(("one", "other"), [*combinations(KINDS, 2)])
def test_kinds_of_edges_differ_by_their_drawing_in_grey(one: str, other: str) -> None:
    evened = [ImageOps.equalize(edge(kind)) for kind in (one, other)]
    assert difference(*evened) > 30


# Dice can be chosen by the sheet, and signs that belong together stand together.


def drawn(name: str) -> Rendered:
    return render(component(name), render_context(project(), ingeniators(), fonts_of(project())))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_first_sheet_has_as_many_dice_as_will_do(paper: str) -> None:
    context = SheetContext(ingeniators(), component("dice"), drawn("dice").deck, find_paper(paper))
    sheets = plan(context, backs="none").sheets
    facts = ingeniators().facts["dice"]
    first, second = (len(sheet.placements) for sheet in sheets)
    assert facts["economy"] <= first
    assert first + second == facts["all"]


def test_the_three_signs_of_a_set_stand_on_one_line() -> None:
    faces = drawn("aids")
    (back,) = {faces.deck.faces[key].svg for key in faces.deck.backs.values()}
    places = {
        name: re.findall(rf'<use href="#[^"]*icon-{name}" x="[^"]*" y="([^"]*)"', back)
        for name in ("belt", "gear", "boiler")
    }
    assert len(places["belt"]) == 1
    assert places["belt"] == places["gear"] == places["boiler"]
