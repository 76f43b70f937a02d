import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.templates.palette import channels, contrast, darken, ink, lighten, mix

colours = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def test_a_mix_is_the_way_from_one_colour_to_the_other():
    assert [mix("#204060", "#ff8000", share) for share in (0, 0.5, 1)] == ["#204060", "#906030", "#ff8000"]


def test_lighter_goes_to_white_and_darker_to_black():
    assert (lighten("#204060", 0.5), darken("#204060", 0.5)) == ("#90a0b0", "#102030")


def test_contrast_is_what_the_guideline_says():
    # Worked by hand from the WCAG 2 formula: #767676 is the lightest grey with 4.5 on white, #777777 has 4.48.
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#404040", "#ffffff") == pytest.approx(10.37, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)


@given(colours, colours)
def test_contrast_knows_no_order_and_stays_between_1_and_21(one, other):
    assert contrast(one, other) == contrast(other, one)
    assert 1 <= contrast(one, other) <= 21.0001


def test_ink_is_black_on_yellow_and_white_on_navy():
    assert (ink("#ffe000"), ink("#102050")) == ("#000000", "#ffffff")


@given(colours)
def test_ink_always_reads(colour):
    assert contrast(colour, ink(colour)) >= 4.5


@pytest.mark.parametrize("wrong", ["red", "#12345", "#1234567", "#+1-2+3", "123456", ""])
def test_what_is_no_colour_is_refused(wrong):
    with pytest.raises(
        ValueError, match=f'"{wrong.replace("+", chr(92) + "+")}" is not a colour; write "#rrggbb"'
    ):
        channels(wrong)


@pytest.mark.parametrize("share", [20, -0.1, float("nan")])
def test_a_share_is_no_percentage(share):
    with pytest.raises(ValueError, match="between 0 and 1"):
        lighten("#204060", share)
