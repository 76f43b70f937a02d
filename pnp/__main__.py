"""The only module that exits: status 0 without errors, 1 with errors, 2 if pnp could not run."""

import os
import sys
from collections.abc import Sequence
from io import StringIO, TextIOWrapper
from typing import TextIO

STOPPED = 130  # The status of a command that Ctrl-C ended, by the custom of shells.


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command, of this process unless `arguments` are given; return its exit status, never a traceback."""
    status = 2
    try:
        import click  # noqa: PLC0415 - Ctrl-C may come before all is loaded
        from click.shell_completion import shell_complete  # noqa: PLC0415

        from pnp.cli.app import COMPLETE, app  # noqa: PLC0415
        from pnp.escaping import visible  # noqa: PLC0415
        from pnp.model.diagnostics import PnpError  # noqa: PLC0415

        if arguments is None:
            if instruction := os.environ.get(COMPLETE):
                return shell_complete(app, {}, "pnp", COMPLETE, instruction)
            arguments = sys.argv[1:]
            _set_up_process()
        # Not app.main(): that turns a closed pipe into status 1, which here means findings.
        with app.make_context("pnp", list(arguments)) as context:
            status = int(app.invoke(context) or 0)
    except KeyboardInterrupt:
        status = STOPPED
        _tell("stopped; no file is left half-written")
    except click.exceptions.Exit as error:  # --help and --version
        status = error.exit_code
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        shown.write(_QUOTES * ("unexpected extra argument" in error.message))
        _write_error(visible(shown.getvalue()))
    except PnpError as error:
        _tell(str(error), error.hint)
    except BrokenPipeError:  # `pnp list | head`: the reader has seen enough
        _discard(sys.stdout)
        status = 0
    except OSError as error:  # a folder that may not be read, a disk that is gone or full
        _tell(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        try:
            sys.stdout.flush()
        except OSError:
            _discard(sys.stdout)
    return status


_QUOTES = '  hint: write a name with spaces in quotes, such as "my cards.xlsx"\n'


def _set_up_process() -> None:
    import atexit  # noqa: PLC0415
    import gc  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a name the terminal cannot show is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    # A build makes much and drops little: looking for cycles would be 4 % of its time, and another 4 % at its end.
    gc.set_threshold(200_000)
    atexit.register(gc.freeze)


def _tell(message: str, hint: str | None = None) -> None:
    from pnp.escaping import in_a_line  # noqa: PLC0415

    lines = (f"pnp: {message}", *((f"  hint: {hint}",) if hint else ()))
    _write_error("".join(f"{in_a_line(line)}\n" for line in lines))


def _write_error(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Drop what a stream still holds: it cannot be written, and trying again at the end would change the status."""
    from pnp.files import discard_output  # noqa: PLC0415 - as above

    discard_output(stream.fileno())


if __name__ == "__main__":
    sys.exit(run())
