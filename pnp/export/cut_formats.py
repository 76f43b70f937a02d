"""The kinds of cut files and the machines by the names that the command line takes."""

import importlib.util
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from pnp.load.machines import cutting_machine, machine_names
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.machines import CuttingMachine
from pnp.text import listed

CUT_FORMATS: Mapping[str, str] = MappingProxyType({"svg": ".svg", "dxf": ".dxf", "laser": ".laser.svg"})
"""Name -> how the names of its files end; the first is the default."""

INSTALL = 'pip install "pnp-cards[dxf]"'


def cut_file_name(component: str, sheet: int, name: str) -> str:
    """Return what the file of a kind is called that has the lines of a sheet.

    >>> cut_file_name("cards", 2, "laser")
    'cards.cut-2.laser.svg'
    """
    return f"{component}.cut-{sheet}{CUT_FORMATS[name]}"


def found_cut_files(folder: Path, component: str) -> dict[Path, str]:
    """Return the cut files of a component's sheets that lie in a folder, and the kind of each."""
    endings = {ending: name for name, ending in CUT_FORMATS.items()}
    own = re.compile(rf"{re.escape(component)}\.cut-\d+({'|'.join(map(re.escape, endings))})")
    found = ((path, own.fullmatch(path.name)) for path in sorted(folder.glob(f"{component}.cut-*")))
    return {path: endings[match[1]] for path, match in found if match}


def can_write(name: str) -> bool:
    """Say whether the library is installed that a kind of cut files needs."""
    return name != "dxf" or importlib.util.find_spec("ezdxf") is not None


def cut_names() -> tuple[str, ...]:
    """Return all that the sheets can be cut with: the kinds of cut files, and the machines."""
    return (*CUT_FORMATS, *machine_names())


def machine_among(names: Iterable[str]) -> CuttingMachine | None:
    """Return the machine among some names, None where all are kinds of cut files."""
    return next((cutting_machine(name) for name in names if name in machine_names()), None)


def cut_formats(names: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds of cut files that are asked for: those named, and those a machine takes."""
    machine = machine_among(names)
    of_machine = machine.files if machine else ()
    return tuple(dict.fromkeys((*of_machine, *(name for name in names if name in CUT_FORMATS))))


def refuse_cut_formats(names: Sequence[str]) -> None:
    """Raise UnknownName for what sheets cannot be cut with, CannotUse for two machines or a library that is not installed."""
    for name in names:
        if name not in cut_names():
            known = f"write {listed(tuple(CUT_FORMATS), 'or')} for a kind of cut files, {listed(machine_names(), 'or')} for a machine"
            raise UnknownName(f'there is no "{name}" to cut with', f"{known}; a game is named before --cut")
    machines = [name for name in dict.fromkeys(names) if name in machine_names()]
    if len(machines) > 1:
        raise CannotUse(
            f"a sheet has the marks of one machine, not of {listed(machines)}", "build once for each"
        )
    if not all(map(can_write, cut_formats(names))):
        raise CannotUse("DXF needs the library ezdxf, which is not installed", INSTALL)
