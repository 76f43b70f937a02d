"""What the findings of this stage mean, by code."""

CODES = {
    "PNP402": "a piece is larger than the printable part of the paper",
    "PNP403": "a piece does not fit twice on one side of the paper, as gutterfold needs",
    "PNP404": "there is no room on the sheet for the footer or the ruler",
    "PNP405": "there is no room on the sheet for crop marks at some cuts",
    "PNP408": "a space of a board lies on two pages",
}
