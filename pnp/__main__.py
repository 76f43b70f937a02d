"""The only place that exits: 0 fine, 1 findings, 2 could not run."""

import gc
import io
import os
import sys
from collections.abc import Sequence

import click

from pnp.cli.app import app
from pnp.model.errors import PnpError

STOPPED = 130
"""The status of a command that Ctrl-C ended, by the custom of shells."""


def main() -> None:
    """Run the command line and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name the terminal cannot show is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    # A build makes much and drops little: looking for cycles would be 4 % of its time, and another 4 % at its end.
    gc.set_threshold(50_000)
    status = run(sys.argv[1:])
    gc.freeze()
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status; what a user can get wrong never becomes a traceback."""
    try:
        status = _invoke(list(arguments))
    except click.ClickException as error:
        error.show()
    except KeyboardInterrupt:
        click.echo("pnp: stopped; every file is whole, as it was or as it is now", err=True)
        return STOPPED
    except PnpError as error:
        _tell(str(error), error.hint)
    except BrokenPipeError:  # `pnp list | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a folder that may not be read, a disk that is gone
        _tell(f"{error.filename}: {error.strerror}" if error.filename else str(error), None)
    else:
        return status
    return 2


def _invoke(arguments: list[str]) -> int:
    # Not app.main(): that turns a closed pipe into status 1, which here means findings.
    try:
        with app.make_context("pnp", arguments) as context:
            return int(app.invoke(context) or 0)
    except click.exceptions.Exit as error:  # --help and --version
        return error.exit_code


def _tell(message: str, hint: str | None) -> None:
    click.echo(f"pnp: {message}", err=True)
    if hint:
        click.echo(f"  hint: {hint}", err=True)


if __name__ == "__main__":
    main()
