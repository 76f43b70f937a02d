"""pnp import makes cards of a table in a folder where nothing is, says what it decided, and writes over nothing."""

import json
from pathlib import Path

import openpyxl
import pytest

import pnp
from pnp.__main__ import run

DECK = "Name;Cost;Qty;Rare;Tags\nEmber Fox;2;3;x;beast|fire\nStair;0;1;;\n"
SQUIB = """\
- title: Robot Golem
  qty: 3
  text: |
    Two lines:
    "quoted", and # more.
- {title: Ninja, qty: 0, text: null}
"""


def cards(root: Path) -> dict[str, tuple[int, dict]]:
    loaded = pnp.load_games(pnp.find_project(root))
    assert loaded.diagnostics == ()
    (game,) = loaded.games
    return {piece.id: (piece.copies, dict(piece.fields)) for part in game.components for piece in part.pieces}


def test_a_table_is_printed_with_two_commands_from_an_empty_folder(tmp_path, monkeypatch, capfd):
    (tmp_path / "My Deck.csv").write_text(DECK, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["import", "My Deck.csv"]) == 0
    said = capfd.readouterr().out
    for words in (
        "ids are made of Name",
        "copies are in Qty",
        "cost (integer), rare (boolean), tags (list)",
        "4 cards in 2 rows",
    ):
        assert words in said
    assert run(["build", "--paper", "a4", "--no-svg"]) == 0
    assert (tmp_path / "output/my_deck/a4/my_deck.pdf").is_file()
    assert cards(tmp_path) == {
        "ember-fox": (3, {"name": "Ember Fox", "cost": 2, "rare": True, "tags": ("beast", "fire")}),
        "stair": (1, {"name": "Stair", "cost": 0, "rare": False, "tags": ()}),
    }


@pytest.mark.parametrize("suffix", ["xlsx", "json", "yaml"])
def test_every_sort_of_table_goes_into_the_one_game_there_is(tmp_path, suffix):
    folder = tmp_path / "card_data/old"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Old\n", encoding="utf-8")
    table = tmp_path / f"print.{suffix}"
    if suffix == "xlsx":
        book = openpyxl.Workbook()
        book.create_sheet("Robots")
        for row in (
            ["title", "qty", "text"],
            ["Robot Golem", 3, 'Two lines:\n"quoted", and # more.'],
            ["Ninja", 0],
        ):
            book["Robots"].append(row)
        book.save(table)
    elif suffix == "json":
        rows = [
            {"title": "Robot Golem", "qty": 3, "text": 'Two lines:\n"quoted", and # more.'},
            {"title": "Ninja", "qty": 0},
        ]
        table.write_text(json.dumps(rows), encoding="utf-8")
    else:
        table.write_text(SQUIB, encoding="utf-8")
    made = pnp.import_table(table, here=tmp_path, sheet="robots" if suffix == "xlsx" else "")
    assert (made.game, made.component) == ("old", "print_cards")
    assert cards(tmp_path) == {
        "robot-golem": (3, {"title": "Robot Golem", "text": 'Two lines:\n"quoted", and # more.'})
    }
    component = tmp_path / "card_data/old/print_cards.yaml"
    component.write_text(component.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    with pytest.raises(pnp.PnpError, match="is there already"):
        pnp.import_table(table, here=tmp_path, sheet="robots" if suffix == "xlsx" else "")


@pytest.mark.parametrize(
    ("name", "data", "where"),
    [
        ("deck.csv", b"Name,Qty\nA,x\n", ("deck.csv", "B2")),
        ("deck.csv", b"", ("deck.csv", "")),
        ("deck.xlsx", b"PK", ("deck.xlsx", "")),
        ("deck.json", b"{", ("deck.json", "")),
        ("deck.yaml", b"a: [", ("deck.yaml", "")),
        ("deck.yaml", b"- {name: A, copies: x}", ("deck.yaml", "")),
    ],
)
def test_with_a_mistake_nothing_is_written_and_the_table_is_blamed(tmp_path, monkeypatch, name, data, where):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    made = pnp.import_table(Path(name), here=tmp_path)
    assert made.files == ()
    assert {(each.place.file, each.place.cell) for each in made.diagnostics} == {where}
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "data"), [("deck.ods", b""), ("deck.pdf", b""), ("none.csv", None), ("龍.csv", b"Name\nA\n")]
)
def test_what_is_no_table_is_told(tmp_path, monkeypatch, capfd, name, data):
    monkeypatch.chdir(tmp_path)
    if data is not None:
        Path(name).write_bytes(data)
    assert run(["import", name]) == 2
    assert "hint: " in capfd.readouterr().err


def test_a_cost_of_x_is_printed_and_not_taken_for_a_tick(tmp_path, monkeypatch):
    (tmp_path / "deck.csv").write_text(
        "Name,Cost,Text\nFire,X,Burn as much as you pay.\nIce,2,Freeze.\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    assert run(["import", "deck.csv"]) == 0
    assert run(["build", "--paper", "a4"]) == 0
    face = (tmp_path / "output/deck/svg/deck/fire.front.svg").read_text(encoding="utf-8")
    assert ">X</text>" in face
    assert "Cost" not in face
