"""JSON Schemas of single values: lengths, colours, texts, ranges; what files of several sorts have in common."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from pnp.units import MM_PER_UNIT

Schema: TypeAlias = dict[str, object]

_UNIT = rf"({'|'.join(MM_PER_UNIT)}|MM|IN|\"|″)"
_NUMBER = r"(\d+(\.\d+)?|\.\d+)"
LENGTH: Schema = {"type": "string", "pattern": rf"^\s*-?{_NUMBER}\s*{_UNIT}\s*$"}
TWO_LENGTHS = rf"^\s*{_NUMBER}\s*{_UNIT}?\s*[x×X*]\s*{_NUMBER}\s*{_UNIT}\s*$"
SIZE: Schema = {
    "anyOf": [
        {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9 _-]*$"},
        {"type": "string", "pattern": TWO_LENGTHS},
    ]
}
"""A name, or two lengths."""

COLOUR: Schema = {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": ["string", "number"]}
"""A number is taken as it is written."""

ANYTHING: Schema = {}
IDS: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
"""Ids of claims: in one text with blanks or commas between them, or a list."""

WORDS: Schema = {"type": "array", "items": TEXT}
PLAIN: Schema = {"type": ["string", "number", "boolean"]}
VALUES: Schema = {
    "anyOf": [
        {"type": "string", "pattern": r"^-?\d{1,9}\.\.-?\d{1,9}$"},
        {"type": "array", "items": PLAIN, "minItems": 1},
    ]
}
"""What a variable of `for` runs through: a range, or a list."""

FOR: Schema = {"type": "object", "additionalProperties": VALUES, "minProperties": 1}
CORNERS: Schema = {
    "type": "array",
    "items": {"type": "array", "items": LENGTH, "minItems": 2, "maxItems": 2},
    "minItems": 3,
}


def whole(low: int, high: int) -> Schema:
    """Return the schema of a whole number between limits."""
    return {"type": "integer", "minimum": low, "maximum": high}


def number(low: float, high: float) -> Schema:
    """Return the schema of a number between limits."""
    return {"type": "number", "minimum": low, "maximum": high}


def one_of(words: Iterable[str]) -> Schema:
    """Return the schema of a word out of several."""
    return {"enum": list(words)}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def map_of(values: Schema) -> Schema:
    """Return the schema of a mapping with names of one's own."""
    return {"type": "object", "additionalProperties": values}


def mapping(keys: Mapping[str, Schema], *, required: Iterable[str] = (), more: bool = False) -> Schema:
    """Return the schema of a mapping with these keys, and with `more` any other."""
    needed = list(required)
    return {
        "type": "object",
        "properties": dict(keys),
        **({"required": needed} if needed else {}),
        "additionalProperties": more,
    }


def described(schema: Schema, words: str) -> Schema:
    """Return the schema with the words that an editor shows for it."""
    return {**schema, "description": words}
