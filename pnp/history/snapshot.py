"""`pnp snapshot`: whether games look as they were approved, and a page that shows what does not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.pipeline import BuildContext
from pnp.build.result import Progress, in_steps, silent
from pnp.export.manifest import fingerprint
from pnp.files import remove, write
from pnp.history.approve import has_record, open_record
from pnp.history.approved_pictures import (
    DPI,
    PAGE,
    PictureComparison,
    SnapshotFolder,
    State,
    compare_with_pictures,
    keep_pictures,
)
from pnp.history.compare import Address, GameChanges, PrintedPiece, Version, compare
from pnp.history.pictures import (
    MOST_FACES,
    Figure,
    Keys,
    PicturedChanges,
    SideBySide,
    changes_page,
    figures,
)
from pnp.history.versions import open_versions
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import NothingApproved
from pnp.model.face import BACK, FRONT, PieceSide
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
    lines, found = keep_pictures(context, game, options.folder(project, game.id), asked, options.path_text)
    if has_errors(found):
        return SnapshotResult(found, (), (f"{game.title}: not approved, see the errors above",))
    written = (record.write(options.chooses, only_faces=True),) if record else ()
    return SnapshotResult(found, (), (*written, *lines))


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
    page = context.output(game.id) / PAGE
    differences = _report(faces, context.project, game, page, options)
    shown = f"; side by side in {options.path_text(page)}" if differences else ""
    line = _summary(faces, shown, options.to_approve(context.project, game.id))
    return SnapshotResult(found, differences, (f"{game.title}: {line}",))


def _report(
    faces: PictureComparison, project: Project, game: Game, page: Path, options: SnapshotOptions
) -> tuple[Diagnostic, ...]:
    """Return a finding for each face that is not as approved, and write the page that shows them. Raises CannotWrite."""
    places = {(part.id, piece.id): piece.place for part in game.components for piece in part.pieces}
    found: dict[PieceSide, Diagnostic] = {}
    pictures: dict[Keys, SideBySide[Figure]] = {}
    left_out: set[Keys] = set()
    before: dict[PieceSide, str] = dict(faces.kept)
    for face in faces.states():
        side, key = face.side, faces.sides.get(face.side)
        if face.state == "same":
            before[side] = key or ""
            continue
        code, words = FINDINGS[face.state]
        name, place = f"{side.component}/{side.piece}", places.get(side[:2])
        hint = f"if that is meant: {options.to_approve(project, game.id, name if place else side.component)}"
        message = f"{side.title}: {face.told(words)}"
        found[side] = Diagnostic(code, message, place, hint, game=game.id, piece=name)
        if (
            face.pictures.old is not None
        ):  # one that does not say what it shows is told from others by its place
            before[side] = faces.kept[side] or str(side)
        keys = (before.get(side) if face.pictures.old else None, key)
        if keys not in pictures and len(pictures) == MOST_FACES:
            left_out.add(keys)
        elif keys not in pictures:
            pictures[keys] = figures(face.pictures, DPI)
    if found:
        changes = _changes(faces, game, before)
        shown = changes_page(changes.since, [PicturedChanges(changes, pictures, len(left_out))])
        write(page, shown.encode("utf-8", "replace"), root=page.parent.parent)
    else:
        remove(page, root=page.parent)
    return faces.ordered(found)


def _changes(faces: PictureComparison, game: Game, before: Mapping[PieceSide, str]) -> GameChanges:
    """Return what became of the pieces that were asked for, whose approved sides showed the drawings `before`."""
    then: dict[Address, PrintedPiece] = {}
    for side in faces.ordered({side: side for side in before}):
        component, piece = side[:2]
        known = faces.now.pieces.get((component, piece))
        name, copies = (known.name, known.copies) if known else (piece, 1)
        front, back = (before.get(PieceSide(component, piece, which)) for which in (FRONT, BACK))
        then[component, piece] = PrintedPiece(
            component, piece, name, copies, front, back, fingerprint(front or "", back)
        )
    asked = {side[:2] for side in faces.sides}
    now = replace(faces.now, pieces={at: piece for at, piece in faces.now.pieces.items() if at in asked})
    titles = {part.id: part.title for part in game.components}
    old = Version(game.id, "", "you approved", then, {})
    return GameChanges(game.title, titles, old, now, compare(old, now))


def _summary(faces: PictureComparison, shown: str, to_approve: str) -> str:
    """Return "4 faces look as approved", or what is not so and where it is `shown`."""
    counts = faces.counts
    like = len(faces.sides) - sum(counts[state] for state in ("changed", "new", "damaged"))
    said = f"{counted(like, 'face looks', 'faces look')} as approved"
    if counts["same"]:
        said += f" ({counts['same']} drawn differently, looks the same)"
    if unlike := faces.in_words(damaged="not to be compared"):
        said = f"{unlike}; {said}{shown}; if that is meant: {to_approve}"
    return said
