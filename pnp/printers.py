"""The printers that were calibrated: a YAML file for each, in the user's own folder of settings."""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import yaml

from pnp.files import TooLarge, is_device, move, read_text, write
from pnp.model.calibration import MOST_MM, PRINTER_TYPES, Calibration, Factors, Printer, PrinterType, Sideways
from pnp.model.errors import CannotUse, CannotWrite, PnpError, UnknownName
from pnp.model.papers import MOST_MARGIN
from pnp.text import near_names

VARIABLE = "PNP_CONFIG_DIR"
"""An environment variable that names another folder, for a build server or a test."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_MOST_DEGREES = 10.0
_MOST_STRETCH = 0.25

MOST_BYTES = 10_000
"""Of the file of a printer."""


@dataclass(frozen=True, slots=True)
class KnownPrinters:
    """The printers by name, and a line for each file that was set aside because it holds no calibration."""

    printers: tuple[Printer, ...]
    set_aside: tuple[str, ...] = ()


def config_folder() -> Path:
    """Return the folder of settings, the user's own as each system has it; it need not exist."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_config_path  # noqa: PLC0415 - most tests name their folder

    return user_config_path("pnp", appauthor=False)


def keep_printer(printer: Printer) -> Path:
    """Write what is known of a printer, in the place of what was; return the file. Raises CannotWrite, and PnpError for its name."""
    path = _file(checked_name(printer.name))
    text = (
        f"# Made by pnp calibrate --printer {printer.name}. Lengths in mm, the turn in degrees clockwise.\n"
    )
    facts = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(printer.calibration).items()
    }
    for name in ("margin", "sideways", "type"):
        if (value := getattr(printer, name)) is not None:
            facts[name] = value
    text += yaml.safe_dump(facts, sort_keys=False, default_flow_style=None)
    try:
        write(path, text.encode())
    except CannotWrite as error:
        hint = f"free some space on the disk, or name another folder in the environment variable {VARIABLE}"
        raise CannotWrite(str(error), hint) from error
    return path


def known_printers() -> KnownPrinters:
    """Return every printer that was calibrated; a file that holds no calibration gets the ending .corrupt."""
    found, aside = [], []
    for name in _names():
        try:
            found.append(_read(name))
        except CannotUse as error:
            aside.append(str(error))
    return KnownPrinters(tuple(found), tuple(aside))


def find_printer(name: str) -> Printer:
    """Return the printer of that name; raises UnknownName with those there are, and CannotUse for a damaged file."""
    folded = name.casefold()
    names = _names()
    if folded in names:
        return _read(folded)
    known = f"the printers are {', '.join(names)}" if names else "none is calibrated yet"
    near = near_names(folded, names, most=2)
    hint = f"did you mean {' or '.join(near)}? {known}" if near else known
    raise UnknownName(f'no printer is called "{name}"', f"{hint}; pnp calibrate adds one")


def checked_name(name: str) -> str:
    """Return a name in small letters that a file may have; raises PnpError for any other.

    >>> checked_name("Office-2")
    'office-2'
    """
    folded = name.casefold()
    if not _NAME.fullmatch(folded) or is_device(folded):
        hint = "take letters from a to z, digits and hyphens, such as office or epson-et-2850"
        raise PnpError(f'"{name}" cannot be the name of a printer', hint)
    return folded


def _names() -> tuple[str, ...]:
    paths = (config_folder() / "printers").glob("*.yaml")
    return tuple(sorted(path.stem for path in paths if _NAME.fullmatch(path.stem)))


def _file(name: str) -> Path:
    return config_folder() / "printers" / f"{name}.yaml"


def _read(name: str) -> Printer:
    path = _file(name)
    try:
        facts = yaml.safe_load(read_text(path, limit=MOST_BYTES))
        more = (
            {key: facts.pop(key, None) for key in ("margin", "sideways", "type")}
            if isinstance(facts, dict)
            else {}
        )
        return Printer(
            name,
            _calibration(facts),
            _margin(more.get("margin")),
            _sideways(more.get("sideways")),
            _type(more.get("type")),
        )
    # PyYAML raises nearly anything for numbers and days that are none.
    except (
        TooLarge,
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
        yaml.YAMLError,
    ):
        aside = path.with_name(f"{path.name}.corrupt")
        move(path, aside, root=path.parent)
        raise CannotUse(
            f"what is known of the printer {name} is damaged: its file is now {aside}",
            f"calibrate it again: pnp calibrate --printer {name}",
        ) from None
    except OSError as error:
        reason = f"{path} cannot be read: {error.strerror}"
        raise CannotUse(reason, f"remove it, then run: pnp calibrate --printer {name}") from error


def _calibration(facts: object) -> Calibration:
    """Return what a file says; raises ValueError, TypeError or KeyError when that is none of ours."""
    if not isinstance(facts, Mapping) or facts.keys() != asdict(Calibration()).keys():
        raise ValueError(facts)
    return Calibration(
        _factors(facts["front"]),
        _factors(facts["back"]),
        right=_number(facts["right"], most=MOST_MM),
        down=_number(facts["down"], most=MOST_MM),
        turn=_number(facts["turn"], most=_MOST_DEGREES),
    )


def _factors(pair: object) -> Factors:
    if not isinstance(pair, list):
        raise TypeError(pair)
    width, height = (_number(each, most=2) for each in pair)
    if max(abs(width - 1), abs(height - 1)) > _MOST_STRETCH:
        raise ValueError(pair)
    return width, height


def _sideways(value: object) -> Sideways | None:
    if value not in {None, "left", "right"}:
        raise ValueError(value)
    return value


def _type(value: Any) -> PrinterType | None:
    if value is not None and value not in PRINTER_TYPES:
        raise ValueError(value)
    return value  # type: ignore[no-any-return]  # one of those


def _margin(value: object) -> float | None:
    if value is None:
        return None
    margin = _number(value, most=MOST_MARGIN)
    if margin < 0:
        raise ValueError(value)
    return margin


def _number(value: object, *, most: float) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > most:
        raise ValueError(value)
    return float(value)
