"""The marks layer of a PDF above the cards: crop marks, rulers, footers.

All text is Lato, embedded once as one subset.
"""

import io
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from math import cos, radians, sin
from pathlib import Path

import uharfbuzz as hb
from pikepdf import Array, Dictionary, Name, Object, Pdf

from pnp.export.cut_files import CutCircle, CutLine, CutPath, CutSide
from pnp.export.pdf_objects import MARKS, PdfMetadata, add_words, numbers, path_of, point, save_pdf
from pnp.model.geometry import MM_PER_PT, Size, edges_of
from pnp.model.line_styles import FOLD, HALO_WIDTH, OUTLINE, Contour, Stroke
from pnp.model.sheet import Backs, Caption, Sheet
from pnp.typesetting.fonts import FontFile, subset

FONT = "/F"  # The name of the font on every page.
_OF_NUMBERS = "page of 0123456789"  # What the number of a page is written with that is not known yet.


def measure(text: str, size: float) -> float:
    """Return the width in mm of a caption set at `size` pt.

    >>> round(measure("sheet 1 of 6", 7), 2)
    12.45
    """
    return _width(text) * size * MM_PER_PT


@lru_cache(maxsize=4096)
def _width(text: str) -> float:
    """Return the width in em; the same words are tried in many places and sizes."""
    return sum(map(_advance, printable(text))) / 1000


@cache
def _advance(letter: str) -> int:
    """Return the width of a letter in thousandths of an em, as the PDF has it: letters are set side by side, without kerning."""
    font = _font()
    advance: int = font.font.get_glyph_h_advance(font.font.get_nominal_glyph(ord(letter)))
    return round(advance * 1000 / int(font.upem))


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return the lines of a text at `size` pt that are at most `width` mm wide."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and measure(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def printable(text: str) -> str:
    """Return the text in characters the font of the marks layer has: accents it lacks are dropped, the rest becomes "?".

    >>> printable("Yōgire – 游戏")
    'Yogire – ??'
    """
    known = _font().characters
    shown = []
    for letter in unicodedata.normalize("NFC", text):
        parts = letter if ord(letter) in known else unicodedata.normalize("NFKD", letter)
        shown += [part if ord(part) in known else "?" for part in parts if not unicodedata.combining(part)]
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


def draw(pages: Sequence[MarksPage], words: PdfMetadata | None = None, *, flip: Backs | None = None) -> bytes:
    """Return a PDF with a page for each of `pages` and the `words` of its window; the same bytes every time."""
    out = io.BytesIO()
    with Pdf.new() as pdf:
        fonts = _embedded_font(pdf, pages)
        for page in pages:
            added = pdf.add_blank_page(page_size=(page.size.width / MM_PER_PT, page.size.height / MM_PER_PT))
            added.obj.Resources = Dictionary(Font=fonts)
            added.obj.Contents = pdf.make_stream(_drawn(page))
        if words:
            add_words(pdf, words, flip=flip)
        save_pdf(pdf, out)
    return out.getvalue()


def font_file() -> Path:
    """Return the file of the font of the marks layer."""
    return Path(str(files("font_lato"))) / "files" / "Lato-Regular.ttf"


@cache
def _font() -> FontFile:
    return FontFile(font_file())


_LETTERS_OF_CODES = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
{}endcmap CMapName currentdict /CMap defineresource pop end end"""


def text_code(text: str) -> str:
    """Return a text as a string of the font, in hex: letters have the codes of Unicode.

    >>> text_code("2 é")
    '0032002000E9'
    """
    return printable(text).encode("utf-16-be").hex().upper()


def _embedded_font(pdf: Pdf, pages: Iterable[MarksPage]) -> Dictionary:
    """Return the resources of pages that are written on: the font with their letters, and those of a number of a page."""
    letters = printable("".join(caption.text for page in pages for caption in page.captions))
    codes = sorted(map(ord, {*letters, *_OF_NUMBERS}))
    content = subset(font_file(), codes)
    face = hb.Face(hb.Blob(content))
    font = hb.Font(face)
    name = f"/{''.join(chr(65 + byte % 26) for byte in sha256(content).digest()[:6])}+{_font().postscript}"
    box = struct.unpack_from(">4h", face.reference_table("head").data, 36)
    height = font.get_font_extents("ltr")
    measures = numbers(round(edge * 1000 / face.upem) for edge in (*box, height.ascender, height.descender))
    *corners, ascent, descent = measures.split(" ")
    descriptor = Object.parse(
        f"<< /Type /FontDescriptor /FontName {name} /Flags 32 /FontBBox [{' '.join(corners)}] /ItalicAngle 0 "
        f"/Ascent {ascent} /Descent {descent} /CapHeight {_font().cap_height * 1000:.0f} /StemV 80 >>".encode()
    )
    descriptor.FontFile2 = pdf.make_stream(content, Length1=len(content))
    widths = " ".join(f"{code} {code} {_advance(chr(code))}" for code in codes)
    glyphs = Object.parse(
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont {name} /W [{widths}] "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>".encode()
    )
    glyphs.FontDescriptor = pdf.make_indirect(descriptor)
    places = (font.get_nominal_glyph(code) or 0 for code in range(codes[-1] + 1))
    glyphs.CIDToGIDMap = pdf.make_stream(b"".join(place.to_bytes(2) for place in places))
    whole = Object.parse(f"<< /Type /Font /Subtype /Type0 /BaseFont {name} /Encoding /Identity-H >>".encode())
    whole.DescendantFonts = Array([pdf.make_indirect(glyphs)])
    known = "".join(f"1 beginbfchar <{code:04X}> <{code:04X}> endbfchar\n" for code in codes)
    whole.ToUnicode = pdf.make_stream(_LETTERS_OF_CODES.format(known).encode())
    return Dictionary({FONT: pdf.make_indirect(whole)})


def _drawn(page: MarksPage) -> bytes:
    """Return the operators that draw a page."""
    # The white edges, all of them before any line, so that none wipes out its neighbour.
    haloes = [stroke for stroke in page.strokes if stroke.halo]
    edges = (f"{_points(stroke.width + 2 * HALO_WIDTH)} w {_line(stroke, page)}" for stroke in haloes)
    lines = ["q 1 G 2 J", *edges, "Q"] if haloes else []
    for stroke in page.strokes:
        dashes = _points(*(FOLD.dashes or ())) if stroke.dashed else ""
        look = f"{_points(stroke.width)} w [{dashes}] 0 d {numbers([stroke.grey])} G"
        lines.append(f"{look} {_line(stroke, page)}")
    if page.contours:
        lines.append(f"{_points(OUTLINE.width)} w [] 0 d {numbers([OUTLINE.grey])} G")
        lines += [f"{path_of(line, page.size)} S" for contour in page.contours for line in _around(contour)]
    for caption in page.captions:
        cosine, sine = cos(radians(caption.rotation)), sin(radians(caption.rotation))
        place = numbers((cosine, -sine, sine, cosine, *point(caption.x, caption.y, page.size)))
        lines.append(f"BT {FONT} {numbers([caption.size])} Tf {place} Tm <{text_code(caption.text)}> Tj ET")
    return "\n".join(lines).encode()


def _points(*lengths: float) -> str:
    return numbers(length / MM_PER_PT for length in lengths)


def _line(stroke: Stroke, page: MarksPage) -> str:
    start, end = point(stroke.x1, stroke.y1, page.size), point(stroke.x2, stroke.y2, page.size)
    return f"{numbers(start)} m {numbers(end)} l S"


def _around(contour: Contour) -> Iterator[CutLine]:
    box, radius = contour.box, contour.radius
    if radius:
        left, top, right, bottom = box.x + radius, box.y + radius, box.right - radius, box.bottom - radius
        yield CutPath((CutSide((box.x, top), (left, box.y), radius),))
        yield CutPath((CutSide((right, box.y), (box.right, top), radius),))
        yield CutPath((CutSide((box.right, bottom), (right, box.bottom), radius),))
        yield CutPath((CutSide((left, box.bottom), (box.x, bottom), radius),))
    elif contour.points:
        yield CutPath(tuple(CutSide(*edge) for edge in edges_of(contour.points)))
    else:
        yield CutCircle(box.middle, box.width / 2)


# The marks in the PDF that is written: what sheets share becomes a form, the rest goes into their pages.

PageMarks = tuple[bytes, Object]  # What is drawn on one page alone, and the form of the rest.


def placed_marks(target: Pdf, sheets: Sequence[Sheet]) -> tuple[list[PageMarks], Dictionary]:
    """Return the marks of the sheets, on their layer, and the fonts of their words, in the PDF `target`.

    What sheets share becomes a form, what is a sheet's own goes into its page, and all of it shares one font.
    """
    shared, marks = marks_of(sheets)
    fonts = _embedded_font(target, (*shared, *(page for _, page in marks)))
    forms = [
        target.make_stream(
            _drawn(page),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=[0, 0, page.size.width / MM_PER_PT, page.size.height / MM_PER_PT],
            Resources=Dictionary(Font=fonts),
        )
        for page in shared
    ]
    layer = f"/OC /{MARKS} BDC\nq %b Q\nEMC".encode()
    return [(layer % _drawn(page), forms[shared_form]) for shared_form, page in marks], fonts
