"""Worker processes of which one ends without a word at the job called deadly."""

import os
from concurrent.futures import Executor

from pnp.workers import LocalProcesses


def in_worker(work, job):
    if job.name == "deadly":
        os._exit(1)
    return work(job)


class Mortal(LocalProcesses):
    """Processes that do what they are given, or die."""

    def start(self) -> Executor:
        pool = super().start()
        submit = pool.submit
        pool.submit = lambda work, *args: submit(in_worker, work, *args)
        return pool
