"""Keys of files: their names, types and meanings. Files are read with them, and JSON Schemas are made from them."""

import json
import math
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Generic, Self, TypeAlias, TypeVar

from pnp.files import read_package
from pnp.load.nodes import (
    Findings,
    ListNode,
    MapNode,
    Node,
    Problem,
    ScalarNode,
    described,
    not_wanted,
    text_of,
    whole_of,
)
from pnp.model.diagnostics import Place
from pnp.model.geometry import (
    MM_PER_UNIT,
    LengthError,
    Point,
    Size,
    crosses_itself,
    parse_length,
    signed_area,
)
from pnp.model.papers import A4_OR_LETTER, PAPERS
from pnp.text import suggest

Schema: TypeAlias = dict[str, object]
_UNIT = rf"({'|'.join(MM_PER_UNIT)}|MM|IN|\"|″)"
_NUMBER = r"(\d+(\.\d+)?|\.\d+)"
LENGTH: Schema = {"type": "string", "pattern": rf"^\s*-?{_NUMBER}\s*{_UNIT}\s*$"}
TWO_LENGTHS = rf"^\s*{_NUMBER}\s*{_UNIT}?\s*[x×X*]\s*{_NUMBER}\s*{_UNIT}\s*$"
_NAMED_SIZE: Schema = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9 _-]*$"}
SIZE: Schema = {"anyOf": [_NAMED_SIZE, {"type": "string", "pattern": TWO_LENGTHS}]}
"""A name, or two lengths."""

COLOUR: Schema = {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": ["string", "number"]}  # A number is taken as it is written.
ANYTHING: Schema = {}
MAPPING: Schema = {"type": "object"}
IDS: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
"""Ids of claims: in one text with blanks or commas between them, or a list."""

WORDS: Schema = {"type": "array", "items": TEXT}
TEXTS: Schema = {"anyOf": [TEXT, WORDS]}  # A text, or a list of texts.

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

_CORNER: Schema = {"type": "array", "items": LENGTH, "minItems": 2, "maxItems": 2}
CORNERS: Schema = {"type": "array", "items": _CORNER, "minItems": 3}


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


# Sizes and lengths of a component: named card sizes, or lengths with units.

NAMED: Mapping[str, Size] = {
    name: Size(*sides) for name, sides in json.loads(read_package("pnp.load", "card_sizes.json")).items()
}
"""Finished card sizes in mm: the trims that print shops and sleeve makers publish under these names."""

SMALLEST, LARGEST = 5.0, 1200.0
"""The sides in mm between which scissors work and paper exists (A0 is 1189 mm long)."""

_EXAMPLE = 'write a named size such as standard, or two lengths such as "63mm x 88mm"'


def read_size(node: Node) -> Size:
    """Return the size that `node` names or spells out; raises Problem (PNP110)."""
    text = text_of(node, "size")
    if re.search(r"\d", text) is None:
        squeezed = {re.sub(r"[\s_-]", "", name): size for name, size in NAMED.items()}
        size = squeezed.get(re.sub(r"[\s_-]", "", text.casefold()))
        if size is None:
            raise _no_size(node, text, suggest(text, NAMED, what="sizes"), "63mm x 88mm")
        return size
    parts = re.split(r"\s*[x×X*]\s*", text.strip())
    if len(parts) != 2:
        raise Problem("PNP110", f'"{text}" is not a size', node.place, _EXAMPLE)
    if re.fullmatch(r"[\d.]+", parts[0]):  # "63 x 88 mm": the unit is said once, for both
        unit = re.sub(r"[\d.,\s]", "", parts[1])
        if not unit:
            hint = f'write "{parts[0]}mm x {parts[1]}mm"'
            raise Problem("PNP110", f'"{text}" has no unit', node.place, hint)
        parts[0] = parts[0] + unit
    return Size(_side(parts[0], node.place), _side(parts[1], node.place))


def _no_size(node: Node, text: str, near: str, example: str) -> Problem:
    return Problem("PNP110", f'there is no size "{text}"', node.place, f'{near} (or "{example}")')


def _side(text: str, place: Place) -> float:
    side = _length(text, place)
    if not SMALLEST <= side <= LARGEST:
        hint = f"the sides of a piece are {SMALLEST:g} mm to {LARGEST:g} mm"
        raise Problem("PNP110", f"a side of {side:g} mm is not possible", place, hint)
    return side


def mm_of(node: Node, what: str, *, example: str = "30mm") -> float:
    """Return a length in mm of any sign; raises Problem (PNP110)."""
    if not isinstance(node, ScalarNode) or node.value is None or isinstance(node.value, bool):
        raise not_wanted(node, f"{what} must be a length", f"write {example}", "PNP110")
    return _length(node.text, node.place)


SAME_MM, LEAST_MM2 = 0.01, 1.0
"""Corners so near are the same, finer than any printer's dot; a polygon smaller than that is a slip."""


def read_polygon(
    node: Node, findings: Findings, what: str, code: str, *, most: int
) -> tuple[Point, ...] | None:
    """Return the corners of a polygon, either way round; None with findings, or raises Problem of that code."""
    listed = findings.want_list(node, "points")
    points: list[Point | None] = []
    for item in listed.items if listed else ():
        if isinstance(item, ListNode) and len(item.items) == 2:
            x, y = (findings.attempt(mm_of, number, "a corner") for number in item.items)
            points.append(None if x is None or y is None else (x, y))
        else:
            findings.wrong_value(item, "a corner must be [x, y]", hint="write [30mm, 40mm]")
            points.append(None)
    found = tuple(point for point in points if point is not None)
    if not listed or len(found) != len(points):
        return None
    fault = None
    if not 3 <= len(found) <= most:
        example = "write points: [[0mm, 0mm], [30mm, 0mm], [15mm, 26mm]]"
        fault = f"a {what} has 3 to {most} corners, got {len(found)}", example
    elif any(math.dist(found[n - 1], found[n]) < SAME_MM for n in range(len(found))):
        fault = f"two corners of the {what} are in the same place", "delete one of them"
    elif crosses_itself(found):
        fault = f"the sides of the {what} cross", f"write the corners in order around the {what}"
    elif abs(signed_area(found)) < LEAST_MM2:
        fault = f"the corners of the {what} lie on a line", "move one of them"
    if fault is not None:
        raise Problem(code, fault[0], node.place, fault[1])
    return found


def _length(text: str, place: Place) -> float:
    try:
        return parse_length(text)
    except LengthError as error:
        raise Problem("PNP110", str(error), place, error.hint) from error


# Sizes of sheets and boards: paper formats, lying or upright, beside the sizes of cards.

FORMATS: Mapping[str, Size] = {
    "a1": Size(594, 841),  # A sizes: ISO 216
    "a2": Size(420, 594),
    **{name.replace("_", " "): paper.size for name, paper in PAPERS.items() if name != A4_OR_LETTER},
    "a7": Size(74, 105),
    "half letter": Size(139.7, 215.9),  # ANSI/ASME Y14.1 A, folded once
    "quarter letter": Size(107.95, 139.7),
    "card": NAMED["standard"],
}
"""Formats by name, upright, in mm."""

_NAME = re.compile(r"(?:(landscape|portrait) )?([a-z][a-z0-9 ]*?)(?: (landscape|portrait))?")


def read_format(node: Node) -> Size:
    """Return the size that `node` names ("a5", "a6 landscape", "card") or spells out; raises Problem (PNP110)."""
    text = text_of(node, "size")
    match = _NAME.fullmatch(re.sub(r"[\s_-]+", " ", text.strip().casefold()))
    if match is None:
        return read_size(node)
    before, name, after = match.groups()
    size = FORMATS.get(name) or NAMED.get(name)
    if size is None:
        raise _no_size(node, text, suggest(name, FORMATS, what="formats"), "148mm x 105mm")
    short, long = sorted((size.width, size.height))
    turn = before or after
    return size if turn is None else Size(long, short) if turn == "landscape" else Size(short, long)
