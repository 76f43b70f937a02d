import pytest
from PIL import Image
from workbench import a_sheet, fonts

from pnp.render.legibility import too_faint, too_small

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
    assert fault.message == f'"Ant" ({GREY}) stands out 4.48 : 1 from #ffffff, it should be 4.5 : 1'


def test_a_thin_line_behind_the_letters_does_no_harm_and_a_broad_one_does():
    assert list(too_faint(a_card(), ground(stripe=2), fonts())) == []
    assert len(list(too_faint(a_card(), ground(stripe=12), fonts()))) == 1


def test_an_outline_stands_in_for_the_letters():
    outlined = a_card("#ffffff", more='stroke="#000000" stroke-width="0.4"')
    assert list(too_faint(outlined, ground(), fonts())) == []


def test_a_shadow_under_the_same_letters_need_not_be_read():
    letters = a_card("#eeeeee").svg.replace("</svg>", "") + a_card().svg.partition(">")[2].removesuffix(
        "</svg>"
    )
    shadow = a_sheet(letters.partition(">")[2].replace('x="5"', 'x="5.2"', 1), 40, 20)
    assert list(too_faint(shadow, ground(), fonts())) == []


@pytest.mark.parametrize("place", ["translate(900 0)", "translate(-900 0)", "translate(0 1e300)"])
def test_letters_beside_the_card_stand_on_nothing(place):
    assert list(too_faint(a_card(GREY, more=f'transform="{place}"'), ground(), fonts())) == []


def test_a_colour_that_is_none_is_left_to_the_check_of_colours():
    assert list(too_faint(a_card("#12"), ground(), fonts())) == []
    assert list(too_faint(a_card(more='stroke="#12345"'), ground(), fonts())) == []
