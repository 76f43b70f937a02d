"""Pictures over the studio's routes: what a card shows, trials, placements, files put in and taken back."""

import io

import pytest
from galleries import SVG, a_picture, with_pictures
from PIL import Image
from small_game import contents
from studios import studio

from pnp.start.table_import import import_table

LEEK = "api/games/soup/cards/food/leek/art"


@pytest.fixture
def art(soup):
    art = with_pictures(soup)
    a_picture(art / "leek.png")
    return art


@pytest.fixture
def client(soup, art):
    with studio(soup) as (client, _):
        yield client


def a_file(width=1200, height=800, kind="JPEG"):
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#3366cc").save(out, kind)
    return out.getvalue()


def sent(client, name, data=None, **asked):
    return client.post("upload/art/soup", params={"name": name, **asked}, content=data or a_file()).json()


def test_a_card_tells_its_slots_and_how_their_pictures_lie(client):
    own, back = client.get(LEEK).json()["slots"]
    assert (own["name"], own["file"], own["side"]) == ("leek", "card_data/soup/art/leek.png", "front")
    assert own["own"]
    assert own["corners"] == [[1.5, 4], [61.5, 4], [61.5, 44], [1.5, 44]]
    assert (own["dpi"], own["asked"], own["wanted"]) == (305, "contain", [709, 472])
    assert own["lies"]["scale"] == [60, 40]
    assert (back["name"], back["status"]) == ("back_food", "placeholder")
    assert back["file"] is back["lies"] is None


def test_a_trial_shows_the_card_and_writes_nothing(client, art):
    before = contents(art)
    plain = client.post(f"{LEEK}/trial", json={"slot": "leek", "placement": {}}).json()
    turned = client.post(
        f"{LEEK}/trial", json={"slot": "leek", "placement": {"rotation": 90, "zoom": 2}}
    ).json()
    assert turned["svg"] != plain["svg"]
    assert "matrix(0 " in turned["svg"]
    assert turned["lies"]["dpi"] == 229
    assert turned["lies"]["focus"] == [0.5, 0.5]
    assert contents(art) == before


def test_a_placement_is_kept_and_taken_back(client, art):
    asked = {"slot": "leek", "placement": {"focus": [0.2, 0.5], "zoom": 1.5, "fit": "cover"}, "was": {}}
    told = client.post(f"{LEEK}/placement", json=asked).json()
    assert told["undo"] == "Leek: picture moved"
    assert told["slot"]["placement"] == {"focus": [0.2, 0.5], "zoom": 1.5, "rotation": 0, "fit": "cover"}
    written = (art / "placement.yaml").read_text()
    assert written.endswith("leek: {focus: [0.2, 0.5], zoom: 1.5, fit: cover}\n")
    assert client.post("api/games/soup/undo").status_code == 200
    assert not (art / "placement.yaml").exists()
    client.post("api/games/soup/redo")
    assert (art / "placement.yaml").read_text() == written


@pytest.mark.parametrize("seen", [None, "", "leek: {zoom: 1}\n"])
def test_a_placement_over_one_that_nobody_has_seen_is_refused(soup, art, seen):
    with studio(soup) as (client, state):
        if seen is not None:  # "" as while another program saves
            (art / "placement.yaml").write_text(seen)
        state.look_again()
        state.findings("soup")
        (art / "placement.yaml").write_text("# by hand\nleek: {zoom: 3}\n")
        answer = client.post(f"{LEEK}/placement", json={"slot": "leek", "placement": {"zoom": 2}, "was": {}})
    assert answer.status_code == 409
    assert answer.json()["error"] == "the placement of leek was changed meanwhile"
    assert (art / "placement.yaml").read_text() == "# by hand\nleek: {zoom: 3}\n"


@pytest.mark.parametrize(
    "placement", [{"zoom": 0}, {"focus": [2, 0]}, {"focus": "middle"}, {"fit": "fill"}, {"zoom": "2"}]
)
def test_a_placement_that_cannot_be_is_a_sentence(client, placement):
    answer = client.post(f"{LEEK}/trial", json={"slot": "leek", "placement": placement})
    assert answer.status_code == 409
    assert answer.json()["error"]


def test_files_are_matched_by_name_and_added_together(client, art):
    old = (art / "leek.png").read_bytes()
    leek, pea = sent(client, "01_Leek v2 (1).jpg"), sent(client, "C:\\art\\pea.svg", SVG.encode())
    assert (leek["slot"], leek["size"]) == ("leek", [1200, 800])
    assert leek["replaces"] == ["card_data/soup/art/leek.png"]
    assert leek["said"] == "1200 x 800 px is 508 dpi in 60 x 40 mm"
    assert (pea["name"], pea["slot"], pea["said"]) == ("pea.svg", "pea", "vectors, sharp at any size")
    unknown = sent(client, "IMG_2041.jpg")
    assert unknown["slot"] == ""
    chosen = client.post("api/games/soup/art/match", json={"id": unknown["id"], "slot": "back_food"}).json()
    assert chosen["warnings"] == [
        "1200 x 800 px is 216 dpi in 69 x 94 mm; it needs 815 x 1110 px or more",
        "its shape is not that of the box of 69 x 94 mm: 51 % of it is cut off",
    ]
    by_name = client.post("api/games/soup/art/match", json={"id": unknown["id"], "slot": "Leek"}).json()
    assert by_name["slot"] == "leek"  # as the card is called
    before = contents(art)
    files = [{"id": each["id"], "slot": each["slot"]} for each in (leek, pea, chosen)]
    told = client.post(
        "api/games/soup/art/add", json={"files": files, "credit": "Ann", "licence": "CC0"}
    ).json()
    assert told["what"] == "3 pictures"
    after = contents(art)
    assert sorted(after) == ["back_food.jpg", "credits.yaml", "leek.jpg", "pea.svg", "replaced/leek.png"]
    assert after["replaced/leek.png"] == old
    assert after["credits.yaml"].decode().count("credit: Ann") == 3
    client.post("api/games/soup/undo")
    assert contents(art) == before


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("leek.png", b"no picture", "leek.png cannot be used: it is not a PNG, JPEG or WebP file"),
        ("leek.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><script>alert(1)</script></svg>", "leek.svg cannot be used"),
        ("../../leek.psd", b"8BPS" + bytes(30), "leek.psd cannot be used: it is not a PNG"),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_told_and_never_written(client, art, name, data, error):
    before = contents(art)
    told = sent(client, name, data)
    assert told["refused"].startswith(error)
    answer = client.post("api/games/soup/art/add", json={"files": [{"id": told["id"], "slot": "leek"}]})
    assert answer.status_code == 409
    assert answer.json()["error"].startswith(error)
    assert contents(art) == before


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "no files are chosen"),
        ({"files": ["x"]}, "no files are chosen"),
        ({"files": [{"id": "../../etc/passwd", "slot": "leek"}]}, "that file is no longer here"),
        ({"files": [{"id": "1", "slot": "../leek"}]}, 'no piece or art slot is called "../leek"'),
    ],
)
def test_requests_that_make_no_sense_are_sentences(client, art, body, error):
    answer = client.post("api/games/soup/art/add", json=body)
    assert answer.status_code in {404, 409}
    assert answer.json()["error"] == error


def test_two_files_for_one_slot_are_not_added(client, art):
    files = [{"id": sent(client, "leek.jpg")["id"], "slot": "leek"} for _ in range(2)]
    answer = client.post("api/games/soup/art/add", json={"files": files})
    assert answer.json()["error"] == "two pictures are for leek"


def test_a_file_is_kept_as_an_icon_in_the_place_of_the_one_of_its_name(soup, client):
    icons = soup / "templates/soup/icons"
    for kind in ("PNG", "JPEG"):
        file = sent(client, f"gold bar.{kind}", a_file(kind=kind))
        told = client.post("api/games/soup/art/icons", json={"files": [file["id"]]}).json()
        assert told["what"] == "1 icon"
    assert [path.name for path in icons.glob("gold*")] == ["gold bar.jpg"]


def test_the_artboard_of_a_slot_is_a_drawing_of_its_size(client):
    sent_file = client.get(f"{LEEK}/artboard", params={"slot": "leek"})
    assert 'filename="leek.svg"' in sent_file.headers["content-disposition"]
    assert 'width="60.00mm"' in sent_file.text


def test_a_picture_is_for_the_card_whose_name_or_cell_names_it(tmp_path):
    table = tmp_path / "bakery.csv"
    table.write_text("Name,Text,IMG\nBaker,Bake.,faces/b7.png\nMiller,Mill.,b8.png\n", encoding="utf-8")
    import_table(table, here=tmp_path / "new")
    with studio(tmp_path / "new") as (client, _):
        for name, slot in (("Baker.jpg", "baker"), ("b8.png", "miller"), ("b9.png", "")):
            told = client.post("upload/art/bakery", params={"name": name}, content=a_file()).json()
            assert told["slot"] == slot
