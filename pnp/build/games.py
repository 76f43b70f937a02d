"""Games built one after the other; what would come out as it is already there is left alone."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import perf_counter

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.packing import SharedSheets, impose_packs, packs_of, savings
from pnp.build.result import BuildResult, total
from pnp.build.stages import Conversion, ImposedComponent, game_output, prepare, render_context
from pnp.build.up_to_date import Stamps
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.face import FacePages
from pnp.model.game import Game
from pnp.model.progress import Progress, Step, stepping, unseen
from pnp.render.context import RenderContext
from pnp.render.fonts import FontBook


def build_games(
    project: Project,
    names: Sequence[str],
    order: BuildOptions,
    reused: BuildCache,
    progress: Progress = unseen,
) -> list[BuildResult]:
    """Return what came of each game; one with errors does not keep the others from being built.

    Raises UnknownName for a component, piece or theme that is not there, CannotRender and CannotWrite.
    """
    stamps = Stamps(project, order, reused)
    started = perf_counter()
    inputs = {name: stamps.inputs(name) for name in names}
    made: dict[str, BuildResult] = {}
    for name in names:
        stamp = stamps.find(name, inputs[name])
        if stamp is not None:
            seconds = perf_counter() - started
            made[name] = replace(stamp, game=name, seconds=seconds)
    rest = [name for name in names if name not in made]
    for each in _anew(project, rest, order, reused, progress):
        made[each.game] = each
        if not has_errors(each.findings):
            stamps.leave(each.game, inputs[each.game], each)
    return [made[name] for name in names]


def _anew(
    project: Project,
    names: Sequence[str],
    order: BuildOptions,
    reused: BuildCache,
    progress: Progress = unseen,
) -> list[BuildResult]:
    if not names:
        return []
    from pnp.load.game import load_game  # noqa: PLC0415 - where nothing has changed, nothing is loaded

    loaded = {name: load_game(project, name) for name in names}
    games = {name: each.game for name, each in loaded.items() if each.game is not None}
    if len(games) == len(loaded):  # a game that cannot be read may be the one that has the component
        refuse_unknown(order, list(games.values()))
    made = {name: BuildResult((), (), game=name) for name in names}
    made |= {each.game: each for each in _made(project, list(games.values()), order, reused, progress)}
    return [
        replace(made[name], findings=(*each.diagnostics, *made[name].findings))
        for name, each in loaded.items()
    ]


def _made(
    project: Project,
    games: Sequence[Game],
    order: BuildOptions,
    reused: BuildCache,
    progress: Progress = unseen,
) -> list[BuildResult]:
    if not games:
        return []
    from pnp.build.stages import fonts_of  # noqa: PLC0415

    fonts = fonts_of(project)
    steps = STEPS * sum(len(order.components_of(game)) for game in games)
    made = []
    step = stepping(progress, steps)
    for game in games:
        started = perf_counter()
        done = build_game(project, game, fonts, order, step, reused=reused)
        made.append(replace(done, game=game.id, seconds=perf_counter() - started))
    return made


# One game made: drawn, converted, laid out and written, or found wanting and left as it was.

STEPS = 3
"""How many steps of a progress bar each component takes: draw, convert, write."""


@dataclass(frozen=True, slots=True)
class ImposedGame:
    """A game drawn, laid out and converted; without pages where something is wrong."""

    prints: list[ImposedComponent]
    shared: list[SharedSheets]
    pages: list[FacePages]
    findings: list[Diagnostic]


def build_game(
    project: Project,
    game: Game,
    fonts: FontBook,
    order: BuildOptions,
    step: Step,
    *,
    reused: BuildCache = NO_CACHE,
) -> BuildResult:
    """Build one game. Nothing of a game with errors is written. Raises CannotRender and CannotWrite."""
    context = render_context(project, game, fonts, theme=order.theme, reused=reused)
    drawn = impose_game(context, game, order, reused, step)
    found = drawn.findings
    if has_errors(found):
        return BuildResult((f"{game.title}: not built, see the errors above",), tuple(found))
    from pnp.build.extras import (  # noqa: PLC0415
        drawn_guides,
        write_contact_sheet,
        write_guides,
    )
    from pnp.build.pdf_files import write  # noqa: PLC0415

    folder = game_output(project, order.out, game.id)
    prints, shared, pages = drawn.prints, drawn.shared, drawn.pages
    guides = () if order.partial else drawn_guides(context, prints, shared, order)
    found += (finding for each in guides for finding in each.rendered.diagnostics)
    if has_errors(found):
        return BuildResult((f"{game.title}: not built, see the errors above",), tuple(found))
    with ThreadPoolExecutor(1) as aside:  # pdfium draws its pictures while the rest is written
        pictures = (
            None
            if order.partial
            else aside.submit(
                write_contact_sheet, folder, game, prints, pages, reused, renderer=order.renderer
            )
        )
        written = write(folder, game, prints, pages, shared=shared, order=order, step=step, reused=reused)
        count = total((written.count, write_guides(folder, game, guides, order, reused)))
        if pictures is not None:
            pictures.result()
    return BuildResult(written.lines, tuple(found), tuple(savings(game, shared, order)), count)


def impose_game(
    context: RenderContext,
    game: Game,
    order: BuildOptions,
    reused: BuildCache,
    step: Step = lambda _: None,
) -> ImposedGame:
    """Return the faces of a game, which may have fewer pieces and copies than that of `context`, on their sheets."""
    packs = packs_of(game, order)
    in_packs = {part.id for pack in packs for part in pack.parts}
    made = ImposedGame([], [], [], [])
    with Conversion(renderer=order.renderer, jobs=order.jobs, reused=reused) as conversion:
        for component in order.components_of(game):
            step(f"draw {game.id}/{component.id}")
            drawn, findings = prepare(
                context,
                (component,),
                () if component.id in in_packs else order.papers,
                backs=order.backs,
                only=order.pieces_of,
                drawn=conversion.start,
            )
            made.prints.extend(drawn)
            made.findings.extend(findings)
        import pnp.build.pdf_files  # noqa: F401, PLC0415 - pikepdf is loaded while faces are being converted

        if not has_errors(made.findings):
            shared, findings = impose_packs(game, packs, made.prints, order)
            pages, refused = conversion.pages(made.prints, done=lambda: step(f"convert {game.id}"))
            made.shared.extend(shared)
            made.pages.extend(pages)
            made.findings.extend((*findings, *refused))
    return made
