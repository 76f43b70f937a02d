import pytest
from workbench import SVG, font, fonts

from pnp.render.legibility import Spot, spots, transform, without_text
from pnp.units import MM_PER_PT


def the_spot(inner: str) -> Spot:
    (found,) = spots(f"{SVG}{inner}</svg>", fonts())
    return found


def a_text(letters: str = "HH", attributes: str = "") -> str:
    return f'<text x="10" y="20" font-family="Source Sans Pro" font-size="4" {attributes}>{letters}</text>'


def test_a_text_covers_its_width_and_its_capitals():
    spot = the_spot(a_text())
    assert (spot.box.x, spot.box.bottom) == (10, 20)
    assert spot.box.width == pytest.approx(font().width("HH") * 4)
    assert spot.box.height == pytest.approx(font().cap_height * 4)
    assert spot.size == pytest.approx(4 / MM_PER_PT)


def test_a_text_that_is_scaled_and_moved_is_measured_as_it_is_printed():
    spot = the_spot(f'<g transform="translate(5 1)"><g transform="scale(0.5)">{a_text()}</g></g>')
    assert (spot.box.x, spot.box.bottom) == (10, 11)
    assert spot.size == pytest.approx(2 / MM_PER_PT)


def test_a_text_that_is_turned_stands_on_its_side():
    spot = the_spot(a_text(attributes='transform="rotate(90 10 20)"'))
    assert spot.box.x == pytest.approx(10)
    assert spot.box.y == pytest.approx(20)
    assert spot.box.height == pytest.approx(font().width("HH") * 4)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_text_is_found_where_its_anchor_puts_it(anchor, share):
    spot = the_spot(a_text(attributes=f'text-anchor="{anchor}"'))
    assert spot.box.x == pytest.approx(10 - share * spot.box.width)


def test_colours_and_weights_come_from_further_out_or_from_a_style():
    spot = the_spot(f'<g fill="#123456" font-weight="bold">{a_text()}</g>')
    assert (spot.fill, spot.bold) == ("#123456", True)
    assert the_spot(a_text(attributes='style="fill:#654321"')).fill == "#654321"


def test_what_cannot_be_measured_is_left_out_or_counts_as_nothing():
    assert spots(f"{SVG}<text font-family='Arial'>a</text>{a_text(' ')}</svg>", fonts()) == ()
    assert (
        the_spot('<text font-family="Manrope, serif" font-size="3mm" font-weight="lighter">a</text>').size
        == 0
    )


def test_steps_of_a_transform_are_taken_in_order():
    assert transform("") == (1, 0, 0, 1, 0, 0)
    assert transform("scale(2) translate(3,4)") == (2, 0, 0, 2, 6, 8)
    assert transform("matrix(1 2 3 4 5 6)") == (1, 2, 3, 4, 5, 6)
    assert transform("rotate(180)") == pytest.approx((-1, 0, 0, -1, 0, 0))


def test_a_drawing_without_its_letters_keeps_the_rest():
    letters = a_text("one\ntwo")
    assert without_text(f"{SVG}<g/>{letters}<g/></svg>") == f"{SVG}<g/><g/></svg>"
