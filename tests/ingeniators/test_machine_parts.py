"""Tiles that touch make one machine: halves meet, kinds are told apart without colour, and dice make every tile."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from boxes import Box
from PIL import Image, ImageChops, ImageOps, ImageStat

from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.renderers import engine
from pnp.export.image_files import face_picture
from pnp.impose.footer_and_ruler import SheetContext
from pnp.impose.pieces_on_sheets import plan
from pnp.load.project import find_project
from pnp.model.papers import find_paper
from pnp.render.faces import Rendered, render

PROJECT, BOX = find_project(Path(__file__)), Box("ingeniators")
KINDS = ("belt", "gear", "boiler")
ALIKE = {"belt": "RRR", "gear": "BBB", "boiler": "YYY"}
"""The tile whose three edges are of the kind."""

DOTS_PER_MM = 10


def drawn(name: str, *only: str) -> Rendered:
    context = render_context(PROJECT, BOX.game, fonts_of(PROJECT))
    return render(BOX.component(name), context, only=frozenset(only) or None)


@cache
def edge(kind: str) -> Image.Image:
    """Return what is printed along the lower edge of a tile, 4 mm deep, in grey: the last row lies on the cut."""
    tiles, faces = BOX.component("tiles"), drawn("tiles", ALIKE[kind])
    front = next(iter(faces.deck.faces))
    pages = engine().convert([faces.deck.faces[front]], faces.fonts)
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


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_first_sheet_has_as_many_dice_as_will_do(paper: str) -> None:
    context = SheetContext(BOX.game, BOX.component("dice"), drawn("dice").deck, find_paper(paper))
    sheets = plan(context, backs="none").sheets
    facts = BOX.game.facts["dice"]
    first, second = (len(sheet.placements) for sheet in sheets)
    assert facts["economy"] <= first
    assert first + second == facts["all"]


def test_the_three_signs_of_each_set_stand_on_one_line() -> None:
    faces = drawn("aids")
    (back,) = {faces.deck.faces[key].svg for key in faces.deck.backs.values()}
    places = {
        name: re.findall(rf'<use href="#[^"]*icon-{name}" x="[^"]*" y="([^"]*)"', back)
        for name in ("belt", "gear", "boiler")
    }
    assert len(places["belt"]) == 2
    assert places["belt"] == places["gear"] == places["boiler"]
