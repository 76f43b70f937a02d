from collections.abc import Iterator
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from workbench import font

from pnp.typesetting.fit import _cuts
from pnp.typesetting.layout import (
    Atom,
    Bit,
    atoms,
    even_lines,
    fewest_lines,
    hyphenated,
    line_width,
    width_of,
)
from pnp.typesetting.markup import parse

LIMIT = 20.0
PICKER = {(False, False, ""): font(), (True, False, ""): font(700)}


def blocks(text: str) -> list[Atom]:
    """Words one em a letter wide, with blanks of one em."""
    return [
        Atom((Bit(word, font(), float(len(word))),), 1.0 if n else 0.0) for n, word in enumerate(text.split())
    ]


def shown(lines) -> str:
    return "\n".join(" ".join("".join(bit.text for bit in atom.bits) for atom in line) for line in lines)


def test_lines_are_filled_one_after_the_other():
    assert shown(fewest_lines(blocks("we eat what we grow and grow what we eat"), LIMIT)) == (
        "we eat what we grow\n"
        "and grow what we eat"
    )  # fmt: skip


def test_a_word_wider_than_the_box_stands_alone():
    assert shown(fewest_lines(blocks("a superfluousness b"), 10)) == "a\nsuperfluousness\nb"
    assert shown(even_lines(blocks("a superfluousness b"), 10)) == "a\nsuperfluousness\nb"


texts = st.lists(st.text("abc", min_size=1, max_size=24), min_size=1, max_size=40).map(" ".join)


@given(texts)
@settings(max_examples=60)
def test_even_lines_are_as_many_as_the_fewest_and_hold_every_word(text):
    row = blocks(text)
    even = even_lines(row, LIMIT)
    assert len(even) == len(fewest_lines(row, LIMIT))
    assert [atom for line in even for atom in line] == row


def every_way(row: list[Atom], lines: int) -> Iterator[list[tuple[Atom, ...]]]:
    """Yield every way to break a row into so many lines."""
    for ends in combinations(range(1, len(row)), lines - 1):
        yield [tuple(row[a:b]) for a, b in pairwise((0, *ends, len(row)))]


@given(st.lists(st.text("a", min_size=1, max_size=12), min_size=1, max_size=11).map(" ".join))
def test_no_other_way_is_more_even(text):
    row = blocks(text)
    count = len(fewest_lines(row, LIMIT))
    slack = [
        sum((LIMIT - line_width(line)) ** 2 for line in lines)
        for lines in every_way(row, count)
        if all(line_width(line) <= LIMIT for line in lines)
    ]
    assert sum((LIMIT - line_width(line)) ** 2 for line in even_lines(row, LIMIT)) == min(slack)


def cut(text: str, limit: float) -> str:
    row = atoms(parse(text)[0], PICKER)
    return " | ".join(
        "".join(bit.text for bit in atom.bits) for atom in hyphenated(row, limit, lambda w: _cuts("en", w))
    )


def test_only_words_that_are_too_wide_are_hyphenated():
    assert cut("a superfluous vegetable", 3.2) == "a | super- | fluous | veget- | able"
    assert cut("a superfluous vegetable", 9) == "a | superfluous | vegetable"


def test_a_bold_word_is_hyphenated_before_its_comma():
    assert cut("**superfluous**, yes", 4.2) == "superflu- | ous, | yes"


REGULAR, BOLD = font(), font(700)
REGULAR_AND_BOLD = {(False, False, ""): REGULAR, (True, False, ""): BOLD}


def row(text: str) -> tuple[Atom, ...]:
    return atoms(parse(text)[0], REGULAR_AND_BOLD)


def joined(text: str) -> str:
    """The atoms of a text, parted by bars; icons in braces."""
    return " | ".join(
        "".join(bit.text if bit.font else f"{{{bit.text}}}" for bit in atom.bits) for atom in row(text)
    )


def test_an_icon_sticks_to_what_it_touches():
    assert joined("pay 2{cu}, or {cu} {cu}{cu}") == "pay | 2{cu}, | or | {cu} | {cu}{cu}"


def test_bold_letters_stick_to_the_comma_behind_them():
    assert joined("**two**, or") == "two, | or"
    assert [bit.font for bit in row("**two**,")[0].bits] == [BOLD, REGULAR]


def test_kerning_makes_av_narrower_than_a_and_v():
    assert width_of(REGULAR, "AV") < width_of(REGULAR, "A") + width_of(REGULAR, "V") - 0.01
