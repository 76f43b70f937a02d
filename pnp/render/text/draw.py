"""Fitted lines as SVG: letters at measured places, icons on the baseline between them."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from pnp.model.length import MM_PER_PT
from pnp.render.numbers import mm
from pnp.render.text.fonts import FontFile
from pnp.render.text.measure import ICON_EM, ICON_GAP_EM, Bit, width_of
from pnp.render.text.wrap import Line

ICON_DROP_EM = 0.14  # how far an icon's box reaches below the baseline, so that its middle meets the letters'


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """An icon's box inside a text, in mm."""

    name: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Drawn:
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
            return f'fill="{escape(self.fill)}"'
        stroke = (
            f'stroke="{escape(self.outline)}" stroke-width="{mm(2 * self.width)}" stroke-linejoin="round"'
        )
        return f'fill="{escape(self.fill)}" {stroke} paint-order="stroke"'


def draw_line(line: Line, x: float, baseline: float, *, size: float, anchor: str, ink: Ink) -> Drawn:
    """Draw one line at `size` pt with its start, middle or end at `x` mm."""
    em = size * MM_PER_PT
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    runs = list(_runs(line))
    width = max((run_x + bit.width for run_x, bit in runs), default=0.0)
    at = x - shift * width * em
    letters: list[str] = []
    icons: list[InlineIcon] = []
    for run_x, bit in runs:
        place = at + run_x * em
        if bit.font is None:
            top = baseline - (ICON_EM - ICON_DROP_EM) * em
            icons.append(InlineIcon(bit.text, place + ICON_GAP_EM * em, top, ICON_EM * em))
        else:
            letters.append(_text(bit.text, bit.font, x=place, y=baseline, em=em, ink=ink))
    return Drawn("".join(letters), tuple(icons))


def _runs(line: Line) -> Iterator[tuple[float, Bit]]:
    """Yield (x in em, bit), with neighbours of one font joined so that a reader finds whole phrases in the PDF.

    A phrase is as wide as it is drawn: kerning across its blanks makes it a hair narrower than the sum of its words.
    """
    at = 0.0
    phrase = ""
    font: FontFile | None = None
    for number, atom in enumerate(line):
        for first, bit in enumerate(atom.bits):
            gap = atom.space if number and first == 0 else 0.0
            if font is not None and bit.font is font:
                phrase += (" " if gap else "") + bit.text
                continue
            if font is not None:
                width = width_of(font, phrase)
                yield at, Bit(phrase, font, width)
                at += width
            at += gap
            phrase, font = bit.text, bit.font
            if font is None:
                yield at, bit
                at += bit.width
    if font is not None:
        yield at, Bit(phrase, font, width_of(font, phrase))


def _text(text: str, font: FontFile, *, x: float, y: float, em: float, ink: Ink) -> str:
    style = ' font-style="italic"' if font.style.italic else ""
    weight = f' font-weight="{font.style.weight}"' if font.style.weight != 400 else ""
    return (
        f'<text x="{mm(x)}" y="{mm(y)}" font-family="{escape(font.family)}" font-size="{mm(em)}"'
        f"{weight}{style} {ink.attributes}>{escape(text, quote=False)}</text>"
    )
