"""The games that come with pnp go to the press without a word."""

import pytest

import pnp


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire"])
def test_a_game_has_no_findings(game, tmp_path):
    options = pnp.ExportOptions(out=tmp_path)
    (result,) = pnp.export_games(pnp.open_project((game,)), "press", (game,), options)
    files = sorted(result.folder.glob("*.pdf"))
    found = [each.message for file in files for each in pnp.preflight_file(file).diagnostics]
    assert (len(files), found) == (result.files - 1, [])
