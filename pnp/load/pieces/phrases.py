"""Phrases with holes: "draw {n|a card|{n} cards}" and 2 make "draw 2 cards".

`{n}` is filled, `{n|one|other}` chooses by the number, and `{anything_else}` is left alone: it is an inline icon.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pnp.load.near import is_slip, suggest
from pnp.load.yaml.nodes import ScalarNode

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class PhraseError(ValueError):
    """A phrase that cannot be read, or not be filled with these fields; `hint` says what to write."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Hole:
    """A place to fill: the field's name and, for a choice, the phrase for one and the phrase for other numbers."""

    field: str
    one: "Phrase | None" = None
    other: "Phrase | None" = None


Phrase = tuple[str | Hole, ...]


def parse_phrase(text: str) -> Phrase:
    """Return the phrase; raises PhraseError when braces or bars do not add up.

    >>> parse_phrase("draw {n}")
    ('draw ', Hole(field='n', one=None, other=None))
    """
    phrase, end = _until(text, 0, "")
    if end != len(text):
        raise PhraseError(f'a }} too many in "{text}"', "delete it, or open it with { before")
    return phrase


def _until(text: str, start: int, stops: str) -> tuple[Phrase, int]:
    """Return the phrase from `start` to the first of `stops` (or a stray brace), and where that is."""
    parts: list[str | Hole] = []
    plain = index = start
    while index < len(text) and text[index] not in stops and text[index] != "}":
        if text[index] != "{":
            index += 1
            continue
        parts += [text[plain:index]] if plain < index else []
        hole, index = _hole(text, index)
        parts.append(hole)
        plain = index
    return (*parts, *([text[plain:index]] if plain < index else [])), index


def _hole(text: str, start: int) -> tuple[Hole, int]:
    name = _NAME.match(text, start + 1)
    if name is None:
        raise PhraseError(
            f'no name after the {{ in "{text}"', "write {n}, {n|one|other} or the name of an icon"
        )
    index = name.end()
    choices: list[Phrase] = []
    while text[index : index + 1] == "|":
        choice, index = _until(text, index + 1, "|")
        choices.append(choice)
    if text[index : index + 1] != "}":
        raise PhraseError(f'{{{name[0]} is not closed in "{text}"', f"write {{{name[0]}}}")
    if len(choices) not in (0, 2):
        raise PhraseError(
            f"{{{name[0]}|...}} has {len(choices)} alternatives, not two",
            f"write {{{name[0]}|for one|for others}}",
        )
    return Hole(name[0], *choices), index + 1


def fill(phrase: Phrase, fields: Mapping[str, ScalarNode]) -> str:
    """Return the text with its holes filled from `fields`; raises PhraseError for a hole that is meant for none of them."""
    return "".join(part if isinstance(part, str) else _fill_hole(part, fields) for part in phrase)


def _fill_hole(hole: Hole, fields: Mapping[str, ScalarNode]) -> str:
    node = fields.get(hole.field)
    if node is None:
        slip = next((name for name in fields if is_slip(hole.field, name)), None)
        if hole.one is None and slip is None and (hole.field != "n" or not fields):
            return f"{{{hole.field}}}"
        bars = "" if hole.one is None else "|...|..."
        raise PhraseError(
            f"{{{hole.field}{bars}}} is no field of the step", suggest(hole.field, fields, what="fields")
        )
    if hole.one is None or hole.other is None:
        return "" if node.value is None else node.text
    if not isinstance(node.value, int | float) or isinstance(node.value, bool):
        raise PhraseError(
            f'{{{hole.field}|...|...}} chooses by a number, and {hole.field} is "{node.text}"', "use {n}"
        )
    return fill(hole.one if node.value == 1 else hole.other, fields)


def needs_number(phrase: Phrase) -> bool:
    """Say whether the phrase has a hole for `n`."""
    return any(isinstance(part, Hole) and part.field == "n" for part in phrase)
