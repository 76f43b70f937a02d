"""Worker processes of which one ends without a word at the job called deadly."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor


def in_worker(work, job):
    if job.name == "deadly":
        os._exit(1)
    return work(job)


class Mortal(ProcessPoolExecutor):
    """Two processes that do what they are given, or die."""

    def __init__(self):
        super().__init__(2, multiprocessing.get_context("spawn"))

    def submit(self, work, /, *args):
        return super().submit(in_worker, work, *args)
