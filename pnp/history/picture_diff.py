"""Two pictures of a face compared, what differs marked, and many such comparisons in a folder and on one sheet."""

import hashlib
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from pnp.export.image_files import png
from pnp.export.marks_layer import font_file, printable
from pnp.files import remove, remove_if_empty, write
from pnp.model.face import PieceSide
from pnp.text import in_percent

NOISE = 3
"""Grey steps of 255 by which two renderings of one drawing may differ; nobody sees them."""

MARK = "#a3005a"
"""Dark as well as coloured: it stands out for those who see no red or no green, and in a grey print."""

PALEST, PALE = 255, 208
"""What white and black become in the grey copy; black itself is never reached, so that marks are read as marks."""

AROUND = 3
"""How many pixels wide the mark of a single pixel is: a moved hairline must not be overlooked."""

COLOURS = 256
"""As many as a colour table holds."""

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class SideBySide(Generic[T]):
    """A face before and now, and a pale copy with what changed marked; each is None where there is none.

    `share` is how much of the larger picture differs, 0 to 1.
    """

    old: T | None
    new: T | None
    marked: T | None = None
    share: float = 0.0

    @property
    def all(self) -> tuple[T | None, T | None, T | None]:
        """The three in the order in which they are shown."""
        return self.old, self.new, self.marked

    def map(self, change: Callable[[T], U]) -> "SideBySide[U]":
        """Return the same with each of the three changed."""
        old, new, marked = (change(each) if each is not None else None for each in self.all)
        return SideBySide(old, new, marked, self.share)


def compare_pictures(old: Image.Image | None, new: Image.Image | None) -> SideBySide[Image.Image]:
    """Return what changed from `old` to `new`, which are laid on each other by their top left corners.

    What only one of them covers has changed.
    """
    if old is None or new is None:
        return SideBySide(old, new)
    size = (max(old.width, new.width), max(old.height, new.height))
    frames = (Image.new("RGBA", size), Image.new("RGBA", size))
    for frame, picture in zip(frames, (old, new), strict=True):
        frame.paste(picture.convert("RGBA"))
    # Where only one of them lies, the opacity differs.
    most = reduce(ImageChops.lighter, ImageChops.difference(*frames).split())
    changed = most.point([255 if step > NOISE else 0 for step in range(256)])
    grey = Image.new("L", size, PALEST)
    grey.paste(new.convert("L").point([PALE + step * (PALEST - PALE) // 255 for step in range(256)]))
    marked = grey.convert("RGB")
    marked.paste(MARK, mask=changed.filter(ImageFilter.MaxFilter(AROUND)))
    return SideBySide(old, new, marked, changed.histogram()[255] / (size[0] * size[1]))


def lossless_png(picture: Image.Image, **options: Any) -> bytes:
    """Return the picture as a small PNG file from which exactly the same pixels are read; Pillow takes the options."""
    if picture.getcolors(COLOURS) is not None:  # with a colour table it is a third of the size
        few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        if few.convert("RGB").tobytes() == picture.tobytes():
            picture = few
    out = io.BytesIO()
    picture.save(out, "PNG", **options)
    return out.getvalue()


# A sheet of faces that changed: for each the approved picture, the present one, and where they differ.

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
    """A face: what is said of it, its pictures small enough for the sheet, and how many more look like it."""

    caption: str
    pictures: SideBySide[Image.Image]
    alike: int = 0

    @classmethod
    def of(cls, caption: str, pictures: SideBySide[Image.Image]) -> Self:
        """Return the row of these pictures, all shrunk alike where one is larger than its room."""
        there = [picture for picture in pictures.all if picture is not None]
        widest, tallest = (max(picture.size[axis] for picture in there) for axis in (0, 1))
        scale = min(1.0, COLUMN / widest, TALLEST / tallest)

        def shrunk(picture: Image.Image) -> Image.Image:
            size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
            return picture.resize(size, Image.Resampling.LANCZOS)

        return cls(caption, pictures if scale == 1 else pictures.map(shrunk))

    @property
    def height(self) -> int:
        """How many pixels the row takes, with the air below it."""
        return CAPTION + max(picture.height for picture in self.pictures.all if picture is not None) + GAP


def has_room(rows: Iterable[Row]) -> bool:
    """Say whether another row goes onto a sheet that has these."""
    return sum(row.height for row in rows) < MOST_HEIGHT


def difference_sheet(title: str, rows: Sequence[Row], *, more: int = 0) -> Image.Image:
    """Return the sheet; its last line counts the faces that found no room."""
    top = GAP + HEADING + CAPTION
    size = (3 * COLUMN + 4 * GAP, top + sum(row.height for row in rows) + (CAPTION if more else 0))
    sheet = Image.new("RGB", size, GROUND)
    pen = ImageDraw.Draw(sheet)

    def say(place: tuple[int, int], words: str, size: int, ink: str = QUIET) -> None:
        pen.text(place, printable(words), fill=ink, font=ImageFont.truetype(str(font_file()), size))

    lefts = [GAP + column * (COLUMN + GAP) for column in range(3)]
    say((GAP, GAP), title, 26, INK)
    for left, words in zip(lefts, TITLES, strict=True):
        say((left, GAP + HEADING), words, 18)
    for row in rows:
        say((GAP, top), row.caption + (f" (and {row.alike} more like it)" if row.alike else ""), 18, INK)
        for left, picture, absent in zip(lefts, row.pictures.all, ABSENT, strict=True):
            y = top + CAPTION
            if picture is None:
                say((left, y), absent, 16)
            else:  # a fine line around it shows where a white card ends
                sheet.paste(picture, (left, y))
                pen.rectangle((left - 1, y - 1, left + picture.width, y + picture.height), outline=QUIET)
        top += row.height
    if more:
        say((GAP, top), f"and {more} more; their pictures lie beside this one", 18)
    return sheet


SHEET = "sheet.png"
_OURS = re.compile(r"[\w-]+\.[\w-]+\.(front|back)\.(old|new|difference)\.png", re.ASCII)


class DifferencePictures:
    """Writes the pictures of what is not as approved to `folder`, and in the end the sheet that shows all of it."""

    def __init__(self, folder: Path, title: str, dpi: float) -> None:
        self._folder, self._title, self._dpi = folder, title, dpi
        self._written: set[str] = set()
        self._rows: dict[tuple[str, ...], Row] = {}
        self._left_out = 0

    def keep(self, side: PieceSide, state: str, pictures: SideBySide[Image.Image]) -> Path | None:
        """Write the pictures of one face; return the one to look at first, None when there is none.

        Raises CannotWrite.
        """
        old, new, marked = pictures.all
        first = None
        for picture, kind in ((marked, "difference"), (new, "new"), (old, "old")):
            if picture is not None:
                path = self._folder / f"{'.'.join(side)}.{kind}.png"
                self._write(path, picture)
                first = first or path
        if first is None:
            return None
        # Faces that looked alike and look alike, such as a common back, share a row.
        looks = (hashlib.sha256(each.tobytes()).hexdigest() if each else "" for each in (old, new))
        seen = (state, *looks)
        if seen in self._rows:
            self._rows[seen] = replace(self._rows[seen], alike=self._rows[seen].alike + 1)
        elif has_room(self._rows.values()):
            changed = f": {in_percent(pictures.share)} changed" if marked else ""
            self._rows[seen] = Row.of(f"{side.title}{changed}", pictures)
        else:
            self._left_out += 1
        return first

    def finish(self) -> Path | None:
        """Write the sheet and remove what earlier snapshots left; return the sheet, None when all is well.

        Raises CannotWrite.
        """
        folder = self._folder
        sheet = folder / SHEET if self._rows else None
        if sheet is not None:
            self._write(sheet, difference_sheet(self._title, [*self._rows.values()], more=self._left_out))
        if folder.is_dir() and not folder.is_symlink():
            for path in sorted(folder.iterdir()):
                if (path.name == SHEET or _OURS.fullmatch(path.name)) and path.name not in self._written:
                    remove(path, root=folder, hint="close it in other programs, then try again")
            remove_if_empty(folder)
        return sheet

    def _write(self, path: Path, picture: Image.Image) -> None:
        write(path, png(picture, dpi=self._dpi), root=self._folder.parent)
        self._written.add(path.name)
