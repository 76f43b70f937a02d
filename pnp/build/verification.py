"""`pnp verify`: the finished PDFs of a game compared with its data, drawn again."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from pnp.build.build_cache import open_typeset
from pnp.build.expected_files import expected_files, verify_file
from pnp.build.folder_verification import verify_cut_files, verify_folder, verify_manifest
from pnp.build.options import BuildOptions, game_output, output_folder, refuse_unknown
from pnp.build.pipeline import (
    BuildContext,
    DrawnGame,
    ImposedComponent,
    draw_game,
    fonts_of,
    in_copies,
)
from pnp.build.print_pdf import verify_print_files
from pnp.build.recorded_options import renderer_of, themes_of
from pnp.build.result import Progress, silent, stepping
from pnp.export.manifest import NAME, fingerprint_of, read
from pnp.files import is_within
from pnp.load.cutting_machines import cutting_machine, machine_names
from pnp.load.game import load_games
from pnp.load.project import Project, chosen_games
from pnp.model.cutting_machines import CuttingMachine
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.errors import NothingBuilt
from pnp.model.game import Component, Game, Kind
from pnp.model.papers import FULL_SIZE, Paper, found_papers
from pnp.text import counted, listed
from pnp.verify.comparison import PAGES
from pnp.verify.page_looks import FOLDER as PICTURES
from pnp.verify.page_looks import remove_pictures
from pnp.workers.tasks import workers
from pnp.workers.worker import pickled, unpickled

OF_SHEETS = ("PNP53", "PNP54", "PNP55", "PNP56")
"""The codes of what finished sheets show otherwise than the data."""

REPRINT = "reprint"
"""The folder of a reprint, below the game's output."""

SWAP_LIST = "throw-away.txt"
"""The list that goes with a reprint."""


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """Where the files are, output/ unless told, and their theme, "" for what they say themselves; `workers` as in BuildOptions.

    With `explain`, each page that differs is drawn beside what it should be, in the folder verify of the game's output.
    """

    out: Path | None = None
    theme: str = ""
    workers: int = 1
    explain: bool = False


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """What the files of a game show otherwise than its data, and the lines that sum it up."""

    game: str
    diagnostics: tuple[Diagnostic, ...]
    summary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Output:
    """Where the output of a game is, the papers found in it, and the folder of a reprint, None when there is none.

    `machines` are those that sheets are there for. `pictures` is the folder that pages are drawn in that differ, None for nowhere.
    """

    folder: Path
    papers: tuple[Paper, ...]
    reprint: Path | None
    machines: tuple[CuttingMachine, ...] = ()
    pictures: Path | None = None

    def __str__(self) -> str:
        """Return what is verified: "a4 and the sheets for Silhouette and the reprint"."""
        named = [paper.name for paper in self.papers]
        named += [f"the sheets for {machine.title}" for machine in self.machines]
        return listed(named + ["the reprint"] * (self.reprint is not None))


def verify_games(
    project: Project,
    games: Sequence[str] = (),
    options: VerifyOptions | None = None,
    *,
    progress: Progress = silent,
) -> tuple[VerifyResult, ...]:
    """Return what the PDFs of each game, all when none are named, show otherwise than the data.

    Raises UnknownName, and NothingBuilt for a game without a PDF.
    """
    options = options or VerifyOptions()
    outputs = {name: _find_output(project, options, name) for name in chosen_games(project, games)}
    loaded = load_games(project, games)
    chosen = BuildOptions(papers=(), backs="none", theme=options.theme)
    refuse_unknown(chosen, loaded.games)
    step = stepping(progress, sum(len(game.components) for game in loaded.games))
    with workers(options.workers) as shared, open_typeset() as cache:
        context = BuildContext(project, fonts_of(project), chosen, cache, step=step, workers=shared)
        differences = _verify_all(context, loaded.games, outputs)
    results = []
    for name, each in loaded.by_name.items():
        found: tuple[Diagnostic, ...] = ()
        if each.game is None:
            summary: tuple[str, ...] = (f"{name}: cannot be read, {tally(each.diagnostics)}",)
        else:
            found = in_reading_order(differences[name])
            summary = _summary(each.game, outputs[name], found)
        results.append(VerifyResult(name, (*each.diagnostics, *found), summary))
    return tuple(results)


def _verify_all(
    context: BuildContext, games: Sequence[Game], outputs: Mapping[str, _Output]
) -> dict[str, tuple[Diagnostic, ...]]:
    """Return what is different by game, found in this process and in others."""

    def local(own: BuildContext, game: Game) -> tuple[Diagnostic, ...]:
        return _differences(own, game, outputs[game.id])

    def remote(game: Game) -> tuple[Diagnostic, ...]:
        sent = context.workers.send(pickled(game))
        found = context.workers.run(verify_sent, context.project, sent, context.options, outputs[game.id])
        for component in game.components:
            context.step(f"verify {game.id}/{component.id}")
        return found

    return context.share_games(games, local, remote)


def verify_sent(
    project: Project, game: object, options: BuildOptions, output: _Output
) -> tuple[Diagnostic, ...]:
    """Verify a game in this process: a task for another one. Raises CannotRender."""
    loaded: Game = unpickled(game)
    with open_typeset() as cache:
        return _differences(BuildContext(project, fonts_of(project), options, cache), loaded, output)


def _find_output(project: Project, options: VerifyOptions, game: str) -> _Output:
    out = options.out
    folder = game_output(project, out, game)
    papers = found_papers({path.parent.name for path in folder.glob("*/*.pdf")})
    reprint = found_reprint(project, out, game)
    machines = tuple(cutting_machine(name) for name in machine_names() if (folder / name / NAME).is_file())
    if not papers and not machines and reprint is None:
        where = "" if out is None else f" --out {out}"
        raise NothingBuilt(f"there is no PDF of {game} below {folder}", f"run: pnp build {game}{where}")
    pictures = output_folder(project, out, game, PICTURES) if options.explain else None
    return _Output(folder, papers, reprint, machines, pictures)


def _summary(game: Game, output: _Output, found: Sequence[Diagnostic]) -> tuple[str, ...]:
    """Return the lines that say what came of a game."""
    well = f"{piece_counts(game)}, every one in its place" if output.papers else "every piece in its place"
    without = "".join(_left_out(game, output.folder, paper) for paper in output.papers)
    line = f"{game.title}: {output}, {tally(found) if found else well}{without}"
    of_other_sheets = output.reprint is not None and all(
        each.code.startswith(OF_SHEETS) and not each.message.startswith(f"{output.reprint.name}/")
        for each in found
    )
    if found and of_other_sheets:
        return (line, f"the reprint is correct; pnp build {game.id} renews the other sheets")
    return (line,)


def _left_out(game: Game, folder: Path, paper: Paper) -> str:
    """Return the words about what has no room on a paper, which verify leaves at that: "; a5 is without Box"."""
    there = {path.stem for path in (folder / paper.name).glob("*.pdf")}
    missing = [component.title for component in game.components if component.id not in there]
    return f"; {paper.name} is without {listed(missing)}" if missing else ""


def _differences(context: BuildContext, game: Game, output: _Output) -> tuple[Diagnostic, ...]:
    """Draw the game afresh and return what its files show otherwise; pictures of earlier differences go."""
    folder = output.folder / PICTURES
    if output.pictures is not None:
        remove_pictures(folder)
    found = tuple(_found(context, game, output))
    if not found and folder.is_dir() and is_within(folder, output.folder):
        remove_pictures(folder)
    return found


def _found(context: BuildContext, game: Game, output: _Output) -> Iterator[Diagnostic]:
    """Draw the game afresh and yield what its files show otherwise."""
    manifest = read(output.folder / NAME) or {"pieces": [], "sheets": []}
    themes, chosen = themes_of(manifest), context.options
    if not chosen.theme and len(themes) > 1:
        looks = listed([f"{listed(on)} {_in_theme(theme)}" for theme, on in themes.items()])
        hint = f"run: pnp build {game.id}, for all of them; or keep a theme apart with --out"
        yield Diagnostic("PNP561", f"the sheets have different looks: {looks}", hint=hint, game=game.id)
        return
    theme = chosen.theme or next((name for name in themes if name in game.themes), "")
    options = replace(chosen, renderer=renderer_of(manifest, chosen.renderer), theme=theme)
    context = replace(context, options=options, checks_art=False)
    drawn = draw_game(context, game)
    if has_errors(drawn.diagnostics):
        yield from drawn.diagnostics
        return  # else, warnings about the drawings are for check to tell
    if output.reprint is not None:
        yield from verify_reprint(output.reprint, drawn, output.pictures)
    for machine in output.machines:
        yield from verify_for_machine(output.folder / machine.id, drawn, machine, output.pictures)
    if output.papers:
        yield from verify_manifest(drawn, manifest)
        files = expected_files(output.folder, drawn, output.papers, manifest)
        for name, on_papers in groupby(files, lambda file: file.component.id):
            context.step(f"verify {game.id}/{name}")
            for file in on_papers:
                yield from verify_file(file, output.pictures)
                yield from verify_cut_files(output.folder, file)
        yield from verify_folder(context, output.folder, drawn, output.papers, manifest)
        yield from verify_print_files(output.folder, game, output.papers, manifest)


def _in_theme(theme: str) -> str:
    return f"in {theme}" if theme else "as usual"


def piece_counts(game: Game) -> str:
    """Return what there is to print: "108 cards, 1 board"."""
    kinds: Counter[Kind] = Counter()
    for component in game.components:
        kinds[component.kind] += component.copies
    return ", ".join(counted(count, kind.one, kind.many) for kind, count in kinds.items())


# Sheets for a cutting machine, in a folder of their own.


def verify_for_machine(
    folder: Path, drawn: DrawnGame, machine: CuttingMachine, pictures: Path | None = None
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the sheets for a machine, held against the whole game drawn afresh."""
    manifest = read(folder / NAME) or {"pieces": [], "sheets": []}
    papers = found_papers({sheet["paper"] for sheet in manifest["sheets"]})
    built = {sheet["component"] for sheet in manifest["sheets"]}
    option = f"--cut {machine.id}"
    for file in expected_files(folder, drawn, papers, manifest, machine, option=option):
        if file.component.id not in built or file.path.parent.name == FULL_SIZE:
            continue
        for each in (*verify_file(file, pictures), *verify_cut_files(folder, file, option)):
            code = "PNP567" if each.code == PAGES else each.code  # the machine looks for marks there
            yield replace(each, code=code, message=f"{folder.name}/{each.message}")


# A reprint read back: what its manifest lists is on its sheets, as often, with the right backs.

AGAIN = "--changed-since NAME"


def reprint_folder(project: Project, out: Path | None, game: str) -> Path:
    """Return where the reprint of a game lies; raises CannotWrite as output_folder does."""
    return output_folder(project, out, game, REPRINT)


def as_reprint(component: Component) -> Component:
    """Return the component under the title that its sheets in a reprint have."""
    return replace(component, title=f"{component.title} (reprint)")


def found_reprint(project: Project, out: Path | None, game: str) -> Path | None:
    """Return the folder of the reprint of a game, None when there is no reprint."""
    folder = reprint_folder(project, out, game)
    return folder if any((folder / name).is_file() for name in (NAME, SWAP_LIST)) else None


def verify_reprint(folder: Path, drawn: DrawnGame, pictures: Path | None = None) -> Iterator[Diagnostic]:
    """Yield what is wrong with the reprint in `folder`, held against the whole game drawn afresh."""
    again = f"run: pnp build {drawn.game.id} {AGAIN}; or remove {folder}, if you no longer need it"
    for each in _reprint_differences(folder, drawn, pictures):
        hint = again if "build" in (each.hint or "build") else each.hint
        yield replace(each, message=f"{folder.name}/{each.message}", hint=hint)


def _reprint_differences(folder: Path, drawn: DrawnGame, pictures: Path | None) -> Iterator[Diagnostic]:
    game, manifest = drawn.game.id, read(folder / NAME)
    if not manifest:
        yield Diagnostic("PNP561", f"{NAME} is missing, or is not from pnp", game=game)
        return
    copies: dict[tuple[str, str], int] = {}
    outdated = False
    now = {
        (each.component.id, piece.id): (piece.copies, fingerprint_of(each.rendered.deck, piece.id))
        for each in drawn.components
        for piece in each.component.pieces
    }
    for entry in manifest["pieces"]:
        address, number = (entry["component"], entry["id"]), entry.get("copies")
        most, sha256 = now.get(address, (0, ""))
        if not isinstance(number, int) or not 0 < number <= most:
            fact = "is not in the data, or has another number of copies"
        else:
            copies[address] = number
            if entry.get("sha256") == sha256:
                continue
            outdated = True
            fact = "looks different now than when the reprint was made"
        name = "/".join(address)
        yield Diagnostic("PNP561", f"{NAME}: {name} {fact}", game=game, piece=name)
    if outdated:  # every page would say it again
        return
    papers = found_papers({sheet["paper"] for sheet in manifest["sheets"]})
    reprinted = _with_copies(drawn, copies)
    for file in expected_files(folder, reprinted, papers, manifest, option=AGAIN):
        yield from verify_file(file, pictures)
    yield from verify_print_files(folder, reprinted.game, papers, manifest)


def _with_copies(drawn: DrawnGame, copies: Mapping[tuple[str, str], int]) -> DrawnGame:
    """Return a game of the listed copies and their faces alone: any other card on a sheet does not belong there."""
    kept: list[ImposedComponent] = []
    for each in drawn.components:
        component = as_reprint(in_copies(each.component, copies))
        if component.pieces:
            deck = each.rendered.deck.only({piece.id for piece in component.pieces})
            kept.append(replace(each, component=component, rendered=replace(each.rendered, deck=deck)))
    game = replace(drawn.game, components=tuple(each.component for each in kept))
    return replace(drawn, game=game, components=tuple(kept))
