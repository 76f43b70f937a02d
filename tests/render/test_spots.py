import pytest
from workbench import SVG, font, fonts

from pnp.render.legibility import TextBox, text_boxes, without_text
from pnp.units import MM_PER_PT


def the_text(inner: str) -> TextBox:
    (found,) = text_boxes(f"{SVG}{inner}</svg>", fonts())
    return found


def a_text(letters: str = "HH", attributes: str = "") -> str:
    return f'<text x="10" y="20" font-family="Source Sans Pro" font-size="4" {attributes}>{letters}</text>'


def test_a_text_covers_its_width_and_its_capitals():
    text = the_text(a_text())
    assert (text.box.x, text.box.bottom) == (10, 20)
    assert text.box.width == pytest.approx(font().width("HH") * 4)
    assert text.box.height == pytest.approx(font().cap_height * 4)
    assert text.size == pytest.approx(4 / MM_PER_PT)


def test_a_text_that_is_scaled_and_moved_is_measured_as_it_is_printed():
    text = the_text(f'<g transform="translate(5 1)"><g transform="scale(0.5)">{a_text()}</g></g>')
    assert (text.box.x, text.box.bottom) == (10, 11)
    assert text.size == pytest.approx(2 / MM_PER_PT)


def test_a_text_that_is_turned_stands_on_its_side():
    text = the_text(a_text(attributes='transform="rotate(90 10 20)"'))
    assert text.box.x == pytest.approx(10)
    assert text.box.y == pytest.approx(20)
    assert text.box.height == pytest.approx(font().width("HH") * 4)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_text_is_found_where_its_anchor_puts_it(anchor, share):
    text = the_text(a_text(attributes=f'text-anchor="{anchor}"'))
    assert text.box.x == pytest.approx(10 - share * text.box.width)


def test_colours_and_weights_come_from_further_out_or_from_a_style():
    text = the_text(f'<g fill="#123456" font-weight="bold">{a_text()}</g>')
    assert (text.fill, text.bold) == ("#123456", True)
    assert the_text(a_text(attributes='style="fill:#654321"')).fill == "#654321"


def test_what_cannot_be_measured_is_left_out_or_counts_as_nothing():
    assert text_boxes(f"{SVG}<text font-family='Arial'>a</text>{a_text(' ')}</svg>", fonts()) == ()
    assert (
        the_text('<text font-family="Manrope, serif" font-size="3mm" font-weight="lighter">a</text>').size
        == 0
    )


@pytest.mark.parametrize(
    "attributes", ['transform="rotate()"', 'transform="matrix(1 2)"', 'transform="scale(1e999)"']
)
def test_a_transform_that_cannot_be_read_leaves_a_text_in_its_place(attributes):
    assert the_text(a_text(attributes=attributes)).box == the_text(a_text()).box


@pytest.mark.parametrize("number", ["nan", "inf", "1e999"])
def test_a_number_that_is_none_counts_as_nothing(number):
    assert the_text(f'<text x="{number}" font-family="Manrope" font-size="4">a</text>').box.x == 0
    assert the_text(f'<text font-family="Manrope" font-size="{number}">a</text>').size == 0


def test_a_drawing_without_its_letters_keeps_the_rest():
    letters = a_text("one\ntwo")
    assert without_text(f"{SVG}<g/>{letters}<g/></svg>") == f"{SVG}<g/><g/></svg>"
