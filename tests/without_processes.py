"""Tasks of workers done by the process that asks for them: quicker, and as a test has changed it."""

import pytest

from pnp.processes.pool import LocalProcesses


def do_tasks_here(patches: pytest.MonkeyPatch) -> None:
    """Have this process do what workers would, until the patches are undone."""
    patches.setattr(LocalProcesses, "prepare", lambda _: None)
    patches.setattr(LocalProcesses, "send", lambda _, content: content)
    patches.setattr(LocalProcesses, "do", lambda _, task, *_told: task.function(*task.arguments))
