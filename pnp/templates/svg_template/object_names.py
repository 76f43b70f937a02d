"""The meaning of an object's name in a drawing: the field it shows, when it shows it, and how.

`title` is a name; `badge show-if: rare` is a name and an instruction. Inkscape, Affinity and Illustrator keep names in places
of their own.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from pnp.model.diagnostics import HintedError
from pnp.text import decimal, nearest

LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_NAMES = (LABEL, "{http://www.serif.com/}id", "data-name", "id")
IMAGE = "{pnp}image"  # The attribute of a rectangle that was an image: the picture in it was an example.
NOTE = "{pnp}note"  # The attribute that keeps the description of an object.

INSTRUCTIONS = (
    *("show-if", "fill", "stroke", "art", "icon", "fit"),
    *("font", "size", "min", "align", "valign", "leading", "lines", "hyphenate"),
)
"""The instructions of a name, each followed by a colon."""

_WORDS = "|".join(INSTRUCTIONS)
_INSTRUCTION = re.compile(rf"(?:^|(?<=[\s_;,]))({_WORDS})[\s_]*:[\s_]*")
_UNKNOWN = re.compile(r"(?:^|\s)([a-z][a-z-]{2,11}):(?=\s|$)")
_PATH = re.compile(r"[A-Za-z]\w*(?:\.\w+)*")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{2,4})_")
_REPEATED = re.compile(r"(?<=\w)_\d+_$")  # What Illustrator adds to a name that another object has.


class NameFault(HintedError):
    """A name that cannot be read; `hint` says what to write."""


@dataclass(frozen=True, slots=True)
class ObjectName:
    """The name of an object without its instructions, those by name, and all of it as it is written."""

    name: str = ""
    instructions: Mapping[str, str] = field(default_factory=dict)
    written: str = ""


def object_name(element: Element) -> ObjectName:
    """Return what the name and the description of an object say. Raises NameFault."""
    key, written = next(((key, element.attrib[key]) for key in _NAMES if key in element.attrib), ("", ""))
    whole = written.strip().removeprefix("#")
    if key == "id":
        whole = _REPEATED.sub("", _ESCAPE.sub(lambda found: chr(int(found[1], 16)), whole))
    name, instructions = _split(whole, strict=key != "id")
    lines = (line.partition(":") for line in element.get(NOTE, "").splitlines())
    instructions |= {
        key.strip(): value.strip() for key, colon, value in lines if colon and key.strip() in INSTRUCTIONS
    }
    return ObjectName(name, instructions, written)


def _split(text: str, *, strict: bool) -> tuple[str, dict[str, str]]:
    """Return the name before the first instruction, and the instructions.

    >>> _split("badge show-if: suit=sun fill: suit", strict=True)
    ('badge', {'show-if': 'suit=sun', 'fill': 'suit'})
    """
    name, *rest = _INSTRUCTION.split(text)
    unknown = _UNKNOWN.search(text)
    if strict and unknown and unknown[1] not in INSTRUCTIONS:
        near = nearest(unknown[1], INSTRUCTIONS, cutoff=0.7)
        if near is not None:
            raise NameFault(f'"{unknown[1]}:" is not an instruction', f'did you mean "{near}:"?')
    values = (value.strip(" _;,") for value in rest[1::2])
    return name.strip(" _;,"), dict(zip(rest[::2], values, strict=True))


def field_meant(name: str, fields: Iterable[str]) -> str | None:
    """Return the field of a name, None when there is none; capitals, blanks and hyphens make no difference.

    A dot leads into a group of values: "enemy.strength".

    >>> field_meant("Card Text", ("title", "card_text"))
    'card_text'
    """
    known = {each.casefold(): each for each in fields}
    first, dot, rest = name.strip().partition(".")
    found = known.get(re.sub(r"[\s-]+", "_", first).casefold())
    return found if found is None or not dot else f"{found}.{rest}" if _PATH.fullmatch(rest) else None


# Conditions: `rare`, `not rare`, `suit=sun|moon`, `cost>=3`, several of them joined by "and".

_TEST = re.compile(r"(not )?([A-Za-z][\w.]*) ?(?:(!?=|[<>]=?) ?(\S.*))?")

_SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison of a field; without `sign` it must hold something. `values` are those of which one is enough."""

    field: str
    sign: str = ""
    values: tuple[str, ...] = ()
    negated: bool = False

    def holds(self, value: object) -> bool:
        """Say whether it is so for a value of the field."""
        return self._found(value) is not (self.negated or self.sign == "!=")

    def _found(self, value: object) -> bool:
        if not self.sign:
            return as_words(value).strip().casefold() not in {"", "no", "false", "0"}
        if self.sign in _SIGNS:
            return any(_in_order(value, self.sign, each) for each in self.values)
        held = [as_words(item).casefold() for item in (value if isinstance(value, tuple) else (value,))]
        return any(word.casefold() in held for word in self.values)


def _in_order(value: object, sign: str, other: str) -> bool:
    try:
        return _SIGNS[sign](float(as_words(value)), float(other))
    except ValueError:
        return False


def as_words(value: object) -> str:
    r"""Return the value of a field as it is printed; the entries of a list are lines.

    >>> as_words(2.50), as_words(None), as_words(("a", 1))
    ('2.5', '', 'a\n1')
    """
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float):
        return decimal(value)
    return "\n".join(map(as_words, value)) if isinstance(value, tuple) else str(value)


def conditions(text: str) -> tuple[Condition, ...]:
    """Return the comparisons that must all hold. Raises NameFault.

    >>> conditions("rare and suit=sun|moon")
    (Condition(field='rare', sign='', values=(), negated=False), Condition(field='suit', sign='=', values=('sun', 'moon'), negated=False))
    """
    found = list[Condition]()
    for part in " ".join(text.split()).split(" and "):
        test = _TEST.fullmatch(part)
        if test is None:
            hint = "write a field, or compare one: show-if: rare, show-if: suit=sun, show-if: cost>=3"
            raise NameFault(f'"{text}" cannot be read as a condition', hint)
        values = tuple(part.strip() for part in (test[4] or "").split("|")) if test[3] else ()
        found.append(Condition(test[2], test[3] or "", values, negated=bool(test[1])))
    return tuple(found)
