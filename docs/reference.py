"""The reference pages, made from the program itself: the command line from its options, the keys of files from their schemas."""  # noqa: INP001

import textwrap
from collections.abc import Callable, Iterable, Mapping

import click

from pnp.claims.claims_file import CLAIM
from pnp.cli.app import COMMANDS, command_named
from pnp.load import game_yaml
from pnp.load.art_files import PLACEMENT
from pnp.load.component import COMMON_KEYS
from pnp.load.keys import COLOUR, FLAG, LENGTH, SIZE, TEXT, FileKey, Schema
from pnp.load.kinds import KIND, READERS
from pnp.load.kinds.board import SPACE_KEYS as SPACE
from pnp.load.rows.headings import RESERVED as PIECE
from pnp.model.limits import table
from pnp.rules.rules_file import KEYS as RULES

PLAIN = {
    repr(each): words
    for each, words in (
        (COLOUR, "colour"),
        (FLAG, "true or false"),
        (LENGTH, "length"),
        (SIZE, "size"),
        (TEXT, "text"),
    )
}


def command_line() -> str:
    """Return every command with its options."""
    parts = []
    for name in COMMANDS:
        parts += _command(f"pnp {name}", command_named(name))
    return "\n".join(parts)


def _command(name: str, command: click.Command) -> list[str]:
    help_, *_ = (command.help or "").split("\f")
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    usage = " ".join([name, *(each.make_metavar(click.Context(command)) for each in arguments)])
    paragraphs = [" ".join(each.split()) for each in help_.split("\n\n")]
    lines = [f"## {name}" if name.count(" ") == 1 else f"### {name}", ""]
    lines += [f"    {usage} [OPTIONS]" if len(_options(command)) else f"    {usage}", ""]
    for paragraph in paragraphs:
        example = paragraph.startswith("Example: ")
        plain = textwrap.fill(_escaped(paragraph), 120, break_on_hyphens=False)
        lines += [f"Example: `{paragraph.removeprefix('Example: ')}`" if example else plain, ""]
    if _options(command):
        lines += ["| option | what it does |", "|---|---|", *_options(command), ""]
    if isinstance(command, click.Group):
        for below in command.commands.values():
            lines += _command(f"{name} {below.name}", below)
    return lines


def _options(command: click.Command) -> list[str]:
    rows = []
    for each in command.params:
        if isinstance(each, click.Option) and not each.hidden and each.help:
            names = ", ".join(f"`{name}`" for name in (*each.opts, *each.secondary_opts))
            value = "" if each.is_flag or each.count else f" {each.make_metavar(click.Context(command))}"
            rows.append(f"| {names}{_escaped(value)} | {_escaped(' '.join(each.help.split()))} |")
    return rows


def _escaped(text: str) -> str:
    """Return a text in which Markdown finds no marks of its own."""
    for sign in "\\|<*_[":
        text = text.replace(sign, f"\\{sign}")
    return text


def keys_of_components() -> str:
    """Return the keys of each kind of component that the other kinds have not, after those of all."""
    shared = set.intersection(*({*reader.keys} for reader in READERS.values()))
    common = [KIND, *COMMON_KEYS[1:], *(key for key in READERS["cards"].keys if key in shared)]
    lines = ["### Every component", "", *_table(common, ("kind",)), ""]
    for kind, reader in READERS.items():
        others = [key for key in reader.keys if key not in common]
        lines += [
            f"### kind: {kind}",
            "",
            *(_table(others, reader.needs) if others else ["No other keys."]),
            "",
        ]
    return "\n".join(lines)


def _table(keys: Iterable[FileKey], required: tuple[str, ...] = ()) -> list[str]:
    rows = [
        f"| `{key}`{' (required)' if key in required else ''} | {_kind_of_value(key.schema)} | {_escaped(key.doc)} |"
        for key in keys
    ]
    return ["| key | value | what it is |", "|---|---|---|", *rows]


def _kind_of_value(schema: Schema) -> str:
    """Return what a value must be, in a word or two."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(" or ".join(map(_kind_of_value, schema["anyOf"])).split(" or ")))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{word}`" for word in schema.get("enum", [schema.get("const")]))
    limits = f", {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else ""
    kinds = {
        "array": "list",
        "object": "mapping",
        "integer": f"number{limits}",
        "number": f"number{limits}",
        "string": "text",
    }
    return PLAIN.get(repr(schema)) or kinds.get(str(schema.get("type")), "anything")


def keys(*keys: FileKey) -> str:
    """Return a table of keys."""
    return "\n".join(_table(keys))


def limits() -> str:
    """Return every limit, with what real games have and how far a game may raise it."""
    rows = [
        f"| `{each.name}` | {each.value:,} | {each.what} | {each.real} | {f'{each.most:,}' if each.most else ''} |"
        for each in table()
    ]
    return "\n".join(
        ["| name | limit | of what | real games | raised to at most |", "|---|---:|---|---|---:|", *rows]
    )


REFERENCE: Mapping[str, Callable[[], str]] = {
    "command line": command_line,
    "keys of components": keys_of_components,
    "keys of pieces": lambda: keys(*PIECE),
    "keys of spaces": lambda: keys(*SPACE),
    "keys of game.yaml": lambda: keys(*game_yaml.KEYS),
    "keys of limits": lambda: keys(*game_yaml.LIMITS.values()),
    "limits": limits,
    "keys of themes": lambda: keys(*game_yaml.THEME),
    "keys of styles": lambda: keys(*game_yaml.STYLE),
    "keys of claims": lambda: keys(*CLAIM),
    "keys of rules.yaml": lambda: keys(*RULES),
    "keys of placement.yaml": lambda: keys(*PLACEMENT),
}
"""What the reference pages hold, by name."""
