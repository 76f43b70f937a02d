"""docs/format.md is true: its files load, its tables list what the loader knows."""

import re
from pathlib import Path

import pytest

from pnp.load import effect_text, game_yaml
from pnp.load.component import COMMON_KEYS, LAYOUT_KEYS, RECTANGLE_KEYS
from pnp.load.game import load_game
from pnp.load.keys import NAMED
from pnp.load.project import find_project
from pnp.load.rows import headings

FORMAT = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```\n", FORMAT, flags=re.DOTALL))


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    root = tmp_path_factory.mktemp("harbour")
    folder, templates = root / "card_data" / "harbour", root / "templates" / "harbour"
    (folder / "art").mkdir(parents=True)
    templates.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
        for template in re.findall(r"[\w-]+\.svg\.j2", text):
            (templates / template).write_text("", encoding="utf-8")
        for picture in re.findall(r"art: ([\w.]+)", text):
            (folder / "art" / picture).write_text("", encoding="utf-8")
    loaded = load_game(find_project(root), "harbour")
    assert loaded.diagnostics == ()
    return loaded.game


def test_every_file_shown_is_named_and_loaded(harbour):
    assert FORMAT.count("```") == 2 * len(FILES)
    components = "berths captains crews goods ships signs tickets weather"
    assert [each.id for each in harbour.components] == components.split()


def test_the_pieces_are_as_the_text_says(harbour):
    by_id = {component.id: component for component in harbour.components}
    goods = [piece.id for piece in by_id["goods"].pieces]
    assert goods == ["wool-1", "wool-2", "wool-3", "salt-1", "salt-2", "salt-3"]
    assert [piece.fields["price"] for piece in by_id["goods"].pieces] == [2, 5, 9, 3, 7, 12]
    assert [(piece.id, piece.copies) for piece in by_id["crews"].pieces] == [
        ("sailor", 6),
        ("cook-or-so-he-says", 2),
    ]


def test_the_words_are_as_the_text_says(harbour):
    (captains,) = (each for each in harbour.components if each.id == "captains")
    said = {piece.id: piece.fields.get("text") for piece in captains.pieces}
    shown = dict(re.findall(r"^\| (\w+) \| `(\*\*.*)` \|$", FORMAT, flags=re.MULTILINE))
    assert said == {**shown, "card-of-captains": None}


def listed(heading: str) -> set[str]:
    section = FORMAT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`) \|", section, flags=re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_the_tables_list_every_key():
    assert listed("game.yaml") == set(game_yaml.KEYS)
    assert listed("A component") == {*COMMON_KEYS, *RECTANGLE_KEYS}
    assert listed("A piece") == set(headings.RESERVED)
    assert listed("A layout of your own") == set(LAYOUT_KEYS)
    assert listed("Effects and their words") == {*effect_text.PARTS, *effect_text.FORMATS}
    assert listed("Where facts come from") == {"stated", "found", "derived", "reconstructed"}


def test_the_sizes_are_as_listed():
    cells = re.findall(r"\| ([a-z ]+) \| ([\d.]+) × ([\d.]+) (?=\|)", FORMAT)
    assert {name: (float(width), float(height)) for name, width, height in cells} == {
        name: (size.width, size.height) for name, size in NAMED.items()
    }
