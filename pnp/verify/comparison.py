"""Compare a finished PDF with a fresh one: its contents and pages, however they are written.

The same bytes are the same file. Else objects are compared, however they are packed and numbered; and pages whose objects
differ are compared by what they show: their boxes, their pictures, their letters, and the colours and settings they use.
"""

import mmap
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from decimal import Decimal
from filecmp import cmp
from itertools import chain
from math import isclose
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import pypdfium2
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, PdfError, Stream

from pnp.files import opened, temporary_folder
from pnp.model.geometry import MM_PER_PT
from pnp.verify.page_contents import ContentReader, Contents, Unreadable, colour_kind, content_of
from pnp.verify.page_looks import PageLook, compare
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers
from pnp.workers.worker import TaskLimits, begins

Fault = tuple[str, str]  # The code of a finding, and what is wrong.
WRITTEN, STRANGE, WORDS, ON_PAGE, SETTINGS, BOXES = "PNP535", "PNP536", "PNP537", "PNP538", "PNP540", "PNP551"
PAGES, SCALING, FONTS = "PNP530", "PNP553", "PNP559"
_PACKING = {"/Length", "/Filter", "/DecodeParms"}
_TRAILER = {"/Root", "/Info", "/ID", "/Size", "/Prev", "/Type", "/W", "/Index", *_PACKING}
_CATALOGUE = {
    "/ViewerPreferences": (SETTINGS, "its print settings are not those of a fresh build"),
    "/OCProperties": (SETTINGS, "its layers are not all shown and printed"),
    "/Lang": (WORDS, "it does not state its language"),
    "/PageLabels": (WORDS, "its page labels are not sheet and side"),
    "/Outlines": (WORDS, "its bookmarks are not those of a fresh build"),
}
_NUMBERS = {int, Decimal}
_BOX_PT = 0.006
"""By which the edge of a box may lie elsewhere, two thousandths of a millimetre: others write two digits."""

_COLOUR = 0.003  # By which a colour may differ, of 1: less than one of 255 steps.
_LINE = 0.01  # By which part of its width, or of a point, a line may be wider.

_PROFILES = {"the colour profile 00c0f94e0912", "the colour profile c56e1685d888"}
"""Of sRGB and of its greys, as faces have them. Programs that take device colours for the same leave them out."""

_BY_OTHERS = frozenset({"/Producer", "/Creator", "/CreationDate", "/ModDate"}) | {
    "{http://ns.adobe.com/pdf/1.3/}Producer",
    "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about",
}
_OF_PROGRAMS = ("{http://ns.adobe.com/xap/1.0/}", "{http://ns.adobe.com/xap/1.0/mm/}")
"""What a program that saves a file anew says of itself: names and dates."""


@dataclass(frozen=True, slots=True)
class PageDifference:
    """What is wrong on a page, counted from 1, and how it looks, None where it looks as it should."""

    page: int
    faults: tuple[Fault, ...]
    look: PageLook | None

    def __str__(self) -> str:
        """Return the first thing that is wrong, in words."""
        return next((fact for _, fact in self.faults), str((self.look and self.look.spot) or "it differs"))


@dataclass(frozen=True, slots=True)
class Difference:
    """In what a PDF is not what it should be: the file itself, and its pages."""

    faults: tuple[Fault, ...] = ()
    pages: tuple[PageDifference, ...] = ()


def open_finished(path: Path) -> Pdf:
    """Open a PDF to read it, as it is. Raises what UNREADABLE_PDF lists for one that is damaged."""
    return Pdf.open(path, attempt_recovery=False)


def read_finished(path: Path, read: Callable[[Pdf], Any], workers: Workers) -> Any:
    """Return what `read` tells of a PDF, which a limited process opens. Raises what UNREADABLE_PDF lists."""
    try:
        return workers.run(_read, path.absolute(), read, limits=LIMITS)
    except WorkerDied as died:
        raise ValueError(f"to read it {died.reason}") from died


def _read(path: Path, read: Callable[[Pdf], Any]) -> Any:
    with open_finished(path) as pdf:
        return read(pdf)


def made_again(
    path: Path, make: Callable[[Path], object], workers: Workers, *, drawn: bool = True
) -> Difference:
    """Return in what a PDF is not the one that `make` writes to a path; `workers` compare them.

    Not `drawn` passes over what pages show. Raises what UNREADABLE_PDF lists for one that cannot be read.
    """
    with temporary_folder("verify") as folder:
        due = Path(folder, path.name)
        make(due)
        if not path.is_symlink() and cmp(path, due, shallow=False):
            return Difference()
        try:
            return workers.run(_compared, path.absolute(), due, drawn, limits=LIMITS)
        except WorkerDied as died:
            return Difference(((PAGES, f"{died.part or 'the file'} {died.reason}"),))


LIMITS = TaskLimits(seconds=3, bytes=850_000_000, wall=1_800)
"""Of the comparison of a file, the seconds for each page: at 300 dpi one takes half a second. A worker that drew holds some memory."""

MOST_LOOKS = 6  # Pages of a file that look different: the pictures of each take 60 MB.


def _compared(path: Path, due: Path, drawn: bool) -> Difference:  # noqa: FBT001 - a task
    faults = [(WRITTEN, fact) for fact in wrong_bytes(path)]
    pages: list[PageDifference] = []
    with ExitStack() as files:
        found, clean = (files.enter_context(open_finished(file)) for file in (path, due))
        seen: set[Any] = set()
        pairs = list(zip(found.pages, clean.pages, strict=False))
        unlike = (number for number, (one, other) in enumerate(pairs) if _differ((one.obj, other.obj), seen))
        others = list(unlike) if drawn else []
        seen |= {(one.obj.objgen, other.obj.objgen) for one, other in pairs}
        faults += _wrong_document(found, clean, seen)
        faults += () if drawn else chain.from_iterable(_more_on_page(*pair) for pair in pairs)
        shown = [files.enter_context(pypdfium2.PdfDocument(file)) for file in (path, due) if others]
        readers = ContentReader(found), ContentReader(clean)
        for number in others:
            begins(f"page {number + 1}")
            wrong = tuple(_wrong_page(pairs[number], readers))
            turned = any(code == BOXES for code, _ in wrong)
            look = None if turned else compare(shown[0][number], shown[1][number])
            if wrong or look:
                pages.append(PageDifference(number + 1, wrong, look))
            if sum(page.look is not None for page in pages) >= MOST_LOOKS and number != others[-1]:
                faults.append(
                    (PAGES, f"many pages look different; those after page {number + 1} are not compared")
                )
                break
    return Difference(tuple(faults), tuple(pages))


# Objects.


def _differ(pair: tuple[Any, Any], seen: set[Any]) -> bool:
    waiting, looked_at = [pair], set()
    while waiting:
        one, other = waiting.pop()
        if isinstance(one, Object) and isinstance(other, Object) and (one.is_indirect or other.is_indirect):
            if (numbers := (one.objgen, other.objgen)) in seen or numbers in looked_at:
                continue
            looked_at.add(numbers)
        below = _below(one, other)
        if below is None:
            return True
        waiting += below
    seen |= looked_at  # of objects that differ, what else refers to them differs too
    return False


def _below(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    if isinstance(one, Array) and isinstance(other, Array):
        return list(zip(list(one), list(other), strict=True)) if len(one) == len(other) else None
    if isinstance(one, Stream) and isinstance(other, Stream):
        if _unpacked(one) != _unpacked(other):
            return None
    elif not (isinstance(one, Dictionary) and isinstance(other, Dictionary)):
        # Some write 7 digits.
        near = {type(one), type(other)} <= _NUMBERS and isclose(one, other, rel_tol=1e-6)
        return [] if near or one == other else None
    mine, its = _without_packing(one), _without_packing(other)
    return [(mine[key], its[key]) for key in mine] if mine.keys() == its.keys() else None


def _without_packing(item: Object) -> Mapping[str, Any]:
    hidden = _PACKING if isinstance(item, Stream) else {"/Parent"} if item.get(Name.Type) == Name.Page else ()
    return {key: value for key, value in item.items() if key not in hidden}


def _unpacked(stream: Stream) -> bytes:
    try:
        return stream.read_bytes()
    except PdfError:  # packed in a way that is part of what it says, as photographs are
        return stream.get(Name.Filter, Name.None_).unparse() + stream.read_raw_bytes()


# What is beside the pages.


def _wrong_document(found: Pdf, clean: Pdf, seen: set[Any]) -> Iterator[Fault]:
    if found.is_encrypted:
        yield STRANGE, "it is encrypted"
    scaling, due_scaling = (
        pdf.Root.get(Name.ViewerPreferences, Dictionary()).get(Name.PrintScaling) for pdf in (found, clean)
    )
    if scaling != due_scaling:
        yield SCALING, "it does not ask the printer for actual size"
    if more := found.trailer.keys() - _TRAILER - {"/Encrypt"}:
        yield STRANGE, f"it has {' '.join(sorted(more))}, which pnp does not write"
    for key in sorted({*found.Root.keys(), *clean.Root.keys()} - {"/Pages", "/Metadata", "/Type"}):
        if _differ((found.Root.get(key), clean.Root.get(key)), seen):
            usual = (STRANGE, f"it has {key}, which pnp does not write")
            yield _CATALOGUE.get(key, usual)
    if words_of(found).told != words_of(clean).told:
        yield (WORDS, "its title, author, rights or other metadata are not those of the game")
    count, due = len(found.pages), len(clean.pages)
    if count != due:
        yield PAGES, f"the file has {count} pages, a fresh build has {due}"


@dataclass(frozen=True, slots=True)
class FileWords:
    """What a file says of itself, in XMP and in the document information; "" where it says nothing."""

    xmp: dict[str, str] = field(default_factory=dict)
    info: dict[str, str] = field(default_factory=dict)

    @property
    def told(self) -> dict[str, str]:
        """What it says, but for what programs that save it anew say of themselves."""
        every = {**self.xmp, **self.info}
        own = {key for key in every if key in _BY_OTHERS or key.startswith(_OF_PROGRAMS)}
        return {key: value for key, value in every.items() if key not in own}


def words_of(pdf: Pdf) -> FileWords:
    """Return what a PDF says of itself, nothing where that cannot be read."""
    try:
        info = {key: str(value) for key, value in pdf.trailer.get(Name.Info, Dictionary()).items()}
    except (PdfError, ValueError, TypeError, AttributeError):
        info = {}
    return FileWords(_xmp(pdf), info)


def _xmp(pdf: Pdf) -> dict[str, str]:
    """Return the properties of the XMP packet by "{namespace}name", of lists the first entry."""
    packet = pdf.Root.get(Name.Metadata)
    if not isinstance(packet, Stream):
        return {}
    try:
        tree = fromstring(content_of(packet).decode("utf-8", "replace").strip("\0 \n\r\t\ufeff"))
    except (Unreadable, ParseError, DefusedXmlException, ValueError):
        return {}
    properties: dict[str, str] = {}
    for element in tree.iter("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}Description"):
        properties |= dict(element.attrib)
        texts = ((child.tag, (text.strip() for text in child.itertext())) for child in element)
        properties |= {name: next(filter(None, parts), "") for name, parts in texts}
    return properties


# Pages whose objects differ.


def _wrong_page(pages: tuple[Page, Page], readers: tuple[ContentReader, ContentReader]) -> Iterator[Fault]:
    found, clean = pages
    for name in ("mediabox", "cropbox", "bleedbox", "trimbox"):
        box, due = ([float(edge) for edge in getattr(page, name).as_list()] for page in (found, clean))
        if any(abs(one - other) > _BOX_PT for one, other in zip(box, due, strict=True)):
            yield BOXES, f"the {name.removesuffix('box')} box is {_in_mm(box)}, it should be {_in_mm(due)}"
    if int(found.obj.get(Name.Rotate, 0)) % 360 != int(clean.obj.get(Name.Rotate, 0)) % 360:
        yield BOXES, "the whole page is rotated"
    if found.obj.get(Name.UserUnit, 1) != clean.obj.get(Name.UserUnit, 1):
        yield BOXES, "the whole page is scaled"
    yield from _more_on_page(found, clean)
    if Name.Annots in clean.obj and _differ((found.obj.get(Name.Annots), clean.obj.Annots), set()):
        yield ON_PAGE, "the links on the page are different"
    blended = found.obj.get(Name.Group, Dictionary()).get(Name.CS)
    if blended is not None and colour_kind(blended)[0] != "RGB":
        yield ON_PAGE, "the page blends in colours other than sRGB"
    yield from _other_contents(readers[0].page(found), readers[1].page(clean))


def _more_on_page(found: Page, clean: Page) -> Iterator[Fault]:
    for key in sorted(found.obj.keys() - clean.obj.keys() - {"/Rotate", "/UserUnit", "/Group", "/CropBox"}):
        if key != "/Annots" or len(found.obj.Annots):
            yield ON_PAGE, f"the page has {key}, which pnp does not write"


def _in_mm(box: list[float]) -> str:
    left, bottom, right, top = (edge * MM_PER_PT for edge in box)
    return f"{right - left:.2f} x {top - bottom:.2f} mm at {left:.2f}, {bottom:.2f}"


def _other_contents(found: Contents, clean: Contents) -> Iterator[Fault]:
    for setting in sorted(found.settings - clean.settings - _PROFILES):
        yield ON_PAGE, f"the page uses {setting}, which a fresh build does not"
    for kind, values in sorted(found.colours - clean.colours):
        near = (
            all(abs(one - other) <= _COLOUR for one, other in zip(values, other_values, strict=True))
            for other_kind, other_values in clean.colours
            if (kind, len(values)) == (other_kind, len(other_values))
        )
        if not any(near):
            numbers = " ".join(f"{value:.3g}" for value in values)
            yield (ON_PAGE, f"something is drawn in an unexpected colour ({kind.strip('/')} {numbers})")
    for width in sorted(found.lines):
        if not any(isclose(width, due, rel_tol=_LINE, abs_tol=_LINE) for due in clean.lines):
            yield ON_PAGE, f"a line is {width:.2f} pt wide, unlike any line of a fresh build"
    for what in sorted(found.unread - clean.unread):
        yield ON_PAGE, what
    fonts, due = ({_font(font) for font in contents.fonts.values()} for contents in (found, clean))
    for name, fault in sorted(fonts - due):
        yield FONTS, f"the font {name} {fault or 'is not one of the game'}"


def _font(font: Any) -> tuple[str, str]:
    name = str(font.get(Name.BaseFont, "/without a name"))[1:]
    program = font_program(font)
    fault = "" if program is not None or font.get(Name.Subtype) == Name.Type3 else "is not embedded"
    try:
        content_of(program) if program is not None else None
    except Unreadable:
        fault = "is damaged"
    return name.partition("+")[2] or name, fault


def font_program(font: Any) -> Stream | None:
    """Return the file of a font, None for one that is not embedded, and for Type 3, which is drawn by operators."""
    inner = font.get(Name.DescendantFonts)
    holder = inner[0] if isinstance(inner, Array) and len(inner) else font
    descriptor = holder.get(Name.FontDescriptor)
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    known = (descriptor.get(key) for key in files) if isinstance(descriptor, Dictionary) else ()
    return next((entry for entry in known if isinstance(entry, Stream)), None)


# The bytes of a file: one revision, nothing before it and nothing after.

_LINEARISED = re.compile(rb"/Linearized 1 .{0,200}?/L (\d+)\b", re.DOTALL)
_TAIL = 64  # Bytes at the end of a file in which it says where its table is.
_HEAD = 1024  # Bytes at the beginning in which a file says that its first page comes first.


def wrong_bytes(path: Path) -> Iterator[str]:
    """Yield what is wrong with how a PDF is put together. Raises OSError, and ValueError for an empty file."""
    if path.is_symlink():
        yield "it is a link to another file"
    with opened(path) as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if not re.match(rb"%PDF-(?:1\.[3-7]|2\.0)\s", content):
            yield "it does not begin like a PDF"
        if not re.search(rb"startxref\s+\d+\s+%%EOF\s*\Z", content[-_TAIL:]):
            yield "there is something after its end"
        linearised = _LINEARISED.search(content, 0, min(_HEAD, len(content)))
        ends = sum(1 for _ in re.finditer(rb"startxref", content))
        if linearised is None and ends != 1:
            yield "it was changed after it was written: it has another revision at its end"
        elif linearised is not None and (ends > 2 or int(linearised[1]) != len(content)):
            yield "it was changed after it was written: it is longer than it says"
