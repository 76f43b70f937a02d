"""Work shared out among processes: the same results in the same order, whoever dies, and nobody left behind."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from pnp.model.diagnostics import CannotRender
from pnp.workers import start
from pnp.workers.pool import WorkerDied
from pnp.workers.start import ProgramWorker
from pnp.workers.tasks import workers
from pnp.workers.worker import _THIS, TaskLimits, begins, received
from tests.security.deadly_work import DEADLY, be_killed_once

pytestmark = [pytest.mark.processes, pytest.mark.long]


def square(number):
    return number * number


def refuse(number):
    raise CannotRender(f"card {number} cannot be drawn", "draw it anew", face="f00d")


def refuse_some(number):
    time.sleep(0.01 * (9 - number))  # the later a task, the sooner it ends
    return refuse(number) if number in (2, 3, 4, 7) else number


def slowly(number):
    time.sleep(0.02)
    return number, os.getpid()


def test_several_processes_share_the_tasks_and_results_keep_their_order():
    with workers(3) as shared:
        done = shared.share_out(range(60), lambda task: shared.run(slowly, task))
        assert [number for number, _ in done] == list(range(60))
        assert 1 < len({process for _, process in done}) <= 3
        assert os.getpid() not in {process for _, process in done}


def test_an_error_of_a_worker_is_raised_here_as_it_was_there():
    with workers(2) as shared, pytest.raises(CannotRender, match="card 7") as caught:
        shared.run(refuse, 7)
    assert (caught.value.hint, caught.value.face) == ("draw it anew", "f00d")


def test_the_first_task_that_fails_is_told_of_and_the_workers_go_on():
    with workers(3) as shared:
        for _ in range(3):
            with pytest.raises(CannotRender, match="card 2"):
                shared.share_out(range(9), lambda task: shared.run(refuse_some, task))
        assert shared.share_out([1, 5], lambda task: shared.run(square, task)) == [1, 25]
        assert shared.run(square, 6) == 36


def kill_always():
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_task_whose_worker_is_killed_from_outside_is_begun_again_once(tmp_path):
    with workers(1) as shared:
        assert shared.run(be_killed_once, tmp_path / "killed") == "done"
        with pytest.raises(WorkerDied, match="at kill_always") as caught:
            shared.run(kill_always)
        assert shared.run(square, 3) == 9
    assert "--workers 1" in caught.value.hint


def draw_some(how):
    begins("food/apple.front")
    begins("food/apple.back")
    return DEADLY[how]()


def wait_for_ever(path):
    with path.open("a") as stream:
        stream.write("begun ")
    time.sleep(60)


def test_what_waits_for_ever_ends_by_the_clock_and_is_not_begun_again(tmp_path):
    with workers(1) as shared, pytest.raises(WorkerDied) as caught:
        shared.run(wait_for_ever, tmp_path / "told", limits=TaskLimits(wall=1))
    assert caught.value.cause == "time"
    assert (tmp_path / "told").read_text() == "begun "


def be_slow_twice():
    for part in ("food/apple.front", "food/apple.back"):
        begins(part)
        until = time.process_time() + 0.6
        while time.process_time() < until:
            pass


def test_what_a_slow_part_may_take_is_what_was_left_for_all():
    with workers(1) as shared, pytest.raises(WorkerDied) as caught:
        shared.run(be_slow_twice, limits=TaskLimits(seconds=60, slow=0.5))
    assert (caught.value.cause, caught.value.part) == ("time", "food/apple.back")


def test_whoever_is_told_of_a_part_may_end_the_task():
    def refuse_parts(_):
        raise CannotRender("no more")

    with workers(1) as shared:
        with pytest.raises(CannotRender, match="no more"):
            shared.run(draw_some, "time", told=refuse_parts)
        assert shared.run(square, 5) == 25


def test_a_process_with_threads_is_not_copied_but_started_anew():
    waiting = threading.Event()
    threading.Thread(target=waiting.wait, daemon=True).start()
    with workers(1) as shared:
        assert shared.run(square, 5) == 25
    waiting.set()


def test_where_nothing_can_be_forked_workers_are_programs(monkeypatch):
    monkeypatch.setattr(sys, "platform", "another")
    with workers(2) as shared:
        assert shared.run(received, shared.send(b"fonts")) == b"fonts"
        assert [shared.run(square, number) for number in range(3)] == [0, 1, 4]
        assert isinstance(next(iter(shared.cluster._all)).process, ProgramWorker)


def values_kept():
    return [*_THIS.values.values()]


def test_one_task_at_a_time_has_one_process_which_keeps_the_values_sent_last():
    with workers(8) as shared:
        sent = [shared.send(b"%d" % number) for number in range(10)]
        assert [shared.run(received, value) for value in (*sent, sent[0])] == b"0 1 2 3 4 5 6 7 8 9 0".split()
        assert (shared.run(values_kept), len(shared.cluster.processes)) == (b"3 4 5 6 7 8 9 0".split(), 1)


def test_no_process_and_no_open_file_is_left():
    def children():
        return start.Path(f"/proc/self/task/{os.getpid()}/children").read_text()

    def opened():
        return sum(path.exists() for path in start.Path("/proc/self/fd").iterdir())

    with workers(1) as shared:  # a process with threads keeps its fork server
        shared.run(square, 1)
    before = (children(), opened())
    for _ in range(3):
        with workers(2) as shared:
            shared.share_out(range(4), lambda task: shared.run(slowly, task))
    assert (children(), opened()) == before


def test_an_error_here_ends_the_others_at_once():
    def here(_):
        raise KeyboardInterrupt

    with workers(2) as shared:
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            shared.share_out([60, 60, 60], lambda task: shared.run(time.sleep, task), here)
        assert time.monotonic() - began < 10
        assert shared.cluster.processes == []


# A shell that starts something in the background has it ignore the interrupt, its children too.
SLEEPER = """
import os, signal, threading, time
from pnp.workers.tasks import workers
signal.signal(signal.SIGINT, signal.default_int_handler)
with workers(1) as shared:
    if {threads}:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    print(shared.run(os.getpid), flush=True)
    shared.run(time.sleep, 60)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("threads", [False, True])
def test_no_worker_outlives_the_process_that_started_it(tmp_path, how, threads):
    script = tmp_path / "sleeper.py"
    script.write_text(SLEEPER.format(threads=threads))
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as main:
        worker = int(main.stdout.readline())
        main.send_signal(how)
    assert ends_soon(worker)


def ends_soon(process):
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


STARTING = "from pnp.workers import start; start.FORK_SERVER = 'import time; time.sleep(99)'; s = start.ForkServer(forked=False)"


def test_a_server_that_is_still_loading_modules_ends_with_the_process():
    script = f"{STARTING}; print(s._program.pid)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert ends_soon(int(told.stdout))
