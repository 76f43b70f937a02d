import re
from time import process_time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from workbench import font

from pnp.model.geometry import MM_PER_PT
from pnp.typesetting.fit import STEP_PT, Fitted, Fitting, Frame, TextBlock, fit
from pnp.typesetting.justify import ICON_DROP_EM, DrawnLine, Ink, draw_line
from pnp.typesetting.line_layout import ICON_EM, ICON_GAP_EM, atoms, line_width
from pnp.typesetting.markup import parse

PROSE = "Every player who holds a red card may take one coin from the bank and give it to a neighbour. " * 2
A_FRAME = Frame(0, 0, font(), 1.2)


def fitted(text: str, width: float, height: float, *, size: float = 9, smallest: float = 7, **more) -> Fitted:
    blocks = [TextBlock(atoms(line, {(False, False, ""): font()})) for line in parse(text)]
    frame = Frame(width, height, font(), 1.2, more.pop("max_lines", None))
    return fit(blocks, frame, size, Fitting(smallest, **more))


def words(done: Fitted) -> list[str]:
    return [" ".join("".join(bit.text for bit in atom.bits) for atom in line.line) for line in done.lines]


def fits(done: Fitted) -> bool:
    return done.over_width <= 0.005 and done.over_height <= 0.005


def test_a_short_text_keeps_its_size():
    done = fitted("Take one coin.", 50, 20)
    assert (words(done), done.size) == (["Take one coin."], 9)


@given(st.text("abcde ", min_size=1, max_size=120), st.floats(15, 60), st.floats(4, 30))
@settings(max_examples=50)
def test_the_size_is_the_largest_that_fits(text, width, height):
    done = fitted(text, width, height, size=12, smallest=6)
    assume(fits(done))
    assert all(line_width(line.line) * done.size * MM_PER_PT <= width + 0.006 for line in done.lines)
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


def test_lines_are_forced_and_counted():
    assert words(fitted("a\n\nb", 20, 20)) == ["a", "", "b"]
    assert fitted("a\nb\nc", 20, 30, max_lines=2).over_height == pytest.approx(1.2 * 7 * MM_PER_PT)
    assert fits(fitted("a\nb", 20, 30, max_lines=2))


def test_words_are_hyphenated_only_when_no_size_holds_them_whole():
    assert words(fitted("superfluous", 12, 10, size=9, smallest=7, language="en")) == ["superflu-", "ous"]
    assert words(fitted("superfluous", 14, 10, size=9, smallest=7, language="en")) == ["superfluous"]
    assert words(fitted("superfluous", 12, 10, language="")) == ["superfluous"]
    assert words(fitted("superfluous", 12, 10, language="xx")) == ["superfluous"]


LONG = "Donaudampfschifffahrtsgesellschaft" * 60


@pytest.mark.parametrize("text", [PROSE * 100, "a " * 9_000, LONG], ids=["prose", "letters", "one word"])
def test_a_text_far_too_long_is_no_work(text):
    start = process_time()
    done = fitted(text, 30, 20, smallest=6, language="en")
    assert process_time() - start < 4
    assert done.size == 6
    assert done.over_height > 100
    assert "".join(words(done)).replace("-", "").replace(" ", "") == text.replace(" ", "")


PICKER = {(False, False, ""): font(), (True, False, ""): font(700), (False, True, ""): font(italic=True)}
SIZE = 10
EM = SIZE * MM_PER_PT


def drawn_line(
    text: str, *, x: float = 5, baseline: float = 8, anchor: str = "start", fill: str = "#000000"
) -> DrawnLine:
    return draw_line(
        atoms(parse(text)[0], PICKER),
        (x, baseline),
        size=SIZE,
        share={"start": 0, "middle": 0.5, "end": 1}[anchor],
        ink=Ink(fill),
    )


def letters(done: DrawnLine) -> list[str]:
    return re.findall(r">([^<]*)</text>", done.svg)


def starts(done: DrawnLine) -> list[float]:
    return [float(x) for x in re.findall(r'<text x="([^"]*)"', done.svg)]


def test_a_phrase_starts_where_the_one_before_it_ends_and_a_blank():
    done = drawn_line("Take **two**")
    assert starts(done) == [5, pytest.approx(5 + (font().width("Take") + font().width(" ")) * EM, abs=1e-4)]


def test_styles_are_written_only_where_they_are_not_plain():
    assert drawn_line("a").svg == (
        f'<text x="5" y="8" font-family="Source Sans Pro" font-size="{EM:.4f}" fill="#000000">a</text>'
    )
    assert 'font-weight="700" fill' in drawn_line("**a**").svg
    assert 'font-style="italic" fill' in drawn_line("*a*").svg


def test_an_icon_stands_on_the_baseline_like_a_letter():
    (icon,) = drawn_line("Pay {cu}!").icons
    assert (icon.size, icon.y) == pytest.approx((ICON_EM * EM, 8 - (ICON_EM - ICON_DROP_EM) * EM))
    assert icon.y < 8 - font().cap_height * EM < 8 < icon.y + icon.size
    before = font().width("Pay") + font().width(" ")
    assert icon.x == pytest.approx(5 + (before + ICON_GAP_EM) * EM)


def test_what_looks_like_a_tag_is_text():
    assert letters(drawn_line("<script> & co", fill='red"')) == ["&lt;script&gt; &amp; co"]
    assert 'fill="red&quot;"' in drawn_line("a", fill='red"').svg


def test_a_line_ends_where_it_should_end():
    for text in ("AVAVA **Ta** {cu} To", "plain words only", "{cu} end"):
        ends = []
        for anchor, at in (("start", 0.0), ("middle", 0.5), ("end", 1.0)):
            done = drawn_line(text, x=30, anchor=anchor)
            first = min([*starts(done), *(icon.x - ICON_GAP_EM * EM for icon in done.icons)])
            ends.append((first, at))
        width = (ends[0][0] - ends[2][0]) if ends else 0
        assert ends[1][0] == pytest.approx(30 - width / 2, abs=1e-3)
        assert ends[0][0] == 30
