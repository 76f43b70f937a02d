"""Lines of a text as SVG: letters at measured places, icons on the baseline between them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape

from pnp.model.text_styles import PLAIN, TextStyle
from pnp.render.fonts import FontFile
from pnp.render.text_direction import RIGHT_TO_LEFT_MARK, visual_order
from pnp.render.text_layout import ICON_EM, ICON_GAP_EM, Bit, Line, width_of
from pnp.text import decimal, escaped
from pnp.units import MM_PER_PT

ICON_DROP_EM = 0.14  # how far an icon's box reaches below the baseline, so that its middle meets the letters'


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """An icon's box inside a text, in mm, and the colour of the letters around it."""

    name: str
    x: float
    y: float
    size: float
    colour: str


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """The SVG of the letters, and the icons still to be placed."""

    svg: str
    icons: tuple[InlineIcon, ...]


@dataclass(frozen=True, slots=True)
class Ink:
    """The colour of letters and of the line around them, if any, `width` mm to each side."""

    fill: str
    outline: str | None = None
    width: float = 0.0

    @property
    def attributes(self) -> str:
        """The SVG attributes; the outline lies under the fill so that letters keep their shape."""
        if self.outline is None or self.width <= 0:
            return f'fill="{escaped(self.fill)}"'
        stroke = f'stroke="{escaped(self.outline)}" stroke-width="{decimal(2 * self.width)}" stroke-linejoin="round"'
        return f'fill="{escaped(self.fill)}" {stroke} paint-order="stroke"'


def draw_line(line: Line, x: float, baseline: float, *, size: float, anchor: str, ink: Ink) -> DrawnLine:
    """Draw one line at `size` pt with its start, middle or end at `x` mm."""
    em = size * MM_PER_PT
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    runs = list(_in_place(line, whole=shift > 0))
    width = max((run_x + bit.width for run_x, bit in runs), default=0.0) if shift else 0.0
    at = x - shift * width * em
    letters: list[str] = []
    icons: list[InlineIcon] = []
    for run_x, bit in runs:
        place = at + run_x * em
        if bit.font is None:
            own = em * bit.style.size
            top = baseline - (ICON_EM - ICON_DROP_EM) * own
            box = (place + ICON_GAP_EM * own, top, ICON_EM * own)
            icons.append(InlineIcon(bit.text, *box, bit.style.colour or ink.fill))
        else:
            letters.append(_text(bit, bit.font, x=place, y=baseline, em=em, ink=ink))
    return DrawnLine("".join(letters), tuple(icons))


def _in_place(line: Line, *, whole: bool) -> Iterator[tuple[float, Bit]]:
    """Yield (x in em, bit) from left to right. The last one is only measured for the `whole` line."""
    turned = any(bit.level for atom in line for bit in atom.bits)
    runs = list(_runs(line, whole=whole or turned))
    if turned:
        runs = [runs[number] for number in visual_order([bit.level for bit in runs])]
    at = 0.0
    for bit in runs:
        if bit.text:
            yield at, bit
        at += bit.width


def _runs(line: Line, *, whole: bool) -> Iterator[Bit]:
    """Yield the bits of a line, with neighbours of one font joined so that a reader finds whole phrases in the PDF.

    A phrase is as wide as it is drawn: kerning across its blanks makes it a little narrower than the sum of its words. A
    blank between two fonts is a bit without text.
    """
    phrase = ""
    font: FontFile | None = None
    style, level = PLAIN, 0
    for number, atom in enumerate(line):
        for first, bit in enumerate(atom.bits):
            gap = atom.space if number and first == 0 and atom.blank else 0.0
            if (
                font is not None
                and bit.font is font
                and bit.style is style
                and bit.level == level
                and (not gap or atom.level == level)
            ):
                phrase += (atom.blank if gap else "") + bit.text
                continue
            if font is not None:
                yield Bit(phrase, font, width_of(font, phrase) * style.size, style, level)
            if gap:
                yield Bit("", None, gap, PLAIN, atom.level)
            phrase, (_, font, _, style, level) = bit.text, bit
            if font is None:
                yield bit
    if font is not None:
        yield Bit(phrase, font, width_of(font, phrase) * style.size if whole else 0.0, style, level)


def _text(bit: Bit, font: FontFile, *, x: float, y: float, em: float, ink: Ink) -> str:
    style = ' font-style="italic"' if font.style.italic else ""
    weight = f' font-weight="{font.style.weight}"' if font.style.weight != 400 else ""
    if bit.style is not PLAIN:
        em *= bit.style.size
        ink = replace(ink, fill=bit.style.colour or ink.fill)
        style += _lines_through(bit.style)
    return (
        f'<text x="{decimal(x)}" y="{decimal(y)}" font-family="{escaped(font.family)}" font-size="{decimal(em)}"'
        f"{weight}{style} {ink.attributes}>{escape(_as_written(bit), quote=False)}</text>"
    )


_SARA_AM = re.compile(
    "([\u0e31\u0e34-\u0e37\u0e47-\u0e4e\u0eb1\u0eb4-\u0eb7\u0ebb\u0ec8-\u0ecd]*)([\u0e33\u0eb3])"
)


def _as_written(bit: Bit) -> str:
    """Return the letters of a bit so that the renderer sets them as they were measured.

    It takes a text to run to the right unless told, and gives too little room to a Thai vowel that is two glyphs.
    """
    text = bit.text
    if _SARA_AM.search(text):
        text = _SARA_AM.sub(
            lambda found: "".join((_MARK_OF[found[2]], found[1], chr(ord(found[2]) - 1))), text
        )
    return f"{RIGHT_TO_LEFT_MARK}{text}{RIGHT_TO_LEFT_MARK}" if bit.level % 2 else text


_MARK_OF = {"\u0e33": "\u0e4d", "\u0eb3": "\u0ecd"}


def _lines_through(style: TextStyle) -> str:
    """Return the attribute for the lines under and through letters, "" for none."""
    lines = [name for name, has in (("underline", style.underline), ("line-through", style.strike)) if has]
    return f' text-decoration="{" ".join(lines)}"' if lines else ""
