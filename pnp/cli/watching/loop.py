"""The loop: wait for a save, show what it changed, and when it has been quiet for a moment, build."""

import time
from collections.abc import Callable
from pathlib import Path

import click

from pnp.cli.progress import progress
from pnp.cli.report import show
from pnp.cli.watching.saves import Saves
from pnp.cli.watching.session import Report, Session

SETTLE = 0.3
"""In s: a build begins when nothing was saved for so long. It is given up for the next save, but what it is converting
at that moment is not, and a save often comes in two steps."""


def run(session: Session, saves: Saves, root: Path) -> None:
    """Watch until Ctrl-C. The first build is the session's own; files are shown relative to `root`."""

    def hurry() -> bool:
        return saves.pending and session.is_newer()

    def build() -> None:
        with progress(session.steps, quiet=False) as step:
            report = session.finish(step, hurry)
        if report is not None:
            tell(report, root)

    build()
    while True:
        if saves.wait(None if session.is_served else SETTLE):
            session.look(saves.at, hurry)
        else:
            build()


def tell(report: Report, root: Path, *, clock: Callable[[], str] = lambda: time.strftime("%H:%M:%S")) -> None:
    """Say what a round came to: findings on standard error, as always, and one line more."""
    show(report.findings, root)
    for trouble in report.troubles:
        click.echo(f"pnp: {trouble}", err=True)
        if trouble.hint:
            click.echo(f"  hint: {trouble.hint}", err=True)
    for line in filter(None, (*report.lines, report.line)):
        click.echo(f"{clock()}  {line}")
