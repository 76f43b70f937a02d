"""Data as templates see it: read-only, fields by attribute, and nothing else to reach for.

A mapping handed to Jinja as it is would answer `piece.items` with a method; a proxy answers only with fields.
"""

from collections.abc import Iterator, Mapping
from typing import NoReturn

from jinja2 import StrictUndefined, Undefined, UndefinedError
from jinja2.exceptions import SecurityError

from pnp.text import near_names, nearest

NAMES = (
    "game",
    "component",
    "piece",
    "face",
    "palette",
    "theme",
    "smallest",
    "fit",
    "line",
    "icon",
    "picture",
)
"""What every template is given."""


class FieldProxy:
    """Fields by attribute or key, which knows whether it was read: a back that asks nothing of its card is every card's."""

    __slots__ = ("_fields", "_kind", "_was_read")

    def __init__(self, kind: str, fields: Mapping[str, object]) -> None:
        self._kind = kind
        self._fields = fields
        self._was_read = False

    def __getattr__(self, name: str) -> object:
        """Return a field; AttributeError when there is none."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> object:
        """Return a field; KeyError when there is none."""
        self._was_read = True
        return wrapped(self._fields[name], f"{self._kind}.{name}")

    def __contains__(self, name: object) -> bool:
        """Say whether there is such a field."""
        self._was_read = True
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the fields."""
        self._was_read = True
        return iter(self._fields)

    def __len__(self) -> int:
        """Return the number of fields."""
        self._was_read = True
        return len(self._fields)

    def __str__(self) -> str:
        """Refuse to be printed: what Python would print is an address, another one on every run."""
        first = next(iter(self._fields), "name")
        raise TypeError(f"{self._kind} is a group of values; write one of them, such as {self._kind}.{first}")

    __html__ = __repr__ = __str__


# Functions, not methods: a method would hide a field of its name.


def fields_of(proxy: FieldProxy) -> Mapping[str, object]:
    """Return the fields themselves."""
    return proxy._fields


def was_read(proxy: FieldProxy) -> bool:
    """Say whether anything was asked of the fields."""
    return proxy._was_read  # noqa: SLF001


def wrapped(value: object, kind: str) -> object:
    """Return mappings as proxies, inside tuples too; anything else as it is."""
    if isinstance(value, Mapping):
        return FieldProxy(kind, value)
    if isinstance(value, tuple):
        return tuple(wrapped(each, f"{kind} entry") for each in value)
    return value


class MissingField(UndefinedError):
    """A template asked for something that is not there; `hint` names what is near."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Missing(StrictUndefined):
    """Jinja's undefined value, with a message for people instead of for programmers."""

    def _fail_with_undefined_error(self, *_args: object, **_kwargs: object) -> NoReturn:
        if self._undefined_exception is SecurityError:
            raise SecurityError(str(self._undefined_message))
        raise missing_field(self._undefined_obj, str(self._undefined_name))


for _name in {
    name
    for each in (Undefined, StrictUndefined)
    for name, method in vars(each).items()
    if method is Undefined._fail_with_undefined_error  # noqa: SLF001 - the methods that are this one by other names
}:
    setattr(Missing, _name, Missing._fail_with_undefined_error)  # noqa: SLF001


def missing_field(owner: object, name: str) -> MissingField:
    """Return the error for a field `name` that `owner` does not have."""
    if isinstance(owner, FieldProxy):
        have = list(owner)
        near = near_names(name, have, cutoff=0.5) or sorted(have)[:12]
        kind = object.__getattribute__(owner, "_kind")
        hint = "it has " + (", ".join(near) if near else "none")
        return MissingField(f'{kind} has no field "{name}"', hint)
    if isinstance(owner, tuple | list):
        return MissingField(f"the list has no entry {name}", f"it has {len(owner)}, counted from 0")
    if isinstance(owner, str | int | float):
        return MissingField(f'"{owner}" has no field "{name}"', "it is a single value, not a group")
    meant = nearest(name, NAMES)
    names = f"did you mean {meant}?" if meant else f"a template has {', '.join(NAMES)}"
    return MissingField(f'there is no "{name}"', names)
