"""What a fault is, where in the output of a game it can be put, and what faults are made of."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pikepdf import Array, Dictionary, Page, PasswordError, Pdf, PdfError, Stream

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

SHEETS, EVERY = "sheets", "sheets print guide rules booklet"
UNREADABLE = (PdfError, PasswordError, OSError)


class NotHereError(Exception):
    """The place that was chosen has nothing that the fault could spoil."""


@dataclass(slots=True)
class Spot:
    """Where a fault is put: a page of an opened PDF, the bytes of a file, or the output folder of a game."""

    chance: random.Random
    folder: Path = Path()
    content: bytes = b""
    pdf: Any = None
    page: Any = None


Change = Callable[[Spot], Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something done to a file of a group of PDFs, or to a folder for which `files` is ""."""

    name: str
    kind: str
    files: str
    spoil: Callable[[Path, Path, random.Random], object]

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


def in_pages(kind: str, table: dict[str, tuple[str, Change]]) -> Iterator[Fault]:
    """Yield faults of a page of an opened PDF, or of the PDF; a change may return options to save it with."""
    for name, (files, change) in table.items():
        yield from (Fault(name, kind, group, partial(_spoil_page, change)) for group in files.split())


def in_bytes(kind: str, table: dict[str, tuple[str, Change]]) -> Iterator[Fault]:
    """Yield faults of the bytes of a file; a change returns the new ones."""
    for name, (files, change) in table.items():
        yield from (Fault(name, kind, group, partial(_spoil_bytes, change)) for group in files.split())


def in_folder(kind: str, table: dict[str, Change]) -> Iterator[Fault]:
    """Yield faults of the folder of a game's output."""
    for name, change in table.items():
        yield Fault(name, kind, "", lambda folder, _, chance, change=change: change(Spot(chance, folder)))


def _spoil_page(change: Change, _: Path, file: Path, chance: random.Random) -> None:
    with Pdf.open(file) as pdf:
        result = change(Spot(chance, pdf=pdf, page=chance.choice(list(pdf.pages))))
        options = result if isinstance(result, dict) else {}
        replace_file(file, lambda path: pdf.save(path, **options))


def _spoil_bytes(change: Change, _: Path, file: Path, chance: random.Random) -> None:
    overwrite(file, change(Spot(chance, content=file.read_bytes())))


def replace_file(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file anew: the old one may be shared with the folder that was copied."""
    new = path.with_name(f"{path.name}.new")
    write(new)
    new.replace(path)


def overwrite(path: Path, content: bytes) -> None:
    replace_file(path, lambda new: new.write_bytes(content))


def one_of(chance: random.Random, things) -> Any:
    """Return one of some things. Raises NotHereError when there is none."""
    found = list(things)
    need(found)
    return chance.choice(found)


def need(condition: object) -> None:
    if not condition:
        raise NotHereError


def put(thing: Any, **entries: Any) -> None:
    """Change entries of a dictionary; None takes away one that must be there."""
    for key, value in entries.items():
        if value is None:
            need(f"/{key}" in thing)
            del thing[f"/{key}"]
        else:
            thing[f"/{key}"] = value


# Pages of sheets: what is on them and how it is changed for one page alone.


def own(page: Page) -> Page:
    """Give a page resources of its own, so that a change of it is no change of others."""
    resources = Dictionary(page.resources)
    for name in ("/XObject", "/Properties", "/ExtGState", "/Font"):
        if name in resources:
            resources[name] = Dictionary(resources[name])
    page.obj.Resources = resources
    return page


def streams_of(page: Page) -> list:
    found = page.obj.get("/Contents")
    return list(found) if isinstance(found, Array) else [found]


def contents(page: Page) -> list:
    """Return the content streams of a page of ours. Raises NotHereError for other pages."""
    need(isinstance(page.obj.get("/Contents"), Array) and SHARED_MARKS in page.resources.get("/XObject", {}))
    return streams_of(page)


def changed(old: bytes, change: Callable[[bytes], bytes]) -> bytes:
    new = change(old)
    need(new != old)
    return new


def rewrite(at: Spot, number: int, change: Callable[[bytes], bytes]) -> None:
    """Change one content stream of a page."""
    streams = contents(at.page)
    streams[number] = at.pdf.make_stream(changed(streams[number].read_bytes(), change))
    at.page.obj.Contents = Array(streams)


def cards_at(page: Page) -> int:
    """Return which content stream shows the cards: a correction for a printer comes first."""
    return next(at for at, each in enumerate(contents(page)) if b"/Cards BDC" in each.read_bytes())


def card_lines(page: Page) -> list[bytes]:
    """Return the line of each card in the content of a page."""
    lines = contents(page)[cards_at(page)].read_bytes().split(b"\n")
    return [line for line in lines if line.endswith(b" Do Q")]


def card_boxes(page: Page) -> list[tuple[float, float, float, float]]:
    """Return the corner, width and height, in points, of each card that is shown in a rectangle."""
    clips = [re.match(rb"q ([-\d. ]+) re W n", line) for line in card_lines(page)]
    found = [tuple(map(float, clip[1].split())) for clip in clips if clip]
    need(found)
    return found


def faces_on(page: Page) -> list[Stream]:
    return [form for form in page.resources.get("/XObject", {}).values() if FACE_KEY in form]


def change_form(at: Spot, name: str, change: Callable[[bytes], bytes]) -> Stream:
    """Change a form of a page that has resources of its own; return the new one."""
    form = at.page.resources.XObject[name]
    new = changed(form.read_bytes(), change)
    keys = {key: value for key, value in form.items() if key not in {"/Length", "/Filter", "/DecodeParms"}}
    at.page.obj.Resources.XObject[name] = made = at.pdf.make_stream(new, keys)
    return made


def change_face(at: Spot, change: Callable[[bytes], bytes] = lambda old: old + b"\n") -> Stream:
    """Change the drawing of one of the cards of a page, in one place."""
    contents(own(at.page))
    slots = [name for name, form in at.page.resources.XObject.items() if FACE_KEY in form]
    at.chance.shuffle(slots)
    for slot in slots:
        try:
            return change_form(at, slot, change)
        except NotHereError:
            continue
    raise NotHereError


def substituted(pattern: bytes, new, content: bytes, chance: random.Random | None = None) -> bytes:
    """Return the content with one match of the pattern, or the first, as `new` gives it. Raises NotHereError."""
    found = list(re.finditer(pattern, content))
    need(found)
    match = chance.choice(found) if chance else found[0]
    piece = new(match) if callable(new) else match.expand(new)
    return content[: match.start()] + piece + content[match.end() :]


# What a table of faults is written with: each returns a change.


def face(change: Callable[[bytes], bytes]) -> Change:
    """Change the drawing of a card."""
    return lambda at: change_face(at, change)


def match(pattern: bytes, new) -> Change:
    """Change one match of a pattern in the drawing of a card."""
    return lambda at: change_face(at, lambda old: substituted(pattern, new, old, at.chance))


def marks(change: Callable[[bytes], bytes]) -> Change:
    """Change the marks that sheets share, for one page."""

    def mark(at):
        contents(own(at.page))
        return change_form(at, SHARED_MARKS, change)

    return mark


def footer(change: Callable[[bytes], bytes]) -> Change:
    """Change what a page writes of its own over the cards: its footer, and letters at joints."""

    def write(at):
        streams, first = contents(at.page), cards_at(at.page) + 1
        new = changed(b"\n".join(each.read_bytes() for each in streams[first:]), change)
        at.page.obj.Contents = Array([*streams[:first], at.pdf.make_stream(new)])

    return write


def card(change: Callable[[bytes], bytes]) -> Change:
    """Change the line of one of the cards of a page."""

    def place(at):
        line = one_of(at.chance, card_lines(at.page))
        rewrite(at, cards_at(at.page), lambda old: old.replace(line, change(line), 1))

    return place


def over(operators: bytes | Callable[[Spot], bytes], *, first: bool = False) -> Change:
    """Draw something on a page, over all or below all."""

    def draw(at):
        drawn = operators(at) if callable(operators) else operators
        new, streams = at.pdf.make_stream(b"q\n" + drawn + b"\nQ"), streams_of(at.page)
        at.page.obj.Contents = Array([new, *streams] if first else [*streams, new])

    return draw


def around(*matrix: float, clip: bytes = b"") -> Change:
    """Put all that a page shows into a matrix, or into a clip."""

    def wrap(at):
        before = clip or b"q %s cm" % b" ".join(b"%g" % each for each in matrix)
        streams = [at.pdf.make_stream(before), *streams_of(at.page), at.pdf.make_stream(b"Q")]
        at.page.obj.Contents = Array(streams[: None if matrix else -1])

    return wrap
