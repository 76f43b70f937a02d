"""The sheet that shows what changed: three pictures in a row, in their proportions, as many as there is room for."""

from PIL import Image

from pnp.history.picture_diff import (
    CAPTION,
    COLUMN,
    GAP,
    HEADING,
    MOST_HEIGHT,
    Row,
    SideBySide,
    difference_sheet,
    has_room,
)

TOP = GAP + HEADING + CAPTION
RED, BLUE, GREEN = (200, 0, 0), (0, 0, 200), (0, 200, 0)


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
