"""Exports: draw the games, make the files with all workers, and put the folder in place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build.build_cache import open_cache
from pnp.build.options import refuse_unknown
from pnp.build.pipeline import BuildContext, DrawnGame, draw_game, fonts_of
from pnp.build.result import Progress, silent, stepping
from pnp.convert.trial_pages import PICTURE_LIMITS
from pnp.export.image_files import FacePicture, picture_files
from pnp.files import remove, remove_if_empty, walk, write, writing, writing_folder
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import CannotUse, Diagnostic, UnknownName, has_errors
from pnp.model.face import FacePages
from pnp.plugins import installed, registered
from pnp.shops.print_shops import profile_names, shop_profile, shop_target
from pnp.shops.shop_files import LIST, ExportOptions, ExportPlan, ExportTarget, listing
from pnp.text import near_names
from pnp.workers.tasks import workers

FACES_AT_A_TIME = 8  # drawn by one worker before it takes the next: some 0.3 s of work at 300 dpi
DPI_LIMITS = (20, 2400)  # between what can be recognised and what any press prints
FOLDER = "export"  # below a game's output folder


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What came of exporting a game: its folder, if any, its files, notes on them, and what the target has no place for."""

    game: str
    folder: Path | None = None
    files: int = 0
    bytes: int = 0
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def export_games(
    project: Project,
    target: str,
    games: Sequence[str] = (),
    options: ExportOptions | None = None,
    *,
    cache: bool = True,
    progress: Progress = silent,
) -> tuple[ExportResult, ...]:
    """Export games, all when none are named; one with errors does not keep the others from being exported.

    Raises UnknownName for a target, game, component, piece or theme that is not there, CannotUse, CannotRender and
    CannotWrite.
    """
    options, chosen = options or ExportOptions(), find_target(target)
    _refuse_misfits(options, chosen)
    loaded = load_games(project, games)
    if loaded.complete:  # a game that cannot be read may be the one that has the component
        refuse_unknown(options.build, loaded.games)
    with open_cache(wanted=cache) as store, workers(options.workers, options.on) as shared:
        step = stepping(progress, 2 * sum(len(options.build.components_of(game)) for game in loaded.games))
        context = BuildContext(project, fonts_of(project), options.build, store, step, shared)
        planned = []
        for game in loaded.games:
            root, drawn = context.output(game.id), draw_game(context, game)
            planned.append((root, drawn, plan_export(drawn, chosen, options)))
        steps = sum(len(plan.pictures) + len(plan.files) for _, _, plan in planned)
        context = replace(context, step=stepping(progress, steps))
        results = {drawn.game.id: _write(context, root, chosen, drawn, plan) for root, drawn, plan in planned}
    return tuple(
        replace(result, diagnostics=(*game.diagnostics, *result.diagnostics))
        for name, game in loaded.by_name.items()
        for result in (results.get(name, ExportResult(name)),)
    )


def _refuse_misfits(options: ExportOptions, chosen: ExportTarget) -> None:
    low, high = DPI_LIMITS
    target = chosen.name
    if options.dpi and not low <= options.dpi <= high:
        raise CannotUse(f"pictures cannot have {options.dpi} dpi", f"write a number from {low} to {high}")
    if not options.bleed and target != "png":
        raise CannotUse(f"{target} decides on the bleed itself", "leave out --no-bleed, or export to png")
    if (options.icc or options.cmyk) and not chosen.takes_icc:
        hint = "leave out --icc and --cmyk, which are for press and drivethrucards"
        raise CannotUse(f"{target} takes colours as they are", hint)
    if options.url_base and target != "tts":
        raise CannotUse(f"{target} has its pictures in it", "leave out --url-base, which is for tts")


def plan_export(drawn: DrawnGame, target: ExportTarget, options: ExportOptions) -> ExportPlan:
    """Return what the target takes of a game, whose faces need not be converted yet; nothing of one with errors.

    Raises CannotUse for options that the target has no use for.
    """
    _refuse_misfits(options, target)
    return ExportPlan(()) if has_errors(drawn.diagnostics) else target.plan(drawn, options).fitting()


def _write(
    context: BuildContext, root: Path, target: ExportTarget, drawn: DrawnGame, plan: ExportPlan
) -> ExportResult:
    result = ExportResult(drawn.game.id, None, 0, 0, plan.notes, plan.left_out, drawn.diagnostics)
    if not (plan.pictures or plan.files):
        return result
    path = root / FOLDER / target.name
    with writing_folder(path, root=root, mark=LIST) as folder:
        write(folder / LIST, listing(plan), root=folder)
        paths: dict[tuple[str, FacePicture], list[str]] = {}
        for planned in plan.pictures:
            paths.setdefault((planned.component, planned.picture), []).append(planned.path)
        runs = [
            (component, run)
            for component in dict.fromkeys(component for component, _ in paths)
            for run in _runs([picture for of, picture in paths if of == component], drawn.pages[component])
        ]

        def remote(task: tuple[str, Sequence[FacePicture]]) -> None:
            component, run = task
            faces = list(dict.fromkeys(face for picture in run for face in picture.faces))
            pages = drawn.pages[component].only(faces)
            contents = context.workers.run(picture_files, pages, run, limits=PICTURE_LIMITS)
            for picture, content in zip(run, contents, strict=True):
                for path in paths[component, picture]:
                    write(folder / path, content, root=folder, durable=False)
                    context.step(f"draw {drawn.game.id}/{path}")

        context.workers.share_out(runs, remote)
        for file in plan.files:
            context.step(f"write {drawn.game.id}/{file.path}")
            with writing(folder / file.path, root=folder) as stream:
                file.write(folder, stream)
        if plan.packed_in:
            for picture in plan.pictures:
                remove(folder / picture.path, root=folder)
                remove_if_empty((folder / picture.path).parent)
        sizes = [(Path(top) / name).stat().st_size for top, _, names in walk(folder) for name in names]
        notes, findings = plan.held(folder) if plan.held else ((), ())
    return replace(
        result,
        folder=path,
        files=len(sizes),
        bytes=sum(sizes),
        notes=(*plan.notes, *notes),
        diagnostics=tuple(finding.about(game=drawn.game.id) for finding in (*drawn.diagnostics, *findings)),
    )


def _runs(pictures: Sequence[FacePicture], pages: FacePages) -> list[list[FacePicture]]:
    runs: list[list[FacePicture]] = []
    room = 0
    for picture in sorted(pictures, key=lambda picture: pages.where[picture.faces[0]]):
        if room <= 0:
            runs.append([])
            room = FACES_AT_A_TIME
        runs[-1].append(picture)
        room -= len(picture.faces)
    return runs


# The targets: those of this package, one for each shop, and those of installed packages.

GROUP = "pnp.export_targets"  # entry points of packages that add a target: each names an ExportTarget


def export_targets() -> tuple[ExportTarget, ...]:
    """Return every target, in the order in which they are told."""
    built_in = {target.name: target for target in registered("pnp.shops", ExportTarget)}
    return (
        built_in.pop("png"),
        built_in.pop("press"),
        *(shop_target(shop_profile(name)) for name in profile_names()),
        *built_in.values(),
        *installed(GROUP, ExportTarget),
    )


SHORT_NAMES = {"mpc": "makeplayingcards", "tgc": "thegamecrafter", "dtc": "drivethrucards"}
"""What people call the shops -> the name of the target."""


def find_target(name: str) -> ExportTarget:
    """Return the target of that name, or of its short name; raises UnknownName, which lists those there are.

    >>> find_target("png").title
    'PNG pictures'
    """
    known = {target.name: target for target in export_targets()}
    name = SHORT_NAMES.get(name.casefold(), name)
    if name in known:
        return known[name]
    near = near_names(name, known, most=1)
    listed = f"the targets are {', '.join(known)}"
    hint = f"did you mean {near[0]}? {listed}" if near else listed
    raise UnknownName(f'there is nothing to export to called "{name}"', hint)
