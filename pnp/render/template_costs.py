"""What templates work through, in bytes: how much a value holds, however it is shared, and what is made of it.

Lists of the same list, thirty times, are 2^30 letters when they are printed or compared: they weigh so much here, and
weighing takes as long as there are different lists.
"""

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Sequence, Sized, ValuesView

from jinja2 import Undefined
from jinja2.exceptions import SecurityError
from jinja2.utils import Namespace

from pnp.render import drawing_limits
from pnp.render.template_values import FieldProxy

ITEM_BYTES = 32
"""What one item of a list counts: a look at it takes as long as at so many letters."""

_PART_BYTES = 60  # what a text that is split off takes by itself
_WIDEST = 4  # bytes of a letter in a text with emoji
_LEVELS = 50  # lists inside lists: Python's own functions call themselves for each
_SLOW = 20
"""So many times as long as others take what looks at every letter or item in Python, or compares it with others."""

_SPLITTING = frozenset(
    {"split", "rsplit", "splitlines", "list", "wordcount", "title", "batch", "slice", "map"}
)
_TAKING_LONG = frozenset(
    {"sort", "unique", "groupby", "dictsort", "min", "max", "urlize", "wordwrap", "urlencode"}
)


_FLAT = frozenset({float, bool, type(None)})
_ONE_BY_ONE = frozenset({"map", "select", "reject", "selectattr", "rejectattr", "sum", "xmlattr", "tojson"})
_ITEM_WORK = 150  # bytes that count for calling something for one item


def weight(value: object) -> int:
    """Return roughly how many bytes it takes to write a value; raises SecurityError for lists in lists without end.

    >>> weight("abc"), weight([1, 2]), weight(7)
    (3, 96, 0)
    """
    if isinstance(value, str):
        return len(value) if value.isascii() else _WIDEST * len(value)
    return _Weighing().of(value)[0]


class _Weighing:
    """Weighs values, each once, with how many levels it has."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, int]] = {}

    def of(self, value: object, depth: int = 1) -> tuple[int, int]:
        if isinstance(value, str | bytes):
            return weight(value) if isinstance(value, str) else len(value), 0
        if isinstance(value, int):
            return value.bit_length() // 8, 0
        inside = _inside(value)
        if inside is None:
            return 0, 0
        if isinstance(inside, range):
            return ITEM_BYTES * (len(inside) + 1), 1
        known = self._known.get(id(value))
        if known is None:
            self._refuse_deep(depth)
            self._known[id(value)] = (ITEM_BYTES, 1)  # of what contains itself
            total, levels = ITEM_BYTES, 0
            for each in inside:
                if type(each) in _FLAT:
                    total += ITEM_BYTES
                    continue
                own, below = self.of(each, depth + 1)
                total, levels = total + ITEM_BYTES + own, max(levels, below)
            known = self._known[id(value)] = (total, levels + 1)
        self._refuse_deep(depth + known[1] - 1)
        return known

    @staticmethod
    def _refuse_deep(depth: int) -> None:
        if depth > _LEVELS:
            raise SecurityError(f"lists inside each other, more than {_LEVELS} deep")


def _inside(value: object) -> Sequence[object] | range | None:
    """Return what is worked through with a value, None for one that holds no others."""
    if isinstance(value, list | tuple | range):
        return value
    if isinstance(value, Mapping):
        return [each for pair in value.items() for each in pair]
    if isinstance(value, Namespace):
        return list(object.__getattribute__(value, "_Namespace__attrs").values())
    if isinstance(value, FieldProxy):  # its fields cannot be written all at once
        return range(len(value))
    if isinstance(value, VIEWS):
        return [*value]
    return None


VIEWS = (KeysView, ValuesView, ItemsView)
"""What dict.items() and its like return."""


def shallow_weight(value: object) -> int:
    """Return what a value takes without what is in its items, which was paid for when they were made."""
    if isinstance(value, str):
        return weight(value)
    return ITEM_BYTES * len(value) if isinstance(value, list | tuple | dict) else 0


def as_list(value: object) -> object:
    """Return what can be gone through once as a list, so that its length is known; anything else as it is."""
    return list(value) if isinstance(value, Iterator) else value


def work_of(name: str, subject: object, arguments: Sequence[object]) -> int:
    """Return the work of a filter or a method of that name."""
    work = weight(subject) + sum(map(weight, arguments))
    if name in _SPLITTING and isinstance(subject, str | bytes):
        work += _PART_BYTES * len(subject)
    elif name in _TAKING_LONG:
        work *= _SLOW
    elif name in _ONE_BY_ONE:
        work += _ITEM_WORK * _length(subject)
    return work


def growth_of(name: str, subject: object, arguments: Sequence[object]) -> int:
    """Return how much more than it is given a filter or a method makes, at the most; what it is given is paid for."""
    grows = _GROWING.get(name)
    return grows(subject, arguments) if grows is not None else 0


def _length(value: object) -> int:
    return len(value) if isinstance(value, Sized) and not isinstance(value, Undefined) else 0


def _longest(arguments: Sequence[object]) -> int:
    return max(map(weight, arguments), default=0)


def _joined(subject: object, arguments: Sequence[object]) -> int:
    """Return the glue between the parts, for the filter and for the method of a text."""
    parts = [subject, *arguments]
    counts = (len(each) for each in parts if isinstance(each, list | tuple | Mapping | str | range))
    return max(counts, default=0) * max((weight(each) for each in parts if isinstance(each, str)), default=0)


def _replaced(subject: object, arguments: Sequence[object]) -> int:
    text, written = str(subject), [str(each) for each in arguments[:2]]
    return text.count(written[0]) * len(written[1]) if len(written) == 2 else 0


def _filled(subject: object, arguments: Sequence[object]) -> int:
    """Return what a format may come to: every field as long as its longest value."""
    if isinstance(subject, str):
        return (subject.count("%") + subject.count("{")) * _longest(arguments)
    return 0


def _translated(subject: object, arguments: Sequence[object]) -> int:
    tables = [each for each in arguments if isinstance(each, Mapping)]
    longest = max((weight(each) for table in tables for each in table.values()), default=0)
    return len(subject) * longest if isinstance(subject, str) else 0


def _with_tabs(subject: object, arguments: Sequence[object]) -> int:
    return subject.count("\t") * _number(arguments) if isinstance(subject, str) else 0


def _between_lines(subject: object, arguments: Sequence[object]) -> int:
    texts = [each for each in arguments if isinstance(each, str)]
    lines = str(subject).count("\n") + 1 if isinstance(subject, str) else 0
    return lines * (_number(arguments) + _longest(texts))


def _wrapped(subject: object, arguments: Sequence[object]) -> int:
    """Return the work of a function that cuts a line off a long word again and again, and what comes between lines."""
    words = str(subject).split() if isinstance(subject, str) else []
    cuts = max(map(len, words), default=0) // max(1, _number(arguments)) + 1
    return cuts * weight(subject) + _between_words(subject, arguments)


def _with_links(subject: object, arguments: Sequence[object]) -> int:
    return 9 * _SLOW * weight(subject) + _between_words(subject, arguments)


def _between_words(subject: object, arguments: Sequence[object]) -> int:
    texts = [each for each in arguments if isinstance(each, str)]
    return len(subject) * _longest(texts) if isinstance(subject, str) else 0


def _as_json(subject: object, arguments: Sequence[object]) -> int:
    return weight(subject) // ITEM_BYTES * _number(arguments)


def _without_tags(subject: object, _: Sequence[object]) -> int:
    """Return the work of a function that begins anew at every comment."""
    return len(subject) * subject.count("<") if isinstance(subject, str) else 0


def _number(arguments: Sequence[object]) -> int:
    return max((int(each) for each in arguments if isinstance(each, int)), default=0)


_GROWING: Mapping[str, Callable[[object, Sequence[object]], int]] = {
    "join": _joined,
    "replace": _replaced,
    **dict.fromkeys(("format", "format_map", "%"), _filled),
    "translate": _translated,
    "expandtabs": _with_tabs,
    "indent": _between_lines,
    "wordwrap": _wrapped,
    "urlize": _with_links,
    "truncate": _between_words,
    "tojson": _as_json,
    "striptags": _without_tags,
}
"""What makes more than it is given, and how much at the most."""


def refuse_long_number(value: object) -> None:
    """Raise SecurityError for a whole number with more digits than Python prints."""
    if type(value) is int and value.bit_length() > drawing_limits.MAX_BITS:
        raise SecurityError("the number is too large")
