"""A strip of board, a character for each centimetre: the spaces on it above, the parts it is printed in below."""

from hypothesis import given
from hypothesis import strategies as st

from pnp.impose.tiling import GRAZE, part

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


LINES = st.lists(st.tuples(st.integers(0, 280), st.integers(5, 80)), max_size=8)


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
