"""The `pnp` command: its subcommands, each imported only when it runs, so that help is instant."""

from importlib import import_module
from keyword import iskeyword

import click
from click.shell_completion import CompletionItem

from pnp import __version__
from pnp.text import nearest

COMMANDS = {
    "new": "Begin a game: a folder that builds at once.",
    "import": "Make cards of a spreadsheet.",
    "build": "Make the PDFs, the SVGs and the manifest.",
    "batch": "Make many builds, one for each row of a table.",
    "export": "Make pictures and files for print shops and online tables.",
    "studio": "See, change and print your games in the browser.",
    "watch": "Show what a save changed at once, and build.",
    "check": "Look for mistakes without printing anything.",
    "approve": "Write down that you have read a game and found it right.",
    "rules": "Write the rulebook of a game, or the reference with every card explained.",
    "explain": "Say what a card does: its text, its rulings, how often it is there.",
    "strings": "List the texts of a game for a translator, or write files to fill in.",
    "verify": "Read the finished PDFs back and compare them with the data.",
    "pages": "Tell which pages to print again for which pieces.",
    "preflight": "Say what a print shop would refuse in a PDF.",
    "diff": "Show what changed since a commit, a release or an earlier build.",
    "release": "Keep the present state of the games to compare with later.",
    "stats": "Show how often each value, colour, cost and symbol occurs.",
    "play": "Play a game at the terminal, against the computer.",
    "simulate": "Play many games and say who wins, and which cards are played.",
    "replay": "Play a recorded game again, and say what no longer can happen.",
    "art": "List the art slots, brief an artist, put pictures in and move them.",
    "schema": "Write the JSON Schemas that let an editor complete keys and mark slips.",
    "template": "Write a card as a drawing to edit, which is a template.",
    "calibrate": "Make a page that shows how your printer prints.",
    "printers": "Show the printers that were calibrated, and what is known of each.",
    "cache": "Show or empty the store of earlier work.",
    "doctor": "Say what works on this computer, and what to do about what does not.",
    "list": "Show the games, their components and how many pieces each has.",
}
"""Name of a command -> one line for `pnp --help`; the module pnp.cli.<name> offers `command`."""


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
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


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
