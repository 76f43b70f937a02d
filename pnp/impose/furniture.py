"""The footer and the ruler of a sheet: which words, how large, and where in the margins."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pnp.impose.slots import Slot, take
from pnp.model.length import MM_PER_PT
from pnp.model.sheet import Caption, Stroke

Measure = Callable[[str, float], float]
"""The width in mm of a text at a size in pt."""

HEAD_SIZES = (6.5, 6.25, 6.0, 5.75, 5.5, 5.25, 5.0)  # pt, the largest that fits
SMALL_SIZES = (5.5, 5.0)
SMALLEST = 5.0  # pt: below that, laser and ink dots no longer make letters
ASCENT, DESCENT = (
    0.8,
    0.21,
)  # em above and below the baseline that Lato's letters use, accents on small letters too
LEADING = 0.3  # mm between two lines
RULER = 50.0  # mm
TICK = 5.0  # mm between ticks
RULER_WIDTH = 0.25 * MM_PER_PT
WIDE = 40.0  # mm: narrower slots break the small print into scraps and are the last resort
DOT = "·"  # between two statements; no line begins or ends with it
LABEL_GAP = 0.8  # mm between the ruler and its labels

ATTEMPTS = ((0, True), (1, True), (2, True), (3, True), (4, True), (3, False), (4, False))
"""Which wording of the head, and whether with the ruler: the first that fits is taken."""


@dataclass(frozen=True, slots=True)
class Furniture:
    """What stands in the margins of every sheet of a plan.

    `spots` are the places of the head's lines, whose words differ from sheet to sheet; `wording` says which of
    their wordings fits.
    """

    wording: int
    spots: tuple[Caption, ...]
    captions: tuple[Caption, ...] = ()
    strokes: tuple[Stroke, ...] = ()

    def captions_with(self, lines: Sequence[str]) -> tuple[Caption, ...]:
        """Return all captions, the head saying `lines`."""
        head = (
            Caption(line, spot.x, spot.y, spot.size, spot.rotation)
            for line, spot in zip(lines, self.spots, strict=True)
        )
        return (*head, *self.captions)


def estimated_width(text: str, size: float) -> float:
    """Return a width in mm that the text at `size` pt hardly exceeds in a plain sans serif: 0.56 em a letter."""
    return 0.56 * len(text) * size * MM_PER_PT


def line_depth(size: float) -> float:
    """Return the height in mm that a line at `size` pt needs.

    >>> round(line_depth(6), 2)
    2.14
    """
    return (ASCENT + DESCENT) * size * MM_PER_PT


def furnish(
    slots: Sequence[Slot],
    heads: Sequence[Sequence[Sequence[str]]],
    small: Sequence[str],
    *,
    attempt: tuple[int, bool],
    measure: Measure,
) -> Furniture | None:
    """Return the furniture in one attempt's wording at the largest size that fits, or None.

    `heads` holds for every page its head in each wording, `small` the small print in each wording: the fullest
    that fits is taken, and none if none does.
    """
    wording, ruled = attempt
    lines = tuple(zip(*(head[wording] for head in heads), strict=True))
    for place in (_place_together, _place_apart):
        for size in HEAD_SIZES:
            widths = [max(measure(text, size) for text in texts) for texts in lines]
            head = place(slots, widths, size)
            rest = head and (_place_ruler(head[1], size, measure) if ruled else ((), (), head[1]))
            if head and rest:
                strokes, labels, left = rest
                return Furniture(wording, head[0], (*labels, *_small_print(left, small, measure)), strokes)
    return None


def _place_together(
    slots: Sequence[Slot], widths: Sequence[float], size: float
) -> tuple[tuple[Caption, ...], tuple[Slot, ...]] | None:
    """Return the spots of lines so wide, one under the other, and the slots left; None without room."""
    taken = take(slots, max(widths), _block_depth(len(widths), size))
    return taken and (tuple(_lines(taken[0], [""] * len(widths), size)), taken[1])


def _place_apart(
    slots: Sequence[Slot], widths: Sequence[float], size: float
) -> tuple[tuple[Caption, ...], tuple[Slot, ...]] | None:
    """Return the spots of lines so wide, each wherever there is room, and the slots left; None without room."""
    spots: list[Caption] = []
    left = tuple(slots)
    for width in widths:
        taken = take(left, width, line_depth(size))
        if taken is None:
            return None
        spots += _lines(taken[0], [""], size)
        left = taken[1]
    return tuple(spots), left


def _place_ruler(
    slots: Sequence[Slot], size: float, measure: Measure
) -> tuple[tuple[Stroke, ...], tuple[Caption, ...], tuple[Slot, ...]] | None:
    zero = measure("0", size) + LABEL_GAP
    length = zero + RULER + LABEL_GAP + measure("50 mm", size)
    taken = take(slots, length, line_depth(size))
    if taken is None:
        return None
    slot, left = taken
    foot = ASCENT * size * MM_PER_PT
    first, last = slot.at(zero, foot), slot.at(zero + RULER, foot)
    strokes = [Stroke(*first, *last, RULER_WIDTH)]
    for index in range(int(RULER / TICK) + 1):
        along, height = zero + index * TICK, foot * (0.6 if index % 2 else 1.0)
        strokes.append(Stroke(*slot.at(along, foot), *slot.at(along, foot - height), RULER_WIDTH))
    labels = (
        Caption("0", *slot.at(0, foot), size, slot.rotation),
        Caption("50 mm", *slot.at(zero + RULER + LABEL_GAP, foot), size, slot.rotation),
    )
    return tuple(strokes), labels, left


def _small_print(slots: Sequence[Slot], wordings: Sequence[str], measure: Measure) -> tuple[Caption, ...]:
    """Return the fullest wording that fits: in one slot if one holds it, else flowing from slot to slot."""
    wide = [slot for slot in slots if slot.length >= WIDE]
    for text in wordings:
        for choices in ([[slot] for slot in wide], [wide], [slots]):
            for size, choice in product(SMALL_SIZES, choices):
                captions = _poured(choice, text.split(" "), size, measure)
                if captions is not None:
                    return captions
    return ()


def _poured(
    slots: Sequence[Slot], words: Sequence[str], size: float, measure: Measure
) -> tuple[Caption, ...] | None:
    """Return the words as lines that fill the slots in order, or None where they do not all fit."""
    captions: list[Caption] = []
    left = list(words)
    for slot in slots:
        lines: list[str] = []
        while left and slot.holds(0, _block_depth(len(lines) + 1, size)):
            left = left[1:] if left[0] == DOT else left
            line = _line(left, slot.length, size, measure)
            if not line:
                break
            left = left[len(line) :]
            lines.append(" ".join(line).removesuffix(f" {DOT}"))
        if lines:
            depth = _block_depth(len(lines), size)
            down = 0.0 if slot.cards_above else slot.depth - depth
            captions += _lines(slot.part(0, down, slot.length, depth), lines, size)
    return None if left else tuple(captions)


def _line(words: Sequence[str], length: float, size: float, measure: Measure) -> Sequence[str]:
    """Return as many of the first words as fit on a line of `length` mm."""
    count = 0
    while count < len(words) and measure(" ".join(words[: count + 1]), size) <= length:
        count += 1
    return words[:count]


def _lines(slot: Slot, texts: Sequence[str], size: float) -> Iterator[Caption]:
    for index, text in enumerate(texts):
        down = index * (line_depth(size) + LEADING) + ASCENT * size * MM_PER_PT
        yield Caption(text, *slot.at(0, down), size, slot.rotation)


def _block_depth(lines: int, size: float) -> float:
    return lines * line_depth(size) + (lines - 1) * LEADING
