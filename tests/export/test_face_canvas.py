"""Pictures of faces are of exact size: the trim in the middle, nothing scaled, the edge continued where the bleed ends."""

import io

import pytest
import yaml
from PIL import Image
from tiny import FACES, pages

from pnp.art.credits_and_placement import credited
from pnp.export.image_files import Canvas, FacePicture, face_picture, flat_png, picture_files, png

GREEN, BLUE, WHITE = (0, 160, 0), (0, 0, 208), (255, 255, 255)
B = FACES["b"].key
"""20 x 30 mm and 2 mm of bleed; green, with a white triangle from (2, 2) to (8, 2) and (2, 8)."""


def drawn(canvas, *faces, **more):
    (content,) = picture_files(pages(), [FacePicture(faces or (B,), canvas, **more)])
    return Image.open(io.BytesIO(content))


def test_a_picture_has_the_pixels_and_the_resolution_that_are_wanted():
    picture = drawn(Canvas(240, 340, 254))
    assert (picture.size, picture.info["dpi"]) == ((240, 340), (254, 254))
    assert picture.tobytes() == face_picture(pages(), B, dpi=254).tobytes()


@pytest.mark.parametrize(("width", "height"), [(200, 300), (240, 340), (260, 371), (301, 400)])
def test_the_drawing_lies_in_the_middle_at_its_true_size_and_has_no_white_edge(width, height):
    picture = drawn(Canvas(width, height, 254))
    assert {picture.getpixel((x, y)) for x in (0, width - 1) for y in (0, height - 1)} == {GREEN}
    # 2.3 mm below the top of the trim.
    white = [x for x in range(width) if min(picture.getpixel((x, height // 2 - 130 + 3))) > 250]
    left = (width - 200) / 2
    assert (white[0] - left, white[-1] - left) == pytest.approx((20, 77), abs=3)


def test_what_is_outside_the_cut_line_is_transparent():
    canvas = Canvas(100, 100, 254, outline=((-5, -5), (5, -5), (-5, 5)), middle=(0, 5))
    picture = drawn(canvas)
    assert (picture.mode, picture.getpixel((10, 10)), picture.getpixel((90, 90))[3]) == (
        "RGBA",
        (*GREEN, 255),
        0,
    )


def test_several_faces_are_set_in_rows():
    picture = drawn(Canvas(20, 30, 25.4), B, FACES["c"].key, FACES["c"].key, columns=2)
    assert picture.size == (40, 60)
    assert [picture.getpixel((x, y)) for x, y in ((1, 29), (39, 29), (1, 59), (39, 59))] == [
        GREEN,
        BLUE,
        BLUE,
        WHITE,
    ]


def test_a_file_without_filters_has_the_same_pixels_and_resolution():
    picture = face_picture(pages(), B, dpi=300)
    picture.putpixel((3, 5), (1, 2, 3))
    read = Image.open(io.BytesIO(flat_png(picture, dpi=48)))
    assert (read.mode, read.size, read.tobytes()) == ("RGB", picture.size, picture.tobytes())
    assert read.info["dpi"] == Image.open(io.BytesIO(png(picture, dpi=48))).info["dpi"]


WRITTEN = """\
# The pictures of Soup

leek: {credit: 'Bob', licence: CC0}  # he gave it away

# not sure about this one
pea: Eve
"""


def test_a_first_credit_opens_the_file_with_a_word_about_it():
    text = credited("", "leek", {"credit": "Ann: the Painter #1", "licence": "CC BY 4.0"})
    assert text.splitlines()[1:] == ['leek: {credit: "Ann: the Painter #1", licence: CC BY 4.0}']
    assert text.startswith("# Who made the pictures in this folder")


@pytest.mark.parametrize(
    "slot", ["on", "No", "7", "a/b", "x.png", "ÿ", "{", "- a", "true", "YG01", "a: b", '"']
)
@pytest.mark.parametrize("said", ["no", "7", "null", "a: b # c", '"quoted" \\ and', "Ünï", "'", "[x"])
def test_whatever_is_said_is_read_again_as_it_was_said(slot, said):
    text = credited(WRITTEN, slot, {"credit": said})
    assert yaml.safe_load(text)[slot] == {"credit": said}
    assert credited(text, slot, {"credit": said}) == text
