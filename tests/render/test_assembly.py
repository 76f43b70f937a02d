"""The steps of the build page: which there are, which tools they take, and where they stand."""

from dataclasses import replace
from itertools import chain

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pnp.load.kinds import KINDS
from pnp.load.kinds.dice import die_net
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Piece
from pnp.model.geometry import Rect, Size, circle, triangle
from pnp.model.line_styles import Stroke
from pnp.model.nets import standee, tuckbox
from pnp.model.sheet import Placement, Sheet
from pnp.render.assembly import STEPS_OF, Columns, Printed, on_pages, sections_of

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


TILES = {"size": triangle(44).size, "outline": triangle(44)}
DISCS = {"size": Size(22, 22), "outline": circle(22)}


def steps(*all_printed, booklet=False):
    return {section.title: section.steps for section in sections_of(all_printed, booklet=booklet)}


def test_what_is_cut_in_the_same_way_is_shown_once():
    (section,) = sections_of([printed("cards", name="food"), printed("cards", name="bids")])
    assert (section.title, section.parts) == ("Cards", ("Food", "Bids"))
    assert section.tools == {"knife", "punch"}


@pytest.mark.parametrize(
    ("made", "names", "tools"),
    [
        (
            printed("box", net=tuckbox(65, 90, 20)),
            "net box-sides box-bottom box-fill box-close",
            {"pen", "scissors", "glue"},
        ),
        (printed("dice", net=die_net("d6")), "net die-fold die-glue die-done", {"pen", "scissors", "glue"}),
        (
            printed("dice", net=die_net("d20")),
            "net die-like-cube die-glue die-done",
            {"pen", "scissors", "glue"},
        ),
        (printed("markers", net=standee(16, 24)), "net stand-glue stand-done", {"pen", "scissors", "glue"}),
        (printed("discs", **DISCS), "on-board press cut-out", {"spray", "book", "scissors"}),
        (printed("tiles", **TILES), "on-board press cut-3", {"spray", "book", "knife"}),
        (printed("stickers", **DISCS), "circles glue-on-disc", {"scissors", "glue"}),
        (replace(printed("stickers", **DISCS), labels=True), "peel stick", set()),
        (printed("markers", **DISCS), "on-card cut-out", {"glue", "scissors"}),
        (
            printed("discs", flip="gutterfold", **DISCS),
            "wrap-front wrap-back press cut-out",
            {"spray", "book", "scissors"},
        ),
    ],
)
def test_every_kind_has_its_steps_and_its_tools(made, names, tools):
    (section,) = sections_of([made])
    assert (" ".join(section.steps), section.tools) == (names, tools)


def test_every_step_has_words_and_a_picture():
    found = Environment(loader=FileSystemLoader("templates"), undefined=StrictUndefined)
    found.filters["mm"] = str
    drawings = found.get_template("base/assembly.svg.j2").module
    assert {*chain(*STEPS_OF.values())} <= drawings.words.keys()
    assert [name for name in drawings.words.keys() - {"net"} if "<path" not in drawings.picture(name)] == []


def test_backs_are_pinned_behind_their_fronts_where_the_sheets_have_crosses():
    chips = printed("discs", back=True, **DISCS)
    cross = (Stroke(8, 10, 12, 10), Stroke(10, 8, 10, 12))
    crossed = tuple(replace(sheet, strokes=(*cross, Stroke(1, 1, 1, 5))) for sheet in chips.sheets)
    assert crossed[0].crosses == ((10, 10),)
    (section,) = sections_of([replace(chips, sheets=crossed)])
    assert section.steps[1:3] == ("prick", "pin")
    assert "pin" in section.tools
    assert steps(chips)["Discs"][1] == "backs-on-board"


def test_a_sheet_with_several_forms_is_first_cut_between_them():
    chips, cards = printed("discs", **DISCS), printed("cards")
    place = Rect(10, 240, 22, 22)
    low = (replace(chips.sheets[0].placements[0], trim=place, clip=place),) * 2
    line, mark = Stroke(6, 220, 204, 220), Stroke(1, 215, 5, 215)
    fronts = [replace(each.sheets[0], component="packed", strokes=(mark, line)) for each in (cards, chips)]
    together = [
        replace(cards, sheets=(fronts[0],)),
        replace(chips, sheets=(replace(fronts[1], placements=low),)),
    ]
    assert next(iter(steps(*together).items())) == ("Shared sheets", ("part",))
    assert "Shared sheets" not in steps(cards, chips)


def test_tiles_with_waste_between_them_are_cut_every_way_inside_the_frame():
    tiles = printed("tiles", **TILES)
    size = tiles.component.size
    places = [Rect(10, y, size.width, size.height) for y in (10, 13 + size.height)]
    placements = tuple(
        Placement("one", number, "key", place, place) for number, place in enumerate(places, 1)
    )
    sheet = replace(tiles.sheets[0], placements=placements)
    assert steps(replace(tiles, sheets=(sheet,)))["Tiles"][2:] == ("cut-3", "waste")


def test_short_sections_stand_side_by_side_and_the_rest_on_the_next_page():
    sections = sections_of(
        [printed("stickers", outline=circle(19)), printed("box", net=tuckbox(65, 90, 20)), printed("cards")]
    )
    columns = Columns(5, 14, 182, bottom=100)
    first, second = on_pages(sections, columns, first_top=32, next_top=32)
    assert [section["title"] for section in first] == ["Stickers", "Cards"]
    assert [section["title"] for section in second] == ["Box"]
