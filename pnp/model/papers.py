"""The papers pnp prints on."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pnp.model.errors import UnknownName
from pnp.model.geometry import Size
from pnp.text import near_names


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper a printer takes; `unprintable` is the margin no furniture may enter."""

    name: str
    title: str
    size: Size
    unprintable: float


UNPRINTABLE = 6.35
"""A quarter inch, in mm: the margin that home printers of every make leave white or less (their own tables name
1.8 to 6.7 mm, the largest only along one edge)."""


TILE_OVERLAP = 10.0
"""mm that the pages of a tiled board share, where the board does not say it."""


SAME_PAPER_MM = 0.05
"""A sheet within so much of its paper is the page itself, and nothing is cut: inches and millimetres of a format differ."""


FULL_SIZE = "full-size"
"""The name of the paper of every board in one piece: as large as that board with its bleed and marks."""


def _paper(name: str, title: str, width: float, height: float) -> tuple[str, Paper]:
    return name, Paper(name, title, Size(width, height), UNPRINTABLE)


PAPERS: Mapping[str, Paper] = MappingProxyType(
    dict(
        (
            _paper("a5", "A5", 148, 210),  # A sizes: ISO 216
            _paper("a4", "A4", 210, 297),
            _paper("letter", "Letter", 215.9, 279.4),  # 8.5 × 11 in, ANSI/ASME Y14.1 A
            _paper("legal", "Legal", 215.9, 355.6),  # 8.5 × 14 in
            _paper("a3", "A3", 297, 420),
            _paper("tabloid", "Tabloid", 279.4, 431.8),  # 11 × 17 in, ANSI/ASME Y14.1 B
            _paper("arch_b", "Arch B", 304.8, 457.2),  # 12 × 18 in, ANSI/ASME Y14.1 architectural
            _paper("sra3", "SRA3", 320, 450),  # ISO 217
        )
    )
)
"""Every paper, upright, the smaller ones first; the key is what `--paper` takes."""


def find_paper(name: str) -> Paper:
    """Return the paper of that name; case, spaces, hyphens and underscores do not matter.

    Raises UnknownName with the near names.

    >>> find_paper("Arch-B").size
    Size(width=304.8, height=457.2)
    """
    by_key = {_key(paper): PAPERS[paper] for paper in PAPERS}
    paper = by_key.get(_key(name))
    if paper is None:
        near = [by_key[key].name for key in near_names(_key(name), by_key, most=2, cutoff=0.5)]
        known = f"the papers are {', '.join(PAPERS)}"
        raise UnknownName(
            f'no paper is called "{name}"', f"did you mean {' or '.join(near)}? {known}" if near else known
        )
    return paper


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_")
