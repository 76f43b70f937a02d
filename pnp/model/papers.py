"""The papers pnp prints on."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pnp.model.bought_sheets import BOUGHT_SHEETS, BoughtSheet, names_of, squeezed
from pnp.model.errors import PnpError, UnknownName
from pnp.model.geometry import Size
from pnp.text import near_names
from pnp.units import MM_PER_UNIT, LengthError, parse_length


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper a printer takes; `unprintable` is the margin no furniture may enter, `sheet` the places of one sold ready cut."""

    name: str
    title: str
    size: Size
    unprintable: float
    sheet: BoughtSheet | None = None


UNPRINTABLE = 6.35
"""A quarter inch, in mm: the margin that home printers of every make leave white or less (their own tables name
1.8 to 6.7 mm, the largest only along one edge)."""


TILE_OVERLAP = 10.0
"""mm that the pages of a tiled board share, where the board does not say it."""


SAME_PAPER_MM = 0.05
"""A sheet within so much of its paper is the page itself, and nothing is cut: inches and millimetres of a format differ."""


A4_OR_LETTER = "a4_letter"
"""The name of what A4 and Letter have in common; nothing is sold in this size."""

DEFAULT_PAPERS = ("a4", "letter")
"""The papers every game is laid out on unless others are asked for."""

FULL_SIZE = "full-size"
"""The name of the paper of every board in one piece: as large as that board with its bleed and marks."""


def _paper(name: str, title: str, width: float, height: float) -> tuple[str, Paper]:
    return name, Paper(name, title, Size(width, height), UNPRINTABLE)


PAPERS: Mapping[str, Paper] = dict(
    (
        _paper("a6", "A6", 105, 148),  # A sizes: ISO 216
        _paper("a5", "A5", 148, 210),
        _paper(A4_OR_LETTER, "A4 or Letter", 210, 279.4),
        _paper("a4", "A4", 210, 297),
        _paper("letter", "Letter", 215.9, 279.4),  # 8.5 × 11 in, ANSI/ASME Y14.1 A
        _paper("legal", "Legal", 215.9, 355.6),  # 8.5 × 14 in
        _paper("a3", "A3", 297, 420),
        _paper("tabloid", "Tabloid", 279.4, 431.8),  # 11 × 17 in, ANSI/ASME Y14.1 B
        _paper("arch_b", "Arch B", 304.8, 457.2),  # 12 × 18 in, ANSI/ASME Y14.1 architectural
        _paper("sra3", "SRA3", 320, 450),  # ISO 217
    )
)
"""Every paper that has a name, upright, the smaller ones first; the key is what `--paper` takes."""

SIZE = r"\d{1,4}(?:\.\d{1,3})?x\d{1,4}(?:\.\d{1,3})?(?:mm|in)"
"""How a paper of any other size is written, as a pattern: "200x300mm", "4x6in"."""

SIZES_MM = (50.0, 1500.0)
"""The shortest and the longest side of such a paper: a business card, and the length of a roll."""


MOST_MARGIN = 50.0
"""mm; a margin that is wider leaves less than the smallest paper has."""


def margin_of(text: str) -> float:
    """Return the margin in mm that is written, such as "5mm" or "0.2in"; raises PnpError.

    >>> margin_of("0.25in")
    6.35
    """
    try:
        margin = parse_length(text)
    except LengthError as error:
        raise PnpError(f"the margin: {error}", error.hint) from error
    if not 0 <= margin <= MOST_MARGIN:
        raise PnpError(f"a margin of {margin:g} mm cannot be", f"write one from 0mm to {MOST_MARGIN:g}mm")
    return margin


def find_paper(name: str) -> Paper:
    """Return the paper of that name or size, or the bought sheet; case, spaces, hyphens and underscores do not matter.

    Raises UnknownName with the near names, and for a size that is no paper's.

    >>> find_paper("Arch-B").size
    Size(width=304.8, height=457.2)
    >>> find_paper("6 x 4 in").size
    Size(width=101.6, height=152.4)
    >>> find_paper("69mm x 94mm").title
    '69 x 94 mm'
    >>> find_paper("avery-8371").title
    'Avery 5371'
    """
    size = re.sub(r"(mm|in)(x[\d.]+\1)", r"\2", _key(name))  # the unit may be said of both sides
    if re.fullmatch(SIZE, size):
        return _of_size(size)
    by_key = {_key(paper): PAPERS[paper] for paper in PAPERS}
    sheets = names_of(BOUGHT_SHEETS)
    paper = by_key.get(_key(name)) or (
        _of_sheet(sheets[squeezed(name)]) if squeezed(name) in sheets else None
    )
    if paper is None:
        sizes = (f"{size}{unit}" for unit in ("in", "mm"))
        near = [size for size in sizes if re.fullmatch(SIZE, size) and _paper_or_none(size) is not None]
        near = near or [by_key[key].name for key in near_names(_key(name), by_key, most=2, cutoff=0.5)]
        near = near or near_names(name, BOUGHT_SHEETS, most=2, cutoff=0.6)
        known = (
            f"the papers are {', '.join(PAPERS)}, and any size such as 200x300mm or 4x6in; "
            f"the sheets of labels and cards are {', '.join(BOUGHT_SHEETS)}"
        )
        raise UnknownName(
            f'no paper is called "{name}"', f"did you mean {' or '.join(near)}? {known}" if near else known
        )
    return paper


def found_papers(names: Iterable[str]) -> tuple[Paper, ...]:
    """Return the papers among some names, such as those of folders, as they are named: in the order of PAPERS, by size, bought sheets."""
    known = set(names)
    sizes = sorted(name for name in known if re.fullmatch(SIZE, name))
    others = [paper for name in sizes if (paper := _paper_or_none(name)) is not None and paper.name == name]
    sheets = (_of_sheet(sheet) for name, sheet in BOUGHT_SHEETS.items() if name in known)
    return (*(paper for name, paper in PAPERS.items() if name in known), *others, *sheets)


def _paper_or_none(name: str) -> Paper | None:
    try:
        return find_paper(name)
    except UnknownName:
        return None


def _of_sheet(sheet: BoughtSheet) -> Paper:
    return replace(PAPERS[sheet.paper], name=sheet.name, title=sheet.title, sheet=sheet)


def _of_size(written: str) -> Paper:
    unit = written[-2:]
    short, long = sorted(float(side) for side in written[:-2].split("x"))
    size = Size(*(round(side * MM_PER_UNIT[unit], 9) for side in (short, long)))
    least, most = SIZES_MM
    if not (least <= size.width and size.height <= most):
        raise UnknownName(
            f'no paper has the size "{written}"',
            f"write sides from {least:g} mm to {most:g} mm, such as 200x300mm",
        )
    sides = f"{short:g}x{long:g}"
    return Paper(f"{sides}{unit}", f"{sides.replace('x', ' x ')} {unit}", size, UNPRINTABLE)


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_")
