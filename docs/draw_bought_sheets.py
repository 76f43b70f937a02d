"""The picture of ready-cut sheets in docs/printing.md: the places of some of them, and what is printed beyond."""  # noqa: INP001

from PIL import Image, ImageDraw, ImageFont

from pnp.model.papers import Paper, find_paper

SHOWN = ("5371", "C32015", "OL1025", "2525K")
SCALE, DRAWN_AT = 1.6, 4
"""Pixels for a mm, and how many times larger it is drawn first, so that lines are even."""

PAPER_WHITE, PLACE, LINE, INK = "#ffffff", "#e3eef6", "#4a7a9b", "#222222"
WORDS_MM = 16


def bought_sheets() -> list[Image.Image]:
    """Return a picture of each sheet, with its name below."""
    return [_sheet(find_paper(name)) for name in SHOWN]


def _sheet(paper: Paper) -> Image.Image:
    sheet, scale = paper.sheet, SCALE * DRAWN_AT
    if sheet is None:
        raise ValueError(paper.name)
    width, height = (round(each * scale) for each in (paper.size.width, paper.size.height + WORDS_MM))
    picture = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, width - 1, round(paper.size.height * scale)), fill=PAPER_WHITE)
    shape = draw.ellipse if not sheet.cards else draw.rectangle
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            left, top = sheet.x + column * sheet.dx, sheet.y + row * sheet.dy
            box = (left, top, left + sheet.size.width, top + sheet.size.height)
            shape([each * scale for each in box], fill=PLACE, outline=LINE, width=DRAWN_AT)
    words = f"{paper.title}, {sheet.columns * sheet.rows} on a sheet"
    font = ImageFont.load_default(size=round(9 * scale))
    draw.text((width / 2, height - WORDS_MM * scale / 2), words, fill=INK, font=font, anchor="mm")
    return picture.resize((width // DRAWN_AT, height // DRAWN_AT), Image.Resampling.LANCZOS)
