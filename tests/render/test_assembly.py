"""The pictures of the build page: which steps there are, what hides what, and what is needed."""

import math
import re
from dataclasses import replace

import pytest

from pnp.load.dice_nets import DICE, die_net
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Piece
from pnp.model.geometry import Rect, Size, circle, triangle
from pnp.model.line_styles import Stroke
from pnp.model.nets import standee, tuckbox
from pnp.model.sheet import Placement, Sheet
from pnp.render.assembly.scene import FRAME, Camera, Line, Scene, Surface, rectangle_at
from pnp.render.assembly.sections import Columns, Printed, on_pages, sections_of

HERE = Place("card_data/small/cards.yaml", 1, 1)
A4, CARD = Size(210, 297), Size(63, 88)


def printed(kind: str, *, name: str = "", size: Size = CARD, flip="long-edge", back=False, **changes):
    piece = Piece("one", 6, {}, "a.svg.j2", None, HERE)
    component = Component(
        name or kind, KINDS[kind], (name or kind).title(), size, 3, 3, 3, (piece,), HERE, **changes
    )
    places = [
        Rect(10 + x * size.width, 10 + y * size.height, size.width, size.height)
        for y in (0, 1)
        for x in (0, 1)
    ]
    placements = tuple(Placement("one", n, "key", place, place) for n, place in enumerate(places, 1))
    front = Sheet(name or kind, "a4", A4, "front", flip, 1, 1, 1, placements)
    return Printed(component, (front, replace(front, side="back", page=2)) if back else (front,))


def captions(*all_printed, booklet=None):
    return {
        section.title: [caption for caption, _ in section.steps]
        for section in sections_of(all_printed, booklet=booklet)
    }


def test_discs_with_backs_are_glued_on_both_sides_or_folded_round_the_edge():
    discs = {"size": Size(22, 22), "outline": circle(22)}
    assert captions(printed("discs", flip="gutterfold", **discs))["Discs"] == [
        "Glue the fronts on grey board, its edge at the fold.",
        "Fold the backs round the edge, glue them below.",
        "Press it under books until it is dry.",
        "Cut out.",
    ]


def test_what_is_cut_in_the_same_way_is_shown_once():
    (section,) = sections_of([printed("cards", name="food"), printed("cards", name="bids")])
    assert (section.title, section.parts) == ("Cards", ("Food", "Bids"))
    assert section.tools == {"knife", "punch"}


@pytest.mark.parametrize(
    ("made", "steps", "tools"),
    [
        (printed("box", net=tuckbox(65, 90, 20)), 5, {"pen", "scissors", "glue"}),
        *((printed("dice", net=die_net(die)), 4, {"pen", "scissors", "glue"}) for die in DICE),
        (printed("markers", net=standee(16, 24)), 3, {"pen", "scissors", "glue"}),
        (printed("discs", size=Size(22, 22), outline=circle(22)), 3, {"spray", "book", "scissors"}),
        (printed("tiles", size=triangle(44).size, outline=triangle(44)), 3, {"spray", "book", "knife"}),
        (printed("stickers", size=Size(19, 19), outline=circle(19)), 2, {"scissors", "glue"}),
    ],
)
def test_every_kind_has_its_steps_and_its_tools(made, steps, tools):
    (section,) = sections_of([made])
    assert (len(section.steps), section.tools) == (steps, tools)


def test_backs_are_pinned_behind_their_fronts_where_the_sheets_have_crosses():
    chips = printed("discs", size=Size(22, 22), outline=circle(22), back=True)
    cross = (Stroke(8, 10, 12, 10), Stroke(10, 8, 10, 12))
    crossed = tuple(replace(sheet, strokes=(*cross, Stroke(1, 1, 1, 5))) for sheet in chips.sheets)
    assert crossed[0].crosses == ((10, 10),)
    (section,) = sections_of([replace(chips, sheets=crossed)])
    assert [caption for caption, _ in section.steps][1:3] == [
        "Prick through the crosses.",
        "Turn it, pin the backs into the holes, glue.",
    ]
    assert "pin" in section.tools
    (section,) = sections_of([chips])
    assert "pin" not in section.tools


def test_a_sheet_that_is_the_piece_needs_no_step():
    whole = printed("sheet", size=A4)
    place = Rect(0, 0, 210, 297)
    sheet = replace(whole.sheets[0], placements=(Placement("one", 1, "key", place, place),))
    assert captions(replace(whole, sheets=(sheet,))) == {}


def test_the_rules_come_first_where_they_are_folded():
    assert list(captions(printed("cards"), booklet=A4)) == ["Rules", "Cards"]


def test_every_line_of_a_picture_stays_in_its_frame():
    for net in (tuckbox(65, 90, 34), *map(die_net, DICE), standee(16, 24)):
        (section,) = sections_of([printed("box", net=net)])
        paths = [item["d"] for _, scene in section.steps for item in scene.drawn() if "d" in item]
        points = [(float(x), float(y)) for d in paths for x, y in re.findall(r"([\d.-]+) ([\d.-]+)", d)]
        assert all(0 <= x <= FRAME.width and 0 <= y <= FRAME.height for x, y in points)


def test_no_knife_or_pair_of_scissors_reaches_beyond_its_frame():
    made = [
        printed("tiles", size=triangle(44).size, outline=triangle(44)),
        printed("discs", size=Size(22, 22), outline=circle(22)),
        printed("markers", size=Size(11, 11), outline=circle(11)),
    ]
    tools = [
        (item["x"], item["angle"])
        for section in sections_of(made)
        for _, scene in section.steps
        for item in scene.drawn()
        if item.get("symbol") in {"knife", "scissors"}
    ]
    assert len(tools) == 3
    assert all(x + 13.6 * math.cos(math.radians(angle)) <= FRAME.width for x, angle in tools)


def test_a_sheet_with_several_forms_is_first_cut_between_them():
    chips = printed("discs", size=Size(22, 22), outline=circle(22))
    cards = printed("cards")
    place = Rect(10, 240, 22, 22)
    low = (replace(chips.sheets[0].placements[0], trim=place, clip=place),) * 2
    line, mark = Stroke(6, 220, 204, 220), Stroke(1, 215, 5, 215)
    fronts = [replace(each.sheets[0], component="packed", strokes=(mark, line)) for each in (cards, chips)]
    together = [
        replace(cards, sheets=(fronts[0],)),
        replace(chips, sheets=(replace(fronts[1], placements=low),)),
    ]
    first, *_ = sections_of(together)
    ((caption, scene),) = first.steps
    assert (first.title, caption) == ("Shared sheets", "First cut along the line, edge to edge.")
    assert [round(y) for line in scene.over for _, y, _ in line.points] == [220, 220]
    assert "Shared sheets" not in captions(cards, chips)


def test_tiles_with_waste_between_them_are_cut_every_way_inside_the_frame():
    tiles = printed("tiles", size=triangle(44).size, outline=triangle(44))
    size = tiles.component.size
    places = [Rect(10, y, size.width, size.height) for y in (10, 13 + size.height)]
    placements = tuple(
        Placement("one", number, "key", place, place, rotation)
        for number, (place, rotation) in enumerate(zip(places, (0, 180), strict=True), 1)
    )
    sheet = replace(tiles.sheets[0], placements=placements)
    (section,) = sections_of([replace(tiles, sheets=(sheet,))])
    said = [caption for caption, _ in section.steps]
    assert said[2:] == [
        "Cut all three ways, mark to mark; the frame last.",
        "The thin strip between two lines is waste.",
    ]
    (styles,) = [
        {line.style for line in scene.over} for caption, scene in section.steps if caption == said[2]
    ]
    assert styles == {"cut", "cut-later"}


@pytest.mark.parametrize("turned", [False, True])
def test_what_is_nearer_is_drawn_over_what_is_farther(turned):
    low, high = (Surface(rectangle_at(Rect(0, 0, 10, 10), z), name) for z, name in ((0, "low"), (5, "high")))
    scene = Scene(Camera(tilt=180 if turned else 0), [high, low])
    assert [item["style"] for item in scene.drawn()] == (["high", "low"] if turned else ["low", "high"])


def test_lines_on_a_surface_are_hidden_with_it():
    line = Line(((1.0, 1.0, 0.0), (2.0, 2.0, 0.0)), "line")
    surface = Surface(rectangle_at(Rect(0, 0, 10, 10)), "front", "back", (line,))
    assert [item["style"] for item in Scene(Camera(), [surface]).drawn()] == ["front", "line"]
    assert [item["style"] for item in Scene(Camera(turn=180), [surface]).drawn()] == ["back"]


def test_short_sections_stand_side_by_side_and_the_rest_on_the_next_page():
    sections = sections_of(
        [printed("stickers", outline=circle(19)), printed("box", net=tuckbox(65, 90, 20)), printed("cards")]
    )
    columns = Columns(5, 14, 182, bottom=100)
    first, second = on_pages(sections, columns, first_top=32, next_top=32)
    assert [section["title"] for section in first] == ["Stickers", "Cards"]
    assert [section["title"] for section in second] == ["Box"]
