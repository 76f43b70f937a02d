"""Every game that comes with pnp can be printed without a duplex printer: fronts and backs on one side, folded."""

import json

import pytest
from small_game import ROOT, in_a_process

from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids

PROJECT = find_project(ROOT)
GAMES = game_ids(PROJECT)


@pytest.fixture(scope="session")
def folded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("folded")
    arguments = ("--backs", "gutterfold", "--paper", "letter", "--no-svg", "--out", str(folder))
    outcome = in_a_process(ROOT, "build", *arguments)
    assert (outcome.status, outcome.err) == (0, "")
    return folder


def components(game):
    loaded = load_game(PROJECT, game)
    assert loaded.diagnostics == ()
    return loaded.game.components


def sheets_of(folder, game, component):
    """Return the component's sheets of paper; a board in one piece for a print shop is not folded."""
    sheets = json.loads((folder / game / "manifest.json").read_text(encoding="utf-8"))["sheets"]
    return [each for each in sheets if each["component"] == component and each["paper"] == "letter"]


@pytest.mark.parametrize("game", GAMES)
def test_what_has_no_back_stays_on_one_side_without_a_fold(game, folded):
    single = [c for c in components(game) if all(piece.back is None for piece in c.pieces)]
    assert single
    for component in single:
        found = {(each["side"], each["flip"]) for each in sheets_of(folded, game, component.id)}
        assert found == {("front", "none")}, component.id


@pytest.mark.parametrize("game", GAMES)
def test_cards_with_backs_lie_on_both_sides_of_a_fold(game, folded):
    double = [c for c in components(game) if c.kind.name == "cards" and all(p.back for p in c.pieces)]
    assert double
    for component in double:
        sheets = sheets_of(folded, game, component.id)
        assert {(each["side"], each["flip"]) for each in sheets} == {("front", "gutterfold")}, component.id
        assert sum(len(each["placements"]) for each in sheets) == 2 * component.copies


def test_a_folded_game_of_many_kinds_verifies(folded):
    assert {c.kind.name for c in components("ryb")} == {"box", "cards", "dice", "discs", "sheet"}
    outcome = in_a_process(ROOT, "verify", "ryb", "--out", str(folded))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("RYB: letter, 60 cards, 10 discs, 1 box, 30 dice, 1 sheet, every one")
