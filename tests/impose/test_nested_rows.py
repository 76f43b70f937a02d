"""Nets in rows that reach into each other, drawn as they lie on the page."""

from itertools import combinations

import pyclipper
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import pieces_of

from pnp.impose.grid import loose_grid, on_page
from pnp.impose.layouts import lay_out, nested_rows
from pnp.load.kinds.dice import DICE, die_net
from pnp.model.geometry import Outline, Rect, Size, is_inside, moved_outwards, rectangle
from pnp.model.papers import find_paper

A4 = find_paper("a4")


def drawn(layout, outline, cell=10):
    """The page in squares of so many mm: a letter for each piece, capital where it stands on its head."""
    shapes = [on_page(outline.points, each) for each in layout.positions]
    names = [chr(ord("A" if each.rotation else "a") + n) for n, each in enumerate(layout.positions)]
    lines = []
    for row in range(round(layout.page.height / cell)):
        middles = [
            ((column + 0.5) * cell, (row + 0.5) * cell) for column in range(round(layout.page.width / cell))
        ]
        found = (
            [name for name, shape in zip(names, shapes, strict=True) if is_inside(at, shape)]
            for at in middles
        )
        lines.append("".join("".join(each) or "." for each in found))
    return lines


@given(
    st.sampled_from(sorted(DICE)),
    st.integers(10, 24),
    st.sampled_from(["a4", "letter", "a3"]),
    st.integers(5, 50),
)
@settings(max_examples=10, deadline=None)
def test_nets_keep_their_gap_and_stay_within_the_margin(name, edge, paper, tenths):
    outline, page, gap = Outline("curve", die_net(name, edge).cut), find_paper(paper), tenths / 10
    layout = nested_rows(outline, page.size, margin=page.unprintable, gap=gap)
    if layout is None:
        return
    printable = Rect(0, 0, layout.page.width, layout.page.height).grown(*[-page.unprintable] * 4)
    assert all(printable.contains(each.trim, slack=1e-6) for each in layout.positions)
    shapes = [on_page(outline.points, each) for each in layout.positions]
    for (one, place), (other, its_place) in combinations(zip(shapes, layout.positions, strict=True), 2):
        if place.trim.grown(*[gap] * 4).overlaps(its_place.trim):
            assert not overlap(moved_outwards(one, gap - 0.01), other)


def overlap(one, other) -> bool:
    clipper, unit = pyclipper.Pyclipper(), 1e5
    for points, role in ((one, pyclipper.PT_SUBJECT), (other, pyclipper.PT_CLIP)):
        clipper.AddPath([(round(x * unit), round(y * unit)) for x, y in points], role, True)
    return bool(clipper.Execute(pyclipper.CT_INTERSECTION))


def test_dice_are_nested_where_that_saves_paper_and_lie_in_plain_rows_where_it_does_not():
    net = die_net("d6", 18)
    dice = pieces_of("dice", "red/", rectangle(net.size), net=net, gap=3.0).component
    plain = loose_grid(dice.cut, A4.size, margin=A4.unprintable, gap=3)
    few, many = (
        lay_out(dice, A4, copies=copies) for copies in (len(plain.positions), len(plain.positions) + 1)
    )
    assert [each.trim for each in few.positions] == [each.trim for each in plain.positions]
    assert len(many.positions) > len(plain.positions)
    assert few.contours == many.contours == ()


def test_what_fills_its_box_is_not_nested():
    assert nested_rows(rectangle(Size(16, 68)), A4.size, margin=6.35, gap=3) is None
