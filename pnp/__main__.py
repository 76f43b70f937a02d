"""The only place that exits: 0 fine, 1 findings, 2 could not run."""

import os
import sys

import click

from pnp.cli.app import app
from pnp.model.errors import PnpError


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status; what a user can get wrong never becomes a traceback."""
    try:
        status = app.main(args=arguments, prog_name="pnp", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return 2
    except click.Abort:
        click.echo("stopped; files already written are whole", err=True)
        return 130
    except PnpError as error:
        click.echo(f"pnp: {error}", err=True)
        if error.hint:
            click.echo(f"  hint: {error.hint}", err=True)
        return 2
    except BrokenPipeError:  # `pnp list | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return int(status or 0)


if __name__ == "__main__":
    main()
