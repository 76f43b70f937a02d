"""pnp whose workers' tasks are done by the process that asks for them, so that a sampler sees what they take.

python -m benchmarks.one_process build
"""

import sys
from typing import Any

from pnp.__main__ import run
from pnp.processes.pool import LocalProcesses, Task


def do_here(workers: LocalProcesses, task: Task, *_told: Any) -> Any:
    """Do a task of a worker in this process, without its limits."""
    del workers
    return task.function(*task.arguments)


if __name__ == "__main__":
    LocalProcesses.prepare = lambda _: None  # type: ignore[method-assign]
    LocalProcesses.send = lambda _, content: content  # type: ignore[method-assign,assignment]
    LocalProcesses.do = do_here  # type: ignore[method-assign,assignment]
    sys.exit(run())
