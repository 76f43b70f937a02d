"""The loop of `pnp watch` with a save that happens exactly when it should: while a build is running."""

import pytest
from desk import Desk
from small_game import change

from pnp.build.result import BuildResult
from pnp.cli.report import progress_bar
from pnp.watch import session

FOOD = "card_data/soup/food.yaml"


class FileEvents:
    """Stands for the file system: nothing is saved unless a test says so; after all is built comes Ctrl-C."""

    pending, at = False, 0.0

    def wait(self, seconds):
        if seconds is None:
            raise KeyboardInterrupt
        saved, self.pending = self.pending, False
        return saved


def test_a_save_during_a_build_is_shown_before_the_build_that_follows(soup, capfd, monkeypatch):
    desk, events, told = Desk(soup, capfd, built=False), FileEvents(), []

    def build_game(context, game):
        name = game.components[0].pieces[0].name
        told.append(f"build {name}, on screen: {' '.join(desk.previews()) or 'nothing'}")
        if name == "Leek":
            change(soup / FOOD, "Leek", "Leeks")
            events.pending = True
        context.step("draw")  # where it is given up for a newer save
        return BuildResult(game.id)

    monkeypatch.setattr(session, "build_game", build_game)
    with pytest.raises(KeyboardInterrupt):
        list(session.watch(desk.session, events, progress_bar))
    assert told == [
        "build Leek, on screen: nothing",
        "build Leeks, on screen: food/leek.front.png latest.png",
    ]
