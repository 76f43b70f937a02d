"""A face that eats memory, never ends or brings down a library is a finding; all else is built (A6 has no guide, which is slow)."""

import resource
from functools import partial

import pytest
from small_game import FOOD, write_game

from pnp.build.games import build_games, check_games
from pnp.build.options import BuildOptions
from pnp.build.pictures_and_proofs import export_template
from pnp.build.result import CheckOptions
from pnp.convert.renderers import engine
from pnp.load.project import find_project
from pnp.model.diagnostics import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS
from pnp.render import worker_tasks
from pnp.workers.worker import TaskLimits
from tests.security.deadly_work import DEADLY, be_killed_once, draw_deadly

pytestmark = pytest.mark.processes


@pytest.fixture
def project(tmp_path, monkeypatch):
    write_game(tmp_path, food=f"{FOOD}  - {{id: fig, name: Fig}}\n")
    write_game(tmp_path, "stew")
    monkeypatch.setattr(worker_tasks, "TaskLimits", lambda *_: TaskLimits(0.3, 100_000_000, 20))
    return find_project(tmp_path)


@pytest.fixture
def deadly(monkeypatch):
    def make(work, *sides):
        monkeypatch.setattr(worker_tasks, "draw_pieces", partial(draw_deadly, work, sides))

    return make


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("memory", "PNP505", "drawing it takes more than 100 MB of memory"),
        ("time", "PNP505", "drawing it takes more than 0.3 s of CPU time"),
        ("crash", "PNP506", "drawing it crashes the drawing process"),
        ("swallow", "PNP506", "drawing it crashes the drawing process, or takes too much memory"),
    ],
)
def test_what_ends_a_worker_is_a_finding_and_the_other_game_is_built(
    project, deadly, monkeypatch, how, code, said
):
    if how != "time":  # enough of it to take the memory on a busy machine
        monkeypatch.setattr(worker_tasks, "TaskLimits", lambda *_: TaskLimits(5, 100_000_000, 20))
    deadly(DEADLY[how], "soup/pea.front")
    before = peak()
    soup, stew = build_games(project, (), BuildOptions((PAPERS["a6"],), rules=False), cache=False)
    (found,) = soup.diagnostics
    assert (found.code, found.piece, found.place.file) == (code, "food/pea", "templates/soup/food.svg.j2")
    assert found.message.startswith(f"food/pea, front: {said}")
    assert found.hint
    assert not soup.files
    assert stew.files
    assert not stew.diagnostics
    assert peak() - before < 100_000


def test_all_sides_that_end_workers_are_told_and_the_others_are_drawn(project, deadly):
    deadly(DEADLY["crash"], "soup/leek.front", "soup/fig.front")
    soup, stew = check_games(project, (), CheckOptions(cache=False, theme=""))
    (found,) = soup.diagnostics  # the template has one fault
    assert (found.piece, found.others) == ("food/leek", ("food/fig",))
    assert not stew.diagnostics


@pytest.mark.parametrize(
    ("sides", "theme"),
    [(("soup/leek.front", "soup/pea.front", "soup/fig.front"), ""), (("soup/pea.front",), None)],
    ids=["three faces", "one face in both looks"],
)
def test_many_slow_faces_come_to_an_end(project, deadly, monkeypatch, sides, theme):
    monkeypatch.setattr(worker_tasks, "SECONDS_OF_A_CRASH", 5.0 if len(sides) > 1 else 3.0)
    deadly(DEADLY["crash"], *sides)
    soup, _ = check_games(project, (), CheckOptions(cache=False, theme=theme))
    (sum_of_all,) = [each for each in soup.diagnostics if each.code == "PNP507"]
    assert "the faces of the game took 8 s beyond 0.25 s each" in sum_of_all.message
    assert "limits: {slow_seconds: 40}" in sum_of_all.hint


def test_a_killed_worker_changes_nothing(project, deadly, tmp_path):
    deadly(partial(be_killed_once, tmp_path / "killed"), "soup/leek.front")
    soup, stew = build_games(project, (), BuildOptions((PAPERS["a6"],), rules=False), cache=False)
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
    with pytest.raises(CannotRender, match="the drawing chain crashes the drawing process") as caught:
        engine().convert(faces, [])
    assert caught.value.face == "chain"


def test_a_card_that_cannot_be_drawn_is_not_exported(project, deadly):
    deadly(DEADLY["crash"], "soup/pea.front")
    failed, made = (export_template(project, "soup", piece) for piece in ("pea", "fig"))
    assert [(each.code, each.piece) for each in failed.diagnostics] == [("PNP506", "food/pea")]
    assert failed.drawing is None
    assert made.drawing is not None
