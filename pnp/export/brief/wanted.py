"""A picture that an artist is asked for: what it is of, where on the card it goes, how large it must be."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.outline import Point


@dataclass(frozen=True, slots=True)
class Wanted:
    """One art slot as an artist sees it. Lengths in mm, points on the face of the piece.

    `corners` are those of the box, from the picture's own top left clockwise; `size` that of the box; `largest` the
    size of the largest box that shows the picture anywhere. `where` names the pieces that show it like this, `also`
    those that show it elsewhere. `status` says what is there now.
    """

    slot: str
    stem: str
    title: str
    note: str
    game: str
    component: Component
    piece: str
    where: str
    corners: tuple[Point, ...]
    size: Size
    largest: Size
    fit: str
    also: str
    status: str

    @property
    def deliver(self) -> str:
        """The file name to deliver; any ending will do unless the card names one."""
        own = self.slot.rpartition("/")[2]
        return own if _ENDING.search(own) else f"{own}.svg"

    @property
    def pixels(self) -> Mapping[int, tuple[int, int]]:
        """The pixels that fill the largest box at 300 and at 600 dpi."""
        size = self.largest
        return {
            dpi: (max(1, round(size.width / 25.4 * dpi)), max(1, round(size.height / 25.4 * dpi)))
            for dpi in (300, 600)
        }


_ENDING = re.compile(r"\.(svg|png|jpe?g|webp)$", re.IGNORECASE)
_ODD = re.compile(r"[^A-Za-z0-9_-]+")


def stems(slots: Iterable[str]) -> dict[str, str]:
    """Return for each slot a file name without ending that is safe everywhere, and no other slot's.

    >>> stems(["apple", "ants/red", "ants-red", "../x"])
    {'apple': 'apple', 'ants/red': 'ants-red', 'ants-red': 'ants-red-2', '../x': 'x'}
    """
    taken: set[str] = set()
    found = {}
    for slot in slots:
        plain = _ODD.sub("-", _ENDING.sub("", slot)).strip("-")[:80] or "picture"
        stem, number = plain, 1
        while stem.lower() in taken:
            number += 1
            stem = f"{plain}-{number}"
        taken.add(stem.lower())
        found[slot] = stem
    return found


def millimetres(size: Size) -> str:
    """Return a size as it is written everywhere.

    >>> millimetres(Size(56.6, 47.2))
    '56.6 × 47.2 mm'
    """
    return f"{round(size.width, 1):g} × {round(size.height, 1):g} mm"
