"""Two pictures of a face compared: noise is none, a change is counted, marked where it is, and shown on a sheet."""

import pytest
from PIL import Image

from pnp.history.picture_diff import (
    CAPTION,
    COLUMN,
    GAP,
    HEADING,
    MARK,
    MOST_HEIGHT,
    Row,
    SideBySide,
    compare_pictures,
    difference_sheet,
    has_room,
)

WHITE, INK = (255, 255, 255), (40, 42, 47)
MARKED = tuple(bytes.fromhex(MARK[1:]))
TOP = GAP + HEADING + CAPTION
RED, BLUE, GREEN = (200, 0, 0), (0, 0, 200), (0, 200, 0)


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
    """Where a difference is marked, as one sees it."""
    width, height = picture.size
    return "\n".join(
        "".join("#" if picture.getpixel((x, y)) == MARKED else "." for x in range(width))
        for y in range(height)
    )


def test_the_same_picture_does_not_differ():
    found = compare_pictures(drawn("#... .#.."), drawn("#... .#.."))
    assert (found.share, marks(found.marked)) == (0, "....\n....")


@pytest.mark.parametrize(("step", "share"), [(1, 0), (3, 0), (4, 0.25), (200, 0.25)])
def test_a_few_grey_steps_of_one_colour_are_noise(step, share):
    other = (INK[0], INK[1] + step, INK[2])
    assert compare_pictures(drawn("#..."), drawn("#...", other)).share == share


def test_a_single_pixel_is_counted_once_and_marked_with_what_is_around_it():
    found = compare_pictures(drawn("...... ...... ...... ......"), drawn("...... ...... ..#... ......"))
    assert found.share == 1 / 24
    assert marks(found.marked) == "......\n.###..\n.###..\n.###.."


def test_what_is_gone_is_marked_as_well_as_what_is_new():
    found = compare_pictures(drawn("#........"), drawn("........#"))
    assert (found.share, marks(found.marked)) == (2 / 9, "##.....##")


def test_what_only_one_of_two_sizes_covers_has_changed():
    wide, tall = Image.new("RGB", (6, 2), WHITE), Image.new("RGB", (2, 4), WHITE)
    found = compare_pictures(wide, tall)
    assert found.marked.size == (6, 4)
    assert found.share == (4 * 2 + 2 * 2) / 24  # the corner that neither covers is nobody's change


def test_the_rest_is_pale_enough_for_marks_to_stand_out():
    found = compare_pictures(drawn("#....."), drawn("#....#"))
    lightness = [
        Image.new("RGB", (1, 1), found.marked.getpixel((x, 0))).convert("L").getpixel((0, 0))
        for x in (0, 3, 5)
    ]
    assert lightness[0] > 200
    assert lightness[1] == 255
    assert lightness[2] < 80  # dark, whatever colours one can tell apart


def card(colour, width=60, height=80):
    return Image.new("RGB", (width, height), colour)


def seen(sheet, column, y):
    """The colour a little inside the picture in a column."""
    return sheet.getpixel((GAP + column * (COLUMN + GAP) + 5, TOP + y + CAPTION + 5))


def test_old_new_and_difference_stand_beside_each_other():
    sheet = difference_sheet("Soup", [Row.of("leek", SideBySide(card(RED), card(BLUE), card(GREEN)))])
    assert [seen(sheet, column, 0) for column in range(3)] == [RED, BLUE, GREEN]


def test_each_row_begins_below_the_one_before():
    first = Row.of("leek", SideBySide(card(RED), card(RED), card(RED)))
    sheet = difference_sheet("Soup", [first, Row.of("pea", SideBySide(None, card(BLUE), None))])
    assert seen(sheet, 1, first.height) == BLUE
    assert seen(sheet, 0, first.height) != RED  # words stand there


def test_pictures_of_a_row_are_shrunk_alike():
    row = Row.of("board", SideBySide(card(RED, 2 * COLUMN, 100), card(BLUE, COLUMN, 200), None))
    assert [picture and picture.size for picture in row.pictures.all] == [
        (COLUMN, 50),
        (COLUMN // 2, 100),
        None,
    ]


def test_a_card_that_fits_is_left_as_it_is():
    picture = card(RED, 407, 555)
    assert Row.of("leek", SideBySide(picture, None, None)).pictures.old is picture


def test_a_sheet_does_not_grow_without_end():
    row = Row.of("leek", SideBySide(card(RED, 400, 560), None, None))
    rows = []
    while has_room(rows):
        rows.append(row)
    sheet = difference_sheet("Soup", rows, more=70)
    assert MOST_HEIGHT < sheet.height < MOST_HEIGHT + 800
    assert difference_sheet("Soup", rows).height == sheet.height - CAPTION  # the line that counts the others
