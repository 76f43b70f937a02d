"""The loop: wait for a save, show what it changed, and when it has been quiet for a moment, build."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Event

import click

from pnp.cli.report import show
from pnp.model.progress import Progress, stepping, unseen
from pnp.watch.file_changes import Saves
from pnp.watch.session import Hurry, Report, Session

Bar = Callable[[], AbstractContextManager[Progress]]
"""Opens a progress bar for the time of one build."""

SETTLE = 0.3
"""In s: a build begins when nothing was saved for so long. It is given up for the next save, but it takes the processor
until the component in hand is converted, and a save often comes in two steps."""


def run(session: Session, saves: Saves, root: Path, bar: Bar = lambda: nullcontext(unseen)) -> None:
    """Watch until Ctrl-C. The first build is the session's own; files are shown relative to `root`."""

    def hurry() -> bool:
        return saves.pending and session.is_newer()

    with ThreadPoolExecutor(1) as aside:
        _build(session, saves, root, aside, hurry, bar=bar)
        while True:
            if saves.wait(None if session.is_served else SETTLE):
                session.look(saves.at, hurry)
            else:
                _build(session, saves, root, aside, hurry, bar=bar)


def _build(
    session: Session, saves: Saves, root: Path, aside: ThreadPoolExecutor, hurry: Hurry, *, bar: Bar
) -> None:
    """Build beside, and go on showing what is saved: then the build is given up, and the next one is due."""
    superseded = Event()
    job = session.job()
    with bar() as progress:
        running = aside.submit(job.run, stepping(progress, job.steps), superseded.is_set)
        running.add_done_callback(lambda _: saves.rouse())
        try:
            while not running.done():
                if saves.wait(None) and session.look(saves.at, hurry):
                    if session.is_patient:
                        superseded.set()
                    if early := session.told_early():
                        say(early)
        except BaseException:  # Ctrl-C: what is being written will be whole
            superseded.set()
            raise
    report = session.finish(job, running.result())
    if report is not None:
        tell(report, root)


def tell(report: Report, root: Path) -> None:
    """Say what a round came to: findings on standard error, as always, and one line more."""
    show(report.findings, root)
    for trouble in report.troubles:
        click.echo(f"pnp: {trouble}", err=True)
        if trouble.hint:
            click.echo(f"  hint: {trouble.hint}", err=True)
    for line in filter(None, (*report.lines, report.line)):
        say(line)


def say(line: str) -> None:
    """Print a line with the time of day."""
    click.echo(f"{time.strftime('%H:%M:%S')}  {line}")
