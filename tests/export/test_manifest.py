"""The manifest says what was built, in a fixed form, and a partial build keeps the rest."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from operator import attrgetter
from xml.etree import ElementTree as ET

from PIL import Image
from tiny import FACES, FONT, component, deck, duplex, game, sheet

from pnp.convert.trial_pages import THUMBNAIL_DPI, pixels
from pnp.export.contact_sheet import ComponentFaces, contact_sheet
from pnp.export.manifest import NAME, fingerprint, manifest_of, read, write_manifest
from pnp.export.svg_files import declared_font, declared_fonts, style, svg_files
from pnp.model.face import Deck, Face, FacePages
from pnp.model.geometry import Size
from pnp.render.worker_tasks import RecordingStore


def built(folder, *what, **lists):
    write_manifest(folder, manifest_of(read(folder / NAME), *what, **lists))


def written(folder, sheets, **copies):
    built(folder, game(component(**copies)), {"food": deck()}, sheets)
    return (folder / "manifest.json").read_text(encoding="utf-8")


def test_it_has_the_promised_form(tmp_path):
    one = sheet("b\n.", flip="none")
    text = written(tmp_path, [one], b=2)
    whole = json.loads(text)
    assert list(whole) == ["game", "version", "pieces", "sheets"]
    assert whole["pieces"][1] == {
        "component": "food",
        "id": "b",
        "copies": 2,
        "front": "svg/food/b.front.svg",
        "back": "svg/food/b.back.svg",
        "sha256": fingerprint(FACES["b"].key, FACES["W"].key),
    }
    assert text.endswith(
        """  "sheets": [
    {
      "file": "tiny/food.pdf",
      "page": 1,
      "paper": "tiny",
      "side": "front",
      "component": "food",
      "flip": "none",
      "placements": [
        {
          "piece": "b",
          "copy": 1,
          "x_mm": 10,
          "y_mm": 10,
          "width_mm": 20,
          "height_mm": 30,
          "rotation": 0
        }
      ]
    }
  ]
}
"""
    )


def test_a_build_of_another_paper_keeps_this_one(tmp_path):
    written(tmp_path, duplex())
    text = written(tmp_path, [replace(each, paper="a4") for each in duplex()])
    files = [(each["file"], each["page"]) for each in json.loads(text)["sheets"]]
    assert files == [("a4/food.pdf", 1), ("a4/food.pdf", 2), ("tiny/food.pdf", 1), ("tiny/food.pdf", 2)]


def test_a_build_of_one_component_keeps_the_others_and_drops_those_that_are_gone(tmp_path):
    food = replace(component(), pieces=component().pieces[::-1])
    bids, gone = replace(food, id="bids"), replace(food, id="gone")
    decks = {each.id: replace(deck(), component=each.id) for each in (food, bids, gone)}
    sheets = [replace(each, component=name) for name in decks for each in duplex()]
    built(tmp_path, game(food, bids, gone), decks, sheets)
    built(tmp_path, game(food, bids), {"food": deck()}, duplex())
    whole = json.loads((tmp_path / "manifest.json").read_text())
    pieces = [(each["component"], each["id"]) for each in whole["pieces"]]
    assert pieces == [(name, piece) for name in ("bids", "food") for piece in "abcde"]
    assert {each["component"] for each in whole["sheets"]} == {"food", "bids"}


def test_every_piece_has_a_file_for_each_side_and_the_fonts_lie_beside():
    sides = [f"svg/food/{piece}.{side}.svg" for piece in "abcde" for side in ("back", "front")]
    assert sorted(dict(svg_files(deck(), [FONT]))) == sorted(["svg/fonts/FredokaOne-Regular.ttf", *sides])


def test_fonts_are_declared_in_the_order_of_their_names_wherever_they_lie(tmp_path):
    files = [tmp_path / "cache/Z.ttf", tmp_path / "packages/A.ttf"]
    for path in files:
        path.parent.mkdir()
        path.write_bytes(FONT.read_bytes())
    assert [font.path.name for font in declared_fonts(files)] == ["A.ttf", "Z.ttf"]


def test_a_file_is_its_face_with_its_fonts_declared():
    files = dict(svg_files(deck(), [FONT]))
    text = files["svg/food/a.front.svg"].decode()
    style = ET.fromstring(text).find("{http://www.w3.org/2000/svg}style").text
    assert style == (
        '@font-face{font-family:"Fredoka One";font-weight:400;font-style:normal;'
        'src:url("../fonts/FredokaOne-Regular.ttf"),local("Fredoka One")}'
    )
    assert re.sub("<style>.*</style>", "", text) == FACES["a"].svg
    address = re.search(r'url\("([^"]+)"\)', style)[1]
    assert files[address.replace("..", "svg")] == FONT.read_bytes()


def test_names_in_a_font_file_cannot_leave_the_style_sheet():
    font = replace(declared_font(FONT), family='a"}</style><script>', full_name='b"}@import url(http://x)')
    sheet = style([font], "../fonts")
    assert '"a\\22 }\\3c /style\\3e \\3c script\\3e "' in sheet
    assert '"b\\22 }@import url(http://x)"' in sheet


COLOURS = {"r": (220, 30, 30), "g": (30, 160, 60), "b": (30, 60, 220)}


def a_row(letters: str) -> ComponentFaces:
    faces = {letter: Face(letter, "<svg/>", Size(63, 88), 0) for letter in letters}
    deck = Deck("deck", faces, {letter: letter for letter in letters}, {})
    return ComponentFaces("Deck", deck, FacePages((), {}), attrgetter("key"))


def thumbnails(row: ComponentFaces, faces: Sequence[str]) -> Iterator[Image.Image]:
    for face in (row.deck.faces[each] for each in faces):
        yield Image.new("RGB", pixels(face.page, THUMBNAIL_DPI), COLOURS[face.key])


def picture_map(*rows: ComponentFaces) -> str:
    sheet = Image.open(BytesIO(contact_sheet("Game", rows, thumbnails, RecordingStore())))
    lines, letter_of = [], {colour: letter for letter, colour in COLOURS.items()}
    for y in range(0, sheet.height, 4):
        seen = [letter_of.get(sheet.getpixel((x, y)), " ") for x in range(0, sheet.width, 4)]
        line = "".join(letter for letter, _ in groupby(seen)).strip()
        if line and [line] != lines[-1:]:
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

    rows = [replace(three, deck=replace(three.deck, faces=faces)), three]
    contact_sheet("Game", rows, pictures, RecordingStore())
    assert asked == [997, 3]


def test_what_was_shown_in_the_same_places_is_not_drawn_again():
    row, store, asked = a_row("rgb"), RecordingStore(), []

    def sheet_of(letters, packed, title="Game"):
        faces = {str(number): row.deck.faces[letter] for number, letter in enumerate(letters)}
        pictures = lambda row, faces: asked.append(faces) or thumbnails(row, faces)  # noqa: E731
        return contact_sheet(title, [replace(row, deck=replace(row.deck, faces=faces))], pictures, packed)

    sheet_of(60 * "r", store)
    assert sheet_of(59 * "r" + "g", store) == sheet_of(59 * "r" + "g", RecordingStore())
    assert list(map(len, asked)) == [60, 18, 60]
    assert sheet_of(60 * "r", store, title="Tame") == sheet_of(60 * "r", RecordingStore(), title="Tame")
