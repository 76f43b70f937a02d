"""Where the designer has pieces lie on a sheet: measured for a tool, a template or a ready-cut paper."""

from dataclasses import dataclass
from typing import NamedTuple

from pnp.model.geometry import Rect, Size


class PlaceOnSheet(NamedTuple):
    """The box a piece is cut from, in mm from the top-left corner of the page, and how far it is turned clockwise."""

    box: Rect
    turn: int = 0


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The places of a page, in the order in which they are filled."""

    page: Size
    places: tuple[PlaceOnSheet, ...]
