"""`pnp snapshot`: whether games look as they were approved, and pictures of the differences."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.pipeline import BuildContext
from pnp.build.result import Progress, in_steps, silent
from pnp.history.approve import approve_pictures, has_record, open_record
from pnp.history.approved_pictures import PictureComparison, State, compare_with_pictures, differences
from pnp.history.store import SnapshotFolder
from pnp.history.versions import open_versions
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import NothingApproved
from pnp.model.face import PieceSide
from pnp.model.game import Game
from pnp.text import counted

FINDINGS: Mapping[State, tuple[str, str]] = {
    "changed": ("PNP571", "{share} of it looks different"),
    "new": ("PNP572", "no picture of it was kept yet"),
    "gone": ("PNP573", "it was approved and is no longer in the game"),
    "damaged": ("PNP574", "its approved picture cannot be used: {reason}"),
}
"""The code of each state that is not as approved, and what the finding says."""


@dataclass(frozen=True, slots=True)
class SnapshotOptions:
    """Which faces to compare or, with `update`, to approve, and where their pictures lie instead of in the project.

    Pictures of what changed go to `out` instead of the output folder. `path_text` says how paths are told.
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
        """Return where the pictures of a game lie, or those of all games."""
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
        """Return the command that approves a game, component or piece, and writes no record where pictures do without."""
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
    """Hold games, all when none is named, against the pictures of their approved faces, or approve their faces.

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
                f"no pictures of approved faces are kept in {folder}",
                f"look at the cards, and if they are as they should be: {options.to_approve(project, game)}",
            )
    with open_versions(project, options.build, cache=cache) as context:
        act = _update if options.update else _compare
        results = [act(context.build, game, options) for game in in_steps(loaded.games, "compare", progress)]
    faults = (*loaded.diagnostics, *(each for result in results for each in result.faults))
    return SnapshotResult(
        in_reading_order(faults),
        tuple(each for result in results for each in result.differences),
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
    folder = options.folder(project, game.id)
    kept = approve_pictures(context, game, folder, asked, options.path_text)
    if has_errors(kept.diagnostics):
        return SnapshotResult(kept.diagnostics, (), (f"{game.title}: not approved, see the errors above",))
    written = (record.write(options.chooses, only_faces=True),) if record else ()
    return SnapshotResult(kept.diagnostics, (), (*written, *kept.lines))


def _compare(context: BuildContext, game: Game, options: SnapshotOptions) -> SnapshotResult:
    """Hold the faces of one game that are asked for against their pictures."""
    folder = options.folder(context.project, game.id)
    if not folder.exists:
        hint = options.to_approve(context.project, game.id)
        message = f"no picture of {game.id} was kept yet; if its faces are as they should be: {hint}"
        return SnapshotResult((), (Diagnostic("PNP572", message, game.place, hint, game=game.id),))
    faces, found = compare_with_pictures(context, game, folder, options.asks_for)
    if faces is None:
        return SnapshotResult(found, (), (f"{game.title}: not compared, see the errors above",))
    return SnapshotResult(found, *_report(faces, context, game, options))


def _report(
    faces: PictureComparison, context: BuildContext, game: Game, options: SnapshotOptions
) -> tuple[tuple[Diagnostic, ...], tuple[str]]:
    """Return a finding for each face that is not as approved, and "Soup: 4 faces look as approved" or what is not so."""
    kept, project, show = differences(context, game), context.project, options.path_text
    places = {(part.id, piece.id): piece.place for part in game.components for piece in part.pieces}
    found: dict[PieceSide, Diagnostic] = {}
    for face in faces.states():
        if face.state != "same":
            side, (code, words) = face.side, FINDINGS[face.state]
            picture = kept.keep(side, face.state, face.pictures)
            said = f"{side.title}: {face.told(words)}" + (f"; see {show(picture)}" if picture else "")
            name, place = f"{side.component}/{side.piece}", places.get(side[:2])
            approve = options.to_approve(project, game.id, name if place else side.component)
            hint = f"if that is meant: {approve}"
            found[side] = Diagnostic(code, said, place, hint, game=game.id, piece=name)
    sheet, counts = kept.finish(), faces.counts
    like = len(faces.keys) - sum(counts[state] for state in ("changed", "new", "damaged"))
    said = f"{counted(like, 'face looks', 'faces look')} as approved"
    if counts["same"]:
        said += f" ({counts['same']} drawn differently, looks the same)"
    if unlike := faces.in_words(damaged="not to be compared"):
        side_by_side = f"; side by side in {show(sheet)}" if sheet else ""
        said = f"{unlike}; {said}{side_by_side}; if that is meant: {options.to_approve(project, game.id)}"
    return faces.ordered(found), (f"{game.title}: {said}",)
