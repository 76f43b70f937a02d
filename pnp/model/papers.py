"""The papers pnp prints on, and ready-cut sheets by their order numbers: round labels, and cards on perforated card.

Sources of the ready-cut sheets: the template data of gLabels (Debian package glabels-data, its own licence is of the MIT kind), which gives size,
first place and pitch of each; the margins on the far sides were worked out from them and from the paper. gLabels rounds
inches to thousandths: OL5275 is listed as 0.656 and 0.813. Here they are the sixteenths and thirty-seconds which that
rounds, with which every sheet is symmetric to the micrometre.

Left out although gLabels has them: Avery 5194 and 5294, Avery 8414 and others that are not symmetric as listed, by two
millimetres and more; sheets with places nearer to the edge than 3 mm; and what is not sold any more.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pnp.model.diagnostics import PnpError, UnknownName
from pnp.model.geometry import MM_PER_UNIT, LengthError, Size, parse_length
from pnp.text import near_names


@dataclass(frozen=True, slots=True)
class BoughtSheet:
    """A sheet of round labels, or of perforated `cards`.

    (`x`, `y`) is the top-left corner of the box of the first; `dx`, `dy` run from centre to centre. Lengths in mm.
    """

    name: str
    title: str
    paper: str
    size: Size
    columns: int
    rows: int
    x: float
    y: float
    dx: float
    dy: float
    cards: bool = False

    @property
    def diameter(self) -> float:
        return self.size.width


INCH = 25.4

Numbers = tuple[float, float, int, int, float, float, float, float]
"""Width and height, columns, rows, x and y of the first, pitch across and down."""

_LETTER_LABELS: Mapping[str, tuple[str, Numbers]] = {  # in inches
    "OL32": ("OnlineLabels OL32", (0.5, 0.5, 11, 14, 0.25, 0.375, 0.75, 0.75)),
    "OL1575": ("OnlineLabels OL1575", (0.625, 0.625, 11, 14, 0.5125, 0.735, 0.685, 0.685)),
    "OL5275": ("OnlineLabels OL5275", (0.75, 0.75, 9, 12, 0.625, 0.65625, 0.8125, 0.8125)),
    "OL1245": ("OnlineLabels OL1245", (0.875, 0.875, 8, 10, 0.3125, 0.5625, 1.0, 1.0)),
    "OL1025": ("OnlineLabels OL1025", (1.0, 1.0, 7, 9, 0.375, 0.5, 1.125, 1.125)),
    "OL3012": ("OnlineLabels OL3012", (1.25, 1.25, 6, 8, 0.34375, 0.28125, 1.3125, 1.3125)),
    "OL2088": ("OnlineLabels OL2088", (1.5, 1.5, 5, 6, 0.25, 0.6875, 1.625, 1.625)),
    "8293": ("Avery 8293", (1.5, 1.5, 4, 5, 0.5, 0.75, 2.0, 2.0)),
    "5193": ("Avery 5193", (1.625, 1.625, 4, 6, 0.41575, 0.549, 2.0145, 1.6554)),
    "OL5375": ("OnlineLabels OL5375", (2.0, 2.0, 4, 5, 0.15625, 0.375, 2.0625, 2.0625)),
}
_A4_LABELS: Mapping[str, tuple[str, Numbers]] = {  # in mm
    "6500012x": ("Endisch 6500012x", (12, 12, 13, 18, 9, 15, 15, 15)),
    "1414K": ("Rayfilm 1414K", (14, 14, 13, 19, 5, 6.5, 15.5, 15)),
    "1818K": ("Rayfilm 1818K", (18, 18, 10, 15, 6, 6.5, 20, 19)),
    "6500020x": ("Endisch 6500020x", (20, 20, 8, 12, 16.25, 14.75, 22.5, 22.5)),
    "6500024x": ("Endisch 6500024x", (24, 24, 7, 10, 12, 15, 27, 27)),
    "2525K": ("Rayfilm 2525K", (25, 25, 7, 10, 8.5, 10, 28, 28)),
    "6500030x": ("Endisch 6500030x", (30, 30, 6, 8, 8.75, 19.75, 32.5, 32.5)),
    "6500040x": ("Endisch 6500040x", (40, 40, 4, 6, 16, 13.5, 46, 46)),
    "4545K": ("Rayfilm 4545K", (45, 45, 4, 6, 7.5, 6, 50, 48)),
    "6500060x": ("Endisch 6500060x", (60, 60, 3, 4, 8, 18, 67, 67)),
}
_LETTER_CARDS: Mapping[str, tuple[str, Numbers]] = {  # in inches
    "5371": ("Avery 5371", (3.5, 2.0, 2, 5, 0.75, 0.5, 3.5, 2.0)),
    "8373": ("Avery 8373", (3.5, 2.0, 2, 4, 0.5, 0.75, 4.0, 2.5)),
    "5388": ("Avery 5388", (5.0, 3.0, 1, 3, 1.75, 1.0, 5.0, 3.0)),
    "5389": ("Avery 5389", (6.0, 4.0, 1, 2, 1.25, 1.25, 6.0, 4.5)),
}
_A4_CARDS: Mapping[str, tuple[str, Numbers]] = {  # in mm
    "C32011": ("Avery C32011", (85, 54, 2, 5, 15, 13.5, 95, 54)),
    "C32015": ("Avery C32015", (85, 54, 2, 4, 17, 31.5, 91, 60)),
    "L7414": ("Avery L7414", (90, 52, 2, 5, 15, 18.5, 90, 52)),
}
_SAME_AS = {
    "OL5275": "SL115",
    "OL1025": "SL114",
    "8293": "3274.2 3112 OL158",
    "5193": "5293 SL107 WL-325",
    "6500040x": "GB3019",
    "6500060x": "GB3020",
    "5371": "5372 5377 5871 5876 5911 8371 8376 8471 8871 8876 28371 28877",
    "8373": "3612 5881 8869 28373",
    "5388": "5386 8388",
    "C32011": "C32011-10 OCC-3342",
    "C32015": "32015",
    "L7414": "7414",
}


def _sheets(
    paper: str, unit: float, table: Mapping[str, tuple[str, Numbers]], *, cards: bool
) -> dict[str, BoughtSheet]:
    sheets = {}
    for name, (title, (width, height, columns, rows, *lengths)) in table.items():
        x, y, across, down = (length * unit for length in lengths)
        size = Size(width * unit, height * unit)
        sheets[name] = BoughtSheet(name, title, paper, size, columns, rows, x, y, across, down, cards)
    return sheets


LABEL_SHEETS: Mapping[str, BoughtSheet] = {
    **_sheets("letter", INCH, _LETTER_LABELS, cards=False),
    **_sheets("a4", 1.0, _A4_LABELS, cards=False),
}
"""The sheets of labels by name, the smaller ones first on each paper. Lengths in mm."""

CARD_SHEETS: Mapping[str, BoughtSheet] = {
    **_sheets("letter", INCH, _LETTER_CARDS, cards=True),
    **_sheets("a4", 1.0, _A4_CARDS, cards=True),
}
"""The sheets of perforated cards by name. Lengths in mm."""

BOUGHT_SHEETS: Mapping[str, BoughtSheet] = {**LABEL_SHEETS, **CARD_SHEETS}


def squeezed(name: str) -> str:
    """Return a name without what people write differently: case, blanks, hyphens.

    >>> squeezed("OL-5275 ")
    'ol5275'
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum() or letter == ".")


def names_of(sheets: Mapping[str, BoughtSheet]) -> dict[str, BoughtSheet]:
    """Return the sheets by all the names they are known by, squeezed: with the maker's name, and those of the same sheet elsewhere."""
    named: dict[str, BoughtSheet] = {}
    for name, sheet in sheets.items():
        maker = sheet.title.removesuffix(name)
        for part in (*_SAME_AS.get(name, "").split(), name):
            named[squeezed(maker + part)] = named[squeezed(part)] = sheet
    return named


def free_margins(sheet: BoughtSheet, width: float, height: float) -> tuple[float, float, float, float]:
    """Return what a sheet leaves free of a paper of that size in mm: left, top, right, bottom.

    >>> [round(free, 6) for free in free_margins(LABEL_SHEETS["OL1025"], 215.9, 279.4)]
    [9.525, 12.7, 9.525, 12.7]
    """
    right = width - sheet.x - (sheet.columns - 1) * sheet.dx - sheet.size.width
    bottom = height - sheet.y - (sheet.rows - 1) * sheet.dy - sheet.size.height
    return (sheet.x, sheet.y, right, bottom)


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

TILE_OVERLAP = 10.0  # mm that the pages of a tiled board share, where the board does not say it.
SAME_PAPER_MM = 0.05  # A sheet within so much of its paper is the page: formats in inches differ so.
A4_OR_LETTER = "a4_letter"  # The name of what A4 and Letter have in common; nothing is sold in this size.
DEFAULT_PAPERS = ("a4", "letter")  # The papers every game is laid out on unless others are asked for.
FULL_SIZE = "full-size"  # The paper of boards in one piece: as large as each with bleed and marks.


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

SIZE = r"\d{1,4}(?:\.\d{1,3})?x\d{1,4}(?:\.\d{1,3})?(?:mm|in)"  # "200x300mm", "4x6in"
SIZES_MM = (50.0, 1500.0)  # Shortest and longest side of such a paper: a business card, a roll.
MOST_MARGIN = 50.0  # mm; a margin that is wider leaves less than the smallest paper has.


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
        raise PnpError(
            f"a margin of {margin:g} mm is not possible", f"write one from 0mm to {MOST_MARGIN:g}mm"
        )
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
        unit = size[-2:]
        short, long = sorted(float(side) for side in size[:-2].split("x"))
        sheet = Size(*(round(side * MM_PER_UNIT[unit], 9) for side in (short, long)))
        least, most = SIZES_MM
        if not (least <= sheet.width and sheet.height <= most):
            raise UnknownName(
                f'no paper has the size "{size}"',
                f"write sides from {least:g} mm to {most:g} mm, such as 200x300mm",
            )
        sides = f"{short:g}x{long:g}"
        return Paper(f"{sides}{unit}", f"{sides.replace('x', ' x ')} {unit}", sheet, UNPRINTABLE)
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


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_")
