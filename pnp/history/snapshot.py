"""`pnp snapshot`: whether games look as they were approved, and a page that shows what does not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.pipeline import BuildContext
from pnp.build.result import Progress, in_steps, silent
from pnp.files import remove, write
from pnp.history.approve import PAGE, SnapshotFolder, has_record, keep_faces, open_record
from pnp.history.compare import GameChanges
from pnp.history.diff import difference
from pnp.history.pictures import changes_page, pictured
from pnp.history.versions import draw_version, open_versions
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import NothingApproved
from pnp.model.face import PieceSide
from pnp.model.game import Game
from pnp.text import counted


@dataclass(frozen=True, slots=True)
class SnapshotOptions:
    """Which faces to compare or, with `update`, to approve, and where those lie instead of in the project.

    The page that shows what changed goes to `out` instead of the output folder. `path_text` says how paths are told.
    """

    components: tuple[str, ...] = ()
    only: str | None = None
    update: bool = False
    approved: Path | None = None
    out: Path | None = None
    path_text: Callable[[Path], str] = str

    @property
    def build(self) -> BuildOptions:
        """What is drawn."""
        return BuildOptions(components=self.components, only=self.only, out=self.out)

    def folder(self, project: Project, game: str = "") -> SnapshotFolder:
        """Return where the approved faces of a game lie, or those of all games."""
        return SnapshotFolder.of(project, game, self.approved)

    def asks_for(self, side: PieceSide) -> bool:
        """Say whether a face, which may be there no more, was asked for."""
        return self.build.asks_for(side.component, side.piece)

    def chooses(self, words: Sequence[str]) -> bool:
        """Say whether a face of approved.yaml that can be called so was asked for: one that any such piece shows."""
        first, *others = words
        places = (first.split()[0], *(word for word in others if "/" in word))
        return any(self.build.asks_for(*place.partition("/")[::2]) for place in places)

    def to_approve(self, project: Project, game: str, place: str = "") -> str:
        """Return the command that approves a game, component or piece, and writes no record where faces do without."""
        kept = self.folder(project, game).exists
        if self.approved is None and (has_record(project, game) or not kept):
            words = ["pnp approve", game, place, "" if kept else "--pictures"]
        else:
            elsewhere = f"--approved {self.path_text(self.approved)}" if self.approved else ""
            words = ["pnp snapshot", game, f"--only {place}" if "/" in place else "", "--update", elsewhere]
        return " ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class SnapshotResult:
    """What was found in the games' own files, what does not look as approved, and what to say."""

    faults: tuple[Diagnostic, ...]
    differences: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = ()


def snapshot_games(
    project: Project,
    games: Sequence[str] = (),
    options: SnapshotOptions | None = None,
    *,
    cache: bool = True,
    progress: Progress = silent,
) -> SnapshotResult:
    """Hold games, all when none is named, against their approved faces, or approve their faces.

    Raises NothingApproved, UnknownName for a component or piece that is not there, CannotWrite and CannotRender.
    """
    options = options or SnapshotOptions()
    loaded = load_games(project, games)
    if loaded.complete:  # a game that cannot be read may be the one that has the component
        refuse_unknown(options.build, loaded.games)
        if not options.update and not any(options.folder(project, name).exists for name in loaded.by_name):
            folder = options.path_text(options.folder(project).path)
            game = next(iter(loaded.by_name)) if len(loaded.by_name) == 1 else "GAME"
            raise NothingApproved(
                f"no approved faces are kept in {folder}",
                f"look at the cards, and if they are as they should be: {options.to_approve(project, game)}",
            )
    with open_versions(project, options.build, cache=cache) as context:
        act = _update if options.update else _compare
        results = [act(context.build, game, options) for game in in_steps(loaded.games, "compare", progress)]
    faults = (*loaded.diagnostics, *(fault for result in results for fault in result.faults))
    return SnapshotResult(
        in_reading_order(faults),
        tuple(difference for result in results for difference in result.differences),
        tuple(line for result in results for line in result.lines),
    )


def _update(context: BuildContext, game: Game, options: SnapshotOptions) -> SnapshotResult:
    """Approve the faces of one game that are asked for, in its record too where it has one."""
    project, record = context.project, None
    asked: Callable[[PieceSide], bool] = options.asks_for
    if has_record(project, game.id):
        record, found = open_record(project, game.id, cache=context.cache.remembers)
        if record is None:
            return SnapshotResult(found, (), (f"{game.title}: not approved, see the errors above",))
        asked = record.present.says_of(options.chooses)  # a common back is that of all, asked for or not
        context = replace(context, options=BuildOptions(out=options.out))
    lines, found = keep_faces(
        context, game, options.folder(project, game.id), asked, path_text=options.path_text
    )
    if has_errors(found):
        return SnapshotResult(found, (), (f"{game.title}: not approved, see the errors above",))
    written = (record.write(options.chooses, only_faces=True),) if record else ()
    return SnapshotResult(found, (), (*written, *lines))


def _compare(context: BuildContext, game: Game, options: SnapshotOptions) -> SnapshotResult:
    """Hold the faces of one game that are asked for against the approved ones."""
    folder, to_approve = (
        options.folder(context.project, game.id),
        options.to_approve(context.project, game.id),
    )
    if not folder.exists:
        message = f"no face of {game.id} was kept yet; if they are as they should be: {to_approve}"
        return SnapshotResult((), (Diagnostic("PNP572", message, game.place, to_approve, game=game.id),))
    now, drawn = draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return SnapshotResult(drawn.diagnostics, (), (f"{game.title}: not compared, see the errors above",))
    kept = folder.read(game.id, against=now)
    then = {
        address: replace(piece, copies=now.pieces[address].copies if address in now.pieces else piece.copies)
        for address, piece in kept.pieces.items()
        if options.build.asks_for(*address)
    }
    changes = GameChanges.between(game, replace(kept, pieces=then), now)
    page = context.output(game.id) / PAGE
    if not changes.changes:
        remove(page, root=page.parent)
        line = f"{counted(len(now.pieces), 'piece looks', 'pieces look')} as approved"
    else:
        shown = changes_page(changes.since, [pictured(changes)])
        write(page, shown.encode("utf-8", "replace"), root=page.parent.parent)
        side_by_side = f"side by side in {options.path_text(page)}"
        line = f"{changes.summary}; {side_by_side}; if that is meant: {to_approve}"
    return SnapshotResult(
        drawn.diagnostics, _findings(context.project, game, changes, options), (f"{game.title}: {line}",)
    )


def _findings(
    project: Project, game: Game, all_changes: GameChanges, options: SnapshotOptions
) -> tuple[Diagnostic, ...]:
    """Return a finding for each piece that does not look as approved, in the order of the data; what is gone comes last."""
    changes = all_changes.changes
    places = {(part.id, piece.id): piece.place for part in game.components for piece in part.pieces}
    says: dict[tuple[str, str], tuple[str, str]] = {}
    for change in changes.changed:
        told = "; ".join(difference(change, side) for side in change.sides)
        unknown = ("PNP574", "it looks different; its approved face is damaged or not there")
        says[change.new.address] = ("PNP571", told) if told else unknown
    says |= {piece.address: ("PNP572", "no face of it was kept yet") for piece in changes.added}
    gone = [piece.address for piece in changes.removed]
    says |= dict.fromkeys(gone, ("PNP573", "it was approved and is no longer in the game"))
    findings = []
    for address in (*(address for address in all_changes.new.pieces if address in says), *gone):
        (code, words), name, place = says[address], "/".join(address), places.get(address)
        to_approve = options.to_approve(project, game.id, name if place else address[0])
        hint = f"if that is meant: {to_approve}"
        findings.append(Diagnostic(code, f"{name}: {words}", place, hint, game=game.id, piece=name))
    return tuple(findings)
