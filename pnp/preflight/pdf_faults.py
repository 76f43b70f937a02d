"""`pnp preflight`: compare any PDF with the requirements of a printing condition."""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdfium2
from pikepdf import AccessMode, Array, Dictionary, Name, NumberTree, PasswordError, Pdf, Stream

from pnp.build.result import Progress, silent
from pnp.convert.trial_pages import PDFIUM
from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.export.press_colours import PrintingCondition, condition_of, inks_of_srgb, read_condition
from pnp.export.press_pages import PDFX_IDS
from pnp.files import is_file, opened, size_of_file
from pnp.model.diagnostics import CannotUse, Diagnostic, Fault, tally
from pnp.model.geometry import MM_PER_PT
from pnp.preflight.ink import ink_on, ink_reckoned
from pnp.text import counted, listed, one_line
from pnp.verify.comparison import FileWords, font_program, words_of
from pnp.verify.page_contents import ContentReader, Contents, Unreadable, content_of, dictionary
from pnp.verify.page_looks import Box, margins, meets, nearest_text, sides_without_bleed
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import workers
from pnp.workers.worker import Begun, TaskLimits, begins

TOLD_PAGES = 3  # so many pages are named of those that share a finding


@dataclass(frozen=True, slots=True)
class PreflightOptions:
    """What is asked for: mm of bleed, pixels to the inch, pt of lines and of letters, percent of ink, mm from the trim to text.

    `icc` is the profile that RGB is reckoned into inks with, instead of the one that is in the file. `seconds` of CPU time, or one
    for each MB of a larger file, are given to its pages; those that are not looked at in this time are an error.
    """

    bleed: float = 3.0
    dpi: float = 300.0
    line: float = 0.25
    ink: float = 300.0
    text: float = 5.0
    safe: float = 2.0
    seconds: float = 6.0
    icc: Path | None = None


@dataclass(frozen=True, slots=True)
class PageName:
    """A page, counted from 1, and its label: of files of pnp the piece and its side."""

    number: int
    label: str = ""

    def __str__(self) -> str:
        """Return 'page 3 (apple front)'."""
        return f"page {self.number} ({self.label})" if self.label else f"page {self.number}"


WHOLE_FILE = PageName(0)


def findings(file: str, faults: Iterable[tuple[PageName, Fault]]) -> tuple[Diagnostic, ...]:
    """Return the faults of a file as findings; what is wrong on several pages is told once."""
    pages: dict[Fault, list[PageName]] = {}
    for page, fault in faults:
        pages.setdefault(fault, []).append(page)
    return tuple(
        Diagnostic(
            fault.code,
            f"{file}: {_where(where)}{fault.message}",
            hint=fault.hint,
            severity=fault.severity,
            piece=where[0].label or None,
        )
        for fault, where in pages.items()
    )


def _where(pages: list[PageName]) -> str:
    if pages[0] == WHOLE_FILE:
        return ""
    named = ", ".join(map(str, pages[:TOLD_PAGES]))
    more = len(pages) - TOLD_PAGES
    return f"{named} and {counted(more, 'more page')}: " if more > 0 else f"{named}: "


DIE = re.compile(r"cut|crease|die|fold|score|perf|contour", re.IGNORECASE)
"""What spot colours of lines are called that are cut or folded along."""

ALL_INKS = "All"  # the colour of crop and register marks

MANY_INKS, ONE_INK_PT = 3, 9.0
"""Letters of so many inks are blurred below this size when the plates are a tenth of a millimetre off."""

FOR_OTHERS = {
    "the state TR": "a transfer curve, which changes its colours",
    "the state TR2": "a transfer curve, which changes its colours",
    "the state HT": "a halftone screen of its own",
    "a picture with OPI": "a picture that stands for another one (OPI)",
    "a picture with Alternates": "pictures for other uses (Alternates)",
    "an object of kind PS": "PostScript, which is no longer printed",
}
"""What pages ask for that presses leave out or do in their own way -> how it is told."""

LIMITS = TaskLimits(seconds=5, bytes=800_000_000, wall=1_800)  # For each page: a page of pictures takes 1 s.
LARGEST_FILE = 2_000_000_000
LONGEST_LABEL = 80


@dataclass(frozen=True, slots=True)
class PreflightResult:
    """What is wrong with a file, and the lines that say what is in it."""

    file: str
    diagnostics: tuple[Diagnostic, ...]
    summary: tuple[str, ...]


def preflight_file(
    path: Path, options: PreflightOptions | None = None, *, progress: Progress = silent
) -> PreflightResult:
    """Return what a press would refuse in a PDF. Raises CannotUse when there is no such file, or no such profile."""
    options = options or PreflightOptions()
    profile = condition_of(options.icc).profile if options.icc else None
    try:
        if not is_file(path):
            raise CannotUse(f"there is no file {path}", "name a PDF")
        if size_of_file(path) > LARGEST_FILE:
            raise CannotUse(f"{path} is larger than {LARGEST_FILE // 10**9} GB", "split it")
    except OSError as error:
        raise CannotUse(f"{path} cannot be read: {error.strerror}", "name a PDF") from error

    def told(begun: Begun) -> None:
        if begun.part:
            number, _, count = begun.part.removeprefix("page ").partition(" of ")
            progress(f"{path} page {number}", int(number), int(count))

    try:
        with workers() as shared:
            return shared.run(
                _checked, path.absolute(), str(path), options, profile, limits=LIMITS, told=told
            )
    except WorkerDied as died:
        fault = Fault("PNP580", f"{died.part} {died.reason}", "export it again, with less on a page")
        return PreflightResult(str(path), findings(str(path), [(WHOLE_FILE, fault)]), (f"{path}: 1 error",))


def _checked(path: Path, name: str, options: PreflightOptions, profile: bytes | None) -> PreflightResult:
    try:
        with opened(path) as file, Pdf.open(file, access_mode=AccessMode.mmap) as pdf:
            return _Checked((path, name), pdf, options, profile).result()
    except PasswordError:
        fault = Fault("PNP580", "it is locked with a password", "export it without one")
    except UNREADABLE_PDF as error:
        reason = one_line(str(error)).removeprefix(f"{path}: ")
        fault = Fault("PNP580", f"it cannot be read as a PDF: {reason}", "export it again")
    return PreflightResult(name, findings(name, [(WHOLE_FILE, fault)]), (f"{name}: 1 error",))


class _Checked:
    def __init__(
        self, named: tuple[Path, str], pdf: Any, options: PreflightOptions, profile: bytes | None
    ) -> None:
        self._path, self._name = named
        self._pdf, self._options = pdf, options
        condition = embedded_condition(pdf)
        if profile is None and condition is not None and condition.colours == "CMYK":
            profile = condition.profile
        self._profile = profile
        self._condition = condition
        self._words = words_of(pdf)
        self._contents: list[Contents] = []
        self._ink: dict[int, float] = {}
        self._seconds = max(options.seconds, size_of_file(self._path) / 1_000_000)

    def result(self) -> PreflightResult:
        faults = [(WHOLE_FILE, fault) for fault in self._file_faults()]
        pages, start = list(self._pdf.pages), time.process_time()
        if not pages:
            faults.append((WHOLE_FILE, Fault("PNP580", "it has no pages", "export it again")))
        reader, names = ContentReader(self._pdf), self._names(len(pages))
        with ExitStack() as files:
            with PDFIUM:
                drawn = files.enter_context(pypdfium2.PdfDocument(self._path))
            inks = inks_of_srgb(self._profile) if self._profile else None
            for index, page in enumerate(pages):
                if index and time.process_time() - start > self._seconds:
                    fact = f"page {index + 1} and those after it were not looked at: the others took {self._seconds:.0f} s"
                    hint = "give it more time with --seconds, or split it"
                    faults.append((WHOLE_FILE, Fault("PNP580", fact, hint)))
                    del pages[index:]
                    break
                begins(f"page {index + 1} of {len(pages)}")
                found = reader.page(page)
                self._contents.append(found)
                self._ink[index] = ink_on(page, found)
                if inks is not None and found.spaces & {"RGB", "Lab", "Gray"}:
                    self._ink[index] = max(self._ink[index], ink_reckoned(drawn, index, inks))
                faults += [(names[index], fault) for fault in self._page_faults(page.obj, found)]
                if not found.unread:  # what cannot be read to the end may take for ever to be drawn
                    edges = self._edge_faults(drawn, index, page.obj, found)
                    faults += [(names[index], fault) for fault in edges]
        faults += self._size_faults(pages)
        over = {index: ink for index, ink in self._ink.items() if round(ink * 100) > self._options.ink}
        if over:
            hint = f"use colours that take at most {self._options.ink:g} %"
            fact = f"up to {max(over.values()):.0%} of ink in one place"
            faults += [(names[index], Fault("PNP586", fact, hint, "warning")) for index in over]
        faults += [(WHOLE_FILE, fault) for fault in claim_faults(self._pdf, self._words, self._contents)]
        told = findings(self._name, faults)
        return PreflightResult(self._name, told, (*self._summary(pages), f"  {tally(told)}"))

    def _names(self, count: int) -> list[PageName]:
        labels: dict[int, str] = {}
        with suppress(*UNREADABLE_PDF):
            tree = NumberTree(self._pdf.Root.PageLabels) if Name.PageLabels in self._pdf.Root else {}
            labels = {
                int(index): one_line(str(label.get(Name.P, "")))[:LONGEST_LABEL]
                for index, label in tree.items()
            }
        return [PageName(index + 1, labels.get(index, "")) for index in range(count)]

    def _file_faults(self) -> Iterator[Fault]:
        root = self._pdf.Root
        if self._pdf.is_encrypted:
            yield Fault("PNP587", "it is encrypted", "export it without protection")
        scripts = Name.JavaScript in dictionary(root, "/Names")
        if scripts or Name.OpenAction in root or Name.AA in root:
            action = root.get(Name.OpenAction)
            if scripts or Name.AA in root or not isinstance(action, Array):  # an array opens a page
                yield Fault("PNP587", "it runs something when it is opened", "remove scripts and actions")
        fields = dictionary(root, "/AcroForm").get(Name.Fields)
        if isinstance(fields, Array) and len(fields):
            yield Fault("PNP587", "it has form fields", "flatten them")
        if Name.EmbeddedFiles in dictionary(root, "/Names"):
            yield Fault("PNP587", "there are other files in it", "remove them", "warning")
        hidden = dictionary(root, "/OCProperties", "/D").get(Name.OFF)
        for layer in hidden.as_list() if isinstance(hidden, Array) else ():
            fact = f'the layer "{one_line(str(dictionary(layer).get(Name.Name, "")))[:LONGEST_LABEL]}" is hidden: some presses print it'
            yield Fault("PNP587", fact, "remove it", "warning")

    def _page_faults(self, page: Any, found: Contents) -> Iterator[Fault]:
        yield from box_faults(page, self._options)
        yield from content_faults(found, self._options)
        spots = sorted(spot for spot in found.spots if not DIE.search(spot) and spot != ALL_INKS)
        if spots:
            fact = f"it prints in {listed([one_line(spot) for spot in spots[:3]], 'and')}, which needs an ink of its own"
            yield Fault("PNP586", fact, "convert it to CMYK unless the shop agreed to it", "warning")
        media, bleed = box_of(page, "/MediaBox"), box_of(page, "/BleedBox")
        room = max(margins(media, bleed)) if media and bleed else 0.0
        if ALL_INKS in found.spots and room < SLACK_PT:
            fact = "the art is drawn in the colour of register marks (All), which prints all inks in full"
            yield Fault("PNP586", fact, "use black", "warning")
        if Name.AA in page:
            yield Fault("PNP587", "the page does something when it is opened", "remove its actions")
        notes = page.get(Name.Annots)
        trim = box_of(page, "/TrimBox") or box_of(page, "/MediaBox")
        for note in notes.as_list() if isinstance(notes, Array) else ():
            if not isinstance(note, Dictionary) or note.get(Name.Subtype) in (Name.TrapNet, Name.PrinterMark):
                continue
            box = box_of(note, "/Rect")
            if box is None or trim is None or meets(box, trim):
                kind = str(note.get(Name.Subtype, "/unknown"))[1:]
                fact = f"there is an annotation ({kind}) on what is printed"
                yield Fault("PNP587", fact, "remove it", "warning")
        if not (found.pictures or found.colours or found.texts or found.transparent or found.unread):
            hint = "remove the page if it is not meant to be blank"
            yield Fault("PNP581", "nothing is drawn on it", hint, "warning")

    def _edge_faults(
        self, drawn: pypdfium2.PdfDocument, index: int, page: Any, found: Contents
    ) -> Iterator[Fault]:
        media, trim, bleed = box_of(page, "/MediaBox"), box_of(page, "/TrimBox"), bleed_of(page)
        if media is None or trim is None or bleed is None:
            return
        has_die = any(DIE.search(spot) for spot in found.spots)
        bare = [] if has_die else sides_without_bleed(drawn, index, media, trim, bleed / MM_PER_PT)
        if bare:
            fact = f"the art stops at the trim ({', '.join(bare)}), nothing is drawn in the bleed beyond it"
            yield Fault("PNP582", fact, "draw it on to the edge of the bleed")
        nearest = nearest_text(drawn, index, trim)
        if nearest is not None and nearest * MM_PER_PT < self._options.safe - SLACK_PT:
            where = f"{nearest * MM_PER_PT:.1f} mm from the trim" if nearest > 0 else "on the trim"
            hint = f"keep it {self._options.safe:g} mm away from the cut"
            yield Fault("PNP589", f"a text lies {where}", hint, "warning")

    def _size_faults(self, pages: Sequence[Any]) -> Iterator[tuple[PageName, Fault]]:
        trims = [_upright(page.obj, box_of(page.obj, "/TrimBox")) for page in pages]
        boxes = trims if any(trims) else [_upright(page.obj, box_of(page.obj, "/MediaBox")) for page in pages]
        sizes = sorted({size_in_mm(box) for box in boxes if box})
        if len(sizes) > 1:
            fact = f"pages are cut to {counted(len(sizes), 'size')}: {listed(sizes[:3], 'and')}"
            yield WHOLE_FILE, Fault("PNP581", fact, "put pieces of one size into one file", "warning")

    def _summary(self, pages: Sequence[Any]) -> Iterator[str]:
        kind = claim_of(self._words) or f"PDF {self._pdf.pdf_version}"
        count = len(self._pdf.pages)
        some = f", {len(pages)} of them looked at" if len(pages) < count else ""
        yield f"{self._name}: {counted(count, 'page')}{some}, {kind}"
        trims = [box for page in pages if (box := box_of(page.obj, "/TrimBox"))]
        sizes = list(dict.fromkeys(map(size_in_mm, trims)))
        if sizes:
            more = f" and {counted(len(sizes) - 1, 'other size')}" if len(sizes) > 1 else ""
            bleed = min(page_bleed for page in pages if (page_bleed := bleed_of(page.obj)) is not None)
            yield f"  cut to {sizes[0]}{more}, {max(bleed, 0):.2f} mm of bleed"
        spaces = {space for found in self._contents for space in found.spaces}
        spots = {spot for found in self._contents for spot in found.spots} - {ALL_INKS}
        condition = f", for {self._condition.title}" if self._condition else ""
        yield f"  colours: {', '.join(sorted(spaces)) or 'none'}{condition}"
        if spots:
            yield f"  spot colours: {one_line(', '.join(sorted(spots)))}"
        fonts = {key for found in self._contents for key in found.fonts}
        yield f"  {counted(len(fonts), 'font')}, transparency: {'yes' if any(f.transparent for f in self._contents) else 'no'}"
        coarsest = min((p.dpi for found in self._contents for p in found.pictures.values()), default=None)
        if coarsest is not None:
            yield f"  pixel pictures: the lowest resolution is {coarsest:.0f} dpi"
        thinnest = min((f.thinnest for f in self._contents if f.thinnest is not None), default=None)
        if thinnest is not None:
            yield f"  thinnest line: {thinnest:.2f} pt"
        yield self._ink_line(spaces)

    def _ink_line(self, spaces: set[str]) -> str:
        most = round(max(self._ink.values(), default=0) * 100)
        if self._profile is None and "RGB" in spaces:
            known = f"at most {most} % in CMYK, unknown" if most else "none"
            return f"  ink: {known} in RGB; --icc FILE computes it with the CMYK profile of a press"
        return f"  ink: at most {most} %" + (", computed from RGB" if "RGB" in spaces else "")


SLACK_PT = 0.02  # of edges: less than a hundredth of a millimetre
SLACK_LINE_PT = 0.005  # of widths: 0.25 pt is 0.088 mm, and may be written as 0.09


def box_of(page: Any, name: str) -> Box | None:
    """Return a box of a page in pt; None where there is none, or no box."""
    box = page.get(name) if isinstance(page, Dictionary) else None
    numbers = list(box.as_list()) if isinstance(box, Array) else []
    try:
        x1, y1, x2, y2 = map(float, numbers)
    except (ValueError, TypeError):
        return None
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def size_in_mm(box: Box) -> str:
    """Return "63.00 × 88.00 mm"."""
    return f"{(box[2] - box[0]) * MM_PER_PT:.2f} × {(box[3] - box[1]) * MM_PER_PT:.2f} mm"


def _upright(page: Any, box: Box | None) -> Box | None:
    turn = page.get(Name.Rotate, 0)
    turned = box is not None and isinstance(turn, int) and turn % 180 == 90
    return (box[1], box[0], box[3], box[2]) if box is not None and turned else box


def bleed_of(page: Any) -> float | None:
    """Return the least bleed around the trim in mm, None without a trim box."""
    trim = box_of(page, "/TrimBox") or box_of(page, "/ArtBox")
    bleed = box_of(page, "/BleedBox") or box_of(page, "/CropBox") or box_of(page, "/MediaBox")
    if trim is None or bleed is None:
        return None
    return min(margins(bleed, trim)) * MM_PER_PT


def box_faults(page: Any, options: PreflightOptions) -> Iterator[Fault]:
    """Yield what is wrong with the boxes of a page."""
    media, trim = box_of(page, "/MediaBox"), box_of(page, "/TrimBox")
    if media is None:
        yield Fault("PNP581", "there is no MediaBox", "export the file again")
        return
    unit = page.get(Name.UserUnit, 1)
    if isinstance(unit, int | Decimal) and unit != 1:
        fact = f"its unit is {float(unit):g} points (UserUnit), which many programs ignore"
        yield Fault("PNP581", fact, "export it at its actual size")
    if trim is None and box_of(page, "/ArtBox") is None:
        fact = "there is no TrimBox, which says where it is cut"
        yield Fault("PNP581", fact, "export the file with trim and bleed")
        return
    bleed = box_of(page, "/BleedBox") or media
    nested = (
        ("BleedBox", bleed, "MediaBox", media),
        ("TrimBox", trim, "BleedBox", bleed),
        ("TrimBox", trim, "CropBox", box_of(page, "/CropBox") or media),
    )
    for name, inner, outer_name, outer in nested:
        if inner is not None and min(margins(outer, inner)) < -SLACK_PT:
            yield Fault("PNP581", f"the {name} reaches beyond the {outer_name}", "export the file again")
            return
    least = bleed_of(page)
    if least is not None and least < options.bleed - SLACK_PT * MM_PER_PT:
        fact = f"there are {max(least, 0):.2f} mm of bleed around the trim, not {options.bleed:g}"
        yield Fault("PNP582", fact, f"draw {options.bleed:g} mm beyond the cut on every side")


def content_faults(found: Contents, options: PreflightOptions) -> Iterator[Fault]:
    """Yield what is wrong with what is drawn on a page."""
    for picture in found.pictures.values():
        if picture.dpi < options.dpi - 0.5:
            severe = picture.dpi < options.dpi / 2  # seen at arm's length
            fact = f"a picture of {picture.width} × {picture.height} pixels has {picture.dpi:.0f} dpi where it is placed"
            hint = f"use one with at least {options.dpi:g} dpi at this size"
            yield Fault("PNP584", fact, hint, "error" if severe else "warning")
    if found.thinnest is not None and found.thinnest < options.line - SLACK_LINE_PT:
        zero = found.thinnest < SLACK_LINE_PT
        width = "has no width: each device draws it as thin as it can"
        width = width if zero else f"is {found.thinnest:.2f} pt wide"
        hint = f"draw it at least {options.line:g} pt wide"
        yield Fault("PNP585", f"a line {width}", hint, "error" if zero else "warning")
    for font in found.fonts.values():
        name = str(font.get(Name.BaseFont, "/without a name"))[1:]
        if font.get(Name.Subtype) == Name.Type3:
            hint = "use a font in a file of its own, or make outlines of the letters"
            yield Fault(
                "PNP583", "a font is of Type 3, which presses draw badly or not at all", hint, "warning"
            )
        elif font_program(font) is None:
            hint = "embed it: another font would be printed instead"
            yield Fault("PNP583", f"the font {name} is not embedded", hint)
    yield from _text_faults(found, options)
    if found.vanishes:
        hint = "let it knock out what is below it"
        yield Fault("PNP589", "something white overprints, and so vanishes", hint)
    for what in sorted({thing for setting, thing in FOR_OTHERS.items() if setting in found.settings}):
        yield Fault("PNP587", f"it has {what}", "export it without", "warning")
    for what in sorted(found.unread | found.unmeasured):
        yield Fault("PNP580", what, "look at the page itself", "warning")


def _text_faults(found: Contents, options: PreflightOptions) -> Iterator[Fault]:
    seen = [text for text in found.texts if not text.is_white]
    smallest = min((text.size for text in found.texts), default=options.text)
    if smallest < options.text - SLACK_LINE_PT:
        hint = f"set it in {options.text:g} pt or more"
        yield Fault("PNP589", f"a text of {smallest:.1f} pt is too small to be printed", hint, "warning")
    reversed_out = min((text.size for text in found.texts if text.is_white), default=options.text + 1)
    if options.text - SLACK_LINE_PT <= reversed_out < options.text + 1 - SLACK_LINE_PT:
        fact = f"a white text of {reversed_out:.1f} pt fills with ink where it is printed"
        yield Fault("PNP589", fact, f"set it in {options.text + 1:g} pt or more", "warning")
    of_many = [text.size for text in seen if text.inks >= MANY_INKS and text.size < ONE_INK_PT]
    if of_many:
        fact = f"a text of {min(of_many):.1f} pt is printed in several inks, which never align exactly"
        yield Fault("PNP589", fact, f"print text below {ONE_INK_PT:g} pt in black ink alone", "warning")


HIGHEST_VERSION = {"PDF/X-1": "1.4", "PDF/X-3": "1.4", "PDF/X-4": "1.6", "PDF/X-5": "1.6"}
XMP = "http://ns.adobe.com/xap/1.0/"
PDF = "http://ns.adobe.com/pdf/1.3/"
DC = "http://purl.org/dc/elements/1.1/"
AGAIN = "export the file as PDF/X again"


def claim_of(words: FileWords) -> str:
    """Return the PDF/X that a file says it is, "" for none."""
    claim = words.xmp.get(f"{{{PDFX_IDS}}}GTS_PDFXVersion") or words.info.get("/GTS_PDFXConformance")
    return claim or words.info.get("/GTS_PDFXVersion", "")


def intents_of(pdf: Any) -> list[Any]:
    """Return the output intents that are for PDF/X."""
    intents = pdf.Root.get(Name.OutputIntents)
    each = intents.as_list() if isinstance(intents, Array) else ()
    return [one for one in each if isinstance(one, Dictionary) and one.get(Name.S) == Name.GTS_PDFX]


def embedded_condition(pdf: Any) -> PrintingCondition | None:
    """Return the printing condition whose profile is in a PDF, None where there is none that can be read."""
    for intent in intents_of(pdf):
        profile = intent.get(Name.DestOutputProfile)
        if isinstance(profile, Stream):
            try:
                return read_condition(content_of(profile))
            except (Unreadable, ValueError):
                return None
    return None


def claim_faults(pdf: Any, words: FileWords, pages: list[Contents]) -> Iterator[Fault]:
    """Yield where a file does not keep to what it says it is."""
    claim = claim_of(words)
    if not claim:
        return
    for fact in (*_file_facts(pdf, words), *_intent_facts(pdf, claim), *_colour_facts(pdf, claim, pages)):
        yield Fault("PNP588", f"it claims to be {claim}, but {fact}", AGAIN)


def _file_facts(pdf: Any, words: FileWords) -> Iterator[str]:
    claim, info, xmp = claim_of(words), words.info, words.xmp
    highest = next((version for name, version in HIGHEST_VERSION.items() if claim.startswith(name)), None)
    if highest is None:
        yield "no such standard is known"
    elif pdf.pdf_version > highest:
        yield f"is PDF {pdf.pdf_version}, not at most {highest}"
    if Name.ID not in pdf.trailer:
        yield "has no identity (ID)"
    if not (info.get("/Title") or xmp.get(f"{{{DC}}}title")):
        yield "has no title"
    if info.get("/Trapped", xmp.get(f"{{{PDF}}}Trapped", "")).strip("/") not in ("True", "False"):
        yield "does not say whether it is trapped"
    for ours, theirs in (("/CreationDate", "CreateDate"), ("/ModDate", "ModifyDate")):
        dates = [date for date in (info.get(ours), xmp.get(f"{{{XMP}}}{theirs}")) if date]
        if not dates:
            yield f"has no {ours[1:]}"
        elif len(dates) == 2 and _moment(dates[0]) != _moment(dates[1]):
            yield f"has two dates, {ours[1:]} and {theirs}, that differ"


def _moment(date: str) -> str:
    """Return the digits of a date up to the second, which PDF and XMP write in their own ways.

    >>> _moment("D:20260102030405Z") == _moment("2026-01-02T03:04:05Z")
    True
    """
    return re.sub(r"\D", "", date.partition("+")[0])[:14]


def _intent_facts(pdf: Any, claim: str) -> Iterator[str]:
    intents = intents_of(pdf)
    if len(intents) != 1:
        yield f"has {len(intents)} output intents, not one"
        return
    (intent,) = intents
    if Name.OutputConditionIdentifier not in intent:
        yield "its output intent has no identifier"
    profile = intent.get(Name.DestOutputProfile)
    if not isinstance(profile, Stream):
        if claim.startswith("PDF/X-4") and claim != "PDF/X-4p":
            yield "it contains no profile of its printing condition"
        elif Name.RegistryName not in intent and claim != "PDF/X-4p":
            yield "its printing condition is neither registered nor described by a profile"
        return
    try:
        read_condition(content_of(profile))
    except (Unreadable, ValueError) as error:
        yield f"the profile of its output intent {error}"


def _colour_facts(pdf: Any, claim: str, pages: list[Contents]) -> Iterator[str]:
    condition = embedded_condition(pdf)
    device = {space for page in pages for space in page.device_spaces} - {"Gray"}
    spaces = {space for page in pages for space in page.spaces}
    strange = device - {condition.colours} if condition else set()
    if not claim.startswith("PDF/X-1") and strange:
        yield f"uses device colours ({', '.join(sorted(strange))}) that its printing condition does not have"
    if claim.startswith("PDF/X-1") and spaces & {"RGB", "Lab"}:
        yield "uses colours that are neither gray, CMYK nor spot"
    if claim.startswith(("PDF/X-1", "PDF/X-3")):
        if any(page.transparent for page in pages):
            yield "lets things show through others"
        if Name.OCProperties in pdf.Root:
            yield "has layers"
    default = dictionary(pdf.Root, "/OCProperties", "/D")
    if Name.OCProperties in pdf.Root and (Name.Name not in default or Name.AS in default):
        yield "its layers have no name, or switch themselves"
