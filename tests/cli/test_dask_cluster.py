"""The same bytes from a Dask cluster, whichever of its workers die; and one line for what is wrong with it."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest
from small_game import FOOD, contents, write_game

from pnp.build.games import build_games
from pnp.build.options import BuildOptions
from pnp.load.project import find_project
from pnp.model.diagnostics import CannotUse, WorkerLost
from pnp.model.papers import PAPERS
from pnp.render import worker_tasks as tasks
from pnp.workers import dask_cluster
from pnp.workers.tasks import workers

pytestmark = pytest.mark.long
dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster():
    """Two processes that are given the address of the scheduler and nothing else."""
    once = {"distributed.scheduler.allowed-failures": 1}
    with (
        dask.config.set(once),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as own,
    ):
        yield own


def test_cards_that_a_cluster_has_drawn_are_the_same(cluster, tmp_path):
    cards = "".join(f"  - {{id: card-{number}, name: Card {number}}}\n" for number in range(72))
    write_game(tmp_path, food=FOOD.partition("  - ")[0] + cards)
    project = find_project(tmp_path)
    alone = BuildOptions((PAPERS["a4"],), out=tmp_path / "alone", rules=False)
    shared = BuildOptions((PAPERS["a4"],), out=tmp_path / "shared", rules=False, on=cluster.scheduler_address)
    build_games(project, (), alone, cache=False)
    build_games(project, (), shared)
    assert contents(tmp_path / "alone") == contents(tmp_path / "shared")
    with distributed.Client(cluster) as client:
        assert sum(client.run(lambda: tasks._rendering.cache_info().misses).values()) > 0


def die_once(number, sign):
    path = Path(sign)
    if number == 3 and not path.exists():
        path.touch()
        os._exit(1)
    return number


def test_what_a_dead_worker_had_is_done_by_another(cluster, tmp_path):
    with workers(on=cluster.scheduler_address) as shared:
        sign = str(tmp_path / "died")
        done = [shared.run(die_once, number, sign) for number in range(6)]
    assert done == list(range(6))
    assert (tmp_path / "died").exists()


def die(number):
    os._exit(number)


def test_a_task_that_ends_every_worker_is_one_line_about_memory(cluster):
    with workers(on=cluster.scheduler_address) as shared, pytest.raises(WorkerLost, match="memory") as caught:
        shared.run(die, 7)
    assert "--memory-limit" in caught.value.hint


def test_a_scheduler_that_goes_meanwhile_is_one_line():
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0") as own:
        where = own.scheduler_address
        with pytest.raises(WorkerLost, match="is gone") as caught, workers(on=where) as shared:
            own.close()
            shared.run(max, 1, 2)
    assert caught.value.hint == "finished work is kept: start it, and build again"


def test_a_killed_scheduler_is_one_line():
    with socket.create_server(("127.0.0.1", 0)) as free:
        where = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    address = (*("--host", "127.0.0.1", "--port"), where.rpartition(":")[2], "--no-dashboard")
    own = [subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_scheduler", *address])]
    own.append(
        subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_worker", where, "--no-dashboard"])
    )
    try:
        with pytest.raises(WorkerLost, match="is gone"), workers(on=where) as shared:
            Timer(1, own[0].kill).start()
            shared.run(time.sleep, 60)
    finally:
        for process in own:
            process.kill()
            process.wait()


def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch):
    monkeypatch.setattr(dask_cluster, "PATIENCE_S", 0.5)
    with pytest.raises(CannotUse, match="does not answer") as caught, workers(on="tcp://127.0.0.1:9"):
        pass
    assert "dask scheduler" in caught.value.hint


@pytest.mark.parametrize("where", ["tcp://", "local:0", "local:x", "http://here:1", "here"])
def test_an_address_that_is_none_is_one_line(where):
    with pytest.raises(CannotUse, match="not an address of workers"), workers(on=where):
        pass


def test_workers_with_another_program_are_refused(cluster, monkeypatch):
    monkeypatch.setattr(dask_cluster, "identity", lambda: {"Python": "3.11", "typst": "0.1"})
    monkeypatch.setattr(
        distributed.Client, "run", lambda *_: {"tcp://far:1": {"Python": "3.11", "typst": "0.2"}}
    )
    with (
        pytest.raises(CannotUse, match=r"tcp://far:1 has another typst: 0\.2, here it is 0\.1"),
        workers(on=cluster.scheduler_address),
    ):
        pass
