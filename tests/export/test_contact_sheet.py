"""The contact sheet shows every distinct face once, below the heading of its component."""

from dataclasses import replace

from pnp.convert.engines import engine
from pnp.export.contact_sheet import ComponentFaces, contact_sheet, thumbnails
from pnp.model.face import Deck, Face
from pnp.model.geometry import Size

COLOURS = {"r": (220, 30, 30), "g": (30, 160, 60), "b": (30, 60, 220)}


def a_row(letters: str, size: Size | None = None) -> ComponentFaces:
    size = size or Size(63, 88)
    faces = {}
    for letter in letters:
        fill = "#{:02x}{:02x}{:02x}".format(*COLOURS[letter])
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width} {size.height}">'
            f'<rect width="{size.width}" height="{size.height}" fill="{fill}"/></svg>'
        )
        faces[letter] = Face(letter, svg, size, 0)
    deck = Deck("deck", faces, {letter: letter for letter in letters}, {})
    return ComponentFaces("Deck", deck, engine("typst").convert(tuple(faces.values()), ()))


def picture_map(*rows: ComponentFaces) -> str:
    """Draw the sheet as letters: one for each face met going right, line by line."""
    sheet = contact_sheet("Game", rows)
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


def test_a_thousand_faces_are_shown_smaller():
    three = a_row("rgb")
    faces = {str(number): three.deck.faces["r"] for number in range(1000)}
    pages = replace(three.pages, where=dict.fromkeys(faces, (0, 0)))
    thousand = ComponentFaces("Deck", replace(three.deck, faces=faces), pages)
    assert contact_sheet("Game", [three]).height > 166  # the height of a card at 48 dpi
    assert contact_sheet("Game", [thousand]).height < 7000  # 50 lines of 118 pixels, not 72 of 166


def test_of_very_large_decks_the_first_are_shown_and_small_components_whole():
    three = a_row("rgb")
    faces = {str(number): three.deck.faces["r"] for number in range(3000)}
    pages = replace(three.pages, where=dict.fromkeys(faces, (0, 0)))
    asked = []

    def pictures(row, faces, dpi):
        asked.append(len(faces))
        return thumbnails(row, faces, dpi)

    contact_sheet(
        "Game", [replace(three, deck=replace(three.deck, faces=faces), pages=pages), three], pictures
    )
    assert asked == [997, 3]
