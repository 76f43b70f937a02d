"""What the pages are told of a project whose games go and come back."""

import pytest
from small_game import FOOD, write_game

from pnp.build.build_cache import open_cache
from pnp.load.project import find_project
from pnp.studio.state import StudioState


@pytest.fixture
def project(tmp_path):
    return find_project(write_game(tmp_path / "soup", food=FOOD))


def test_a_game_that_is_back_is_told_though_somebody_asked_for_it_before(project, monkeypatch):
    """The pages ask for faces all the time: also between the return of a folder and the next look at it."""
    with open_cache() as cache:
        state = StudioState(project, cache)
        told = []
        monkeypatch.setattr(state.events, "send", lambda kind, **_: told.append(kind))
        with state.looking("soup"):
            pass
        away = project.root.rename(project.root.with_name("away"))
        state.look_again()
        assert told == ["games"]
        away.rename(project.root)
        with state.looking("soup"):
            pass
        state.look_again()
        assert told.count("games") == 2
