"""A PDF held against what a press asks for, whoever made it: what is wrong, on which page, and what is in it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pikepdf import AccessMode, Array, Name, NumberTree, PasswordError, Pdf

from pnp.build.result import Progress, silent
from pnp.export.output_intent import condition_of
from pnp.export.pdf_in_memory import UNREADABLE_PDF
from pnp.files import is_file, opened, size_of_file
from pnp.model.diagnostics import Diagnostic, tally
from pnp.model.errors import CannotUse
from pnp.preflight.contents import ContentReader, Contents
from pnp.preflight.ink import InkReckoner, ink_of
from pnp.preflight.page_checks import bleed_of, box_faults, box_of, content_faults, extra_faults, size_in_mm
from pnp.preflight.pdfx import claim_faults, embedded_condition, words_of
from pnp.preflight.rules import WHOLE_FILE, Fault, PageName, PreflightOptions, findings
from pnp.preflight.streams import dictionary
from pnp.text import counted, one_line

LARGEST_FILE = 2_000_000_000
MOST_PAGES = 20_000
"""Of which more are not looked at."""

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
    try:
        with opened(path) as file, Pdf.open(file, access_mode=AccessMode.mmap) as pdf:
            return _Checked(path, pdf, options, profile).result(progress)
    except PasswordError:
        fault = Fault("PNP580", "it is locked with a password", "export it without one")
    except UNREADABLE_PDF as error:
        reason = one_line(str(error)).removeprefix(f"{path}: ")
        fault = Fault("PNP580", f"it cannot be read as a PDF: {reason}", "export it again")
    return PreflightResult(str(path), findings(str(path), [(WHOLE_FILE, fault)]), (f"{path}: 1 error",))


class _Checked:
    """A PDF that is looked at page by page."""

    def __init__(self, path: Path, pdf: Any, options: PreflightOptions, profile: bytes | None) -> None:
        self._path, self._name, self._pdf, self._options = path, str(path), pdf, options
        condition = embedded_condition(pdf)
        if profile is None and condition is not None and condition.colours == "CMYK":
            profile = condition.profile
        self._profile = profile
        self._condition = condition
        self._words = words_of(pdf)
        self._contents: list[Contents] = []
        self._ink: dict[int, float] = {}

    def result(self, progress: Progress) -> PreflightResult:
        """Look at the file and every page of it."""
        faults = [(WHOLE_FILE, fault) for fault in self._file_faults()]
        pages = list(self._pdf.pages)[:MOST_PAGES]
        if not pages:
            faults.append((WHOLE_FILE, Fault("PNP580", "it has no pages", "export it again")))
        reader, names = ContentReader(self._pdf), self._names(len(pages))
        with ExitStack() as open_files:
            reckoner = (
                open_files.enter_context(InkReckoner(self._path, self._profile)) if self._profile else None
            )
            for index, page in enumerate(pages):
                progress(f"{self._name} page {index + 1}", index + 1, len(pages))
                found = reader.page(page)
                self._contents.append(found)
                self._ink[index] = self._ink_on(index, found, reckoner)
                faults += [(names[index], fault) for fault in self._page_faults(page.obj, found)]
        faults += self._ink_faults(names)
        faults += [(WHOLE_FILE, fault) for fault in claim_faults(self._pdf, self._words, self._contents)]
        told = findings(self._name, faults)
        return PreflightResult(self._name, told, (*self._summary(pages), f"  {tally(told)}"))

    def _names(self, count: int) -> list[PageName]:
        """Return what the pages are called: by the labels that they have of their own."""
        labels: dict[int, str] = {}
        with suppress(*UNREADABLE_PDF):
            tree = NumberTree(self._pdf.Root.PageLabels) if Name.PageLabels in self._pdf.Root else {}
            labels = {
                int(index): one_line(str(label.get(Name.P, "")))[:LONGEST_LABEL]
                for index, label in tree.items()
            }
        return [PageName(index + 1, labels.get(index, "")) for index in range(count)]

    def _file_faults(self) -> Iterator[Fault]:
        """Yield what is wrong with the file as a whole."""
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

    def _ink_on(self, index: int, found: Contents, reckoner: InkReckoner | None) -> float:
        """Return how much ink lies on the fullest place of a page, as far as can be told."""
        inks = [found.ink, *(ink_of(picture) or 0.0 for picture in found.pictures.values())]
        if reckoner is not None and found.spaces & {"RGB", "Lab", "Gray"}:
            inks.append(reckoner.most_on(index))
        return max(inks)

    def _page_faults(self, page: Any, found: Contents) -> Iterator[Fault]:
        yield from box_faults(page, self._options)
        yield from content_faults(found, self._options)
        yield from extra_faults(page)

    def _ink_faults(self, names: Sequence[PageName]) -> Iterator[tuple[PageName, Fault]]:
        """Yield the pages with too much ink; the most that there is on any of them is told."""
        over = {index: ink for index, ink in self._ink.items() if round(ink * 100) > self._options.ink}
        if over:
            hint = f"use colours that take at most {self._options.ink:g} %"
            fault = Fault(
                "PNP586", f"up to {max(over.values()):.0%} of ink lie on one place", hint, "warning"
            )
            yield from ((names[index], fault) for index in over)

    def _summary(self, pages: Sequence[Any]) -> Iterator[str]:
        """Yield what is in the file, one line for each kind of thing."""
        kind = self._words.claim or f"PDF {self._pdf.pdf_version}"
        yield f"{self._name}: {counted(len(pages), 'page')}, {kind}"
        trims = [box for page in pages if (box := box_of(page.obj, "/TrimBox"))]
        sizes = list(dict.fromkeys(map(size_in_mm, trims)))
        if sizes:
            more = f" and {counted(len(sizes) - 1, 'other size')}" if len(sizes) > 1 else ""
            bleed = min(each for page in pages if (each := bleed_of(page.obj)) is not None)
            yield f"  cut to {sizes[0]}{more}, {max(bleed, 0):.2f} mm of bleed"
        spaces = {each for found in self._contents for each in found.spaces}
        spots = {each for found in self._contents for each in found.spots}
        condition = f", for {self._condition.title}" if self._condition else ""
        yield f"  colours: {', '.join(sorted(spaces)) or 'none'}{condition}"
        if spots:
            yield f"  spot colours: {one_line(', '.join(sorted(spots)))}"
        fonts = {key for found in self._contents for key in found.fonts}
        yield f"  {counted(len(fonts), 'font')}, transparency: {'yes' if any(f.transparent for f in self._contents) else 'no'}"
        coarsest = min((p.dpi for found in self._contents for p in found.pictures.values()), default=None)
        if coarsest is not None:
            yield f"  pictures of pixels: the coarsest has {coarsest:.0f} dpi"
        thinnest = min((f.thinnest for f in self._contents if f.thinnest is not None), default=None)
        if thinnest is not None:
            yield f"  thinnest line: {thinnest:.2f} pt"
        yield self._ink_line(spaces)

    def _ink_line(self, spaces: set[str]) -> str:
        most = round(max(self._ink.values(), default=0) * 100)
        if self._profile is not None:
            return f"  ink: at most {most} %" + (", reckoned from RGB" if "RGB" in spaces else "")
        if "RGB" in spaces:
            return "  ink: RGB has none; --icc FILE reckons it with the CMYK profile of a press"
        return f"  ink: at most {most} % in one colour"
