"""The papers pnp prints on."""

from collections.abc import Mapping
from types import MappingProxyType

from pnp.model.geometry import Size
from pnp.model.sheet import Paper

UNPRINTABLE = 6.35
"""A quarter inch, in mm: the margin that home printers of every make leave white or less (their own tables name
1.8 to 6.7 mm, the largest only along one edge)."""

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
