"""The reference pages, made from the program itself: the command line from its options, the keys of files from their schemas."""  # noqa: INP001

import textwrap
from collections.abc import Callable, Mapping

import click

from pnp.cli.app import COMMANDS, command_named
from pnp.load.component import COMMON_KEYS
from pnp.load.kinds import READERS
from pnp.model.limits import table
from pnp.schema.components import KEYS, PIECE_KEYS, REQUIRED, SPACES
from pnp.schema.files import CLAIM_SCHEMAS, GAME, LIMITS, PLACEMENT, RULES, STYLE, THEME
from pnp.schema.values import COLOUR, FLAG, LENGTH, SIZE, TEXT, Schema

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
    common = {*COMMON_KEYS, *set.intersection(*({*reader.keys} for reader in READERS.values()))}
    lines = [
        "### Every component",
        "",
        *_table({key: KEYS[key] for key in KEYS if key in common}, ("kind",)),
        "",
    ]
    for kind, reader in READERS.items():
        own = {key: KEYS[key] for key in reader.keys if key not in common}
        lines += [
            f"### kind: {kind}",
            "",
            *(_table(own, REQUIRED.get(kind, ())) if own else ["No other keys."]),
            "",
        ]
    return "\n".join(lines)


def _table(schemas: Mapping[str, Schema], required: tuple[str, ...] = ()) -> list[str]:
    rows = [
        f"| `{key}`{' (needed)' if key in required else ''} | {_kind_of_value(schema)} | {_escaped(str(schema.get('description', '')))} |"
        for key, schema in schemas.items()
    ]
    return ["| key | value | what it is |", "|---|---|---|", *rows]


def _kind_of_value(schema: Schema) -> str:
    """Return what a value must be, in a word or two."""
    bare = {key: each for key, each in schema.items() if key != "description"}
    if "anyOf" in bare:
        return " or ".join(dict.fromkeys(map(_kind_of_value, bare["anyOf"])))
    if "enum" in bare or "const" in bare:
        return ", ".join(f"`{each}`" for each in bare.get("enum", [bare.get("const")]))
    limits = f", {bare['minimum']} to {bare['maximum']}" if "minimum" in bare else ""
    kinds = {
        "array": "list",
        "object": "mapping",
        "integer": f"number{limits}",
        "number": f"number{limits}",
        "string": "text",
    }
    return PLAIN.get(repr(bare)) or kinds.get(str(bare.get("type")), "anything")


def tables(*each: Mapping[str, Schema]) -> str:
    """Return the keys of several mappings in one table."""
    return "\n".join(_table({key: schema for schemas in each for key, schema in schemas.items()}))


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
    "keys of pieces": lambda: tables(PIECE_KEYS),
    "keys of spaces": lambda: tables(SPACES),
    "keys of game.yaml": lambda: tables(GAME),
    "keys of limits": lambda: tables(LIMITS),
    "limits": limits,
    "keys of themes": lambda: tables(THEME),
    "keys of styles": lambda: tables(STYLE),
    "keys of claims": lambda: tables(CLAIM_SCHEMAS),
    "keys of rules.yaml": lambda: tables(RULES),
    "keys of placement.yaml": lambda: tables(PLACEMENT),
}
"""What the reference pages hold, by name."""
