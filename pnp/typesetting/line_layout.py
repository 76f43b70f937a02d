"""Line breaking: as few lines as possible, then as even as possible.

Widths are in em throughout; the caller divides its box by the size.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.card_looks import PLAIN, TextStyle
from pnp.typesetting.line_breaks import unbreakable
from pnp.typesetting.markup import Icon, Run
from pnp.typesetting.right_to_left import JOINER, levels, may_turn

if TYPE_CHECKING:  # texts are parsed where no font is opened
    from pnp.typesetting.fonts import FontFile

# Text as a row of unbreakable atoms with widths: what line breaking works on.

ICON_EM = 0.95  # an icon's box beside letters of size 1: a little over cap height reads as one with the line
ICON_GAP_EM = 0.06  # air on both sides of an icon, so that it does not stick to a letter; twice between icons


class Bit(NamedTuple):
    """Part of an atom in one font, None for an icon, and style; width in em; runs leftwards at an odd `level`."""

    text: str
    font: "FontFile | None"
    width: float
    style: TextStyle = PLAIN
    level: int = 0


@dataclass(frozen=True, slots=True)
class Atom:
    """What may not be broken: a word with its punctuation and icons.

    `space` is the width of the `blank` before it, `level` is that of the blank, `width` is without it; widths are in em. A
    `hyphen` is seen only where a line ends with the atom; it counts in the width, and the space of the next atom takes
    that back.
    """

    bits: tuple[Bit, ...]
    space: float
    blank: str = " "
    hyphen: Bit | None = None
    level: int = 0
    width: float = field(init=False)

    def __post_init__(self) -> None:
        """Add up the width once: line breaking asks for it again at every size."""
        width = self.bits[0].width if len(self.bits) == 1 else sum(bit.width for bit in self.bits)
        object.__setattr__(self, "width", width + self.hyphen.width if self.hyphen else width)


class Row(tuple[Atom, ...]):  # noqa: SLOT001 - what is worked out of it is kept
    """The atoms of a line of text, before it is broken."""

    @cached_property
    def places(self) -> tuple[list[float], list[float]]:
        """Where each atom begins and where it and those before it end, in em, if all stand in one line."""
        ends = list(accumulate(atom.space + atom.width for atom in self))
        begins = [end - atom.width for atom, end in zip(self, ends, strict=True)]
        return begins, list(accumulate(ends, max))  # a hyphen may be wider than what follows it

    @cached_property
    def widest(self) -> float:
        return max((atom.width for atom in self), default=0.0)


NO_ROW = Row()

FontPicker = Mapping[tuple[bool, bool, str], "FontFile"]
"""The files for (bold, italic, font); "" is the font of the text around."""


def _icon(icon: Icon, gaps: int) -> Bit:
    return Bit(icon.name, None, (ICON_EM * icon.wide + gaps * ICON_GAP_EM) * icon.style.size, icon.style)


_AS_LETTER = "a"  # An icon parts from its neighbours, or does not, as this letter would.
_AS_NEUTRAL = "\ufffc"  # An icon has no direction of its own, as this sign.
_BLANKS = re.compile(r"[ \t]+")


def atoms(runs: tuple[Run, ...], fonts: FontPicker, *, level: int = 0) -> Row:
    """Return the atoms of one line of text, which runs from right to left where its `level` is 1.

    A run of blanks separates; a no-break space does not. An icon glued to a letter belongs to the same atom. A wide
    space at the start is an indent.
    """
    return _atoms(runs, tuple(fonts.items()), level)


@lru_cache(maxsize=512)
def _atoms(
    runs: tuple[Run, ...], known: tuple[tuple[tuple[bool, bool, str], "FontFile"], ...], level: int
) -> Row:
    text = "".join(_AS_LETTER if isinstance(run, Icon) else run.text for run in runs)
    is_plain = text == visible(text)
    pieces = _pieces(runs, dict(known), level)
    row: list[Atom] = []
    indent: Sequence[Bit] = ()
    gap = no_gap = Bit("", None, 0.0)
    at = 0
    for start, end, after in unbreakable(text):
        while start >= pieces[at].end:
            at += 1
        piece = pieces[at]
        if is_plain and piece.is_usual and start < end <= piece.end and not indent:
            row.append(_word(piece.font, text[start:end], gap.width, gap.text, gap.level))
            gap = no_gap
        elif bits := _joined(_bits(pieces, start, end)):
            hyphen = None
            if text[end - 1] == SOFT_HYPHEN and end == after < len(text):
                hyphen = measured(bits[-1], "-") if bits[-1].font else None
            row.append(Atom((*indent, *bits), gap.width, gap.text, hyphen, gap.level))
            indent, gap = (), Bit("", None, -hyphen.width if hyphen else 0.0)
        is_blank = text[end:after] == " " and after <= piece.end and piece.is_usual
        blanks = _word(piece.font, " ", 0.0, "", 0).bits if is_blank else _bits(pieces, end, after)
        if blanks and row:
            gap = blanks[0]
        elif blanks and blanks[0].text.startswith(IDEOGRAPHIC_SPACE):
            indent = blanks
    return Row(row)


@lru_cache(maxsize=16384)
def _word(font: "FontFile", letters: str, space: float, blank: str, level: int) -> Atom:
    """Return letters of usual style as an atom; the same words come back on card after card."""
    return Atom((Bit(letters, font, font.width(letters)),), space, blank, level=level)


class _Piece(NamedTuple):
    """Letters of one run, one font and one level, or an icon, which counts as one letter; from where to where they reach."""

    start: int
    end: int
    run: Run
    text: str
    font: "FontFile | None"
    level: int

    @property
    def is_usual(self) -> bool:
        """Whether it is letters that run to the right, without a style but bold and italic."""
        return self.font is not None and not self.level and self.run.style is PLAIN


def _pieces(runs: tuple[Run, ...], fonts: FontPicker, level: int) -> list[_Piece]:
    whole = "".join(_AS_NEUTRAL if isinstance(run, Icon) else run.text for run in runs)
    turns = levels(whole, level) if level or may_turn(whole) else None
    pieces: list[_Piece] = []
    start = 0
    for run in runs:
        text = _AS_NEUTRAL if isinstance(run, Icon) else run.text
        if not text:
            continue  # no font has its letters
        font = None if isinstance(run, Icon) else fonts[run.bold, run.italic, run.style.font]
        end = start + len(text)
        letters = range(start, end)
        for turn, group in groupby(letters, key=turns.__getitem__) if turns else [(0, letters)]:
            places = list(group)
            first, after = places[0], places[-1] + 1
            pieces.append(_Piece(first, after, run, whole[first:after], font, turn))
        start = end
    return pieces


def _bits(pieces: Sequence[_Piece], start: int, end: int) -> list[Bit]:
    bits: list[Bit] = []
    at = max(0, bisect_right(pieces, start, key=itemgetter(0)) - 1)
    while start < end and at < len(pieces) and pieces[at].start < end:
        first, _, run, text, font, level = pieces[at]
        if isinstance(run, Icon):
            gaps = 4 if bits and bits[-1].font is None else 2
            bits.append(_icon(run, gaps)._replace(level=level))
        elif font and (letters := _seen(text[max(0, start - first) : end - first])):
            bits.append(Bit(letters, font, width_of(font, letters) * run.style.size, run.style, level))
        at += 1
    return bits


@lru_cache(maxsize=4096)
def _seen(letters: str) -> str:
    return _BLANKS.sub(" ", visible(letters))


def _joined(bits: list[Bit]) -> list[Bit]:
    if not any(bit.level for bit in bits):
        return bits
    for number, (bit, after) in enumerate(pairwise(bits)):
        if not (bit.font and after.font and bit.level == after.level and bit.level % 2):
            continue
        if bit.font.joins_after(bit.text) and after.font.joins_before(after.text):
            bits[number] = measured(bits[number], bits[number].text + JOINER)
            bits[number + 1] = measured(after, JOINER + after.text)
    return bits


def measured(bit: Bit, text: str) -> Bit:
    """Return letters set as a bit is."""
    assert bit.font is not None
    return Bit(text, bit.font, width_of(bit.font, text) * bit.style.size, bit.style, bit.level)


@lru_cache(maxsize=16384)
def width_of(font: "FontFile", text: str) -> float:
    """Return the width of `text` in em; the same words come back on card after card."""
    return font.width(text)


SLACK_EM = 1e-6  # float noise must not push a word that fits exactly to the next line
Line = tuple[Atom, ...]


def line_width(line: Sequence[Atom]) -> float:
    """Return the width of a line, blanks between its atoms included."""
    return sum(atom.width + (atom.space if index else 0.0) for index, atom in enumerate(line))


def fewest_lines(row: Row, limit: float) -> list[Line]:
    """Fill line after line; an atom wider than `limit` stands alone on a line that is too wide."""
    return _lines(row, fullest(row, limit))


def fullest(row: Row, limit: float) -> list[int]:
    """Return the number of atoms before the end of each line, when line after line is filled."""
    begins, ends = row.places
    most, after, breaks = limit + SLACK_EM, 0, []
    while after < len(row):
        after = max(after + 1, bisect_right(ends, begins[after] + most, after))
        breaks.append(after)
    return breaks or [0]


def _lines(row: Row, ends: Sequence[int]) -> list[Line]:
    return [_ended(row[start:end]) for start, end in pairwise((0, *ends))]


def _ended(line: Line) -> Line:
    if not line or (last := line[-1]).hyphen is None:
        return line
    return (*line[:-1], Atom((*last.bits, last.hyphen), last.space, last.blank, level=last.level))


def paired_lines(row: Row, limit: float) -> list[Line]:
    """Return lines as full as can be, with no scrap last of a few, nor a short word alone: it gets more."""
    lines = full_lines(row, limit)
    is_few = 2 < len(lines) < 7
    if is_few or (len(lines) > 1 and len(lines[-1]) == 1):
        *_, before, last = lines
        least = limit * (0.36 if is_few else 0.25)
        while len(before) > 2 and line_width(last) < least and before[-1] is row[-len(last) - 1]:
            end = (before[-1], *last)
            if line_width(end) > limit or line_width(before[:-1]) < limit * 0.7:
                break
            before, last = _ended(before[:-1]), end
        lines[-2:] = before, last
    return lines


def _best_lines(row: Row, limit: float, *, free_end: bool) -> list[Line]:
    """Return as many lines as `fewest_lines` needs, with the blank ends as equal as can be; the last one's may be `free`.

    Minimises the sum of squared slack over all ways to break; lines that must be too wide cost their excess.
    """
    latest = fullest(row, limit)
    wanted = len(latest)
    if wanted == 1 or (free_end and wanted == 2):  # the first of two is as full as can be
        return _lines(row, latest)
    begins, ends = row.places
    most = limit + SLACK_EM
    # For each number of atoms that lines may end after: what these lines cost, and where the last of them begins.
    ways: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    for number, (first, last) in enumerate(zip(_earliest(row, most), latest, strict=True), 1):
        best: dict[int, tuple[float, int]] = {}
        for end in range(first, last + 1):
            for start, (paid, _) in reversed(ways[-1].items()):
                if start >= end:
                    continue
                cost, fits = limit - (ends[end - 1] - begins[start]), ends[end - 1] <= begins[start] + most
                if not fits and start + 1 < end:
                    break
                cost = -1e6 * cost if not fits else 0.0 if free_end and number == wanted else cost**2
                if end not in best or paid + cost < best[end][0] - 1e-12:
                    best[end] = paid + cost, start
        ways.append(best)
    breaks = [len(row)]
    for best in ways[:1:-1]:
        breaks.append(best[breaks[-1]][1])
    return _lines(row, breaks[::-1])


even_lines = partial(_best_lines, free_end=False)
full_lines = partial(_best_lines, free_end=True)
"""For lines that will be stretched."""


def _earliest(row: Row, most: float) -> list[int]:
    begins, ends = row.places
    breaks = [len(row)]
    while True:
        reached = ends[breaks[-1] - 1]
        start = bisect_left(begins, True, hi=breaks[-1] - 1, key=lambda begin: begin + most >= reached)
        if start == 0:
            return breaks[::-1]
        breaks.append(start)


def hyphenated(row: Row, limit: float, cut: Callable[[str], list[tuple[str, str]]]) -> Row:
    """Return the row with every atom that is wider than `limit` cut where the language allows it.

    `cut` gives the ways to split a word, longest head first. An atom with no fitting cut stays whole.
    """
    if row.widest <= limit + SLACK_EM:
        return row
    out: list[Atom] = []
    waiting = list(row)[::-1]
    while waiting:
        atom = waiting.pop()
        halves = _halved(atom, limit, cut) if atom.width > limit + SLACK_EM else None
        if halves is None:
            out.append(atom)
        else:
            head, tail = halves
            out.append(head)
            waiting.append(tail)
    return Row(out)


def _halved(
    atom: Atom, limit: float, cut: Callable[[str], list[tuple[str, str]]]
) -> tuple[Atom, Atom] | None:
    """Cut an atom as late as fits, in the last of its bits that has a cut; a bold word's comma is its own bit."""
    for index in range(len(atom.bits) - 1, -1, -1):
        bit, before = atom.bits[index], atom.bits[:index]
        if bit.font is None:
            continue
        left = limit - sum(atom.width for atom in before)
        for start, rest in cut(bit.text):
            head = start if start.endswith("-") else start + "-"
            first, tail = measured(bit, head), measured(bit, rest)
            if first.width <= left:
                return (
                    Atom((*before, first), atom.space, atom.blank, level=atom.level),
                    Atom((tail, *atom.bits[index + 1 :]), 0.0, "", atom.hyphen),
                )
    return None


SOFT_HYPHEN = "\u00ad"
IDEOGRAPHIC_SPACE = "\u3000"
_INVISIBLE = str.maketrans("", "", "\u00ad\u200b\u2060\ufeff")


def visible(text: str) -> str:
    r"""Return a text without what only says where a line may end.

    >>> visible("hand\u00adker\u00adchief")
    'handkerchief'
    """
    return text.translate(_INVISIBLE)
