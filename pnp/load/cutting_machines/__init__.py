"""The supported cutting machines, one YAML file each: their registration marks, and the source for them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pnp.files import package_names, read_package
from pnp.model.cutting_machines import CuttingMachine, RegistrationPattern
from pnp.model.errors import CannotUse
from pnp.model.geometry import Size
from pnp.units import LengthError, parse_length


@cache
def machine_names() -> tuple[str, ...]:
    """Return the names of the machines there are."""
    return tuple(name.removesuffix(".yaml") for name in package_names(__package__) if name.endswith(".yaml"))


@cache
def cutting_machine(name: str) -> CuttingMachine:
    """Return the machine of that name, one of machine_names. Raises CannotUse for a file with a mistake."""
    return read_machine(name, read_package(__package__, f"{name}.yaml").decode())


def read_machine(name: str, text: str) -> CuttingMachine:
    """Return the machine that a YAML text describes. Raises CannotUse, which says what is wrong with it."""
    import yaml  # noqa: PLC0415 - the command line shows the names alone

    try:
        said = yaml.safe_load(text)
        return CuttingMachine(
            id=name,
            title=str(said["title"]),
            checked=str(said["checked"]),
            sources=tuple(map(str, said["sources"])),
            files=tuple(map(str, said.get("files", ()))),
            gap=parse_length(str(said["gap"])),
            bleed=parse_length(str(said["bleed"])),
            pattern=_pattern(said) if "marks" in said else None,
            areas={paper: _size(area) for paper, area in said["areas"].items()} if "areas" in said else None,
            dpi=int(said.get("dpi", 0)),
        )
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError, LengthError) as error:
        wrong = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise CannotUse(f"the machine {name}.yaml cannot be used: {wrong}") from error


def _pattern(said: Mapping[str, Any]) -> RegistrationPattern:
    shortest, longest = (parse_length(part) for part in str(said["arms"]).split(" to "))
    lengths = {key: parse_length(str(said[key])) for key in ("inset", "thickness", "square", "clear")}
    return RegistrationPattern(dict(said["marks"]), shortest=shortest, longest=longest, **lengths)


def _size(said: str) -> Size:
    width, height = (parse_length(part) for part in said.split(" x "))
    return Size(width, height)
