"""A build has the same bytes wherever and whenever it is made, and however many share its work."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from small_game import FOOD, change, contents, in_a_process, write_game

from pnp.build import games
from pnp.build.options import BuildOptions
from pnp.convert import renderers
from pnp.load.project import find_project
from pnp.model.papers import PAPERS
from pnp.shops.export_games import export_targets
from pnp.workers import tasks
from pnp.workers.tasks import Workers

pytestmark = pytest.mark.long


def test_the_same_input_gives_the_same_bytes_wherever_and_however_it_is_built(tmp_path: Path):
    here, there = (write_game(tmp_path / name) for name in ("here", "quite/another place"))
    first = in_a_process(here, "build", "--jobs", "1", PYTHONHASHSEED="1", TZ="UTC")
    second = in_a_process(there / "card_data", "build", "--jobs", "4", PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert (first.status, second.status) == (0, 0)
    assert len(contents(here / "output")) == 13
    assert contents(here / "output") == contents(there / "output")


def test_the_only_date_is_the_one_asked_for(tmp_path: Path):
    project = write_game(tmp_path)
    in_a_process(project, "build", "--paper", "a4", SOURCE_DATE_EPOCH="86400")
    assert b"1970-01-02T00:00:00Z" in (project / "output/soup/a4/food.pdf").read_bytes()
    in_a_process(project, "build", "--paper", "a4", SOURCE_DATE_EPOCH="")
    assert b"CreateDate" not in (project / "output/soup/a4/food.pdf").read_bytes()


EXPORT_ALL = """
from pnp.__main__ import run
for target in {targets}:
    without_profile = target == "drivethrucards"  # which takes CMYK only
    assert run(["export", target, "--workers", "{workers}"]) == without_profile
"""


def test_every_export_gives_the_same_bytes_wherever_and_whenever_it_is_made(tmp_path: Path):
    here, there = (write_game(tmp_path / name) for name in ("here", "quite/another place"))
    targets = [target.name for target in export_targets()]
    one_worker, two_workers = (EXPORT_ALL.format(targets=targets, workers=count) for count in (1, 2))
    one = in_a_process(here, "list", code=one_worker, PYTHONHASHSEED="1", TZ="UTC")
    # The second process begins seconds later.
    other = in_a_process(there / "card_data", "list", code=two_workers, PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert (one.status, other.status) == (0, 0), one.err
    assert {path.name for path in (here / "output/soup/export").iterdir()} == {*targets}
    assert contents(here / "output") == contents(there / "output")


CARDS = 48
"""Enough for several runs and chunks."""


class Shuffled(ThreadPoolExecutor):
    """Ends its tasks in any order, and counts them by name."""

    def __init__(self, seed):
        super().__init__(3)
        self.random, self.seen = random.Random(seed), {}

    def submit(self, function, *arguments):
        self.seen[function.__name__] = self.seen.get(function.__name__, 0) + 1
        pause = self.random.uniform(0, 0.05)
        return super().submit(lambda: (time.sleep(pause), function(*arguments))[1])


class Threads:
    """A cluster of threads: every value goes the way it would to another process, but the process is this one."""

    count = 3
    shares_files = True

    def __init__(self, seed):
        self.executor = Shuffled(seed)

    def prepare(self):
        pass

    def do(self, task, _):
        return self.executor.submit(task.function, *task.arguments).result()

    def send(self, content):
        return content

    def stop(self):
        pass


@pytest.fixture
def project(tmp_path, monkeypatch):
    cards = "".join(
        f"  - {{id: card-{number}, name: Card {number}, copies: {1 + number % 3}}}\n"
        for number in range(CARDS)
    )
    write_game(tmp_path, food=FOOD.partition("  - ")[0] + cards)
    write_game(tmp_path, "stew")
    convert = renderers.Converter.convert
    monkeypatch.setattr(convert, "__kwdefaults__", {**convert.__kwdefaults__, "size": 16})
    return find_project(tmp_path)


def build(project, folder, monkeypatch, *, seed=None, cache=False, only=()):
    """Build the games, alone or with threads that are ready in an order of that seed; return the files and the tasks."""
    cluster = None if seed is None else Threads(seed)
    monkeypatch.setattr(tasks, "workers", lambda *_: shared(cluster))
    options = BuildOptions((PAPERS["a4"],), out=folder)
    results = games.build_games(project, only, options, cache=cache)
    assert not any(each.diagnostics for each in results)
    return contents(folder), cluster.executor.seen if cluster else {}


@contextmanager
def shared(cluster):
    workers = Workers(cluster)
    yield workers
    workers.stop()


def test_the_cards_of_a_game_drawn_in_any_order_give_the_same_files(project, tmp_path, monkeypatch):
    alone, _ = build(project, tmp_path / "alone", monkeypatch, only=["soup"])
    together, tasks = build(project, tmp_path / "together", monkeypatch, seed=0, only=["soup"])
    assert together == alone
    assert tasks.keys() >= {"draw_pieces", "convert_chunk"}


def test_games_built_beside_each_other_have_the_same_files(project, tmp_path, monkeypatch):
    write_game(tmp_path, "stew", food=(tmp_path / "card_data/soup/food.yaml").read_text())
    alone, _ = build(project, tmp_path / "alone", monkeypatch)
    together, tasks = build(project, tmp_path / "together", monkeypatch, seed=7)
    assert together == alone
    assert tasks.keys() == {"work_on"}  # cards of one game would wait behind the whole of another


def test_findings_are_the_same_whoever_finds_them(project, tmp_path, monkeypatch):
    change(project.root / "templates/soup/food.svg.j2", "{{ line(", "{{ piece.colour }}{{ line(")

    def found(cluster):
        monkeypatch.setattr(tasks, "workers", lambda *_: shared(cluster))
        results = games.build_games(project, ["soup"], BuildOptions(out=tmp_path / "out"), cache=False)
        return [each.diagnostics for each in results]

    alone = found(None)
    assert f"{CARDS - 1} more faces" in str(alone)
    assert found(Threads(4)) == alone
