"""The words of a brief: the list of pictures as a table for a spreadsheet, and the letter that goes with it."""

import csv
import io
from collections.abc import Sequence

from pnp.export.brief.wanted import Wanted, millimetres

HEAD = (
    "slot", "title", "note", "width_mm", "height_mm", "width_px_300", "height_px_300", "width_px_600",
    "height_px_600", "fit", "piece", "component", "game", "file", "now",
)  # fmt: skip

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table(wanted: Sequence[Wanted]) -> str:
    """Return the pictures as CSV; a text that a spreadsheet would take for a formula stands behind an apostrophe."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(HEAD)
    for each in wanted:
        size, pixels = each.largest, each.pixels
        cells = (
            each.slot, each.title, each.note, f"{size.width:g}", f"{size.height:g}", *pixels[300], *pixels[600],
            each.fit, each.piece, each.component.id, each.game, each.deliver, each.status,
        )  # fmt: skip
        rows.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _cell(value: object) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) and not text.lstrip("-").isdigit() else text


LETTER = """\
Pictures for {title}
{rule}

This folder is for whoever draws the pictures of {title}. {counted} wanted; slots.csv lists
them with their sizes (it opens in a spreadsheet).

What is here
------------

guides/     for each picture an SVG and a PNG at true size: the card, faint, and the box to fill
slots.csv   the list
palette.*   the game's colours: {palettes}

The lines in a guide
--------------------

red      bleed: let colour run up to here; no blade hits its line exactly, and this much is cut off
black    trim: here the piece is cut
blue     safe: what must not be cut stays inside
magenta  the box to fill with your picture

What to deliver
---------------

One file for each picture, named as the guide says, such as {example}. SVG is best for drawings
(letters as paths, no filters, no linked files). For painted pictures PNG, with transparency if you
like, or JPEG or WebP, RGB, with the pixels that the guide names: 300 dpi are enough, 600 dpi do no
harm.

Where a guide says "the whole picture is shown", keep to the shape of the box; what is transparent
shows the card below. Where it says "the picture fills the box", go to its edges, and keep what
matters away from them.

Send the files back to whoever gave you this folder, and say how you want to be named and under
what licence the pictures may be used. Both appear in the rules summary of the game.

The pictures
------------

The last column says what is there now: "drawn", a drawing that may stay; "placeholder", nothing
yet; "supplied", a picture from before; "too small", "wrong shape" or "unusable", one to be made
better.

{pictures}

Into the game
-------------

For whoever puts the game together, in its folder:

    pnp art add {example} --for {slot} --game {game} --credit "your name" --licence "CC BY 4.0"
"""


def letter(title: str, game: str, wanted: Sequence[Wanted], palettes: Sequence[str]) -> str:
    """Return README.txt; `title` and `game` are the game's name and its id."""
    name = " ".join(title.split())
    return LETTER.format(
        title=name,
        rule="=" * len(f"Pictures for {name}"),
        counted=_counted(len(wanted)),
        palettes=", ".join(palettes),
        example=wanted[0].deliver if wanted else "apple.svg",
        slot=wanted[0].slot if wanted else "apple",
        game=game,
        pictures="\n".join(_line(each) for each in wanted),
    )


def _line(wanted: Wanted) -> str:
    across, down = wanted.pixels[300]
    size = f"{millimetres(wanted.largest)}, {across} × {down} px"
    return f"{wanted.slot:<24} {wanted.title:<28} {size:<34} {wanted.status}"


def _counted(number: int) -> str:
    return "One picture is" if number == 1 else f"{number} pictures are"
