"""Processes of Python that take no module from the folder they are started in: it may be that of a game from a stranger.

Python looks for modules in the present folder first, before its own, whenever it runs a command or a module (-c, -m),
as it does for every worker: a file `json.py` in a project would be run.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable that keeps Python from looking there."""

_starting = Lock()


def safe_environment(**more: str) -> dict[str, str]:
    """Return the environment of this process for one of Python that has the same modules, and none of its folder."""
    modules = os.pathsep.join(filter(None, sys.path))  # "" is the present folder
    return {**os.environ, SAFE_PATH: "1", "PYTHONPATH": modules, **more}


@contextmanager
def safe_starts() -> Iterator[None]:
    """Let processes that are started in a block by others, such as a library, look for no module in their folder."""
    with _starting:
        before = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[SAFE_PATH]
            else:
                os.environ[SAFE_PATH] = before
