"""Triangles drawn with letters: a picture of the grid, and the table of who touches whom."""

from hypothesis import given
from hypothesis import strategies as st

from pnp.load.kinds.board import read_triangles
from pnp.load.nodes import Findings, Key, ListNode, MapNode, ScalarNode
from pnp.model.diagnostics import Place
from pnp.model.geometry import signed_area

HERE = Place("f", 1, 1)

HEXAGON = """
 abcde
fghijkl
mnopqrs
 tuvwx
"""

TOUCHING = """
a up   g - b     b down - a c     c up   i b d     d down - c e     e up   k d -
f up   m - g     g down a f h     h up   o g i     i down c h j     j up   q i k     k down e j l     l up   s k -
m down f - n     n up   t m o     o down h n p     p up   v o q     q down j p r     r up   x q s     s down l r -
t down n - u     u up   - t v     v down p u w     w up   - v x     x down r w -
"""
"""Every triangle of the hexagon: where it points, and what is beyond its base, left and right."""


def read(picture, *, side="40mm", **more):
    rows = [line for line in picture.split("\n") if line.strip()]
    entries = {
        "x": ScalarNode("10mm", "10mm", HERE),
        "y": ScalarNode("20mm", "20mm", HERE),
        "side": ScalarNode(side, side, HERE),
        "rows": ListNode(tuple(ScalarNode(row, row, HERE, quoted=True) for row in rows), HERE),
        **{key: ScalarNode(value, value, HERE) for key, value in more.items()},
    }
    findings = Findings()
    node = MapNode(tuple((Key(key, HERE), value) for key, value in entries.items()), HERE)
    triangles = read_triangles(node, findings)
    assert len(findings) == 0
    return {triangle.letter: triangle for triangle in triangles}


def table(triangles):
    return [
        [
            each.letter,
            "up" if each.up else "down",
            *(each.across[side] or "-" for side in ("base", "left", "right")),
        ]
        for each in triangles.values()
    ]


def test_the_hexagon_of_24_touches_as_in_the_table():
    words = TOUCHING.split()
    assert table(read(HEXAGON)) == [words[n : n + 5] for n in range(0, len(words), 5)]


def test_a_grid_begins_at_its_leftmost_letter_however_far_it_is_indented():
    spaced = "\n".join(f"    {line}" for line in HEXAGON.strip("\n").split("\n"))
    assert {k: t.shape for k, t in read(spaced).items()} == {k: t.shape for k, t in read(HEXAGON).items()}


def test_corners_are_where_they_are_drawn():
    #     10  30  50  70
    #  20      a---c        a points up, b down
    #         / \ /
    #  55    ·---b
    up, down = (read("ab")[letter] for letter in "ab")
    rounded = [[(round(x), round(y)) for x, y in each.shape.points] for each in (up, down)]
    assert rounded == [[(30, 20), (50, 55), (10, 55)], [(50, 55), (30, 20), (70, 20)]]
    assert [round(y) for each in (up, down) for y in each.shape.centre[1:]] == [43, 32]


def test_the_first_letter_may_point_down():
    assert table(read("ab", first="down")) == [["a", "down", "-", "-", "b"], ["b", "up", "-", "a", "-"]]


def test_a_dot_is_a_hole():
    assert table(read("a.c\ndef")) == [
        ["a", "up", "d", "-", "-"],
        ["c", "up", "f", "-", "-"],
        ["d", "down", "a", "-", "e"],
        ["e", "up", "-", "d", "f"],
        ["f", "down", "c", "e", "-"],
    ]


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
PICTURES = st.lists(st.lists(st.booleans(), min_size=1, max_size=8), min_size=1, max_size=6)


@given(PICTURES, st.sampled_from(["up", "down"]))
def test_whatever_is_drawn_touches_both_ways_and_along_a_whole_side(drawn, first):
    letters = iter(LETTERS)
    picture = "\n".join("".join(next(letters) if there else "." for there in row) for row in drawn)
    if not any(any(row) for row in drawn):
        return
    triangles = read(picture, first=first)
    for letter, triangle in triangles.items():
        assert signed_area(triangle.shape.points) > 0
        for other in filter(None, triangle.across.values()):
            assert letter in triangles[other].across.values()
            assert triangles[other].up is not triangle.up
            ours, theirs = (
                {(round(x, 6), round(y, 6)) for x, y in triangles[each].shape.points}
                for each in (letter, other)
            )
            assert len(ours & theirs) == 2
