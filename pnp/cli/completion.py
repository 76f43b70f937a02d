"""`pnp completion`: the script with which a shell completes commands and options."""

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from pnp.cli.report import echo, echo_document
from pnp.files import write

FILES = {
    "bash": ".local/share/bash-completion/completions/pnp",
    "fish": ".config/fish/completions/pnp.fish",
    "zsh": ".zfunc/_pnp",
}
"""Shell -> where it looks for the script, below the home folder. zsh looks there once `fpath` says so."""


@click.command("completion")
@click.argument("shell", type=click.Choice(list(FILES)), required=False)
@click.option("--install", is_flag=True, help="Write the script to the folder where the shell looks for it.")
def command(*, shell: str | None, install: bool) -> int:
    """Set up Tab completion of commands and options.

    Prints the script for SHELL (default: the one you use).

    Example: pnp completion bash
    """
    from pnp.cli.app import COMPLETE, app  # noqa: PLC0415 - which knows this command by name

    shell = shell or Path(os.environ.get("SHELL", "")).name
    if shell not in FILES:
        raise click.UsageError(f"Say which shell: {', '.join(FILES)}.")
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(app, {}, "pnp", COMPLETE).source()
    if not install:
        echo_document(script)
        return 0
    path = Path.home() / FILES[shell]
    write(path, script.encode())
    echo(f"wrote {path}; every {shell} that you start from now on uses it")
    if shell == "zsh":
        echo('add to ~/.zshrc, before compinit runs: fpath+=("$HOME/.zfunc")')
    return 0
