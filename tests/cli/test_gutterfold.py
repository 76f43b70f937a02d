"""Every game that comes with pnp can be printed without a duplex printer: fronts and backs on one side, folded."""

import pytest
from small_game import ROOT

from pnp.build.build_cache import open_cache
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, draw_game, fonts_of
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids
from pnp.model.papers import find_paper

PROJECT = find_project(ROOT)
GAMES = game_ids(PROJECT)


@pytest.fixture(scope="session", params=GAMES)
def folded(request):
    """The components of a game with their sheets; a board in one piece for a print shop is not folded."""
    game = load_game(PROJECT, request.param).game
    options = BuildOptions(papers=(find_paper("letter"),), backs="gutterfold")
    with open_cache() as cache:
        drawn = draw_game(BuildContext(PROJECT, fonts_of(PROJECT), options, cache), game, convert=False)
    assert drawn.diagnostics == ()
    return [(each.component, each.sheets["letter"]) for each in drawn.components]


def test_what_has_no_back_stays_on_one_side_without_a_fold(folded):
    single = [(c, sheets) for c, sheets in folded if all(piece.back is None for piece in c.pieces)]
    assert single
    for component, sheets in single:
        assert {(each.side, each.flip) for each in sheets} == {("front", "none")}, component.id


def test_cards_with_backs_lie_on_both_sides_of_a_fold(folded):
    double = [(c, s) for c, s in folded if c.kind.name == "cards" and all(p.back for p in c.pieces)]
    assert double
    for component, sheets in double:
        assert {(each.side, each.flip) for each in sheets} == {("front", "gutterfold")}, component.id
        assert sum(len(each.placements) for each in sheets) == 2 * component.copies


@pytest.mark.long
@pytest.mark.usefixtures("shipped_games")
def test_a_folded_game_of_many_kinds_verifies(tmp_path, pnp, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert {c.kind.name for c in load_game(PROJECT, "ryb").game.components} == {
        "box",
        "cards",
        "dice",
        "markers",
        "sheet",
    }
    outcome = pnp("build ryb --backs gutterfold --paper letter --no-svg --out", str(tmp_path))
    assert (outcome.status, outcome.err) == (0, "")
    outcome = pnp("verify ryb --out", str(tmp_path))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("RYB: letter, 60 cards, 10 markers, 1 box, 30 dice, 1 sheet, every one")
