"""Tasks of workers done by the process that asks for them: quicker, as a test has changed it, and seen by a sampler."""

from collections.abc import Callable
from typing import Any

from pnp.workers.pool import LocalProcesses


def do_tasks_here(patch: Callable[[type, str, Any], None]) -> None:
    """Have this process do what workers would, without their limits; `patch` is setattr, or one that can be undone."""
    patch(LocalProcesses, "prepare", lambda _: None)
    patch(LocalProcesses, "send", lambda _, content: content)
    patch(LocalProcesses, "do", lambda _, task, *_told: task.function(*task.arguments))
