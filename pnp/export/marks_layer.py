"""The marks layer of a PDF above the cards, drawn with ReportLab: crop marks, rulers, footers.

All text is Lato, embedded once as one subset.
"""

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from pikepdf import Dictionary, Name, Object, Pdf
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from pnp.export.pdf_objects import MARKS, form_of, open_pdf
from pnp.model.geometry import MM_PER_PT, Size
from pnp.model.line_styles import FOLD, HALO_WIDTH, OUTLINE, Contour, Stroke
from pnp.model.sheet import Caption, Sheet

FONT = "Lato"


def measure(text: str, size: float) -> float:
    """Return the width in mm of a caption set at `size` pt.

    >>> round(measure("sheet 1 of 6", 7), 2)
    12.45
    """
    return _width(text) * size * MM_PER_PT


@lru_cache(maxsize=4096)
def _width(text: str) -> float:
    """Return the width in em; the same words are tried in many places and sizes."""
    return float(_font().stringWidth(printable(text), 1))


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return the lines of a text at `size` pt that are at most `width` mm wide."""
    return list(simpleSplit(text, _font().fontName, size, width / MM_PER_PT))


def printable(text: str) -> str:
    """Return the text in characters the font of the marks layer has: accents it lacks are dropped, the rest becomes "?".

    >>> printable("Yōgire – 游戏")
    'Yogire – ??'
    """
    glyphs = _font().face.charToGlyph
    shown = []
    for letter in unicodedata.normalize("NFC", text):
        known = letter if ord(letter) in glyphs else unicodedata.normalize("NFKD", letter)
        shown += [part if ord(part) in glyphs else "?" for part in known if not unicodedata.combining(part)]
    return "".join(shown)


@dataclass(frozen=True, slots=True)
class MarksPage:
    """What stands around the cards of one page."""

    size: Size
    strokes: tuple[Stroke, ...]
    captions: tuple[Caption, ...]
    contours: tuple[Contour, ...] = ()


def marks_of(sheets: Sequence[Sheet]) -> tuple[tuple[MarksPage, ...], list[tuple[int, MarksPage]]]:
    """Return the drawings that sheets share, each once, and for each sheet which of them it has, from 0, and its own captions.

    Shared are all strokes and contours, and the captions that stand on every sheet of the same side: they are stored once.
    """
    common: dict[str, set[Caption]] = {}
    for sheet in sheets:
        captions = set(sheet.captions)
        common[sheet.side] = captions & common.get(sheet.side, captions)
    numbers: dict[MarksPage, int] = {}
    known: dict[object, int] = {}  # comparing all strokes of thousands of sheets takes long
    marks = []
    for sheet in sheets:
        shared = tuple(caption for caption in sheet.captions if caption in common[sheet.side])
        own_captions = tuple(caption for caption in sheet.captions if caption not in common[sheet.side])
        parts = (sheet.size, id(sheet.strokes), id(sheet.contours), shared)
        if parts not in known:
            whole = MarksPage(sheet.size, sheet.strokes, shared, sheet.contours)
            known[parts] = numbers.setdefault(whole, len(numbers))
        marks.append((known[parts], MarksPage(sheet.size, (), own_captions)))
    return tuple(numbers), marks


def draw(pages: Iterable[MarksPage], written: Iterable[MarksPage] = ()) -> tuple[bytes, tuple[str, ...]]:
    """Return a PDF with a page for each of `pages`, and the operators for the captions of those only `written`.

    Its fonts have the letters of both. The same bytes every time.
    """
    _font()
    out = io.BytesIO()
    # Without a first font of ours, ReportLab would list Helvetica, which it cannot embed.
    first: Any = FONT  # the stubs take it for a number
    canvas = Canvas(out, pageCompression=0, invariant=1, initialFontName=first)
    for page in pages:
        canvas.setPageSize((page.size.width / MM_PER_PT, page.size.height / MM_PER_PT))
        if page.strokes or page.contours:
            canvas.saveState()  # in mm from the top-left corner, y downwards
            canvas.translate(0, page.size.height / MM_PER_PT)
            canvas.scale(1 / MM_PER_PT, -1 / MM_PER_PT)
            # The white edges, all of them before any line, so that none wipes out its neighbour.
            canvas.saveState()
            canvas.setStrokeGray(1)
            canvas.setLineCap(2)
            for stroke in page.strokes:
                if stroke.halo:
                    canvas.setLineWidth(stroke.width + 2 * HALO_WIDTH)
                    canvas.line(stroke.x1, stroke.y1, stroke.x2, stroke.y2)
            canvas.restoreState()
            for stroke in page.strokes:
                canvas.setLineWidth(stroke.width)
                canvas.setDash(list(FOLD.dashes or ()) if stroke.dashed else [])
                if stroke.grey:
                    canvas.setStrokeGray(stroke.grey)
                canvas.line(stroke.x1, stroke.y1, stroke.x2, stroke.y2)
                if stroke.grey:
                    canvas.setStrokeGray(0)
            canvas.setDash([])
            if page.contours:
                _draw_contours(canvas, page.contours)
            canvas.restoreState()
        for caption in page.captions:
            canvas.drawText(_text(canvas, caption, page.size))
        canvas.showPage()
    operators = tuple(
        "\n".join(_text(canvas, caption, page.size).getCode() for caption in page.captions)
        for page in written
    )
    canvas.save()
    return out.getvalue(), operators


def font_file() -> Path:
    """Return the file of the font of the marks layer."""
    return Path(str(files("font_lato"))) / "files" / "Lato-Regular.ttf"


@cache
def _font() -> TTFont:
    font = TTFont(FONT, str(font_file()))
    pdfmetrics.registerFont(font)
    return font


def _draw_contours(canvas: Canvas, contours: Sequence[Contour]) -> None:
    canvas.setLineWidth(OUTLINE.width)
    canvas.setStrokeGray(OUTLINE.grey)
    for contour in contours:
        if contour.radius:
            box, across = contour.box, 2 * contour.radius
            for x, y, start in (
                (box.x, box.y, 180),  # degrees clockwise, as y runs down
                (box.right - across, box.y, 270),
                (box.right - across, box.bottom - across, 0),
                (box.x, box.bottom - across, 90),
            ):
                canvas.arc(x, y, x + across, y + across, start, 90)
        elif contour.points:
            path = canvas.beginPath()
            path.moveTo(*contour.points[0])
            for point in contour.points[1:]:
                path.lineTo(*point)
            path.close()
            canvas.drawPath(path)
        else:
            box = contour.box
            canvas.ellipse(box.x, box.y, box.right, box.bottom)


def _text(canvas: Canvas, caption: Caption, page: Size) -> PDFTextObject:
    cosine, sine = cos(radians(caption.rotation)), sin(radians(caption.rotation))
    x, y = caption.x / MM_PER_PT, (page.height - caption.y) / MM_PER_PT
    text = canvas.beginText()
    text.setTextTransform(cosine, -sine, sine, cosine, x, y)
    text.setFont(FONT, caption.size)
    text.textOut(printable(caption.text))
    return text


# The marks in the PDF that is written: what sheets share becomes a form, the rest goes into their pages.

_WORDS = re.compile(rb"(\(.*\) Tj)", re.DOTALL)  # What a content stream writes, from first to last text.
# A page's own marks as content streams, and the form of the rest.
PageMarks = tuple[tuple[bytes, ...], Object]


@contextmanager
def placed_marks(target: Pdf, sheets: Sequence[Sheet]) -> Iterator[tuple[list[PageMarks], Dictionary]]:
    """Give the marks of the sheets, on their layer, and the fonts of their words; `target` must be saved inside the block.

    What sheets share becomes a form, what is a sheet's own goes into its page, and all of it shares one font.
    """
    shared, marks = marks_of(sheets)
    drawing, written = draw(shared, (strokes for _, strokes in marks))
    with open_pdf(drawing) as drawn:
        used = {
            name: font
            for page in drawn.pages
            for name, font in page.resources.get(Name.Font, Dictionary()).items()
        }
        fonts = Dictionary({name: target.copy_foreign(font) for name, font in used.items()})
        forms = [target.copy_foreign(form_of(page)) for page in drawn.pages]
        known: dict[bytes, bytes] = {}
        yield (
            [
                (tuple(known.setdefault(part, part) for part in _in_parts(content)), forms[shared_form])
                for (shared_form, _), content in zip(marks, written, strict=True)
            ],
            fonts,
        )


def _in_parts(written: str) -> tuple[bytes, ...]:
    content = f"/OC /{MARKS} BDC\nq {written} Q\nEMC".encode()
    return tuple(part.strip() for part in _WORDS.split(content))
