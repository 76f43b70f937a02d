"""What two versions of a game differ in, told from the drawings alone."""

import io

import pytest
from PIL import Image

from pnp.history.changed_faces import GameChanges, PrintedPiece, Version, compare
from pnp.history.diff_report import LONGEST, MARK, as_text, compare_pictures, lossless_png
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">
<title>Soup: Leek</title>
<defs><symbol id="f01234567-icon-pot" viewBox="0 0 9 9"><path d="M0 0h9"/></symbol></defs>
<rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>
<svg x="3" y="14" width="57" height="47" viewBox="0 0 100 100"><path d="M1 1h9"/></svg>
<text x="31.5" y="70" font-size="3">Rinse the leek twice</text>
<use href="#f01234567-icon-pot" x="40" y="68" width="3" height="3"/>
</svg>"""


def version(label, *pieces):
    """A version of pieces (id, front drawing) or (id, front drawing, copies) or (id, front, copies, back)."""
    faces, printed = {}, {}
    for name, front, *rest in pieces:
        copies, back = (*rest, *(1, None)[len(rest) :])
        keys = [face_key(svg) if svg else None for svg in (front, back)]
        for key, svg in zip(keys, (front, back), strict=True):
            if svg:
                faces[key] = Face(key, svg, Size(63, 88), 3)
        printed["food", name] = PrintedPiece("food", name, name.title(), copies, *keys, f"{keys}")
    return Version("soup", "1", label, printed, faces)


def what_changed(old, new):
    changes = compare(version("old", ("leek", old)), version("now", ("leek", new)))
    return sorted(changes.changed[0].kinds) if changes.changed else None


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("Rinse the leek twice", "Rinse the leek once", ["text"]),
        ("Rinse the leek", "rinse the leek", ["text"]),
        ('d="M1 1h9"', 'd="M1 1h8"', ["art"]),
        ('d="M0 0h9"', 'd="M0 0h8"', ["art"]),  # the icon itself
        ("</svg>\n<text", '</svg>\n<use href="#f01234567-icon-pot" x="1"/><text', ["art"]),  # one icon more
        ('y="70"', 'y="71"', ["layout"]),
        ('<rect x="-3"', '<rect x="-2"', ["layout"]),
        ("#ffffff", "#fffffe", ["layout"]),
        ('<svg x="3"', '<svg x="4"', ["layout"]),  # the same picture elsewhere
        ('width="69mm"', 'width="68mm"', ["layout"]),
        (' x="40" y="68"', ' x="40" y="67"', ["layout"]),
        # Other words shift what stands in the line; that is not told apart from them.
        ('<text x="31.5" y="70" font-size="3">Rinse', '<text x="30" y="70" font-size="2">Wash', ["text"]),
    ],
)
def test_a_changed_face_says_what_changed(old, new, what):
    assert CARD.count(old)
    assert what_changed(CARD, CARD.replace(old, new)) == what


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<title>Soup: Leek</title>", "<title>Broth: Leek</title>"),
        ("<title>Soup: Leek</title>", "<!-- a note -->"),
        ("f01234567-", "f89abcdef-"),  # the prefix comes from the drawing and changes with it
    ],
)
def test_what_nobody_sees_is_no_change(old, new):
    assert what_changed(CARD, CARD.replace(old, new)) is None


def test_words_that_break_elsewhere_are_a_matter_of_layout():
    lines = (
        '<text x="1" y="2">a mushroom soup</text>',
        '<text x="1" y="2">a mush-</text><text x="1" y="5">room soup</text>',
    )
    one, two = (f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>' for text in lines)
    assert what_changed(one, two) == ["layout"]
    assert what_changed(two, two.replace("soup", "stew")) == ["text"]


def test_pieces_come_and_go_and_are_counted():
    old = version("old", ("leek", CARD, 2), ("pea", CARD), ("pot", CARD))
    new = version("now", ("zuke", CARD), ("leek", CARD, 3), ("pea", CARD))
    changes = compare(old, new)
    assert [piece.id for piece in changes.added] == ["zuke"]
    assert [piece.id for piece in changes.removed] == ["pot"]
    assert [(each.old.copies, each.new.copies) for each in changes.copies] == [(2, 3)]
    assert (changes.changed, changes.same) == ((), 1)
    assert changes
    assert not compare(new, new)


def test_an_old_face_nobody_has_is_a_face_that_changed():
    old = version("old", ("leek", CARD))
    unknown = PrintedPiece("food", "leek", "Leek", 1, None, None, "of old")
    bare = Version("soup", "1", "old", {("food", "leek"): unknown}, {})
    assert [*compare(bare, old).changed[0].kinds] == ["face"]
    assert not compare(Version("soup", "1", "x", old.pieces, {}), old)


def test_pieces_that_could_not_be_drawn_are_not_taken_for_the_same():
    blank = PrintedPiece("food", "leek", "Leek", 1, None, None, "")
    blanks = Version("soup", "1", "old", {("food", "leek"): blank}, {})
    assert compare(blanks, blanks).same == 0


def told(old, new):
    changes = GameChanges("Soup", {"food": "Food cards"}, old, new, compare(old, new))
    return as_text([changes]).splitlines()[2].partition("~ leek (Leek): ")[2]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Rinse the leek twice", "Rinse the leek", '"twice" left out'),
        ("Rinse the leek", "Now rinse the leek", 'was "Rinse", now "Now rinse"'),
        ("Rinse", "Now Rinse", '"Now" added'),
        ('d="M1 1h9"', 'd="M1 1h8"', "different art"),
        ('y="70"', 'y="71"', "different layout"),
        ("Rinse the leek", "Rinse the green leek", '"green" added after "Rinse the"'),
        ("Rinse the leek", "a " * 200, f'was "Rinse the leek", now "{("a " * 200)[: LONGEST - 2]} …"'),
    ],
)
def test_the_words_that_changed_are_quoted(old, new, line):
    assert told(version("old", ("leek", CARD)), version("now", ("leek", CARD.replace(old, new)))) == line


# Two pictures of a face compared: noise is none, a change is counted, and marked where it is.


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


@pytest.mark.parametrize(("step", "share"), [(1, 0), (3, 0), (4, 0.25), (200, 0.25)])
def test_a_few_grey_steps_of_one_colour_are_noise(step, share):
    other = (INK[0], INK[1] + step, INK[2])
    assert compare_pictures(drawn("#..."), drawn("#...", other))[1] == share


def test_a_single_pixel_is_counted_once_and_marked_with_what_is_around_it():
    marked, share = compare_pictures(
        drawn("...... ...... ...... ......"), drawn("...... ...... ..#... ......")
    )
    assert share == 1 / 24
    spots = {(x, y) for x in range(6) for y in range(4) if marked.getpixel((x, y)) == MARKED}
    assert spots == {(x, y) for x in (1, 2, 3) for y in (1, 2, 3)}


def test_the_rest_is_pale_enough_for_marks_to_stand_out():
    marked, _ = compare_pictures(drawn("#....."), drawn("#....#"))
    lightness = [
        Image.new("RGB", (1, 1), marked.getpixel((x, 0))).convert("L").getpixel((0, 0)) for x in (0, 3, 5)
    ]
    assert lightness[0] > 200
    assert lightness[1] == 255
    assert lightness[2] < 80  # dark, whatever colours one can tell apart


@pytest.mark.parametrize(("colours", "mode"), [(3, "P"), (200, "P"), (255, "P"), (256, "RGB"), (700, "RGB")])
def test_few_colours_get_a_table_and_none_is_lost(colours, mode):
    picture = Image.new("RGB", (colours, 3), "white")
    for number in range(colours):
        picture.putpixel((number, 1), (number % 256, number // 256, 200))
    with Image.open(io.BytesIO(lossless_png(picture))) as kept:
        assert kept.mode == mode
        assert kept.convert("RGB").tobytes() == picture.tobytes()
