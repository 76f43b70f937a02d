"""`pnp doctor`: what works on this computer."""

from pathlib import Path

import click

import pnp
from pnp.cli.report import echo

SIGNS = {"works": "ok", "optional": "--", "fault": "!!"}


@click.command("doctor")
def command() -> int:
    """Check this computer and suggest how to fix problems.

    !! marks a problem, -- an optional feature that is not installed.

    Example: pnp doctor
    """
    examined = pnp.examine(Path.cwd())
    width = max(len(check.what) for check in examined)
    for check in examined:
        echo(f"{SIGNS[check.state]} {check.what:<{width}}  {check.fact}")
        if check.remedy:
            echo(f"   {'':<{width}}  -> {check.remedy}")
    return 1 if any(check.state == "fault" for check in examined) else 0
