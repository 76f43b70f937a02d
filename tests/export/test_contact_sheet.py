"""The contact sheet shows every distinct face once, below the heading of its component."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image

from pnp.convert.trial_pages import THUMBNAIL_DPI, pixels
from pnp.export.contact_sheet import ComponentFaces, contact_sheet
from pnp.model.face import Deck, Face, FacePages
from pnp.model.geometry import Size

COLOURS = {"r": (220, 30, 30), "g": (30, 160, 60), "b": (30, 60, 220)}


def a_row(letters: str, size: Size | None = None) -> ComponentFaces:
    size = size or Size(63, 88)
    faces = {}
    for letter in letters:
        faces[letter] = Face(letter, "<svg/>", size, 0)
    deck = Deck("deck", faces, {letter: letter for letter in letters}, {})
    return ComponentFaces("Deck", deck, FacePages((), {}))


def thumbnails(row: ComponentFaces, faces: Sequence[str]) -> Iterator[Image.Image]:
    for face in (row.deck.faces[each] for each in faces):
        yield Image.new("RGB", pixels(face.page, THUMBNAIL_DPI), COLOURS[face.key])


def picture_map(*rows: ComponentFaces) -> str:
    sheet = contact_sheet("Game", rows, thumbnails)
    lines = []
    for y in range(0, sheet.height, 4):
        line = ""
        for x in range(0, sheet.width, 4):
            pixel = sheet.getpixel((x, y))
            letter = next((name for name, colour in COLOURS.items() if pixel == colour), " ")
            if letter != " " and not line.endswith(letter):
                line += letter
            elif letter == " " and line and line[-1] != " ":
                line += " "
        line = line.strip()
        if line and (not lines or lines[-1] != line):
            lines.append(line)
    return "\n".join(lines)


def test_faces_stand_in_a_row_and_components_below_each_other():
    assert picture_map(a_row("rg"), a_row("b")) == "r g\nb"


def test_of_very_large_decks_the_first_are_shown_and_small_components_whole():
    three = a_row("rgb")
    faces = {str(number): three.deck.faces["r"] for number in range(3000)}
    asked = []

    def pictures(row, faces):
        asked.append(len(faces))
        return thumbnails(row, faces)

    contact_sheet("Game", [replace(three, deck=replace(three.deck, faces=faces)), three], pictures)
    assert asked == [997, 3]
