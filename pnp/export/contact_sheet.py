"""Many faces in one picture: the contact sheet of a game, to look over before printing, and small previews."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from math import sqrt
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from pnp.convert.trial_pages import MOST_SHOWN, THUMBNAIL_DPI, pixels
from pnp.export.image_files import face_pictures
from pnp.export.marks_layer import font_file
from pnp.model.face import Deck, Face, FacePages
from pnp.model.geometry import Size

WIDTH = 1800
MOST_PIXELS = 10_000_000
"""Some 350 cards; the faces of a larger game are shown smaller, so that memory stays flat."""

GAP = 8
HEADING = 34
GROUND, INK = "#d9d9d6", "#222222"


@dataclass(frozen=True, slots=True)
class ComponentFaces:
    """The faces of one component."""

    title: str
    deck: Deck
    pages: FacePages


Thumbnails = Callable[[ComponentFaces, Sequence[str]], Iterator[Image.Image]]
"""Gives the thumbnails of some faces of a row, in that order, one at a time: there may be thousands."""


def contact_sheet(title: str, rows: Sequence[ComponentFaces], pictures: Thumbnails) -> Image.Image:
    """Return the picture: a heading for the game and for each component, the faces below it in order of first use."""
    headings: list[tuple[str, int, int]] = [(title, GAP, 30)]
    spots: list[list[tuple[int, int]]] = []
    shown = faces_shown([row.deck for row in rows])
    dpi = _dpi(face.page for faces in shown for face in faces.values())
    y = GAP + 44
    for row, faces in zip(rows, shown, strict=True):
        every = len(row.deck.faces)
        part = "" if every == len(faces) else f" (the first {len(faces):,} of {every:,} faces)"
        headings.append((row.title + part, y, 20))
        places, y = _in_lines([pixels(face.page, dpi) for face in faces.values()], y + HEADING)
        spots.append(places)
    sheet = Image.new("RGB", (WIDTH, y), GROUND)
    for row, faces, places in zip(rows, shown, spots, strict=True):
        for face, picture, spot in zip(faces.values(), pictures(row, list(faces)), places, strict=True):
            room = pixels(face.page, dpi)
            fits = picture.size == room
            sheet.paste(picture if fits else picture.resize(room, Image.Resampling.HAMMING), spot)
    pen = ImageDraw.Draw(sheet)
    for words, top, size in headings:
        pen.text((GAP, top), words, fill=INK, font=ImageFont.truetype(str(font_file()), size))
    return sheet


def faces_shown(decks: Sequence[Deck]) -> list[dict[str, Face]]:
    """Return, by key, the faces of each deck that there is room for."""
    most = _most_of_each([len(deck.faces) for deck in decks])
    return [dict(islice(deck.faces.items(), most)) for deck in decks]


def _in_lines(sizes: Iterable[tuple[int, int]], y: int) -> tuple[list[tuple[int, int]], int]:
    spots: list[tuple[int, int]] = []
    x, tallest = GAP, 0
    for width, height in sizes:
        if x + width + GAP > WIDTH and x > GAP:
            x, y, tallest = GAP, y + tallest + GAP, 0
        spots.append((x, y))
        x += width + GAP
        tallest = max(tallest, height)
    return spots, y + tallest + 2 * GAP


def _most_of_each(counts: Sequence[int]) -> int:
    """Return how many faces of each component are shown: of the large ones fewer, so that all small ones are there.

    >>> _most_of_each([100, 60]), _most_of_each([5_000, 30]), _most_of_each([5_000, 30, 2_000])
    (1000, 970, 485)
    """
    room = MOST_SHOWN
    for number, count in enumerate(sorted(counts)):
        share = room // (len(counts) - number)
        if count > share:
            return share
        room -= count
    return MOST_SHOWN


def _dpi(pages: Iterable[Size]) -> float:
    area = sum(width * height for width, height in (pixels(page, THUMBNAIL_DPI) for page in pages))
    return THUMBNAIL_DPI if area <= MOST_PIXELS else THUMBNAIL_DPI * sqrt(MOST_PIXELS / area)


def contact_path(folder: Path) -> Path:
    """Return where the contact sheet of a game lies, in the game's output folder."""
    return folder / "contact-sheet.png"


PREVIEWS, PREVIEWS_ACROSS, PREVIEW_DPI = 60, 10, 38
"""So many small faces are in one picture, so many beside each other, as `previews.js` knows; a card is 140 pixels high."""


def preview_sheet(pages: FacePages, keys: Sequence[str]) -> bytes:
    """Return converted faces as a JPEG of PREVIEWS small pictures in the order of their keys, blank where there is none."""
    known = [key for key in keys if key in pages.where]
    small = dict(zip(known, face_pictures(pages, known, dpi=PREVIEW_DPI), strict=True))
    width, height = (max((picture.size[axis] for picture in small.values()), default=1) for axis in (0, 1))
    sheet = Image.new("RGB", (PREVIEWS_ACROSS * width, PREVIEWS // PREVIEWS_ACROSS * height), "#fff")
    for number, key in enumerate(keys):
        if key in small:
            row, column = divmod(number, PREVIEWS_ACROSS)
            sheet.paste(small[key].resize((width, height)), (column * width, row * height))
    out = BytesIO()
    sheet.save(out, "JPEG", quality=75)
    return out.getvalue()
