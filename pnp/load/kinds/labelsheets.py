"""Sheets of round labels that are sold by the pack, by their order numbers.

Sources: the template data of gLabels (Debian package glabels-data, its own licence is of the MIT kind), which gives
diameter, first label and pitch of each; the margins on the far sides were worked out from them and from the paper.
gLabels rounds inches to thousandths: OL5275 is listed as 0.656 and 0.813. Here they are the sixteenths and
thirty-seconds which that rounds, with which every sheet is symmetric to the micrometre.

Left out although gLabels has them: Avery 5194 and 5294, which are not symmetric as listed, and the Begalabel O-100.
"""

from collections.abc import Mapping
from types import MappingProxyType

from pnp.model.labels import LabelSheet

INCH = 25.4
Numbers = tuple[float, int, int, float, float, float, float]
"""Diameter, columns, rows, x and y of the first label's box, pitch across and down."""

_LETTER: Mapping[str, tuple[str, Numbers]] = {  # in inches
    "OL32": ("OnlineLabels OL32", (0.5, 11, 14, 0.25, 0.375, 0.75, 0.75)),
    "OL5275": ("OnlineLabels OL5275", (0.75, 9, 12, 0.625, 0.65625, 0.8125, 0.8125)),
    "OL1245": ("OnlineLabels OL1245", (0.875, 8, 10, 0.3125, 0.5625, 1.0, 1.0)),
    "OL1025": ("OnlineLabels OL1025", (1.0, 7, 9, 0.375, 0.5, 1.125, 1.125)),
    "OL3012": ("OnlineLabels OL3012", (1.25, 6, 8, 0.34375, 0.28125, 1.3125, 1.3125)),
    "8293": ("Avery 8293", (1.5, 4, 5, 0.5, 0.75, 2.0, 2.0)),
    "OL5375": ("OnlineLabels OL5375", (2.0, 4, 5, 0.15625, 0.375, 2.0625, 2.0625)),
}
_A4: Mapping[str, tuple[str, Numbers]] = {  # in mm
    "1818K": ("Rayfilm 1818K", (18, 10, 15, 6, 6.5, 20, 19)),
    "6500020x": ("Endisch 6500020x", (20, 8, 12, 16.25, 14.75, 22.5, 22.5)),
    "6500024x": ("Endisch 6500024x", (24, 7, 10, 12, 15, 27, 27)),
    "2525K": ("Rayfilm 2525K", (25, 7, 10, 8.5, 10, 28, 28)),
    "6500030x": ("Endisch 6500030x", (30, 6, 8, 8.75, 19.75, 32.5, 32.5)),
    "6500040x": ("Endisch 6500040x", (40, 4, 6, 16, 13.5, 46, 46)),
}
_ALSO_SOLD_AS = {"SL115": "OL5275", "SL114": "OL1025", "3274.2": "8293", "3112": "8293", "GB3019": "6500040x"}


def _sheet(name: str, title: str, paper: str, numbers: Numbers, unit: float) -> LabelSheet:
    diameter, columns, rows, *lengths = numbers
    return LabelSheet(name, title, paper, diameter * unit, columns, rows, *(each * unit for each in lengths))


LABEL_SHEETS: Mapping[str, LabelSheet] = MappingProxyType(
    {
        **{name: _sheet(name, title, "letter", each, INCH) for name, (title, each) in _LETTER.items()},
        **{name: _sheet(name, title, "a4", each, 1.0) for name, (title, each) in _A4.items()},
    }
)
"""The sheets by name, the smaller labels first on each paper. Lengths in mm."""


def squeezed(name: str) -> str:
    """Return a name without what people write differently: case, blanks, hyphens.

    >>> squeezed("OL-5275 ")
    'ol5275'
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum() or letter == ".")


def find_label_sheet(name: str, own: Mapping[str, LabelSheet]) -> LabelSheet | None:
    """Return the sheet of that name, with or without its maker's, the designer's own ones first; None if there is none.

    >>> find_label_sheet("endisch 65000 20X", {}).title
    'Endisch 6500020x'
    """
    wanted = squeezed(name)
    names = {squeezed(sheet.title): sheet for sheet in LABEL_SHEETS.values()}
    names |= {squeezed(alias): LABEL_SHEETS[known] for alias, known in _ALSO_SOLD_AS.items()}
    for known in (LABEL_SHEETS, own):
        names |= {squeezed(key): sheet for key, sheet in known.items()}
    return names.get(wanted)


def free_margins(sheet: LabelSheet, width: float, height: float) -> tuple[float, float, float, float]:
    """Return what a sheet leaves free of a paper of that size in mm: left, top, right, bottom.

    >>> [round(free, 6) for free in free_margins(LABEL_SHEETS["OL1025"], 215.9, 279.4)]
    [9.525, 12.7, 9.525, 12.7]
    """
    right = width - sheet.x - (sheet.columns - 1) * sheet.dx - sheet.diameter
    bottom = height - sheet.y - (sheet.rows - 1) * sheet.dy - sheet.diameter
    return (sheet.x, sheet.y, right, bottom)
