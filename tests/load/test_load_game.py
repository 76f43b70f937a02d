"""A whole game is loaded, and every mistake in every file is shown at once."""

import pytest
from load_cases import FRUIT, load_files, load_text, make_project

from pnp.files import MAX_TEXT_BYTES
from pnp.load.game import load_game
from pnp.model.card_looks import TextStyle
from pnp.model.game import Source, Theme
from pnp.model.geometry import Size


def told(loaded):
    return [
        f"{d.place.file}:{d.place.line}:{d.place.column} {d.code} {d.message}" for d in loaded.diagnostics
    ]


def test_all_that_game_yaml_says_is_in_the_game(tmp_path):
    text = """\
title: Fruit
version: 1.10
language: en-GB
credits: A. Nyone
notice: Unofficial
licence: MIT
licence_url: https://example.org
title_on_backs: false
palette: {red: "#C00", leaf: "#0a0B0c"}
fonts: {title: Fredoka One, body: [Lato, Noto Sans Hebrew]}
styles: {cost: {colour: red, size: 1.5, bold: true}, loud: {font: title, colour: "#00F", underline: true}}
themes:
  low-ink: {palette: {red: "#ffffff"}, lighten: 0.6}
  plain: {lighten: 1, greyscale: true, smallest_text: 9}
facts: {players: {from: 2, to: 5}, designers: [A, B]}
"""
    loaded = load_text(tmp_path / "p", text, file="game.yaml")
    assert told(loaded) == []
    game = loaded.game
    assert (game.id, game.title, game.version, game.language) == ("fruit", "Fruit", "1.10", "en-GB")
    assert (game.credits, game.notice, game.licence) == ("A. Nyone", "Unofficial", "MIT")
    assert (game.licence_url, game.title_on_backs) == ("https://example.org", False)
    assert game.palette == {"red": "#cc0000", "leaf": "#0a0b0c"}
    assert game.fonts == {"title": "Fredoka One", "body": "Lato"}
    assert game.fallback_fonts == {"body": ("Noto Sans Hebrew",)}
    assert game.styles == {
        "cost": TextStyle(colour="red", size=1.5, bold=True),
        "loud": TextStyle("title", "#0000ff", underline=True),
    }
    assert game.themes == {
        "low-ink": Theme("low-ink", {"red": "#ffffff"}, 0.6),
        "plain": Theme("plain", {}, 1.0, greyscale=True, smallest_text=9.0),
    }
    assert game.facts == {"players": {"from": 2, "to": 5}, "designers": ("A", "B")}


def test_all_that_a_component_says_is_in_it(tmp_path):
    text = """\
kind: cards
title: Fruit cards
note: Shuffle.
size: Mini-Euro
corner: 2mm
bleed: 0.125in
safe: 0mm
front: front.svg.j2
back: back.svg.j2
defaults: {colour: green}
pieces:
  - {id: pear, name: Pear, copies: 3, art: pear.svg, value: {now: 1, then: [2, 3]}}
  - {id: card, extra: true, back: none, front: back.svg.j2, colour: red}
"""
    (component,) = load_text(tmp_path / "p", text).game.components
    assert (component.id, component.kind.name) == ("fruit", "cards")
    assert (component.title, component.note) == ("Fruit cards", "Shuffle.")
    assert component.size == Size(44, 68)
    assert (component.corner, component.bleed, component.safe) == (2.0, pytest.approx(3.175), 0.0)
    assert (component.copies, component.extras) == (4, 1)
    pear, card = component.pieces
    assert (pear.id, pear.name, pear.copies, pear.extra) == ("pear", "Pear", 3, False)
    value = {"now": 1, "then": (2, 3)}
    assert pear.fields == {"colour": "green", "name": "Pear", "art": "pear.svg", "value": value}
    assert (pear.front, pear.back) == ("fruit/front.svg.j2", "fruit/back.svg.j2")
    assert (card.name, card.front, card.back, card.extra) == ("card", "fruit/back.svg.j2", None, True)
    assert card.fields == {"colour": "red"}


def test_a_piece_may_stand_apart_from_the_defaults(tmp_path):
    text = """\
kind: cards
front: front.svg.j2
tables: {costs: {C1: 3}}
defaults: {cost: {table: costs, by: code}, colour: green, source: stated}
pieces:
  - {id: a, code: C1}
  - {id: b, defaults: none, extra: true}
"""
    a, b = load_text(tmp_path / "p", text).game.components[0].pieces
    assert a.fields == {"cost": 3, "colour": "green", "code": "C1"}
    assert (b.fields, b.sources) == ({}, {})


def test_every_field_knows_where_it_is_written(tmp_path):
    text = """\
kind: cards
front: front.svg.j2
tables: {values: {pear: 7}}
defaults: {colour: green}
pieces:
  - id: pear
    name: Pear
    value: {table: values, by: id}
"""
    (pear,) = load_text(tmp_path / "p", text).game.components[0].pieces
    assert {place.file for place in pear.places.values()} == {"card_data/fruit/fruit.yaml"}
    places = {name: (place.line, place.column) for name, place in pear.places.items()}
    assert places == {"id": (6, 9), "name": (7, 11), "value": (3, 25), "colour": (4, 20)}
    assert (pear.place.line, pear.place.column) == (6, 5)


def test_sources_are_kept_for_the_piece_or_by_field(tmp_path):
    text = """\
kind: cards
front: front.svg.j2
defaults: {source: {kind: found, pointer: W1}}
pieces:
  - {id: a}
  - {id: b, source: stated}
  - {id: c, value: 1, source: {value: derived, copies: {kind: stated, pointer: W2}}}
"""
    a, b, c = load_text(tmp_path / "p", text).game.components[0].pieces
    assert a.sources == {"": Source("found", "W1")}
    assert b.sources == {"": Source("stated")}
    assert c.sources == {"value": Source("derived"), "copies": Source("stated", "W2")}


def test_mistakes_of_all_files_come_in_one_run_in_reading_order(tmp_path):
    files = {
        "game.yaml": "titel: Fruit\npalette: {red: tomato}\n",
        "fruit.yaml": FRUIT.replace("pear", "pe ar").replace("kind", "kimd"),
        "berries.yaml": "kind: cards\n\t",
    }
    loaded = load_files(tmp_path / "p", files)
    assert loaded.game is None
    assert [line.removeprefix("card_data/fruit/").split()[:2] for line in told(loaded)] == [
        ["berries.yaml:2:1", "PNP102"],
        ["fruit.yaml:1:1", "PNP103"],
        ["fruit.yaml:1:1", "PNP105"],
        ["fruit.yaml:3:15", "PNP112"],
        ["game.yaml:1:1", "PNP103"],
        ["game.yaml:1:1", "PNP105"],
        ["game.yaml:2:16", "PNP111"],
    ]


def test_a_finding_names_its_game_and_its_piece(tmp_path):
    text = "kind: cards\nfront: front.svg.j2\npieces: [{for: {n: 1..2}, id: 'p{n}', copies: -1}, {id: b b}]\n"
    loaded = load_text(tmp_path / "p", text)
    assert [(d.code, d.game, d.piece) for d in loaded.diagnostics] == [
        ("PNP117", "fruit", "p{n}"),
        ("PNP112", "fruit", "b b"),
    ]


SLUGS = "names are small letters a to z, digits and _"


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("Bid Cards.yaml", f'the file is called "Bid Cards"; {SLUGS}', "bid_cards.yaml"),
        ("2nd.yaml", f'the file is called "2nd"; {SLUGS}', "nd.yaml"),
        ("bids.yml", '"bids.yml" is ignored', "bids.yaml"),
    ],
)
def test_a_file_with_an_unusable_name_is_not_passed_over_in_silence(tmp_path, name, message, hint):
    (finding,) = load_text(tmp_path / "p", FRUIT, file=name).diagnostics
    assert (finding.code, finding.message, finding.hint) == ("PNP112", message, f"rename it to {hint}")
    assert finding.place.file == f"card_data/fruit/{name}"


def test_a_table_that_is_a_link_out_of_the_folder_is_not_read(tmp_path):
    project = make_project(tmp_path / "p")
    folder = project.root / "card_data" / "fruit"
    (tmp_path / "secret").write_text("id\npear\n", encoding="utf-8")
    (folder / "linked.csv").symlink_to(tmp_path / "secret")
    (folder / "fruit.yaml").write_text("kind: cards\nfront: front.svg.j2\nrows: linked.csv\n")
    assert [d.code for d in load_game(project, "fruit").diagnostics] == ["PNP116"]


def test_a_file_over_the_limit_is_not_read(tmp_path):
    (finding,) = load_files(tmp_path / "p", {"fruit.yaml": bytes(MAX_TEXT_BYTES + 100_000)}).diagnostics
    assert (finding.code, finding.message) == ("PNP100", "the file has 5.1 MB; the limit is 5 MB")


def test_the_projects_templates_come_before_the_shipped_and_the_games_before_the_base(tmp_path):
    project = make_project(tmp_path / "p")
    base = project.root / "templates" / "base"
    base.mkdir()
    (base / "front.svg.j2").write_text("", encoding="utf-8")
    (base / "plain.svg.j2").write_text("", encoding="utf-8")
    fronts = ("front.svg.j2", "plain.svg.j2", "base/front.svg.j2", "fruit/front.svg.j2")
    pieces = ", ".join(f"{{id: p{index}, front: {name}}}" for index, name in enumerate(fronts))
    text = f"kind: cards\npieces: [{pieces}]\n"
    (project.root / "card_data" / "fruit" / "fruit.yaml").write_text(text, encoding="utf-8")
    found = [piece.front for piece in load_game(project, "fruit").game.components[0].pieces]
    assert found == ["fruit/front.svg.j2", "base/plain.svg.j2", "base/front.svg.j2", "fruit/front.svg.j2"]


BOX = "kind: box\nholds: [fruit]\nfront: front.svg.j2\npieces: [{id: box}]\n"


@pytest.mark.parametrize(
    ("file", "deck"),
    [
        ("fruit.yaml", FRUIT.replace("pieces:", "peices:")),
        ("fruit.yaml", FRUIT.replace("kind: cards", "kind: crads")),
        ("fruit.yaml", "kind: [cards"),
        ("fruit.yml", FRUIT),
        ("Fruit.yaml", FRUIT),
        ("fruit.yaml", "kind: cards\nfront: front.svg.j2\npieces: [{name: Pear}]\n"),
    ],
)
def test_a_box_says_nothing_of_a_deck_whose_own_mistake_is_told(tmp_path, file, deck):
    found = load_files(tmp_path / "p", {"box.yaml": BOX, "fruit.yaml": FRUIT, file: deck}).diagnostics
    assert found
    assert [one.message for one in found if one.place.file.endswith("box.yaml")] == []
