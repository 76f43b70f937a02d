"""Work shared out among processes: the same results in the same order, whoever dies, and nobody left behind."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from types import MappingProxyType

import pytest

from pnp import workers as module
from pnp.model.errors import CannotRender, WorkerLost
from pnp.workers import Workers, pickled, received, unpickled, workers


def square(number):
    return number * number


def where(number):
    return number, os.getpid()


def refuse(number):
    raise CannotRender(f"card {number} cannot be drawn", "draw it anew", face="f00d")


def die(number):
    os._exit(number)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Others help from the begin."""
    monkeypatch.setattr(module, "ALONE_S", 0)


def slowly(number):
    time.sleep(0.02)
    return where(number)


def test_this_process_and_others_share_the_tasks_and_results_keep_their_order():
    with workers(3) as shared:
        done = shared.share_out(range(60), slowly, lambda task: shared.run(slowly, task))
        both = {process for _, process in done}
        assert [number for number, _ in done] == list(range(60))
        assert os.getpid() in both
        assert len(both) > 1


def test_one_worker_and_one_task_need_no_process(monkeypatch):
    monkeypatch.setattr(module.LocalProcesses, "start", lambda _: pytest.fail("no process is needed"))
    with workers(1) as shared:
        assert shared.share_out([1, 2, 3], square, pytest.fail) == [1, 4, 9]
    with workers(8) as shared:
        assert shared.share_out([3], square, pytest.fail) == [9]


def test_little_work_starts_no_process(monkeypatch):
    monkeypatch.setattr(module, "ALONE_S", 10)
    monkeypatch.setattr(module.LocalProcesses, "start", lambda _: pytest.fail("no process is needed"))
    with workers(8) as shared:
        assert shared.share_out([1, 2, 3], square, pytest.fail) == [1, 4, 9]


def test_an_error_of_a_worker_is_raised_here_as_it_was_there():
    with workers(2) as shared, pytest.raises(CannotRender, match="card 7") as caught:
        shared.run(refuse, 7)
    assert (caught.value.hint, caught.value.face) == ("draw it anew", "f00d")


def refuse_some(number):
    time.sleep(0.01 * (9 - number))  # the later a task, the sooner it ends
    return refuse(number) if number in (2, 3, 4, 7) else number


def test_the_first_task_that_fails_is_told_of_and_the_workers_go_on():
    with workers(3) as shared:
        for _ in range(3):
            with pytest.raises(CannotRender, match="card 2"):
                shared.share_out(range(9), refuse_some, lambda task: shared.run(refuse_some, task))
        assert shared.share_out([1, 5], square, lambda task: shared.run(square, task)) == [1, 25]
        assert shared.run(square, 6) == 36


def test_a_task_whose_worker_dies_is_begun_again_once():
    with workers(2) as shared, pytest.raises(WorkerLost, match="twice") as caught:
        shared.run(die, 3)
    assert "--workers 1" in caught.value.hint


class Fragile:
    """A cluster whose first executor breaks at its first task."""

    count = 1

    def __init__(self):
        self.started = 0

    def start(self):
        self.started += 1
        return self

    def submit(self, function, *arguments):
        future = Future()
        if self.started == 1:
            future.set_exception(BrokenProcessPool("gone"))
        else:
            future.set_result(function(*arguments))
        return future

    def shutdown(self, **_):
        pass

    def stop(self):
        pass


def test_the_others_go_on_when_a_worker_dies():
    cluster = Fragile()
    shared = Workers(cluster)
    done = shared.share_out(range(20), square, lambda task: shared.run(square, task))
    assert done == [number * number for number in range(20)]
    assert cluster.started <= 2


def test_an_error_here_ends_the_others_at_once():
    def here(_):
        raise KeyboardInterrupt

    with workers(2) as shared:
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            shared.share_out([60, 60, 60], here, lambda task: shared.run(time.sleep, task))
        assert time.monotonic() - began < 10
        assert not any(process.is_alive() for process in shared.cluster.processes)


# A shell that starts something in the background has it ignore the interrupt, its children too.
SLEEPER = """
import signal, time
from pnp.workers import workers
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with workers(2) as shared:
        print(shared.run(__import__("os").getpid), flush=True)
        shared.run(time.sleep, 60)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_the_process_that_started_it(tmp_path, how):
    script = tmp_path / "sleeper.py"
    script.write_text(SLEEPER)
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as main:
        worker = int(main.stdout.readline())
        main.send_signal(how)
    for _ in range(200):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the worker lives on")


def test_what_is_sent_is_received_and_taken_away_at_the_end():
    with workers(2) as shared:
        sent = shared.send(b"fonts")
        assert shared.run(received, sent) == b"fonts"
        assert shared.send(b"fonts") == sent
    assert not sent.exists()


def test_read_only_mappings_travel():
    value = {"facts": MappingProxyType({"cards": MappingProxyType({"red": 4})})}
    assert unpickled(pickled(value)) == value
