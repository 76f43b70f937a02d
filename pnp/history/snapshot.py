"""Whether games look as they were approved: what to say of it, and the pictures of what does not."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Literal

from PIL import Image

from pnp.build.build_cache import BuildCache
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.result import Progress, silent, stepping
from pnp.build.sheets import ImposedComponent
from pnp.build.stages import BuildContext, Conversion
from pnp.export.image_files import face_pictures, png
from pnp.files import display_path, is_within, real_path, remove, remove_if_empty, sweep, write
from pnp.history.compare import BREAK, Version, face_content
from pnp.history.picture_diff import (
    Row,
    SideBySide,
    compare_pictures,
    difference_sheet,
    has_room,
    lossless_png,
)
from pnp.history.store import DPI, SNAPSHOT, ApprovedFace, PieceSide, SnapshotFolder, Unreadable
from pnp.history.versions import draw_version, open_versions
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, Place, has_errors, in_reading_order
from pnp.model.errors import CannotWrite, NothingApproved
from pnp.model.face import Deck, FacePages
from pnp.model.game import Game
from pnp.text import counted, in_percent

FOLDER = "snapshots"
"""Where the approved faces of a project lie."""

PICTURES = "snapshot"
"""The folder, in a game's output, of the pictures that show what changed."""

SHEET = "sheet.png"
_OURS = re.compile(r"[\w-]+\.[\w-]+\.(front|back)\.(old|new|difference)\.png", re.ASCII)

State = Literal["same", "changed", "new", "gone", "damaged"]
"""What became of a face; "same" is drawn differently and looks the same."""


@dataclass(frozen=True, slots=True)
class SnapshotOptions:
    """Which faces to compare or, with `update`, to approve, and where approved ones lie instead of in the project.

    Pictures of what changed go to `out` instead of the output folder.
    """

    components: tuple[str, ...] = ()
    only: str | None = None
    update: bool = False
    approved: Path | None = None
    out: Path | None = None

    def folder(self, project: Project, game: str = "") -> SnapshotFolder:
        """Return where the approved faces of a game lie, or those of all games."""
        top, root = self.approved or project.root / FOLDER, self.approved or project.root
        return SnapshotFolder(top / game, real_path(root), game)


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
    """Hold games, all when none is named, against their approved faces, or approve them.

    Raises NothingApproved, UnknownName for a component or piece that is not there, CannotWrite and CannotRender.
    """
    options = options or SnapshotOptions()
    chosen = BuildOptions(components=options.components, only=options.only, out=options.out)
    names = chosen_games(project, games)
    loaded = [load_game(project, name) for name in names]
    known = [each.game for each in loaded if each.game is not None]
    found = [finding for each in loaded for finding in each.diagnostics]
    if not has_errors(found):  # a game that cannot be read may be the one that has the component
        refuse_unknown(chosen, known)
        if not options.update and not any(options.folder(project, name).exists for name in names):
            named = "".join(f" {game}" for game in games)
            raise NothingApproved(
                f"no face was approved yet: there is no {SNAPSHOT} in {display_path(options.folder(project).path)}",
                f"look at the cards, and if they are as they should be: pnp snapshot{named} --update",
            )
    results = []
    step = stepping(progress, len(known))
    with open_versions(project, chosen, cache=cache) as context:
        for game in known:
            step(f"compare {game.id}")
            results.append(_compare_game(context.build, game, options))
    faults = in_reading_order([*found, *(each for result in results for each in result.faults)])
    return SnapshotResult(
        tuple(faults),
        tuple(each for result in results for each in result.differences),
        tuple(line for result in results for line in result.lines),
    )


def _compare_game(context: BuildContext, game: Game, options: SnapshotOptions) -> SnapshotResult:
    folder = options.folder(context.project, game.id)
    hint = f"pnp snapshot {game.id} --update"
    if not options.update and not folder.exists:
        message = f"no face of {game.id} was approved yet; if they are as they should be: {hint}"
        return SnapshotResult((), (Diagnostic("PNP572", message, game.place, hint, game=game.id),))
    version, drawn = draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return SnapshotResult(drawn.diagnostics, (), (f"{game.title}: not compared, see the errors above",))
    anew: tuple[str, ...] = ()
    try:
        approved = folder.read()
    except Unreadable as error:
        if not options.update:
            message = f"{display_path(folder.path / SNAPSHOT)} cannot be used: {error}"
            restore = f"restore it, or approve the present faces: {hint}"
            unusable = Diagnostic("PNP574", message, None, restore, game=game.id)
            return SnapshotResult(drawn.diagnostics, (unusable,))
        anew, approved = (f"{game.title}: {SNAPSHOT} is written anew: {error}",), {}
    faces = _Faces(version, folder, approved)
    refused = faces.convert(drawn.components, context.cache)
    if refused:
        return SnapshotResult((*drawn.diagnostics, *refused))
    asked = [side for side in approved if context.options.asks_for(side.component, side.piece)]
    gone = frozenset(side for side in asked if side not in faces.keys)
    kept = _DifferencePictures(context.output(game.id) / PICTURES, f"{game.title} {game.version}")
    if options.update:
        lines, counts = _approve(faces, gone, whole=not context.options.partial)
        kept.finish()
        told = (*anew, *(lines if approved else ()), _approved_line(game, faces, counts))
        return SnapshotResult(drawn.diagnostics, (), told)
    differences, counts = _findings(game, faces, gone, kept)
    sheet = kept.finish()
    return SnapshotResult(drawn.diagnostics, differences, (_compared_line(game, faces, counts, sheet),))


# The present faces of a game held against those that were approved.


@dataclass(frozen=True, slots=True)
class FaceState:
    """A face that is not the approved drawing; `reason` says why its approved picture cannot be used."""

    side: PieceSide
    state: State
    pictures: SideBySide[Image.Image]
    reason: str = ""


class _Faces:
    """The faces of a game; those that are not the approved drawings are converted at once and looked at in turn."""

    def __init__(
        self, version: Version, folder: SnapshotFolder, approved: Mapping[PieceSide, ApprovedFace]
    ) -> None:
        self.version, self.folder, self.approved = version, folder, approved
        self.keys = {
            PieceSide(piece.component, piece.id, is_back): key
            for piece in version.pieces.values()
            for is_back, key in ((False, piece.front), (True, piece.back))
            if key is not None
        }
        self._damaged: dict[PieceSide, str] = {}
        self._unlike: dict[str, list[PieceSide]] = {}
        for side, key in self.keys.items():
            if side in approved:
                try:
                    folder.picture(side, unpacked=False)
                except Unreadable as error:
                    self._damaged[side] = str(error)
            if side in self._damaged or side not in approved or approved[side].key != key:
                self._unlike.setdefault(key, []).append(side)
        self._pages: list[tuple[Deck, FacePages]] = []

    def convert(self, parts: Iterable[ImposedComponent], cache: BuildCache) -> list[Diagnostic]:
        """Convert what has to be seen; return a finding for each component of which the renderer refuses a face."""
        wanted = []
        for each in parts:
            deck = each.rendered.deck
            if faces := {key: face for key, face in deck.faces.items() if key in self._unlike}:
                wanted.append(replace(each, rendered=replace(each.rendered, deck=replace(deck, faces=faces))))
        with Conversion("typst", 2, cache) as conversion:
            for each in wanted:
                conversion.start(each.rendered)
            pages, refused = conversion.pages(wanted)
        if not refused:
            self._pages = [(each.rendered.deck, of_it) for each, of_it in zip(wanted, pages, strict=True)]
        return refused

    def states(self) -> Iterator[FaceState]:
        """Yield what is not as approved, with its pictures; faces that look alike on many pieces are drawn once."""
        unlike = dict(self._unlike)
        for deck, pages in self._pages:
            mine = [key for key in deck.faces if key in unlike]
            for key, picture in zip(mine, face_pictures(pages, mine, dpi=DPI), strict=True):
                for side in unlike.pop(key):
                    yield self._state(side, picture)

    def gone(self, sides: Collection[PieceSide]) -> Iterator[FaceState]:
        """Yield the state of each of these approved sides, which the game has no more."""
        for side in sorted(sides):
            old = None
            with suppress(Unreadable):
                old = self.folder.picture(side)
            yield FaceState(side, "gone", SideBySide(old, None))

    def _state(self, side: PieceSide, new: Image.Image) -> FaceState:
        if side not in self.approved:
            return FaceState(side, "new", SideBySide(None, new))
        reason = self._damaged.get(side)
        if reason is None:
            try:
                old = self.folder.picture(side)
            except Unreadable as error:  # its checksums are right and its pixels are not
                reason = str(error)
        if reason is not None:
            return FaceState(side, "damaged", SideBySide(None, new), reason)
        found = compare_pictures(old, new)
        return FaceState(side, "changed" if found.share else "same", found)


# The present faces made the approved ones: only what changed is written, what is gone is removed.


def _approve(
    faces: _Faces, gone: Collection[PieceSide], *, whole: bool
) -> tuple[list[str], Mapping[str, int]]:
    """Write the faces as they are now; `whole` also removes pictures that belong to no face. Raises CannotWrite.

    Pictures come first, then the record of them, and what is gone goes last: stopped anywhere, what is there is true
    or is drawn and compared again. Returns a line for each face that is not as it was, and how many of each kind.
    """
    folder = faces.folder
    if not is_within(folder.path, folder.root):
        raise CannotWrite(
            f"{folder.path} is a link that leads out to {real_path(folder.path)}",
            "remove that link, or choose the real folder with --approved",
        )
    try:
        said, counts = _write_pictures(faces)
        lines = [said[side] for side in faces.keys if side in said]
        kept = {side: face for side, face in faces.approved.items() if side not in gone}
        record = {**kept, **{side: _approved_face(faces, side) for side in faces.keys}}
        folder.write(record)
        for side in sorted(gone):
            lines.append(f"{side.title}: no longer in the game")
            folder.remove_picture(side)
        counts["gone"] += len(gone)
        for side in folder.stray_pictures(record) if whole else ():
            folder.remove_picture(side)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    return lines, counts


def _write_pictures(faces: _Faces) -> tuple[dict[PieceSide, str], Counter[str]]:
    lines: dict[PieceSide, str] = {}
    counts: Counter[str] = Counter()
    last: tuple[Image.Image | None, bytes] = (None, b"")
    for face in faces.states():
        counts[face.state] += 1
        new = face.pictures.new
        if face.state == "same" or new is None:  # the approved picture still shows how it looks
            continue
        if new is not last[0]:  # a common back comes fifty times, one after the other
            # Level 9 takes four times as long and saves 4 %.
            last = (new, lossless_png(new, dpi=(DPI, DPI), compress_level=6))
        write(faces.folder.path / f"{face.side}.png", last[1], root=faces.folder.root, durable=False)
        changed = f"{in_percent(face.pictures.share)} changed"
        said = {"new": "new", "damaged": f"drawn again, {face.reason}"}.get(face.state, changed)
        lines[face.side] = f"{face.side.title}: {said}"
    return lines, counts


def _approved_face(faces: _Faces, side: PieceSide) -> ApprovedFace:
    face, known = faces.version.faces[faces.keys[side]], faces.approved.get(side)
    if known is not None and known.key == face.key:
        return replace(known, page=face.page)
    content = face_content(face.svg)
    return ApprovedFace(face.key, face.page, " ".join(content.words).replace(BREAK, "") if content else "")


def _approved_line(game: Game, faces: _Faces, counts: Mapping[str, int]) -> str:
    """Return "Soup: 1 changed, 1 new; 4 faces approved in snapshots/soup"."""
    said = _told(counts, damaged="drawn again", same="drawn differently, looks the same")
    count = counted(len(faces.keys), "face")
    return f"{game.title}: {said or 'nothing new'}; {count} approved in {display_path(faces.folder.path)}"


def _told(counts: Mapping[str, int], **words: str) -> str:
    """Return "1 changed, 1 new", with other words for some states."""
    states = {"changed": "changed", "new": "new", "gone": "gone", **words}
    return ", ".join(f"{counts[state]} {word}" for state, word in states.items() if counts[state])


# What does not look as approved: a finding for each face, and pictures that show it.


def _findings(
    game: Game, faces: _Faces, gone: Collection[PieceSide], kept: "_DifferencePictures"
) -> tuple[tuple[Diagnostic, ...], Mapping[str, int]]:
    """Return the findings in the order of the data, fronts before backs, what is gone last; keep their pictures."""
    found: dict[PieceSide, Diagnostic] = {}
    counts: Counter[str] = Counter()
    places = {(part.id, piece.id): piece.place for part in game.components for piece in part.pieces}
    for face in chain(faces.states(), faces.gone(gone)):
        counts[face.state] += 1
        if face.state != "same":
            place = places.get((face.side.component, face.side.piece))
            found[face.side] = _finding(face, game.id, place, kept.keep(face))
    order = (*faces.keys, *sorted(gone))
    return tuple(found[side] for side in order if side in found), counts


def _finding(face: FaceState, game: str, place: Place | None, picture: Path | None) -> Diagnostic:
    side = face.side
    code, said = {
        "changed": ("PNP571", f"{in_percent(face.pictures.share)} of it looks different"),
        "new": ("PNP572", "it was not approved yet"),
        "gone": ("PNP573", "it was approved and is no longer in the game"),
    }.get(face.state, ("PNP574", f"its approved picture cannot be used: {face.reason}"))
    said = f"{side.title}: {said}" + (f"; see {display_path(picture)}" if picture else "")
    hint = f"if that is meant: pnp snapshot {game} --update"
    return Diagnostic(code, said, place, hint, game=game, piece=f"{side.component}/{side.piece}")


def _compared_line(game: Game, faces: _Faces, counts: Mapping[str, int], sheet: Path | None) -> str:
    """Return "Soup: 4 faces look as approved", or what is not so and where to see it."""
    like = len(faces.keys) - sum(counts[state] for state in ("changed", "new", "damaged"))
    said = f"{counted(like, 'face looks', 'faces look')} as approved"
    if counts["same"]:
        said += f" ({counts['same']} drawn differently, looks the same)"
    unlike = _told(counts, damaged="not to be compared")
    if not unlike:
        return f"{game.title}: {said}"
    side_by_side = f"; side by side in {display_path(sheet)}" if sheet else ""
    return f"{game.title}: {unlike}; {said}{side_by_side}; if that is meant: pnp snapshot {game.id} --update"


class _DifferencePictures:
    """Writes the pictures of what is not as approved to `folder`, and in the end the sheet that shows all of it."""

    def __init__(self, folder: Path, title: str) -> None:
        self._folder, self._title = folder, title
        self._written: set[str] = set()
        self._rows: dict[tuple[str, ...], Row] = {}
        self._left_out = 0

    def keep(self, face: FaceState) -> Path | None:
        """Write the pictures of one face; return the one to look at first, None when there is none.

        Raises CannotWrite.
        """
        old, new, marked = face.pictures.all
        side, first = face.side, None
        for picture, kind in ((marked, "difference"), (new, "new"), (old, "old")):
            if picture is not None:
                path = self._folder / f"{side.component}.{side.piece}.{side.side}.{kind}.png"
                self._write(path, picture)
                first = first or path
        if first is None:
            return None
        # Faces that looked alike and look alike, such as a common back, share a row.
        seen = (
            face.state,
            *(hashlib.sha256(each.tobytes()).hexdigest() if each else "" for each in (old, new)),
        )
        if seen in self._rows:
            self._rows[seen] = replace(self._rows[seen], alike=self._rows[seen].alike + 1)
        elif has_room(self._rows.values()):
            changed = f": {in_percent(face.pictures.share)} changed" if marked else ""
            self._rows[seen] = Row.of(f"{side.title}{changed}", face.pictures)
        else:
            self._left_out += 1
        return first

    def finish(self) -> Path | None:
        """Write the sheet and remove what earlier snapshots left; return the sheet, None when all is well.

        Raises CannotWrite.
        """
        folder = self._folder
        sheet = folder / SHEET if self._rows else None
        if sheet is not None:
            self._write(sheet, difference_sheet(self._title, [*self._rows.values()], more=self._left_out))
        if folder.is_dir() and not folder.is_symlink():
            sweep(folder)
            for path in sorted(folder.iterdir()):
                if (path.name == SHEET or _OURS.fullmatch(path.name)) and path.name not in self._written:
                    remove(path, root=folder, hint="close it in other programs, then try again")
            remove_if_empty(folder)
        return sheet

    def _write(self, path: Path, picture: Image.Image) -> None:
        write(path, png(picture, dpi=DPI), root=self._folder.parent)
        self._written.add(path.name)
