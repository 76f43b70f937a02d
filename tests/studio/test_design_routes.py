"""The Design view's requests: the drawing of the cards as data without a script, its objects changed, a template made one."""

import re
import shutil
import subprocess
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from studios import studio

import pnp
from pnp.load.project import find_project
from pnp.studio.live_game import Look
from pnp.studio.state import findings_of
from pnp.typesetting.fonts import FontFile, font_files

(FONT, *_) = font_files("font_fredoka_one")

BEASTS = "api/games/beasts/design/cards"
STYLE = "api/games/beasts/style"


@pytest.fixture
def beasts(tmp_path):
    return pnp.new_project("Beasts", "inkscape", parent=tmp_path).folder


def object_called(design, name):
    return next(number for number, each in enumerate(design["drawing"]) if each["id"] == name)


def test_of_a_changed_drawing_the_card_in_view_is_redrawn_first(beasts, monkeypatch):
    drawn, keep = list[str](), Look.keep
    with studio(beasts) as (client, state):
        with state.whole("beasts") as look:
            last = look.component("cards").pieces[-1].id
        noted = lambda self, of, piece, *rest: drawn.append(piece.id) or keep(self, of, piece, *rest)  # noqa: E731
        monkeypatch.setattr(Look, "keep", noted)
        design = client.get(BEASTS).json()
        change = {object_called(design, "cost"): {"attributes": {"x": "20"}}}
        client.post(f"{BEASTS}?piece={last}", json={"state": design["state"], "changes": change})
        assert drawn[0] == last


def test_an_object_is_moved_the_cards_redrawn_and_undone(beasts):
    path = beasts / "templates/beasts/card.svg"
    before = path.read_bytes()
    with studio(beasts) as (client, _):
        design = client.get(BEASTS).json()
        assert design["matrix"] == [1, 0, 0, 1, -3, -3]
        assert design["file"] == "templates/beasts/card.svg"
        assert {"name", "cost", "habitat"} <= {*design["fields"]}
        cost = object_called(design, "cost")
        assert design["drawing"][cost]["label"] == "cost"
        face = client.get("faces/beasts/cards/fox.front.svg").text
        change = {"state": design["state"], "what": "cost", "changes": {cost: {"attributes": {"x": "20"}}}}
        told = client.post(BEASTS, json=change).json()
        assert (told["what"], told["drawing"][cost]["attributes"]["x"]) == ("Animals: cost", "20")
        assert path.read_bytes() == before.replace(b'id="cost" x="54.5"', b'id="cost" x="20"')
        assert client.get("faces/beasts/cards/fox.front.svg").text != face
        refused = client.post(BEASTS, json=change)
        assert (refused.status_code, "was changed meanwhile" in refused.json()["error"]) == (409, True)
        client.post("api/games/beasts/undo")
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"changes": {"3": {"attributes": {"onload": "alert(1)"}}}}, "onload of an object cannot be changed"),
        ({"changes": {"x": {}}}, "what to change"),
        ({"changes": {"3": {"attributes": {"x": 4}}}}, "what to change"),
        ({"changes": []}, "what to change"),
        ({"remove": [999]}, "no such object"),
        ({"add": {"tag": "image", "attributes": {"href": "http://far/x"}}}, "cannot be added"),
    ],
)
def test_what_cannot_be_drawn_is_refused(beasts, body, words):
    with studio(beasts) as (client, _):
        state = client.get(BEASTS).json()["state"]
        answer = client.post(BEASTS, json={"state": state, **body})
        assert answer.status_code == 409
        assert words in answer.json()["error"]


def test_nothing_of_a_hostile_drawing_reaches_the_page(beasts):
    path = beasts / "templates/beasts/card.svg"
    bad = (
        '<script>alert(1)</script><a href="javascript:alert(2)"><rect onclick="alert(3)" width="9" height="9"/></a>'
        '<image href="http://far.example/x.png"/><rect style="fill:url(http://far.example/y)"/></svg>'
    )
    path.write_text(path.read_text(encoding="utf-8").replace("</svg>", bad), encoding="utf-8")
    with studio(beasts) as (client, _):
        told = client.get(BEASTS)
        for word in ("alert", "far.example", "onclick", "javascript"):
            assert word not in told.text
        assert [each["tag"] for each in told.json()["drawing"]].count("script") == 0


def test_a_colour_and_a_font_of_the_game_are_others(beasts):
    path = beasts / "card_data/beasts/game.yaml"
    before = path.read_text(encoding="utf-8")
    with studio(beasts) as (client, _):
        told = client.get(BEASTS).json()
        colour, font = next(iter(told["palette"].items())), next(iter(told["roles"].items()))
        new = {"palette": (*colour, "#123456", "colour {}"), "fonts": (*font, "Cinzel", "{} font")}
        for kind, (name, _, value, what) in new.items():
            asked = {"kind": kind, "name": name, "value": value}
            assert client.post(STYLE, json=asked).json()["what"] == f"{what.format(name)}: {value}"
        changed = before.replace(colour[1], "#123456").replace(f"{font[0]}: {font[1]}", f"{font[0]}: Cinzel")
        assert path.read_text(encoding="utf-8") == changed
        client.get("faces/beasts/cards/fox.front.svg")
        for kind, value in (("palette", "red;url(x)"), ("fonts", "No Such Font"), ("title", "Cinzel")):
            asked = {"kind": kind, "name": "title", "value": value}
            assert client.post(STYLE, json=asked).status_code == 409


def test_a_font_that_can_be_used_is_added_to_the_project(beasts):
    own = FontFile(FONT).renamed("Mine")
    with studio(beasts) as (client, _):
        for name, data, words in (("Mine.woff2", own, "TTF or OTF"), ("Bad.ttf", own[:400], "another file")):
            refused = client.post("upload/font/beasts", params={"name": name}, content=data)
            assert (refused.status_code, words in refused.json()["hint"]) == (409, True)
        told = client.post("upload/font/beasts", params={"name": "../Mine 1.ttf"}, content=own).json()
        assert told["family"] == "Mine"
        assert [path.name for path in (beasts / "fonts").iterdir()] == ["_Mine 1.ttf"]
        design = client.get(BEASTS).json()
        assert "Mine" in design["fonts"]
        cost, style = object_called(design, "cost"), {"style": "font-family:Mine;font-weight:bold"}
        change = {"state": design["state"], "changes": {cost: {"attributes": style}}}
        told = client.post(BEASTS, json=change).json()["drawing"][cost]["attributes"]
        assert told["style"] == "font-family:Mine;font-weight:400;font-style:normal"  # a style that it has


@pytest.mark.long
@pytest.mark.skipif(shutil.which("inkscape") is None, reason="there is no Inkscape")
def test_inkscape_saves_the_drawing_with_its_ids_layers_and_picture(beasts):
    path = beasts / "templates/beasts/card.svg"

    def seen(client):
        objects = client.get(BEASTS).json()["drawing"]
        known = [[each[key] for key in ("id", "tag", "label", "layer", "locked")] for each in objects]
        with Image.open(BytesIO(client.get("previews/beasts/cards/0.jpg").content)) as sheet:
            return [each for each in known if each[0]], sheet.convert("RGB")

    with studio(beasts) as (client, state):
        told = client.get(BEASTS).json()
        moved = {"attributes": {"transform": "translate(-4 6) rotate(3)", "inkscape:label": "cost min: 6pt"}}
        locked = {"attributes": {"sodipodi:insensitive": "true", "style": "fill:#336699"}}
        changes = {object_called(told, "cost"): moved, object_called(told, "coin"): locked}
        add = {"into": 0, "tag": "rect", "attributes": {"x": "9", "y": "9", "width": "5", "height": "4"}}
        client.post(BEASTS, json={"state": told["state"], "changes": changes, "add": add})
        before = seen(client)
        saved = path.read_bytes()
        command = ["inkscape", str(path), "--export-type=svg", f"--export-filename={path}"]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        assert path.read_bytes() != saved
        state.look_again()
        after = seen(client)
    names = {each[0] for each in before[0]}
    assert [each for each in after[0] if each[0] in names] == before[0]
    difference = ImageChops.difference(before[1], after[1])
    assert max(most for _, most in difference.getextrema()) < 24


def test_a_field_chooses_icons_that_pnp_has_for_its_words_and_a_mark_stands_for_others(beasts):
    cards, icons = beasts / "card_data/beasts/cards.yaml", beasts / "templates/beasts/icons"
    cards.write_text(cards.read_text().replace("habitat: night", "habitat: xqz"))
    box = {"x": "9", "y": "9", "width": "9", "height": "9", "inkscape:label": "icon: habitat size: 9pt"}
    with studio(beasts) as (client, _):
        add = {"into": 0, "tag": "rect", "attributes": box}
        client.post(BEASTS, json={"state": client.get(BEASTS).json()["state"], "add": add})
        assert {path.name for path in icons.glob("*")} == {"forest.svg", "sea.svg"}
        assert '-icon-forest" x="6"' in client.get("faces/beasts/cards/fox.front.svg").text
        assert "stroke-dasharray" in client.get("faces/beasts/cards/owl.front.svg").text
        names = [each["name"] for each in client.get(f"{BEASTS}/icons").json()["icons"]]
        assert (names[:2], "anchor" in names) == (["forest", "sea"], True)
    found = [each for each in findings_of(find_project(beasts), "beasts") if each.code == "PNP308"]
    told = {f"{each.severity} {each.message.partition(', ')[0]}" for each in found}
    assert told == {"warning cards/owl", "warning cards/moth"}


DECK_DESIGN = "api/games/woods/design/deck"
DECK = """\
kind: cards
size: standard
design: classic
roles: {headline: title, subtitle: [type, realm], numbers: [attack, cost], cost: price, text: [rules], flavour: [flavour], suit: realm}
pieces:
  - {id: fox, title: The Very Old Grey Fox of the North, realm: 1 Red, type: Beast, attack: 2, rules: '"Draw 2 cards, then discard one."', flavour: "It never sleeps."}
  - {id: owl, title: Owl, realm: Seas, type: Bird, attack: 1, cost: 4, price: 3, rules: "When this enters play, each other player loses 1 life. Then you may take a card from the top of the deck.", flavour: "Who?"}
"""


def test_a_drawing_made_of_a_template_has_the_colour_in_the_palette_that_a_field_names(tmp_path):
    with studio(pnp.new_project("Tea Time", parent=tmp_path).folder) as (client, _):
        client.post("api/games/tea_time/design/cards/export", json={})
        assert "#2e86c1" in client.get("faces/tea_time/cards/rain-1.front.svg").text  # not that of the sun


def hues(face):
    """The colours outside of the picture of a card."""
    frame = re.sub("<svg x=.*?</svg>", "", face, flags=re.DOTALL)
    return {tuple(bytes.fromhex(each)) for each in re.findall(r'="#([0-9a-f]{6})"', frame)}


def test_a_drawing_made_of_a_design_has_the_texts_the_colours_and_the_picture_of_each_card(tmp_path):
    game = tmp_path / "card_data/woods"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text("title: Woods\n")
    (game / "deck.yaml").write_text(DECK)
    art = game / "art"
    with studio(tmp_path) as (client, _):
        drawn = {each: client.get(f"faces/woods/deck/{each}.front.svg").text for each in ("fox", "owl")}
        assert client.post(f"{DECK_DESIGN}/export", json={}).json()["told"] == []
        drawing = client.get(DECK_DESIGN).json()["drawing"]
        labels = " ".join(each["label"] for each in drawing).split()
        assert {"title", "type", "attack", "rules", "art", "background"} <= {*labels}
        in_layers = [each for each in drawing if drawing[max(each["parent"], 0)]["layer"]]
        assert {each["tag"] for each in in_layers if not each["label"]} <= {"linearGradient"}
        layers = [each["label"] for each in drawing if each["layer"] and "show-if" in each["label"]]
        assert {*layers} == {"cost number show-if: cost", "price number show-if: price"}
        assert any(each["label"].startswith("rules") and "min: 5.4pt" in each["label"] for each in drawing)
        assert "*{flavour}*" in [each["text"] for each in drawing]
        made = {name: hues(client.get(f"faces/woods/deck/{name}.front.svg").text) for name in drawn}
        assert made["fox"] - made["owl"]
        for name in ("fox", "owl"):
            far = [[max(map(abs, map(int.__sub__, a, b))) for b in hues(drawn[name])] for a in made[name]]
            assert max(map(min, far)) < 4
            outlines = re.findall(r' d="([^"]{60,})"', (art / f"{name}.svg").read_text())
            face = client.get(f"faces/woods/deck/{name}.front.svg").text
            assert (outlines[-1] in face, '>"Draw' in face) == (True, False)
            outlines += re.findall(r' d="([^"]{100,})"', face)  # and the symbol of its own type
            assert {*outlines} <= {*re.findall(r' d="([^"]+)"', drawn[name])}
            assert ">The Very Old Grey Fox of the North<" not in face  # it stands in two lines
            assert {"fox": ">Beast · Red<", "owl": ">Bird · Seas<"}[name] in face
            (frame,) = [each["attributes"] for each in drawing if each["label"].startswith("art")]
            box = " ".join(frame[side] for side in ("x", "y", "width", "height"))
            assert f'viewBox="{box}"' in (art / f"{name}.svg").read_text()  # nothing of a scene is cropped
        back = client.get(DECK_DESIGN, params={"side": "back"}).json()
        assert back["file"] == "templates/woods/deck-back.svg"  # without its design it would have none
        client.post("api/games/woods/undo")
        assert [*art.glob("*")] == []
        client.post("api/games/woods/redo")
        alone = DECK.replace("[attack, cost], cost:", "[cost], corner:").replace("classic", "fantasy")
        bare = re.sub(r"id: (\w+), title: [^,]+", r"id: x-\1, title: Xqz", DECK)
        words = DECK.partition("roles")[0] + "roles: {headline: title, text: [rules]}\npieces:\n"
        words += "".join(f"  - {{id: w{n}, title: Xqz {n}, rules: Afraid of it}}\n" for n in range(9))
        tile = DECK.replace("classic", "tile")
        for name, cards in (("hill", alone), ("bare", bare), ("tile", tile), ("words", words)):
            (game / f"{name}.yaml").write_text(cards)
            client.post(DECK_DESIGN.replace("deck", name) + "/export", json={})
        made = {path.stem: path.read_text() for path in (tmp_path / "templates/woods").glob("*.svg")}
        # Not in the corners, with pips: texts get the room of its number.
        assert all(f'"{name} number show-if: {name}"' in made["hill"] for name in ("cost", "price"))
        assert ('="art' in made["bare"], "Attack {attack} · Cost {cost}<" in made["tile"]) == (False, True)
        assert '="rules ' in made["words"]  # also where a text that short is large
    assert not findings_of(find_project(tmp_path), "woods")
