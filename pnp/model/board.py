"""A board: spaces with a place and a shape, which the template draws and the rules read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.model.diagnostics import Place
from pnp.model.geometry import Size
from pnp.model.outline import Point
from pnp.model.value import Value, empty


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a board. `points` are its corners in mm from the board's top-left corner, clockwise.

    `centre` is where a token stands; `neighbours` are ids of spaces, in the order they were written; `fields` are
    the designer's own keys (price, row, letter ...).
    """

    id: str
    points: tuple[Point, ...]
    centre: Point
    round: bool
    neighbours: tuple[str, ...]
    place: Place
    fields: Mapping[str, Value] = field(default_factory=empty)


@dataclass(frozen=True, slots=True)
class Board:
    """The spaces of one board and how it is tiled: `overlap` mm are printed twice where two pages join."""

    size: Size
    spaces: tuple[Space, ...]
    overlap: float = 10.0
