"""Whether games look as they were approved: what to say of it, and the pictures of what does not."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from PIL import Image

from pnp.build.build_cache import BuildCache
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.result import Progress, in_steps, silent
from pnp.build.stages import BuildContext, Conversion, DrawnGame, ImposedComponent
from pnp.export.image_files import face_pictures
from pnp.files import is_within, real_path, write
from pnp.history.compare import Version
from pnp.history.picture_diff import DifferencePictures, SideBySide, compare_pictures, lossless_png
from pnp.history.store import DPI, SNAPSHOT, ApprovedFace, SnapshotFolder, Unreadable
from pnp.history.versions import draw_version, open_versions
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotWrite, NothingApproved
from pnp.model.face import Deck, FacePages, PieceSide, in_order
from pnp.model.game import Game
from pnp.render.face_content import face_content, in_a_line
from pnp.text import counted, in_percent

FOLDER = "snapshots"
"""Where the approved faces of a project lie."""

PICTURES = "snapshot"
"""The folder, in a game's output, of the pictures that show what changed."""

T = TypeVar("T")
State = Literal["same", "changed", "new", "gone", "damaged"]
"""What became of a face; "same" is drawn differently and looks the same."""

FINDINGS: Mapping[State, tuple[str, str]] = {
    "changed": ("PNP571", "{share} of it looks different"),
    "new": ("PNP572", "it was not approved yet"),
    "gone": ("PNP573", "it was approved and is no longer in the game"),
    "damaged": ("PNP574", "its approved picture cannot be used: {reason}"),
}
"""The code of each state that is not as approved, and what the finding says."""

UPDATED: Mapping[State, str] = {
    "changed": "{share} changed",
    "new": "new",
    "gone": "no longer in the game",
    "damaged": "drawn again, {reason}",
}
"""What is said of a face that is approved anew."""


@dataclass(frozen=True, slots=True)
class SnapshotOptions:
    """Which faces to compare or, with `update`, to approve, and where approved ones lie instead of in the project.

    Pictures of what changed go to `out` instead of the output folder. `path_text` says how paths are told.
    """

    components: tuple[str, ...] = ()
    only: str | None = None
    update: bool = False
    approved: Path | None = None
    out: Path | None = None
    path_text: Callable[[Path], str] = str

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
    loaded = load_games(project, games)
    if loaded.complete:  # a game that cannot be read may be the one that has the component
        refuse_unknown(chosen, loaded.games)
        if not options.update and not any(options.folder(project, name).exists for name in loaded.by_name):
            folder = options.path_text(options.folder(project).path)
            raise NothingApproved(
                f"no face was approved yet: there is no {SNAPSHOT} in {folder}",
                f"look at the cards, and if they are as they should be: pnp {' '.join(('snapshot', *games))} --update",
            )
    with open_versions(project, chosen, cache=cache) as context:
        compared = in_steps(loaded.games, "compare", progress)
        results = [_snapshot_game(context.build, game, options) for game in compared]
    faults = (*loaded.diagnostics, *(each for result in results for each in result.faults))
    return SnapshotResult(
        in_reading_order(faults),
        tuple(each for result in results for each in result.differences),
        tuple(line for result in results for line in result.lines),
    )


def _snapshot_game(context: BuildContext, game: Game, options: SnapshotOptions) -> SnapshotResult:
    """Compare or approve the faces of one game."""
    folder = options.folder(context.project, game.id)
    hint = f"pnp snapshot {game.id} --update"
    if not options.update and not folder.exists:
        message = f"no face of {game.id} was approved yet; if they are as they should be: {hint}"
        return SnapshotResult((), (Diagnostic("PNP572", message, game.place, hint, game=game.id),))
    version, drawn = draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return SnapshotResult(drawn.diagnostics, (), (f"{game.title}: not compared, see the errors above",))
    anew = ""
    try:
        approved = folder.read()
    except Unreadable as error:
        if not options.update:
            message = f"{options.path_text(folder.path / SNAPSHOT)} cannot be used: {error}"
            restore = f"restore it, or approve the present faces: {hint}"
            unusable = Diagnostic("PNP574", message, None, restore, game=game.id)
            return SnapshotResult(drawn.diagnostics, (unusable,))
        anew, approved = f"{game.title}: {SNAPSHOT} is written anew: {error}", {}
    asked = (side for side in approved if context.options.asks_for(side.component, side.piece))
    faces = ApprovedComparison(version, folder, approved, asked)
    refused = faces.convert(drawn.components, context.cache)
    if refused:
        return SnapshotResult((*drawn.diagnostics, *refused))
    pictures = DifferencePictures(context.output(game.id) / PICTURES, f"{game.title} {game.version}", DPI)
    if options.update:
        told = _approve(faces, game, options)
        pictures.finish()
        return SnapshotResult(drawn.diagnostics, (), (*filter(None, (anew,)), *told))
    return _report(faces, drawn, options, pictures)


# The present faces of a game held against those that were approved.


@dataclass(frozen=True, slots=True)
class FaceState:
    """A face that is not the approved drawing; `reason` says why its approved picture cannot be used."""

    side: PieceSide
    state: State
    pictures: SideBySide[Image.Image]
    reason: str = ""

    def told(self, words: str) -> str:
        """Return the words with the share that changed, or the reason, filled in."""
        return words.format(share=in_percent(self.pictures.share), reason=self.reason)


class ApprovedComparison:
    """The faces of a game beside the approved ones; those that are drawn otherwise are converted and looked at in turn.

    `keys` are those of the present faces, `gone` the sides, of those `asked` for, that the game has no more; `counts`
    says how many faces are in each state, once all have been looked at.
    """

    def __init__(
        self,
        version: Version,
        folder: SnapshotFolder,
        approved: Mapping[PieceSide, ApprovedFace],
        asked: Iterable[PieceSide],
    ) -> None:
        self.version, self.folder, self.approved = version, folder, approved
        self.keys = version.sides
        self.gone = in_order(side for side in asked if side not in self.keys)
        self.counts: Counter[str] = Counter()
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
        for state in self._states():
            self.counts[state.state] += 1
            yield state

    def _states(self) -> Iterator[FaceState]:
        unlike = dict(self._unlike)
        for deck, pages in self._pages:
            mine = [key for key in deck.faces if key in unlike]
            for key, picture in zip(mine, face_pictures(pages, mine, dpi=DPI), strict=True):
                for side in unlike.pop(key):
                    yield self._state(side, picture)
        for side in self.gone:
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
                found = compare_pictures(self.folder.picture(side), new)
            except Unreadable as error:  # its checksums are right and its pixels are not
                reason = str(error)
            else:
                return FaceState(side, "changed" if found.share else "same", found)
        return FaceState(side, "damaged", SideBySide(None, new), reason)

    def ordered(self, told: Mapping[PieceSide, T]) -> tuple[T, ...]:
        """Return what is told of sides in the order of the data, fronts before backs, what is gone last."""
        return tuple(told[side] for side in (*self.keys, *self.gone) if side in told)

    def in_words(self, **words: str) -> str:
        """Return "1 changed, 1 new", with other words for some states."""
        states = {"changed": "changed", "new": "new", "gone": "gone", **words}
        return ", ".join(
            f"{self.counts[state]} {word}" for state, word in states.items() if self.counts[state]
        )


def _report(
    faces: ApprovedComparison, drawn: DrawnGame, options: SnapshotOptions, kept: DifferencePictures
) -> SnapshotResult:
    """Return a finding for each face that is not as approved, and "Soup: 4 faces look as approved" or what is not so."""
    game, show = drawn.game, options.path_text
    hint = f"if that is meant: pnp snapshot {game.id} --update"
    places = {(part.id, piece.id): piece.place for part in game.components for piece in part.pieces}
    found: dict[PieceSide, Diagnostic] = {}
    for face in faces.states():
        if face.state != "same":
            side, (code, words) = face.side, FINDINGS[face.state]
            picture = kept.keep(side, face.state, face.pictures)
            said = f"{side.title}: {face.told(words)}" + (f"; see {show(picture)}" if picture else "")
            name, place = f"{side.component}/{side.piece}", places.get(side[:2])
            found[side] = Diagnostic(code, said, place, hint, game=game.id, piece=name)
    sheet, counts = kept.finish(), faces.counts
    like = len(faces.keys) - sum(counts[state] for state in ("changed", "new", "damaged"))
    said = f"{counted(like, 'face looks', 'faces look')} as approved"
    if counts["same"]:
        said += f" ({counts['same']} drawn differently, looks the same)"
    if unlike := faces.in_words(damaged="not to be compared"):
        side_by_side = f"; side by side in {show(sheet)}" if sheet else ""
        said = f"{unlike}; {said}{side_by_side}; {hint}"
    return SnapshotResult(drawn.diagnostics, faces.ordered(found), (f"{game.title}: {said}",))


# The present faces made the approved ones: only what changed is written, what is gone is removed.


def _approve(faces: ApprovedComparison, game: Game, options: SnapshotOptions) -> tuple[str, ...]:
    """Write the faces as they are now; return what to say of each that is not as it was, and of all. Raises CannotWrite.

    Pictures come first, then the record of them, and what is gone goes last: stopped anywhere, what is there is true
    or is drawn and compared again. An approval of the whole game also removes pictures that belong to no face.
    """
    folder = faces.folder
    if not is_within(folder.path, folder.root):
        raise CannotWrite(
            f"{folder.path} is a link that leads out to {real_path(folder.path)}",
            "remove that link, or choose the real folder with --approved",
        )
    try:
        lines = faces.ordered(_write_pictures(faces))
        kept = {side: face for side, face in faces.approved.items() if side not in set(faces.gone)}
        record = {**kept, **{side: _approved_face(faces, side) for side in faces.keys}}
        folder.write(record)
        stray = () if options.components or options.only is not None else folder.stray_pictures(record)
        for side in (*faces.gone, *stray):
            folder.remove_picture(side)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    said = faces.in_words(damaged="drawn again", same="drawn differently, looks the same") or "nothing new"
    count = f"{counted(len(faces.keys), 'face')} approved in {options.path_text(folder.path)}"
    return (*(lines if faces.approved else ()), f"{game.title}: {said}; {count}")


def _write_pictures(faces: ApprovedComparison) -> dict[PieceSide, str]:
    lines: dict[PieceSide, str] = {}
    last: tuple[Image.Image | None, bytes] = (None, b"")
    for face in faces.states():
        new = face.pictures.new
        if face.state == "same":  # the approved picture still shows how it looks
            continue
        lines[face.side] = f"{face.side.title}: {face.told(UPDATED[face.state])}"
        if new is None:  # gone
            continue
        if new is not last[0]:  # a common back comes fifty times, one after the other
            # Level 9 takes four times as long and saves 4 %.
            last = (new, lossless_png(new, dpi=(DPI, DPI), compress_level=6))
        write(faces.folder.path / f"{face.side}.png", last[1], root=faces.folder.root, durable=False)
    return lines


def _approved_face(faces: ApprovedComparison, side: PieceSide) -> ApprovedFace:
    face, known = faces.version.faces[faces.keys[side]], faces.approved.get(side)
    if known is not None and known.key == face.key:
        return replace(known, page=face.page)
    content = face_content(face.svg)
    return ApprovedFace(face.key, face.page, in_a_line(content.words) if content else "")
