"""Patterns that a renderer would draw without end are refused before; a fine texture is not."""

from xml.etree.ElementTree import fromstring

import pytest

from pnp.model.geometry import Size
from pnp.model.limits import USUAL_LIMITS
from pnp.svg.complexity import tiles


def is_fine(pattern, shape='<path d="M0 0h90v90z" fill="url(#a)"/>'):
    return (
        tiles(fromstring(f'<svg><pattern id="a" {pattern}/>{shape}</svg>'), Size(60, 60)) > USUAL_LIMITS.tiles
    )


@pytest.mark.parametrize(
    "pattern",
    [
        'width="0.001" height="0.001" patternUnits="userSpaceOnUse"',
        'width="1e-9" height="60" patternUnits="userSpaceOnUse"',
        'width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="rotate(3) scale(0.001)"',
        'width="0.001%" height="0.001"',
        'href="#b"/><pattern id="b" width="0.001" height="0.001" patternUnits="userSpaceOnUse"',
    ],
)
def test_a_pattern_of_many_millions_of_tiles_is_refused(pattern):
    assert is_fine(pattern)


def test_a_shape_made_small_makes_its_pattern_fine():
    shape = '<g transform="scale(0.001)"><path d="M0 0h90000v90000z" fill="url(#a)"/></g>'
    assert not is_fine('width="1" height="1" patternUnits="userSpaceOnUse"')
    assert is_fine('width="1" height="1" patternUnits="userSpaceOnUse"', shape)


def test_a_shape_made_small_in_a_group_that_is_filled_makes_its_pattern_fine():
    shape = '<g fill="url(#a)"><path transform="scale(0.001)" d="M0 0h90000v90000z"/></g>'
    assert is_fine('width="1" height="1" patternUnits="userSpaceOnUse"', shape)


def test_a_fine_texture_is_drawn():
    assert not is_fine('width="0.1" height="0.1" patternUnits="userSpaceOnUse"')
    assert not is_fine('width="0" height="0"')
    assert not is_fine('width="..1" height="1.1.1"')


def test_a_small_picture_of_a_drawing_has_the_tiles_of_that_drawing():
    fine = 'width="0.1" height="0.1" patternUnits="userSpaceOnUse"'
    shape = '<g transform="scale(.01)"><path d="M0 0h9v9z" fill="url(#a)"/></g>'
    assert is_fine(fine, shape)
    assert not is_fine(fine, f'<svg width="6" height="6" viewBox="0 0 2 2">{shape}</svg>')
    assert is_fine(fine, f'<svg width="6" height="6" viewBox="0 0 2 2" overflow="visible">{shape}</svg>')
    assert is_fine(fine, f'<svg width="6" height="6" viewBox="0 0 9000 9000">{shape}</svg>')
    many = "".join(f'<svg viewBox="0 0 20 {n}"><g fill="url(#a)"/></svg>' for n in range(101))
    assert is_fine(fine, many + f'<svg viewBox="0 0 9000 9000">{shape}</svg>')
