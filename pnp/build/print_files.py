"""print.pdf: everything to print on one paper, in the order of printing, stock by stock, with guide and rules in front."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.build.pipeline import BuildContext, DrawnGame
from pnp.build.result import PRINT, SheetFile
from pnp.build.rules_files import BOOKLET, RULES
from pnp.export.merged_pdf import LARGEST, Part, merged, page_count
from pnp.export.pdf import MANY, MANY_PAGES
from pnp.export.pdf_metadata import PdfMetadata, words_of
from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.files import digest_of_file, read_bytes, write
from pnp.impose.pack import common_weights
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component, Game
from pnp.model.kinds import STOCKS, Stock
from pnp.model.papers import PAPERS, Paper
from pnp.render.build_page import ID as GUIDE
from pnp.verify.document_comparison import first_difference
from pnp.verify.file_structure import wrong_bytes
from pnp.verify.manifest import packs_in

_FIRST = "Read this first"
"""The bookmark of guide and rules."""

RULES_PAGE = PAPERS["a5"].size
"""Of the rules; smaller papers have no room for them."""


@dataclass(frozen=True, slots=True)
class PrintItem:
    """What is printed one after the other: a component, or several that share sheets; `name` is that of its PDF."""

    name: str
    title: str
    stock: Stock
    parts: tuple[str, ...]
    weights: range | None = None
    """The papers in g/m² that suit all parts, where they are of several kinds."""


def in_print_order(
    components: Sequence[Component], packs: Mapping[str, Sequence[Component]]
) -> tuple[PrintItem, ...]:
    """Return what is printed stock by stock, two-sided sheets first; `packs` are those that share sheets, by name."""
    pack_of = {part.id: name for name, parts in packs.items() for part in parts}
    items: dict[str, tuple[tuple[int, bool], PrintItem]] = {}
    order = list(STOCKS)
    for component in components:
        name = pack_of.get(component.id, component.id)
        parts = [each for each in components if pack_of.get(each.id, each.id) == name]
        stocks = {part.kind.stock for part in parts}
        stock: Stock = stocks.pop() if len(stocks) == 1 else "card"
        title = ", ".join(part.title for part in parts)
        one_sided = not any(piece.back for part in parts for piece in part.pieces)
        item = PrintItem(name, title, stock, tuple(part.id for part in parts), _weights(parts))
        items.setdefault(name, ((order.index(stock), one_sided), item))
    return tuple(item for _, item in sorted(items.values(), key=lambda each: each[0]))


def _weights(parts: Sequence[Component]) -> range | None:
    return common_weights(parts) if len({part.kind.name for part in parts}) > 1 else None


def items_of(drawn: DrawnGame, paper: Paper) -> tuple[PrintItem, ...]:
    """Return what a build prints on a paper, as far as there are sheets of it."""
    packs = {each.name: each.parts for each in drawn.shared if each.paper == paper}
    on_paper = [each.component for each in drawn.components if each.sheets.get(paper.name)]
    return in_print_order(on_paper, packs)


def is_too_long(drawn: DrawnGame) -> bool:
    """Say whether the game has a PDF that is written part by part: there is no file of all its sheets then."""
    return any(
        len(each.rendered.deck.faces) > MANY
        or any(len(sheets) > MANY_PAGES for sheets in each.sheets.values())
        for each in drawn.components
    )


def write_print_files(
    context: BuildContext, folder: Path, drawn: DrawnGame, files: Sequence[SheetFile]
) -> tuple[SheetFile, ...]:
    """Write print.pdf for every paper from the `files` that were just written. Raises CannotWrite."""
    if is_too_long(drawn):
        return ()
    cache, written = context.cache, []
    known = {file.path: file for file in files}
    for paper in context.options.papers:
        items = items_of(drawn, paper)
        if not items:
            continue
        parts = _parts(folder, paper, items, known.__contains__)
        meta = _words(drawn.game, paper)
        path = folder / paper.name / PRINT
        made_of = [(part.group, part.title, digest_of_file(part.path)) for part in parts]
        key = cache.key("print-files", made_of, repr(meta)) if cache.remembers else ""
        current = cache.is_current(path, key)
        if not current:
            write(path, merged(parts, meta), root=folder)
            cache.note_written(path, key)
        inside = [known[part.path] for part in parts]
        sheets, pages = (sum(getattr(file, name) for file in inside) for name in ("sheets", "pages"))
        written.append(SheetFile(path, sheets, pages, path.stat().st_size, written=not current))
    return tuple(written)


def verify_print_files(
    folder: Path, game: Game, papers: Sequence[Paper], manifest: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    """Yield each print.pdf that is not what the files beside it make, which are verified by themselves."""
    for paper in papers:
        name = f"{paper.name}/{PRINT}"
        hint = f"run: pnp build {game.id} --paper {paper.name}"
        if not (folder / name).is_file():
            if name in manifest.get("print", ()):
                yield Diagnostic("PNP550", f"{name} is not there", hint=hint, game=game.id)
            continue
        path = folder / name
        for fact in () if path.stat().st_size == 0 else wrong_bytes(path):
            yield Diagnostic("PNP535", f"{name} is not as it was written: {fact}", hint=hint, game=game.id)
        if fact := _difference(folder, game, paper, manifest):
            yield Diagnostic("PNP565", f"{name} {fact}", hint=hint, game=game.id)


def parts_printed(folder: Path, game: Game, paper: Paper, manifest: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the PDFs that lie in `folder`, the game's output folder, in the order in which print.pdf has them."""
    components = {component.id: component for component in game.components}
    packs = packs_in(manifest, paper.name, list(components))
    shared = {pack: [components[part] for part in parts] for pack, parts in packs.items() if parts}
    items = in_print_order(game.components, shared)
    there = tuple(item for item in items if (folder / paper.name / f"{item.name}.pdf").is_file())
    of_build = {folder / name for name in manifest.get("rules", ())}

    def is_there(path: Path) -> bool:
        """Say whether a PDF is there; rules that pnp rules has written since are not printed with the rest."""
        return path.is_file() and (path in of_build or path.name not in {RULES, BOOKLET})

    return _parts(folder, paper, there, is_there)


def _difference(folder: Path, game: Game, paper: Paper, manifest: Mapping[str, Any]) -> str:
    """Return in what the file is not what those beside it make, "" for nothing."""
    parts = parts_printed(folder, game, paper, manifest)
    try:
        due = merged(parts, _words(game, paper))
        page = first_difference(read_bytes(folder / paper.name / PRINT, limit=LARGEST), due)
        if page is None:
            return ""
        for part in parts if page else ():
            if page <= (count := page_count(part)):
                return f"does not agree with {part.path.relative_to(folder)}, page {page}, which it holds"
            page -= count
    except UNREADABLE_PDF:
        pass  # a part that is damaged is named where it is verified
    return "does not hold what is in the files beside it, page by page"


def _parts(
    folder: Path, paper: Paper, items: Sequence[PrintItem], is_there: Callable[[Path], bool]
) -> tuple[Part, ...]:
    """Return the PDFs of a paper in the order of printing: guide and rules, folded if they can be, come first if they are there."""
    here = folder / paper.name
    rules = here / BOOKLET if is_there(here / BOOKLET) else folder / RULES
    first = [Part(here / f"{GUIDE}.pdf", "How to print and build it", _FIRST), Part(rules, "Rules", _FIRST)]
    large = paper.size.width >= RULES_PAGE.width and paper.size.height >= RULES_PAGE.height
    first = [part for part in first if large and paper.sheet is None and is_there(part.path)]
    sheets = (Part(here / f"{item.name}.pdf", item.title, STOCKS[item.stock]) for item in items)
    return (*first, *sheets)


def _words(game: Game, paper: Paper) -> PdfMetadata:
    """Return the words of print.pdf; it has no date, so that it can be compared at any time."""
    return words_of(game, f"{game.title} – everything to print ({paper.title})", heading=game.title)
