"""Where furniture may stand: the free parts of the margins, between shown bleed, printable edge and crop marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.model.geometry import Rect, Size
from pnp.model.sheet import Stroke

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
