"""The sheet PDFs that a folder should contain, made again from the data and the manifest's options, and compared."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pnp.build.options import BuildOptions
from pnp.build.pipeline import DrawnGame, impose, papers_of
from pnp.build.print_pdf import packs_in
from pnp.convert.renderers import ENGINES
from pnp.export.manifest import entries_of, how_made, sheet_entry
from pnp.export.pdf_objects import UNREADABLE_PDF, PdfMetadata, metadata_of
from pnp.export.sheet_pdf import SegmentMakers, write_pdf
from pnp.impose.shared_sheets import Pack, packs
from pnp.load.cutting_machines import CuttingMachine
from pnp.model.calibration import MOST_MM
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.geometry import MM_PER_PT, Polygon, Size, mirrored, placed
from pnp.model.line_styles import MARKS
from pnp.model.papers import FULL_SIZE, MOST_MARGIN, Paper
from pnp.model.sheet import BACKS, Matrix, Placement, Sheet
from pnp.render.faces import Rendered
from pnp.text import counted, one_line
from pnp.verify.comparison import PAGES, PageDifference, made_again
from pnp.verify.page_looks import PageLook, draw_differences
from pnp.workers.tasks import Workers

ON_CARD, IN_BLEED, OF_MANIFEST, MISSING, EXPLAINED = "PNP556", "PNP531", "PNP561", "PNP550", "PNP532"
EDGE_MM = 0.3  # Along the trim that counts as bleed: crop marks and neighbours blur into it.
MANY = 4  # Cards, all that lie on a page, of which none is as it should be: they are told together.
HINT = "build again; pnp verify --explain draws what differs"
MANIFEST_HINT = "build again: the manifest and the PDF come from different builds"
SAME_LINE_MM = 2.0  # Cards less apart than that are in one row or column when their places are named.


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """One PDF that should lie at `path`: its sheets in the order of its pages, their faces, and its words.

    `entries` are what the manifest says of its sheets, None where it says that the file is left out; `again` makes it anew.
    """

    path: Path
    game: str
    component: Component
    deck: Deck
    pages: FacePages
    sheets: tuple[Sheet, ...]
    words: PdfMetadata
    entries: tuple[Mapping[str, Any], ...] | None
    again: str

    @property
    def name(self) -> str:
        """What the user calls it: "a4/food.pdf"."""
        return f"{self.path.parent.name}/{self.path.name}"

    def finding(self, code: str, fact: str, hint: str | None = HINT, piece: str = "") -> Diagnostic:
        """Return a finding about the file."""
        about = self.name_of(piece) if piece else None
        return Diagnostic(code, f"{self.name}: {fact}", hint=hint, game=self.game, piece=about)

    def name_of(self, piece: str) -> str:
        """Return "food/apple"."""
        return piece if "/" in piece else f"{self.deck.component}/{piece}"


def expected_files(
    folder: Path,
    drawn: DrawnGame,
    papers: Sequence[Paper],
    manifest: Mapping[str, Any],
    machine: CuttingMachine | None = None,
    *,
    option: str = "",
) -> Iterator[ExpectedFile]:
    """Yield the files of a game below `folder`: one for each component and paper, and those that components share.

    Of a build of some components alone, only those that the manifest lists; `option` is what makes them beside the game's name.
    """
    game, components = drawn.game, [part.component for part in drawn.components]
    decks = {part.component.id: part.rendered.deck for part in drawn.components}

    def expected(whole: Component, deck: Deck, parts: tuple[Component, ...], paper: Paper) -> ExpectedFile:
        name = f"{paper.name}/{whole.id}.pdf"
        made = options_of(manifest, name, paper, machine)
        sheets, _ = impose(game, whole, Rendered(deck, (), ()), made.papers[0], made)
        entries = entries_of(manifest, whole.id, paper.name)
        corrections = {entry["page"]: entry.get("correction") for entry in entries}
        again = f"run: pnp build {game.id}" + (f" --paper {paper.name}" if paper.name != FULL_SIZE else "")
        again += f" {option}" if option else ""
        return ExpectedFile(
            folder / name,
            game.id,
            whole,
            deck,
            drawn.pages_of(parts),
            tuple(
                replace(sheet, correction=correction_in_mm(corrections.get(sheet.page), sheet.size))
                for sheet in sorted(sheets, key=lambda sheet: sheet.page)
            ),
            metadata_of(game, whole, paper),
            None if name in manifest.get("left_out", ()) else entries,
            again,
        )

    listed = {(entry["component"], entry["paper"]) for entry in manifest.get("sheets", ())}
    is_whole = bool(manifest.get("print")) or not listed
    for component in components:
        for paper in papers_of(component, papers):
            there = (folder / paper.name / f"{component.id}.pdf").exists()
            if is_whole or there or (component.id, paper.name) in listed:
                yield expected(component, decks[component.id], (component,), paper)
    for paper in papers:
        for pack in _packs(components, paper, manifest):
            yield expected(pack.component, pack.deck(decks), pack.parts, paper)


_NUMBER = r"-?\d{1,5}(?:\.\d{1,12})?"
_MATRIX = re.compile(rf"{_NUMBER}(?: {_NUMBER}){{5}}")


def correction_in_mm(written: object, page: Size) -> Matrix | None:
    """Return a correction that a manifest lists as a sheet has it; None for one that no printer needs."""
    if not isinstance(written, str) or not _MATRIX.fullmatch(written):
        return None
    a, b, c, d, e, f = map(float, written.split())
    across, down, height = e * MM_PER_PT, f * MM_PER_PT, page.height
    ends = ((x, y) for x in (0, page.width) for y in (0, height))
    if any(
        max(abs(a * x + c * y + across - x), abs(b * x + d * y + down - y)) > 2 * MOST_MM for x, y in ends
    ):
        return None
    return (a, -b, -c, d, across + c * height, height - d * height - down)


def options_of(
    manifest: Mapping[str, Any], file: str, paper: Paper, machine: CuttingMachine | None = None
) -> BuildOptions:
    """Return the options that a manifest says a file was made with; what no build could have had is passed over."""
    written = how_made(manifest, file)
    known = {"backs": tuple(BACKS), "marks": tuple(MARKS), "renderer": tuple(ENGINES)}
    chosen = {name: written[name] for name, values in known.items() if written.get(name) in values}
    if machine and chosen.get("backs") == "gutterfold":
        del chosen["backs"]
    margin = written.get("margin_mm")
    if isinstance(margin, int | float) and 0 <= margin <= MOST_MARGIN and paper.name != FULL_SIZE:
        paper = replace(paper, unprintable=margin)
    return BuildOptions(papers=(paper,), cut=(machine.id,) if machine else (), **chosen)


def _packs(components: Sequence[Component], paper: Paper, manifest: Mapping[str, Any]) -> Iterator[Pack]:
    for name, ids in packs_in(manifest, paper.name, [component.id for component in components]).items():
        made = options_of(manifest, f"{paper.name}/{name}.pdf", paper)
        planned = packs(components, made.papers[0], folded=made.backs == "gutterfold")
        due = next((pack for pack in planned if pack.name == name), None)
        if due is not None and {part.id for part in due.parts} == set(ids):
            yield due
        elif parts := tuple(component for component in components if component.id in ids):
            yield Pack(name, parts)


# One file.


def verify_file(file: ExpectedFile, workers: Workers, drawn_in: Path | None = None) -> Iterator[Diagnostic]:
    """Yield everything that is wrong with one file, which `workers` read; pages that look otherwise are `drawn_in` a folder.

    Nothing is raised for a file that is damaged, foreign or missing.
    """
    if not file.path.is_file():
        if file.entries is not None:
            yield file.finding(MISSING, "the file is missing", file.again)
        return
    if not file.sheets:
        yield file.finding(PAGES, "a new build puts nothing on this paper", file.again)
        return
    try:
        makers = SegmentMakers(workers)
        make = partial(write_pdf, sheets=file.sheets, pages=file.pages, meta=file.words, makers=makers)
        difference = made_again(file.path, make, workers)
    except UNREADABLE_PDF as error:
        fact = f"this is not a complete PDF from pnp ({one_line(str(error))[:120]})"
        yield file.finding(MISSING, fact, file.again)
        return
    yield from (file.finding(code, fact) for code, fact in difference.faults)
    if list(file.entries or ()) != [sheet_entry(sheet) for sheet in file.sheets]:  # every page would say it
        fact = "manifest.json lists other sheets or places than a new build"
        yield file.finding(OF_MANIFEST, fact, MANIFEST_HINT)
        return
    for page in difference.pages:
        yield from _on_page(file, file.sheets[page.page - 1], page)
    if drawn_in is not None:
        looks = {page.page: page.look for page in difference.pages if page.look}
        for fact in draw_differences(file.path, looks, file.name, drawn_in):
            yield replace(file.finding(EXPLAINED, fact, None), severity="warning")


# One page that differs: on which card, in its bleed, or beside the cards.


def _on_page(file: ExpectedFile, sheet: Sheet, page: PageDifference) -> Iterator[Diagnostic]:
    where = f"sheet {sheet.number} {sheet.side}"
    yield from (file.finding(code, f"{where}: {fact}") for code, fact in page.faults)
    if page.look is None:
        return
    if page.look.mask.getbbox() is None:
        for spot in page.look.letters:
            yield file.finding(PAGES, f"{where}: {spot}")
        return
    outlines = [_outline(file, placement) for placement in sheet.placements]
    rest = page.look.without(outlines)
    yield from _on_cards(file, sheet, page.look, rest)
    bleeds = (placement.edge or placement.clip.corners for placement in sheet.placements)
    if beside := rest.without(bleeds).spot:
        yield file.finding(PAGES, f"{where}: {beside}")


def _on_cards(file: ExpectedFile, sheet: Sheet, look: PageLook, rest: PageLook) -> Iterator[Diagnostic]:
    others = [placement for placement in sheet.placements if look.within(_outline(file, placement, EDGE_MM))]
    if len(others) == len(sheet.placements) >= MANY:
        count = counted(len(others), "card")
        fact = f"sheet {sheet.number} {sheet.side}: none of its {count} matches the current data"
        yield file.finding(ON_CARD, fact)
        return
    for placement in sheet.placements:
        row = _rank(placement.trim.y, [other.trim.y for other in sheet.placements])
        column = _rank(placement.trim.x, [other.trim.x for other in sheet.placements])
        name = file.name_of(placement.piece)
        place = f"sheet {sheet.number} {sheet.side}, row {row} column {column}"
        if file.deck.fronts.get(placement.piece) != placement.face:
            name = f"the back of {name}"
        if placement in others:
            fact = f"{place}: {name} differs from the current data"
            yield file.finding(ON_CARD, fact, piece=placement.piece)
        elif rest.within(placement.edge or placement.clip.corners):
            fact = f"{place}: the bleed or the edge of {name} differs from the data"
            yield file.finding(IN_BLEED, fact, piece=placement.piece)


def _outline(file: ExpectedFile, placement: Placement, inset: float = 0.0) -> Polygon:
    form = file.component.part_of(placement.piece) if file.component.parts else file.component
    cut = form.cut
    if cut.kind == "rectangle":
        return placement.trim.common(placement.clip).grown(*[-inset] * 4).corners
    is_front = file.deck.fronts.get(placement.piece) == placement.face
    seen = cut if is_front else mirrored(cut)
    return placed(seen.points, seen.size, placement.trim, placement.rotation)


def _rank(value: float, values: Sequence[float]) -> int:
    starts: list[float] = []
    for start in sorted(values):
        if not starts or start - starts[-1] > SAME_LINE_MM:
            starts.append(start)
    return bisect_right(starts, value)
