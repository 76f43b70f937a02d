"""Pages of components that share sheets, drawn as one sees them: c1 is the card 1 of the component c."""

from dataclasses import replace

import pytest
from maps import named, page_map, picture, pieces_of, soup

from pnp.impose.furniture import SheetContext
from pnp.impose.plan import plan
from pnp.impose.shared_sheets import forms, packs
from pnp.load.kinds import KINDS
from pnp.model.bought_sheets import LABEL_SHEETS
from pnp.model.geometry import Size, circle, rectangle, triangle
from pnp.model.nets import Net
from pnp.model.papers import find_paper

A4 = find_paper("a4")


def cards(**pieces):
    """Components of cards by id, such as a="1 2*3 4/red"; faces are told apart by component, backs are not."""
    return {name: named(soup(words), name) for name, words in pieces.items()}


def packed(made, backs="long-edge"):
    (pack,) = packs([each.component for each in made.values()], A4, folded=backs == "gutterfold")
    return planned(pack, made, backs)


def planned(pack, made, backs="long-edge"):
    deck = pack.deck({name: each.deck for name, each in made.items()})
    game = next(iter(made.values())).game
    found = plan(SheetContext(game, pack.component, deck, A4), backs=backs)
    assert found.diagnostics == ()
    return found.sheets


def names(components, *, folded=False):
    return [(pack.name, [part.id for part in pack.parts]) for pack in packs(components, A4, folded=folded)]


def test_a_deck_goes_on_where_the_one_before_it_ends_and_each_card_keeps_its_back():
    made = cards(a="1 2 3 4 5 6 7", b="1/red 2/blue 3/ 4/red 5/blue")
    front, back, last, behind = packed(made)
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
