"""Builds and checks of several games; a game that is as it was at the last one is skipped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from time import perf_counter
from typing import TYPE_CHECKING

from pnp.build.build_cache import BuildCache, Records, build_records, open_cache
from pnp.build.options import BuildOptions, game_output, has_rules, output_folder, refuse_unknown
from pnp.build.result import (
    PRINT,
    BuildResult,
    CheckOptions,
    CheckResult,
    LanguageCheck,
    Progress,
    count_files,
    not_built,
    silent,
    stepping,
)
from pnp.files import sweep_below
from pnp.load.project import APPROVED_FACES, Project, chosen_games
from pnp.model.diagnostics import Diagnostic, has_errors

if TYPE_CHECKING:
    from pnp.build.pipeline import BuildContext, DrawnGame
    from pnp.build.rules_files import TypesetFile
    from pnp.model.game import Game

AS_DRAFT = "; pnp build --draft prints as much as possible"
STEPS = 3  # How many steps of a progress bar each component takes: draw, convert, write.


def build_games(
    project: Project,
    games: Sequence[str] = (),
    options: BuildOptions | None = None,
    *,
    cache: bool = True,
    progress: Progress = silent,
) -> tuple[BuildResult, ...]:
    """Return what came of each game, all when none are named; one with errors does not keep the others from being built.

    Raises UnknownName for a game, component, piece or theme that is not there, CannotRender and CannotWrite.
    """
    options = options or BuildOptions()
    names = chosen_games(project, games)
    with open_cache(wanted=cache) as store:
        records = build_records(project, options, store)
        started = perf_counter()
        for name in names:
            sweep_below(game_output(project, options.out, name))
        inputs = records.inputs(names)
        results: dict[str, BuildResult] = {}
        for name in names:
            if (fields := records.find(name, inputs[name], "builds", "failures")) is not None:
                earlier = BuildResult.from_fields(fields).unchanged()
                results[name] = replace(earlier, seconds=perf_counter() - started)
        if rest := [name for name in names if name not in results]:
            for name, result in _build_anew(project, rest, options, store, progress).items():
                results[name] = result
                # One that failed has written nothing, and leaves the record of the files that are there.
                if result.files or not has_errors(result.diagnostics):
                    folder = game_output(project, options.out, name)
                    records.keep(name, inputs[name], "builds", result, folder)
                # Of a batch, findings name cells of a table that is no file of the game.
                elif not options.overrides:
                    records.keep(name, inputs[name], "failures", result)
        return tuple(results[name] for name in names)


def _build_anew(
    project: Project, names: Sequence[str], options: BuildOptions, cache: BuildCache, progress: Progress
) -> dict[str, BuildResult]:
    # Nothing is loaded where nothing has changed; what writes is loaded before there are copies of this process.
    from pnp.build import output_files, print_pdf  # noqa: F401, PLC0415
    from pnp.build.pipeline import BuildContext, fonts_of  # noqa: PLC0415
    from pnp.load.game import load_games  # noqa: PLC0415
    from pnp.workers.tasks import workers  # noqa: PLC0415

    if options.rules and any(has_rules(project, name) for name in names):
        from pnp.build import rules_files  # noqa: F401, PLC0415

    loaded = load_games(project, names, options.overrides)
    if loaded.complete:  # a game that cannot be read may be the one that has the component
        refuse_unknown(options, loaded.games)
    step = stepping(progress, STEPS * sum(len(options.components_of(game)) for game in loaded.games))
    alone = options.draft or options.proof
    with workers(1 if alone else options.workers, "" if alone else options.on) as shared:
        context = BuildContext(project, fonts_of(project), options, cache, step, shared)
        printed = (*loaded.games, *loaded.drafts) if options.draft else loaded.games
        if options.draft:
            printed = tuple(
                replace(game, version=f"{game.version}\N{NO-BREAK SPACE}DRAFT".strip()) for game in printed
            )
        built = context.share_games(printed, build_game, steps=["build"] * STEPS, cache=cache.remembers)
    results = {}
    for name, each in loaded.by_name.items():
        result = built.get(name) or not_built(name, name, (), AS_DRAFT if each.draft else "")
        results[name] = replace(result, diagnostics=(*each.diagnostics, *result.diagnostics))
    return results


def build_game(context: "BuildContext", game: "Game") -> BuildResult:
    """Build one game. Nothing of a game with errors is written. Raises CannotRender and CannotWrite."""
    started, options = perf_counter(), context.options
    if options.machine and options.machine.areas:
        from pnp.build.pictures_and_proofs import build_cut_pictures  # noqa: PLC0415 - few ask for it

        result = build_cut_pictures(context, game, options.machine)
    elif options.proof:
        from pnp.build.pictures_and_proofs import build_proofs  # noqa: PLC0415 - few ask for it

        result = build_proofs(context, game)
    else:
        result = _on_sheets(context, game)
    return replace(result, seconds=perf_counter() - started)


def _on_sheets(context: "BuildContext", game: "Game") -> BuildResult:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    from pnp.build.output_files import write_contact_sheet, write_game, write_rules_files  # noqa: PLC0415
    from pnp.build.pipeline import draw_game, savings  # noqa: PLC0415
    from pnp.build.print_pdf import draw_build_pages, is_too_long, write_print_files  # noqa: PLC0415

    options = context.options
    drawn = draw_game(context, game)
    if options.own_folder:
        return _write_apart(context, drawn)
    folder = context.output(game.id)
    rules: tuple[TypesetFile, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    if not options.partial and not has_errors(drawn.diagnostics):
        if options.rules and has_rules(context.project, game.id):
            from pnp.build.rules_files import read_rules, typeset_rules  # noqa: PLC0415 - many decks have none

            drawn = read_rules(context, drawn)
            rules, found = (
                ((), ()) if has_errors(drawn.diagnostics) else typeset_rules(context, folder, drawn)
            )
        drawn = draw_build_pages(context, drawn, {file.name: file.pages for file in rules})
    if has_errors(drawn.diagnostics):
        return not_built(game.id, game.title, drawn.findings, AS_DRAFT)
    with ThreadPoolExecutor(1) as aside:  # draws pictures while the rest is written
        contact_sheet = None if options.partial else aside.submit(write_contact_sheet, context, folder, drawn)
        files, faces = write_game(context, folder, drawn)
        to_read = write_rules_files(context, folder, rules)
        if contact_sheet is not None:
            contact_sheet.result()
    files = (*files, *to_read)
    note = ""
    if not options.partial:
        files = (*write_print_files(context, folder, drawn, files), *files)
        if is_too_long(drawn):
            note = f"{game.title}: {PRINT} is not made for so many cards; print the files one by one"
    elif any((folder / paper.name / PRINT).is_file() for paper in options.papers):
        note = f"{game.title}: {PRINT} does not include a selection of pieces: pnp build {game.id} makes it"
    saved = tuple(savings(drawn))
    found = (*drawn.findings, *found)
    count = faces + count_files(files)
    return BuildResult(game.id, files, found, note, savings=saved, count=count)


def _write_apart(context: "BuildContext", drawn: "DrawnGame") -> BuildResult:
    from pnp.build.output_files import write_alone  # noqa: PLC0415
    from pnp.build.pipeline import savings  # noqa: PLC0415

    game = drawn.game
    if has_errors(drawn.diagnostics):
        return not_built(game.id, game.title, drawn.findings)
    if not drawn.components:  # the pieces are those of another game
        return BuildResult(game.id, diagnostics=drawn.diagnostics)
    folder = output_folder(context.project, context.options.out, game.id, context.options.own_folder)
    files, count = write_alone(context, folder, drawn)
    saved = tuple(savings(drawn))
    found = (*drawn.findings, *drawn.errors)
    notes = []
    if context.options.machine is not None:
        from pnp.impose.layouts import places_lost  # noqa: PLC0415

        for paper, part in product(context.options.papers, drawn.components):
            if lost := places_lost(part.component, paper, context.options.machine):
                notes.append(f"{game.title} on {paper.title}: {part.component.title}: {lost}")
    if context.options.draft:
        notes.append(f"{game.title}: a draft, with a mark in the corner of each face that has an error")
    return BuildResult(game.id, files, found, "; ".join(notes), savings=saved, count=count)


# `pnp check`: all findings about games before printing.


def check_games(
    project: Project, games: Sequence[str] = (), options: CheckOptions | None = None
) -> tuple[CheckResult, ...]:
    """Return what is wrong with each game, all when none are named. Raises UnknownName, also for a theme."""
    options = options or CheckOptions()
    names = chosen_games(project, games)
    with open_cache(wanted=options.cache and options.faces) as cache:
        pictures = sorted(path.name for path in (project.root / APPROVED_FACES).glob("*"))
        asked = repr((replace(options, workers=1), pictures))
        records = Records(project, cache, None if project.unsaved or options.approving else asked)

        def anew(rest: Sequence[str]) -> dict[str, CheckResult]:
            from pnp.build.game_check import check_anew  # noqa: PLC0415 - where nothing has changed nothing is read

            return check_anew(project, rest, options, cache)

        return _known_or_anew(records, "checks", names, anew)


def list_games(
    project: Project, games: Sequence[str], said_of: Callable[["Game"], Iterable[str]], asked: str
) -> tuple[CheckResult, ...]:
    """Return the lines that `said_of` has for each game, and its faults; `asked` stands for such lines. Raises UnknownName."""

    def anew(rest: Sequence[str]) -> dict[str, CheckResult]:
        from pnp.load.game import load_games  # noqa: PLC0415 - where nothing has changed nothing is read

        loaded = load_games(project, rest)
        lines = {game.id: tuple(said_of(game)) for game in loaded.games}
        return {
            name: CheckResult(name, game.diagnostics, None, summary=lines.get(name, ()))
            for name, game in loaded.by_name.items()
        }

    with open_cache() as cache:
        return _known_or_anew(Records(project, cache, asked), "lists", chosen_games(project, games), anew)


def _known_or_anew(
    records: Records,
    kind: str,
    names: Sequence[str],
    anew: Callable[[Sequence[str]], Mapping[str, CheckResult]],
) -> tuple[CheckResult, ...]:
    """Return what is recorded for each game, or what `anew` finds in those that have changed, which is recorded."""
    inputs = records.inputs(names)
    known = {name: records.find(name, inputs[name], kind) for name in names}
    found = {name: CheckResult.from_fields(fields) for name, fields in known.items() if fields}
    if rest := [name for name in names if name not in found]:
        for name, result in anew(rest).items():
            found[name] = result
            said = tuple(LanguageCheck(check.language, check.diagnostics) for check in result.languages)
            plain = CheckResult(name, result.diagnostics, None, languages=said, summary=result.summary)
            records.keep(name, inputs[name], kind, plain)
    return tuple(found[name] for name in names)
