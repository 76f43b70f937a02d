"""A face that eats memory, never ends or brings down a library is a finding about that face; all else is built."""

import os
import resource

import pytest
from small_game import FOOD, write_game

from pnp.build.check import CheckOptions, check_games
from pnp.build.games import build_games
from pnp.build.options import BuildOptions
from pnp.convert.engines import engine
from pnp.drawing import elsewhere
from pnp.load.project import find_project
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS
from pnp.processes import start
from pnp.processes.worker import TaskLimits
from pnp.render.faces import PieceDrawer
from tests.security.deadly_work import DEADLY

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Two games, with little time and memory for each face."""
    write_game(tmp_path, food=f"{FOOD}  - {{id: fig, name: Fig}}\n")
    write_game(tmp_path, "stew")
    monkeypatch.setattr(start, "_can_fork", lambda: True)  # workers have what a test changes
    monkeypatch.setattr(elsewhere, "TaskLimits", lambda *_: TaskLimits(0.3, 100_000_000, 20))
    return find_project(tmp_path)


@pytest.fixture
def deadly(monkeypatch):
    """Gives what makes drawing some sides of soup do something."""

    def make(how, *sides):
        usual = PieceDrawer._side

        def side_of(self, template, side, piece, found):
            if f"{self._context.game.id}/{piece.id}.{side}" in sides:
                DEADLY[how]()
            return usual(self, template, side, piece, found)

        monkeypatch.setattr(PieceDrawer, "_side", side_of)

    return make


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("memory", "PNP505", "drawing it takes more than 100 MB of memory"),
        ("time", "PNP505", "drawing it takes more than 0.3 s of a processor"),
        ("crash", "PNP506", "drawing it brings down what draws it"),
        ("swallow", "PNP506", "drawing it brings down what draws it, or takes too much memory"),
    ],
)
def test_what_ends_a_worker_is_a_finding_and_the_other_game_is_built(project, deadly, how, code, said):
    deadly(how, "soup/pea.front")
    before = peak()
    soup, stew = build_games(project, (), BuildOptions((PAPERS["a4"],), rules=False), cache=False)
    (found,) = soup.diagnostics
    assert (found.code, found.piece, found.place.file) == (code, "food/pea", "templates/soup/food.svg.j2")
    assert found.message.startswith(f"food/pea, front: {said}")
    assert found.hint
    assert not soup.files
    assert stew.files
    assert not stew.diagnostics
    assert peak() - before < 100_000


def test_all_sides_that_end_workers_are_told_and_the_others_are_drawn(project, deadly):
    deadly("crash", "soup/leek.front", "soup/fig.front")
    soup, stew = check_games(project, (), CheckOptions(cache=False, theme=""))
    (found,) = soup.diagnostics  # the template has one fault
    assert (found.piece, found.others) == ("food/leek", ("food/fig",))
    assert not stew.diagnostics


def test_many_slow_faces_come_to_an_end(project, deadly, monkeypatch):
    monkeypatch.setattr(elsewhere, "SECONDS_OF_A_CRASH", 5.0)
    deadly("crash", "soup/leek.front", "soup/pea.front", "soup/fig.front")
    soup, _ = check_games(project, (), CheckOptions(cache=False, theme=""))
    (sum_of_all,) = [each for each in soup.diagnostics if each.code == "PNP507"]
    assert "the faces of the game took 8 s beyond 0.25 s each" in sum_of_all.message
    assert "limits: {slow_seconds: 40}" in sum_of_all.hint


def test_a_killed_worker_changes_nothing(project, monkeypatch, tmp_path):
    usual = PieceDrawer._drawn

    def die_once(self, piece, wanted):
        if not (tmp_path / "killed").exists():
            (tmp_path / "killed").touch()
            os.kill(os.getpid(), 9)
        return usual(self, piece, wanted)

    monkeypatch.setattr(PieceDrawer, "_drawn", die_once)
    soup, stew = build_games(project, (), BuildOptions((PAPERS["a4"],), rules=False), cache=False)
    assert (tmp_path / "killed").exists()
    assert soup.files
    assert stew.files
    assert not soup.diagnostics


def test_a_drawing_that_brings_the_renderer_down_is_named():
    clips = "".join(f'<clipPath id="c{n}" clip-path="url(#c{n + 1})"/>' for n in range(30_000))
    faces = [
        Face(
            key,
            f'<svg xmlns="http://www.w3.org/2000/svg">{inside}<g clip-path="url(#c0)"/></svg>',
            Size(9, 9),
            0,
        )
        for key, inside in (("plain", ""), ("chain", clips))
    ]
    with pytest.raises(CannotRender, match="the drawing chain brings down what draws it") as caught:
        engine().convert(faces, [])
    assert caught.value.face == "chain"
