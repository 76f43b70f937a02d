"""The marks layer of a PDF above the cards: crop marks, rulers, footers.

All text is Lato, embedded once as one subset.
"""

import hashlib
import io
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import cos, radians, sin, sqrt
from pathlib import Path

import uharfbuzz as hb
from pikepdf import Dictionary, Name, Object, Pdf

from pnp.export.pdf_objects import MARKS, numbers, point, save_pdf
from pnp.model.geometry import MM_PER_PT, Size
from pnp.model.line_styles import FOLD, HALO_WIDTH, OUTLINE, Contour, Stroke
from pnp.model.sheet import Caption, Sheet
from pnp.text import decimal
from pnp.typesetting.fonts import FontFile, subset


def measure(text: str, size: float) -> float:
    """Return the width in mm of a caption set at `size` pt.

    >>> round(measure("sheet 1 of 6", 7), 2)
    12.45
    """
    return _width(text) * size * MM_PER_PT


@lru_cache(maxsize=4096)
def _width(text: str) -> float:
    """Return the width in em; the same words are tried in many places and sizes."""
    return sum(_advance(_font().font, letter) for letter in printable(text)) / 1000


def _advance(font: hb.Font, letter: str) -> int:
    """Return the advance in thousandths of an em, as a PDF has it."""
    glyph = font.get_nominal_glyph(ord(letter)) or 0
    return int(font.get_glyph_h_advance(glyph) * 1000 / font.face.upem + 0.5)


def printable(text: str) -> str:
    """Return the text in characters the font of the marks layer has: accents it lacks are dropped, the rest becomes "?".

    >>> printable("Yōgire – 游戏")
    'Yogire – ??'
    """
    glyphs = _font().characters
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


def draw(pages: Sequence[MarksPage]) -> bytes:
    """Return a PDF with these pages. The same bytes every time."""
    with Pdf.new() as pdf:
        fonts, codes = _embedded(pdf, pages)
        for page in pages:
            drawn = pdf.add_blank_page(page_size=_in_points(page.size))
            drawn.Contents = pdf.make_stream(_operators(page, codes))
            drawn.Resources = Dictionary(Font=fonts)
        out = io.BytesIO()
        save_pdf(pdf, out)
    return out.getvalue()


def _in_points(size: Size) -> tuple[float, float]:
    return (size.width / MM_PER_PT, size.height / MM_PER_PT)


def font_file() -> Path:
    """Return the file of the font of the marks layer."""
    return Path(str(files("font_lato"))) / "files" / "Lato-Regular.ttf"


@cache
def _font() -> FontFile:
    return FontFile(font_file())


def _embedded(pdf: Pdf, pages: Iterable[MarksPage]) -> tuple[Dictionary, Mapping[str, str]]:
    """Embed the letters of these pages; return the fonts in the resources of what is drawn, and the code of each letter.

    It is a composite font, whose codes are glyphs (ISO 32000-2, 9.7).
    """
    captions = (caption for page in pages for caption in page.captions)
    letters = sorted({letter for caption in captions for letter in printable(caption.text)})
    if not letters:
        return Dictionary(), {}
    program = subset(font_file(), map(ord, letters), shapes=False)
    font = hb.Font(hb.Face(hb.Blob(program)))
    codes = {letter: f"{font.get_nominal_glyph(ord(letter)) or 0:04x}" for letter in letters}
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256("".join(letters).encode()).digest()[:6])
    name = Name(f"/{tag}+Lato-Regular")
    head = font.face.reference_table("head").data
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4,  # letters by glyph, not by a standard encoding
        FontBBox=[round(edge * 1000 / font.face.upem) for edge in struct.unpack_from(">4h", head, 36)],
        ItalicAngle=0,
        Ascent=round(_font().ascent * 1000),
        Descent=-round(_font().descent * 1000),
        CapHeight=round(_font().cap_height * 1000),
        StemV=80,
        FontFile2=pdf.make_stream(program, Length1=len(program)),
    )
    glyphs = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        FontDescriptor=pdf.make_indirect(descriptor),
        W=[part for letter in letters for part in (int(codes[letter], 16), [_advance(font, letter)])],
        CIDToGIDMap=Name.Identity,
    )
    whole = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=name,
        Encoding=Name("/Identity-H"),
        DescendantFonts=[pdf.make_indirect(glyphs)],
        ToUnicode=pdf.make_stream(_to_unicode(codes)),
    )
    return Dictionary(F1=pdf.make_indirect(whole)), codes


def _to_unicode(codes: Mapping[str, str]) -> bytes:
    pairs = [f"<{code}> <{letter.encode('utf-16-be').hex()}>\n" for letter, code in codes.items()]
    blocks = (pairs[start : start + 100] for start in range(0, len(pairs), 100))
    listed = "".join(f"{len(block)} beginbfchar\n{''.join(block)}endbfchar\n" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def\n"
        f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{listed}endcmap end end"
    ).encode()


def _operators(page: MarksPage, codes: Mapping[str, str]) -> bytes:
    lines = (*_lines(page), *(_words(caption, page.size, codes) for caption in page.captions))
    return "\n".join(lines).encode()


def _lines(page: MarksPage) -> Iterator[str]:
    # The white edges, all of them before any line, so that none wipes out its neighbour.
    edges = [
        f"{_pt(one.width + 2 * HALO_WIDTH)} w {_line(one, page.size)}" for one in page.strokes if one.halo
    ]
    yield from ("q 1 G 2 J", *edges, "Q") if edges else ()
    for stroke in page.strokes:
        dashes = _pt(*FOLD.dashes) if stroke.dashed and FOLD.dashes else ""
        line = f"{_pt(stroke.width)} w [{dashes}] 0 d {_line(stroke, page.size)}"
        yield f"q {decimal(stroke.grey)} G {line} Q" if stroke.grey else line
    if page.contours:
        drawn = (_contour(contour, page.size) for contour in page.contours)
        yield f"q {_pt(OUTLINE.width)} w [] 0 d {decimal(OUTLINE.grey)} G {' '.join(drawn)} Q"


def _pt(*lengths: float) -> str:
    return numbers(length / MM_PER_PT for length in lengths)


def _line(stroke: Stroke, page: Size) -> str:
    start, end = point(stroke.x1, stroke.y1, page), point(stroke.x2, stroke.y2, page)
    return f"{numbers(start)} m {numbers(end)} l S"


_TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Where quarters of a circle begin, clockwise, as y runs down."""

_BEND = 4 / 3 * (sqrt(2) - 1)
"""How far the control points of a quarter lie from its ends, for a radius of 1."""


def _contour(contour: Contour, page: Size) -> str:
    if contour.points:
        places = [numbers(point(x, y, page)) for x, y in contour.points]
        return f"{' l '.join(places)} l h S".replace(" l", " m", 1)
    box, radius = contour.box, contour.radius
    across, down = radius or box.width / 2, radius or box.height / 2
    quarters = []
    for (x, y), (to_x, to_y) in zip(_TURNS, (*_TURNS[1:], _TURNS[0]), strict=True):
        middle_x = box.right - across if x + to_x > 0 else box.x + across
        middle_y = box.bottom - down if y + to_y > 0 else box.y + down
        bends = (x + _BEND * to_x, y + _BEND * to_y), (to_x + _BEND * x, to_y + _BEND * y)
        start, *ends = (
            numbers(point(middle_x + across * right, middle_y + down * below, page))
            for right, below in ((x, y), *bends, (to_x, to_y))
        )
        quarters.append(f"{start} m {' '.join(ends)} c S")
    return " ".join(quarters)


def _words(caption: Caption, page: Size, codes: Mapping[str, str]) -> str:
    cosine, sine = cos(radians(caption.rotation)), sin(radians(caption.rotation))
    place = numbers((cosine, -sine, sine, cosine, *point(caption.x, caption.y, page)))
    glyphs = "".join(codes[letter] for letter in printable(caption.text))
    return f"BT {place} Tm /F1 {decimal(caption.size)} Tf <{glyphs}> Tj ET"


# The marks in the PDF that is written: what sheets share becomes a form, the rest goes into their pages.

_WORDS = re.compile(rb"(<.*> Tj)", re.DOTALL)
"""What a content stream writes, from the first text to the last."""


PageMarks = tuple[tuple[bytes, ...], Object]
"""The marks of one page: its own part as content streams, which a reader joins, and the form of the rest."""


def placed_marks(target: Pdf, sheets: Sequence[Sheet]) -> tuple[list[PageMarks], Dictionary]:
    """Return the marks of the sheets, on their layer, and the fonts of their words, as objects of `target`.

    What sheets share becomes a form, what is a sheet's own goes into its page, and all of it shares one font.
    """
    shared, marks = marks_of(sheets)
    fonts, codes = _embedded(target, (*shared, *(own for _, own in marks)))
    forms: list[Object] = [target.make_stream(_operators(page, codes)) for page in shared]
    for form, page in zip(forms, shared, strict=True):
        form.Type, form.Subtype = Name.XObject, Name.Form
        form.BBox, form.Resources = [0, 0, *_in_points(page.size)], Dictionary(Font=fonts)
    known: dict[bytes, bytes] = {}
    placed = [
        (tuple(known.setdefault(part, part) for part in _in_parts(_operators(own, codes))), forms[number])
        for number, own in marks
    ]
    return placed, fonts


def _in_parts(written: bytes) -> tuple[bytes, ...]:
    content = b"/OC /%b BDC\nq %b Q\nEMC" % (MARKS.encode(), written)
    return tuple(part.strip() for part in _WORDS.split(content))
