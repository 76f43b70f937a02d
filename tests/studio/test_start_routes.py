"""A game is begun from nothing: from a starter, or of a table, whose columns are shown as they are understood first."""

import openpyxl
import pytest
from starlette.testclient import TestClient
from studios import BASE, PORT, TOKEN

from pnp.build.build_cache import open_cache
from pnp.load.project import shipped_project
from pnp.studio.server import studio_app
from pnp.studio.state import StudioState

TABLE = "Name;Cost;Words;Qty;Set\nFox;3;Take **two**.;2;Base\nOwl;1;Draw a card, lay it down.;1;Base\n"


@pytest.fixture
def empty(tmp_path):
    root = tmp_path / "empty"
    root.mkdir()
    with open_cache() as cache:
        state = StudioState(shipped_project(root), cache)
        with TestClient(studio_app(state, TOKEN, PORT), base_url=BASE) as client:
            yield client, root


def sent(client, name: str = "My deck.csv", data: str = TABLE):
    return client.post("upload/table", params={"name": name}, content=data.encode())


def test_a_game_is_begun_in_an_empty_folder_and_another_beside_it(empty):
    client, root = empty
    assert client.get("api/project").json()["begun"] is False
    made = client.post("api/start/new", json={"title": "Tea Time", "start": "cards"}).json()
    assert made == {"game": "tea_time"}
    (root / "README.md").write_text("mine")
    client.post("api/start/new", json={"title": "Discs", "start": "tiles"})
    project = client.get("api/project").json()
    assert project["begun"] is True
    assert [each["id"] for each in project["games"]] == ["discs", "tea_time"]
    assert project["games"][1]["cover"][0] == "cards/sun-1.front"
    assert (root / "README.md").read_text() == "mine"
    assert client.get("api/games/tea_time/pieces").json()["pieces"][0]["id"] == "sun-1"
    again = client.post("api/start/new", json={"title": "Tea Time", "start": "cards"})
    assert (again.status_code, again.json()["error"]) == (409, "there is a game tea_time already")


def test_a_table_is_shown_as_it_is_understood_and_imported_as_it_was_corrected(empty):
    client, root = empty
    told = sent(client).json()
    roles = {each["heading"]: each["role"] for each in told["columns"]}
    assert roles["Name"], roles["Qty"] == ("headline", "copies")
    assert (told["cards"], told["title"], len(told["faces"])) == (3, "My Deck", 2)
    assert told["columns"][2]["samples"][0] == "Take **two**."
    assert [*root.iterdir()] == []  # nothing is written yet
    chosen = {"id": told["id"], "title": "Woodland", "design": "minimal"}
    chosen["roles"] = roles | {"Cost": "numbers", "Words": "none", "Qty": "none", "Set": "text"}
    again = client.post("api/start/plan", json=chosen).json()
    assert again["cards"] == 2  # nothing counts copies any more
    assert again["faces"] != told["faces"]
    made = client.post("api/start/import", json=chosen).json()
    assert (made["game"], made["component"]) == ("woodland", "woodland")
    written = (root / "card_data/woodland/woodland.yaml").read_text()
    assert "design: minimal" in written
    assert "numbers: [cost]" in written
    assert "text: [set]" in written
    assert (root / "card_data/woodland/woodland.csv").read_text() == TABLE
    pieces = client.get("api/games/woodland/pieces").json()["pieces"]
    assert [each["id"] for each in pieces] == ["fox", "owl"]
    design, style = "api/games/woodland/design/woodland", {"kind": "design", "name": "woodland"}
    client.post("api/games/woodland/style", json=style | {"value": "fantasy"})
    assert client.get(design).json()["design"] == "fantasy"
    assert sent(client, "Woodland.csv").json()["design"] == "fantasy"  # as its other cards have
    assert sent(client).json()["design"] == "classic"
    client.post("api/games/woodland/undo")
    assert (root / "card_data/woodland/woodland.yaml").read_text() == written
    assert client.post("api/games/woodland/style", json=style | {"value": "../x"}).status_code == 409


def test_what_is_no_table_is_refused_and_its_name_is_no_path(empty):
    client, root = empty
    assert sent(client, "deck.exe").json()["error"] == "deck.exe is not a table"
    told = sent(client, "../../etc/../deck.csv").json()
    made = client.post("api/start/import", json={"id": told["id"], "title": "../../up"}).json()
    assert sorted(each.name for each in (root / "card_data").iterdir()) == [made["game"]]
    assert sorted(each.name for each in root.parent.iterdir()) == ["empty"]


def test_tables_of_the_folder_are_offered_and_others_are_not_read(empty):
    client, root = empty
    (root / "deck.csv").write_text(TABLE)
    (root / "~$deck.xlsx").write_text("")
    (root.parent / "far.csv").write_text(TABLE)
    assert client.get("api/start").json()["tables"] == ["deck.csv"]
    told = client.post("api/start/here", json={"name": "deck.csv"}).json()
    assert (told["cards"], told["decided"]) == (
        3,
        ["3 cards in 2 rows; ids are made from Name", "copies are in Qty"],
    )
    assert client.post("api/start/here", json={"name": "../far.csv"}).status_code == 404


def test_each_sheet_of_a_workbook_becomes_other_cards_and_edits_are_not_lost(empty):
    client, root = empty
    book = openpyxl.Workbook()
    book.active.title = "Events"
    for sheet, name, number in (
        (book.active, "Storm", "Cost"),
        (book.create_sheet("Items"), "Rope", "Weight"),
    ):
        for row in (("Name", number), (name, 1), (f"{name} two", 2)):
            sheet.append(row)
    book.active["C2"] = "=B2*2"
    for number in range(9):
        book.create_sheet(f"Items of {number}").append(["Name"])
    book.save(root / "heist.xlsx")

    def bring(**said):
        told = client.post("api/start/here", json={"name": "heist.xlsx"}).json()
        chosen = {each: told[each] for each in ("id", "title", "game", "named", "sheet")} | said
        return client.post("api/start/import", json=chosen)

    told = client.post("api/start/here", json={"name": "heist.xlsx"}).json()
    assert not [line for line in told["decided"] if "Items" in line]  # the form offers the sheets
    made = bring().json()
    assert (made["game"], made["component"]) == ("heist", "events")
    copy = "card_data/heist/events.xlsx"
    assert (
        made["said"] == f"Events: 2 cards imported. The game uses the copy {copy}, and no longer your file."
    )
    rows = "api/games/heist/rows/events"
    for cost, said in ((8, "; its formulas show their old results until a spreadsheet saves it"), (7, "")):
        done = client.post(rows, json={"cells": {"storm": {"cost": str(cost)}}}).json()
        assert done["what"] == f"Storm: Cost{said}"  # it is said once
    before = (root / copy).read_bytes()
    again = bring().json()
    assert "events.xlsx in card_data/heist was edited after it was imported" in again["edited"]
    assert bring(game="", named="").json()["error"] == 'there is a game "Heist" already'
    assert "reads the sheet" in bring(sheet="Items").json()["error"]
    assert bring(sheet="Items", named="Items").json()["component"] == "items"
    assert (root / copy).read_bytes() == before
    assert len(client.get("api/games/heist/pieces").json()["pieces"]) == 4
    assert bring(replace=True).json()["said"].startswith("Events: 1 card changed: Storm.")
    assert client.post("api/games/heist/undo").json()["what"].startswith("Events: 1 card changed")
    assert (root / copy).read_bytes() == before
