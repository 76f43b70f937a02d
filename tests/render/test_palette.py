import pytest

from pnp.templates.palette import channels, contrast, ink, lighten


def test_contrast_is_what_the_guideline_says():
    # Worked by hand from the WCAG 2 formula: #767676 is the lightest grey with 4.5 on white, #777777 has 4.48.
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#404040", "#ffffff") == pytest.approx(10.37, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)


def test_ink_is_black_on_yellow_and_white_on_navy():
    assert (ink("#ffe000"), ink("#102050")) == ("#000000", "#ffffff")


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
