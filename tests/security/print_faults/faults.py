"""What a fault is, and where in the output of a game it can be put."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pikepdf import Array, Dictionary, Name, Page, PasswordError, Pdf, PdfError, Stream

from pnp.export.pdf_objects import FACE_KEY, SHARED_MARKS

PDF_FILES = {
    "sheets": re.compile(r"(?:a4|letter|full-size)/(?!build|print|rules-booklet)[^/]+\.pdf"),
    "print": re.compile(r"[^/]+/print\.pdf"),
    "guide": re.compile(r"[^/]+/build\.pdf"),
    "rules": re.compile(r"rules\.pdf"),
    "booklet": re.compile(r"[^/]+/rules-booklet\.pdf"),
    "machine": re.compile(r"silhouette/[^/]+/(?!print)[^/]+\.pdf"),
    "reprint": re.compile(r"reprint/[^/]+/(?!print)[^/]+\.pdf"),
}
"""The groups of PDFs that faults are put into, and which files below the output of a game are in each."""


class NotHereError(Exception):
    """The place that was chosen has nothing that the fault could spoil."""


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of a game's output, one file in it where the fault is put into a file, and what is chosen by chance."""

    folder: Path
    file: Path
    chance: random.Random


@dataclass(frozen=True, slots=True)
class Fault:
    """Something done to a finished file, or to a folder for which `files` is ""."""

    name: str
    kind: str
    files: str
    spoil: Callable[[Place], object]

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}" + (f" ({self.files})" if self.files else "")

    def places(self, folder: Path) -> Iterator[Path]:
        """Yield the files below the output of a game that the fault may be put into."""
        if not self.files:
            yield folder
            return
        for path in sorted(folder.rglob("*.pdf")):
            if PDF_FILES[self.files].fullmatch(path.relative_to(folder).as_posix()):
                yield path


FAULTS: dict[str, Fault] = {}
"""By what is printed of each: a module that is read twice registers the same ones."""

Change = Callable[..., object]


def _registered(kind, files, function, spoil):
    name = function.__name__.replace("_", " ")
    faults = [Fault(name, kind, group, spoil) for group in files.split() or [""]]
    FAULTS.update({str(fault): fault for fault in faults})
    return function


def in_pdf(kind: str, files: str = "sheets") -> Callable[[Change], Change]:
    """Register a change of an opened PDF, given the PDF and a page of it, and chance."""

    def register(change):
        def spoil(place):
            with Pdf.open(place.file) as pdf:
                page = place.chance.choice(list(pdf.pages))
                result = change(pdf, page, place.chance)
                options = result if isinstance(result, dict) else {}
                replace_file(place.file, lambda path: pdf.save(path, **options))

        return _registered(kind, files, change, spoil)

    return register


def in_bytes(kind: str, files: str = "sheets") -> Callable[[Change], Change]:
    """Register a change of the bytes of a file."""

    def register(change):
        def spoil(place):
            spoiled = change(place.file.read_bytes(), place.chance)
            replace_file(place.file, lambda path: path.write_bytes(spoiled))

        return _registered(kind, files, change, spoil)

    return register


def in_folder(kind: str) -> Callable[[Change], Change]:
    """Register a change of the folder of a game's output."""

    def register(change):
        return _registered(kind, "", change, lambda place: change(place.folder, place.chance))

    return register


def replace_file(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file anew: the old one may be shared with the folder that was copied."""
    new = path.with_name(f"{path.name}.new")
    write(new)
    new.replace(path)


def one_of(chance: random.Random, places) -> Path:
    """Return one of some things. Raises NotHereError when there is none."""
    found = list(places)
    if not found:
        raise NotHereError
    return chance.choice(found)


# Pages of sheets: what is on them and how it is changed for one page alone.


def own(pdf: Pdf, page: Page) -> None:
    """Give a page resources of its own, so that a change of it is no change of others."""
    resources = Dictionary(page.resources)
    for name in ("/XObject", "/Properties", "/ExtGState", "/Font"):
        if name in resources:
            resources[name] = Dictionary(resources[name])
    page.obj.Resources = resources


def contents(page: Page) -> list:
    """Return the content streams of a page of ours. Raises NotHereError for other pages."""
    found = page.obj.get("/Contents")
    if not isinstance(found, Array) or SHARED_MARKS not in page.resources.get("/XObject", {}):
        raise NotHereError
    return list(found)


def rewrite(pdf: Pdf, page: Page, number: int, change: Callable[[bytes], bytes]) -> None:
    """Change one content stream of a page."""
    streams = contents(page)
    old = streams[number].read_bytes()
    new = change(old)
    if new == old:
        raise NotHereError
    streams[number] = pdf.make_stream(new)
    page.obj.Contents = Array(streams)


def cards_at(page: Page) -> int:
    """Return which content stream shows the cards: a correction for a printer comes first."""
    return next(at for at, each in enumerate(contents(page)) if b"/Cards BDC" in each.read_bytes())


def card_lines(page: Page) -> list[bytes]:
    """Return the line of each card in the content of a page."""
    lines = contents(page)[cards_at(page)].read_bytes().split(b"\n")
    return [line for line in lines if line.endswith(b" Do Q")]


def change_card(pdf: Pdf, page: Page, chance: random.Random, change: Callable[[bytes], bytes]) -> None:
    """Change the line of one of the cards of a page."""
    line = one_of(chance, card_lines(page))
    rewrite(pdf, page, cards_at(page), lambda old: old.replace(line, change(line), 1))


def change_own_marks(pdf: Pdf, page: Page, change: Callable[[bytes], bytes]) -> None:
    """Change what a page writes of its own over the cards: its footer, and letters at joints."""
    streams = contents(page)
    at = cards_at(page) + 1
    old = b"\n".join(each.read_bytes() for each in streams[at:])
    new = change(old)
    if new == old:
        raise NotHereError
    page.obj.Contents = Array([*streams[:at], pdf.make_stream(new)])


def change_marks(pdf: Pdf, page: Page, change: Callable[[bytes], bytes]) -> Stream:
    """Change the marks that sheets share, for one page."""
    contents(page)
    own(pdf, page)
    return change_form(pdf, page, SHARED_MARKS, change)


def change_face(pdf: Pdf, page: Page, chance: random.Random, change: Callable[[bytes], bytes]) -> Stream:
    """Change the drawing of one of the cards of a page, in one place."""
    contents(page)
    own(pdf, page)
    slots = [name for name, form in page.resources.XObject.items() if FACE_KEY in form]
    chance.shuffle(slots)
    for slot in slots:
        try:
            return change_form(pdf, page, slot, change)
        except NotHereError:
            continue
    raise NotHereError


def change_match(pdf: Pdf, page: Page, chance: random.Random, pattern: bytes, new) -> Stream:
    """Change one match of a pattern in the drawing of one of the cards of a page."""
    return change_face(pdf, page, chance, lambda old: substituted(pattern, new, old, chance))


def change_form(pdf: Pdf, page: Page, name: str, change: Callable[[bytes], bytes]) -> Stream:
    """Change a form of a page that has resources of its own; return the new one."""
    form = page.resources.XObject[name]
    old = form.read_bytes()
    new = change(old)
    if new == old:
        raise NotHereError
    keys = {key: value for key, value in form.items() if key not in {"/Length", "/Filter", "/DecodeParms"}}
    page.obj.Resources.XObject[name] = made = pdf.make_stream(new, keys)
    return made


def substituted(pattern: bytes, new, content: bytes, chance: random.Random | None = None) -> bytes:
    """Return the content with one match of the pattern, or the first, as `new` gives it. Raises NotHereError."""
    found = list(re.finditer(pattern, content))
    if not found:
        raise NotHereError
    match = chance.choice(found) if chance else found[0]
    piece = new(match) if callable(new) else match.expand(new)
    return content[: match.start()] + piece + content[match.end() :]


def indirect(pdf: Pdf, **entries) -> Dictionary:
    """Return a new dictionary of the PDF, by reference."""
    return pdf.make_indirect(Dictionary(**entries))


def draw_over(pdf: Pdf, page: Page, operators: bytes, *, first: bool = False) -> None:
    """Draw something on a page, over all or below all."""
    found = page.obj.get("/Contents")
    streams = list(found) if isinstance(found, Array) else [found]
    new = pdf.make_stream(b"q\n" + operators + b"\nQ")
    page.obj.Contents = Array([new, *streams] if first else [*streams, new])


def width_of(page: Page) -> float:
    return float(page.mediabox[2])


def height_of(page: Page) -> float:
    return float(page.mediabox[3])


def card_boxes(page: Page) -> list[tuple[float, float, float, float]]:
    """Return the corner, width and height, in points, of each card that is shown in a rectangle."""
    clips = [re.match(rb"q ([-\d. ]+) re W n", line) for line in card_lines(page)]
    found = [tuple(map(float, clip[1].split())) for clip in clips if clip]
    if not found:
        raise NotHereError
    return found


UNREADABLE = (PdfError, PasswordError, OSError)
NONE = Name("/None")
