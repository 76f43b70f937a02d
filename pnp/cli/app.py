"""The `pnp` command: its subcommands, each imported only when it runs, so that help is instant."""

from importlib import import_module
from keyword import iskeyword

import click
from click.shell_completion import CompletionItem

from pnp import __version__
from pnp.text import nearest

COMMAND_GROUPS = {
    "Make a game": {
        "new": "Begin a game: a folder that builds at once.",
        "import": "Make cards of a spreadsheet.",
        "template": "Write a card as a drawing to edit, which is a template.",
        "studio": "See, change and print your games in the browser.",
        "watch": "Build again whatever a save changed.",
        "list": "Show the games, their components and how many pieces each has.",
        "strings": "List the texts of a game for a translator, or files to fill in.",
    },
    "Art": {
        "art": "List art slots, brief an artist, put pictures in and move them.",
    },
    "Check": {
        "check": "Look for mistakes without printing anything.",
        "stats": "Show how often each value, colour, cost and symbol occurs.",
        "approve": "Write down that you have read a game and found it right.",
        "release": "Keep the present state of the games to compare with later.",
        "diff": "Show what changed since a commit, a release or a build.",
    },
    "Print": {
        "build": "Make the PDFs, the SVGs and the manifest.",
        "verify": "Read the finished PDFs back and compare them with the data.",
        "pages": "Tell which pages to print again for which pieces.",
        "calibrate": "Make a page that shows how your printer prints.",
        "printers": "Show the printers that were calibrated, and their settings.",
        "batch": "Make many builds, one for each row of a table.",
    },
    "Rules and play": {
        "rules": "Write the rulebook of a game, or the reference of all its cards.",
        "explain": "Say what a card does: its text, its rulings, its copies.",
        "play": "Play a game at the terminal, against the computer.",
        "simulate": "Play many games and say who wins, and which cards are played.",
        "replay": "Play a recorded game again, and say what can no longer happen.",
    },
    "Share": {
        "export": "Make pictures and files for print shops and online tables.",
        "preflight": "Say what a print shop would refuse in a PDF.",
    },
    "This computer": {
        "doctor": "Say what works on this computer, and how to mend what does not.",
        "cache": "Show or empty the store of earlier work.",
        "schema": "Write the JSON Schemas by which an editor completes keys.",
        "completion": "Let the shell complete commands and options with the Tab key.",
    },
}
"""Heading in `pnp --help` -> name of a command -> its line there; the module pnp.cli.<name> offers `command`."""

COMMANDS = {name: line for group in COMMAND_GROUPS.values() for name, line in group.items()}


def command_named(name: str) -> click.Command:
    """Return a command; the module of one whose name is a word of Python ends in _."""
    command = import_module(f"pnp.cli.{name}{'_' if iskeyword(name) else ''}").command
    assert isinstance(command, click.Command)
    return command


class _Lazy(click.Group):
    """A group that knows its commands by name only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [
            CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # a shell asks for what comes after a slip
                return None
            close = nearest(cmd_name, COMMANDS)
            way_out = f"Did you mean {close}?" if close else f"The commands are {', '.join(COMMANDS)}."
            raise click.UsageError(f'There is no command "{cmd_name}". {way_out}', ctx)
        return command_named(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        width = max(map(len, COMMANDS))
        for heading, group in COMMAND_GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", line) for name, line in group.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="pnp")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Print-and-play games from YAML: true-size vector PDFs, checked before and after.

    Without a GAME, a command takes every game of the project: the nearest folder at or above this one
    that has card_data/ in it.
    """
    if ctx.invoked_subcommand is None:
        from pnp.cli.report import echo_document  # noqa: PLC0415 - as above

        echo_document(f"{ctx.get_help()}\n")
