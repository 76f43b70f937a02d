"""What the studio answers: the project, its pieces and faces, and nothing to strangers."""

import io
import re
import subprocess
import time
from contextlib import contextmanager
from io import BytesIO
from queue import Queue

import pytest
from PIL import Image
from small_game import FOOD
from studios import studio

import pnp
from pnp.export.contact_sheet import PREVIEWS, PREVIEWS_ACROSS
from pnp.load.project import find_project
from pnp.model.diagnostics import CannotUse, UnknownName
from pnp.render.faces import PieceDrawer
from pnp.studio import edit_routes
from pnp.studio.edit_routes import open_file
from pnp.studio.state import StudioState
from pnp.workers.tasks import Workers


def test_the_page_the_project_the_pieces_and_a_face(soup):
    with studio(soup) as (client, _):
        page = client.get("")
        assert page.status_code == 200
        assert "script-src 'self'" in page.headers["content-security-policy"]
        script = client.get(re.search(r'src="(page/\w+/app.js)"', page.text)[1])
        assert "immutable" in script.headers["cache-control"]  # another version has another address
        assert client.get("page/app.js").headers["cache-control"] == "no-store"
        [game] = client.get("api/project").json()["games"]
        [food] = game["components"]
        assert (food["id"], food["pieces"], food["copies"]) == ("food", 2, 3)
        pieces = client.get("api/games/soup/pieces").json()["pieces"]
        known = [(each["id"], each["name"], each["line"]) for each in pieces]
        assert known == [("leek", "Leek", 7), ("pea", "Pea", 8)]
        face = client.get("faces/soup/food/leek.front.svg")
        assert face.headers["content-type"].startswith("image/svg+xml")
        assert "Leek" in face.text
        assert "font/ttf;base64," in face.text  # its letters come with it
        key = face.headers["x-face-key"]
        kept = client.get(f"faces/soup/food/leek.front.svg?key={key}")
        assert "immutable" in kept.headers["cache-control"]


def test_small_fronts_come_in_one_picture_and_once(soup, monkeypatch):
    drawn, given, finished, run = [], [], PieceDrawer.finished, Workers.run
    slow = lambda self, some, *how: drawn.extend(some) or time.sleep(0.3) or finished(self, some, *how)  # noqa: E731
    monkeypatch.setattr(PieceDrawer, "finished", slow)
    monkeypatch.setattr(Workers, "run", lambda *task, **how: given.append(task[2:]) or run(*task, **how))
    with studio(soup) as (client, _):
        sheet = client.get("previews/soup/food/0.jpg")
        assert len(drawn) == 2  # what is being drawn ahead is not drawn again
        with Image.open(BytesIO(sheet.content)) as picture:
            wide, high = picture.width // PREVIEWS_ACROSS, picture.height // (PREVIEWS // PREVIEWS_ACROSS)
            cards = [picture.crop((left, 0, left + wide, high)) for left in (0, wide, 2 * wide)]
            assert [card.convert("L").getextrema()[0] < 128 for card in cards] == [True, True, False]
    again = {"if-none-match": sheet.headers["etag"]}
    with studio(soup) as (client, _), monkeypatch.context() as patched:
        patched.setattr(StudioState, "face", None)  # what was drawn before is not drawn again
        assert client.get("previews/soup/food/0.jpg", headers=again).status_code == 304
    (soup / "card_data/soup/food.yaml").write_text(FOOD.replace("name: Leek", "name: Kale"), encoding="utf-8")
    pnp.build_games(find_project(soup))
    with studio(soup) as (client, _):
        assert client.get("previews/soup/food/0.jpg", headers=again).status_code == 200
        assert [*given[-1][3]] == given[-1][1]  # what a build has made is not drawn again


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
        found = client.get("api/games/soup/findings").json()
        [finding] = [each for each in found if each["severity"] == "error"]
        assert (finding["file"], finding["line"]) == ("card_data/soup/food.yaml", 10)
        path.write_text(FOOD, encoding="utf-8")
        assert until(told, "data")["readable"] is True


# A game beside a release, a revision in git and what was approved: what changed, and how it looked.


NOW = FOOD.replace("name: Leek, copies: 2", "name: Kale, copies: 3").replace(
    "- {id: pea, name: Pea}", "- {id: bean}"
)


@contextmanager
def changed(soup):
    (soup / "card_data/soup/food.yaml").write_text(NOW, encoding="utf-8")
    with studio(soup) as (client, _):
        yield client


def commit(soup):
    own = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for words in (("init", "-q", "-b", "trunk"), ("add", "."), (*own, "commit", "-q", "-m", "first")):
        subprocess.run(["git", "-C", str(soup), *words], check=True)


@pytest.mark.parametrize(
    ("kept", "name"), [("release", "v1"), ("revision", "trunk"), ("approved", "approved")]
)
def test_what_changed_since_a_release_a_revision_and_what_was_approved(soup, kept, name):
    project = find_project(soup)
    if kept == "release":
        pnp.release_games(project, name)
    elif kept == "revision":
        commit(soup)
    else:
        with studio(soup) as (client, _):
            assert client.post("api/games/soup/approve", json={"names": ["*"]}).status_code == 200
    with changed(soup) as client:
        known = client.get("api/games/soup/states").json()["states"]
        assert {"name": name, "kind": kept} in known
        leek, bean, pea = client.get(f"api/games/soup/since?since={name}").json()
        changes = [leek[key] for key in ("id", "state", "copies", "kinds")]
        assert changes == ["leek", "changed", [2, 3], ["text"]]
        assert (bean["id"], bean["state"]) == ("bean", "new")
        assert (pea["id"], pea["state"]) == ("pea", "gone")
        [side] = leek["sides"]
        assert [(word["was"], word["now"]) for word in side["words"]] == [("Leek", "Kale")]
        old = client.get(f"before/soup/{side['old']}.svg?since={name}")
        assert ">Leek<" in old.text
        assert "font/ttf;base64," in old.text
        assert "immutable" in old.headers["cache-control"]
        assert client.get(f"before/soup/{pea['sides'][0]['old']}.svg?since={name}").status_code == 200
        marked = client.get(f"difference/soup/food/leek.front.png?since={name}&was={side['old']}")
        picture = Image.open(io.BytesIO(marked.content)).convert("RGB")
        assert picture.size == (407, 555)
        assert (0xA3, 0x00, 0x5A) in {colour for _, colour in picture.getcolors(1 << 20)}


# A file of the project is opened in the system's program for it; nothing else is.


@pytest.fixture
def launched(monkeypatch):
    paths: list[str] = []
    monkeypatch.setattr(edit_routes.click, "launch", lambda path: paths.append(path) or 0)
    monkeypatch.setenv("DISPLAY", ":0")
    return paths


@pytest.mark.parametrize(
    "file",
    [
        *("card_data/soup/none.yaml", "../secret.yaml", "/etc/passwd", "card_data/soup"),
        *("a\0b.yaml", "link.yaml", "a\\b"),
    ],
)
def test_what_is_no_file_of_the_project_is_not_opened(soup, launched, file):
    (soup.parent / "secret.yaml").write_text("x: 1", encoding="utf-8")
    (soup / "link.yaml").symlink_to(soup.parent / "secret.yaml")
    with pytest.raises(UnknownName, match="there is no file"):
        open_file(soup, file)
    assert launched == []


def test_what_might_be_run_is_not_opened_and_what_nothing_opens_is_told(soup, launched, monkeypatch):
    (soup / "card_data/soup/game.desktop").write_text("Exec=true", encoding="utf-8")
    with pytest.raises(CannotUse, match=r"no files that end in \.desktop"):
        open_file(soup, "card_data/soup/game.desktop")
    assert launched == []
    monkeypatch.setattr(edit_routes.click, "launch", lambda _: 1)
    with pytest.raises(CannotUse, match="no program was found to open"):
        open_file(soup, "card_data/soup/food.yaml")


def test_the_page_asks_for_it(soup, launched):
    with studio(soup) as (client, _):
        assert client.post("api/open", json={"file": "card_data/soup/food.yaml"}).status_code == 200
        assert launched == [str(soup / "card_data/soup/food.yaml")]
        assert client.post("api/open", json={"file": "nothing.yaml"}).status_code == 404
        assert client.post("api/open", json={}).status_code == 404
