"""Keys of files: what each is called, holds and means. Files are read by them, and their JSON Schemas are made of them."""

from collections.abc import Collection, Iterable
from typing import Generic, Self, TypeAlias, TypeVar

from pnp.load.nodes import Findings, MapNode, Node, Problem, ScalarNode, described, whole_of
from pnp.load.sizes import mm_of
from pnp.text import suggest
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
MAPPING: Schema = {"type": "object"}
IDS: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
"""Ids of claims: in one text with blanks or commas between them, or a list."""

WORDS: Schema = {"type": "array", "items": TEXT}
TEXTS: Schema = {"anyOf": [TEXT, WORDS]}
"""A text, or a list of texts."""

FOR: Schema = {
    "type": "object",
    "additionalProperties": {
        "anyOf": [
            {"type": "string", "pattern": r"^-?\d{1,9}\.\.-?\d{1,9}$"},
            {"type": "array", "items": {"type": ["string", "number", "boolean"]}, "minItems": 1},
        ]
    },
    "minProperties": 1,
}
"""Variables, each with what it runs through: a range, or a list."""

CORNERS: Schema = {
    "type": "array",
    "items": {"type": "array", "items": LENGTH, "minItems": 2, "maxItems": 2},
    "minItems": 3,
}


def one_of(words: Iterable[str]) -> Schema:
    """Return the schema of a word out of several."""
    return {"enum": [str(word) for word in words]}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def map_of(values: Schema) -> Schema:
    """Return the schema of a mapping with names of one's own."""
    return {"type": "object", "additionalProperties": values}


def either(*schemas: Schema) -> Schema:
    """Return the schema of what one of several schemas accepts."""
    return {"anyOf": list(schemas)}


def or_looked_up(schema: Schema) -> Schema:
    """Return the schema of a value that may be looked up in a table, or made with {placeholders}."""
    return either(schema, MAPPING, {"type": "string", "pattern": r"\{\w+\}"})


def mapping(keys: Iterable["FileKey"], *, required: Iterable[str] = (), more: bool = False) -> Schema:
    """Return the schema of a mapping with these keys, and with `more` any other."""
    needed = list(required)
    return {
        "type": "object",
        "properties": {str(key): key.described for key in keys},
        **({"required": needed} if needed else {}),
        "additionalProperties": more,
    }


_Word = TypeVar("_Word", bound=str)


class FileKey(str):  # noqa: SLOT000 - a few hundred for each process
    """A key of a file: the text is its name, `doc` says what it is for, `schema` what it holds."""

    def __new__(cls, name: str, *_: object, **__: object) -> Self:
        """Return the name as a key."""
        return super().__new__(cls, name)

    def __init__(self, _name: str, doc: str = "", schema: Schema = ANYTHING) -> None:
        self.doc = doc
        self.schema = schema

    @property
    def described(self) -> Schema:
        """The schema with the words that an editor shows for it."""
        return {**self.schema, "description": self.doc} if self.doc else self.schema


class TextKey(FileKey):
    """A key that holds a text."""

    def __init__(self, name: str, doc: str = "", schema: Schema = TEXT) -> None:
        super().__init__(name, doc, schema)

    def read(self, section: MapNode, findings: Findings) -> str | None:
        """Return the text; None for no text (with PNP104 for anything else)."""
        return findings.want_text(section.get(self), self)


class FlagKey(FileKey):
    """A key that holds true or false."""

    def __init__(self, name: str, doc: str = "", *, default: bool = False) -> None:
        super().__init__(name, doc, FLAG)
        self.default = default

    def read(self, section: MapNode, findings: Findings) -> bool:
        """Return true or false; the default (with PNP104) for anything else."""
        return findings.want_flag(section.get(self), self, default=self.default)


class NumberKey(FileKey):
    """A key that holds a number from `low` to `high`; `hint` says what to write in place of anything else."""

    def __init__(
        self, name: str, doc: str, bounds: tuple[float, float], *, default: float = 0.0, hint: str
    ) -> None:
        low, high = bounds
        super().__init__(name, doc, {"type": "number", "minimum": low, "maximum": high})
        self.bounds, self.default, self.hint = bounds, default, hint

    def read(self, section: MapNode, findings: Findings) -> float:
        """Return the number; the default (with PNP104) for anything else."""
        node = section.get(self)
        return findings.want_number(node, self, self.bounds, default=self.default, hint=self.hint)


class WholeKey(FileKey):
    """A key that holds a whole number from `low` to `high`."""

    def __init__(self, name: str, doc: str, low: int, high: int) -> None:
        super().__init__(name, doc, {"type": "integer", "minimum": low, "maximum": high})
        self.low, self.high = low, high

    def parsed(self, node: Node | None, findings: Findings) -> int | None:
        """Return the number that a node holds; None for no node, or with PNP104 or PNP117."""
        return findings.attempt(whole_of, node, self, self.low, self.high)

    def want(self, section: MapNode, what: str, findings: Findings, *, example: str) -> int | None:
        """Return the number that must be written in `what`; None with PNP104, PNP105 or PNP117."""
        return self.parsed(findings.require(section, self, what, example=example), findings)


class WordKey(FileKey, Generic[_Word]):
    """A key that holds one of several words."""

    def __init__(self, name: str, doc: str, words: Collection[_Word], *, many: str = "") -> None:
        super().__init__(name, doc, one_of(words))
        self.words, self.many = words, many or f"{name}s"

    def parsed(self, node: Node) -> _Word:
        """Return the word that a node holds; raises Problem (PNP114)."""
        text = node.text if isinstance(node, ScalarNode) else ""
        for word in self.words:
            if word == text:
                return word
        hint = suggest(text, self.words, what=self.many)
        raise Problem("PNP114", f"there is no {self} called {described(node)}", node.place, hint)

    def read(self, section: MapNode, findings: Findings) -> _Word | None:
        """Return the word; None for none, or with PNP114."""
        return findings.attempt(self.parsed, section.get(self))


class LengthKey(FileKey):
    """A key that holds a length from `least` to `most` mm."""

    def __init__(
        self, name: str, doc: str = "", *, least: float = 0.0, most: float, example: str = "30mm"
    ) -> None:
        super().__init__(name, doc, LENGTH)
        self.least, self.most, self.example = least, most, example

    def read(
        self, section: MapNode, findings: Findings, default: float, *, most: float | None = None
    ) -> float:
        """Return the length in mm; the default (with PNP110) for none, and for one that is too long."""
        usual = f"{default:g}mm"
        limit = self.most if most is None else most
        length = findings.attempt(self._between, section.get(self), 0.0, limit, example=usual, instead=usual)
        return default if length is None else length

    def want(
        self, section: MapNode, what: str, findings: Findings, *, example: str = "", most: float | None = None
    ) -> float | None:
        """Return the length in mm that must be written in `what`; None with PNP105 or PNP110."""
        example, limit = example or self.example, self.most if most is None else most
        node = findings.require(section, self, what, example=example)
        return findings.attempt(self._between, node, self.least, limit, example=example)

    def _between(self, node: Node, least: float, most: float, *, example: str, instead: str = "") -> float:
        length = mm_of(node, self, example=example)
        if not least <= length <= most:
            message = f"{self} must be {least:g} mm to {most:g} mm, got {length:g} mm"
            instead = instead or f"{min(max(length, least), most):g}mm"
            raise Problem("PNP110", message, node.place, f"write {instead}")
        return length
