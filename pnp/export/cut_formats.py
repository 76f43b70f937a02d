"""The kinds of cut files by the name that the command line takes."""

import importlib.util
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pnp.model.errors import CannotUse, UnknownName

CUT_FORMATS: Mapping[str, str] = MappingProxyType({"svg": ".svg", "dxf": ".dxf", "laser": ".laser.svg"})
"""Name -> how the names of its files end; the first is the default."""

CUT_SUFFIXES = frozenset(f".{ending.rpartition('.')[2]}" for ending in CUT_FORMATS.values())

INSTALL = 'pip install "pnp-cards[dxf]"'


def refuse_cut_formats(names: Iterable[str]) -> None:
    """Raise UnknownName for a kind of cut files that is not there, CannotUse for one whose library is not installed."""
    for name in names:
        if name not in CUT_FORMATS:
            known = f"the kinds of cut files are {', '.join(CUT_FORMATS)}"
            raise UnknownName(
                f'there are no cut files of the kind "{name}"', f"{known}; a game is named before --cut"
            )
        if name == "dxf" and importlib.util.find_spec("ezdxf") is None:
            raise CannotUse("DXF needs the library ezdxf, which is not installed", INSTALL)
