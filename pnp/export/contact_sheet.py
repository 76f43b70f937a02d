"""Small pictures of all faces in one picture: the contact sheet of a game, and the previews of the studio."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod, sqrt
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from pnp.cache import Store, digest
from pnp.convert.trial_pages import MOST_SHOWN, THUMBNAIL_DPI, pixels, unpacked
from pnp.export.image_files import BAND, face_pictures, png_band, png_of_bands
from pnp.export.marks_layer import font_file
from pnp.model.face import Deck, Face, FacePages

NAME = "contact-sheet.png"  # Of the contact sheet, in the game's output folder.
WIDTH = 1800
MOST_PIXELS = 10_000_000  # Some 350 cards; faces of larger games are shown smaller, to save memory.
GAP = 8
HEADING = 34
GROUND, INK = "#d9d9d6", "#222222"


@dataclass(frozen=True, slots=True)
class ComponentFaces:
    """The faces of one component; `name_of` says what stands for the thumbnail of one, another one for another picture."""

    title: str
    deck: Deck
    pages: FacePages
    name_of: Callable[[Face], str]


Thumbnails = Callable[[ComponentFaces, Sequence[str]], Iterator[Image.Image]]
"""Gives the thumbnails of some faces of a row, in that order, one at a time: there may be thousands."""

_Box = tuple[int, int, int, int]  # Left, top, right and bottom, in pixels.


def contact_sheet(title: str, rows: Sequence[ComponentFaces], pictures: Thumbnails, packed: Store) -> bytes:
    """Return the PNG file: a heading for the game and for each component, the faces below it in order of first use.

    Bands with the same faces in the same places as in a sheet before are in the store `packed`, and not drawn again.
    """
    headings: list[tuple[str, int, int]] = [(title, GAP, 30)]
    boxes: list[dict[str, _Box]] = []
    shown = faces_shown([row.deck for row in rows])
    sizes = (pixels(face.page, THUMBNAIL_DPI) for faces in shown for face in faces.values())
    dpi = THUMBNAIL_DPI * min(1.0, sqrt(MOST_PIXELS / max(1, sum(map(prod, sizes)))))
    y = GAP + 44
    for row, faces in zip(rows, shown, strict=True):
        every = len(row.deck.faces)
        part = "" if every == len(faces) else f" (the first {len(faces):,} of {every:,} faces)"
        headings.append((row.title + part, y, 20))
        places: dict[str, _Box] = {}
        x, y, tallest = GAP, y + HEADING, 0
        for key, face in faces.items():
            width, height = pixels(face.page, dpi)
            if x + width + GAP > WIDTH and x > GAP:
                x, y, tallest = GAP, y + tallest + GAP, 0
            places[key] = (x, y, x + width, y + height)
            x += width + GAP
            tallest = max(tallest, height)
        y += tallest + 2 * GAP
        boxes.append(places)
    keys = [_key_of_band(top, y, headings, rows, boxes) for top in range(0, y, BAND)]
    bands = list(map(packed.get, keys))
    sheet = Image.new("RGB", (WIDTH, y), GROUND)
    for row, places_of in zip(rows, boxes, strict=True):
        missing = {
            face: box
            for face, box in places_of.items()
            if None in bands[box[1] // BAND : (box[3] - 1) // BAND + 1]
        }
        for (left, top, right, bottom), picture in zip(
            missing.values(), pictures(row, list(missing)), strict=True
        ):
            room = right - left, bottom - top
            fits = picture.size == room
            sheet.paste(picture if fits else picture.resize(room, Image.Resampling.HAMMING), (left, top))
    pen = ImageDraw.Draw(sheet)
    for words, top, size in headings:
        pen.text((GAP, top), words, fill=INK, font=ImageFont.truetype(str(font_file()), size))
    for number, (key, band) in enumerate(zip(keys, bands, strict=True)):
        if band is None:
            bands[number] = made = png_band(sheet, number * BAND)
            packed.put(key, made)
    return png_of_bands(sheet.size, filter(None, bands), THUMBNAIL_DPI)


def _key_of_band(
    top: int,
    height: int,
    headings: Sequence[tuple[str, int, int]],
    rows: Sequence[ComponentFaces],
    boxes: Sequence[Mapping[str, _Box]],
) -> str:
    """Return what stands for the rows of a sheet from `top` on: what lies in them, and where."""
    bottom = min(top + BAND, height)
    words = [(text, y - top, size) for text, y, size in headings if y < bottom and y + 2 * size > top]
    faces = [
        (row.name_of(row.deck.faces[face]), box[0], box[1] - top, box[2], box[3] - top)
        for row, places in zip(rows, boxes, strict=True)
        for face, box in places.items()
        if box[1] < bottom and box[3] > top
    ]
    return f"bands {digest(bottom - top, words, faces)}"


def faces_shown(decks: Sequence[Deck]) -> list[dict[str, Face]]:
    """Return, by key, the faces of each deck that there is room for."""
    most = _most_of_each([len(deck.faces) for deck in decks])
    return [dict(islice(deck.faces.items(), most)) for deck in decks]


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


PREVIEWS, PREVIEWS_ACROSS, PREVIEW_DPI = 24, 8, 38
"""So many small faces are in one picture, so many beside each other, as `previews.js` knows; a card is 140 pixels high."""


def preview_sheet(
    faces: Sequence[Face], keys: Sequence[str], fonts: Sequence[Path], thumbnails: Mapping[str, bytes]
) -> bytes:
    """Return a JPEG of PREVIEWS small pictures of faces, in the order of their keys, blank where there is none.

    Those with `thumbnails` are not drawn. A task for another process. Raises CannotRender naming a face that cannot be drawn.
    """
    from pnp.convert.typst_pages import pages  # noqa: PLC0415

    new = [face for face in faces if face.key not in thumbnails]
    where = {face.key: (0, number) for number, face in enumerate(new)}
    drawn = face_pictures(FacePages((pages(new, fonts),), where), where, dpi=PREVIEW_DPI) if new else ()
    known = {face.key: unpacked(thumbnails[face.key], face.page) for face in faces if face.key in thumbnails}
    small = dict(zip(where, drawn, strict=True)) | known
    sizes = [pixels(face.page, PREVIEW_DPI) for face in faces]
    width, height = (max((size[axis] for size in sizes), default=1) for axis in (0, 1))
    sheet = Image.new("RGB", (PREVIEWS_ACROSS * width, PREVIEWS // PREVIEWS_ACROSS * height), "#fff")
    for number, key in enumerate(keys):
        if key in small:
            row, column = divmod(number, PREVIEWS_ACROSS)
            sheet.paste(small[key].resize((width, height)), (column * width, row * height))
    out = io.BytesIO()
    sheet.save(out, "JPEG", quality=75)
    return out.getvalue()
