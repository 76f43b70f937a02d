"""`pnp studio` in a process of its own, started and ended as somebody does it in a terminal."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from small_game import ROOT, RunningPnp

import pnp

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/[\w-]+/")


class RunningStudio:
    """`code` are statements of Python that go before; it has printed its address when it is made or started again."""

    def __init__(self, project: Path, environment: dict[str, str], *, code: str = "") -> None:
        self.project, self.code = project, code
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self._runs: list[RunningPnp] = []
        self.start("--port", "0")

    def start(self, *more: str) -> None:
        run = RunningPnp(self.project, "studio", "--no-open", *more, code=self.code, **self.environment)
        self._runs.append(run)
        self.address = ADDRESS.search(self._runs[-1].until("http://127.0.0.1:", 120))[0]

    @property
    def printed(self) -> list[str]:
        return [line for run in self._runs for line in run.said]

    @property
    def port(self) -> int:
        return int(ADDRESS.match(self.address)[1])

    @property
    def process(self) -> int:
        return self._runs[-1].process.pid

    def kill(self) -> None:
        self._runs[-1].kill()

    def end(self) -> int:
        return self._runs[-1].stop()


@contextmanager
def studio_of_new_game(parent: Path, cache: Path) -> Iterator[RunningStudio]:
    project = pnp.new_project("Tea Time", "cards", parent=parent).folder
    studio = RunningStudio(project, {"PNP_CACHE_DIR": str(cache)})
    yield studio
    studio.end()
    assert "Traceback" not in "".join(studio.printed)
