"""The colours of a game for an artist: a sheet of swatches, and palettes that drawing programs open."""

import io
import re
import struct
from collections.abc import Iterator, Mapping

import svgwrite
from svgwrite.container import Group
from svgwrite.drawing import Drawing

from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

Themes = Mapping[str, Mapping[str, str]]
"""Colours by name and theme; "" is the normal look. Colours are "#rrggbb"."""

FONT, INK, QUIET, EDGE = "Lato", "#222222", "#6a6a6a", "#00000022"
COLUMNS, WIDTH, HEIGHT, GAP, MARGIN = 5, 34.0, 22.0, 4.0, 12.0


def swatches(title: str, themes: Themes, fonts: Mapping[str, str]) -> Face:
    """Return the sheet: a block of swatches for each theme, and the fonts of the game."""
    width = 2 * MARGIN + COLUMNS * WIDTH + (COLUMNS - 1) * GAP
    rows = sum(-(-len(colours) // COLUMNS) for colours in themes.values())
    height = 2 * MARGIN + 8 + len(themes) * 11 + rows * (HEIGHT + 13) + (5 if fonts else 0)
    drawing = svgwrite.Drawing(size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}")
    drawing.add(drawing.rect((0, 0), (width, height), fill="#ffffff"))
    drawing.add(_text(drawing, title, MARGIN, MARGIN + 6, 7.0, weight=700))
    y = MARGIN + 8.0
    for theme, colours in themes.items():
        y += 8
        drawing.add(_text(drawing, theme or "The colours", MARGIN, y, 4.0, weight=700))
        y += 3
        for number, (name, colour) in enumerate(colours.items()):
            column, row = number % COLUMNS, number // COLUMNS
            at = (MARGIN + column * (WIDTH + GAP), y + row * (HEIGHT + 13))
            drawing.add(_swatch(drawing, name, colour, at))
        y += -(-len(colours) // COLUMNS) * (HEIGHT + 13)
    if fonts:
        said = ", ".join(f"{family} ({role})" for role, family in fonts.items())
        drawing.add(_text(drawing, f"Fonts of the lettering: {said}", MARGIN, y + 4, 3.4, fill=QUIET))
    out = io.StringIO()
    drawing.write(out)
    svg = out.getvalue()
    return Face(face_key(svg), svg, Size(width, height), 0.0)


def _swatch(drawing: Drawing, name: str, colour: str, at: tuple[float, float]) -> Group:
    x, y = at
    group = Group()
    group.add(
        drawing.rect(
            at, (WIDTH, HEIGHT), rx=2, fill=colour, stroke="#000000", stroke_opacity=0.15, stroke_width=0.25
        )
    )
    group.add(_text(drawing, name.replace("_", " "), x, y + HEIGHT + 4.2, 3.4, weight=700))
    numbers = " ".join(str(value) for value in channels(colour))
    group.add(_text(drawing, colour.upper(), x, y + HEIGHT + 8.2, 2.7, fill=QUIET))
    group.add(_text(drawing, numbers, x + 15, y + HEIGHT + 8.2, 2.7, fill=QUIET))
    return group


def _text(
    drawing: Drawing, text: str, x: float, y: float, size: float, *, fill: str = INK, weight: int = 400
) -> svgwrite.text.Text:
    return drawing.text(text, (x, y), font_family=FONT, font_size=size, font_weight=weight, fill=fill)


def gimp_palette(title: str, colours: Mapping[str, str]) -> str:
    """Return the colours as a .gpl file, which GIMP, Inkscape, Krita and Scribus open.

    >>> print(gimp_palette("Soup", {"leaf_green": "#3f9b3a"}))
    GIMP Palette
    Name: Soup
    Columns: 5
    #
     63 155  58 leaf green
    <BLANKLINE>
    """
    rows = (
        "{:3} {:3} {:3} {}".format(*channels(colour), name.replace("_", " "))
        for name, colour in colours.items()
    )
    return "\n".join(["GIMP Palette", f"Name: {_one_line(title)}", f"Columns: {COLUMNS}", "#", *rows, ""])


def swatch_exchange(themes: Themes) -> bytes:
    """Return the colours as an .ase file (Adobe Swatch Exchange), which Adobe's programs and Affinity open."""
    blocks = [block for theme, colours in themes.items() for block in _ase_group(theme, colours)]
    return b"ASEF" + struct.pack(">HHI", 1, 0, len(blocks)) + b"".join(blocks)


def _ase_group(theme: str, colours: Mapping[str, str]) -> Iterator[bytes]:
    yield _ase_block(0xC001, _ase_name(theme or "normal look"))
    for name, colour in colours.items():
        shares = (value / 255 for value in channels(colour))
        yield _ase_block(1, _ase_name(name.replace("_", " ")) + b"RGB " + struct.pack(">3fH", *shares, 0))
    yield _ase_block(0xC002, b"")


def _ase_block(kind: int, content: bytes) -> bytes:
    return struct.pack(">HI", kind, len(content)) + content


def _ase_name(name: str) -> bytes:
    letters = name.encode("utf-16-be") + b"\0\0"
    return struct.pack(">H", len(letters) // 2) + letters


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#rrggbb" or "#rgb", 0 to 255.

    >>> channels("#3f9b3a"), channels("#0f8")
    ((63, 155, 58), (0, 255, 136))
    """
    digits = re.sub(r"[^0-9a-fA-F]", "", colour)
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def _one_line(text: str) -> str:
    return " ".join(text.split())
