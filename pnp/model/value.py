"""What a field can hold: what YAML can say, frozen (lists are tuples, mappings are read-only)."""

from collections.abc import Mapping
from types import MappingProxyType

Value = None | bool | int | float | str | tuple["Value", ...] | Mapping[str, "Value"]

_EMPTY: Mapping[str, Value] = MappingProxyType({})


def empty() -> Mapping[str, Value]:
    """Return a mapping without fields: what a dataclass's `default_factory` can take on Python 3.11."""
    return _EMPTY
