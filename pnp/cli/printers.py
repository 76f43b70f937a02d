"""`pnp printers`: the calibrated printers."""

import click

import pnp
from pnp.cli.report import echo


@click.command("printers")
def command() -> int:
    """List the calibrated printers and their settings.

    Example: pnp printers
    """
    known = pnp.known_printers()
    for line in known.damaged:
        echo(f"pnp: {line}", err=True)
    for printer in known.printers:
        echo(str(printer))
    if not known.printers:
        echo("no printer is calibrated yet; pnp calibrate makes the test page")
    return 1 if known.damaged else 0
