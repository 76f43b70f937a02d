"""Sheets with pieces of several forms, drawn as one sees them: each form a block, straight lines between the blocks."""

from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import picture, pieces_of, stroke_box

from pnp.impose.furniture import SheetContext
from pnp.impose.plan import plan
from pnp.impose.shared_sheets import (
    LANE_WHITE,
    packs,
)
from pnp.model.face import Face
from pnp.model.geometry import Rect, Size, circle, rectangle
from pnp.model.papers import find_paper

STEP = (10, 16)
"""mm of a page that a character of its map stands for."""


def made(name, kind, pieces, outline, **more):
    """A component whose faces are called after it and its pieces; backs as they are written."""
    found = pieces_of(kind, pieces, outline, **more)
    own = {key: f"{name}-{key}" for key in found.deck.faces}
    faces = {
        own[key]: Face(own[key], "<svg/>", face.trim, face.bleed) for key, face in found.deck.faces.items()
    }
    fronts, backs = (
        {piece: own[key] for piece, key in shown.items()} for shown in (found.deck.fronts, found.deck.backs)
    )
    deck = replace(found.deck, component=name, faces=faces, fronts=fronts, backs=backs)
    component = replace(found.component, id=name, title=name.upper())
    return SimpleNamespace(component=component, deck=deck, game=found.game)


CARD = rectangle(Size(63, 88), radius=3)


def cards(name, pieces, **more):
    return made(name, "cards", pieces, CARD, bleed=3, **more)


def coins(pieces, diameter=20):
    return made("o", "markers", pieces, circle(diameter), gap=3.0)


def box(width=213, height=188):
    return made("x", "box", "box/", rectangle(Size(width, height)), bleed=3, gap=6.0)


def mixed(*all_made, paper="a4", backs="long-edge"):
    """The sheets of the only pack of these components."""
    by_id = {each.component.id: each for each in all_made}
    (pack,) = packs([each.component for each in all_made], find_paper(paper), folded=backs == "gutterfold")
    deck = pack.deck({name: each.deck for name, each in by_id.items()})
    found = plan(SheetContext(all_made[0].game, pack.component, deck, find_paper(paper)), backs=backs)
    assert found.diagnostics == ()
    return found.sheets


def mixed_map(sheet):
    """Draw the page: the first letters of the pieces, "." for paper."""
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
    """The long lines, from where to where."""
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


FORMS = {
    "a": lambda count: cards("a", _pieces(count)),
    "b": lambda count: made("b", "cards", _pieces(count), rectangle(Size(59, 91), radius=3), bleed=2),
    "o": lambda count: coins(_pieces(count)),
    "m": lambda count: made("m", "markers", f"m*{count}/", rectangle(Size(20, 30)), gap=3.0),
    "x": lambda _: box(120, 100),
}


def _pieces(count):
    return " ".join(f"p{n}/{'red' if n % 2 else 'back'}" for n in range(count))


@settings(max_examples=15, deadline=None)
@given(
    counts=st.dictionaries(st.sampled_from("abomx"), st.integers(1, 14), min_size=2, max_size=4),
    paper=st.sampled_from(["a4", "letter", "a3"]),
    backs=st.sampled_from(["long-edge", "short-edge", "none"]),
)
def test_behind_every_front_lies_its_own_back_and_no_two_pieces_meet(counts, paper, backs):
    all_made = {name: FORMS[name](count) for name, count in sorted(counts.items())}
    components = [each.component for each in all_made.values()]
    for pack in packs(components, find_paper(paper), folded=False):
        deck = pack.deck({name: each.deck for name, each in all_made.items()})
        found = plan(
            SheetContext(all_made[pack.parts[0].id].game, pack.component, deck, find_paper(paper)),
            backs=backs,
        )
        assert sum(len(sheet.placements) for sheet in found.sheets if sheet.side == "front") == sum(
            part.copies for part in pack.parts
        )
        for number in {sheet.number for sheet in found.sheets}:
            _check_sheet([sheet for sheet in found.sheets if sheet.number == number], deck)


def _check_sheet(sides, deck):
    front, page = sides[0], sides[0].size
    inside = Rect(6.35, 6.35, page.width - 12.7, page.height - 12.7)
    assert all(inside.contains(placement.trim, slack=1e-6) for placement in front.placements)
    for one, other in combinations(front.placements, 2):
        assert not one.trim.overlaps(other.trim, slack=1e-6)
        assert not one.clip.overlaps(other.trim, slack=1e-6) or one.edge or other.edge
    due = {}
    if front.flip != "none":
        upright = page.height >= page.width
        sideways = upright == (front.flip == "long-edge")
        for each in front.placements:
            if each.piece in deck.backs:
                x = page.width - each.trim.right if sideways else each.trim.x
                y = each.trim.y if sideways else page.height - each.trim.bottom
                turn = -each.rotation if sideways else 180 - each.rotation
                due[each.piece, each.copy] = (deck.backs[each.piece], x, y, turn % 360)
    shown = {
        (each.piece, each.copy): (each.face, each.trim.x, each.trim.y, each.rotation)
        for side in sides[1:]
        for each in side.placements
    }
    assert shown.keys() == due.keys()
    for piece, (face, *place) in due.items():
        assert shown[piece][0] == face
        assert shown[piece][1:] == pytest.approx(place, abs=0.01)


def test_marks_and_lines_lie_on_no_piece_and_bleed_stays_out_of_the_middle_of_a_lane():
    front, back = mixed(cards("a", "1 2 3 4 5 6"), coins(_pieces(10)))
    for sheet in (front, back):
        marks = [stroke_box(stroke) for stroke in sheet.strokes]
        for placement in sheet.placements:
            assert not any(box.overlaps(placement.trim, slack=1e-6) for box in marks)
        (lane,) = [box for box in marks if max(box.width, box.height) > 150]
        white = lane.grown(*[LANE_WHITE / 2 - 0.1] * 4)
        assert not any(white.overlaps(placement.clip) for placement in sheet.placements)
