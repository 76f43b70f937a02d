"""Making a text fit its box: the largest size between two at which every line and the whole block go in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from itertools import product

import pyphen

from pnp.model.text_styles import PLAIN, TextStyle
from pnp.render.fonts import FontFile
from pnp.render.text_layout import (
    ICON_EM,
    ICON_GAP_EM,
    Atom,
    Bit,
    Line,
    even_lines,
    fewest_lines,
    hyphenated,
    line_count,
    line_width,
    measures_of,
    width_of,
)
from pnp.text import decimal, escaped
from pnp.units import MM_PER_PT

LONG_WORD, CUT_WITHIN = 100, 80
"""Letters: of a longer word only the first are looked at, so that thousands without a blank are no work."""

STEP_PT = 0.25  # sizes tried; finer differences are not seen in print
SLACK_MM = 0.005
UNKERNED = 0.9
"""The parts of a cut word take up at least so much of the whole one's width."""


Cutter = Callable[[str], list[tuple[str, str]]]
"""The ways to split a word, longest head first."""

Rows = Sequence[Sequence[Atom]]
"""The paragraphs of a text."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in its final lines at its final size (pt); overflow in mm, zero when it fits."""

    lines: tuple[Line, ...]
    size: float
    over_width: float = 0.0
    over_height: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The box a text must go into (mm), its main font, the distance of baselines in em, and how many lines it may have."""

    width: float
    height: float
    font: FontFile
    leading: float
    max_lines: int | None = None

    def text_height(self, lines: int, size: float) -> float:
        """Return the height in mm of so many lines, from the top of the first to the foot of the last."""
        return (self.font.ascent + self.font.descent + (lines - 1) * self.leading) * size * MM_PER_PT

    def over_height(self, lines: int, size: float) -> float:
        """Return how many mm so many lines are too high, or how high those are that it may not have."""
        over = self.text_height(lines, size) - self.height
        if self.max_lines is not None and lines > self.max_lines:
            over = max(over, (lines - self.max_lines) * self.leading * size * MM_PER_PT)
        return max(0.0, over)

    def first_baseline(self, done: Fitted, valign: str) -> float:
        """Return the first baseline below the top; "middle" centres between cap height and last baseline, as eyes do."""
        em = done.size * MM_PER_PT
        between = (len(done.lines) - 1) * self.leading * em
        if valign == "top":
            return self.font.ascent * em
        if valign == "bottom":
            return self.height - self.font.descent * em - between
        return (self.height - between + self.font.cap_height * em) / 2


def fit(rows: Rows, frame: Frame, *, size: float, smallest: float, language: str | None = None) -> Fitted:
    """Return the text at the largest size from `size` down to `smallest` (pt) that fits the frame.

    Words are hyphenated only when they fit at no size whole, and only if `language` has patterns. A text that
    fits nowhere comes back at the smallest size with its overflow.
    """
    smallest = min(size, smallest)
    cutters: list[Cutter | None] = [None]
    if language is not None and language in pyphen.LANGUAGES:
        cutters.append(lambda word: _cuts(language, word))
    sizes = [size - step * STEP_PT for step in range(max(0, round((size - smallest) / STEP_PT)))] + [smallest]
    if _is_hopeless(rows, frame, smallest):
        cutters, sizes = cutters[-1:], sizes[-1:]
    done, cut = Fitted((), smallest), cutters[-1]
    measures = [measures_of(row) for row in rows]
    *_, last = ways = list(product(cutters, sizes))
    for cut, each in ways:
        if cut is None and (cut, each) != last and not _goes_in(measures, frame, each):
            continue
        done = _set(rows, frame, each, cut, fewest_lines)
        if done.over_width <= SLACK_MM and done.over_height <= SLACK_MM:
            break
    if len(done.lines) == len(rows):
        return done
    # The same text in as many lines, their ends as even as can be.
    return replace(done, lines=_set(rows, frame, done.size, cut, even_lines).lines)


def _is_hopeless(rows: Rows, frame: Frame, smallest: float) -> bool:
    """Say whether the letters alone, without a blank, are too many for the frame however they are broken."""
    limit = max(frame.width + SLACK_MM, SLACK_MM) / (smallest * MM_PER_PT)
    lines = sum(
        max(1.0, UNKERNED * sum(atom.width + min(0.0, atom.space) for atom in row) / limit) for row in rows
    )
    return frame.over_height(int(lines), smallest) > SLACK_MM


def _goes_in(measures: Sequence[Sequence[tuple[float, float]]], frame: Frame, size: float) -> bool:
    """Say whether rows with these measures fit at one size, their words whole: what `_set` finds, at less cost."""
    em = size * MM_PER_PT
    counted = [line_count(row, frame.width / em) for row in measures]
    lines, widest = sum(count for count, _ in counted), max((width for _, width in counted), default=0.0)
    return widest * em - frame.width <= SLACK_MM and frame.over_height(lines, size) <= SLACK_MM


def _set(
    rows: Rows,
    frame: Frame,
    size: float,
    cut: Cutter | None,
    break_row: Callable[[Sequence[Atom], float], list[Line]],
) -> Fitted:
    """Break the rows at one size, and say by how much they exceed the frame."""
    em = size * MM_PER_PT
    limit = frame.width / em
    lines = [line for row in rows for line in break_row(hyphenated(row, limit, cut) if cut else row, limit)]
    widest = max((line_width(line) for line in lines), default=0.0)
    over_height = frame.over_height(len(lines), size)
    return Fitted(tuple(lines), size, max(0.0, widest * em - frame.width), over_height)


@lru_cache(maxsize=4096)
def _cuts(language: str, word: str) -> list[tuple[str, str]]:
    start, rest = word[:LONG_WORD], word[LONG_WORD:]
    cuts = _dictionary(language).iterate(start)
    return [(head, tail + rest) for head, tail in cuts if not rest or len(head) <= CUT_WITHIN]


@lru_cache(maxsize=8)
def _dictionary(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=language)


# Fitted lines as SVG: letters at measured places, icons on the baseline between them.

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
    runs = list(_runs(line, whole=shift > 0))
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


def _runs(line: Line, *, whole: bool) -> Iterator[tuple[float, Bit]]:
    """Yield (x in em, bit), with neighbours of one font joined so that a reader finds whole phrases in the PDF.

    A phrase is as wide as it is drawn: kerning across its blanks makes it a little narrower than the sum of its words. The
    last one is only measured for the `whole` line.
    """
    at = 0.0
    phrase = ""
    font: FontFile | None = None
    style = PLAIN
    for number, atom in enumerate(line):
        for first, bit in enumerate(atom.bits):
            gap = atom.space if number and first == 0 and atom.blank else 0.0
            if font is not None and bit.font is font and bit.style is style:
                phrase += (atom.blank if gap else "") + bit.text
                continue
            if font is not None:
                width = width_of(font, phrase) * style.size
                yield at, Bit(phrase, font, width, style)
                at += width
            at += gap
            phrase, font, style = bit.text, bit.font, bit.style
            if font is None:
                yield at, bit
                at += bit.width
    if font is not None:
        yield at, Bit(phrase, font, width_of(font, phrase) * style.size if whole else 0.0, style)


def _text(bit: Bit, font: FontFile, *, x: float, y: float, em: float, ink: Ink) -> str:
    style = ' font-style="italic"' if font.style.italic else ""
    weight = f' font-weight="{font.style.weight}"' if font.style.weight != 400 else ""
    if bit.style is not PLAIN:
        em *= bit.style.size
        ink = replace(ink, fill=bit.style.colour or ink.fill)
        style += _lines_through(bit.style)
    return (
        f'<text x="{decimal(x)}" y="{decimal(y)}" font-family="{escaped(font.family)}" font-size="{decimal(em)}"'
        f"{weight}{style} {ink.attributes}>{escape(bit.text, quote=False)}</text>"
    )


def _lines_through(style: TextStyle) -> str:
    """Return the attribute for the lines under and through letters, "" for none."""
    lines = [name for name, has in (("underline", style.underline), ("line-through", style.strike)) if has]
    return f' text-decoration="{" ".join(lines)}"' if lines else ""
