"""`pnp approve` and `pnp snapshot`: texts and faces written down as right, and present faces compared with those.

snapshots/<game>/manifest.json, faces/<key>.svg
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from pnp.approval.changes import FINDINGS, Unapproved, not_approved
from pnp.approval.record import (
    Approvals,
    Chosen,
    Present,
    approve,
    named,
    record_of,
    recorded_words,
)
from pnp.build.check import check_games
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.pipeline import BuildContext
from pnp.build.result import CheckOptions, Progress, in_steps, silent
from pnp.export.manifest import NAME, fingerprint
from pnp.files import is_within, leads_outside, real_path, remove, write
from pnp.history.changed_faces import GameChanges, PrintedPiece, Version
from pnp.history.diff import changes_page, difference, paragraph, pictured
from pnp.history.versions import draw_version, open_versions, read_version, write_version
from pnp.load.game import load_games
from pnp.load.project import APPROVED, APPROVED_FACES, Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotWrite, NothingApproved, UnknownName
from pnp.model.face import BACK, FRONT, PieceSide
from pnp.model.game import Game
from pnp.text import counted, suggest

PAGE = "snapshot.html"
"""The page, in a game's output, that shows what is not as approved."""


@dataclass(frozen=True, slots=True)
class SnapshotFolder:
    """The approved faces of a game, in `path`; no link may lead out of `root`."""

    path: Path
    root: Path

    @classmethod
    def of(cls, project: Project, game: str = "", elsewhere: Path | None = None) -> "SnapshotFolder":
        """Return where the faces of a game lie, or those of all games; `elsewhere` instead of in the project."""
        name = f"{game}-{project.language}" if game and project.language else game
        folder = elsewhere or project.root / APPROVED_FACES
        return cls(folder / name, real_path(elsewhere or project.root))

    @property
    def exists(self) -> bool:
        """Whether faces of the game are kept."""
        return is_within(self.path, self.root) and self.path.is_dir()

    def read(self, game: str, *, against: Version | None = None) -> Version:
        """Return what was approved, as much of it as can be read; see `read_version`."""
        manifest = self.path / NAME
        inside = self.exists and is_within(manifest, self.root)
        kept = read_version(manifest, "you approved", against=against) if inside else None
        return kept or Version(game, "", "you approved", {}, {})


def keep_faces(
    context: BuildContext,
    game: Game,
    folder: SnapshotFolder,
    asked: Callable[[PieceSide], bool],
    *,
    path_text: Callable[[Path], str] = str,
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Keep the faces that are asked for as they are now; return what to say, and what was found. Raises CannotWrite."""
    now, drawn = draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return (), drawn.diagnostics
    before = folder.read(game.id)
    if not any(asked(side) for side in (*before.sides, *now.sides)):
        return (), drawn.diagnostics
    if outside := leads_outside(folder.path, folder.root):
        raise CannotWrite(outside, "remove that link, or choose the real folder with --approved")
    first, approved = not folder.exists, _approved(before, now, asked)
    try:
        write_version(folder.path, approved, root=folder.root)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    page = context.output(game.id) / PAGE
    remove(page, root=page.parent)  # it showed what is approved now
    changes = GameChanges.between(game, before, approved)
    lines = () if first or not changes.changes else tuple(paragraph(changes))[:-1]
    summary = "" if first else f"{changes.summary}; "
    kept = f"{counted(len(approved.faces), 'face')} kept in {path_text(folder.path)}"
    return (*lines, f"{game.title}: {summary}{kept}"), drawn.diagnostics


def _approved(before: Version, now: Version, asked: Callable[[PieceSide], bool]) -> Version:
    """Return what is approved when the sides that are asked for are as they are now, and the others as before."""
    sides: Mapping[PieceSide, str] = {
        **{side: key for side, key in before.sides.items() if not asked(side)},
        **{side: key for side, key in now.sides.items() if asked(side)},
    }
    pieces = {}
    for address in dict.fromkeys(side[:2] for side in sides):
        piece = now.pieces.get(address) or before.pieces[address]
        front, back = (sides.get(PieceSide(*address, which)) for which in (FRONT, BACK))
        sha256 = fingerprint(front or "", back)
        pieces[address] = PrintedPiece(*address, piece.name, piece.copies, front, back, sha256)
    faces = {key: now.faces.get(key) or before.faces[key] for key in sides.values()}
    return Version(now.game, now.version, now.label, pieces, faces)


# `pnp approve`: writes approved.yaml and, where they are kept, the approved faces.


@dataclass(frozen=True, slots=True)
class ApproveResult:
    """What approving came to, in lines; or the `diagnostics` for which nothing was approved."""

    lines: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def approve_game(
    project: Project,
    game: str,
    names: Sequence[str] = (),
    *,
    anew: bool = False,
    pictures: bool = False,
    cache: bool = True,
) -> ApproveResult:
    """Write down in approved.yaml that the game is right as it is; or only what `names` are about.

    A name is the id of a claim or a ruling, a section of the rules, a component, a piece, "credits" or "sources". `anew`
    forgets what was approved before, also a file that is damaged. With `pictures`, or where some are kept, the approved
    faces are kept too. A game with other errors is not approved.
    Raises UnknownName, CannotWrite and CannotRender.
    """
    record, found = open_record(project, game, anew=anew, cache=cache)
    if record is None:
        return ApproveResult((), found)
    record.refuse_unknown(names)
    chosen, folder = named(names), SnapshotFolder.of(project, game)
    lines: tuple[str, ...] = ()
    if pictures or folder.exists:
        asked, path_text = record.present.says_of(chosen), partial(_display_path, project)
        with open_versions(project, BuildOptions(), cache=cache) as context:
            lines, found = keep_faces(context.build, record.present.game, folder, asked, path_text=path_text)
        if has_errors(found):
            return ApproveResult((), found)
    return ApproveResult((record.write(chosen), *lines))


@dataclass(frozen=True, slots=True)
class Record:
    """The approved.yaml of a game, `before` as it was read if there is one, and what is there to approve."""

    project: Project
    path: Path
    present: Present
    before: Approvals | None

    @property
    def unapproved(self) -> tuple[Unapproved, ...]:
        """What is not as it was approved: everything, where there is no record."""
        return not_approved(self.present, self.before or Approvals())

    def refuse_unknown(self, names: Sequence[str]) -> None:
        """Raise UnknownName for a name that nothing has, now or in the record."""
        before = self.before or Approvals()
        known = {word for text in self.present.texts for word in text.words}
        known.update(word for face in self.present.faces or () for word in face.words)
        known.update(word for text in before.texts for word in recorded_words(text))
        known.update(word for face in before.faces for word in recorded_words(face))
        for name in names:
            if name not in known and not any(fnmatchcase(word, name) for word in known):
                game = self.present.game.id
                message = f'nothing in {game} is called "{name}": no claim, section, component or piece'
                raise UnknownName(message, suggest(name, known, what="names"))

    def write(self, chosen: Chosen, *, only_faces: bool = False) -> str:
        """Write what is chosen as it is now; return what to say. Raises CannotWrite."""
        game = self.present.game
        approved = approve(self.present, self.before or Approvals(), chosen, only_faces=only_faces)
        write(self.path, approved.approvals.as_yaml(game.id).encode(), root=self.project.root)
        total = _counted(len(approved.approvals.texts), len(approved.approvals.faces))
        changed = "all of it" if self.before is None else _counted(approved.texts, approved.faces)
        return f"{game.title}: {changed} approved anew; {total} in {_display_path(self.project, self.path)}"


def _display_path(project: Project, path: Path) -> str:
    return path.relative_to(project.root).as_posix()


def _counted(texts: int, faces: int) -> str:
    return f"{counted(texts, 'text')} and {counted(faces, 'face')}"


def open_record(
    project: Project, game: str, *, anew: bool = False, cache: bool = True
) -> tuple[Record | None, tuple[Diagnostic, ...]]:
    """Check a game; return what can be approved of it, None when other things are wrong, and what those are."""
    (result,) = check_games(project, (game,), CheckOptions(cache=cache, approving=True))
    found = tuple(finding for finding in result.diagnostics if finding.code not in FINDINGS)
    if anew:
        found = tuple(
            finding
            for finding in found
            if not (finding.place and finding.place.file.endswith(f"/{APPROVED}"))
        )
    path = record_of(project, game)
    if has_errors(found) or result.present is None or path is None:
        return None, found
    return Record(project, path, result.present, None if anew else result.approvals), found


def has_record(project: Project, game: str) -> bool:
    """Say whether a game has an approved.yaml, which may be damaged."""
    path = record_of(project, game)
    return path is not None and path.exists()


# pnp snapshot: whether games look as they were approved, and a page that shows what does not.


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
