"""The loop of `pnp watch` with saves that happen exactly when they should: while a build is running."""

from threading import Event

import pytest
from desk import Desk
from small_game import change

from pnp.build.result import BuildResult
from pnp.cli.report import progress_bar
from pnp.watch import session

FOOD = "card_data/soup/food.yaml"


class FileEvents:
    """Stands for the file system: `deed` is done as soon as a build is running; after all is built comes Ctrl-C."""

    def __init__(self, session, deed):
        self._session, self._deeds = session, [deed]
        self._roused = Event()
        self.pending, self.at = False, 0.0

    def wake(self):
        self._roused.set()

    def wait(self, seconds):
        if seconds is not None:  # it is quiet, and a build is due
            return False
        if self._session.is_up_to_date:
            raise KeyboardInterrupt
        if self._deeds:
            self._deeds.pop()()
        else:
            assert self._roused.wait(30)
            self._roused.clear()
        return True


def test_a_save_during_a_build_is_shown_before_the_build_that_follows(soup, capfd, monkeypatch):
    desk = Desk(soup, capfd, built=False)
    told, begun = [], Event()

    def build_game(context, game):
        name = game.components[0].pieces[0].name
        told.append(f"build {name}, on screen: {' '.join(desk.previews()) or 'nothing'}")
        begun.set()
        while name == "Leek":
            context.step("draw")  # ends when the build is given up
        return BuildResult(game.id)

    monkeypatch.setattr(session, "build_game", build_game)

    def save():
        assert begun.wait(30)
        change(soup / FOOD, "Leek", "Leeks")

    with pytest.raises(KeyboardInterrupt):
        list(session.watch(desk.session, FileEvents(desk.session, save), progress_bar))
    assert told == [
        "build Leek, on screen: nothing",
        "build Leeks, on screen: food/leek.front.png latest.png",
    ]


def test_ctrl_c_during_a_build_gives_it_up(soup, capfd, monkeypatch):
    desk = Desk(soup, capfd, built=False)

    def build_game(context, game):
        while True:
            context.step("draw")

    def stop():
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "build_game", build_game)
    with pytest.raises(KeyboardInterrupt):
        list(session.watch(desk.session, FileEvents(desk.session, stop), progress_bar))
