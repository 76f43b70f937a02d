"""Texts and the ruler in the margins of sheets: their content, position and size."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pnp.impose.grid import Layout
from pnp.impose.shared_sheets import MixedLayout
from pnp.model.face import Deck, Side
from pnp.model.game import Component, Game
from pnp.model.geometry import MM_PER_PT, QUARTER_TURNS, SLACK, Rect, Size
from pnp.model.line_styles import Marks, Stroke
from pnp.model.papers import Paper
from pnp.model.sheet import Backs, Caption, Sheet

# Where furniture may stand: the free parts of the margins, between shown bleed, printable edge and crop marks.

FURNITURE_CLEAR = 0.8  # mm between furniture and a crop mark
BLEED_CLEAR = 0.3  # mm between furniture and the bleed of the pieces
LINE_GAP = 0.5  # mm between two things one under the other
GAP = 4.0  # mm between two things on one line


@dataclass(frozen=True, slots=True)
class FreeArea:
    """A free rectangle of margin as somebody reading its text sees it, in mm.

    (x, y) is the page point where reading begins, above the first line; `length` runs along the line, `depth`
    from line to line. `rotation` is that of its text, clockwise. `cards_above` says that the cards lie on the
    side of the first line: things then gather there, and otherwise at the last line. A `leftover` is the rest of
    an area under or over something else, used where nothing better is free.
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
        cosine, sine = QUARTER_TURNS[self.rotation]
        return self.x + cosine * along - sine * down, self.y + sine * along + cosine * down

    def box_of(self, stroke: Stroke) -> Rect:
        """Return the box around a stroke of the page, as it is seen here."""
        (x1, y1), (x2, y2) = self._seen(stroke.x1, stroke.y1), self._seen(stroke.x2, stroke.y2)
        return replace(stroke, x1=x1, y1=y1, x2=x2, y2=y2).box

    def _seen(self, x: float, y: float) -> tuple[float, float]:
        cosine, sine = QUARTER_TURNS[self.rotation]
        return cosine * (x - self.x) + sine * (y - self.y), cosine * (y - self.y) - sine * (x - self.x)

    def part(self, along: float, down: float, length: float, depth: float) -> "FreeArea":
        """Return a rectangle within the area as an area of its own."""
        x, y = self.at(along, down)
        return FreeArea(x, y, length, depth, self.rotation, self.cards_above, self.leftover)

    def holds(self, length: float, depth: float) -> bool:
        """Say whether something of that size fits."""
        return length <= self.length + SLACK and depth <= self.depth + SLACK


def free_areas(
    page: Size, *, margin: float, shown: Rect, strokes: Sequence[Stroke], band: float
) -> tuple[FreeArea, ...]:
    """Return the free areas of the four margins, best first: below, above, left, right.

    `shown` is the grid with the bleed around it; no area enters `margin`, `shown`, or comes near a stroke. A
    margin with `band` mm of room beyond its strokes has an area there from end to end.
    """
    width, height = page.width - 2 * margin, page.height - 2 * margin
    top, bottom = max(margin, shown.y), min(margin + height, shown.bottom)
    right = page.width - margin
    length = bottom - top - 2 * FURNITURE_CLEAR  # clear of what stands above and below
    top, bottom = top + FURNITURE_CLEAR, bottom - FURNITURE_CLEAR
    near = shown.grown(*[BLEED_CLEAR] * 4)
    strips = (
        FreeArea(margin, near.bottom, width, page.height - margin - near.bottom, 0, cards_above=True),
        FreeArea(margin, margin, width, near.y - margin, 0, cards_above=False),
        FreeArea(margin, bottom, length, near.x - margin, 270, cards_above=False),
        FreeArea(right, top, length, right - near.right, 90, cards_above=False),
    )
    return tuple(area for strip in strips if strip.depth > SLACK for area in _free(strip, strokes, band))


def _free(strip: FreeArea, strokes: Sequence[Stroke], band: float) -> Iterator[FreeArea]:
    whole = Rect(0, 0, strip.length, strip.depth)
    boxes = [box for box in map(strip.box_of, strokes) if box.grown(*[FURNITURE_CLEAR] * 4).overlaps(whole)]
    walls = [box for box in boxes if box.y <= SLACK and box.bottom >= strip.depth - SLACK]
    for start, end in _gaps(0.0, strip.length, walls):
        low, high = start + SLACK, end - SLACK
        near = [box for box in boxes if box.right + FURNITURE_CLEAR > low and box.x - FURNITURE_CLEAR < high]
        top, bottom = 0.0, strip.depth
        beyond = max((box.bottom + FURNITURE_CLEAR for box in near), default=0.0)
        before = min((box.y - FURNITURE_CLEAR for box in near), default=strip.depth)
        if strip.cards_above and strip.depth - beyond >= band:
            yield strip.part(start, beyond, end - start, strip.depth - beyond)
            bottom = beyond
        elif not strip.cards_above and before >= band:
            yield strip.part(start, 0, end - start, before)
            top = before
        if bottom - top > SLACK:
            for left, right in _gaps(start, end, near):
                yield strip.part(left, top, right - left, bottom - top)


def _gaps(start: float, end: float, boxes: Sequence[Rect]) -> Iterator[tuple[float, float]]:
    for box in sorted(boxes, key=lambda box: box.x):
        if box.x - FURNITURE_CLEAR - start > SLACK:
            yield start, box.x - FURNITURE_CLEAR
        start = max(start, box.right + FURNITURE_CLEAR)
    if end - start > SLACK:
        yield start, end


def _allocate(
    areas: Sequence[FreeArea], length: float, depth: float
) -> tuple[FreeArea, tuple[FreeArea, ...]] | None:
    def rank(index: int) -> tuple[bool, bool]:
        return areas[index].leftover, not areas[index].holds(length, depth + FURNITURE_CLEAR)

    for index in sorted(range(len(areas)), key=rank):
        area = areas[index]
        if area.holds(length, depth):
            down = 0.0 if area.cards_above else area.depth - depth
            rest_down = depth + LINE_GAP if area.cards_above else 0.0
            beside = area.part(length + GAP, down, area.length - length - GAP, depth)
            rest = area.part(0, rest_down, area.length, area.depth - depth - LINE_GAP)
            rest_areas = (beside, replace(rest, leftover=True))
            free = tuple(part for part in rest_areas if part.length > SLACK and part.depth > SLACK)
            return area.part(0, down, length, depth), (*areas[:index], *free, *areas[index + 1 :])
    return None


def _allocate_all(
    areas: Sequence[FreeArea], things: Sequence[tuple[float, float]]
) -> tuple[list[FreeArea], Sequence[FreeArea]]:
    places = []
    for length, depth in things:
        taken = _allocate(areas, length, depth)
        if taken is None:
            break
        places.append(taken[0])
        areas = taken[1]
    return places, areas


# The words and the ruler: which words, and how large.

Measure = Callable[[str, float], float]  # The width in mm of a text at a size in pt.
HEAD_SIZES = (6.5, 6.25, 6.0, 5.75, 5.5, 5.25, 5.0)  # pt, the largest that fits
SMALL_SIZES = (5.5, 5.0)
SMALLEST = 5.0  # pt: below that, laser and ink dots no longer make letters
ASCENT, DESCENT = 0.8, 0.21  # em above and below the baseline that Lato's letters use, accents too
LEADING = 0.3  # mm between two lines
RULER = 50.0  # mm
TICK = 5.0  # mm between ticks
WIDE = 40.0  # mm: narrower areas break the small print into scraps and are the last resort
LONGER = "00"  # how much longer a page of print.pdf may make a line than the sheet of a component
DOT = "·"  # between two statements; no line begins or ends with it
LABEL_GAP = 0.8  # mm between the ruler and its labels
Attempt = tuple[int, bool]  # Which wording of the head, from the fullest, and whether with the ruler.
RULED: tuple[Attempt, ...] = ((0, True), (1, True), (2, True), (3, True), (4, True))
UNRULED: tuple[Attempt, ...] = ((3, False), (4, False))


@dataclass(frozen=True, slots=True)
class Furniture:
    """What stands in the margins of every sheet of a plan.

    `head_places` are the places of the head's lines, whose words differ from sheet to sheet; `wording` says which of
    their wordings fits.
    """

    wording: int
    head_places: tuple[Caption, ...]
    captions: tuple[Caption, ...] = ()
    strokes: tuple[Stroke, ...] = ()


def estimated_width(text: str, size: float) -> float:
    """Return a width in mm that the text at `size` pt hardly exceeds in a plain sans serif: 0.56 em a letter."""
    return 0.56 * len(text) * size * MM_PER_PT


def line_depth(size: float, lines: int = 1) -> float:
    """Return the height in mm that so many lines at `size` pt need.

    >>> round(line_depth(6), 2)
    2.14
    """
    return lines * ((ASCENT + DESCENT) * size * MM_PER_PT) + (lines - 1) * LEADING


def furnish(
    areas: Sequence[FreeArea],
    heads: Sequence[Sequence[Sequence[str]]],
    small: Sequence[str],
    *,
    attempt: Attempt,
    measure: Measure,
) -> Furniture | None:
    """Return the furniture in one attempt's wording at the largest size that fits, or None.

    `heads` holds for every page its head in each wording, `small` the small print in each wording: the fullest
    that fits is taken, and none if none does. The lines of the head stand together, or else wherever there is room.
    """
    wording, ruled = attempt
    lines = tuple(zip(*(head[wording] for head in heads), strict=True))
    for together, size in product((True, False), HEAD_SIZES):
        widths = [max(measure(text, size) for text in texts) for texts in lines]
        groups = [widths] if together else [[width] for width in widths]
        longer = measure(LONGER, size)
        things = [(max(group) + longer, line_depth(size, len(group))) for group in groups]
        if ruled:
            ruler = measure("0", size) + LABEL_GAP + RULER + LABEL_GAP + measure("50 mm", size)
            things.append((ruler, line_depth(size)))
        places, free = _allocate_all(areas, things)
        if len(places) == len(things):
            head = [
                line
                for place, group in zip(places, groups, strict=False)
                for line in _lines(place, [""] * len(group), size)
            ]
            strokes, labels = _ruler(places[-1], size, measure) if ruled else ((), ())
            return Furniture(wording, tuple(head), (*labels, *_small_print(free, small, measure)), strokes)
    return None


def _ruler(area: FreeArea, size: float, measure: Measure) -> tuple[tuple[Stroke, ...], tuple[Caption, ...]]:
    zero, foot = measure("0", size) + LABEL_GAP, ASCENT * size * MM_PER_PT
    strokes = [Stroke(*area.at(zero, foot), *area.at(zero + RULER, foot))]
    for index in range(int(RULER / TICK) + 1):
        along, height = zero + index * TICK, foot * (0.6 if index % 2 else 1.0)
        strokes.append(Stroke(*area.at(along, foot), *area.at(along, foot - height)))
    labels = (("0", 0.0), ("50 mm", zero + RULER + LABEL_GAP))
    return tuple(strokes), tuple(
        Caption(text, *area.at(along, foot), size, area.rotation) for text, along in labels
    )


def _small_print(areas: Sequence[FreeArea], wordings: Sequence[str], measure: Measure) -> tuple[Caption, ...]:
    """Return the fullest wording that fits: in one area if one holds it, else flowing from area to area.

    The one area is rather not one where it would almost touch the cards.
    """
    wide = [area for area in areas if area.length >= WIDE]
    clear = line_depth(SMALLEST) + FURNITURE_CLEAR
    alone = [[area] for area in sorted(wide, key=lambda area: not area.holds(0, clear))]
    for text in wordings:
        for choices in (alone, [wide], [areas]):
            for whole, size, choice in product((True, False), SMALL_SIZES, choices):
                captions = _flowed(choice, text.split(" "), size, measure, whole=whole)
                if captions is not None:
                    return captions
    return ()


def _flowed(
    areas: Sequence[FreeArea], words: Sequence[str], size: float, measure: Measure, *, whole: bool
) -> tuple[Caption, ...] | None:
    """Return the words in the areas, or None; `whole` sentences alone are followed by another area."""
    if whole and DOT in words:
        return None
    captions: list[Caption] = []
    waiting = list(words)
    for area in areas:
        lines: list[str] = []
        while waiting and area.holds(0, line_depth(size, len(lines) + 1)):
            waiting = waiting[1:] if waiting[0] == DOT else waiting
            count = 0
            while count < len(waiting) and measure(" ".join(waiting[: count + 1]), size) <= area.length:
                count += 1
            if not count:
                break
            lines.append(" ".join(waiting[:count]).removesuffix(f" {DOT}"))
            waiting = waiting[count:]
        while whole and waiting and lines and not lines[-1].endswith("."):
            *kept, word = lines.pop().split(" ")
            waiting = [word, *waiting]
            lines += [" ".join(kept)] if kept else []
        if lines:
            depth = line_depth(size, len(lines))
            clear = 0.0 if area.leftover else min(FURNITURE_CLEAR, area.depth - depth)
            down = clear if area.cards_above else area.depth - depth - clear
            captions += _lines(area.part(0, down, area.length, depth), lines, size)
    return None if waiting else tuple(captions)


def _lines(area: FreeArea, texts: Sequence[str], size: float) -> Iterator[Caption]:
    for index, text in enumerate(texts):
        down = index * (line_depth(size) + LEADING) + ASCENT * size * MM_PER_PT
        yield Caption(text, *area.at(0, down), size, area.rotation)


def box_of(caption: Caption, width: float) -> Rect:
    """Return the page rectangle that the letters of a caption so wide use."""
    em = caption.size * MM_PER_PT
    up, down = ASCENT * em, DESCENT * em
    cosine, sine = QUARTER_TURNS[caption.rotation]
    corners = [
        (cosine * along - sine * y, sine * along + cosine * y) for along in (0, width) for y in (-up, down)
    ]
    xs, ys = zip(*corners, strict=True)
    return Rect(caption.x + min(xs), caption.y + min(ys), max(xs) - min(xs), max(ys) - min(ys))


# What the sheets say about themselves, from the fullest wording to the shortest.


@dataclass(frozen=True, slots=True)
class SheetContext:
    """What all sheets of one component on one paper have in common; `measure` gives the width in mm of a caption at a size in pt."""

    game: Game
    component: Component
    deck: Deck
    paper: Paper
    marks: Marks = "outside"
    measure: Measure = estimated_width

    def titled(self, pieces: Iterable[str]) -> "SheetContext":
        """Return what a sheet with these pieces says: of components that share sheets, it names those on it."""
        if not self.component.parts:
            return self
        titles = dict.fromkeys(titled(self.component.part_of(piece)) for piece in pieces)
        return replace(self, component=replace(self.component, title=", ".join(titles)))

    def sheet(self, page: Size, flip: Backs, *, count: int) -> Sheet:
        """Return the first of `count` sheets, with nothing on it."""
        name, paper = self.component.id, self.paper.name
        return Sheet(name, paper, page, "front", flip, 1, count, 1, ())


SCALE = "print at 100 %"  # The one sentence no sheet goes without: "fit to page" prints at 96 to 98 %.

PARTED = "first cut along the thick lines"  # Of a sheet with several blocks and lines between them.

TURNS: dict[Backs, str] = {
    "long-edge": "turn over on the long edge",
    "short-edge": "turn over on the short edge",
    "gutterfold": "fold on the dashed line",
    "glued": "single-sided, to be glued on board",
    "none": "single-sided",
}


def headings(
    context: SheetContext, number: int, *, count: int, side: Side, flip: Backs, layout: Layout | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return the lines at the head of the furniture of a sheet of `count`, in each wording.

    Of a `layout`, they say which bought sheet to put into the printer, and which machine there are registration marks for.
    """
    shown = "front and back" if flip == "gutterfold" else side
    page = f"sheet {number} of {count} · {shown}"
    turn = TURNS[flip]
    if flip == "gutterfold" and context.component.kind.grey_board:
        turn = "fold round the edge of the board"
    elif flip == "gutterfold" and context.marks == "none":
        turn = "fold in the middle"
    order = f"{SCALE} · {turn}"
    label_sheet = layout.label_sheet if layout else ""
    if label_sheet:
        order = f"{SCALE} · label sheet {label_sheet}" if flip == "none" else f"{order} · on {label_sheet}"
    elif layout and layout.registration:
        order = f"{order} · cut by {layout.registration.machine}"
    elif isinstance(layout, MixedLayout) and side == "front" and context.marks != "none":
        order = f"{order} · {PARTED}"
    return (
        *_titled(context, page, order),
        (page, order),
        (order,) if label_sheet else (page, SCALE),
        (SCALE,),
    )


def tile_headings(
    context: SheetContext, *, sheet: tuple[int, int], side: Side, cell: tuple[int, int], order: str
) -> tuple[tuple[str, ...], ...]:
    """Return the head of a page of a board, `cell` (row, column) from 1, in each wording.

    `order` is what to do with a part of it; "" for a board on one page.
    """
    part = f"row {cell[0]}, column {cell[1]} of the {side}"
    page = f"sheet {sheet[0]} of {sheet[1]} · {part if order else side}"
    marked = order and context.marks != "none"
    how = order if marked else "cut off the margin, glue the pages together"
    whole = f"{SCALE} · {how if order else 'glue front and back together'}"
    return (
        *_titled(context, page, whole),
        (page, f"{SCALE} · cut at the lines, glue on the triangles" if marked else SCALE),
        (part, SCALE),
        (SCALE,),
    )


def _titled(context: SheetContext, page: str, order: str) -> tuple[tuple[str, str], tuple[str, str]]:
    game, component = titled(context.game), titled(context.component)
    names = dict.fromkeys((game, component))
    return (_joined(*names, page), order), (_joined(component, page), order)


def small_print(game: Game) -> tuple[str, ...]:
    """Return the credits, notice, licence and version on one line in each wording; the author, who opens the credits, goes last."""
    version = f"version\N{NO-BREAK SPACE}{game.version}" if game.version else ""
    statements = [text if is_in_furniture(text) else "" for text in (game.credits, game.notice, game.licence)]
    author = re.sub(r"(?<=\w\w\.) .*", "", statements[0])
    choices = [statements, statements[:2], [author, statements[1]], [author]]
    said = [_joined(*choice, version) for choice in choices]
    said += [author.partition(",")[0].removesuffix("."), version]
    return tuple(dict.fromkeys(choice for choice in said if choice))


def titled(named: Game | Component) -> str:
    """Return what a game or a component is called beside the pieces: its id where that font lacks the letters of its title."""
    return named.title if is_in_furniture(named.title) else named.id


def is_in_furniture(text: str) -> bool:
    """Say whether the font of what stands beside the pieces has the letters of a text: Latin, Greek and Cyrillic ones."""
    return not any(
        letter > "\u052f" and letter.isalpha() and not "\u1e00" <= letter <= "\u1fff" for letter in text
    )


def _joined(*parts: str) -> str:
    """Join what is said with dots; where a statement ends with its own full stop, a capital follows."""
    statements = [re.sub(r"[ \t\r\n]+", " ", part.strip()) for part in parts if part.strip()]
    return re.sub(r"\. · (.)", lambda after: f". {after[1].upper()}", " · ".join(statements))
