"""What the findings of this stage mean, by code."""

CODES = {
    "PNP550": "the file is not there, or is no whole PDF",
    "PNP551": "a page is not the size of its paper, or its boxes disagree with what lies on it",
    "PNP552": "a page is not labelled with its sheet and side, or the pages are out of order",
    "PNP553": "the file does not ask the printer for true size",
    "PNP554": "a card is not at true size, is turned by an odd angle, or is cut short",
    "PNP555": "a card overlaps another, or hangs over the edge of the paper",
    "PNP556": "what is seen in a card's place is not the card as the data has it",
    "PNP557": "a piece is on the sheets too often, too rarely or not at all",
    "PNP558": "a front and a back that belong together do not lie behind each other",
    "PNP559": "a font is not embedded, not cut down to what is used, or is there twice",
    "PNP560": "a drawing asks for a font or a picture that is not in the file",
    "PNP561": "the manifest says something else than the file",
    "PNP562": "a part of a board is on no page",
    "PNP563": "pages of a board to be glued together share less than they should",
}
