"""Jobs are tried again where it may help; a worker that dies takes no other job with it."""

from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from typing import ClassVar

import pytest

from pnp.batch import games as runner
from pnp.batch.games import JobRunner
from pnp.model.errors import WorkerLost


@dataclass(frozen=True)
class Done:
    said: str
    may_pass: bool = False


class Pool(Executor):
    """Workers that take what they are given when all is given, and all die together, as those of a process pool."""

    opened: ClassVar[list["Pool"]] = []
    deadly: ClassVar[frozenset[str]] = frozenset()

    def __init__(self):
        self.given, self.broken = [], False
        Pool.opened.append(self)

    def submit(self, fn, /, *args):
        if self.broken:
            raise BrokenExecutor
        future = Future()
        self.given.append((future, fn, args))
        return future

    def work(self):
        self.broken = any(job in self.deadly for _, _, (_, job, _) in self.given)
        for future, fn, args in self.given:
            if self.broken:
                future.set_exception(BrokenExecutor())
                continue
            try:
                future.set_result(fn(*args))
            except Exception as error:  # noqa: BLE001 - the future tells
                future.set_exception(error)
        self.given = []


@pytest.fixture(autouse=True)
def pools(monkeypatch):
    """Pools work whenever somebody waits; nobody sleeps."""
    monkeypatch.setattr(Pool, "opened", [])
    pauses = []
    monkeypatch.setattr(runner, "sleep", pauses.append)

    def wait(futures, return_when):
        for pool in Pool.opened:
            pool.work()
        return {future for future in futures if future.done()}, None

    monkeypatch.setattr(runner, "wait", wait)
    return pauses


class Pools:
    """A cluster: so many workers, in one pool after the other."""

    start = Pool

    def __init__(self, count):
        self.count, self.stopped = count, False

    def explained(self, error):
        return WorkerLost("gone") if isinstance(error, LookupError | OSError) else error

    def stop(self):
        self.stopped = True


THREE = Pools(3)


def run(jobs, *, cluster=THREE, deadly="", work=lambda job: Done(f"did {job}"), retries=2):
    Pool.deadly = frozenset(deadly)
    every = JobRunner(work, lambda job, _: Done(f"{job} died", True), cluster, retries)
    return {job: (result.said, tries) for job, result, tries in every.run(jobs)}


def test_all_jobs_are_done_by_one_executor():
    assert run("abcde") == {job: (f"did {job}", 1) for job in "abcde"}
    assert len(Pool.opened) == 1


def test_a_job_that_kills_its_worker_is_found_out_and_the_others_are_done_at_their_first_try():
    assert run("abcde", deadly="b") == {
        "a": ("did a", 1), "b": ("b died", 3), "c": ("did c", 1), "d": ("did d", 1), "e": ("did e", 1),
    }  # fmt: skip


def test_two_that_kill_workers_do_not_hide_behind_each_other():
    ended = run("abcdef", deadly="be", retries=0)
    assert [job for job, (said, _) in ended.items() if "died" in said] == ["b", "e"]
    assert len(ended) == 6


def test_with_one_worker_it_is_known_at_once_who_killed_it():
    assert run("ab", cluster=Pools(1), deadly="a", retries=1) == {"a": ("a died", 2), "b": ("did b", 1)}


def test_what_may_pass_is_tried_again_after_the_others_and_then_after_a_pause(pools):
    left = {"a": 2}

    def work(job):
        left[job] = left.get(job, 0) - 1
        return Done("full", True) if left[job] >= 0 else Done("done")

    assert list(run("ab", work=work, cluster=None).items()) == [
        ("b", ("done", 1)),
        ("a", ("done", 3)),
    ]
    assert pools == [0.5, 1.0]


def test_what_does_not_pass_is_said_after_the_last_try_and_other_faults_at_once():
    tried = []

    def work(job):
        tried.append(job)
        return Done("full" if job == "a" else "wrong", job == "a")

    assert run("ab", work=work, cluster=None) == {"a": ("full", 3), "b": ("wrong", 1)}
    assert tried == ["a", "b", "a", "a"]


def test_what_a_cluster_calls_a_lost_worker_counts_as_a_dead_one():
    def work(job):
        if job == "b":
            raise LookupError
        return Done(f"did {job}")

    assert run("abc", work=work, retries=1)["b"] == ("b died", 2)


@pytest.mark.parametrize(("error", "told"), [(ConnectionError(), WorkerLost), (ValueError(), ValueError)])
def test_a_cluster_that_is_gone_ends_everything(error, told):
    def work(job):
        raise error

    cluster = Pools(2)
    with pytest.raises(told):
        run("abc", work=work, cluster=cluster)
    assert cluster.stopped
