"""The calibration page: a two-sided sheet that, held up to the light, shows how front and back differ."""

import io
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from pnp.export.marks_layer import MarksPage, draw, measure, wrapped
from pnp.export.pdf_objects import PdfMetadata, add_words, open_pdf, save_pdf
from pnp.files import write
from pnp.model.calibration import CORNERS, page_scales
from pnp.model.geometry import MM_PER_PT, Point, Size
from pnp.model.line_styles import Stroke
from pnp.model.papers import Paper
from pnp.model.sheet import Axis, Backs, Caption, stroke_behind, turning_axis

TICKS = 10  # On either side of the zero of a scale.
BACK_STEP = 2.0  # mm from tick to tick on the back.
READS = 0.2  # mm by which a front's tick is further from the next: the worth of each.
TICK = 4.0
LONG_TICK = 6.0
LINE = 0.2
FAT = 0.35
NUMBER_PT = 11
TEXT_LEFT, TEXT_RIGHT = 33.0, 52.0
"""mm from the edges of the page to the words, which lie between the scales."""

RULER_FROM_EDGE = 40.0  # mm from the upright ruler to the edge of the page, seen from its side.

FORM_BELOW, FORM_ROW, FORM_TAB = 32.0, 6.8, 26.0
"""mm from the middle of the page to the first line of the form, from line to line, and to what is written in."""

FORM_PT = 9

STEPS, STEP_WIDE = 10, 2.0
"""Lines of 1 mm, 2 mm and so on from each edge, and how many mm of each: those that a printer does not reach are not there."""

NUMBERED = 5  # Every so many of them has a number.
STEPS_ABOVE = 10.5  # mm from the middle up to the steps at both edges, which the rulers leave free.
RULERS = ("rulers, front", "rulers, back")

RULER_FRONT, RULER_BACK = 8.0, 16.0
"""mm from the middle of the page down to the ruler across: not in the same place, for both are seen when held up to the light."""


def write_calibration_page(
    folder: Path, paper: Paper, *, flip: Backs = "long-edge", root: Path | None = None
) -> Path:
    """Write `calibration-<paper>.pdf` and return it. Raises PnpError for a small paper, and CannotWrite."""
    path = folder / f"calibration-{paper.name}.pdf"
    content, _ = draw(calibration_sides(paper, flip=flip))
    with open_pdf(content) as pdf:
        add_words(pdf, PdfMetadata(f"Calibration page ({paper.title})", "Calibration page"), flip=flip)
        out = io.BytesIO()
        save_pdf(pdf, out)
    write(path, out.getvalue(), root=root)
    return path


def calibration_sides(paper: Paper, *, flip: Backs = "long-edge") -> tuple[MarksPage, MarksPage]:
    """Return front and back."""
    size, rulers = paper.size, page_scales(paper.size).rulers
    axis = turning_axis(size, flip)
    edge = flip.replace("-", " ")
    back = (
        "Read the scales from the other side.",
        f"Here, measure the rulers: they should have {rulers.width:g} mm across and {rulers.height:g} mm down.",
    )
    return (
        MarksPage(
            size,
            (
                *_ticks(size, front=True),
                *_rulers(size, rulers, RULER_FRONT),
                *(step for _, step in _steps(size)),
            ),
            (
                *_numbers(size),
                *_step_numbers(size),
                *_words(size, "FRONT", _front_words(edge)),
                *_lengths(size, rulers, RULER_FRONT),
                *_form(size),
            ),
        ),
        MarksPage(
            size,
            (
                *(stroke_behind(stroke, size, axis) for stroke in _ticks(size, front=False)),
                *_rulers(size, rulers, RULER_BACK),
            ),
            (*_words(size, "BACK", back), *_lengths(size, rulers, RULER_BACK)),
        ),
    )


# The scales: ticks of the front stand on a line from outside, those of the back on the same line from inside.


def _scales(size: Size) -> Iterator[tuple[Point, Axis, int]]:
    scales, x, y = page_scales(size), size.width / 2, size.height / 2
    for right, down in product((-1, 1), (-1, 1)):
        yield (x + right * scales.across[0], y + down * scales.across[1]), "horizontal", down
        yield (x + right * scales.down[0], y + down * scales.down[1]), "vertical", right


def _ticks(size: Size, *, front: bool) -> Iterator[Stroke]:
    step = BACK_STEP + READS if front else BACK_STEP
    for zero, axis, outside in _scales(size):
        for number in range(-TICKS, TICKS + 1):
            length = (LONG_TICK if number % 5 == 0 else TICK) * outside * (1 if front else -1)
            width = FAT if number == 0 else LINE
            yield _stroke(zero, axis, (number * step, 0), (number * step, length), width)
        if front:
            end = (TICKS + 1) * step
            yield _stroke(zero, axis, (-end, 0), (end, 0), LINE)


def _stroke(zero: Point, axis: Axis, start: Point, end: Point, width: float) -> Stroke:
    (x, y), (a, b), (c, d) = zero, start, end
    if axis == "vertical":
        a, b, c, d = b, a, d, c
    return Stroke(x + a, y + b, x + c, y + d, width)


def _numbers(size: Size) -> Iterator[Caption]:
    step, half = BACK_STEP + READS, NUMBER_PT * MM_PER_PT * 0.36
    for (x, y), axis, outside in _scales(size):
        for number in range(-TICKS, TICKS + 1, 5):
            text = f"{number * READS:g}".replace("-", "\N{MINUS SIGN}")
            width = measure(text, NUMBER_PT)
            away = outside * (LONG_TICK + 1)
            if axis == "horizontal":
                left = x + number * step - width / 2
                yield Caption(text, left, y + away + (2 * half if outside > 0 else 0), NUMBER_PT)
            else:
                left = x + away - (width if outside < 0 else 0)
                yield Caption(text, left, y + number * step + half, NUMBER_PT)


# The steps: lines along each edge, each a millimetre further in than the one before; the first one printed tells the margin.


def _steps(size: Size) -> Iterator[tuple[int, Stroke]]:
    wide, high = size.width, size.height
    left, top = wide / 2 - STEPS * STEP_WIDE / 2, high / 2 - STEPS_ABOVE - STEPS * STEP_WIDE / 2
    for mm in range(1, STEPS + 1):
        x, y = left + (mm - 1) * STEP_WIDE, top + (mm - 1) * STEP_WIDE
        for level in (mm, high - mm):
            yield mm, Stroke(x, level, x + STEP_WIDE, level, FAT)
        for plumb in (mm, wide - mm):
            yield mm, Stroke(plumb, y, plumb, y + STEP_WIDE, FAT)


def _step_numbers(size: Size) -> Iterator[Caption]:
    half = FORM_PT * MM_PER_PT * 0.36
    for mm, step in _steps(size):
        if mm % NUMBERED == 0:
            text, x, y = f"{mm}", (step.x1 + step.x2) / 2, (step.y1 + step.y2) / 2
            width, away = measure(text, FORM_PT), STEPS + 1.5 - mm
            if step.y1 == step.y2:
                below = y < size.height / 2
                yield Caption(text, x - width / 2, y + (away + 2 * half if below else -away), FORM_PT)
            else:
                yield Caption(text, x + away if x < size.width / 2 else x - away - width, y + half, FORM_PT)


# The rulers, one across and one down, and the words between the scales.


def _rulers(size: Size, rulers: Size, below: float) -> Iterator[Stroke]:
    x, y = size.width / 2, size.height / 2
    left, right, level = x - rulers.width / 2, x + rulers.width / 2, y + below
    top, bottom, plumb = y - rulers.height / 2, y + rulers.height / 2, size.width - RULER_FROM_EDGE
    yield Stroke(left, level, right, level, LINE)
    yield Stroke(plumb, top, plumb, bottom, LINE)
    for end in (left, right):
        yield Stroke(end, level - LONG_TICK, end, level + LONG_TICK, LINE)
    for end in (top, bottom):
        yield Stroke(plumb - LONG_TICK, end, plumb + LONG_TICK, end, LINE)


def _lengths(size: Size, rulers: Size, below: float) -> Iterator[Caption]:
    across, down = (f"{length:g} mm from line to line" for length in (rulers.width, rulers.height))
    yield Caption(across, TEXT_LEFT, size.height / 2 + below - 2, NUMBER_PT)
    bottom = size.height / 2 + rulers.height / 2 - 8
    yield Caption(down, size.width - RULER_FROM_EDGE - 2, bottom, NUMBER_PT, rotation=270)


def _front_words(edge: str) -> tuple[str, ...]:
    return (
        f"1. Print both sides at 100 % (actual size), turned on the {edge}.",
        "2. Hold the sheet against a light, this side towards you, these words upright.",
        "3. Each corner has two scales. Ticks of the other side shine through, on the other side of the line.",
        f"4. Find the tick here that continues over there in one straight line, and read its number. A tick is {READS:g}.",
        "5. Measure the rulers of both sides.",
        "6. At each edge are steps of 1 mm: the outermost complete one shows the margin. Take the widest.",
        "7. Type: pnp calibrate --printer NAME",
    )


def _words(size: Size, title: str, paragraphs: Sequence[str]) -> Iterator[Caption]:
    width = size.width - TEXT_LEFT - TEXT_RIGHT
    point = 12 if size.width > 200 else 8
    y = 52 * size.height / 297
    yield Caption(title, TEXT_LEFT, y, 2.5 * point)
    for paragraph in paragraphs:
        y += 0.9 * point * MM_PER_PT
        for line in wrapped(paragraph, point, width):
            y += 1.3 * point * MM_PER_PT
            yield Caption(line, TEXT_LEFT, y, point)


def _form(size: Size) -> Iterator[Caption]:
    blank = 10 * "_"
    for row, name in enumerate((*CORNERS, *RULERS)):
        unit = " mm" if name in RULERS else ""
        y = size.height / 2 + FORM_BELOW + row * FORM_ROW
        yield Caption(name.replace("-", " "), TEXT_LEFT, y, FORM_PT)
        yield Caption(f"{blank} , {blank}{unit}", TEXT_LEFT + FORM_TAB, y, FORM_PT)
    y = size.height / 2 + FORM_BELOW + len((*CORNERS, *RULERS)) * FORM_ROW
    yield Caption("margin", TEXT_LEFT, y, FORM_PT)
    yield Caption(f"{blank} mm", TEXT_LEFT + FORM_TAB, y, FORM_PT)
    y = size.height / 2 + FORM_BELOW - FORM_ROW
    for word, x in (("across", 0), ("down", measure(f"{blank} , ", FORM_PT))):
        yield Caption(word, TEXT_LEFT + FORM_TAB + x, y, FORM_PT)
