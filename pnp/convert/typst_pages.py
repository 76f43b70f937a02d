"""Faces to PDF pages in one typst compile, and the fonts for it.

typst is used as an SVG-to-PDF renderer: one page per face, holding one picture, and above it the texts that are plain, set by
typst: whole words in the PDF, in half the time of SVG texts. They come to lie above all else, so a text stays in the drawing
where anything after it may touch it, and where it is more than a line of letters with a place, a font and a colour.

It gets font files under names of their own. Every font of a project is tried first, in a worker process
(pnp.typesetting.fonts), which a damaged one may end.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from html import escape, unescape
from itertools import pairwise, repeat
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import typst

from pnp.convert.trial_pages import PDFIUM
from pnp.files import temporary_folder, write
from pnp.model.diagnostics import CannotRender, PnpError
from pnp.model.face import Face
from pnp.model.geometry import Point, Size
from pnp.model.svg_geometry import around_points, shape_box, shape_lines, transform
from pnp.svg.reader.geometry import view_box
from pnp.svg.vocabulary import font_properties
from pnp.typesetting.fonts import NO_FONT, UNREADABLE, FontFile, Style, asked_for, subset
from pnp.workers.worker import begins

ALIAS = "pnpf"
_STRING = r"\"[^\"]*\"|'[^']*'"
_FAMILY_TAG = re.compile(
    rf"<(/?)(svg|g|a|switch|symbol|text|tspan|textPath)\b((?:[^>\"'/]++|/(?!>)|{_STRING})*+)(/?)>"
)
_FAMILY_ATTRIBUTE = re.compile(rf"\s([\w:-]+)\s*=\s*({_STRING})")
_FAMILY = re.compile(rf"\sfont-family\s*=\s*(?:{_STRING})|\bfont-family\s*:(?:[^;&\"]|&\w+;)*;?")


class FontAliases:
    """Font files under names that typst can take apart, the same in every drawing; `fonts` are all that typst is to know.

    It takes words such as Black, Light or Condensed off the end of a family's name and does not find it then, it knows
    some fonts by their PostScript name, and an SVG can ask for nine weights only. So each file is a family of its own.
    """

    def __init__(self, files: Sequence[Path], folder: Path, *, whole_families: bool = False) -> None:
        """Write copies, each a family of its own, or `whole_families`. Raises CannotWrite, OSError."""
        fonts = [FontFile(path) for path in files]
        self.files = {(font.family, font.style): font for font in fonts}
        self._names: dict[tuple[str, Style], str] = {}
        copies: dict[Path, tuple[FontFile, str]] = {}
        digests = [hashlib.sha256(font.content).digest() for font in fonts]
        for number, font in enumerate(fonts):
            # typst goes on with fonts of earlier drawings under their names: another file has another name.
            family = (each for file, each in zip(fonts, digests, strict=True) if file.family == font.family)
            told_apart = hashlib.sha256(b"".join(family)).digest() if whole_families else digests[number]
            alias = f"{ALIAS}{int(told_apart.hex()[:15], 16)}"
            self._names[font.family, font.style] = alias
            copies[folder / f"{number:03}{font.file.suffix}"] = (font, alias)
        shared = Counter(font.postscript for font in fonts)
        for path, (font, alias) in copies.items():
            name = f"{font.postscript}-{font.style.weight}" if shared[font.postscript] > 1 else ""
            write(path, font.renamed(alias, name), durable=False)
        self.fonts = _fonts_in(folder)
        for info in self.fonts.fonts():
            font, alias = copies[Path(str(info.path))]
            if info.family != alias:
                write(Path(str(info.path)), font.renamed(alias, postscript=alias), durable=False)
                self.fonts = _fonts_in(folder)

    def of_family(self, family: str) -> str:
        """Return the alias of a family, itself when there is none."""
        return next((alias for (known, _), alias in self._names.items() if known == family), family)

    def of_font(self, font: tuple[str, Style]) -> str:
        """Return the alias of a family in a style, which must be among the files."""
        return self._names[font]

    def in_aliases(self, svg: str) -> str:
        """Return a drawing whose texts ask for the copies; a font that is not there stays as it is."""
        around: list[Mapping[str, str]] = [{}]

        def replaced(tag: re.Match[str]) -> str:
            ends, name, attributes, empty = tag.groups()
            if ends:
                if len(around) > 1:  # who draws finds what is not well-formed
                    around.pop()
                return tag[0]
            said = _FAMILY_ATTRIBUTE.findall(attributes) if "font-" in attributes else ()
            written = font_properties({key: unescape(value[1:-1]) for key, value in said}) if said else {}
            style = {**around[-1], **written} if written else around[-1]
            if not empty:
                around.append(style)
            alias = self._names.get(asked_for(style)) if written or name == "text" else None
            if alias is None:
                return tag[0]
            return f'<{name}{_FAMILY.sub("", attributes)} font-family="{alias}"{empty}>'

        return _FAMILY_TAG.sub(replaced, svg)


def _fonts_in(folder: Path) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])


# A font tried in every way it will be used: measured, subset, made static, set, typeset and drawn.

MOST_DRAWN = 1_500  # Letters that are drawn, from all over the font; all of them are measured and cut down.
AT_ONCE = 100
MISSING = "\u0378"  # A letter that no font has: what is drawn in its place is in every font.
USUAL = "AVAVA ffi 123 éß"  # Letters that most faces have: pairs, ligatures, and those this font may lack.
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\"<>{};\\]{1,100}")
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def fault_of(path: Path) -> str:
    """Return why a font cannot be used, "" when it can. A font may also end the process."""
    try:
        font = FontFile(path)
    except UNREADABLE:
        return NO_FONT
    if not (_NAME.fullmatch(font.family) and _NAME.fullmatch(font.full_name)):
        return "has a name that cannot be used"
    try:
        subset(path, font.characters)
        subset(path, map(ord, USUAL))
        for variant in font.variants():
            begins(font.family)
            letters = _UNPRINTED.sub("", "".join(map(chr, sorted(variant.characters))))
            for start in range(0, len(letters), AT_ONCE):
                variant.ink(letters[start : start + AT_ONCE])
            shown = letters[:AT_ONCE] + letters[AT_ONCE :: max(1, len(letters) // MOST_DRAWN)]
            shown += MISSING
            lines = [USUAL, *(shown[start : start + AT_ONCE] for start in range(0, len(shown), AT_ONCE))]
            variant.ink(USUAL)
            with temporary_folder("fonts") as folder:
                for page in _pages(variant, FontAliases([variant.path], Path(folder)), lines):
                    with PDFIUM, pypdfium2.PdfDocument(page) as document:
                        document[0].render(scale=0.5)
    except (PnpError, RuntimeError, *UNREADABLE):
        return "is damaged"
    return ""


def _pages(font: FontFile, aliases: FontAliases, lines: list[str]) -> list[bytes]:
    family, alias = font.family, aliases.of_family(font.family)
    rows = "".join(f'<text y="{9 + 9 * n}">{escape(line)}</text>' for n, line in enumerate(lines))
    height = 9 * len(lines) + 20
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="{height}" font-size="8" '
        f'font-family="\'{escape(family)}\'" font-weight="{font.style.weight}">{rows}</svg>'
    )
    shown = 'image(bytes(sys.inputs.svg), format: "svg")'
    written = f"{{ set text(font: {json.dumps(alias)}, fallback: false); sys.inputs.text }}"
    words = {"svg": aliases.in_aliases(svg), "text": "\n".join(lines)}
    return [
        typst.compile(
            f"#set page(width: 900pt, height: auto)\n#{body}".encode(),
            font_paths=aliases.fonts,
            sys_inputs=words,
            timestamp=0,
        )
        for body in (shown, written)
    ]


# Faces as pages.


Box = tuple[float, float, float, float]  # Left, top, right and bottom.


class PlainText(NamedTuple):
    """A line of letters: where its baseline begins in mm from the corner of the page, its font, size in mm, colour."""

    x: float
    y: float
    font: tuple[str, Style]
    size: float
    fill: str
    words: str


class _Part(NamedTuple):
    """An element below the outermost: where it is written, boxes around its ink, and the text that it is if it is plain."""

    start: int
    end: int
    boxes: tuple[Box, ...]
    is_text: bool
    text: PlainText | None = None


_TAG = re.compile(r"<(/?)(\w+)([^<>]*)>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_OF_THE_PAGE = frozenset({"xmlns", "width", "height", "viewBox"})
_OF_PLAIN_TEXTS = frozenset({"font-family", "font-size", "font-weight", "font-style", "fill"})
_PLACE = re.compile(r' x="(-?\d+(?:\.\d+)?)" y="(-?\d+(?:\.\d+)?)"')
_SIZE, _COLOUR = re.compile(r"\d+(?:\.\d+)?"), re.compile(r"#[0-9a-fA-F]{6}")
_LETTERS = re.compile(
    r"[ !-~\u00a1-\u00ac\u00ae-\u024f\u0391-\u03a1\u03a3-\u03c9\u0400-\u0482\u048a-\u052f"
    r"\u2010-\u2014\u2018-\u201e\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2212]+"
)
"""Letters that every program sets alike, from left to right."""

_UNSEEN = {"linearGradient", "radialGradient", "title", "desc", "defs", "clipPath"}
_UNSEEN |= {"mask", "pattern", "symbol", "marker"}
_IN_BOXES = frozenset({"image", "use", "svg"})
_SHAPES = frozenset({"rect", "circle", "ellipse", "line", "path", "polygon", "polyline"})
_ANYWHERE: tuple[Box, ...] = ((-1e9, -1e9, 1e9, 1e9),)

_WIDEST_EM, _TALLEST_EM, _DEEPEST_EM = 1.3, 1.25, 0.5
"""What letters take at the most: each in width, and all above and below their baseline."""

_AROUND_EM = 0.15  # How far a letter may reach beyond its advance.
_HAIR_EM = 0.02


def without_plain_texts(
    svg: str, page: Size, fonts: Mapping[tuple[str, Style], FontFile]
) -> tuple[str, Sequence[PlainText]]:
    """Return a drawing without the texts that can be set above it, and these; `fonts` are those there are.

    A drawing in other units than mm, or with styles around its texts, stays as it is.
    """
    lifted: list[PlainText] = []
    kept: list[str] = []
    above: list[Box] = []
    end = len(svg)
    blocks: list[list[_Part]] = []
    for part in _parts(svg, page):
        before = blocks[-1][-1] if blocks else None
        if before and before.is_text and part.is_text and before.end == part.start:
            blocks[-1].append(part)
        else:
            blocks.append([part])
    for block in reversed(blocks):
        texts = [part.text for part in block if part.text is not None and part.text.font in fonts]
        boxes = [box for part in block for box in part.boxes]
        is_plain = len(texts) == len(block)
        if is_plain and not any(map(_is_covered, boxes, texts, repeat(fonts), repeat(above))):
            lifted += reversed(texts)
            kept.append(svg[block[-1].end : end])
            end = block[0].start
        else:
            above += map(_ink_box, boxes, texts, repeat(fonts)) if is_plain else boxes
    kept.append(svg[:end])
    return "".join(reversed(kept)), lifted[::-1]


def _parts(svg: str, page: Size) -> list[_Part]:
    root = _TAG.search(svg)
    if root is None or root[2] != "svg" or "<!" in svg or "<?" in svg or "<style" in svg:
        return []
    attributes = dict(_ATTRIBUTE.findall(root[3]))
    view = view_box(attributes.get("viewBox"))
    if view is None or not view.size.is_like(page, within=0.001) or not _OF_THE_PAGE.issuperset(attributes):
        return []
    parts: list[_Part] = []
    depth, begin = 0, root
    for tag in _TAG.finditer(svg, root.end()):
        ends, empty = tag[1], tag[3].endswith("/")
        if ends:
            depth -= 1
        elif depth == 0:
            begin = tag
        if depth == 0 and (ends or empty):
            content = svg[begin.end() : tag.start()] if begin[2] == "text" else ""
            parts.append(_part(begin, tag.end(), content, (view.x, view.y)))
        elif not (ends or empty):
            depth += 1
    return parts


def _part(begin: re.Match[str], end: int, content: str, corner: tuple[float, float]) -> _Part:
    _, name, attributes = begin.groups()
    words = unescape(content) if "&" in content else content
    is_line = _LETTERS.fullmatch(words) and words == words.strip() and "  " not in words
    if is_line and "<" not in content:
        place = _PLACE.match(attributes)
        look = _look(attributes[place.end() :]) if place else None
        if place and look:
            x, y, size = float(place[1]), float(place[2]), look[1]
            left, right = x - _AROUND_EM * size, x + len(words) * _WIDEST_EM * size
            box = left, y - _TALLEST_EM * size, right, y + _DEEPEST_EM * size
            text = PlainText(x - corner[0], y - corner[1], *look, words)
            return _Part(begin.start(), end, (box,), is_text=True, text=text)
    return _Part(begin.start(), end, _boxes_of(name, attributes), is_text=name == "text")


@lru_cache(maxsize=1024)
def _look(attributes: str) -> tuple[tuple[str, Style], float, str] | None:
    style = dict(_ATTRIBUTE.findall(attributes))
    size, fill = style.get("font-size", ""), style.get("fill", "")
    is_plain = _OF_PLAIN_TEXTS.issuperset(style) and _SIZE.fullmatch(size) and _COLOUR.fullmatch(fill)
    return (asked_for(style), float(size), fill) if is_plain else None


def _is_covered(
    around: Box, text: PlainText, fonts: Mapping[tuple[str, Style], FontFile], above: Sequence[Box]
) -> bool:
    """Say whether something above touches a text; what takes long is measured where a rough box is touched."""
    if not _is_touched(around, above):
        return False
    left, top, _, bottom = around
    advance = (2 * _AROUND_EM + fonts[text.font].width(text.words)) * text.size
    line = left, top, left + advance, bottom
    return _is_touched(line, above) and _is_touched(_ink_box(around, text, fonts), above)


def _is_touched(box: Box, above: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    for x1, y1, x2, y2 in above:  # noqa: SIM110 - a generator takes twice as long
        if left < x2 and x1 < right and top < y2 and y1 < bottom:
            return True
    return False


def _ink_box(around: Box, text: PlainText, fonts: Mapping[tuple[str, Style], FontFile]) -> Box:
    left, bottom, right, top = _ink(fonts[text.font], text.words)
    x, y = around[0] + _AROUND_EM * text.size, around[1] + _TALLEST_EM * text.size
    return x + left * text.size, y - top * text.size, x + right * text.size, y - bottom * text.size


@lru_cache(maxsize=4096)
def _ink(font: FontFile, words: str) -> Box:
    boxes, _ = font.ink(words)
    lefts, bottoms, rights, tops = zip(*boxes, strict=True) if boxes else ((0.0,),) * 4
    return min(lefts) - _HAIR_EM, min(bottoms) - _HAIR_EM, max(rights) + _HAIR_EM, max(tops) + _HAIR_EM


@lru_cache(maxsize=4096)
def _boxes_of(name: str, attributes: str) -> tuple[Box, ...]:
    """Return boxes around what is drawn of an element; cards of a deck have most of them in common.

    A frame without a fill has a box for each piece of its line, so that what stands inside is not touched.
    """
    style = dict(_ATTRIBUTE.findall(attributes))
    if name in _UNSEEN:
        return ()
    is_box = name in _IN_BOXES and (name == "image" or {"x", "y", "width", "height"} <= style.keys())
    kind = "rect" if is_box else name
    reaches_out = "marker" in attributes or not style.keys().isdisjoint(("overflow", "filter", "style"))
    box = shape_box(kind, style) if kind in _SHAPES and not reaches_out else None
    if box is None:
        return _ANYWHERE
    try:
        line = float(style.get("stroke-width", "1")) if style.get("stroke", "none") != "none" else 0.0
        here = transform(style.get("transform", ""))
    except ValueError:
        return _ANYWHERE
    corners: list[Sequence[Point]] = [box.corners]
    if style.get("fill") == "none" and kind == name:
        lines = shape_lines(kind, style)
        corners = [ends for part in lines for ends in pairwise((*part.points, *part.points[: part.closed]))]
    boxes = [around_points([here.apply(x, y) for x, y in points]) for points in corners]
    reach = 2 * line * max(1.0, abs(here.a) + abs(here.c), abs(here.b) + abs(here.d))
    return tuple((box.x - reach, box.y - reach, box.right + reach, box.bottom + reach) for box in boxes)


REMEMBERED = 11  # typst keeps anything used within its last ten compiles.


def pages(faces: Sequence[Face], fonts: Sequence[Path]) -> bytes:
    """Return a PDF as Renderer has it; the same faces and fonts give the same bytes. Raises CannotRender."""
    with temporary_folder("fonts") as folder:  # typst reads from it as it draws
        aliases = FontAliases(sorted(set(fonts)), Path(folder))
        try:
            pictures: dict[str, str] = {}
            source = [_SET_TEXTS]
            for number, face in enumerate(faces):
                svg, texts = without_plain_texts(face.svg, face.page, aliases.files)
                pictures[str(number)] = aliases.in_aliases(svg)
                words = [_set_text(text, aliases.of_font(text.font)) for text in texts]
                source.append(_page(number, face.page, words))
            return _made(aliases.fonts, "\n".join(source), pictures)
        except typst.TypstError as error:
            for face in faces if len(faces) > 1 else ():  # it does not say which it refuses
                pages([face], fonts)
            key = faces[0].key
            raise CannotRender(f"the drawing {key} cannot be rendered: {error.message}", face=key) from error


class Document(NamedTuple):
    """The `source` of typst, the JSON that it reads, pictures by key, and the files of their fonts and its own."""

    source: bytes
    content: str
    pictures: Mapping[str, str]
    fonts: Sequence[Path]


def document_pages(document: Document, looks: Sequence[Mapping[str, Any]], date: datetime | None) -> bytes:
    """Return the PDF of a document in the largest look that needs as few leaves as the last, the tightest.

    The "fonts" of a look are families by role. A task for another process; raises CannotRender.
    """
    with temporary_folder("fonts") as folder:
        book, seen = Path(folder) / "book.typ", Path(folder) / "look.json"
        aliases = FontAliases(document.fonts, Path(folder), whole_families=True)
        pictures = {key: aliases.in_aliases(svg) for key, svg in document.pictures.items()}
        inputs = {"doc": document.content, "pictures": json.dumps(pictures)}
        write(book, document.source, durable=False)
        # What does not depend on the look is made once: typst remembers it while the source is the same file.
        compiler = typst.Compiler(str(book), root=folder, font_paths=aliases.fonts, sys_inputs=inputs)

        def put_on(look: Mapping[str, Any]) -> None:
            fonts = {role: [*map(aliases.of_family, names)] for role, names in look["fonts"].items()}
            write(seen, json.dumps({**look, "fonts": fonts}).encode(), durable=False)

        def taken(look: Mapping[str, Any]) -> tuple[int, float]:
            put_on(look)
            pages, room = json.loads(compiler.query("<last-page>", field="value", one=True))
            return pages, room

        try:
            put_on(_largest(looks, taken))
            stamp = 0 if date is None else int(date.timestamp())
            pdf = compiler.compile(format="pdf", timestamp=stamp, pdf_standards="ua-1")
        except typst.TypstError as error:
            raise CannotRender(error.message) from None
    assert isinstance(pdf, bytes)
    # That nothing in it is suspect is what is taken for granted; Poppler takes the word for a fault.
    return pdf.replace(b"/Suspects false", b" " * 15)


_GROWTH = 0.012  # Of what the pages show at the least, from a size of letters to the next: half as much as the letters grow.


def _largest(
    looks: Sequence[Mapping[str, Any]], taken: Callable[[Mapping[str, Any]], tuple[int, float]]
) -> Mapping[str, Any]:
    """Return the look of a document. Each trial takes as long as the document itself, so what can be foreseen is not tried.

    `taken` returns the pages that a look takes and the share of the last one that is free.
    """
    *larger, tightest = looks
    if not larger:
        return tightest
    chosen = larger.pop()
    pages, room = taken(chosen)
    if pages % 2 and pages > 1 and taken(tightest)[0] < pages:  # which saves one page, but hardly two
        return tightest
    most = pages + pages % 2
    while larger and most - pages + room > _GROWTH * pages:
        pages, room = taken(larger[-1])
        if pages > most:
            break
        chosen = larger.pop()
    return chosen


def forget() -> None:
    """Make typst let go of the faces drawn so far, and give their memory back: Linux keeps it for the thread that freed it."""
    import ctypes  # noqa: PLC0415 - only a large deck gets here

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    for _ in range(REMEMBERED):
        _made(fonts, "", {})
    with suppress(OSError, AttributeError):  # other systems have no such function, nor the need
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def _set_text(text: PlainText, alias: str) -> str:
    """Return a text as typst is to set it."""
    words = text.words.replace("\\", "\\\\").replace('"', '\\"')
    return f't({text.x:.5f}, {text.y:.5f}, "{alias}", {text.size}, "{text.fill}", "{words}")'


def _made(fonts: typst.Fonts, source: str, pictures: dict[str, str]) -> bytes:
    # A compiler is good for one set of inputs only: it loses a source given as bytes at its second compile.
    compiler = typst.Compiler(font_paths=fonts)
    pdf = compiler.compile(
        input=source.encode(), format="pdf", sys_inputs=pictures, timestamp=0, pdf_tags=False
    )
    assert isinstance(pdf, bytes)
    return pdf


_SET_TEXTS = """\
#set text(top-edge: "baseline", bottom-edge: "baseline", cjk-latin-spacing: none, hyphenate: false, fallback: false)
#let t(x, y, font, size, fill, words) = place(
  dx: x * 1mm, dy: y * 1mm, text(font: font, size: size * 1mm, fill: rgb(fill), words)
)
#let above(texts) = place(top + left, block(width: 50000mm, texts))"""


def _page(number: int, page: Size, texts: Sequence[str] = ()) -> str:
    """Return the typst source of the page of one face, its picture and texts above it."""
    picture = f'image(bytes(sys.inputs.at("{number}")), format: "svg", width: 100%, height: 100%)'
    above = f"\nabove({{{chr(10).join(texts)}}})" if texts else ""
    return f"#page(width: {page.width}mm, height: {page.height}mm, margin: 0mm, {{{picture}{above}}})"
