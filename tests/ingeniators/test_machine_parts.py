"""Tiles that touch make one machine: halves meet, kinds are told apart without colour, and dice make every tile."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.engines import engine
from pnp.export.image_files import face_picture
from pnp.load.game import load_game
from pnp.load.project import Project, find_project
from pnp.model.game import Component, Game
from pnp.render.faces import render

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


def test_three_dice_make_one_tile_unless_they_are_one_of_each_kind() -> None:
    throws = {tuple(sorted(throw)) for throw in combinations_with_replacement(KINDS, 3)}
    made = Counter(tuple(sorted(piece.fields["edges"])) for piece in component("tiles").pieces)
    assert made == Counter(throws - {tuple(sorted(KINDS))})


def test_numbers_on_the_aid_are_those_of_what_is_printed() -> None:
    facts, tiles = ingeniators().facts, component("tiles").pieces
    assert facts["tiles"] == {"kinds": len(tiles), "each": tiles[0].copies}
    assert {piece.copies for piece in tiles} == {tiles[0].copies}
    first, more = (piece.copies for piece in component("dice").pieces)
    assert facts["dice"] == {"economy": first, "all": first + more}
    assert facts["players"]["to"] == len(component("valves").pieces) == component("aids").pieces[0].copies


def test_the_aid_shows_every_tile_once() -> None:
    def turned(edges: object) -> tuple[str, ...]:
        return min(tuple(edges[n:] + edges[:n]) for n in range(3))  # type: ignore[index]

    (aid,) = component("aids").pieces
    chart = sorted(turned(tuple(edges)) for edges in aid.fields["chart"])
    assert chart == sorted(turned(tuple(piece.fields["edges"])) for piece in component("tiles").pieces)


NEIGHBOURS = """
    a:bg  b:ac  c:bdi  d:ce  e:dk
    f:gm  g:afh h:gio  i:chj j:ikq k:ejl l:ks
    m:fn  n:mot o:hnp  p:oqv q:jpr r:qsx s:lr
    t:nu  u:tv  v:puw  w:vx  x:rw
"""


@pytest.mark.parametrize("section", ["blueprint", "workshop"])
def test_both_sections_have_the_same_spaces_side_by_side(section: str) -> None:
    board = component("board").board
    assert board is not None
    spaces = [space for space in board.spaces if space.fields["section"] == section]
    written = {space.id: {each.removeprefix(f"{section}-") for each in space.neighbours} for space in spaces}
    told = (entry.split(":") for entry in NEIGHBOURS.split())
    assert written == {f"{section}-{letter}": set(others) for letter, others in told}


def test_every_corner_has_a_sign_and_a_valve_place_for_each_kind() -> None:
    board = component("board").board
    assert board is not None
    places = [space for space in board.spaces if space.fields["section"] == "valves"]
    assert {(place.fields["owner"], place.fields["kind"]) for place in places} == {
        (valve.id, kind) for valve in component("valves").pieces for kind in KINDS
    }
