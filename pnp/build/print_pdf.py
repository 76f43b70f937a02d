"""print.pdf: everything to print on one paper, with instructions in front; and an index of its pages."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from pnp.build.options import (
    BOOKLET,
    FOLDED,
    RULES,
    BuildOptions,
    chosen_numbers,
    copies_in_order,
    game_output,
    in_ranges,
    refuse_unknown,
    turn_of,
)
from pnp.build.pipeline import BuildContext, DrawnGame, ImposedComponent, sheet_count
from pnp.build.result import PRINT, SheetFile
from pnp.export.manifest import NAME, address_of, entries_of, files_show, how_made, read
from pnp.export.pdf_objects import UNREADABLE_PDF, PdfMetadata, words_of
from pnp.export.sheet_pdf import MANY, MANY_PAGES, Part, merged, page_count, pages_in_print
from pnp.files import digest_of_file, write
from pnp.impose.layouts import papers_with_room
from pnp.impose.shared_sheets import address, common_weights
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import CannotRender, CannotUse, Diagnostic, NothingBuilt, has_errors
from pnp.model.face import BACK
from pnp.model.game import STOCKS, Component, Game, Stock
from pnp.model.geometry import Rect
from pnp.model.papers import PAPERS, Paper, found_papers
from pnp.model.sheet import TURNED, Placement, Sheet, pages_of_one
from pnp.render.faces import render
from pnp.render.guide_page import ID as GUIDE
from pnp.render.guide_page import Entry, PrintJob, guide, has_room
from pnp.text import listed
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers

_FIRST = "Read this first"  # The bookmark of guide and rules.
PAPERS_OF = {_FIRST: "plain"} | dict(zip(STOCKS.values(), ("plain", "plain", "card", "label"), strict=True))
"""What paper the sheets below each bookmark are printed on, in a word."""
DISAGREES = "PNP565"
RULES_PAGE = PAPERS["a5"].size  # Of the rules; smaller papers have no room for them.


@dataclass(frozen=True, slots=True)
class PrintItem:
    """What is printed one after the other: a component, or several that share sheets; `name` is that of its PDF."""

    name: str
    title: str
    stock: Stock
    parts: tuple[str, ...]
    weights: range | None = None  # The papers in g/m² that suit all parts, where they are of several kinds.


def in_print_order(
    components: Sequence[Component], packs: Mapping[str, Sequence[Component]]
) -> tuple[PrintItem, ...]:
    """Return what is printed stock by stock, two-sided sheets first; `packs` are those that share sheets, by name."""
    pack_of = {part.id: name for name, parts in packs.items() for part in parts}
    items: dict[str, tuple[tuple[int, bool], PrintItem]] = {}
    order = list(STOCKS)
    for component in components:
        name = pack_of.get(component.id, component.id)
        parts = [component for component in components if pack_of.get(component.id, component.id) == name]
        stocks = {part.kind.stock for part in parts}
        stock: Stock = stocks.pop() if len(stocks) == 1 else "card"
        title = ", ".join(part.title for part in parts)
        mixed = len({part.kind.name for part in parts}) > 1
        weights = common_weights(parts) if mixed else None
        one_sided = not any(part.has_backs for part in parts)
        item = PrintItem(name, title, stock, tuple(part.id for part in parts), weights)
        items.setdefault(name, ((order.index(stock), one_sided), item))
    return tuple(item for _, item in sorted(items.values(), key=lambda pair: pair[0]))


def items_of(drawn: DrawnGame, paper: Paper) -> tuple[PrintItem, ...]:
    """Return what a build prints on a paper, as far as there are sheets of it."""
    packs = {pack.name: pack.parts for pack in drawn.shared if pack.paper == paper}
    on_paper = [part.component for part in drawn.components if part.sheets.get(paper.name)]
    return in_print_order(on_paper, packs)


def is_too_long(drawn: DrawnGame) -> bool:
    """Say whether the game has a PDF that is written part by part: there is no file of all its sheets then."""
    return any(
        len(part.rendered.deck.faces) > MANY
        or any(len(sheets) > MANY_PAGES for sheets in part.sheets.values())
        for part in drawn.components
    )


def write_print_files(
    context: BuildContext, folder: Path, drawn: DrawnGame, files: Sequence[SheetFile]
) -> tuple[SheetFile, ...]:
    """Write print.pdf for every paper from the `files` that were just written. Raises CannotWrite."""
    if is_too_long(drawn):
        return ()
    cache, written = context.cache, []
    known, manifest = {file.path: file for file in files}, read(folder / NAME)
    for paper in context.options.papers:
        if not items_of(drawn, paper):
            continue
        printed = parts_printed(folder, drawn.game, paper, manifest)
        parts = [part for part in printed if part.path in known]  # the others may be somebody's
        meta = _words(drawn.game, paper)
        path = folder / paper.name / PRINT
        made_of = [(replace(part, path=Path()), digest_of_file(part.path)) for part in parts]
        key = cache.key("print-files", repr(made_of), repr(meta)) if cache.remembers else ""
        current = cache.is_current(path, key)
        if not current:
            write(path, merged(parts, meta)[0], root=folder)
            cache.note_written(path, key)
        pages: Counter[str] = Counter()
        for part in parts:
            pages[PAPERS_OF[part.group]] += len(pages_in_print(part, known[part.path].pages))
        sides = 1 if context.options.printer_type == "single" else 2
        papers = ", ".join(f"{count // sides} {name}" for name, count in pages.items())
        size, count = path.stat().st_size, pages.total()
        written.append(SheetFile(path, count // sides, count, size, written=not current, papers=papers))
    return tuple(written)


def verify_print_files(
    folder: Path, game: Game, papers: Sequence[Paper], manifest: Mapping[str, Any], workers: Workers
) -> Iterator[Diagnostic]:
    """Yield each print.pdf that is not what the files beside it make, which are verified by themselves; `workers` read them."""
    for paper in papers:
        name = f"{paper.name}/{PRINT}"
        if (folder / name).is_file() or name in manifest.get("print", ()):
            hint = f"run: pnp build {game.id} --paper {paper.name}"
            for code, fact in _faults(folder, game, paper, manifest, workers):
                yield Diagnostic(code, f"{name} {fact}", hint=hint, game=game.id)


def _faults(
    folder: Path, game: Game, paper: Paper, manifest: Mapping[str, Any], workers: Workers
) -> Iterator[tuple[str, str]]:
    path = folder / paper.name / PRINT
    if not path.is_file():
        yield "PNP550", "is missing"
        return
    from pnp.verify.comparison import LIMITS, made_again  # noqa: PLC0415 - a build compares nothing

    parts, limits = parts_printed(folder, game, paper, manifest), replace(LIMITS, seconds=10)
    pages: list[tuple[Part, int | None]] = []

    def join(due: Path) -> None:
        pages.extend(workers.run(_join, parts, _words(game, paper), due, limits=limits))

    try:
        difference = made_again(path, join, workers)
    except WorkerDied as died:
        reason = f"{died.part or 'joining them'} {died.reason}"
        yield DISAGREES, f"cannot be compared with the files beside it: {reason}"
        return
    except UNREADABLE_PDF:  # a part that is damaged is named where it is verified
        yield DISAGREES, "does not match the files beside it, page by page"
        return
    yield from ((code, f"is not as it was made: {fact}") for code, fact in difference.faults)
    for page in difference.pages:
        part, number = pages[page.page - 1]
        own = f"{part.path.relative_to(folder).as_posix()}, page {number}, which it holds"
        yield DISAGREES, f"does not match {own if number else 'the blank back expected there'}: {page}"


def _join(parts: Sequence[Part], meta: PdfMetadata, due: Path) -> list[tuple[Part, int | None]]:
    content, pages = merged(parts, meta)
    write(due, content, durable=False)
    return pages


def parts_printed(folder: Path, game: Game, paper: Paper, manifest: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the PDFs that lie in `folder`, the game's output folder, in the order in which print.pdf has them.

    Guide and rules come first, the rules folded if they can be; rules that pnp rules has written since are not among them.
    """
    here = folder / paper.name
    components = {component.id: component for component in game.components}
    packs = packs_in(manifest, paper.name, list(components))
    shared = {pack: [components[part] for part in parts] for pack, parts in packs.items() if parts}
    single = how_made(manifest, f"{paper.name}/{PRINT}").get("printer_type") == "single"

    def backless(name: str) -> frozenset[int]:
        sheets = _in_sheets(entries_of(manifest, name, paper.name))
        return frozenset(sheet[0]["page"] for sheet in sheets if len(sheet) == 1)

    parts = [
        Part(
            here / f"{item.name}.pdf", item.title, STOCKS[item.stock], None if single else backless(item.name)
        )
        for item in in_print_order(game.components, shared)
    ]
    if paper.size.width >= RULES_PAGE.width and paper.size.height >= RULES_PAGE.height and not paper.sheet:
        of_build = [folder / name for name in manifest.get("rules", ())]
        folded = here / BOOKLET in of_build and (here / BOOKLET).is_file()
        rules = here / BOOKLET if folded else folder / RULES
        first = [(here / f"{GUIDE}.pdf", "How to print and build it")]
        first += [(rules, "Rules")] if rules in of_build else []
        to_read = None if single else frozenset[int]()
        parts = [*(Part(path, title, _FIRST, to_read) for path, title in first), *parts]
    return tuple(part for part in parts if part.path.is_file())


def _in_sheets(entries: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Return the entries of a file in a manifest by sheets of paper: a back on the other side follows its front."""
    sheets: list[list[Mapping[str, Any]]] = []
    for entry in entries:
        if sheets and entry.get("side") == BACK and entry.get("flip") in TURNED:
            sheets[-1].append(entry)
        else:
            sheets.append([entry])
    return sheets


def _words(game: Game, paper: Paper) -> PdfMetadata:
    """Return the words of print.pdf; it has no date, so that it can be compared at any time."""
    return words_of(game, f"{game.title} – everything to print ({paper.title})", heading=game.title)


# Which pages of which file hold which pieces, as the last build left them.


@dataclass(frozen=True, slots=True)
class PrintedCopy:
    """One copy of a piece, which has so many `copies`; `number` counts those of the whole component, as patterns do."""

    component: str
    piece: str
    copy: int
    copies: int
    number: int


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """The pages of a file that one sheet of paper is printed from, and the copies on it that were asked for."""

    file: Path
    first: int
    last: int
    copies: tuple[PrintedCopy, ...]

    def __str__(self) -> str:
        """Return it in words: "pages 7-8: food:1-3 (apple 1-2, bread 1)"."""
        pages = f"page {self.first}" if self.first == self.last else f"pages {self.first}-{self.last}"
        ordered = sorted(self.copies, key=lambda copy: (copy.component, copy.number))
        by_component = groupby(ordered, key=lambda copy: copy.component)
        return f"{pages}: {'; '.join(_in_words(name, list(copies)) for name, copies in by_component)}"


def _in_words(component: str, copies: Sequence[PrintedCopy]) -> str:
    pieces = ", ".join(
        piece if total == 1 else f"{piece} {in_ranges(copy.copy for copy in same)}"
        for (piece, total), same in groupby(copies, key=lambda copy: (copy.piece, copy.copies))
    )
    return f"{component}:{in_ranges(copy.number for copy in copies)} ({pieces})"


def printed_pages(
    project: Project, games: Sequence[str] = (), only: str = "*", out: Path | None = None
) -> tuple[PrintedSheet, ...]:
    """Return every sheet of the games that has a piece which `only` names, in the order of printing.

    Raises UnknownName, NothingBuilt for a game that was not built, and CannotUse for files that do not fit together.
    """
    loaded = load_games(project, games)
    refuse_unknown(BuildOptions(papers=(), only=only), loaded.games)
    found: list[PrintedSheet] = []
    for game in loaded.games:
        folder = game_output(project, out, game.id)
        again = f"run: pnp build {game.id}" + (f" --out {out}" if out else "")
        manifest = read(folder / NAME)
        papers = found_papers({sheet["paper"] for sheet in manifest.get("sheets", ())})
        if not papers:
            raise NothingBuilt(f"nothing of {game.id} is built in {folder}", again)
        try:
            for paper in papers:
                found += _on_paper(game, folder, paper, manifest, only)
        except UNREADABLE_PDF as error:
            raise CannotUse(f"{folder / NAME} and the files beside it do not match", again) from error
    return tuple(found)


def _on_paper(
    game: Game, folder: Path, paper: Paper, manifest: Mapping[str, Any], only: str
) -> Iterator[PrintedSheet]:
    wanted: dict[tuple[str, str, int], PrintedCopy] = {}
    for component in game.components:
        numbers = chosen_numbers(only, component)
        copies_of = {piece.id: piece.copies for piece in component.pieces}
        for number, (piece, copy) in enumerate(copies_in_order(component), 1):
            if number in numbers:
                printed = PrintedCopy(component.id, piece, copy, copies_of[piece], number)
                wanted[component.id, piece, copy] = printed
    for file, name, pages_of in _files(game, folder, paper, manifest):
        for placed, same in groupby(_in_sheets(entries_of(manifest, name, paper.name)), key=_placed):
            copies = tuple(wanted[placement] for placement in placed if placement in wanted)
            pages = [entry["page"] for sheet in same for entry in sheet]
            if copies:
                yield PrintedSheet(file, pages_of[pages[0]], pages_of[pages[-1]], copies)


def _files(
    game: Game, folder: Path, paper: Paper, manifest: Mapping[str, Any]
) -> Iterator[tuple[Path, str, Mapping[int, int]]]:
    from pnp.verify.comparison import open_finished  # noqa: PLC0415 - as above

    whole = folder / paper.name / PRINT
    before = 0
    for part in parts_printed(folder, game, paper, manifest):
        with open_finished(part.path) as pdf:
            count = page_count(pdf)
        if whole.is_file():
            pages = pages_in_print(part, count)
            yield whole, part.path.stem, {own: before + at for at, own in enumerate(pages, 1) if own}
            before += len(pages)
        else:
            yield part.path, part.path.stem, {number: number for number in range(1, count + 1)}


def _placed(sheet: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str, int], ...]:
    places = ((entry, place) for entry in sheet for place in entry["placements"])
    copies = ((*address_of(entry, place["piece"]), place["copy"]) for entry, place in places)
    return tuple(dict.fromkeys(copies))


# Files that several components share.

# Names of files of shared sheets; no component's id has a hyphen.
PACKED = re.compile(r"packed-[a-z0-9_+-]+")


def packs_in(
    manifest: Mapping[str, Any], paper: str, components: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the packs printed on `paper`, each with those of the `components` that are in it, in their order.

    A manifest that somebody edited says less than it should; what it leaves out is missed elsewhere.
    """
    return {
        name: tuple(component for component in components if component in shown)
        for (name, on), shown in sorted(files_show(manifest.get("sheets", ())).items())
        if on == paper and PACKED.fullmatch(name)
    }


# The sheets that say how to print and build a game on each paper.


def draw_build_pages(
    context: BuildContext, drawn: DrawnGame, rules: Mapping[str, int] | None = None
) -> DrawnGame:
    """Return the game with its build pages for every paper with room for them; `rules` are the files of the rules and their pages."""
    pages = []
    findings = drawn.diagnostics
    for paper in context.options.papers:
        if not has_room(paper):
            continue
        component = _guide(drawn, paper, rules or {}, context.options)
        rendered = render(component, drawn.rendering.at_any_size())
        page = Rect(0, 0, paper.size.width, paper.size.height)
        placed = [Placement(name, 1, key, page, page) for name, key in rendered.deck.fronts.items()]
        sheets = pages_of_one(GUIDE, paper.name, paper.size, placed)
        pages.append(ImposedComponent(component, rendered, {paper.name: sheets}))
        findings += tuple(
            replace(finding, severity="warning", place=drawn.game.place, piece=None)
            if finding.code in OF_THE_WORDS
            else finding
            for finding in rendered.diagnostics
            if finding.code != OF_THE_FACES
        )
    if has_errors(findings):
        return replace(drawn, diagnostics=findings)
    convert = context.converting(drawn.game)
    try:
        converted = [convert(tuple(page.rendered.deck.faces.values()), page.rendered.fonts) for page in pages]
    except CannotRender as error:
        message = f"the page that says how to build the game, and shows its cards, was refused: {error}"
        refused = Diagnostic("PNP501", message, drawn.game.place, error.hint)
        return replace(drawn, diagnostics=(*findings, refused))
    return replace(drawn, diagnostics=findings, build_pages=tuple(zip(pages, converted, strict=True)))


OF_THE_FACES = "PNP305"  # What only faces on a page can be told; it was told of each of them.
OF_THE_WORDS = frozenset({"PNP307", "PNP401", "PNP460"})  # What a title or note may do to a page about it.


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
        parts = (_entry(components[part], item, whole.sheets[paper.name]) for part in item.parts)
        entries += sorted(parts, key=lambda entry: (entry.shown[0].number, entry.shown[-1].number))
    return tuple(entries)


def _guide(drawn: DrawnGame, paper: Paper, rules: Mapping[str, int], options: BuildOptions) -> Component:
    printer = options.printer_type or "duplex"
    entries = [replace(entry, finish=options.finish) for entry in entries_on(drawn, paper)]
    printed = "" if is_too_long(drawn) else PRINT
    file = f"{paper.name}/{BOOKLET}" if paper.name in FOLDED.values() else RULES
    without, flip = _without(drawn, paper), turn_of(options)
    job = PrintJob(printed, without=without, printer=printer, flip=flip)
    if file in rules:
        job = replace(job, rules=Path(file).name, rules_pages=rules[file])
    return guide(drawn.game, entries, paper, job)


def _without(drawn: DrawnGame, paper: Paper) -> str:
    """Return the words about what has no room on the paper: "Not on this paper: Box (needs A3)"."""
    titles = []
    for missing in drawn.left_out:
        if missing.paper.name == paper.name:
            folded = missing.finding.code == "PNP403"
            roomy = papers_with_room(missing.component, margin=paper.unprintable, folded=folded)
            titles.append(missing.component.title + "".join(f" (needs {one.title})" for one in roomy[:1]))
    return f"Not on this paper: {listed(titles)}" if titles else ""


def _entry(each: ImposedComponent, item: PrintItem, sheets: Sequence[Sheet]) -> Entry:
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
        labels=labels,
        shown=tuple(_shown(sheets, component)) if shared else tuple(sheets),
        weights=item.weights,
    )


def _shown(sheets: Sequence[Sheet], component: Component) -> Iterator[Sheet]:
    start = address(component.id, "")
    for sheet in sheets:
        sizes = {placement.trim.size for placement in sheet.placements if placement.piece.startswith(start)}
        alike = tuple(placement for placement in sheet.placements if placement.trim.size in sizes)
        if alike:
            yield replace(sheet, placements=alike)
