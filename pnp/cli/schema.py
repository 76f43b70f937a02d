"""`pnp schema`: JSON Schemas of the game files, for editors."""

from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import echo, echo_document


@click.command("schema")
@click.argument("name", required=False, metavar="[NAME]")
@options.folder("Write here instead of schemas/.")
def command(name: str | None, out: Path | None) -> int:
    """Write JSON Schemas, so that editors can complete keys.

    Writes them to schemas/ in the project. With a NAME (component, game, claims, rules, credits), prints that one.

    Example: pnp schema
    """
    if name is not None:
        echo_document(pnp.schema_text(name))
        return 0
    root = out or pnp.find_project(Path.cwd()).root
    for path in pnp.write_schemas(out or root / pnp.SCHEMA_FOLDER, root=root):
        echo(str(path))
    return 0
