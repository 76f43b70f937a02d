"""The tracks of the mat are as long as the cards can make them need to be."""

from collections.abc import Mapping
from pathlib import Path

from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Component, Game

ROOT = Path(__file__).parents[2]


def game() -> Game:
    found = load_game(find_project(ROOT), "yogire").game
    assert found is not None
    return found


def component(name: str) -> Component:
    (found,) = (each for each in game().components if each.id == name)
    return found


def cards(part: str) -> list[Mapping]:
    return [piece.fields[part] for piece in component("cards").pieces if not piece.extra]


def amounts(part: str, step: str) -> list[int]:
    return [each[step] for card in cards(part) for each in card["do"] if step in each]


def test_the_units_of_all_eleven_datacenters_fit_on_their_track() -> None:
    supplied = amounts("permanent", "supply")
    assert (len(supplied), sum(supplied)) == (11, game().facts["tracks"]["cu"])


def test_the_attack_track_ends_with_the_strongest_enemy_under_all_that_strengthen() -> None:
    strongest = max(card["strength"] for card in cards("enemy"))
    assert strongest + sum(amounts("enemy", "strengthen")) == game().facts["tracks"]["attack"]


def test_each_track_has_its_marker_and_the_units_have_two() -> None:
    icons = {piece.id: piece.fields["icon"] for piece in component("markers").pieces}
    assert icons == {"eye": "visibility", "datacenter": "datacenter", "chip": "cu", "target": "attack"}


def test_a_marker_fits_into_a_cell() -> None:
    template = (ROOT / "templates/yogire/mat.svg.j2").read_text(encoding="utf-8")
    assert "{% set left, cell, tall, columns = 3.4, 11.6, 11.6, 22 %}" in template
    assert component("markers").size.width < 11.6


def test_the_tracks_fit_beside_each_other() -> None:
    tracks = game().facts["tracks"]
    assert max(tracks["visibility"] + 1, (tracks["cu"] + 1) / 2, tracks["attack"] + 1 + 11) <= 22


def test_the_box_counts_the_cards_that_are_printed() -> None:
    deck = component("cards")
    (box,) = component("box").pieces
    known = Expressions(Data(game(), {}))
    inside = [known.sentence(text)[0] for text in box.fields["inside"]]
    assert inside == [f"{deck.copies - deck.extras} cards", f"{deck.extras} reference card"]
