"""The papers pnp prints on, and ready-cut sheets by their order numbers: round labels, and cards on perforated card.

Sources of the ready-cut sheets: the template data of gLabels (Debian package glabels-data, its own licence is of the MIT kind), which gives size,
first place and pitch of each; the margins on the far sides were worked out from them and from the paper. gLabels rounds
inches to thousandths: OL5275 is listed as 0.656 and 0.813. Here they are the sixteenths and thirty-seconds which that
rounds, with which every sheet is symmetric to the micrometre.

Left out although gLabels has them: Avery 5194 and 5294, Avery 8414 and others that are not symmetric as listed, by two
millimetres and more; sheets with places nearer to the edge than 3 mm; and what is not sold any more.
"""

import math
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

Table = Mapping[str, tuple[str, str, tuple[float, float, int, int, float, float, float, float], str]]
"""Paper, maker; width and height, columns, rows, x and y of the first, pitch across and down, in inches for letter and mm for a4;
the names of the same sheet elsewhere."""

_LABELS: Table = {
    "OL32": ("letter", "OnlineLabels", (0.5, 0.5, 11, 14, 0.25, 0.375, 0.75, 0.75), ""),
    "OL1575": ("letter", "OnlineLabels", (0.625, 0.625, 11, 14, 0.5125, 0.735, 0.685, 0.685), ""),
    "OL5275": ("letter", "OnlineLabels", (0.75, 0.75, 9, 12, 0.625, 0.65625, 0.8125, 0.8125), "SL115"),
    "OL1245": ("letter", "OnlineLabels", (0.875, 0.875, 8, 10, 0.3125, 0.5625, 1.0, 1.0), ""),
    "OL1025": ("letter", "OnlineLabels", (1.0, 1.0, 7, 9, 0.375, 0.5, 1.125, 1.125), "SL114"),
    "OL3012": ("letter", "OnlineLabels", (1.25, 1.25, 6, 8, 0.34375, 0.28125, 1.3125, 1.3125), ""),
    "OL2088": ("letter", "OnlineLabels", (1.5, 1.5, 5, 6, 0.25, 0.6875, 1.625, 1.625), ""),
    "8293": ("letter", "Avery", (1.5, 1.5, 4, 5, 0.5, 0.75, 2.0, 2.0), "3274.2 3112 OL158"),
    "5193": ("letter", "Avery", (1.625, 1.625, 4, 6, 0.41575, 0.549, 2.0145, 1.6554), "5293 SL107 WL-325"),
    "OL5375": ("letter", "OnlineLabels", (2.0, 2.0, 4, 5, 0.15625, 0.375, 2.0625, 2.0625), ""),
    "6500012x": ("a4", "Endisch", (12, 12, 13, 18, 9, 15, 15, 15), ""),
    "1414K": ("a4", "Rayfilm", (14, 14, 13, 19, 5, 6.5, 15.5, 15), ""),
    "1818K": ("a4", "Rayfilm", (18, 18, 10, 15, 6, 6.5, 20, 19), ""),
    "6500020x": ("a4", "Endisch", (20, 20, 8, 12, 16.25, 14.75, 22.5, 22.5), ""),
    "6500024x": ("a4", "Endisch", (24, 24, 7, 10, 12, 15, 27, 27), ""),
    "2525K": ("a4", "Rayfilm", (25, 25, 7, 10, 8.5, 10, 28, 28), ""),
    "6500030x": ("a4", "Endisch", (30, 30, 6, 8, 8.75, 19.75, 32.5, 32.5), ""),
    "6500040x": ("a4", "Endisch", (40, 40, 4, 6, 16, 13.5, 46, 46), "GB3019"),
    "4545K": ("a4", "Rayfilm", (45, 45, 4, 6, 7.5, 6, 50, 48), ""),
    "6500060x": ("a4", "Endisch", (60, 60, 3, 4, 8, 18, 67, 67), "GB3020"),
}
_CARDS: Table = {
    "5371": (
        "letter",
        "Avery",
        (3.5, 2.0, 2, 5, 0.75, 0.5, 3.5, 2.0),
        "5372 5377 5871 5876 5911 8371 8376 8471 8871 8876 28371 28877",
    ),
    "8373": ("letter", "Avery", (3.5, 2.0, 2, 4, 0.5, 0.75, 4.0, 2.5), "3612 5881 8869 28373"),
    "5388": ("letter", "Avery", (5.0, 3.0, 1, 3, 1.75, 1.0, 5.0, 3.0), "5386 8388"),
    "5389": ("letter", "Avery", (6.0, 4.0, 1, 2, 1.25, 1.25, 6.0, 4.5), ""),
    "C32011": ("a4", "Avery", (85, 54, 2, 5, 15, 13.5, 95, 54), "C32011-10 OCC-3342"),
    "C32015": ("a4", "Avery", (85, 54, 2, 4, 17, 31.5, 91, 60), "32015"),
    "L7414": ("a4", "Avery", (90, 52, 2, 5, 15, 18.5, 90, 52), "7414"),
}


def _sheets(table: Table, *, cards: bool) -> dict[str, BoughtSheet]:
    sheets = {}
    for name, (paper, maker, (width, height, columns, rows, *lengths), _) in table.items():
        unit = INCH if paper == "letter" else 1.0
        x, y, across, down = (length * unit for length in lengths)
        about = (name, f"{maker} {name}", paper, Size(width * unit, height * unit), columns, rows)
        sheets[name] = BoughtSheet(*about, x, y, across, down, cards)
    return sheets


LABEL_SHEETS: Mapping[str, BoughtSheet] = _sheets(_LABELS, cards=False)
"""The sheets of labels by name, the smaller ones first on each paper. Lengths in mm."""

CARD_SHEETS: Mapping[str, BoughtSheet] = _sheets(_CARDS, cards=True)
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
        for part in (*{**_LABELS, **_CARDS}[name][3].split(), name):
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


PAPERS: Mapping[str, Paper] = {
    name: Paper(name, title, Size(width, height), UNPRINTABLE)
    for name, title, width, height in (
        ("a6", "A6", 105, 148),  # A sizes: ISO 216
        ("a5", "A5", 148, 210),
        (A4_OR_LETTER, "A4 or Letter", 210, 279.4),
        ("a4", "A4", 210, 297),
        ("letter", "Letter", 215.9, 279.4),  # 8.5 × 11 in, ANSI/ASME Y14.1 A
        ("legal", "Legal", 215.9, 355.6),  # 8.5 × 14 in
        ("a3", "A3", 297, 420),
        ("tabloid", "Tabloid", 279.4, 431.8),  # 11 × 17 in, ANSI/ASME Y14.1 B
        ("arch_b", "Arch B", 304.8, 457.2),  # 12 × 18 in, ANSI/ASME Y14.1 architectural
        ("sra3", "SRA3", 320, 450),  # ISO 217
    )
}
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
        hint = f"write one from 0mm to {MOST_MARGIN:g}mm"
        raise PnpError(f"a margin of {margin:g} mm is not possible", hint)
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
    size = re.sub(r"(mm|in)(x[\d.]+\1)", r"\2", squeezed(name))  # the unit may be said of both sides
    if re.fullmatch(SIZE, size):
        unit = size[-2:]
        short, long = sorted(float(side) for side in size[:-2].split("x"))
        sheet = Size(*(round(side * MM_PER_UNIT[unit], 9) for side in (short, long)))
        least, most = SIZES_MM
        if not (least <= sheet.width and sheet.height <= most):
            hint = f"write sides from {least:g} mm to {most:g} mm, such as 200x300mm"
            raise UnknownName(f'no paper has the size "{size}"', hint)
        sides = f"{short:g}x{long:g}"
        return Paper(f"{sides}{unit}", f"{sides.replace('x', ' x ')} {unit}", sheet, UNPRINTABLE)
    by_key = {squeezed(paper): PAPERS[paper] for paper in PAPERS}
    bought = names_of(BOUGHT_SHEETS).get(squeezed(name))
    paper = by_key.get(squeezed(name)) or (_of_sheet(bought) if bought else None)
    if paper is None:
        sizes = (f"{size}{unit}" for unit in ("in", "mm"))
        near = [size for size in sizes if re.fullmatch(SIZE, size) and _paper_or_none(size) is not None]
        near = near or [by_key[key].name for key in near_names(squeezed(name), by_key, most=2, cutoff=0.5)]
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


def is_in_inches(paper: Size) -> bool:
    """Say whether both sides of a paper are whole quarters of an inch."""
    return all(abs(side / INCH * 4 % 1 - 0.5) > 0.49 for side in (paper.width, paper.height))


def in_us_units(words: str) -> str:
    """Return words on paper and board as they are sold in America.

    >>> in_us_units("Card, 200 to 250 g/m²."), in_us_units("2 mm thick, 400 × 274 mm, 12 × 3 cm")
    ('Card, 200 to 250 g/m² (75 to 90 lb cover).', '2 mm thick, 15.8 × 10.8 in, 4.8 × 1.2 in')
    """

    def pounds(match: re.Match[str]) -> str:
        weights = [int(each) for each in match.groups() if each]
        kind, each = ("cover", 2.704) if weights[-1] > 160 else ("text", 1.48)
        sold = " to ".join(str(5 * round(weight / each / 5)) for weight in weights)
        return f"{match[0]} ({sold} lb {kind})"

    def inches(match: re.Match[str]) -> str:
        sides, inch = (match[1], INCH) if match[1] else (match[2], INCH / 10)
        return f"{' × '.join(f'{math.ceil(float(each) / inch * 10 - 0.1) / 10:g}' for each in sides.split(' × '))} in"

    words = re.sub(r"(\d+)(?: to (\d+))? g/m²", pounds, words)
    return re.sub(r"(?<=thick, )([\d.]+ × [\d.]+) mm|([\d.]+(?: × [\d.]+)+) cm", inches, words)
