"""`pnp doctor`: what works on this computer."""

from pathlib import Path

import click

import pnp
from pnp.cli.report import echo

SIGNS = {"works": "ok", "optional": "--", "fault": "!!"}


@click.command("doctor")
def command() -> int:
    """Say what works on this computer, and what to do about what does not.

    Lines with !! are faults, those with -- things that only some need.

    Example: pnp doctor
    """
    examined = pnp.examine(Path.cwd())
    width = max(len(each.what) for each in examined)
    for each in examined:
        echo(f"{SIGNS[each.state]} {each.what:<{width}}  {each.fact}")
        if each.remedy:
            echo(f"   {'':<{width}}  -> {each.remedy}")
    return 1 if any(each.state == "fault" for each in examined) else 0
