"""A progress bar for long work, on a terminal only: nothing of it gets into a file or a pipe."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Step = Callable[[str], None]
"""Says that one more step begins, and which."""


@contextmanager
def progress(total: int, *, quiet: bool) -> Iterator[Step]:
    """Show a bar of `total` steps on standard error until the block ends."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415 - 50 ms that only a terminal needs
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn())
    text = TextColumn("{task.description}", markup=False)
    with Progress(*columns, text, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def step(name: str) -> None:
            bar.update(task, description=name, advance=1)

        yield step
