"""A test for the continuous integration of a game: `pytest` in its folder fails when pnp finds an error."""

from pathlib import Path

import pnp


def test_every_game_is_in_order() -> None:
    """Name every error, with its file and line."""
    project = pnp.find_project(Path.cwd())
    found = [finding for game in pnp.check_games(project) for finding in game.diagnostics]
    assert [str(finding) for finding in found if finding.severity == "error"] == []
