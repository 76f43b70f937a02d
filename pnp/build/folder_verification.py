"""Verification of an output folder beside its sheets: rules, guides, drawings, cut files, the contact sheet, PDFs nobody built."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pikepdf import Page
from PIL import Image, UnidentifiedImageError

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.expected_files import ExpectedFile
from pnp.build.pipeline import BuildContext, DrawnGame
from pnp.build.result import PRINT
from pnp.build.rules_files import (
    BOOKLET,
    LARGEST,
    REFERENCE,
    RULES,
    edition_of,
    editions,
    folded_key,
    read_rules,
)
from pnp.cache import digest_of
from pnp.export.contact_sheet import contact_path
from pnp.export.cut_files import can_write, cut_files, found_cut_files
from pnp.export.manifest import NAME, fingerprint_of
from pnp.export.pdf import write_pdf
from pnp.export.pdf_metadata import metadata_of, moment_in
from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.export.svg_files import svg_files
from pnp.files import digest_of_file, opened, read_bytes, temporary_folder, write
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Sheet
from pnp.render.guide_page import ID as GUIDE
from pnp.render.guide_page import TITLE as GUIDE_TITLE
from pnp.render.guide_page import has_room
from pnp.rules.pdf import FOLDED, PAGES, booklet
from pnp.text import one_line
from pnp.units import MM_PER_PT
from pnp.verify.comparison import differences, faults_beside_pages, open_finished

if TYPE_CHECKING:
    from pnp.model.rules_document import RulesDocument

LARGEST_DRAWING = 200_000_000
"""Bytes of a drawing that is compared."""

OF_RULES = "PNP564"
_SAME_MM = 0.1
_OWN = frozenset({RULES, REFERENCE, BOOKLET})
"""Files that `pnp rules` writes too, whether a build lists them or not."""

Fault = tuple[str, str]
"""The code of a finding, and what is wrong."""


def verify_folder(
    context: BuildContext,
    folder: Path,
    drawn: DrawnGame,
    papers: Sequence[Paper],
    manifest: Mapping[str, Any],
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the files of a game beside its sheets and what is printed of all."""
    yield from _wrong_rules(context, folder, drawn, manifest.get("rules", ()))
    game = drawn.game.id
    facts = (
        *(fault for paper in papers for fault in _wrong_guide(folder, drawn, paper, manifest)),
        *(("PNP543", fact) for fact in _wrong_drawings(folder, drawn, manifest)),
        *(("PNP544", fact) for fact in _wrong_contact_sheet(folder, manifest)),
    )
    for code, fact in facts:
        yield Diagnostic(code, fact, hint=f"run: pnp build {game}", game=game)
    for name in sorted(_strays(folder, papers, manifest)):
        fact = f"{name} was not listed by any build: it may belong to an older build or another game"
        yield Diagnostic("PNP542", fact, hint="remove it, or keep it in another folder", game=game)


def verify_manifest(drawn: DrawnGame, manifest: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield what the manifest says of the game and its pieces that is not so now."""
    game, components = drawn.game, drawn.components
    facts = [
        (f'the {key} is "{manifest.get(key, "")}", it should be "{due}"', "")
        for key, due in (("game", game.id), ("version", game.version))
        if manifest.get(key) != due
    ]
    entries = {(entry["component"], entry["id"]): entry for entry in manifest.get("pieces", ())}
    built = {component for component, _ in entries}
    for sheet in manifest.get("sheets", ()):
        parts = (place["piece"].rpartition("/")[0] for place in sheet["placements"])
        built |= {part or sheet["component"] for part in parts}
    pieces = {(each.component.id, piece.id): piece for each in components for piece in each.component.pieces}
    decks = {each.component.id: each.rendered.deck for each in components}
    for address in sorted(entries.keys() | pieces.keys()):
        entry, piece, name = entries.get(address), pieces.get(address), "/".join(address)
        if piece is None:
            facts.append((f"{name} is not in the data any more", name))
        elif entry is None:
            if address[0] in built:
                facts.append((f"{name} is missing from it", name))
        elif entry.get("copies") != piece.copies:
            facts.append(
                (f"it lists {entry.get('copies')} copies of {name}, {piece.copies} are in the data", name)
            )
        elif entry.get("sha256") != fingerprint_of(decks[address[0]], address[1]):
            facts.append((f"{name} looks different now than when it was written", name))
    for fact, about in facts:
        hint = f"run: pnp build {game.id}"
        yield Diagnostic("PNP561", f"{NAME}: {fact}", hint=hint, game=game.id, piece=about or None)


# Rules: typeset again, of the very same rules by the same program only once.


def _wrong_rules(
    context: BuildContext, folder: Path, drawn: DrawnGame, names: Sequence[str]
) -> Iterator[Diagnostic]:
    if not names:
        return
    game, whole = drawn.game.id, read_rules(context, drawn)
    if has_errors(whole.diagnostics):
        yield from whole.diagnostics
        return
    known = editions(whole.rules) if whole.rules else {}
    cache = context.cache
    kept = replace(context, cache=BuildCache(cache.typeset, cache.program) if cache.typeset else NO_CACHE)
    for name in names:
        for code, fact in _wrong_edition(kept, folder / name, whole, known.get(edition_of(name))):
            yield Diagnostic(code, f"{name} {fact}", hint=f"run: pnp build {game}", game=game)


def _wrong_edition(
    context: BuildContext, path: Path, drawn: DrawnGame, edition: "tuple[RulesDocument, str] | None"
) -> Iterator[Fault]:
    """Yield what is wrong with one file of the rules."""
    try:
        content = read_bytes(path, limit=LARGEST)
        with open_finished(path) as pdf:
            told, date = str(pdf.docinfo.get("/Keywords", "")), moment_in(pdf)
            size = _page_size(pdf.pages[0], folded=path.name == BOOKLET)
        if edition is None or told != edition[1]:
            yield OF_RULES, "does not match the current data"
            return
        from pnp.build.rules_files import typeset  # noqa: PLC0415 - many games have no rules

        paper = next((name for name, each in PAGES.items() if each.is_like(size, within=_SAME_MM)), "a5")
        due = typeset(edition[0], drawn.game, paper, context, date=date)
        if path.name == BOOKLET:
            sheets = path.parent.name if path.parent.name in FOLDED.values() else FOLDED[paper]
            kept = context.cache.store.get(folded_key(context.cache, due, sheets))
            due = content if kept == digest_of(content).encode() else booklet(due, sheets)
        with temporary_folder("verify") as made:
            clean = Path(made, path.name)
            write(clean, due)
            difference = differences(path, clean)
    except UNREADABLE_PDF:
        yield "PNP550", "is missing, or is not a complete PDF"
        return
    yield from ((code, f"is not as typeset: {fact}") for code, fact in difference.faults)
    for page in difference.pages:
        yield OF_RULES, f"is not as typeset: page {page.page}: {page}"


def _page_size(page: Page, *, folded: bool) -> Size:
    """Return the size of the page that is read: of a booklet that of a page on a sheet."""
    corners = page.resources.XObject["/P0"].BBox if folded else page.mediabox
    left, bottom, right, top = (float(edge) * MM_PER_PT for edge in corners.as_list())
    return Size(right - left, top - bottom)


# Guides: how to print and build the game on each paper.


def _wrong_guide(
    folder: Path, drawn: DrawnGame, paper: Paper, manifest: Mapping[str, Any]
) -> Iterator[Fault]:
    """Yield what is wrong with a guide but for what it shows, which is compared with what is printed of all."""
    path = folder / paper.name / f"{GUIDE}.pdf"
    name = f"{paper.name}/{path.name}"
    if not path.is_file():
        if has_room(paper) and f"{paper.name}/{PRINT}" in manifest.get("print", ()):
            yield "PNP550", f"{name} is missing"
        return
    words = metadata_of(drawn.game, replace(drawn.game.components[0], title=GUIDE_TITLE), paper)
    try:
        with open_finished(path) as pdf:
            count = len(pdf.pages)
        blank = Sheet(GUIDE, paper.name, paper.size, "front", "none", 1, count, 1, ())
        sheets = [replace(blank, number=number, page=number) for number in range(1, count + 1)]
        with temporary_folder("verify") as made:
            due = Path(made, path.name)
            write_pdf(due, sheets, FacePages((), {}), meta=words)
            for code, fact in faults_beside_pages(path, due):
                yield code, f"{name}: {fact}"
    except UNREADABLE_PDF as error:
        yield "PNP550", f"{name}: this is not a complete PDF from pnp ({one_line(str(error))[:120]})"


# Cut files, where somebody asked for them.


def verify_cut_files(folder: Path, file: ExpectedFile, option: str = "") -> Iterator[Diagnostic]:
    """Yield which cut files beside a PDF are missing, others than those of its sheets, or too many; an `option` remakes them."""
    there = found_cut_files(file.path.parent, file.component.id)
    if not there:
        return
    due = cut_files(file.component, file.sheets, dict.fromkeys(filter(can_write, there.values())))
    place = file.path.parent.relative_to(folder).as_posix()
    facts = [
        fact for name, content in due.items() for fact in _wrong_drawing(folder, f"{place}/{name}", content)
    ]
    for path, kind in there.items():
        if not can_write(kind):
            facts.append(f"{place}/{path.name} cannot be checked without the library ezdxf")
        elif path.name not in due:
            facts.append(f"{place}/{path.name} has lines that belong to no sheet")
    for fact in facts:
        yield Diagnostic("PNP545", fact, hint=f"run: pnp build {file.game} {option}".strip(), game=file.game)


# Drawings: a file for each side of each piece, and the fonts they name.


def _wrong_drawings(folder: Path, drawn: DrawnGame, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield which drawings are missing, others than those of the data, or too many; a build without any has no folder."""
    if not (folder / "svg").is_dir():
        return
    built = {entry["component"] for entry in manifest.get("pieces", ())}
    for each in drawn.components:
        if each.component.id in built:
            fonts = each.rendered.fonts
            due = dict(svg_files(each.rendered.deck, fonts))
            yield from (fact for name, svg in due.items() for fact in _wrong_drawing(folder, name, svg))
            there = (folder / "svg" / each.component.id).glob("*.svg")
            names = {path.relative_to(folder).as_posix() for path in there}
            yield from (f"{name} is the drawing of no piece" for name in sorted(names - due.keys()))
            yield from _wrong_fonts(folder / "svg" / "fonts", fonts)


def _wrong_drawing(folder: Path, name: str, due: bytes) -> Iterator[str]:
    try:
        if read_bytes(folder / name, limit=LARGEST_DRAWING) != due:
            yield f"{name} differs from the current data"
    except OSError:
        yield f"{name} is missing"


def _wrong_fonts(folder: Path, fonts: Sequence[Path]) -> Iterator[str]:
    for path in sorted(set(fonts)):
        try:
            if digest_of_file(folder / path.name) != digest_of_file(path):
                yield f"svg/fonts/{path.name} is not the font that the drawings name"
        except OSError:
            yield f"svg/fonts/{path.name} is missing"


def _wrong_contact_sheet(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield that the picture of all faces is missing from a whole build, or that it is damaged."""
    path = contact_path(folder)
    if not path.is_file():
        if manifest.get("print"):
            yield f"{path.name} is missing"
        return
    try:
        with opened(path) as stream, Image.open(stream) as picture:
            picture.verify()
    except (OSError, SyntaxError, ValueError, UnidentifiedImageError):
        yield f"{path.name} is not a complete picture"


# Files too many: of an older build, or of another game, that somebody might print with the rest.


def _strays(folder: Path, papers: Sequence[Paper], manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield the PDFs beside the rules and beside the sheets of each paper that no build has listed."""
    known = {sheet["file"] for sheet in manifest.get("sheets", ())}
    known |= {*manifest.get("rules", ()), *manifest.get("print", ()), *manifest.get("left_out", ())}
    known |= _OWN | {f"{paper.name}/{GUIDE}.pdf" for paper in papers}
    places = (folder, *(folder / name for name in sorted({*(paper.name for paper in papers), FULL_SIZE})))
    for place in filter(Path.is_dir, places):
        names = (path.relative_to(folder).as_posix() for path in place.iterdir())
        yield from (name for name in names if name.lower().endswith(".pdf") and name not in known)
