"""A page that differs, as a picture to be looked at: where on the page it is, what was expected, what was found, what differs."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, ImageOps

from pnp.export.image_files import png
from pnp.export.marks_layer import font_file
from pnp.files import remove, remove_if_empty, write
from pnp.verify.page_looks import DPI, PageLook

PANEL = 420
"""Pixels of the longer side of what is enlarged."""

PAGE = 300
"""Pixels of the height of the small page that shows where it is."""

AROUND_MM = 4.0
"""Shown around what differs."""

GAP, LINE = 14, 24
LETTERS, FRAME, MARKED = "#202020", "#909090", (230, 0, 180)
"""The colour that marks differences is none that games are printed in."""


FOLDER = "verify"
"""Of the pictures, below a game's output folder."""

_NAME = re.compile(r"[A-Za-z0-9_.+-]+-page-\d+\.png")


def draw_differences(pdf: Path, looks: Mapping[int, PageLook], title: str, folder: Path) -> Iterator[str]:
    """Draw the pages of a file that look otherwise, by number, into `folder`, in the game's output; yield what is said of each.

    Raises CannotWrite.
    """
    name = "-".join(pdf.relative_to(folder.parent).with_suffix("").parts)
    for page, look in looks.items():
        path = folder / f"{name}-page-{page}.png"
        spots = look.spots
        more = f", and {len(spots) - 1} more" if len(spots) > 1 else ""
        content = difference_picture(look, f"{title}, page {page}: {spots[0]}{more}")
        write(path, content, root=folder.parent)
        yield f"page {page} is drawn beside what it should be in {folder.name}/{path.name}"


def remove_pictures(folder: Path) -> None:
    """Remove the pictures that were drawn before, and nothing else. Raises CannotWrite."""
    for path in sorted(folder.glob("*.png")):
        if _NAME.fullmatch(path.name):
            remove(path, root=folder.parent)
    remove_if_empty(folder)


def difference_picture(difference: PageLook, title: str) -> bytes:
    """Return a PNG of how a page differs, under a title."""
    box = _shown_box(difference)
    size = _enlarged(box)
    font = ImageFont.truetype(str(font_file()), 15)
    panels = [
        ("on the page", _small_page(difference, box)),
        ("expected", difference.clean.crop(box).resize(size, Image.Resampling.LANCZOS)),
        ("found", difference.found.crop(box).resize(size, Image.Resampling.LANCZOS)),
        ("difference", _marked(difference).crop(box).resize(size, Image.Resampling.NEAREST)),
    ]
    width = GAP + sum(panel.width + GAP for _, panel in panels)
    height = GAP + 2 * LINE + max(panel.height for _, panel in panels) + GAP
    whole = Image.new("RGB", (max(width, 640), height), "white")
    pen = ImageDraw.Draw(whole)
    pen.text((GAP, GAP), title, LETTERS, font)
    x, y = GAP, GAP + 2 * LINE
    for label, panel in panels:
        pen.text((x, y - LINE), label, LETTERS, font)
        whole.paste(panel, (x, y))
        pen.rectangle((x - 1, y - 1, x + panel.width, y + panel.height), outline=FRAME)
        x += panel.width + GAP
    return png(whole, dpi=DPI)


def _shown_box(difference: PageLook) -> tuple[int, int, int, int]:
    """Return the pixels around all that differs."""
    width, height = difference.clean.size
    left, top, right, bottom = difference.mask.getbbox() or (0, 0, width, height)
    around = round(AROUND_MM * difference.scale)
    return (
        max(0, left - around),
        max(0, top - around),
        min(width, right + around),
        min(height, bottom + around),
    )


def _enlarged(box: tuple[int, int, int, int]) -> tuple[int, int]:
    width, height = box[2] - box[0], box[3] - box[1]
    factor = PANEL / max(width, height)
    return max(1, round(width * factor)), max(1, round(height * factor))


def _marked(difference: PageLook) -> Image.Image:
    """Return the clean page in pale grey with what differs marked."""
    pale = ImageOps.grayscale(difference.clean).point(lambda grey: 200 + grey // 5).convert("RGB")
    return Image.composite(Image.new("RGB", pale.size, MARKED), pale, difference.mask)


def _small_page(difference: PageLook, box: tuple[int, int, int, int]) -> Image.Image:
    """Return the page with a frame around what is enlarged."""
    factor = PAGE / difference.found.height
    page = difference.found.resize((max(1, round(difference.found.width * factor)), PAGE))
    frame = [round(edge * factor) for edge in box]
    ImageDraw.Draw(page).rectangle(
        (frame[0] - 2, frame[1] - 2, frame[2] + 2, frame[3] + 2), outline=MARKED, width=2
    )
    return page
