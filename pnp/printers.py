"""The calibrated printers: a YAML file for each, in the user's settings folder."""

import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import yaml

from pnp.files import is_device, read_text, write
from pnp.model.calibration import MOST_MM, Calibration, Printer
from pnp.model.diagnostics import CannotUse, CannotWrite, PnpError, UnknownName
from pnp.model.papers import MOST_MARGIN
from pnp.model.sheet import PRINTER_TYPES
from pnp.text import near_names

VARIABLE = "PNP_CONFIG_DIR"  # an environment variable that names another folder, for a build server or a test
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_MOST_DEGREES = 10.0
_MOST_STRETCH = 0.25
MOST_BYTES = 10_000  # of the file of a printer


@dataclass(frozen=True, slots=True)
class KnownPrinters:
    """The printers by name, and a line for each file that holds no calibration."""

    printers: tuple[Printer, ...]
    damaged: tuple[str, ...] = ()


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
    """Return every printer that was calibrated, and what is wrong with the files of others."""
    found, damaged = [], []
    for name in _names():
        try:
            found.append(_read(name))
        except CannotUse as error:
            damaged.append(f"{error}; {error.hint}")
    return KnownPrinters(tuple(found), tuple(damaged))


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
    hint = f"calibrate it again: pnp calibrate --printer {name}"
    try:
        facts = yaml.safe_load(read_text(path, limit=MOST_BYTES))
        front, back = ((float(width), float(height)) for width, height in (facts["front"], facts["back"]))
        right, down, turn = (float(facts[key]) for key in ("right", "down", "turn"))
        margin = None if facts.get("margin") is None else float(facts["margin"])
        sideways, kind = facts.get("sideways"), facts.get("type")
    except Exception as error:  # PyYAML raises nearly anything for numbers and days that are none
        raise CannotUse(f"{path} cannot be read: {error}", hint) from error
    limits = (
        (right, MOST_MM),
        (down, MOST_MM),
        (turn, _MOST_DEGREES),
        *((share - 1, _MOST_STRETCH) for share in front + back),
    )
    if (
        not all(abs(value) <= most for value, most in limits)
        or not 0 <= (margin or 0) <= MOST_MARGIN
        or sideways not in (None, "left", "right")
        or kind not in (None, *PRINTER_TYPES)
    ):
        raise CannotUse(f"{path} contains impossible values", hint)
    return Printer(name, Calibration(front, back, right=right, down=down, turn=turn), margin, sideways, kind)
