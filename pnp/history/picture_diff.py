"""What looks different in two pictures of a face: how much of it, and where.

What changed is marked on a pale grey copy of the new picture. The mark is dark as well as coloured, so that it
stands out for those who see no red or no green, and in a grey print.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from pnp.export.furniture import font_file, printable

NOISE = 3
"""Grey steps of 255 by which two renderings of one drawing may differ; nobody sees them."""

MARK = "#a3005a"
PALEST, PALE = 255, 208
"""What white and black become in the grey copy; black itself is never reached, so that marks are read as marks."""

AROUND = 3
"""How many pixels wide the mark of a single pixel is: a moved hairline must not be overlooked."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two pictures differ; `share` is how much of the larger frame does, 0 to 1."""

    picture: Image.Image
    share: float


def difference(old: Image.Image, new: Image.Image) -> Difference:
    """Return what changed from `old` to `new`, which are laid on each other by their top left corners.

    What only one of them covers has changed. Pictures with transparency are seen on white.
    """
    size = (max(old.width, new.width), max(old.height, new.height))
    changed = _changed(_framed(old, size), _framed(new, size))
    changed.paste(255, mask=_in_one_only(old.size, new.size, size))
    count = changed.histogram()[255]
    picture = _framed(new, size).convert("L").point(_paler).convert("RGB")
    picture.paste(MARK, mask=changed.filter(ImageFilter.MaxFilter(AROUND)))
    return Difference(picture, count / (size[0] * size[1]))


def _framed(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return the picture in RGB on a white ground of that size."""
    whole = Image.new("RGB", size, "white")
    if picture.has_transparency_data:
        clear = picture.convert("RGBA")
        whole.paste(clear, mask=clear.getchannel("A"))
    else:
        whole.paste(picture.convert("RGB"))
    return whole


def _changed(old: Image.Image, new: Image.Image) -> Image.Image:
    """Return a mask with 255 where any colour differs by more than noise, 0 elsewhere."""
    red, green, blue = ImageChops.difference(old, new).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if step > NOISE else 0 for step in range(256)])


def _in_one_only(old: tuple[int, int], new: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Return a mask with 255 where one of two pictures of these sizes lies and the other does not."""
    covered = []
    for each in (old, new):
        mask = Image.new("L", size, 0)
        mask.paste(255, (0, 0, *each))
        covered.append(mask)
    return ImageChops.difference(*covered)


def _paler(grey: int) -> int:
    return PALE + grey * (PALEST - PALE) // 255


# One picture of what changed: for each face the approved one, the present one, and where they differ.

COLUMN, TALLEST = 408, 560
"""Room for a picture, in pixels: a poker card with its bleed at 150 dpi goes in as it is."""

GAP = 16
HEADING, CAPTION = 34, 30
MOST_HEIGHT = 16_000
"""In pixels: some 27 cards. What does not go in any more is only counted."""

GROUND, INK, QUIET = "#e9e9e6", "#222222", "#6a6a6a"
TITLES = ("approved", "now", "difference")
ABSENT = ("not approved yet", "no longer in the game", "nothing to compare")


@dataclass(frozen=True, slots=True)
class Row:
    """A face: what is said of it, and its pictures small enough for the sheet, None where there is none."""

    caption: str
    pictures: tuple[Image.Image | None, Image.Image | None, Image.Image | None]

    @classmethod
    def of(
        cls, caption: str, old: Image.Image | None, new: Image.Image | None, marked: Image.Image | None
    ) -> Self:
        """Return the row of these pictures, all shrunk alike where one is larger than its room."""
        there = [picture for picture in (old, new, marked) if picture is not None]
        widest, tallest = (max(picture.size[axis] for picture in there) for axis in (0, 1))
        scale = min(1.0, COLUMN / widest, TALLEST / tallest)
        return cls(caption, (_shrunk(old, scale), _shrunk(new, scale), _shrunk(marked, scale)))

    @property
    def height(self) -> int:
        """How many pixels the row takes, with the air below it."""
        return CAPTION + max(picture.height for picture in self.pictures if picture is not None) + GAP


def has_room(rows: Iterable[Row]) -> bool:
    """Say whether another row goes onto a sheet that has these."""
    return sum(row.height for row in rows) < MOST_HEIGHT


def side_by_side(title: str, rows: Sequence[Row], *, more: int = 0) -> Image.Image:
    """Return the sheet; its last line counts the faces that found no room."""
    top = GAP + HEADING + CAPTION
    size = (3 * COLUMN + 4 * GAP, top + sum(row.height for row in rows) + (CAPTION if more else 0))
    sheet = Image.new("RGB", size, GROUND)
    pen = ImageDraw.Draw(sheet)
    _say(pen, (GAP, GAP), title, 26, INK)
    for column, words in enumerate(TITLES):
        _say(pen, (_left(column), GAP + HEADING), words, 18, QUIET)
    for row in rows:
        _say(pen, (GAP, top), row.caption, 18, INK)
        for column, picture in enumerate(row.pictures):
            _put(sheet, pen, picture, (_left(column), top + CAPTION), ABSENT[column])
        top += row.height
    if more:
        _say(pen, (GAP, top), f"and {more} more; their pictures lie beside this one", 18, QUIET)
    return sheet


def _left(column: int) -> int:
    return GAP + column * (COLUMN + GAP)


def _put(
    sheet: Image.Image,
    pen: ImageDraw.ImageDraw,
    picture: Image.Image | None,
    spot: tuple[int, int],
    absent: str,
) -> None:
    """Lay a picture down with a fine line around it, which shows where a white card ends."""
    if picture is None:
        _say(pen, spot, absent, 16, QUIET)
        return
    sheet.paste(picture, spot)
    x, y = spot
    pen.rectangle((x - 1, y - 1, x + picture.width, y + picture.height), outline=QUIET)


def _say(pen: ImageDraw.ImageDraw, spot: tuple[int, int], words: str, size: int, ink: str) -> None:
    pen.text(spot, printable(words), fill=ink, font=ImageFont.truetype(str(font_file()), size))


def _shrunk(picture: Image.Image | None, scale: float) -> Image.Image | None:
    if picture is None or scale == 1:
        return picture
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    return picture.resize(size, Image.Resampling.LANCZOS)
