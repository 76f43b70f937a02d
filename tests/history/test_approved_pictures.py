"""Two pictures of a face compared: noise is none, a change is counted, and marked where it is."""

import io

import pytest
from PIL import Image

from pnp.history.diff import MARK, compare_pictures, lossless_png

WHITE, INK = (255, 255, 255), (40, 42, 47)
MARKED = tuple(bytes.fromhex(MARK[1:]))


def drawn(art: str, ink=INK) -> Image.Image:
    """A picture with a pixel for each letter: # is ink, everything else white."""
    rows = art.split()
    picture = Image.new("RGB", (len(rows[0]), len(rows)), WHITE)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == "#":
                picture.putpixel((x, y), ink)
    return picture


def marks(picture: Image.Image) -> str:
    width, height = picture.size
    return "\n".join(
        "".join("#" if picture.getpixel((x, y)) == MARKED else "." for x in range(width))
        for y in range(height)
    )


@pytest.mark.parametrize(("step", "share"), [(1, 0), (3, 0), (4, 0.25), (200, 0.25)])
def test_a_few_grey_steps_of_one_colour_are_noise(step, share):
    other = (INK[0], INK[1] + step, INK[2])
    assert compare_pictures(drawn("#..."), drawn("#...", other))[1] == share


def test_a_single_pixel_is_counted_once_and_marked_with_what_is_around_it():
    marked, share = compare_pictures(
        drawn("...... ...... ...... ......"), drawn("...... ...... ..#... ......")
    )
    assert share == 1 / 24
    assert marks(marked) == "......\n.###..\n.###..\n.###.."


def test_the_rest_is_pale_enough_for_marks_to_stand_out():
    marked, _ = compare_pictures(drawn("#....."), drawn("#....#"))
    lightness = [
        Image.new("RGB", (1, 1), marked.getpixel((x, 0))).convert("L").getpixel((0, 0)) for x in (0, 3, 5)
    ]
    assert lightness[0] > 200
    assert lightness[1] == 255
    assert lightness[2] < 80  # dark, whatever colours one can tell apart


def shades(count: int) -> Image.Image:
    picture = Image.new("RGB", (count, 3), "white")
    for number in range(count):
        picture.putpixel((number, 1), (number % 256, number // 256, 200))
    return picture


@pytest.mark.parametrize(("colours", "mode"), [(3, "P"), (200, "P"), (255, "P"), (256, "RGB"), (700, "RGB")])
def test_few_colours_get_a_table_and_none_is_lost(colours, mode):
    picture = shades(colours)
    with Image.open(io.BytesIO(lossless_png(picture))) as kept:
        assert kept.mode == mode
        assert kept.convert("RGB").tobytes() == picture.tobytes()
