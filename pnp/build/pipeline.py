"""The stages of a build joined: draw the components, lay them out on sheets, and convert them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pnp.build.build_cache import NO_CACHE, BuildCache, open_cache
from pnp.build.options import BuildOptions, chosen_copies, game_output
from pnp.build.result import Step, silent
from pnp.convert.renderers import engine
from pnp.impose.footer_and_ruler import SheetContext
from pnp.impose.layouts import backs_on, full_size_paper
from pnp.impose.pieces_on_sheets import plan
from pnp.impose.shared_sheets import packs
from pnp.load.project import Project
from pnp.load.translation_files import font_folders
from pnp.model.calibration import Printer, corrected
from pnp.model.diagnostics import CannotRender, Diagnostic, has_errors
from pnp.model.face import BACK, FRONT, Deck, Face, FacePages, Packed, PieceSide, face_key
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Outline, rounded
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Sheet
from pnp.render.faces import Rendered, render
from pnp.render.worker_tasks import DrawElsewhere, Slowness
from pnp.templates.context import RenderContext
from pnp.templates.sources import sources_of
from pnp.text import counted
from pnp.typesetting.fonts import FontBook, font_book
from pnp.typesetting.markup import without_marks
from pnp.workers.tasks import Workers
from pnp.workers.tasks import workers as local_workers
from pnp.workers.worker import pickled, unpickled

if TYPE_CHECKING:
    from pnp.model.rules_document import RulesDocument

_R = TypeVar("_R")

# Components on their sheets: each on its own, or several of one size that share them to save paper.


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A component that has no room on a paper, and the finding that says so."""

    component: Component
    paper: Paper
    finding: Diagnostic

    @property
    def file(self) -> str:
        """The file it would be in: "a5/box.pdf"."""
        return f"{self.paper.name}/{self.component.id}.pdf"

    @property
    def told(self) -> Diagnostic:
        """The finding as it is told where the rest is built."""
        return replace(self.finding, message=f"{self.finding.message}; the rest is printed without it")


@dataclass(frozen=True, slots=True)
class ImposedComponent:
    """One component, ready to be printed: its faces, its sheets by paper name, and the papers it has no room on."""

    component: Component
    rendered: Rendered
    sheets: Mapping[str, tuple[Sheet, ...]]
    left_out: tuple[LeftOut, ...] = ()


def in_copies(component: Component, copies: Mapping[tuple[str, str], int]) -> Component:
    """Return the component with as many copies of its pieces as are given, and none of the others."""
    pieces = tuple(
        replace(piece, copies=copies[component.id, piece.id])
        for piece in component.pieces
        if copies.get((component.id, piece.id))
    )
    return replace(component, pieces=pieces)


def selected(game: Game, options: BuildOptions) -> Game:
    """Return the game with nothing but the pieces and copies asked for; all of it unless some were."""
    if not options.selects:
        return game
    chosen = []
    for component in options.components_of(game):
        wanted = chosen_copies(options.only or "*", component)
        copies = {(component.id, piece): options.copies or count for piece, count in wanted.items()}
        chosen.append(in_copies(component, copies))
    return replace(game, components=tuple(chosen))


def papers_of(component: Component, papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Return the papers that a component is laid out on when `papers` are asked for: a board also in one piece."""
    whole = full_size_paper(component) if any(paper.sheet is None for paper in papers) else None
    return (*papers, whole) if whole else tuple(papers)


def impose_on_papers(
    game: Game, component: Component, rendered: Rendered, options: BuildOptions
) -> tuple[ImposedComponent, list[Diagnostic]]:
    """Return a component that was drawn well on its papers, and what was found.

    That it has no room on one is no more than a warning where it has room on another, or can be cut by hand.
    """
    sheets: dict[str, tuple[Sheet, ...]] = {}
    found: list[Diagnostic] = []
    without: list[LeftOut] = []
    for paper in options.papers if options.machine else papers_of(component, options.papers):
        on_paper, findings = impose(game, component, rendered, paper, options)
        if has_errors(findings):
            without += (LeftOut(component, paper, finding) for finding in findings)
        else:
            sheets[paper.name] = on_paper
            found += findings
    if options.machine or any(paper.name in sheets for paper in options.papers):
        without = [replace(part, finding=replace(part.finding, severity="warning")) for part in without]
    return ImposedComponent(component, rendered, sheets, tuple(without)), found


def impose(
    game: Game, component: Component, rendered: Rendered, paper: Paper, options: BuildOptions
) -> tuple[tuple[Sheet, ...], list[Diagnostic]]:
    """Return the pieces on their sheets, and what was found."""
    from pnp.export.marks_layer import measure  # noqa: PLC0415 - a check of another theme needs no ReportLab

    labels = component.kind.layout == "labels" or paper.sheet is not None
    planned = plan(
        SheetContext(game, component, rendered.deck, paper, options.marks, measure),
        backs=backs_on(paper, options.backs),
        skip=options.skip_first if labels else 0,
        machine=options.machine,
    )
    return planned.sheets, [finding.about(game=game.id) for finding in planned.diagnostics]


@dataclass(frozen=True, slots=True)
class SharedSheets:
    """Components that share sheets of a paper: `whole` is what they are printed as, `apart` the sheets they would take else."""

    parts: tuple[Component, ...]
    whole: ImposedComponent
    paper: Paper
    apart: int

    @property
    def name(self) -> str:
        return self.whole.component.id


def impose_packs(
    game: Game, components: Sequence[ImposedComponent], options: BuildOptions
) -> tuple[list[SharedSheets], list[Diagnostic]]:
    """Return who may share sheets on each paper, unless sheets of the whole game are printed, and what was found."""
    shared: list[SharedSheets] = []
    found: list[Diagnostic] = []
    if options.machine or (options.partial and not options.selects):
        return shared, found
    alone = {part.component.id: part for part in components}
    decks = {name: each.rendered.deck for name, each in alone.items()}
    for paper in options.papers:
        for pack in packs(game.components, paper, folded=options.backs == "gutterfold"):
            component, rendered = pack.component, Rendered(pack.deck(decks), (), ())
            together, findings = impose(game, component, rendered, paper, options)
            apart = sum(sheet_count(alone[part.id].sheets.get(paper.name, ())) for part in pack.parts)
            if 0 < sheet_count(together) < apart:
                whole = ImposedComponent(component, rendered, {paper.name: together})
                shared.append(SharedSheets(pack.parts, whole, paper, apart))
                found += findings
    return shared, found


def sheet_count(sheets: Sequence[Sheet]) -> int:
    """Return how many sheets of paper the pages make."""
    return len({sheet.number for sheet in sheets})


def savings(drawn: "DrawnGame") -> Iterator[str]:
    """Yield what packing saved, or would save, in a line for each pack and paper."""
    lie_alone = "some are alone on sheets that they could share; leave out --no-pack: "
    for words, packed in (("", drawn.shared), (lie_alone, drawn.could_share)):
        for pack in packed:
            count, titles = sheet_count(pack.whole.sheets[pack.paper.name]), pack.whole.component.title
            saved = f"{counted(count, 'sheet')} instead of {pack.apart}"
            yield f"{drawn.game.title} on {pack.paper.title}: {titles}: {words}{saved}"


# A whole game through all stages.


@dataclass(frozen=True, slots=True)
class BuildContext:
    """What every stage of a build works with; without `checks_art`, things that lie where they should not are not told.

    With `slowness`, what the faces of a game take is added up by its id: over all looks that are drawn with it.
    """

    project: Project
    fonts: FontBook
    options: BuildOptions = field(default_factory=BuildOptions)
    cache: BuildCache = NO_CACHE
    step: Step = silent
    workers: Workers = field(default_factory=Workers)
    checks_art: bool = True
    slowness: dict[str, Slowness] | None = None

    def share_games(
        self,
        games: Sequence[Game],
        work: Callable[["BuildContext", Game], _R],
        *,
        steps: Sequence[str],
        cache: bool = False,
    ) -> dict[str, _R]:
        """Return, by id, what `work` comes to for each game: whole games are shared out among the workers, the largest first.

        `cache` says whether those have one too. `steps` are told for each component of a game that a worker has done.
        Where one game is most of the work, or workers have not the files, the work on each game is shared out instead.
        """
        sizes = {game.id: sum(len(component.pieces) for component in game.components) for game in games}
        ordered = sorted(games, key=lambda game: -sizes[game.id])

        def remote(game: Game) -> _R:
            sent, options = self.workers.send(pickled(game)), replace(self.options, workers=1, on="")
            result: _R = self.workers.run(work_on, work, self.project, sent, options, cache)
            for component in options.components_of(game):
                for step in steps:
                    self.step(f"{step} {game.id}/{component.id}")
            return result

        alone = not self.workers.shares_files or self.workers.cluster.count < 2
        if alone or max(sizes.values(), default=0) * 2 > sum(sizes.values()):
            results = list(map(partial(work, self), ordered))
        else:  # what is in a game is not shared out as well, it would wait behind whole games; each has a worker that draws
            with local_workers() as drawing:
                drawing.prepare()
                results = self.workers.share_out(
                    ordered, remote, partial(work, replace(self, workers=drawing))
                )
        return {game.id: each for game, each in zip(ordered, results, strict=True)}

    def rendering(self, game: Game, *, inherited: bool = True) -> RenderContext:
        """Return what the faces of the game are drawn with; it is `inherited` by workers begun from now on, which takes a while."""
        rendering = render_context(self.project, game, self.fonts, theme=self.options.theme, cache=self.cache)
        slowness = Slowness() if self.slowness is None else self.slowness.setdefault(game.id, Slowness())
        drawing = DrawElsewhere(self.workers, self.project, self.cache.program, slowness)
        rendering.drawn_by = drawing
        if inherited:
            drawing.sent(game)
        rendering.checks_art = self.checks_art
        return rendering

    def converting(
        self, game: Game, *, thumbnails: bool = False
    ) -> Callable[[Sequence[Face], Sequence[Path]], FacePages]:
        """Return what converts faces of the game, or those that were converted before, and keeps `thumbnails`."""
        convert = engine(self.options.renderer).convert
        page_cache = replace(self.cache.page_cache, thumbnails=thumbnails and self.cache.remembers)
        return partial(convert, page_cache=page_cache, workers=self.workers, limits=game.limits)

    def output(self, game: str) -> Path:
        """Return the folder that the game is written to; raises CannotWrite as game_output does."""
        return game_output(self.project, self.options.out, game)


def work_on(
    work: Callable[[BuildContext, Game], _R],
    project: Project,
    game: object,
    options: BuildOptions,
    cache: bool,  # noqa: FBT001 - a task
) -> _R:
    """Do what a BuildContext of another process shares out. Raises what `work` raises."""
    with open_cache(wanted=cache) as store:
        return work(BuildContext(project, fonts_of(project), options, store), unpickled(game))


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A game drawn and laid out; `pages` are its converted faces by component, none where something is wrong.

    `build_pages` are the sheets that say how to make the game, with their faces; `rules` say how to play it.
    `could_share` are components that were kept apart as the options say, `errors` what a draft is printed in spite of.
    """

    game: Game
    rendering: RenderContext
    components: tuple[ImposedComponent, ...]
    shared: tuple[SharedSheets, ...]
    pages: Mapping[str, FacePages]
    diagnostics: tuple[Diagnostic, ...]
    build_pages: tuple[tuple[ImposedComponent, FacePages], ...] = ()
    rules: "RulesDocument | None" = None
    could_share: tuple[SharedSheets, ...] = ()
    errors: tuple[Diagnostic, ...] = ()

    @property
    def decks(self) -> tuple[tuple[Component, Deck], ...]:
        return tuple((part.component, part.rendered.deck) for part in self.components)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The components that have no room on a paper while the rest has; none of a game with errors."""
        if has_errors(self.diagnostics):
            return ()
        return tuple(without for part in self.components for without in part.left_out)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All that was found, also about what is left out; of bought sheets that hold something, nothing is to be said."""
        used = {paper for part in self.components for paper, sheets in part.sheets.items() if sheets}
        told = (
            missing.told if missing.paper.name in used else missing.finding
            for missing in self.left_out
            if missing.paper.sheet is None or missing.paper.name not in used
        )
        return (*self.diagnostics, *told)

    def pages_of(self, parts: Sequence[Component]) -> FacePages:
        """Return the converted faces of these components as one set; a face that two of them show is taken once."""
        if len(parts) == 1:
            return self.pages[parts[0].id]  # of a large deck they wait on the disk
        chunks: list[Packed] = []
        where: dict[str, tuple[int, int]] = {}
        for part in parts:
            pages = self.pages[part.id]
            for face, (chunk, page) in pages.where.items():
                where.setdefault(face, (len(chunks) + chunk, page))
            chunks += pages.chunks
        return FacePages(tuple(chunks), where)


def fonts_of(project: Project) -> FontBook:
    """Return the fonts the project may use, those of its language too."""
    return font_book(*font_folders(project))


def render_context(
    project: Project, game: Game, fonts: FontBook, *, theme: str = "", cache: BuildCache = NO_CACHE
) -> RenderContext:
    """Return what the faces of the game are drawn with; `theme` must be one of the game's, or ""."""
    return RenderContext(game, sources_of(project, game.id, fonts), theme, cache.face_cache)


def draw_game(
    context: BuildContext,
    game: Game,
    *,
    convert: bool = True,
    copies: Game | None = None,
    known: Mapping[str, Rendered] | None = None,
) -> DrawnGame:
    """Draw and lay out what the options ask for, and convert it where there are no errors.

    `copies`, when given, is the game with nothing but the pieces and copies to print: they are drawn as parts of the
    whole, whose pieces a template may count. `known` are components, by id, that were drawn whole before and still look
    like that. Raises CannotRender when the renderer cannot be used at all.
    """
    options = context.options
    printed = copies or selected(game, options)
    rendering = context.rendering(game)
    draft = Draft(rendering, wanted=options.draft)
    found = draft.without_errors(rendering.unusable_fonts())
    shared: list[SharedSheets] = []
    pages: dict[str, FacePages] = {}
    with Conversion(context, game, wanted=convert) as conversion:
        components: list[ImposedComponent] = []
        for component in options.components_of(game) if printed is game else printed.components:
            context.step(f"draw {game.id}/{component.id}")
            rendered = (known or {}).get(component.id) or draft.drawn(game, component)
            found += rendered.diagnostics
            imposed = ImposedComponent(component, rendered, {})
            if not has_errors(rendered.diagnostics):
                conversion.start(rendered)
                imposed, findings = impose_on_papers(game, component, rendered, options)
                found += findings
            components.append(imposed)
        if not any(part.sheets for part in components):
            found += (replace(one.finding, severity="error") for part in components for one in part.left_out)
        if not has_errors(found):
            shared, of_packs = impose_packs(printed, components, options)
            pages, refused = conversion.pages(components, done=partial(context.step, f"convert {game.id}"))
            found += (*(of_packs if options.pack else ()), *refused)
    packs = tuple(replace(pack, whole=_for_printer(pack.whole, options.printer)) for pack in shared)
    return DrawnGame(
        printed,
        rendering,
        tuple(_for_printer(component, options.printer) for component in components),
        packs if options.pack else (),
        {} if has_errors(found) else pages,
        tuple(found),
        could_share=() if options.pack else packs,
        errors=tuple(draft.errors),
    )


def _for_printer(printed: ImposedComponent, printer: Printer | None) -> ImposedComponent:
    if printer is None:
        return printed
    sheets = {
        paper: each if paper == FULL_SIZE else corrected(each, printer)
        for paper, each in printed.sheets.items()
    }
    return replace(printed, sheets=sheets)


COMPONENTS_AT_A_TIME = 2  # Converted at a time; the renderers do not hold up Python's other threads.


class Conversion(AbstractContextManager["Conversion"]):
    """Faces becoming pages on other threads, if `wanted`; leaving the block gives up what has not begun."""

    def __init__(self, context: BuildContext, game: Game, *, wanted: bool) -> None:
        if wanted:
            context.workers.prepare()
        self._wanted = wanted
        self._convert = context.converting(game, thumbnails=not context.options.partial)
        self._pool = ThreadPoolExecutor(COMPONENTS_AT_A_TIME)
        self._running: list[Future[FacePages]] = []

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def start(self, rendered: Rendered) -> None:
        """Begin with the faces of one more component."""
        if not self._wanted:
            return
        faces = tuple(rendered.deck.faces.values())
        self._running.append(self._pool.submit(self._convert, faces, rendered.fonts))

    def pages(
        self, components: Sequence[ImposedComponent], *, done: Callable[[], None]
    ) -> tuple[dict[str, FacePages], list[Diagnostic]]:
        """Wait for the pages of all `components`, which are what was started, and return them by component.

        Returns also a finding for each component whose faces the renderer refuses; it has no pages then.
        `done` is called after each component. Raises CannotRender when the renderer cannot be used at all.
        """
        pages: dict[str, FacePages] = {}
        found: list[Diagnostic] = []
        if not self._wanted:
            return pages, found
        import_module("pnp.export.sheet_pdf")  # pikepdf is loaded while faces are being converted
        for part, future in zip(components, self._running, strict=True):
            try:
                pages[part.component.id] = future.result()
            except CannotRender as error:
                found.append(_refused(part, error))
            done()
        return pages, found


def _refused(part: ImposedComponent, error: CannotRender) -> Diagnostic:
    sides = (side for side, key in part.rendered.deck.sides.items() if key == error.face)
    if (refused := next(sides, None)) is None:
        raise error
    name = f"{refused.component}/{refused.piece}"
    place = next(piece.place for piece in part.component.pieces if piece.id == refused.piece)
    reason = str(error).replace(f"the drawing {error.face}", "it")
    message = f"the {refused.side} of {name} was refused: {reason}"
    return Diagnostic("PNP501", message, place, error.hint, piece=name)


TEMPLATE = "base/draft.svg.j2"
NOT_TO_BE_CONVERTED = frozenset({"PNP305", "PNP476"})
"""What a drawing may not hold when it becomes a page of a PDF."""
CORNER_MM = 5.0  # The short sides of the triangle that marks a face, at most.


class Draft:
    """Marks the faces that have errors and collects those errors; does nothing unless `wanted`."""

    def __init__(self, rendering: RenderContext, *, wanted: bool) -> None:
        self._rendering, self._wanted = rendering, wanted
        self.errors: list[Diagnostic] = []

    def without_errors(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the warnings, and collect the errors."""
        if not self._wanted:
            return list(found)
        findings = list(found)
        self.errors += [finding for finding in findings if finding.severity == "error"]
        return [finding for finding in findings if finding.severity != "error"]

    def drawn(self, game: Game, component: Component) -> Rendered:
        """Return the faces of a component of the game, of which only some pieces may be asked for."""
        whole = next(each for each in game.components if each.id == component.id)
        asked = None if whole is component else frozenset(piece.id for piece in component.pieces)
        return self._marked(render(whole, self._rendering, only=asked), component)

    def _marked(self, rendered: Rendered, component: Component) -> Rendered:
        of_all = [error for error in self.errors if error.piece is None]
        if not self._wanted or not (of_all or has_errors(rendered.diagnostics)):
            return rendered
        faults: dict[PieceSide, list[Diagnostic]] = {}
        for finding in rendered.diagnostics:
            if finding.severity != "error" or finding.piece is None:
                continue
            side = BACK if f", {BACK}: " in finding.message[: len(finding.piece) + 8] else FRONT
            for name in (finding.piece, *finding.others):  # others have it on the same side
                shown_by = PieceSide(component.id, name.rpartition("/")[2], side)
                faults.setdefault(shown_by, []).append(finding)
        warnings = self.without_errors(rendered.diagnostics)
        deck = rendered.deck
        faces, fronts, backs = dict(deck.faces), dict(deck.fronts), dict(deck.backs)
        fonts = set(rendered.fonts)
        for piece in component.pieces:
            for side, _ in self._rendering.sides(piece):
                shown = fronts if side == FRONT else backs
                wrong = [*faults.get(PieceSide(component.id, piece.id, side), ()), *of_all]
                if wrong:
                    drawn = deck.faces.get(shown.get(piece.id, ""))
                    if drawn is not None and NOT_TO_BE_CONVERTED.isdisjoint(fault.code for fault in wrong):
                        face = _with_mark(drawn, component.cut)
                    else:
                        page = self._page(component, PieceSide(component.id, piece.id, side), wrong)
                        face = next(iter(page.deck.faces.values()))
                        fonts |= set(page.fonts)
                    shown[piece.id] = face.key
                    faces[face.key] = face
        used = {*fronts.values(), *backs.values()}
        ordered = {key: face for key, face in faces.items() if key in used}
        sides = (
            {piece.id: shown[piece.id] for piece in component.pieces if piece.id in shown}
            for shown in (fronts, backs)
        )
        new = Deck(deck.component, ordered, *sides)
        return replace(rendered, deck=new, diagnostics=tuple(warnings), fonts=tuple(sorted(fonts)))

    def _page(self, component: Component, side: PieceSide, wrong: list[Diagnostic]) -> Rendered:
        told = "\n".join(dict.fromkeys(f"{fault.code}: {without_marks(fault.said)}" for fault in wrong))
        piece = Piece("draft", 1, {"title": side.title, "faults": told}, TEMPLATE, None, component.place)
        return render(replace(component, pieces=(piece,)), self._rendering.at_any_size())


def _with_mark(face: Face, cut: Outline) -> Face:
    x, y = max(rounded(cut), key=lambda point: point[0] - point[1])
    scale = min(1.0, min(face.trim.width, face.trim.height) / 4 / CORNER_MM)
    mark = (
        f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.3f})">'
        f'<path d="M0 0H{-CORNER_MM}L0 {CORNER_MM}z" fill="#d9480f" stroke="#ffffff" stroke-width="0.2"/>'
        '<path d="M-1.8 0.6h0.7v1.6h-0.7zM-1.8 2.5h0.7v0.7h-0.7z" fill="#ffffff"/></g>'
    )
    svg = f"{face.svg.rpartition('</svg>')[0]}{mark}</svg>"
    return Face(face_key(svg), svg, face.trim, face.bleed)
