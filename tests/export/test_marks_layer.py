"""Marks and captions as they come out on paper."""

import io
from dataclasses import replace

import pikepdf
import pytest
from tiny import sheet, written

from pnp.export.image_files import page_picture
from pnp.export.marks_layer import MarksPage, draw, measure
from pnp.model.geometry import Size
from pnp.model.line_styles import Stroke
from pnp.model.sheet import Caption


def picture_of(*pages, dots=8):
    return page_picture(draw(pages)[0], 0, dpi=25.4 * dots).convert("L")


@pytest.mark.parametrize(("rotation", "way"), [(0, "right"), (90, "down"), (180, "left"), (270, "up")])
def test_a_caption_runs_from_its_start_in_its_direction(rotation, way):
    page = Size(40, 40)
    picture = picture_of(MarksPage(page, (), (Caption("running", 20, 20, 12, rotation),)))
    picture = picture.point(lambda grey: 255 - grey)
    left, top, right, bottom = (edge * 40 / picture.width for edge in picture.getbbox())
    reach = {"left": 20 - left, "right": right - 20, "up": 20 - top, "down": bottom - 20}
    assert max(reach, key=reach.get) == way
    assert reach[way] == pytest.approx(measure("running", 12), abs=0.6)


def test_a_halo_parts_a_mark_from_the_art_it_crosses(tmp_path):
    halo, plain = Stroke(20, 4, 20, 30, 0.4, halo=True), Stroke(40, 4, 40, 30, 0.4)
    path = written(tmp_path / "food.pdf", [replace(sheet("a b"), strokes=(halo, plain))])
    picture = page_picture(path, 0, dpi=254)
    beside = [picture.getpixel((int(x * 10), 200)) for x in (19.65, 20, 20.35, 39.6, 40)]
    assert beside == [(255, 255, 255), (0, 0, 0), (255, 255, 255), (0, 160, 0), (0, 0, 0)]


def test_nothing_is_set_that_nothing_is_drawn_with():
    """Programs that save a file again leave such colours out; the file is the same page for all that."""
    page = MarksPage(Size(40, 40), (Stroke(4, 4, 30, 4),), ())
    with pikepdf.open(io.BytesIO(draw([page])[0])) as pdf:
        pdf.pages[0].contents_coalesce()
        assert b".6 G" not in pdf.pages[0].obj.Contents.read_bytes()
