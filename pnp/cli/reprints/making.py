"""`pnp build --changed-since`: what looks different is printed again, on sheets of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pnp.cli.builds.conversion import Conversion
from pnp.cli.builds.made import Made
from pnp.cli.builds.order import Order, refuse_unknown
from pnp.cli.builds.packing import Packed, packed, packs_of, savings
from pnp.cli.builds.stale import remove
from pnp.cli.builds.writing import Written, write
from pnp.cli.changes.comparison import Compared, compared
from pnp.cli.changes.editions import games_in, manifest_at, releases
from pnp.cli.choice import chosen_games, matches
from pnp.cli.pipeline import Print, fonts_of, imposed, papers_of, prepare, workshop
from pnp.cli.progress import Step, progress
from pnp.cli.reprints.folder import places, remove_cut_files, remove_reprint, reprint_folder
from pnp.cli.reuse import Reuse
from pnp.cli.shown import shown
from pnp.export import throwaway
from pnp.export.manifest import NAME, read
from pnp.load.game import load_game
from pnp.load.project import Project, game_ids
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.edition import Printed
from pnp.model.errors import UnknownName
from pnp.model.game import Component, Game
from pnp.model.pages import FacePages
from pnp.model.reprint import Reprint, in_copies, reprint
from pnp.render.workshop import Workshop

STEPS = 4
"""How many steps of a progress bar each game takes: compare, draw, convert, write."""


@dataclass(frozen=True, slots=True)
class _Sheets:
    """What is printed again, laid out and converted; without pages where something is wrong."""

    prints: list[Print]
    shared: list[Packed]
    pages: list[FacePages]
    findings: list[Diagnostic]


def reprinted(
    project: Project, games: Sequence[str], order: Order, reused: Reuse, since: str, *, quiet: bool
) -> list[Made]:
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
    with (
        TemporaryDirectory(prefix="pnp-revision-") as shelf,
        progress(STEPS * len(names), quiet=quiet) as step,
    ):
        for name, each in loaded.items():
            started = perf_counter()
            done = Made((), ())
            if each.game is not None:
                done = _made(project, each.game, order, reused, since, shelf=Path(shelf), step=step)
            findings = (*each.diagnostics, *done.findings)
            made.append(replace(done, findings=findings, game=name, seconds=perf_counter() - started))
    if not any(each.lines for each in made):  # no piece, neither one of today nor an old one, was meant
        refuse_unknown(order, known)
    return made


def _made(
    project: Project, game: Game, order: Order, reused: Reuse, since: str, *, shelf: Path, step: Step
) -> Made:
    step(f"compare {game.id}")
    _refuse_reprint(since, game.id)
    fonts = fonts_of(project)
    folder = reprint_folder(project, order.out, game.id)
    theme = _theme_of(project, game.id, since, order)
    both, found = compared(project, game, since, fonts, theme=theme, shelf=shelf, reused=reused)
    if both is None:
        return Made((f"{game.title}: not built, see the errors above",), found)
    if not any(_asked(piece, order) for each in (both.old, both.new) for piece in each.pieces.values()):
        return Made((), found)
    needed = reprint(both.account.changes, lambda piece: _asked(piece, order))
    if not needed:
        gone = f"; {shown(folder)} is removed" if remove_reprint(folder) else ""
        part = " of what you asked for" if order.partial else ""
        return Made((f"{game.title}: nothing{part} to reprint since {since}{gone}",), found)
    step(f"draw {game.id}")
    room = workshop(project, game, fonts, theme=order.theme, reused=reused)
    whole = replace(order, components=(), only=None)  # what was asked for is in `needed`
    sheets = _sheets(room, needed, whole, reused, step)
    found = (*found, *sheets.findings)
    if has_errors(found):
        return Made((f"{game.title}: not built, see the errors above",), found)
    written = _write(folder, game, both, needed, sheets, order=whole, step=step, reused=reused)
    lines = (*written.lines, _summary(game, since, needed, folder))
    return Made(lines, found, tuple(savings(game, sheets.shared, whole)), written.count)


def _theme_of(project: Project, game: str, since: str, order: Order) -> str:
    """Return the look to compare in: a release is always in the normal one, whatever is printed."""
    is_release = manifest_at(Path(since), game) is None and since in releases(project)
    return "" if is_release else order.theme


def _asked(piece: Printed, order: Order) -> bool:
    """Say whether a piece, which may be there no more, was asked for."""
    if order.components and piece.component not in order.components:
        return False
    return order.only is None or matches(order.only, piece.component, piece.id)


def _refuse_reprint(since: str, game: str) -> None:
    """Raise UnknownName for the manifest of a reprint: what it does not list was not new then."""
    path = manifest_at(Path(since), game)
    if path is not None and (path.parent / throwaway.NAME).is_file():
        raise UnknownName(
            f"{path} is the manifest of a reprint, which has only some of the pieces",
            "name what the reprint was compared with, or the manifest of a whole build",
        )


def _sheets(room: Workshop, needed: Reprint, order: Order, reused: Reuse, step: Step) -> _Sheets:
    """Return the pieces to print, as many copies as are needed, on their sheets."""
    game = room.game
    short = _short(game, needed)
    packs = packs_of(short, order)
    in_packs = {part.id for pack in packs for part in pack.parts}
    made = _Sheets([], [], [], [])
    with Conversion(renderer=order.renderer, jobs=order.jobs, reused=reused) as conversion:
        for component in short.components:
            papers = () if component.id in in_packs else papers_of(component, order.papers)
            printed, findings = _printed(room, component, conversion)
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
            shared, findings = packed(short, packs, made.prints, order)
            pages, refused = conversion.pages(made.prints)
            made.shared.extend(shared)
            made.pages.extend(pages)
            made.findings.extend((*findings, *refused))
    return made


def _printed(room: Workshop, short: Component, conversion: Conversion) -> tuple[Print, list[Diagnostic]]:
    """Draw the pieces of a short component as parts of the whole one: a template may count them."""
    wanted = frozenset(piece.id for piece in short.pieces)
    whole = next(component for component in room.game.components if component.id == short.id)
    (printed,), findings = prepare(
        room, (whole,), (), backs="none", only=lambda _: wanted, drawn=conversion.start
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
    order: Order,
    step: Step,
    reused: Reuse,
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
    throwaway.write_throw_away(folder, game, both.old, needed, files)
    return written


def _summary(game: Game, since: str, needed: Reprint, folder: Path) -> str:
    """Return "Soup: 2 pieces to put in and 1 to take out since v1; output/soup/reprint/throw-away.txt names them"."""
    put_in, take_out = throwaway.count(needed.put_in), throwaway.count(needed.take_out)
    path = shown(folder / throwaway.NAME)
    return f"{game.title}: since {since}, {put_in} to put in, {take_out} to take out; {path} names them"
