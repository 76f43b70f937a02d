"""What the studio answers: the project, its pieces and faces, and nothing to strangers."""

import time
from io import BytesIO
from queue import Queue

import pytest
from PIL import Image
from small_game import FOOD
from studios import studio


def test_the_page_the_project_the_pieces_and_a_face(soup):
    with studio(soup) as (client, _):
        page = client.get("")
        assert page.status_code == 200
        assert "script-src 'self'" in page.headers["content-security-policy"]
        [game] = client.get("api/project").json()["games"]
        assert [(part["id"], part["pieces"], part["copies"]) for part in game["components"]] == [
            ("food", 2, 3)
        ]
        pieces = client.get("api/games/soup/pieces").json()["pieces"]
        assert [(each["id"], each["name"], each["line"]) for each in pieces] == [
            ("leek", "Leek", 7),
            ("pea", "Pea", 8),
        ]
        face = client.get("faces/soup/food/leek.front.svg")
        assert face.headers["content-type"].startswith("image/svg+xml")
        assert "Leek" in face.text
        assert "font/ttf;base64," in face.text  # its letters come with it
        key = face.headers["x-face-key"]
        kept = client.get(f"faces/soup/food/leek.front.svg?key={key}")
        assert "immutable" in kept.headers["cache-control"]


def test_small_fronts_come_in_one_picture_and_once(soup):
    with studio(soup) as (client, _):
        sheet = client.get("previews/soup/food/0.jpg")
        with Image.open(BytesIO(sheet.content)) as picture:
            wide, high = picture.width // 10, picture.height // 6
            cards = [picture.crop((left, 0, left + wide, high)) for left in (0, wide, 2 * wide)]
            assert [card.convert("L").getextrema()[0] < 128 for card in cards] == [True, True, False]
        again = {"if-none-match": sheet.headers["etag"]}
        assert client.get("previews/soup/food/0.jpg", headers=again).status_code == 304
        path = soup / "card_data/soup/food.yaml"
        path.write_text(FOOD.replace("name: Leek", "name: Kale"), encoding="utf-8")
        for _ in range(200):
            if client.get("previews/soup/food/0.jpg", headers=again).status_code == 200:
                return
            time.sleep(0.05)
        raise AssertionError("the old pictures stay")


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("faces/soup/food/../../etc.front.svg", 404, "nothing at this address"),
        ("faces/soup/food/leek.top.svg", 404, "not a side of a piece"),
        ("faces/soup/food/pear.front.svg", 404, 'no piece "food/pear"'),
        ("faces/soop/food/leek.front.svg", 404, 'no game "soop"'),
        ("previews/soup/drink/0.jpg", 404, 'no component "drink"'),
        ("api/games/soup/pieces?theme=glow", 404, 'no theme "glow"'),
        ("page/%2e%2e/server.py", 404, "nothing at this address"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(soup, address, status, words):
    with studio(soup) as (client, _):
        answer = client.get(address)
        assert answer.status_code == status
        assert words in answer.json()["error"]


def heard(state) -> Queue:
    told: Queue = Queue()
    state.events.send = lambda kind, **about: told.put((kind, about))
    return told


def until(told: Queue, kind: str) -> dict:
    while True:
        found, about = told.get(timeout=20)
        if found == kind and not (kind == "findings" and not about.get("complete")):
            return about


def test_a_save_is_told_with_the_faces_that_changed(soup):
    with studio(soup) as (client, state):
        before = client.get("faces/soup/food/leek.front.svg").headers["x-face-key"]
        told = heard(state)
        path = soup / "card_data/soup/food.yaml"
        path.write_text(FOOD.replace("name: Leek", "name: Kale"), encoding="utf-8")
        sides = until(told, "faces")["sides"]
        assert list(sides) == ["food/leek.front"]
        face = client.get("faces/soup/food/leek.front.svg")
        assert face.headers["x-face-key"] == sides["food/leek.front"] != before
        assert "Kale" in face.text


def test_a_broken_file_keeps_the_last_good_face_and_is_told(soup):
    with studio(soup) as (client, state):
        before = client.get("faces/soup/food/leek.front.svg").headers["x-face-key"]
        told = heard(state)
        path = soup / "card_data/soup/food.yaml"
        path.write_text(FOOD + "  - {id: [\n", encoding="utf-8")
        assert until(told, "data")["readable"] is False
        assert client.get("faces/soup/food/leek.front.svg").headers["x-face-key"] == before
        [finding] = [
            each for each in client.get("api/games/soup/findings").json() if each["severity"] == "error"
        ]
        assert (finding["file"], finding["line"]) == ("card_data/soup/food.yaml", 10)
        path.write_text(FOOD, encoding="utf-8")
        assert until(told, "data")["readable"] is True
