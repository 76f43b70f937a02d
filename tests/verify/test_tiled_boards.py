"""Parts of a board read back: a hole, too little to glue, a page too few, each has its own finding."""

from dataclasses import replace

import pytest

from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.face import Deck, Face
from pnp.model.game import Board, Component, Piece
from pnp.model.geometry import Rect, Size
from pnp.model.papers import Paper
from pnp.verify.checked_file import CheckedFile
from pnp.verify.face_match import RecognisedCard
from pnp.verify.pdf_reader import Boxes, PdfPage, PdfSheets, PlacedCard
from pnp.verify.tiled_boards import check_parts, in_parts, is_in_parts

SIZE = Size(300, 100)
PAPER = Paper("small", "Small", Size(200, 150), 10)
PLACE = Place("card_data/atlas/map.yaml", 1, 1)
HALVES = ((-3, 160), (150, 303))


def component(copies=1, *, kind="board"):
    pieces = (Piece("map", copies, {}, "map.svg.j2", None, PLACE),)
    board = Board(SIZE, (), 10.0) if kind == "board" else None
    return Component("map", KINDS[kind], "Map", SIZE, 0, 3, 5, pieces, PLACE, board=board)


def deck(*, back=False):
    faces = {key: Face(key, "<svg/>", SIZE, 3) for key in ("front", "back")}
    return Deck("map", faces, {"map": "front"}, {"map": "back"} if back else {})


def page(number, across, *, side="front", down=(-3, 103), label=None):
    """One page that shows the board from across[0] to across[1], at 20 mm from the page's corner."""
    clip = Rect(20, 20, across[1] - across[0], down[1] - down[0])
    trim = Rect(20 - across[0], 20 - down[0], SIZE.width, SIZE.height)
    card = PlacedCard(trim, clip, Size(306, 106), 0, (1, 1), side)
    boxes = Boxes(*[Rect(0, 0, 200, 150)] * 4)
    return PdfPage(
        number, label or f"{number} {side}", number, side, Size(200, 150), boxes, turned=False, cards=(card,)
    )


def findings(*sheets, made=None, held=None, flip="none"):
    made, held = made or component(), held or deck()
    file = PdfSheets(tuple(sheets), flip, "/None")
    pages_read = [
        (sheet, tuple(RecognisedCard(card, card.named_face, whole=True) for card in sheet.cards))
        for sheet in sheets
    ]
    checked = CheckedFile(made, held, PAPER, "atlas", "small/map.pdf", file, tuple(pages_read))
    found = check_parts(checked)
    return [f"{each.code} {each.message.removeprefix('small/map.pdf: ')}" for each in found]


def test_two_halves_that_share_ten_millimetres_are_a_board():
    assert findings(page(1, HALVES[0]), page(2, HALVES[1])) == []


def test_a_hole_is_found_where_it_is():
    #  0        150  160       300
    #  =========       ==========
    (hole, narrow) = findings(page(1, (-3, 150)), page(2, (160, 303)))
    assert hole == "PNP562 map/map: 10.00 x 100.00 mm at 150.00, 0.00 are on no page"
    assert narrow == "PNP563 map/map: two columns of pages share -10.00 mm, they should share 10.00"


def test_pages_that_only_meet_have_nothing_to_glue():
    (narrow,) = findings(page(1, (-3, 150)), page(2, (150, 303)))
    assert narrow.startswith("PNP563")


def test_a_strip_missing_below_is_found():
    (hole,) = findings(*(page(n, half, down=(-3, 90)) for n, half in enumerate(HALVES, 1)))
    assert hole == "PNP562 map/map: 150.00 x 10.00 mm at 0.00, 90.00 are on no page"


def test_each_copy_is_whole():
    four = [page(n, HALVES[(n - 1) % 2]) for n in range(1, 5)]
    assert findings(*four, made=component(2)) == []
    assert findings(*four[:3], made=component(2)) == ["PNP557 map/map: 3 pages do not make 2 of it"]
    swapped = [four[0], replace(four[2], page=2, number=2, label="2 front"), four[1], four[3]]
    assert any(one.startswith("PNP562") for one in findings(*swapped, made=component(2)))


def test_no_page_at_all_is_too_few():
    assert findings() == ["PNP557 map/map: 0 pages do not make 1 of it"]


def test_backs_are_counted_where_they_are_printed():
    fronts = [page(n, half) for n, half in enumerate(HALVES, 1)]
    backs = [page(n, half, side="back") for n, half in enumerate(HALVES, 3)]
    assert findings(*fronts, held=deck(back=True)) == []
    assert findings(*fronts, *backs, held=deck(back=True)) == []
    (short,) = findings(*fronts, backs[0], held=deck(back=True))
    assert short.startswith("PNP562 the back of map/map")


def test_pages_are_numbered_and_printed_on_one_side():
    found = findings(page(1, HALVES[0], label="2 front"), page(2, HALVES[1]), flip="long-edge")
    assert [one[:6] for one in found] == ["PNP552", "PNP552"]


WHOLE = (-3, 303)


@pytest.mark.parametrize(
    ("across", "kind", "side", "parted"),
    [
        (HALVES[0], "board", "front", True),
        (WHOLE, "board", "front", False),
        (WHOLE, "board", "back", True),  # glued back to back
        (HALVES[0], "cards", "front", False),  # only boards come in parts
    ],
)
def test_a_board_that_no_page_shows_whole_comes_in_parts(across, kind, side, parted):
    file = PdfSheets((page(1, across, side=side),), "none", "/None")
    assert is_in_parts(file, component(kind=kind)) is parted


def test_a_part_is_looked_at_as_far_as_it_shows():
    (sheet,) = in_parts(PdfSheets((page(1, (150, 303)),), "none", "/None")).pages
    assert sheet.cards[0].in_view == Rect(20, 23, 150, 100)
    assert sheet.place(sheet.cards[0]) == "sheet 1 front"
