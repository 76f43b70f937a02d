"""The pages that say how to print and build a game, one or more for each paper, drawn from what the build prints."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.build.pipeline import BuildContext, DrawnGame, ImposedComponent, sheet_count
from pnp.build.print_pdf import PrintItem, is_too_long, items_of
from pnp.build.result import PRINT
from pnp.build.rules_files import BOOKLET, RULES
from pnp.impose.layouts import papers_with_room
from pnp.impose.shared_sheets import address
from pnp.model.calibration import PrinterType
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotRender
from pnp.model.face import Deck
from pnp.model.game import Component
from pnp.model.geometry import Rect
from pnp.model.papers import Paper
from pnp.model.sheet import Placement, Sheet
from pnp.render.faces import render
from pnp.render.guide_page import ID, Entry, PrintJob, guide, has_room
from pnp.rules.pdf import FOLDED
from pnp.text import listed


def draw_build_pages(
    context: BuildContext, drawn: DrawnGame, rules: Mapping[str, int] | None = None
) -> DrawnGame:
    """Return the game with its build pages for every paper with room for them; `rules` are the files of the rules and their pages."""
    pages = []
    found = drawn.diagnostics
    for paper in context.options.papers:
        if not has_room(paper):
            continue
        component = _guide(drawn, paper, rules or {}, context.options.printer_type or "duplex")
        rendered = render(component, drawn.rendering.at_any_size())
        pages.append(ImposedComponent(component, rendered, {paper.name: _sheets(rendered.deck, paper)}))
        told = (finding for finding in rendered.diagnostics if finding.code != OF_THE_FACES)
        found += tuple(_no_obstacle(each, drawn) for each in told)
    if has_errors(found):
        return replace(drawn, diagnostics=found)
    convert = context.converting(drawn.game)
    try:
        converted = [convert(tuple(page.rendered.deck.faces.values()), page.rendered.fonts) for page in pages]
    except CannotRender as error:
        message = f"the page that says how to build the game, and shows its cards, was refused: {error}"
        refused = Diagnostic("PNP501", message, drawn.game.place, error.hint)
        return replace(drawn, diagnostics=(*found, refused))
    return replace(drawn, diagnostics=found, build_pages=tuple(zip(pages, converted, strict=True)))


OF_THE_FACES = "PNP305"
"""What only the faces shown on a page can be told: it was told of each of them, more mildly where a picture is the cause."""

OF_THE_WORDS = frozenset({"PNP307", "PNP401", "PNP460"})
"""What a title or a note of the game may do to a page about it: letters without a glyph, too many of them."""


def _no_obstacle(finding: Diagnostic, drawn: DrawnGame) -> Diagnostic:
    """Return a finding on the words of the game as a warning where they are written: cards are printed all the same."""
    if finding.code not in OF_THE_WORDS:
        return finding
    return replace(finding, severity="warning", place=drawn.game.place, piece=None)


def printed_on(drawn: DrawnGame, paper: Paper) -> Iterator[tuple[PrintItem, ImposedComponent]]:
    """Yield what is printed on a paper, in the order of printing, with what its sheets there show."""
    wholes = {part.component.id: part for part in drawn.components}
    wholes |= {pack.name: pack.whole for pack in drawn.shared if pack.paper == paper}
    for item in items_of(drawn, paper):
        yield item, wholes[item.name]


def entries_on(drawn: DrawnGame, paper: Paper) -> tuple[Entry, ...]:
    """Return what the build page says of each component on a paper, in the order of printing."""
    components = {part.component.id: part for part in drawn.components}
    entries: list[Entry] = []
    for item, whole in printed_on(drawn, paper):
        sheets = whole.sheets[paper.name]
        parts = sorted((components[part] for part in item.parts), key=lambda each: _pages_with(each, sheets))
        entries += (_entry(part, item, sheets, first=part is parts[0]) for part in parts)
    return tuple(entries)


def _guide(drawn: DrawnGame, paper: Paper, rules: Mapping[str, int], printer: PrinterType) -> Component:
    """Return the pages for one paper, its components in the order of printing."""
    entries = entries_on(drawn, paper)
    printed = "" if is_too_long(drawn) else PRINT
    file = f"{paper.name}/{BOOKLET}" if paper.name in FOLDED.values() and printer != "single" else RULES
    job = PrintJob(printed, without=_without(drawn, paper), printer=printer)
    if file in rules:
        job = replace(job, rules=Path(file).name, rules_pages=rules[file])
    return guide(drawn.game, entries, paper, job)


def _without(drawn: DrawnGame, paper: Paper) -> str:
    """Return the words about what has no room on the paper: "Not on this paper: Box (needs A3)"."""
    said = []
    for missing in drawn.left_out:
        if missing.paper.name == paper.name:
            folded = missing.finding.code == "PNP403"
            roomy = papers_with_room(missing.component, margin=paper.unprintable, folded=folded)
            said.append(missing.component.title + "".join(f" (needs {larger.title})" for larger in roomy[:1]))
    return f"Not on this paper: {listed(said)}" if said else ""


def _entry(each: ImposedComponent, item: PrintItem, sheets: Sequence[Sheet], *, first: bool) -> Entry:
    deck, component = each.rendered.deck, each.component
    labels = next((label for label in component.labels if label.paper == sheets[0].paper), None)
    shared = len(item.parts) > 1
    return Entry(
        component=component,
        face=deck.faces[next(iter(deck.fronts.values()))],
        file=f"{item.name}.pdf",
        sheets=sheet_count(sheets),
        pages=len(sheets),
        flip=sheets[0].flip,
        labels=labels.title if labels else None,
        shown=tuple(_shown(sheets, component)) if shared else tuple(sheets),
        weights=item.weights,
        first=first,
    )


def _shows(sheet: Sheet, component: Component) -> bool:
    """Say whether a component is on a sheet that several share."""
    start = address(component.id, "")
    return any(placement.piece.startswith(start) for placement in sheet.placements)


def _shown(sheets: Sequence[Sheet], component: Component) -> Iterator[Sheet]:
    """Yield the shared sheets that a component is on, with the pieces that are as large as its own."""
    start = address(component.id, "")
    for sheet in (sheet for sheet in sheets if _shows(sheet, component)):
        sizes = {placement.trim.size for placement in sheet.placements if placement.piece.startswith(start)}
        alike = tuple(placement for placement in sheet.placements if placement.trim.size in sizes)
        yield replace(sheet, placements=alike)


def _pages_with(each: ImposedComponent, sheets: Sequence[Sheet]) -> tuple[int, int]:
    """Return the first and the last page of the shared sheets that a component is on, backs of others included."""
    numbers = {sheet.number for sheet in sheets if _shows(sheet, each.component)}
    on = [sheet.page for sheet in sheets if sheet.number in numbers]
    return min(on, default=0), max(on, default=0)


def _sheets(deck: Deck, paper: Paper) -> tuple[Sheet, ...]:
    """Return the pages of a deck, each as large as the paper."""
    page = Rect(0, 0, paper.size.width, paper.size.height)
    keys = deck.fronts
    return tuple(
        Sheet(
            component=ID,
            paper=paper.name,
            size=paper.size,
            side="front",
            flip="none",
            number=number,
            count=len(keys),
            page=number,
            placements=(Placement(piece, 1, key, page, page),),
        )
        for number, (piece, key) in enumerate(keys.items(), 1)
    )
