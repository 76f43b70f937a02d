"""The `pnp` command: its subcommands, each imported only when it runs, so that help is instant."""

from importlib import import_module

import click
from click.shell_completion import CompletionItem

from pnp import __version__
from pnp.text import nearest

COMPLETE = "_PNP_COMPLETE"  # Names the shell that asks for completions: "bash_source", "zsh_complete".

COMMAND_GROUPS = {
    "Make a game": {
        "new": "Start a new game that you can build right away.",
        "import": "Make cards from a spreadsheet.",
        "template": "Save a card as a drawing to edit and use as a template.",
        "studio": "View, edit and print your games in the browser.",
        "watch": "Rebuild games whenever you save a file.",
        "list": "List the games, their components and the number of pieces.",
        "strings": "List the texts of a game for translation.",
    },
    "Art": {"art": "List a game's pictures, brief an artist, add and place pictures."},
    "Check": {
        "check": "Find mistakes in your games.",
        "stats": "Count how often each value, colour, cost and symbol occurs.",
        "approve": "Approve a game that you have read and found correct.",
        "release": "Save the current state of the games, to compare with later.",
        "diff": "Show what changed since a commit, release or build.",
    },
    "Print": {
        "build": "Make PDFs to print, pictures and a manifest.",
        "verify": "Compare the finished PDFs with the data.",
        "pages": "Find the pages on which pieces are printed.",
        "calibrate": "Measure your printer with a test page, and save the result.",
        "printers": "List the calibrated printers and their settings.",
        "batch": "Build a game once for each row of a table.",
    },
    "Rules and play": {
        "rules": "Write the rulebook of a game, or a reference of all its cards.",
        "explain": "Explain a card: its text, its rulings, its copies.",
        "play": "Play a game at the terminal, against the computer.",
        "simulate": "Play many games and count who wins and which cards are played.",
        "replay": "Replay a recorded game and report impossible moves.",
    },
    "Share": {
        "export": "Export pictures and files for print shops and online tables.",
        "preflight": "Find what a print shop would refuse in a PDF.",
    },
    "This computer": {
        "doctor": "Check this computer and suggest how to fix problems.",
        "cache": "Show or empty the cache.",
        "schema": "Write JSON Schemas, so that editors can complete keys.",
        "completion": "Set up Tab completion of commands and options.",
    },
}
"""Heading in `pnp --help` -> name of a command -> its line there."""

_MODULES = dict(
    zip(COMMAND_GROUPS, ("make", "art", "check", "printing", "play", "share", "computer"), strict=True)
)
"""Heading -> the module of pnp.cli with its commands."""

COMMANDS = {name: line for group in COMMAND_GROUPS.values() for name, line in group.items()}


def command_named(name: str) -> click.Command:
    """Return a command, from the module of its group."""
    heading = next(heading for heading, group in COMMAND_GROUPS.items() if name in group)
    values = vars(import_module(f"pnp.cli.{_MODULES[heading]}")).values()
    return next(value for value in values if isinstance(value, click.Command) and value.name == name)


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
    """Make print-and-play games: PDFs at actual size, checked before and after each build.

    Without a GAME, a command uses every game of the project: the nearest folder with card_data/ in it, here or above.
    """
    if ctx.invoked_subcommand is None:
        from pnp.cli.report import echo_document  # noqa: PLC0415 - only help needs it

        echo_document(f"{ctx.get_help()}\n")
