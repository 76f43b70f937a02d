"""`pnp build --changed-since`: what looks different is printed again, on sheets of its own."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from pnp.build.build_cache import BuildCache
from pnp.build.cleanup import remove, remove_left_over, remove_unused_fonts
from pnp.build.options import BuildOptions, matches, refuse_unknown
from pnp.build.packing import SharedSheets, impose_packs, packs_of, savings
from pnp.build.pdf_files import Written, write
from pnp.build.result import BuildResult
from pnp.build.stages import (
    Conversion,
    ImposedComponent,
    fonts_of,
    game_output,
    imposed,
    papers_of,
    prepare,
    render_context,
)
from pnp.export.manifest import NAME, read
from pnp.files import display_path, sweep
from pnp.history import swap_list
from pnp.history.compare import Printed
from pnp.history.swap_list import Reprint, in_copies, reprint
from pnp.history.versions import Compared, compared, games_in, manifest_at, releases
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games, game_ids
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotWrite, UnknownName
from pnp.model.face import FacePages
from pnp.model.game import Component, Game
from pnp.model.progress import Progress, Step, stepping, unseen
from pnp.render.context import RenderContext

# The folder of a reprint: where it is, and what of it is pnp's to remove.

REPRINT = "reprint"

_NAME = re.compile(r"[a-z][a-z0-9_+-]*")
"""A component or a pack; the manifest is read with care, for anybody may have written into it."""


def reprint_folder(project: Project, out: Path | None, game: str) -> Path:
    """Return where the reprint of a game lies; raises CannotWrite when a link leads it out of the game's output."""
    top = game_output(project, out, game)
    folder = top / REPRINT
    if not folder.resolve().is_relative_to(top.resolve()):
        raise CannotWrite(f"{folder} is a link that leads out to {folder.resolve()}", "remove that link")
    return folder


def found_reprint(project: Project, out: Path | None, game: str) -> Path | None:
    """Return the folder of the reprint of a game, None when there is no reprint."""
    folder = reprint_folder(project, out, game)
    return folder if any((folder / name).is_file() for name in (NAME, swap_list.NAME)) else None


def places(manifest: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """Return the files of sheets that a manifest lists, each as (component or pack, paper)."""
    named = ((sheet.get("component"), sheet.get("paper")) for sheet in manifest.get("sheets", ()))
    return frozenset(
        (name, paper) for name, paper in named if isinstance(name, str) and isinstance(paper, str)
    )


def remove_cut_files(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Remove the cut lines of the sheets that a manifest lists: of other cards they are worse than none."""
    for name, paper in sorted(places(manifest)):
        inside = (folder / paper).resolve().is_relative_to(folder.resolve())
        if inside and _NAME.fullmatch(name):
            for path in sorted((folder / paper).glob(f"{name}.cut-*.svg")):
                path.unlink(missing_ok=True)


def remove_reprint(folder: Path) -> bool:
    """Remove what a reprint wrote, and nothing else; say whether there was one. Raises CannotWrite."""
    old = read(folder / NAME)
    if not old:
        return False
    remove(folder, places(old))
    remove_left_over(folder, old, {})
    remove_unused_fonts(folder, ())
    sweep(folder)
    try:
        for name in (swap_list.NAME, NAME):  # the manifest last: it knows what is still to be removed
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        hint = "close the file in other programs, then build again"
        raise CannotWrite(f"{folder} cannot be removed: {error.strerror or error}", hint) from error
    for path in sorted((each for each in folder.rglob("*") if each.is_dir()), reverse=True):
        with suppress(OSError):  # something of somebody else's lies there
            path.rmdir()
    with suppress(OSError):
        folder.rmdir()
    return True


STEPS = 4
"""How many steps of a progress bar each game takes: compare, draw, convert, write."""


@dataclass(frozen=True, slots=True)
class _Sheets:
    """What is printed again, laid out and converted; without pages where something is wrong."""

    prints: list[ImposedComponent]
    shared: list[SharedSheets]
    pages: list[FacePages]
    findings: list[Diagnostic]


def reprinted(
    project: Project,
    games: Sequence[str],
    order: BuildOptions,
    reused: BuildCache,
    since: str,
    *,
    progress: Progress = unseen,
) -> list[BuildResult]:
    """Return what came of printing again what changed in these games, or in all that `since` is about.

    Raises UnknownName for a name that means nothing, CannotRender and CannotWrite.
    """
    about = () if games else (games_in(project, since) or ())
    names = chosen_games(project, games or [name for name in about if name in game_ids(project)])
    loaded = {name: load_game(project, name) for name in names}
    known = [each.game for each in loaded.values() if each.game is not None]
    if len(known) == len(loaded):  # a game that cannot be read may be the one that has the component
        refuse_unknown(replace(order, only=None), known)
    made = []
    step = stepping(progress, STEPS * len(names))
    with TemporaryDirectory(prefix="pnp-revision-") as shelf:
        for name, each in loaded.items():
            started = perf_counter()
            done = BuildResult((), ())
            if each.game is not None:
                done = _made(project, each.game, order, reused, since, shelf=Path(shelf), step=step)
            findings = (*each.diagnostics, *done.findings)
            made.append(replace(done, findings=findings, game=name, seconds=perf_counter() - started))
    if not any(each.lines for each in made):  # no piece, neither one of today nor an old one, was meant
        refuse_unknown(order, known)
    return made


def _made(
    project: Project,
    game: Game,
    order: BuildOptions,
    reused: BuildCache,
    since: str,
    *,
    shelf: Path,
    step: Step,
) -> BuildResult:
    step(f"compare {game.id}")
    _refuse_reprint(since, game.id)
    fonts = fonts_of(project)
    folder = reprint_folder(project, order.out, game.id)
    theme = _theme_of(project, game.id, since, order)
    both, found = compared(project, game, since, fonts, theme=theme, shelf=shelf, reused=reused)
    if both is None:
        return BuildResult((f"{game.title}: not built, see the errors above",), found)
    if not any(_asked(piece, order) for each in (both.old, both.new) for piece in each.pieces.values()):
        return BuildResult((), found)
    needed = reprint(both.account.changes, lambda piece: _asked(piece, order))
    if not needed:
        gone = f"; {display_path(folder)} is removed" if remove_reprint(folder) else ""
        part = " of what you asked for" if order.partial else ""
        return BuildResult((f"{game.title}: nothing{part} to reprint since {since}{gone}",), found)
    step(f"draw {game.id}")
    context = render_context(project, game, fonts, theme=order.theme, reused=reused)
    whole = replace(order, components=(), only=None)  # what was asked for is in `needed`
    sheets = _sheets(context, needed, whole, reused, step)
    found = (*found, *sheets.findings)
    if has_errors(found):
        return BuildResult((f"{game.title}: not built, see the errors above",), found)
    written = _write(folder, game, both, needed, sheets, order=whole, step=step, reused=reused)
    lines = (*written.lines, _summary(game, since, needed, folder))
    return BuildResult(lines, found, tuple(savings(game, sheets.shared, whole)), written.count)


def _theme_of(project: Project, game: str, since: str, order: BuildOptions) -> str:
    """Return the look to compare in: a release is always in the normal one, whatever is printed."""
    is_release = manifest_at(Path(since), game) is None and since in releases(project)
    return "" if is_release else order.theme


def _asked(piece: Printed, order: BuildOptions) -> bool:
    """Say whether a piece, which may be there no more, was asked for."""
    if order.components and piece.component not in order.components:
        return False
    return order.only is None or matches(order.only, piece.component, piece.id)


def _refuse_reprint(since: str, game: str) -> None:
    """Raise UnknownName for the manifest of a reprint: what it does not list was not new then."""
    path = manifest_at(Path(since), game)
    if path is not None and (path.parent / swap_list.NAME).is_file():
        raise UnknownName(
            f"{path} is the manifest of a reprint, which has only some of the pieces",
            "name what the reprint was compared with, or the manifest of a whole build",
        )


def _sheets(
    context: RenderContext, needed: Reprint, order: BuildOptions, reused: BuildCache, step: Step
) -> _Sheets:
    """Return the pieces to print, as many copies as are needed, on their sheets."""
    game = context.game
    short = _short(game, needed)
    packs = packs_of(short, order)
    in_packs = {part.id for pack in packs for part in pack.parts}
    made = _Sheets([], [], [], [])
    with Conversion(renderer=order.renderer, jobs=order.jobs, reused=reused) as conversion:
        for component in short.components:
            papers = () if component.id in in_packs else papers_of(component, order.papers)
            printed, findings = _printed(context, component, conversion)
            sheets = {}
            for paper in papers if not has_errors(findings) else ():
                sheets[paper.name], lacks = imposed(
                    game, component, printed.rendered, paper, backs=order.backs, wanted=None
                )
                findings += lacks
            made.prints.append(replace(printed, component=component, sheets=sheets))
            made.findings.extend(findings)
        step(f"convert {game.id}")
        if not has_errors(made.findings):
            shared, findings = impose_packs(short, packs, made.prints, order)
            pages, refused = conversion.pages(made.prints)
            made.shared.extend(shared)
            made.pages.extend(pages)
            made.findings.extend((*findings, *refused))
    return made


def _printed(
    context: RenderContext, short: Component, conversion: Conversion
) -> tuple[ImposedComponent, list[Diagnostic]]:
    """Draw the pieces of a short component as parts of the whole one: a template may count them."""
    wanted = frozenset(piece.id for piece in short.pieces)
    whole = next(component for component in context.game.components if component.id == short.id)
    (printed,), findings = prepare(
        context, (whole,), (), backs="none", only=lambda _: wanted, drawn=conversion.start
    )
    return printed, findings


def _short(game: Game, needed: Reprint) -> Game:
    """Return the game with nothing but the copies to print; its sheets say that they are a reprint."""
    components = (in_copies(component, needed.copies) for component in game.components)
    return replace(
        game,
        components=tuple(
            replace(component, title=f"{component.title} (reprint)")
            for component in components
            if component.pieces
        ),
    )


def _write(
    folder: Path,
    game: Game,
    both: Compared,
    needed: Reprint,
    sheets: _Sheets,
    *,
    order: BuildOptions,
    step: Step,
    reused: BuildCache,
) -> Written:
    """Write sheets, manifest and list, and remove what an earlier reprint had else. Raises CannotWrite."""
    old = read(folder / NAME)
    remove_cut_files(folder, old)
    step(f"write {game.id}")
    written = write(
        folder,
        _short(game, needed),
        sheets.prints,
        sheets.pages,
        shared=sheets.shared,
        order=order,
        step=lambda _: None,
        reused=reused,
        alone=True,
    )
    remove(folder, places(old) - places(read(folder / NAME)))
    packs = {part.id: each.name for each in sheets.shared for part in each.parts}
    files = {
        each.component.id: f"{packs.get(each.component.id, each.component.id)}.pdf" for each in sheets.prints
    }
    swap_list.write_throw_away(folder, game, both.old, needed, files)
    return written


def _summary(game: Game, since: str, needed: Reprint, folder: Path) -> str:
    """Return "Soup: 2 pieces to put in and 1 to take out since v1; output/soup/reprint/throw-away.txt names them"."""
    put_in, take_out = swap_list.count(needed.put_in), swap_list.count(needed.take_out)
    path = display_path(folder / swap_list.NAME)
    return f"{game.title}: since {since}, {put_in} to put in, {take_out} to take out; {path} names them"
