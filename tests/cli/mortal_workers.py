"""Worker processes of which one ends without a word at the job called deadly."""

import os
from concurrent.futures import Executor

from pnp.processes.pool import LocalProcesses


def in_worker(attempt, work, job, number):
    if job.name == "deadly":
        os._exit(1)
    return attempt(work, job, number)


class Mortal(LocalProcesses):
    """Processes that do what they are given, or die."""

    def start(self) -> Executor:
        pool = super().start()
        submit = pool.submit
        pool.submit = lambda *task: submit(in_worker, *task)
        return pool
