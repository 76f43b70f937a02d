"""A strip of board, a character for each centimetre: the spaces on it above, the parts it is printed in below."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.impose.tiling import GRAZE, SPLIT_CLEAR, crossed, part

CM = 10.0


def spans(line):
    """The spaces of a line such as "..aaa.bb": from where to where each letter reaches, in mm."""
    found = {}
    for at, letter in enumerate(line):
        if letter not in ". ":
            start, _ = found.get(letter, (at * CM, 0))
            found[letter] = (start, (at + 1) * CM)
    return list(found.values())


def runs_through(line, *, room, overlap=10, bleed=0):
    return part(len(line) * CM, room=room * CM, overlap=overlap, bleed=bleed, spaces=spans(line))


def test_a_split_runs_in_the_middle_of_a_narrow_gap():
    spaces = [(0, 150), (154, 300)]
    assert part(300, room=200, overlap=10, bleed=0, spaces=spaces).splits == (152,)


def test_where_there_is_room_a_split_keeps_clear_of_the_spaces():
    (split,) = runs_through("........aaaaaaaa....bbbbbbbb..", room=20).splits
    assert 160 + SPLIT_CLEAR <= split <= 200 - SPLIT_CLEAR


def test_a_space_too_long_for_any_page_is_cut_and_counted():
    line = "aaaaaaaaaaaaaaaaaaaaaaaaa....."
    parts = runs_through(line, room=20)
    assert [parts.runs_through(span) for span in spans(line)] == [True]
    assert len(parts.spans) == 2


def test_what_fits_on_one_page_has_no_split_and_shares_its_bleed():
    parts = runs_through("aaaa......", room=10.4, bleed=3)
    assert (parts.splits, parts.spans) == ((), ((-2, 102),))


def test_only_the_outer_parts_have_bleed():
    parts = runs_through("." * 30, room=20, bleed=3)
    assert parts.spans == ((-3, 160), (150, 303))


def test_no_room_for_the_overlap_is_no_way_to_part():
    assert runs_through("." * 30, room=2, overlap=10) is None
    assert part(841, room=25, overlap=10, bleed=0, spaces=()) is None


def test_a_space_is_crossed_by_a_split_of_either_axis():
    across = runs_through("aaaaaaaaaaaaaa..bbbbbbbbbbbbbb", room=20)
    down = runs_through("aaaaaaaaaaaaaaabbbbbbbbbbbbbbb", room=20)
    everywhere, clear = (0, 300), (0, 100)
    assert list(crossed((across, down), [(clear, clear), (everywhere, clear), (clear, everywhere)])) == [1, 2]


def test_more_spaces_than_places_to_try_still_leave_a_way():
    # Three full pages: there is but one way to part them, whatever lies there.
    many = [(7 * n % 580 + n / 1000, 7 * n % 580 + n / 1000 + 5) for n in range(1500)]
    assert part(580, room=200, overlap=10, bleed=0, spaces=many).splits == pytest.approx((190, 380))


LINES = st.lists(st.tuples(st.integers(0, 280), st.integers(5, 80)), max_size=8)


@given(st.integers(60, 600), st.integers(45, 300), st.sampled_from([0, 5, 10, 15]), LINES)
def test_parts_cover_the_board_and_share_the_overlap(length, room, overlap, spaces):
    found = part(length, room=room, overlap=overlap, bleed=3, spaces=[(at, at + long) for at, long in spaces])
    starts, ends = zip(*found.spans, strict=True)
    assert starts[0] <= 0
    assert ends[-1] >= length
    assert all(end - start <= room + 1e-6 for start, end in found.spans)
    assert [end - start for end, start in zip(ends[:-1], starts[1:], strict=True)] == pytest.approx(
        [overlap] * len(found.splits)
    )
    fewer = len(found.spans) - 1
    assert fewer * room - (fewer - 1) * overlap < length or fewer == 0


@given(st.integers(210, 380), LINES)
def test_no_other_split_cuts_fewer_spaces(length, drawn):
    room, overlap = 200, 10
    spaces = [(at, at + long) for at, long in drawn]
    found = part(length, room=room, overlap=overlap, bleed=0, spaces=spaces)
    if len(found.splits) != 1:
        return

    def cuts(split):
        return sum(start + GRAZE < split < end - GRAZE for start, end in spaces)

    tried = [mm / 2 for mm in range(2 * (length - room), 2 * (room - overlap) + 1)]
    assert cuts(found.splits[0]) <= min(map(cuts, tried))
