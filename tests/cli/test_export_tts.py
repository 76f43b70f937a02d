"""`pnp export tts`: the saved object is of the published form, and a reader of that form finds every piece in its place."""

import io
import json
import math
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from PIL import Image, ImageChops, ImageStat
from small_game import FOOD, contents
from table_game import with_every_kind

from pnp.load.kinds.dice import die_net
from pnp.model.geometry import Size, triangle
from pnp.shops.tabletop_simulator import card_mesh, folded_mesh, rotations

SCHEMA = json.loads(Path(__file__).with_name("tabletop-simulator.schema.json").read_text(encoding="utf-8"))
FOLDER = "output/soup/export/tts"


@pytest.fixture
def table(soup):
    return with_every_kind(soup)


def saved(root):
    return json.loads((root / FOLDER / "Saves/Saved Objects/soup.json").read_text(encoding="utf-8"))


def every(things):
    for thing in things:
        yield thing
        yield from every(thing.get("ContainedObjects", ()))


def opened(name):
    with Image.open(Path(FOLDER, "Mods/Images", name)) as picture:
        picture.load()
        return picture


def dealt(deck):
    """What a deck deals: the name of each card, and what its sides look like, cut out of the sheets."""
    for card in deck["ContainedObjects"]:
        sheet = deck["CustomDeck"][str(card["CardID"] // 100)]
        row, column = divmod(card["CardID"] % 100, sheet["NumWidth"])

        def cut(address, sheet=sheet, row=row, column=column):
            picture = opened(address)
            width, height = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
            return picture.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))

        yield (
            card["Nickname"],
            cut(sheet["FaceURL"]),
            cut(sheet["BackURL"]) if sheet["UniqueBack"] else opened(sheet["BackURL"]),
        )


def unlike(one, other):
    size = (80, 112)
    return max(ImageStat.Stat(ImageChops.difference(one.resize(size), other.resize(size))).mean)


def test_everything_that_is_played_with_is_there_in_the_published_form(table, pnp):
    outcome = pnp("export tts --dpi 40 --workers 1")
    assert outcome.status == 0, outcome.err
    game = saved(table)
    Draft202012Validator.check_schema(SCHEMA)
    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(game)] == []
    things = list(every(game["ObjectStates"]))
    assert Counter(thing["Name"] for thing in things) == {
        "DeckCustom": 1,
        "Card": 3,
        "Bag": 3,
        "Custom_Tile": 4,
        "Custom_Model": 4,
        "Figurine_Custom": 1,
    }
    assert len({thing["GUID"] for thing in things}) == len(things)
    assert "left out: Tuck box" in outcome.out
    values = [
        [side["Value"] for side in thing["RotationValues"]] for thing in things if "RotationValues" in thing
    ]
    assert values == [list("123456")] * 2
    (board,) = (thing for thing in game["ObjectStates"] if thing["Nickname"] == "One of board")
    assert board["Locked"]
    assert (board["Transform"]["scaleX"], board["Transform"]["scaleZ"]) == pytest.approx(
        (3.937, 1.9685), abs=1e-4
    )


def test_every_file_that_it_names_is_there_and_none_other(table, pnp):
    pnp("export tts --dpi 40 --workers 1")
    text = (table / FOLDER / "Saves/Saved Objects/soup.json").read_text(encoding="utf-8")
    named = {
        f"Mods/{'Models' if word.endswith('.obj') else 'Images'}/{word}"
        for word in text.split('"')
        if word.startswith("soup-")
    }
    files = set(contents(table / FOLDER))
    saves = {f"Saves/Saved Objects/soup.{end}" for end in ("json", "png")}
    assert (files - named, named - files) == ({*saves, "files.csv"}, set())
    assert opened("soup-food-1.jpg").format == "JPEG"


def test_a_deck_deals_the_cards_of_the_game_with_their_faces(soup, pnp):
    pnp("export png --dpi 60 --no-bleed --workers 1")
    faces = contents(soup / "output/soup/export/png/food")
    pnp("export tts --dpi 60 --workers 1")
    (deck,) = saved(soup)["ObjectStates"]
    cards = list(dealt(deck))
    assert [name for name, _, _ in cards] == ["Leek", "Leek", "Pea"]
    shown = {name: Image.open(io.BytesIO(content)) for name, content in faces.items()}
    for name, front, back in cards:
        assert min(shown, key=lambda face: unlike(front, shown[face])) == f"{name.lower()}.front.png"
        assert max(unlike(front, shown[f"{name.lower()}.front.png"]), unlike(back, shown["back.png"])) < 2


def test_more_cards_than_a_sheet_holds_go_on_the_next(soup, pnp):
    pieces = "".join(f"  - {{id: c{n}, name: C{n}}}\n" for n in range(75))
    food = FOOD.partition("pieces:\n")[0] + "pieces:\n" + pieces
    (soup / "card_data/soup/food.yaml").write_text(food, encoding="utf-8")
    pnp("export tts --dpi 30 --workers 1")
    (deck,) = saved(soup)["ObjectStates"]
    assert (deck["DeckIDs"][0], deck["DeckIDs"][69:72]) == (100, [169, 200, 201])
    assert [(each["NumWidth"], each["NumHeight"]) for each in deck["CustomDeck"].values()] == [
        (10, 7),
        (5, 2),
    ]


def test_pictures_can_be_on_the_web(soup, pnp):
    assert pnp("export tts --dpi 30 --workers 1 --url-base https://example.org/soup/").status == 0
    sheet = saved(soup)["ObjectStates"][0]["CustomDeck"]["1"]
    assert sheet["FaceURL"] == "https://example.org/soup/Mods/Images/soup-food-1.jpg"
    for address in ("ftp://a.b", "file://", "http://[1", "https://a.b/\x1b[31m", "pictures"):
        refused = pnp("export tts --url-base", address)
        assert (refused.status, "is not a web address" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("mesh", "volume"),
    [
        (folded_mesh(die_net("d6", 18), 1), 18**3),
        (folded_mesh(die_net("d4", 25), 1), 25**3 / (6 * math.sqrt(2))),
        (folded_mesh(die_net("d8", 10), 1), 10**3 * math.sqrt(2) / 3),
        (folded_mesh(die_net("d12", 10), 1), 10**3 * (15 + 7 * math.sqrt(5)) / 4),
        (folded_mesh(die_net("d20", 10), 1), 10**3 * (15 + 5 * math.sqrt(5)) * 5 / 60 * 1),
        (
            card_mesh(triangle(44).points, Size(44, triangle(44).size.height), 2, 1),
            44**2 * math.sqrt(3) / 4 * 2,
        ),
    ],
)
def test_a_solid_is_closed_looks_outwards_and_shows_its_picture_the_right_way_round(mesh, volume):
    spots, places, faces = [], [], []
    for line in mesh.splitlines():
        kind, *words = line.split()
        if kind == "f":
            faces.append([int(word.split("/")[0]) - 1 for word in words])
        else:
            (spots if kind == "v" else places).append(tuple(map(float, words)))
    corners = [[spots[n] for n in face] for face in faces]
    inside = sum(p * q for a, b, c in corners for p, q in zip(a, _cross(b, c), strict=True)) / 6
    assert inside == pytest.approx(volume, rel=1e-3)  # negative for a solid turned inside out
    edges = Counter()
    for face in faces:
        rounded = [tuple(round(each, 2) + 0.0 for each in spots[n]) for n in face]
        edges.update(zip(rounded, rounded[1:] + rounded[:1], strict=True))
    assert {edges[b, a] for a, b in edges} == set(edges.values()) == {1}
    for a, b, c in ([places[n] for n in face] for face in faces):
        area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        assert area >= 0  # a mirrored letter would be negative


@pytest.mark.parametrize(
    ("die", "up"), [("d4", -1), ("d6", 1), ("d8", 1), ("d10", 1), ("d12", 1), ("d20", 1)]
)
def test_a_die_is_turned_so_that_the_side_with_its_value_is_on_top(die, up):
    """As the program turns things: about z, then about x, with x to the left of that of the file."""
    net, spots, sides = die_net(die, 20), [], {}
    for kind, *words in (line.split() for line in folded_mesh(net, 1).splitlines()):
        if kind == "v":
            spots.append(tuple(map(float, words)))
        elif kind == "f":
            corners = [spots[int(word.split("/")[0]) - 1] for word in words]
            sides.setdefault(words[0], corners)
    assert len(sides) == len(net.panels)
    for (a, b, c), (about_x, about_y, about_z) in zip(sides.values(), rotations(net), strict=True):
        x, y, z = _cross(
            [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(a, c, strict=True)]
        )
        length, (sin_z, sin_x), (cos_z, cos_x) = (
            math.hypot(x, y, z),
            *([turn(math.radians(angle)) for angle in (about_z, about_x)] for turn in (math.sin, math.cos)),
        )
        x, y = -x * cos_z - y * sin_z, -x * sin_z + y * cos_z
        y = y * cos_x - z * sin_x
        assert (x / length, y / length, about_y) == (
            pytest.approx(0, abs=0.01),
            pytest.approx(up, abs=0.01),
            0,
        )


def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
