"""On every layout each copy lies once, within the margins and on nobody else, its own back behind it; no mark lies on any."""

import math
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from maps import covers, is_of_ruler, named, on_card, overlap, pieces_of

from pnp.impose.footer_and_ruler import SheetContext
from pnp.impose.pieces_on_sheets import plan
from pnp.impose.shared_sheets import packs
from pnp.load.kinds.dice import die_net
from pnp.model.geometry import Rect, Size, circle, hexagon, is_convex, mirrored, placed, rectangle, triangle
from pnp.model.line_styles import HALO_WIDTH
from pnp.model.papers import find_paper

KINDS_OF_PIECES = {
    "cards": lambda pieces, side: pieces_of("cards", pieces, rectangle(Size(side, 1.4 * side), radius=3)),
    "wide cards": lambda pieces, side: pieces_of("cards", pieces, rectangle(Size(63, side))),
    "cards that touch": lambda pieces, side: pieces_of("cards", pieces, rectangle(Size(side, 44)), gap=0.0),
    "triangles": lambda pieces, side: pieces_of("tiles", pieces, triangle(side), bleed=3),
    "triangles that touch": lambda pieces, side: pieces_of("tiles", pieces, triangle(side), gap=0.0),
    "hexagons": lambda pieces, side: pieces_of("tiles", pieces, hexagon(side / 2), bleed=2),
    "coins": lambda pieces, side: pieces_of("markers", pieces, circle(side / 2), gap=3.0),
    "dice": lambda pieces, side: pieces_of(
        "dice", pieces, rectangle(die_net("d6", side / 4).size), net=die_net("d6", side / 4)
    ),
}

PIECES = st.lists(st.sampled_from(["*1", "/red*3", "*12", "/*2"]), min_size=1, max_size=4).map(
    lambda words: " ".join(f"p{number}{word}" for number, word in enumerate(words))
)
COMPONENTS = st.lists(
    st.builds(
        lambda kind, pieces, side: KINDS_OF_PIECES[kind](pieces, side),
        st.sampled_from(sorted(KINDS_OF_PIECES)),
        PIECES,
        st.floats(30, 90),
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=40, deadline=None)
@example([KINDS_OF_PIECES["triangles that touch"]("p0*4", 56.0)], "a5", "gutterfold", "outside")
@given(
    COMPONENTS,
    st.sampled_from(["a4", "letter", "a3", "a5"]),
    st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"]),
    st.sampled_from(["outside", "corner", "full"]),
)
def test_every_copy_is_there_once_in_its_place_and_its_back_behind_it(every, paper, backs, marks):
    page = find_paper(paper)
    made = {name: named(on_card(each), name) for name, each in zip("abc", every, strict=False)}
    shared = packs([each.component for each in made.values()], page, folded=backs == "gutterfold")

    def planned(component, deck):
        return plan(SheetContext(made["a"].game, component, deck, page, marks), backs=backs).sheets

    decks = {name: each.deck for name, each in made.items()}
    alone = made.keys() - {part.id for pack in shared for part in pack.parts}
    layouts = [(pack.component, pack.deck(decks)) for pack in shared]
    layouts += [(made[name].component, decks[name]) for name in sorted(alone)]
    for component, deck in layouts:
        sheets = planned(component, deck)
        check(sheets, component, deck)
        parts = [made[part.id] for part in component.parts]
        apart = sum(planned(part.component, part.deck)[-1].number for part in parts)
        assert not parts or sheets[-1].number <= apart, "packing adds no sheet"


def check(sheets, component, deck):
    placements = [placement for sheet in sheets for placement in sheet.placements]
    fronts = Counter((each.piece, each.copy) for each in placements if each.face == deck.fronts[each.piece])
    due = Counter((piece.id, copy) for piece in component.pieces for copy in range(1, piece.copies + 1))
    assert fronts == (due if sheets else Counter())
    for number in {sheet.number for sheet in sheets}:
        sides = [sheet for sheet in sheets if sheet.number == number]
        check_backs(sides, deck)
        for sheet in sides:
            check_places(sheet, component, deck)


def check_places(sheet, component, deck):
    inside = Rect(0, 0, sheet.size.width, sheet.size.height).grown(*[-6.35] * 4)
    lying = [(each, outline_of(each, component, deck)) for each in sheet.placements]
    assert all(inside.contains(each.trim) for each in sheet.placements)
    convex = [(window(each), outline) for each, outline in lying if is_convex(window(each))]
    assert all(covers(shown, outline, slack=1e-6) for shown, outline in convex)
    for (one, mine), (other, its) in combinations(lying, 2):
        if one.clip.overlaps(other.clip):
            assert not overlap(mine, its, slack=1e-3)
            assert not overlap(window(one), its, slack=1e-3)
            assert not overlap(window(other), mine, slack=1e-3)
    strokes = [each for each in sheet.strokes if not is_of_ruler(each, sheet.strokes)]
    for line in map(inked, strokes):
        assert not any(overlap(line, shape, slack=2e-3) for _, shape in lying)


def outline_of(placement, component, deck):
    form = component.part_of(placement.piece) if component.parts else component
    cut = form.cut if placement.face == deck.fronts[placement.piece] else mirrored(form.cut)
    return placed(cut.points, cut.size, placement.trim, placement.rotation)


def inked(stroke):
    half = stroke.width / 2 + (HALO_WIDTH if stroke.halo else 0)
    dx, dy = stroke.x2 - stroke.x1, stroke.y2 - stroke.y1
    x, y = -dy / math.hypot(dx, dy) * half, dx / math.hypot(dx, dy) * half
    ends = ((stroke.x1, stroke.y1), (stroke.x2, stroke.y2))
    return tuple((px - x, py - y) for px, py in ends) + tuple((px + x, py + y) for px, py in ends[::-1])


def window(placement):
    trim = placement.clip
    return placement.edge or (
        (trim.x, trim.y),
        (trim.right, trim.y),
        (trim.right, trim.bottom),
        (trim.x, trim.bottom),
    )


def check_backs(sides, deck):
    page = sides[0].size
    sideways = (page.height >= page.width) == (sides[0].flip == "long-edge")
    if sides[0].flip == "gutterfold":
        sideways = any(stroke.dashed and stroke.x1 == stroke.x2 for stroke in sides[0].strokes)
    front_of = deck.fronts
    faces = [each for side in sides for each in side.placements]
    fronts = [each for each in faces if each.face == front_of[each.piece]]
    due = {}
    for each in fronts if sides[0].flip != "none" else ():
        if each.piece in deck.backs:
            x = page.width - each.trim.right if sideways else each.trim.x
            y = each.trim.y if sideways else page.height - each.trim.bottom
            turn = (-each.rotation if sideways else 180 - each.rotation) % 360
            due[each.piece, each.copy] = (x, y, turn)
    backs = [each for each in faces if each.face != front_of[each.piece]]
    shown = {(each.piece, each.copy): (each.trim.x, each.trim.y, each.rotation) for each in backs}
    assert all(each.face == deck.backs[each.piece] for each in backs)
    assert shown.keys() == due.keys()
    assert all(shown[piece] == pytest.approx(place, abs=0.01) for piece, place in due.items())
