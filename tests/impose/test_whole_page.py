"""A sheet as large as the paper is the paper; a smaller one is laid out like cards."""

import pytest
from maps import planned
from test_tile_pages import board

from pnp.model.geometry import Rect, Size


def sheets(size, paper="a4", pieces="pad*2", **options):
    found = planned(board(pieces, size, kind="sheet"), paper, **options)
    assert found.diagnostics == ()
    return found.sheets


@pytest.mark.parametrize("size", [Size(210, 297), Size(297, 210)])
def test_the_face_is_the_page(size):
    front, back, *others = sheets(size)
    assert len(others) == 2
    assert front.size == size
    (one,) = front.placements
    assert one.trim == one.clip == Rect(0, 0, size.width, size.height)
    assert (front.strokes, front.captions, front.contours) == ((), (), ())
    assert (back.side, back.placements[0].trim) == ("back", one.trim)


def test_a_whole_page_is_not_folded_but_glued_back_to_back():
    front, back = sheets(Size(210, 297), pieces="pad", backs="gutterfold")
    assert (front.side, back.side, front.flip) == ("front", "back", "none")
    assert front.placements[0].clip == back.placements[0].clip == Rect(0, 0, 210, 297)
    assert front.strokes == ()
