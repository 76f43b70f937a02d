"""Plug-ins: objects that register themselves when their module is loaded, from pnp or from installed packages."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

_P = TypeVar("_P")


def registered(package: str, kind: type[_P]) -> Iterator[_P]:
    """Yield the objects of a class that the modules of a package define, in the order of the modules' names."""
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        names = vars(import_module(module.name))
        yield from (value for name, value in names.items() if isinstance(value, kind) and name.isupper())


def named(group: str, name: str) -> object:
    """Return what an installed package names so among its entry points of a group, None if none does."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes longer than all else of this module

    return next((point.load() for point in entry_points(group=group, name=name)), None)


def installed(group: str, kind: type[_P]) -> Iterator[_P]:
    """Yield objects that installed packages name as entry points of a group. Raises TypeError for a wrong class."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes longer than all else of this module

    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        value = point.load()
        if not isinstance(value, kind):
            message = f"the entry point {point.name} of {group} is not of the class {kind.__name__}"
            raise TypeError(message)
        yield value
