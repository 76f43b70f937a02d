"""Lines of a text as SVG, justified where that is asked: letters at measured places, icons on the baseline between them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import Self

from markupsafe import Markup

from pnp.model.card_looks import PLAIN
from pnp.model.geometry import MM_PER_PT, Point, Rect
from pnp.text import decimal, escaped
from pnp.typesetting.fit import HEAD_GAP, ROW_GAP, Fitted, Frame, SetLine
from pnp.typesetting.fonts import FontFile, as_css_family
from pnp.typesetting.line_layout import ICON_EM, Atom, Bit, Line, line_width, measured
from pnp.typesetting.paragraphs_and_tables import NO_REST, TextRest
from pnp.typesetting.right_to_left import RIGHT_TO_LEFT_MARK, visual_order

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
    """The SVG of the letters, the icons still to be placed, and where in mm it begins and how wide it is."""

    svg: str
    icons: tuple[InlineIcon, ...]
    left: float
    width: float


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


ALIGNMENTS = ("start", "left", "center", "right", "end", "justify")

MOST_STRETCHED = 3.0
"""A blank of a justified line is at most so many times as wide as it is; a line that needs more stays ragged."""

RULE_EM = 0.05  # How thick the line below the head of a table is.


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where a text goes: left edge, first baseline and width in mm, alignment and ink; `turned`, it runs from right to left."""

    left: float
    baseline: float
    width: float
    align: str
    ink: Ink
    turned: bool = False

    def share(self, align: str) -> float:
        """Return how much of the room that a line leaves is to its left."""
        if align in ("start", "justify", "end"):
            return float(self.turned ^ (align == "end"))
        return {"left": 0.0, "center": 0.5, "right": 1.0}[align]

    def edge(self, x: float, width: float) -> float:
        """Return the left edge in mm of what begins `x` mm from where lines begin."""
        return self.left + (self.width - x - width if self.turned else x)


def draw_lines(done: Fitted, frame: Frame, place: TextPlace) -> Iterator[DrawnLine]:
    """Draw the lines of a text, and the rules of its tables."""
    em = done.size * MM_PER_PT
    step = frame.leading * done.size * MM_PER_PT
    share = place.share(place.align)
    widest: dict[int, float] = {}
    for line in done.lines:
        if line.group:
            end = line.rule or (line.x + (line.room if line.align else line_width(line.line)))
            widest[line.group] = max(widest.get(line.group, 0.0), end)
    before = 1 - share if place.turned else share
    shifts = {group: before * max(0.0, place.width / em - most) for group, most in widest.items()}
    for line, below in zip(done.lines, done.places, strict=True):
        baseline = place.baseline + step * below
        align = line.align or ("start" if line.group and place.align != "justify" else place.align)
        share = place.share(align)
        left, room = place.left, place.width
        if line.group:
            room = line.room * em
            left = place.edge((line.x + shifts[line.group]) * em, room)
        stretch = _stretch(line) if align == "justify" else 0.0
        at = (left + share * room, baseline)
        yield draw_line(line.line, at, size=done.size, share=share, ink=place.ink, stretch=stretch)
        if line.rule:
            middle = (frame.font.descent + frame.leading * (1 + ROW_GAP + HEAD_GAP) - frame.font.ascent) / 2
            x, width = place.edge(shifts[line.group] * em, line.rule * em), line.rule * em
            rule = f'<path d="M{decimal(x)} {decimal(baseline + middle * em)}h{decimal(width)}"'
            rule += f' stroke="{escaped(place.ink.fill)}" stroke-width="{decimal(RULE_EM * em)}"/>'
            yield DrawnLine(rule, (), x, width)


def _stretch(line: SetLine) -> float:
    gaps = 0 if line.ends else blanks(line.line)
    if not gaps:
        return 0.0
    spare = (line.room - line_width(line.line)) / gaps
    usual = max(atom.space for atom in line.line)
    return spare if 0 < spare <= (MOST_STRETCHED - 1) * usual else 0.0


def blanks(line: Line) -> int:
    """Return how many blanks of a line can be stretched: those under a line of their own cannot."""
    return sum(1 for before, atom in pairwise(line) if atom.space > 0 and not _is_lined(before, atom))


def _is_lined(before: Atom, atom: Atom) -> bool:
    style = before.bits[-1].style
    return style is atom.bits[0].style and (style.underline or style.strike)


def draw_line(
    line: Line, at: Point, *, size: float, share: float, ink: Ink, stretch: float = 0.0
) -> DrawnLine:
    """Draw one line at `size` pt, that `share` of it left of the point `at` on its baseline, its blanks `stretch` em wider."""
    em = size * MM_PER_PT
    placed: list[tuple[float, Bit]] = []
    bits = list(_phrases(line, stretch, is_measured=share != 0))
    if any(bit.level for bit in bits):
        bits = [bits[number] for number in visual_order([bit.level for bit in bits])]
    x = 0.0
    for bit in bits:
        if bit.text:
            placed.append((x, bit))
        x += bit.width
    width = max((x + bit.width for x, bit in placed), default=0.0)
    left, baseline = at[0] - share * width * em, at[1]
    letters: list[str] = []
    icons: list[InlineIcon] = []
    for x, bit in placed:
        if bit.font is None:
            side = em * bit.style.size
            top = baseline - (ICON_EM - ICON_DROP_EM) * side
            box = (left + (x + bit.width / 2) * em - ICON_EM * side / 2, top, ICON_EM * side)
            icons.append(InlineIcon(bit.text, *box, bit.style.colour or ink.fill))
        else:
            letters.append(_text(bit, bit.font, x=left + x * em, y=baseline, em=em, ink=ink))
    whole = (line_width(line) + (stretch * blanks(line) if stretch else 0.0)) * em
    return DrawnLine("".join(letters), tuple(icons), left, whole)


def _phrases(line: Line, stretch: float, *, is_measured: bool) -> Iterator[Bit]:
    """Yield the bits of a line, with neighbours that look alike joined so that a reader finds whole phrases in the PDF.

    A phrase is as wide as it is drawn: kerning across its blanks makes it a little narrower than the sum of its words. A
    blank between two phrases is a bit without text. The last one is measured only where that matters: nothing stands behind it.
    """
    phrase: Bit | None = None
    letters: list[str] = []
    for number, atom in enumerate(line):
        gap = atom.space if number and atom.blank else 0.0
        is_stretched = gap > 0 and stretch > 0 and not _is_lined(line[number - 1], atom)
        for bit in atom.bits:
            if (
                phrase
                and not is_stretched
                and phrase.font is bit.font
                and phrase.style is bit.style
                and phrase.level == bit.level
                and (not gap or atom.level == bit.level)
            ):
                letters += (atom.blank, bit.text) if gap else (bit.text,)
            else:
                if phrase:
                    yield measured(phrase, "".join(letters))
                if gap:
                    yield Bit("", None, gap + (stretch if is_stretched else 0.0), PLAIN, atom.level)
                phrase, letters = bit if bit.font else None, [bit.text]
                if phrase is None:
                    yield bit
            gap, is_stretched = 0.0, False
    if phrase and (is_measured or phrase.level):
        yield measured(phrase, "".join(letters))
    elif phrase:
        yield phrase._replace(text="".join(letters))


def _text(bit: Bit, font: FontFile, *, x: float, y: float, em: float, ink: Ink) -> str:
    style = ' font-style="italic"' if font.style.italic else ""
    weight = f' font-weight="{font.style.weight}"' if font.style.weight != 400 else ""
    if bit.style is not PLAIN:
        em *= bit.style.size
        ink = replace(ink, fill=bit.style.colour or ink.fill)
        lines = ["underline"] * bit.style.underline + ["line-through"] * bit.style.strike
        style += f' text-decoration="{" ".join(lines)}"' if lines else ""
    return (
        f'<text x="{decimal(x)}" y="{decimal(y)}" font-family="{escaped(as_css_family(font.family))}" font-size="{decimal(em)}"'
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
    if _SARA_AM.search(text) and bit.font is not None:
        parted = _SARA_AM.sub(lambda match: _MARK_OF[match[2]] + match[1] + chr(ord(match[2]) - 1), text)
        text = text if bit.font.missing(parted) else parted
    return f"{RIGHT_TO_LEFT_MARK}{text}{RIGHT_TO_LEFT_MARK}" if bit.level % 2 else text


_MARK_OF = {"\u0e33": "\u0e4d", "\u0eb3": "\u0ecd"}


class DrawnText(Markup):
    """SVG with the measures of the text in it: in mm, `size` in pt, how many `lines` it has, and the `rest` that did not go in.

    From its `left` to its `right` edge its widest line reaches; without lines its `bottom` is its `top`.

    >>> text = DrawnText.at("<text/>", Rect(5, 10, 40, 8), size=9, lines=2)
    >>> print(text, text.bottom, text.box)
    <text/> 18 (5, 10, 40, 8)
    """

    __slots__ = ("bottom", "box", "height", "left", "lines", "rest", "right", "size", "top", "width")
    left: float
    top: float
    right: float
    bottom: float
    width: float
    height: float
    box: tuple[float, float, float, float]
    size: float
    lines: int
    rest: TextRest

    @classmethod
    def at(cls, svg: str, place: Rect, *, size: float, lines: int, rest: TextRest = NO_REST) -> Self:
        """Return the SVG of a text that takes up `place`."""
        text = cls(svg)
        text.box = (place.x, place.y, place.width, place.height)
        text.left, text.top, text.width, text.height = text.box
        text.right, text.bottom = place.right, place.bottom
        text.size, text.lines, text.rest = size, lines, rest
        return text

    def redrawn(self, svg: str) -> Self:
        """Return the same text with other SVG."""
        return self.at(svg, Rect(*self.box), size=self.size, lines=self.lines, rest=self.rest)
