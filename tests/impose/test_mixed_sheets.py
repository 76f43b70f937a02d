"""Sheets with pieces of several forms, drawn as one sees them: each form a block, straight lines between the blocks."""

from maps import named, picture, pieces_of, stroke_box

from pnp.impose.furniture import SheetContext
from pnp.impose.plan import plan
from pnp.impose.shared_sheets import LANE_WHITE, packs
from pnp.model.geometry import Size, circle, rectangle
from pnp.model.papers import find_paper

STEP = (10, 16)
"""mm of a page that a character of its map stands for."""


def made(name, kind, pieces, outline, **more):
    return named(pieces_of(kind, pieces, outline, **more), name)


CARD = rectangle(Size(63, 88), radius=3)


def cards(name, pieces, **more):
    return made(name, "cards", pieces, CARD, bleed=3, **more)


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
    decks = cards("a", "z*9 a b c d e f"), coins("0 1 2 3 4 5 6 7 8 9")
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
    front, back = mixed(box(), cards("a", "a"))
    assert mixed_map(front) == picture(FRONT_BOX)
    assert {placement.rotation for placement in front.placements} == {90}
    assert {placement.rotation for placement in back.placements} == {270}
    ((x1, y1, x2, y2),) = lanes(front)
    assert (y1, y2) == (224, 224)
    assert x2 - x1 > 190
    assert lanes(back) == [(210 - x1, y1, 210 - x2, y2)]


FRONT_BOX = """
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    .bbbbbbbbbbbbbbbbbbb.
    ......aaaaaaaaa......
    ......aaaaaaaaa......
    ......aaaaaaaaa......
    ......aaaaaaaaa......
"""


def _pieces(count):
    return " ".join(f"p{n}/{'red' if n % 2 else 'back'}" for n in range(count))


def test_marks_and_lines_lie_on_no_piece_and_bleed_stays_out_of_the_middle_of_a_lane():
    front, back = mixed(cards("a", "1 2 3 4 5 6"), coins(_pieces(10)))
    for sheet in (front, back):
        marks = [stroke_box(stroke) for stroke in sheet.strokes]
        for placement in sheet.placements:
            assert not any(box.overlaps(placement.trim, slack=1e-6) for box in marks)
        (lane,) = [box for box in marks if max(box.width, box.height) > 150]
        white = lane.grown(*[LANE_WHITE / 2 - 0.1] * 4)
        assert not any(white.overlaps(placement.clip) for placement in sheet.placements)
