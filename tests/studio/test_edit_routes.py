"""A card is changed through the studio: its form, a draft with its face, what is written, undone, refused."""

import time
from threading import Event, Thread

import pytest
from small_game import FOOD, change, write_game
from studios import studio

from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.render.faces import PieceDrawer


@pytest.fixture
def client(soup):
    with studio(soup) as (client, _):
        yield client


CARDS = "api/games/soup/cards/food"
ROWS = "api/games/soup/rows/food"


def test_the_form_of_a_card(client):
    form = client.get(f"{CARDS}/leek/form").json()
    assert (form["file"], form["line"]) == ("card_data/soup/food.yaml", 7)
    fields = {each["name"]: each for each in form["fields"]}
    assert (fields["copies"]["value"], fields["copies"]["low"], fields["copies"]["high"]) == (2, 0, 999)
    assert "know the card by its id" in fields["id"]["refused"]


def test_a_draft_shows_lines_findings_and_the_face_and_writes_nothing(client, soup):
    drafted = client.post(f"{CARDS}/leek/draft", json={"values": {"name": "Lauch & co"}}).json()
    [file] = drafted["files"]
    assert file["name"] == "card_data/soup/food.yaml"
    new = "  - {id: leek, name: Lauch & co, copies: 2}"
    assert [each["text"] for each in file["lines"] if each["kind"] == "in"] == [new]
    assert "Lauch &amp; co" in drafted["faces"]["front"]
    assert "font/ttf;base64," in drafted["faces"]["front"]
    assert drafted["findings"] == []
    wrong = client.post(f"{CARDS}/leek/draft", json={"values": {"copies": 1000}}).json()
    [finding] = wrong["findings"]
    assert (finding["field"], finding["hint"], wrong["faces"]) == ("copies", "write 999", {})
    assert (soup / "card_data/soup/food.yaml").read_text() == FOOD


def test_values_are_written_undone_and_done_again(client, soup):
    path = soup / "card_data/soup/food.yaml"
    done = client.post(f"{CARDS}/leek/values", json={"values": {"copies": 3}, "was": {"copies": 2}}).json()
    what = "Leek: copies"
    assert done == {"what": what, "piece": "leek", "undo": what, "redo": ""}
    after = path.read_text()
    assert after == FOOD.replace("copies: 2", "copies: 3")
    assert client.post("api/games/soup/undo").json() == {"what": what, "undo": "", "redo": what}
    assert path.read_text() == FOOD
    client.post("api/games/soup/redo")
    assert path.read_text() == after
    assert client.get("api/games/soup/edits").json() == {"undo": "Leek: copies", "redo": ""}
    path.write_text(FOOD)
    refused = client.post("api/games/soup/undo")
    assert (refused.status_code, refused.json()["error"]) == (409, "food.yaml has changed meanwhile")


def test_undo_takes_back_an_edit_of_its_own_game_only(soup):
    write_game(soup, "stew")
    path = soup / "card_data/soup/food.yaml"
    with studio(soup) as (client, _):
        client.post(f"{CARDS}/leek/values", json={"values": {"copies": 3}})
        assert client.get("api/games/stew/edits").json() == {"undo": "", "redo": ""}
        assert client.post("api/games/stew/undo").status_code == 409
        assert path.read_text() != FOOD
        client.post("api/games/soup/undo")
        assert path.read_text() == FOOD


@pytest.mark.parametrize("in_the_grid", [True, False])
def test_a_card_whose_id_follows_its_name_keeps_its_picture(tmp_path, in_the_grid):
    game = tmp_path / "card_data/woods"
    art = game / "art"
    art.mkdir(parents=True)
    (game / "game.yaml").write_text("title: Woods\n")
    (game / "deck.yaml").write_text('kind: cards\ndesign: classic\nrows: deck.csv\nid: "{name}"\n')
    (game / "deck.csv").write_text("name,text\nRed Fox,It runs.\nOwl,Who?\n")
    (art / "red-fox.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    (art / "placement.yaml").write_text("owl: {zoom: 2}\nred-fox:\n  zoom: 1.4\n")
    before = {path.name: path.read_bytes() for path in art.iterdir()}
    values = {"name": "Red Foxes"}
    of_card = "cards/deck/red-fox/values", {"values": values}
    address, body = ("rows/deck", {"cells": {"red-fox": values}}) if in_the_grid else of_card
    with studio(tmp_path) as (client, _):
        client.post(f"api/games/woods/{address}", json=body)
        assert {path.name for path in art.iterdir()} == {"red-foxes.svg", "placement.yaml"}
        assert (art / "placement.yaml").read_text() == "owl: {zoom: 2}\nred-foxes:\n  zoom: 1.4\n"
        client.post("api/games/woods/undo")
    assert {path.name: path.read_bytes() for path in art.iterdir()} == before


def test_what_was_changed_meanwhile_is_not_written_over(client, soup):
    path = soup / "card_data/soup/food.yaml"
    sent = {"values": {"name": "Lauch"}, "was": {"name": "Leek"}}
    change(path, "name: Leek", "name: Porree")
    refused = client.post(f"{CARDS}/leek/values", json=sent)
    assert refused.status_code == 409
    assert refused.json()["conflicts"] == [{"name": "name", "was": "Leek", "now": "Porree"}]
    assert "Porree" in path.read_text()
    change(path, "copies: 2", "copies: 7")  # another field of it: both are kept
    sent["was"]["name"] = "Porree"
    assert client.post(f"{CARDS}/leek/values", json=sent).status_code == 200
    assert "{id: leek, name: Lauch, copies: 7}" in path.read_text()


def test_cards_are_copied_and_taken_out(client, soup):
    path = soup / "card_data/soup/food.yaml"
    assert client.post(ROWS, json={"add": [{"like": "leek", "after": "leek"}]}).json()["added"] == ["leek-2"]
    assert path.read_text().count("name: Leek") == 2
    assert client.post(ROWS, json={"remove": ["leek"]}).json()["what"] == "Leek deleted"
    assert path.read_text() == FOOD.replace("leek", "leek-2")


def test_the_cards_are_a_table_that_is_changed_in_one_step(client, soup):
    path = soup / "card_data/soup/food.yaml"
    table = client.get(ROWS).json()
    assert [each["name"] for each in table["columns"]] == ["id", "name", "copies", "art"]
    assert [row["values"] for row in table["rows"]] == [["leek", "Leek", 2, None], ["pea", "Pea", None, None]]
    assert (table["columns"][0]["fixed"], table["columns"][2]["high"]) == (True, 999)
    sent = {"cells": {"leek": {"copies": "3"}, "pea": {"copies": "3", "name": "Peas"}}}
    sent["was"] = {"leek": {"copies": 2}}
    done = client.post(ROWS, json=sent).json()
    assert (done["what"], done["undo"]) == ("3 cells", "3 cells")
    assert "{id: leek, name: Leek, copies: 3}\n  - {id: pea, name: Peas, copies: 3}" in path.read_text()
    assert client.post(ROWS, json=sent).json()["error"] == "leek: copies was changed meanwhile"
    assert client.post(ROWS, json={"cells": {"leek": {"copies": "0"}}}).status_code == 200
    assert client.get(ROWS).json()["rows"][0]["values"][2] == 0  # it is there though nothing of it is printed
    for wrong in ("three", "1000", "-1"):
        assert "must be" in client.post(ROWS, json={"cells": {"leek": {"copies": wrong}}}).json()["error"]


@pytest.mark.parametrize(
    ("address", "body", "status", "words"),
    [
        (f"{CARDS}/leek/values", {"values": []}, 409, "has not said what to change"),
        (f"{CARDS}/leek/values", [], 400, "what the page sent cannot be read"),
        (f"{CARDS}/leek/values", {"values": {"name": {"a": 1}}}, 409, "a text, a number, yes or no"),
        (f"{CARDS}/leek/values", {"values": {"id": "x"}}, 409, "cannot be changed here"),
        (f"{CARDS}/leek/values", {"values": {"nome": "x"}}, 409, 'no field "nome"'),
        (f"{CARDS}/leak/values", {"values": {"name": "x"}}, 404, 'no card "leak"'),
        (ROWS, {"add": [{"like": "leek", "values": {"id": "le ek: {"}}]}, 409, "le ek"),
        (ROWS, {"add": [{"like": "leak"}]}, 404, 'no card "leak"'),
        (ROWS, {"add": ["leek"]}, 409, "what to change"),
        (ROWS, {"remove": "leek"}, 409, "what to change"),
        (ROWS, {"cells": {"leek": {"id": "x"}}}, 409, "cannot be changed here"),
        (ROWS, {"cells": ["leek"]}, 409, "what to change"),
        ("api/games/soup/rows/..%2ffood", {"remove": ["leek"]}, 404, ""),
        ("api/games/soup/cards/..%2f..%2fother/leek/values", {"values": {}}, 404, "nothing at this address"),
        ("api/games/soup/cards/%2e%2e/leek/draft", {"values": {}}, 404, ""),
        ("api/games/soap/cards/food/leek/draft", {"values": {}}, 404, 'no game "soap"'),
        ("api/games/soup/undo", {}, 409, "nothing to undo"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(client, soup, address, body, status, words):
    answer = client.post(address, json=body)
    assert (answer.status_code, words in answer.json()["error"]) == (status, True), answer.json()
    assert (soup / "card_data/soup/food.yaml").read_text() == FOOD


def test_of_a_table_only_changed_rows_are_read_before_a_save_and_the_rest_after_it(soup, monkeypatch):
    path = soup / "card_data/soup/food.csv"
    path.write_text("name,words,copies\n" + "".join(f'Dish {each},"one,\ntwo",1\n' for each in range(40)))
    (soup / "card_data/soup/food.yaml").write_text("kind: cards\nsize: standard\nrows: food.csv\n")

    def cells(**values):
        return client.post(ROWS, json={"cells": {"dish-30": values}, "was": {}})

    done, held, finished = Event(), list[bool](), PieceDrawer.finished
    drawn = lambda *given: held.append(state._lock._is_owned()) or (done.wait(9) and finished(*given))  # noqa: E731
    monkeypatch.setattr(PieceDrawer, "finished", drawn)
    with studio(soup) as (client, state):
        drawing = Thread(target=client.get, args=["faces/soup/food/dish-30.front.svg"])
        drawing.start()
        assert cells(words="two").status_code == 200
        state.read_saved()
        assert drawing.is_alive()  # a save waits for no face
        done.set()
        drawing.join()
        assert (len(held) > 1, any(held)) == (True, False)  # nor does one that is drawn again hold it up
        with monkeypatch.context() as changed:
            changed.setattr("pnp.studio.edit_routes.check_change", None)  # it would read everything
            for words in ("three", "four,\nfive"):
                assert cells(words=words).json()["what"] == "Dish 30: words"
                assert cells(words=words[::-1]).json()["what"] == "Dish 30: words"  # at once
                assert cells(words=words).status_code == 200
                state.look_again()
                pieces = client.get("api/games/soup/pieces").json()["pieces"]
                assert (len(pieces), pieces[30]["fields"]["words"]) == (40, words)
                rows = client.get(ROWS).json()["rows"]
                assert (len(rows), rows[30]["values"][2], rows[31]["values"][2]) == (40, words, "one,\ntwo")
            refused = cells(copies="many")
            assert (refused.status_code, "copies" in refused.json()["error"]) == (409, True)
        assert any(time.sleep(0.02) or not state._unread for _ in range(1000))
        with state.looking("soup") as look:
            assert look.game == load_game(find_project(soup), "soup").game
        assert cells(name="Dish 3").status_code == 200  # its id is that of another one: all are read
        state.look_again()
        with state.looking("soup") as look:
            assert look.game == load_game(find_project(soup), "soup").game
