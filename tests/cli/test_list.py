import json

from small_game import change


def test_games_are_listed_with_their_components_and_counts(soup, pnp):
    assert pnp("list").out == "Soup (soup, version 1.2)\n  food       3  Food cards, 63 x 88 mm\n"


def test_pieces_are_named_and_what_is_reconstructed_is_marked(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "name: Pea", "name: Pea, source: reconstructed")
    assert pnp("list --pieces").out.splitlines()[2:] == [
        "             2  leek  Leek",
        "             1  pea°  Pea",
    ]


def test_json_has_pieces_with_their_sources(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "name: Pea", "name: Pea, source: reconstructed")
    (game,) = json.loads(pnp("list --format json").out)
    (food,) = game["components"]
    assert (game["id"], food["id"], food["count"], food["extras"]) == ("soup", "food", 3, 0)
    assert food["pieces"][1] == {
        "id": "pea",
        "name": "Pea",
        "copies": 1,
        "extra": False,
        "sources": {"piece": {"kind": "reconstructed", "pointer": None}},
    }


def test_a_game_that_cannot_be_read_is_a_finding(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    outcome = pnp("list --format json")
    assert (outcome.status, json.loads(outcome.out)) == (1, [])
    assert "error PNP104" in outcome.err


def test_a_project_without_a_game_is_told_how_to_begin(tmp_path, pnp, monkeypatch):
    (tmp_path / "card_data").mkdir()
    monkeypatch.chdir(tmp_path)
    outcome = pnp("list")
    assert outcome.status == 2
    assert "there is no game in" in outcome.err
    assert "card_data/<game>/game.yaml" in outcome.err
