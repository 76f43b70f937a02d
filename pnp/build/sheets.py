"""Components on their sheets: each on its own, or several of one size that share them to save paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.build.options import BuildOptions
from pnp.impose.layouts import backs_on, full_size_paper
from pnp.impose.pack import Pack, address, packs, sheets_apart
from pnp.impose.plan import plan
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import FacePages
from pnp.model.game import Component, Game
from pnp.model.sheet import Backs, Paper, Sheet
from pnp.render.faces import Rendered
from pnp.text import counted


@dataclass(frozen=True, slots=True)
class ImposedComponent:
    """One component, ready to be printed: its faces, and its sheets by paper name."""

    component: Component
    rendered: Rendered
    sheets: Mapping[str, tuple[Sheet, ...]]


def in_copies(component: Component, copies: Mapping[tuple[str, str], int]) -> Component:
    """Return the component with as many copies of its pieces as are given, and none of the others."""
    pieces = tuple(
        replace(piece, copies=copies[component.id, piece.id])
        for piece in component.pieces
        if copies.get((component.id, piece.id))
    )
    return replace(component, pieces=pieces)


def papers_of(component: Component, papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Return the papers that a component is laid out on when `papers` are asked for: a board also in one piece."""
    whole = full_size_paper(component) if papers else None
    return (*papers, whole) if whole else tuple(papers)


def impose(
    game: Game,
    component: Component,
    rendered: Rendered,
    paper: Paper,
    *,
    backs: Backs,
    wanted: frozenset[str] | None,
) -> tuple[tuple[Sheet, ...], list[Diagnostic]]:
    """Return the pieces `wanted` (None: all) on their sheets, and what was found."""
    from pnp.export.marks_layer import measure  # noqa: PLC0415 - a check of another theme needs no ReportLab

    turned = backs_on(paper, backs)
    planned = plan(component, rendered.deck, paper, backs=turned, game=game, only=wanted, measure=measure)
    return planned.sheets, [each.about(game=game.id) for each in planned.diagnostics]


@dataclass(frozen=True, slots=True)
class SharedSheets:
    """Components that share sheets: `whole` is what they are printed as, `apart` the sheets they would take else."""

    parts: tuple[Component, ...]
    whole: ImposedComponent
    apart: Mapping[str, int]

    @property
    def name(self) -> str:
        """The name of the file they share."""
        return self.whole.component.id


def packs_of(game: Game, options: BuildOptions) -> tuple[Pack, ...]:
    """Return which of the components asked for share their sheets."""
    if not options.pack:
        return ()
    asked = [component.id for component in options.components_of(game)]
    every = packs(game.components, folded=options.backs == "gutterfold")
    return tuple(found for pack in every if (found := pack.only(asked)) is not None)


def impose_packs(
    game: Game, wanted: Sequence[Pack], components: Sequence[ImposedComponent], options: BuildOptions
) -> tuple[list[SharedSheets], list[Diagnostic]]:
    """Return the packs on their sheets, and what was found; every part must be in `components`, without errors."""
    shared: list[SharedSheets] = []
    found: list[Diagnostic] = []
    decks = {each.component.id: each.rendered.deck for each in components}
    for pack in wanted:
        only = {part.id: options.pieces_of(part) for part in pack.parts}
        component, rendered = pack.component, Rendered(pack.deck(decks), (), ())
        sheets: dict[str, tuple[Sheet, ...]] = {}
        apart: dict[str, int] = {}
        for paper in options.papers:
            sheets[paper.name], findings = impose(
                game, component, rendered, paper, backs=options.backs, wanted=_addresses(only)
            )
            apart[paper.name] = sheets_apart(pack, paper, folded=options.backs == "gutterfold", only=only)
            found += findings
        shared.append(SharedSheets(pack.parts, ImposedComponent(component, rendered, sheets), apart))
    return shared, found


def _addresses(only: Mapping[str, frozenset[str] | None]) -> frozenset[str] | None:
    """Return the pieces asked for as the pack calls them, None for all."""
    if all(pieces is None for pieces in only.values()):
        return None
    return frozenset(address(part, piece) for part, pieces in only.items() for piece in pieces or ())


def join_pages(pages: Sequence[FacePages]) -> FacePages:
    """Return the converted faces of several components as one set; a face that two of them show is taken once."""
    chunks: list[bytes] = []
    where: dict[str, tuple[int, int]] = {}
    for each in pages:
        for face, (chunk, page) in each.where.items():
            where.setdefault(face, (len(chunks) + chunk, page))
        chunks += each.chunks
    return FacePages(tuple(chunks), where)


def sheet_count(sheets: Sequence[Sheet]) -> int:
    """Return how many sheets of paper the pages make."""
    return len({sheet.number for sheet in sheets})


def savings(game: Game, shared: Sequence[SharedSheets], options: BuildOptions) -> Iterator[str]:
    """Yield what packing came to, in a line for each pack and paper."""
    if not options.pack:
        return
    if not shared:
        yield f"{game.title}: nothing to pack, no two components share paper, shape and size"
    for each in shared:
        titles = each.whole.component.title
        for paper in options.papers:
            count, apart = sheet_count(each.whole.sheets[paper.name]), each.apart[paper.name]
            saved = f" instead of {apart}" if count < apart else ", as many as apart: no sheet saved"
            yield f"{game.title} on {paper.title}: {titles}: {counted(count, 'sheet')}{saved}"
