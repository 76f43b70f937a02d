import pytest
from PIL import Image
from workbench import SVG, a_sheet, font, fonts

from pnp.checks.visibility import texts_of, too_faint, too_small
from pnp.model.svg_geometry import Affine, transform
from pnp.svg.shapes import FaceText

GREY = "#777777"  # 4.48 on white: a hair too faint


def a_card(fill: str = "#000000", *, points: float = 10, more: str = ""):
    em = points * 25.4 / 72
    letters = (
        f'<text x="5" y="10" font-family="Source Sans Pro" font-size="{em}" fill="{fill}" {more}>Ant</text>'
    )
    return a_sheet(letters, 40, 20)


def ground(colour: str = "#ffffff", *, stripe: int = 0) -> Image.Image:
    """What lies behind: one colour, and a dark stripe so many of 200 dots high across the letters."""
    picture = Image.new("RGB", (400, 200), colour)
    picture.paste("#000000", (0, 90, 400, 90 + stripe))
    return picture


def test_letters_below_seven_points_are_named():
    assert list(too_small(a_card(points=7), fonts())) == []
    (fault,) = too_small(a_card(points=6.5), fonts())
    assert (fault.code, fault.message) == ("PNP410", '"Ant" is printed at 6.5 pt')


@pytest.mark.parametrize(
    ("fill", "behind", "readable"),
    [
        ("#000000", "#ffffff", True),
        ("#767676", "#ffffff", True),
        (GREY, "#ffffff", False),
        ("#ffffff", "#fff0a0", False),
    ],
)
def test_letters_stand_out_from_what_lies_behind_them(fill, behind, readable):
    assert (list(too_faint(a_card(fill), ground(behind), fonts())) == []) == readable


def test_large_letters_may_be_fainter():
    assert list(too_faint(a_card(GREY, points=18), ground(), fonts())) == []
    assert list(too_faint(a_card(GREY, points=14, more='font-weight="700"'), ground(), fonts())) == []
    assert len(list(too_faint(a_card(GREY, points=14), ground(), fonts()))) == 1


def test_the_message_says_how_faint_and_on_what():
    (fault,) = too_faint(a_card(GREY), ground(), fonts())
    assert fault.message == f'"Ant" ({GREY}) has a contrast of 4.48 : 1 to #ffffff; it needs 4.5 : 1'


def test_a_thin_line_behind_the_letters_does_no_harm_and_a_broad_one_does():
    assert list(too_faint(a_card(), ground(stripe=2), fonts())) == []
    assert len(list(too_faint(a_card(), ground(stripe=12), fonts()))) == 1


def test_a_shadow_under_the_same_letters_need_not_be_read():
    letters = a_card("#eeeeee").svg.replace("</svg>", "") + a_card().svg.partition(">")[2].removesuffix(
        "</svg>"
    )
    shadow = a_sheet(letters.partition(">")[2].replace('x="5"', 'x="5.2"', 1), 40, 20)
    assert list(too_faint(shadow, ground(), fonts())) == []


def the_text(inner: str) -> FaceText:
    (text,) = texts_of(f"{SVG}{inner}</svg>", fonts())
    return text


def a_text(letters: str = "HH", attributes: str = "") -> str:
    return f'<text x="10" y="20" font-family="Source Sans Pro" font-size="4" {attributes}>{letters}</text>'


def test_a_text_covers_its_ink_wherever_it_is_scaled_and_turned():
    text = the_text(a_text())
    assert (text.box.x, text.box.bottom, text.size) == (pytest.approx(10, abs=0.5), pytest.approx(20), 4)
    assert text.box.width == pytest.approx(font().width("HH") * 4, abs=0.8)
    assert text.box.height == pytest.approx(font().cap_height * 4)
    half = the_text(f'<g transform="translate(5 1)"><g transform="scale(0.5)">{a_text()}</g></g>')
    assert (half.box.bottom, half.size) == (11, 2)
    up = the_text(a_text(attributes='transform="rotate(90 10 20)"'))
    assert up.box.height == pytest.approx(text.box.width)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_text_is_found_where_its_anchor_puts_it(anchor, share):
    text = the_text(a_text(attributes=f'text-anchor="{anchor}"'))
    assert text.box.x == pytest.approx(10.36 - share * font().width("HH") * 4, abs=0.05)


def test_a_text_in_a_picture_is_read_with_its_colour_from_further_out():
    text = the_text(f'<g fill="#123456"><svg width="9" height="9" viewBox="0 0 18 18">{a_text()}</svg></g>')
    assert (text.drawn.fill, text.size) == ("#123456", 2)


@pytest.mark.parametrize("number", ["nan", "inf", "1e999", "3mm"])
def test_what_cannot_be_measured_is_left_out_or_counts_as_nothing(number):
    assert texts_of(f"{SVG}<text font-family='Arial'>a</text>{a_text(' ')}</svg>", fonts()) == ()
    assert the_text(f'<text font-family="Manrope" font-size="{number}">a</text>').size == 0


def test_steps_of_a_transform_are_taken_in_order():
    assert transform("") == (1, 0, 0, 1, 0, 0)
    assert transform("scale(2) translate(3,4)") == (2, 0, 0, 2, 6, 8)
    assert transform("matrix(1 2 3 4 5 6)") == (1, 2, 3, 4, 5, 6)
    assert transform("rotate(180)") == pytest.approx((-1, 0, 0, -1, 0, 0))
    assert transform("skewX(45) skewY(0)") == pytest.approx((1, 0, 1, 1, 0, 0))


@pytest.mark.parametrize(
    "text", ["rotate()", "matrix(1 2)", "scale(two)", "rotate(inf)", "translate(1e999)", "scale(2) rotate()"]
)
def test_a_transform_that_cannot_be_read_changes_nothing(text):
    assert transform(text) == Affine()


def test_an_outline_stands_in_for_the_letters():
    outlined = a_card("#ffffff", more='stroke="#000000" stroke-width="0.4"')
    assert list(too_faint(outlined, ground(), fonts())) == []
