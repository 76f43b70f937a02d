"""The commands for this computer: doctor, cache, schema, completion."""

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

import pnp
from pnp.cli import options
from pnp.cli.report import echo, echo_document
from pnp.files import write
from pnp.text import readable_size

SIGNS = {"works": "ok", "optional": "--", "fault": "!!"}


@click.command("doctor")
def doctor() -> int:
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


HELP = "The cache keeps finished faces and pages, so that the next build makes only what changed."

WORDS = {
    "drawn faces": ("faces", "requests"),
    "faces as PDF": ("pages",),
    "sheets": ("sheets", "segments", "print-files"),
    "SVG files": ("svgs",),
    "small pictures": ("thumbnails", "contact-sheets", "bands", "previews"),
    "whole builds": ("builds", "failures"),
    "checks": ("checks", "looks"),
}
"""What the kinds of entries are called."""


@click.group("cache", help=f"Show or empty the cache.\n\n{HELP}\n\nExample: pnp cache info")
def cache() -> None:
    """Group the commands below."""


@cache.command("info")
def info() -> int:
    """Show the folder, size and contents of the cache."""
    from pnp.cache import MAX_AGE_DAYS, MAX_BYTES, VARIABLE, cache_folder, cache_info  # noqa: PLC0415

    folder = cache_folder()
    kept = cache_info(folder)
    echo(f"{folder}  (the environment variable {VARIABLE} names another folder)")
    if kept is None:
        echo("it is empty")
        return 0
    sums: dict[str, tuple[int, int]] = {}
    for kind, (entries, taken) in kept.kinds.items():
        words = next((words for words, those in WORDS.items() if kind in those), "other")
        before = sums.get(words, (0, 0))
        sums[words] = (before[0] + entries, before[1] + taken)
    for words, (entries, taken) in dict(sorted(sums.items(), key=lambda pair: -pair[1][1])).items():
        echo(f"  {words:<15} {entries:>7}  {readable_size(taken)}")
    echo(f"{readable_size(kept.bytes)} in all; last use {kept.newest}, longest unused since {kept.oldest}")
    echo(
        f"what is not used for {MAX_AGE_DAYS} days, or exceeds {readable_size(MAX_BYTES)}, is removed automatically"
    )
    echo("pnp cache empty removes everything; the next build then takes as long as the first")
    return 0


@cache.command("empty")
def empty() -> int:
    """Remove everything in the cache."""
    from pnp.cache import cache_folder, cache_info, empty_cache  # noqa: PLC0415

    before = cache_info(cache_folder())
    empty_cache(cache_folder())
    echo(f"{readable_size(before.bytes) if before else 'nothing'} dropped")
    return 0


@click.command("schema")
@click.argument("name", required=False, metavar="[NAME]")
@options.folder("Write here instead of schemas/.")
def schema(name: str | None, out: Path | None) -> int:
    """Write JSON Schemas, so that editors can complete keys.

    Writes them to schemas/ in the project. With a NAME (component, game, claims, rules, credits, placement), prints that one.

    Example: pnp schema
    """
    if name is not None:
        echo_document(pnp.schema_text(name))
        return 0
    root = out or pnp.find_project(Path.cwd()).root
    for path in pnp.write_schemas(out or root / pnp.SCHEMA_FOLDER, root=root):
        echo(str(path))
    return 0


FILES = {
    "bash": ".local/share/bash-completion/completions/pnp",
    "fish": ".config/fish/completions/pnp.fish",
    "zsh": ".zfunc/_pnp",
}
"""Shell -> where it looks for the script, below the home folder. zsh looks there once `fpath` says so."""


@click.command("completion")
@click.argument("shell", type=click.Choice(list(FILES)), required=False)
@click.option("--install", is_flag=True, help="Write the script to the folder where the shell looks for it.")
def completion(*, shell: str | None, install: bool) -> int:
    """Set up Tab completion of commands and options.

    Prints the script for the shell you name (default: the one you use).

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
