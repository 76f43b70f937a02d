"""A progress bar for long work, on a terminal only: nothing of it gets into a file or a pipe."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pnp.build.result import Progress, silent


@contextmanager
def progress_bar(*, quiet: bool = False) -> Iterator[Progress]:
    """Show a bar on standard error from the first step until the block ends."""
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    from rich import progress as rich  # noqa: PLC0415 - 50 ms that only a terminal needs
    from rich.console import Console  # noqa: PLC0415

    columns = (
        rich.BarColumn(),
        rich.TextColumn("{task.completed}/{task.total}"),
        rich.TimeElapsedColumn(),
        rich.TextColumn("{task.description}", markup=False),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, visible=False)

        def progress(name: str, number: int, total: int) -> None:
            bar.update(task, description=name, completed=number, total=total, visible=True)

        yield progress
