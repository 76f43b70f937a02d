"""The footer and the ruler of a sheet: which words, how large, and where in the margins."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pnp.model.geometry import Rect, Size
from pnp.model.sheet import Caption, Stroke
from pnp.units import MM_PER_PT

# Where furniture may stand: the free parts of the margins, between shown bleed, printable edge and crop marks.

SLACK = 1e-6  # mm
CLEAR = 0.8  # mm between furniture and a crop mark
LINE_GAP = 0.5  # mm between two things one under the other
GAP = 4.0  # mm between two things on one line


@dataclass(frozen=True, slots=True)
class Slot:
    """A free rectangle of margin as somebody reading its text sees it, in mm.

    (x, y) is the page point where reading begins, above the first line; `length` runs along the line, `depth`
    from line to line. `rotation` is that of its text, clockwise. `cards_above` says that the cards lie on the
    side of the first line: things then gather there, and otherwise at the last line. A `leftover` is the rest of
    a slot under or over something else, used where nothing better is free.
    """

    x: float
    y: float
    length: float
    depth: float
    rotation: int
    cards_above: bool
    leftover: bool = False

    def at(self, along: float, down: float) -> tuple[float, float]:
        """Return the page point so far along the line and so far down from the first."""
        if self.rotation == 0:
            return self.x + along, self.y + down
        if self.rotation == 90:
            return self.x - down, self.y + along
        return self.x + down, self.y - along

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """Return how far along and how far down a page point is: the inverse of `at`."""
        if self.rotation == 0:
            return x - self.x, y - self.y
        if self.rotation == 90:
            return y - self.y, self.x - x
        return self.y - y, x - self.x

    def part(self, along: float, down: float, length: float, depth: float) -> "Slot":
        """Return a rectangle within the slot as a slot of its own."""
        x, y = self.at(along, down)
        return Slot(x, y, length, depth, self.rotation, self.cards_above, self.leftover)

    def holds(self, length: float, depth: float) -> bool:
        """Say whether something of that size fits."""
        return length <= self.length + SLACK and depth <= self.depth + SLACK


def free_slots(
    page: Size, *, margin: float, shown: Rect, strokes: Sequence[Stroke], band: float
) -> tuple[Slot, ...]:
    """Return the free slots of the four margins, best first: below, above, left, right.

    `shown` is the grid with the bleed around it; no slot enters `margin`, `shown`, or comes near a stroke. A
    margin with `band` mm of room beyond its strokes has a slot there from end to end.
    """
    width, height = page.width - 2 * margin, page.height - 2 * margin
    top, bottom = max(margin, shown.y), min(margin + height, shown.bottom)
    strips = (
        Slot(margin, shown.bottom, width, page.height - margin - shown.bottom, 0, cards_above=True),
        Slot(margin, margin, width, shown.y - margin, 0, cards_above=False),
        Slot(margin, bottom, bottom - top, shown.x - margin, 270, cards_above=False),
        Slot(
            page.width - margin, top, bottom - top, page.width - margin - shown.right, 90, cards_above=False
        ),
    )
    return tuple(slot for strip in strips if strip.depth > SLACK for slot in _free(strip, strokes, band))


def _free(strip: Slot, strokes: Sequence[Stroke], band: float) -> Iterator[Slot]:
    """Yield for each stretch of the strip its band beyond the strokes, if it has one, and the parts between them."""
    boxes = [box for box in (_seen_box(strip, stroke) for stroke in strokes) if _enters(box, strip)]
    walls = [box for box in boxes if box.y <= SLACK and box.bottom >= strip.depth - SLACK]
    for stretch in _between(strip, walls):
        near = [box for box in (_seen_box(stretch, stroke) for stroke in strokes) if _enters(box, stretch)]
        start, end = 0.0, stretch.depth
        beyond = max((box.bottom + CLEAR for box in near), default=0.0)
        before = min((box.y - CLEAR for box in near), default=stretch.depth)
        if stretch.cards_above and stretch.depth - beyond >= band:
            yield stretch.part(0, beyond, stretch.length, stretch.depth - beyond)
            end = beyond
        elif not stretch.cards_above and before >= band:
            yield stretch.part(0, 0, stretch.length, before)
            start = before
        if end - start > SLACK:
            yield from _between(stretch.part(0, start, stretch.length, end - start), near)


def _between(strip: Slot, boxes: Sequence[Rect]) -> Iterator[Slot]:
    """Yield the parts of the strip that keep clear of the boxes, at its full depth."""
    along = 0.0
    for box in (*sorted(boxes, key=lambda box: box.x), Rect(strip.length + CLEAR, 0, 0, 0)):
        if box.x - CLEAR - along > SLACK:
            yield strip.part(along, 0, box.x - CLEAR - along, strip.depth)
        along = max(along, box.right + CLEAR)


def _seen_box(strip: Slot, stroke: Stroke) -> Rect:
    (along1, down1), (along2, down2) = strip.seen(stroke.x1, stroke.y1), strip.seen(stroke.x2, stroke.y2)
    along, down = min(along1, along2), min(down1, down2)
    return Rect(along, down, abs(along1 - along2), abs(down1 - down2)).grown(*[stroke.width / 2] * 4)


def _enters(box: Rect, strip: Slot) -> bool:
    near = box.grown(CLEAR, CLEAR, CLEAR, CLEAR)
    return near.overlaps(Rect(0, 0, strip.length, strip.depth))


def take(slots: Sequence[Slot], length: float, depth: float) -> tuple[Slot, tuple[Slot, ...]] | None:
    """Return the first place that holds something of that size, and the slots that are left; None if none does."""
    for index in sorted(range(len(slots)), key=lambda index: slots[index].leftover):
        slot = slots[index]
        if slot.holds(length, depth):
            down = 0.0 if slot.cards_above else slot.depth - depth
            rest_down = depth + LINE_GAP if slot.cards_above else 0.0
            beside = slot.part(length + GAP, down, slot.length - length - GAP, depth)
            rest = slot.part(0, rest_down, slot.length, slot.depth - depth - LINE_GAP)
            left = (beside, replace(rest, leftover=True))
            free = tuple(part for part in left if part.length > SLACK and part.depth > SLACK)
            return slot.part(0, down, length, depth), (*slots[:index], *free, *slots[index + 1 :])
    return None


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
