"""Pages of components that share sheets, drawn as one sees them: c1 is the card 1 of the component c."""

from dataclasses import replace

import pytest
from maps import named, page_map, picture, pieces_of, soup, stroke_box

from pnp.impose.footer_and_ruler import SheetContext
from pnp.impose.pieces_on_sheets import plan
from pnp.impose.shared_sheets import LANE_WHITE, forms, packs
from pnp.load.kinds import KINDS
from pnp.model.geometry import Rect, Size, circle, rectangle, triangle
from pnp.model.line_styles import PARTING
from pnp.model.nets import Net
from pnp.model.papers import LABEL_SHEETS, find_paper

A4 = find_paper("a4")


def cards(**pieces):
    """Components of cards by id, such as a="1 2*3 4/red"; faces are told apart by component, backs are not."""
    return {name: named(soup(words), name) for name, words in pieces.items()}


def names(components, *, folded=False):
    return [(pack.name, [part.id for part in pack.parts]) for pack in packs(components, A4, folded=folded)]


def test_a_deck_goes_on_where_the_one_before_it_ends_and_each_card_keeps_its_back():
    made = cards(a="1 2 3 4 5 6 7", b="1/red 2/blue 3/ 4/red 5/blue")
    front, back, last, behind = mixed(*made.values())
    assert page_map(front) == picture("""
        a/1 a/2 a/3
        a/4 a/5 a/6
        a/7 b/1 b/2
    """)
    assert page_map(back, show="face") == picture("""
        back back back
        back back back
        blue red  back
    """)
    assert page_map(last) == picture("""
        b/3 b/4 b/5
        .   .   .
        .   .   .
    """)
    assert page_map(behind, show="face") == picture("""
        blue red .
        .    .   .
        .    .   .
    """)


CARDS = cards(a="1")["a"].component
DISCS = pieces_of("discs", "1", circle(20)).component
OTHERS = {
    "another kind on the same stock": replace(CARDS, kind=KINDS["markers"]),
    "another size": replace(CARDS, size=Size(59, 92)),
    "other corners": replace(CARDS, corner=5),
    "another bleed": replace(CARDS, bleed=2),
    "another gap": replace(CARDS, gap=1.0),
    "a net": replace(CARDS, net=Net(CARDS.size, (), rectangle(CARDS.size).points, ())),
    "a thinner stock that cards may have too": replace(CARDS, kind=KINDS["dice"]),
    "a heavier stock that cards may have too": replace(CARDS, kind=KINDS["box"]),
    "paper, where card lasts longer": replace(CARDS, kind=KINDS["sheet"]),
    "round markers": pieces_of("markers", "1", circle(20)).component,
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_pieces_of_another_form_share_the_last_sheet_and_no_other(other):
    pair = [replace(CARDS, title="A"), replace(other, id="b")]
    assert len(forms(pair)) == 2
    assert [sorted(parts) for _, parts in names(pair)] == [["a", "b"]]
    full = [replace(each, pieces=(replace(each.pieces[0], copies=9),)) for each in pair]
    assert names(full[:1] + pair[1:]) == []


APART = {
    "paper for grey board": DISCS,
    "thinner card": replace(CARDS, kind=replace(KINDS["dice"], weights=(160, 190))),
    "labels": replace(DISCS, kind=KINDS["stickers"], labels=(LABEL_SHEETS["OL32"],)),
    "boards": replace(CARDS, kind=KINDS["board"]),
    "no pieces": replace(CARDS, pieces=()),
    "triangles, which reach between each other": pieces_of("tiles", "1", triangle(40)).component,
    "what has no room": replace(CARDS, size=Size(180, 240)),
    "what fits on no sheet": replace(CARDS, size=Size(280, 280)),
}


@pytest.mark.parametrize("other", APART.values(), ids=APART)
def test_nothing_shares_a_sheet_with(other):
    assert names([CARDS, replace(other, id="b")]) == []


def test_a_face_that_two_decks_show_is_there_once():
    made = cards(a="1", b="1")
    (pack,) = packs([each.component for each in made.values()], A4, folded=False)
    deck = pack.deck({name: each.deck for name, each in made.items()})
    assert deck.backs == {"a/1": "back", "b/1": "back"}
    assert [key for key in deck.faces if key == "back"] == ["back"]


# Sheets with pieces of several forms, drawn as one sees them: each form a block, straight lines between the blocks.


STEP = (10, 16)
"""mm of a page that a character of its map stands for."""


def made(name, kind, pieces, outline, **more):
    return named(pieces_of(kind, pieces, outline, **more), name)


FORM = rectangle(Size(63, 88), radius=3)


def form_cards(name, pieces, **more):
    return made(name, "cards", pieces, FORM, bleed=3, **more)


def coins(pieces, diameter=20):
    return made("o", "markers", pieces, circle(diameter), gap=3.0)


def box(width=213, height=188):
    return made("x", "box", "box/", rectangle(Size(width, height)), bleed=3, gap=6.0)


def mixed(*all_made, paper="a4", backs="long-edge"):
    by_id = {each.component.id: each for each in all_made}
    (pack,) = packs([each.component for each in all_made], find_paper(paper), folded=backs == "gutterfold")
    deck = pack.deck({name: each.deck for name, each in by_id.items()})
    found = plan(SheetContext(all_made[0].game, pack.component, deck, find_paper(paper)), backs=backs)
    assert found.diagnostics == ()
    return found.sheets


def mixed_map(sheet):
    across, down = STEP
    rows = []
    for row in range(int(sheet.size.height / down)):
        line = ""
        for column in range(int(sheet.size.width / across)):
            x, y = (column + 0.5) * across, (row + 0.5) * down
            here = [
                p
                for p in sheet.placements
                if p.trim.x <= x <= p.trim.right and p.trim.y <= y <= p.trim.bottom
            ]
            assert len(here) <= 1
            line += here[0].piece.partition("/")[2][0] if here else "."
        rows.append(line)
    return "\n".join(rows)


def lanes(sheet):
    return [
        tuple(round(each) for each in (s.x1, s.y1, s.x2, s.y2))
        for s in sheet.strokes
        if max(abs(s.x1 - s.x2), abs(s.y1 - s.y2)) > 60
    ]


def test_what_is_left_of_the_cards_shares_its_sheet_with_the_coins():
    """Fifteen cards: nine fill a sheet, six are left, and ten coins lie beside them; all have backs."""
    decks = form_cards("a", "z*9 a b c d e f"), coins("0 1 2 3 4 5 6 7 8 9")
    first, behind_first, front, _ = mixed(*decks)
    assert (len(first.placements), len(behind_first.placements)) == (9, 9)
    assert mixed_map(front) == picture(FRONT)
    assert front.captions[0].text == "Soup · A, O · sheet 2 of 2 · front"
    assert first.captions[0].text == "Soup · A · sheet 1 of 2 · front"


FRONT = """
    .....................
    ...aaaaaabbbbbb......
    ...aaaaaabbbbbb.00...
    ...aaaaaabbbbbb......
    ...aaaaaabbbbbb.11...
    ...aaaaaabbbbbb.22...
    ................33...
    ...ccccccdddddd.33...
    ...ccccccdddddd.44...
    ...ccccccdddddd.55...
    ...ccccccdddddd.55...
    ...ccccccdddddd.66...
    ...eeeeeeffffff.77...
    ...eeeeeeffffff.77...
    ...eeeeeeffffff.88...
    ...eeeeeeffffff.99...
    ...eeeeeeffffff......
    ...eeeeeeffffff......
"""


def test_a_card_without_a_sheet_lies_beside_the_box_and_its_back_alone_behind_it():
    front, back = mixed(box(), form_cards("a", "a"))
    places = {each.piece: each.trim for each in front.placements}
    assert places == {"x/box": Rect(11, 7.5, 188, 213), "a/a": Rect(61, 226.5, 88, 63)}
    assert {placement.rotation for placement in front.placements} == {90}
    assert {placement.rotation for placement in back.placements} == {270}
    ((x1, y1, x2, y2),) = lanes(front)
    assert (y1, y2, x2 - x1 > 190) == (224, 224, True)
    assert any(each.text.endswith("· first cut along the thick lines") for each in front.captions)
    assert lanes(back) == [(210 - x1, y1, 210 - x2, y2)]


def test_sheets_without_backs_come_last_and_end_without_a_back_page():
    sheets = mixed(form_cards("a", "z*9/ b/"), coins("0 1"))
    assert [(sheet.number, sheet.side, len(sheet.placements)) for sheet in sheets] == [
        (1, "front", 3),
        (1, "back", 2),
        (2, "front", 9),
    ]


def test_marks_and_lines_lie_on_no_piece_and_bleed_stays_out_of_the_middle_of_a_lane():
    narrow = mixed(box(), form_cards("a", "a"))
    ten = " ".join(f"p{n}/{'red' if n % 2 else 'back'}" for n in range(10))
    for sheet in (*mixed(form_cards("a", "1 2 3 4 5 6"), coins(ten)), *narrow):
        marks = [stroke_box(stroke) for stroke in sheet.strokes]
        for placement in sheet.placements:
            assert not any(box.overlaps(placement.trim, slack=1e-6) for box in marks)
        (lane,) = [box for box in marks if max(box.width, box.height) > 150]
        length, side = max((lane.width, A4.size.width), (lane.height, A4.size.height))
        assert length == pytest.approx(side - 12.7), "from margin to margin"
        white = lane.grown(*[(LANE_WHITE - PARTING.width) / 2 - 0.05] * 4)
        assert not any(white.overlaps(placement.clip) for placement in sheet.placements)
