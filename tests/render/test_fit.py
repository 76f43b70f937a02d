from time import process_time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from workbench import font

from pnp.render import text_fit as fitting
from pnp.render.text_fit import STEP_PT, Fitted, Frame, fit
from pnp.render.text_layout import atoms, line_width, parse
from pnp.units import MM_PER_PT

PROSE = "Every player who holds a red card may take one coin from the bank and give it to a neighbour. " * 2
A_FRAME = Frame(0, 0, font(), 1.2)


def fitted(text: str, width: float, height: float, *, size: float = 9, smallest: float = 7, **more) -> Fitted:
    rows = [atoms(line, {(False, False): font()}) for line in parse(text)]
    frame = Frame(width, height, font(), 1.2, more.pop("max_lines", None))
    return fit(rows, frame, size=size, smallest=smallest, **more)


def words(done: Fitted) -> list[str]:
    return [" ".join("".join(bit.text for bit in atom.bits) for atom in line) for line in done.lines]


def fits(done: Fitted) -> bool:
    return done.over_width <= 0.005 and done.over_height <= 0.005


def test_a_short_text_keeps_its_size():
    done = fitted("Take one coin.", 50, 20)
    assert (words(done), done.size) == (["Take one coin."], 9)


def test_a_text_shrinks_to_go_into_its_box():
    assert fitted(PROSE, 40, 20).size == 8
    assert fits(fitted(PROSE, 40, 20))
    assert not fits(fitted(PROSE, 40, 20, size=8.25, smallest=8.25))


@given(st.text("abcde ", min_size=1, max_size=120), st.floats(15, 60), st.floats(4, 30))
@settings(max_examples=50)
def test_the_size_is_the_largest_that_fits(text, width, height):
    done = fitted(text, width, height, size=12, smallest=6)
    assume(fits(done))
    assert all(line_width(line) * done.size * MM_PER_PT <= width + 0.006 for line in done.lines)
    assert A_FRAME.text_height(len(done.lines), done.size) <= height + 0.006
    if done.size < 12:
        next_larger = done.size + STEP_PT
        assert not fits(fitted(text, width, height, size=next_larger, smallest=next_larger))


def test_what_fits_nowhere_comes_back_smallest_with_its_overflow_in_mm():
    done = fitted(PROSE, 40, 10)
    assert done.size == 7
    assert done.over_height == pytest.approx(A_FRAME.text_height(len(done.lines), 7) - 10)
    wide = fitted("Donaudampfschiff", 10, 20)
    assert wide.over_width == pytest.approx(font().width("Donaudampfschiff") * 7 * MM_PER_PT - 10)


def test_a_box_lower_than_one_line_overflows_by_the_difference():
    done = fitted("x", 20, 1)
    assert done.over_height == pytest.approx(A_FRAME.text_height(1, 7) - 1)


def test_an_empty_box_is_overflown_and_an_empty_text_is_not():
    assert fitted("x", 0, 0).over_width > 0
    assert fits(fitted("", 10, 5))


def test_a_size_below_the_smallest_is_taken_as_it_is():
    assert fitted("x", 20, 20, size=6, smallest=7).size == 6


def test_sizes_go_down_to_the_very_smallest():
    assert fitted("a " * 200, 10, 10, size=9, smallest=7.1).size == 7.1


def test_lines_are_forced_and_counted():
    assert words(fitted("a\n\nb", 20, 20)) == ["a", "", "b"]
    assert fitted("a\nb\nc", 20, 30, max_lines=2).over_height == pytest.approx(1.2 * 7 * MM_PER_PT)
    assert fits(fitted("a\nb", 20, 30, max_lines=2))


def test_words_are_hyphenated_only_when_no_size_holds_them_whole():
    assert words(fitted("superfluous", 12, 10, size=9, smallest=7, language="en")) == ["superflu-", "ous"]
    assert words(fitted("superfluous", 14, 10, size=9, smallest=7, language="en")) == ["superfluous"]
    assert words(fitted("superfluous", 12, 10, language=None)) == ["superfluous"]
    assert words(fitted("superfluous", 12, 10, language="xx")) == ["superfluous"]


LONG = "Donaudampfschifffahrtsgesellschaft" * 60


def quickly(*arguments, **more) -> Fitted:
    start = process_time()
    done = fitted(*arguments, **more)
    assert process_time() - start < 4
    return done


@pytest.mark.parametrize("text", [PROSE * 100, "a " * 9_000, LONG], ids=["prose", "letters", "one word"])
def test_a_text_far_too_long_is_no_work(text):
    done = quickly(text, 30, 20, smallest=6, language="en")
    assert done.size == 6
    assert done.over_height > 100
    assert "".join(words(done)).replace("-", "").replace(" ", "") == text.replace(" ", "")


@given(st.text("abcde ", min_size=1, max_size=300), st.floats(2, 40), st.floats(2, 30), st.booleans())
@settings(max_examples=80)
def test_a_text_is_given_up_early_only_where_no_size_would_do(text, width, height, narrow):
    limits = {"max_lines": 3} if narrow else {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fitting, "_is_hopeless", lambda *_: False)
        slow = fitted(text, width, height, size=12, smallest=6, language="en", **limits)
    assert fitted(text, width, height, size=12, smallest=6, language="en", **limits) == slow
