import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from workbench import a_sheet, font, ink_extent

from pnp.render.text_fit import ICON_DROP_EM, DrawnLine, Ink, draw_line
from pnp.render.text_layout import ICON_EM, ICON_GAP_EM, atoms, parse
from pnp.units import MM_PER_PT

PICKER = {(False, False): font(), (True, False): font(700), (False, True): font(italic=True)}
BLACK = Ink("#000000")
SIZE = 10
EM = SIZE * MM_PER_PT


def drawn(
    text: str, *, x: float = 5, baseline: float = 8, anchor: str = "start", fill: str = "#000000"
) -> DrawnLine:
    return draw_line(atoms(parse(text)[0], PICKER), x, baseline, size=SIZE, anchor=anchor, ink=Ink(fill))


def letters(done: DrawnLine) -> list[str]:
    return re.findall(r">([^<]*)</text>", done.svg)


def starts(done: DrawnLine) -> list[float]:
    return [float(x) for x in re.findall(r'<text x="([^"]*)"', done.svg)]


def test_words_of_one_style_are_one_phrase():
    assert letters(drawn("Take one **red** card, *then* go")) == ["Take one", "red", "card,", "then", "go"]


def test_a_phrase_starts_where_the_one_before_it_ends_and_a_blank():
    done = drawn("Take **two**")
    assert starts(done) == [5, pytest.approx(5 + (font().width("Take") + font().width(" ")) * EM, abs=1e-4)]


def test_styles_are_written_only_where_they_are_not_plain():
    assert drawn("a").svg == (
        f'<text x="5" y="8" font-family="Source Sans Pro" font-size="{EM:.4f}" fill="#000000">a</text>'
    )
    assert 'font-weight="700" fill' in drawn("**a**").svg
    assert 'font-style="italic" fill' in drawn("*a*").svg


def test_an_icon_stands_on_the_baseline_like_a_letter():
    (icon,) = drawn("Pay {cu}!").icons
    assert icon.size == pytest.approx(ICON_EM * EM)
    assert icon.y == pytest.approx(8 - (ICON_EM - ICON_DROP_EM) * EM)
    assert icon.y < 8 - font().cap_height * EM < 8 < icon.y + icon.size
    before = font().width("Pay") + font().width(" ")
    assert icon.x == pytest.approx(5 + (before + ICON_GAP_EM) * EM)


def test_letters_go_on_behind_an_icon():
    done = drawn("2{cu}, or")
    assert letters(done) == ["2", ", or"]
    assert starts(done)[1] == pytest.approx(done.icons[0].x + done.icons[0].size + ICON_GAP_EM * EM, abs=1e-4)


def test_only_icons_and_nothing():
    assert drawn("{cu}{cu}").svg == ""
    assert len(drawn("{cu}{cu}").icons) == 2
    assert drawn("") == DrawnLine("", ())


def test_what_looks_like_a_tag_is_text():
    assert letters(drawn("<script> & co", fill='red"')) == ["&lt;script&gt; &amp; co"]
    assert 'fill="red&quot;"' in drawn("a", fill='red"').svg


def test_a_line_ends_where_it_should_end():
    for text in ("AVAVA **Ta** {cu} To", "plain words only", "{cu} end"):
        ends = []
        for anchor, at in (("start", 0.0), ("middle", 0.5), ("end", 1.0)):
            done = drawn(text, x=30, anchor=anchor)
            first = min([*starts(done), *(icon.x - ICON_GAP_EM * EM for icon in done.icons)])
            ends.append((first, at))
        width = (ends[0][0] - ends[2][0]) if ends else 0
        assert ends[1][0] == pytest.approx(30 - width / 2, abs=1e-3)
        assert ends[0][0] == 30


def test_the_ink_is_as_wide_as_was_measured():
    text = "HAVE To pay **WAVE** in *full* HH"
    line = draw_line(atoms(parse(f"{text}")[0], PICKER), 60, 8, size=SIZE, anchor="end", ink=BLACK)
    left, _, right, _ = ink_extent(a_sheet(line.svg, 65, 12))
    bearing = (
        (font().width("H") - 0.0) * EM * 0.14
    )  # an H has air of about a seventh of its width at both sides
    assert right == pytest.approx(60 - bearing, abs=0.1)
    assert left == pytest.approx(starts(line)[0] + bearing, abs=0.1)


@given(st.text("HVAToxi -", min_size=1, max_size=24).map(lambda middle: f"H{middle}H"))
@settings(max_examples=12, deadline=None)
def test_measured_and_printed_widths_agree(text):
    line = draw_line(atoms(parse(text)[0], PICKER), 2, 8, size=SIZE, anchor="start", ink=BLACK)
    words = " ".join(text.split())
    left, _, right, _ = ink_extent(a_sheet(line.svg, 70, 12))
    lone_left, _, lone_right, _ = ink_extent(a_sheet(drawn("H", x=2).svg, 10, 12))
    air = font().width("H") * EM - (lone_right - lone_left)
    assert right - left == pytest.approx(font().width(words) * EM - air, abs=0.1)


def test_an_outline_lies_under_the_letters_and_is_as_wide_as_said():
    ink = Ink("#ffffff", "#000000", 0.25)
    assert ink.attributes == (
        'fill="#ffffff" stroke="#000000" stroke-width="0.5" stroke-linejoin="round" paint-order="stroke"'
    )
    assert Ink("#ffffff", "#000000").attributes == 'fill="#ffffff"'
