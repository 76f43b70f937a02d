"""The faces of a game compared with the pictures of the approved ones, and those pictures written."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from PIL import Image

from pnp.build.pipeline import BuildContext, Conversion, ImposedComponent
from pnp.export.image_files import face_pictures
from pnp.files import leads_outside
from pnp.history.compare import Version
from pnp.history.picture_diff import DifferencePictures, SideBySide, compare_pictures
from pnp.history.store import DPI, RECORD_BEFORE, SnapshotFolder, Unreadable, picture_file
from pnp.history.versions import draw_version
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotWrite
from pnp.model.face import Deck, FacePages, PieceSide, in_order
from pnp.model.game import Game
from pnp.text import counted, in_percent

DIFFERENCES = "snapshot"
"""The folder, in a game's output, of the pictures that show what is not as approved."""

T = TypeVar("T")
State = Literal["same", "changed", "new", "gone", "damaged"]
"""What became of a face; "same" is drawn differently and looks the same."""

UPDATED: Mapping[State, str] = {
    "changed": "{share} changed",
    "new": "new",
    "gone": "no longer in the game",
    "damaged": "drawn again, {reason}",
}
"""What is said of a face that is approved anew."""


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


class PictureComparison:
    """The `asked` faces of a game beside their pictures; those drawn otherwise are converted and looked at in turn.

    `keys` are those of the present faces, `gone` the sides that the game has no more; `counts` says how many faces are
    in each state, once all have been looked at.
    """

    def __init__(self, version: Version, folder: SnapshotFolder, asked: Callable[[PieceSide], bool]) -> None:
        self.folder, self.approved = folder, folder.read(asked)
        self.keys = {side: key for side, key in version.sides.items() if asked(side)}
        self.gone = in_order(side for side in self.approved if side not in self.keys)
        self.counts: Counter[str] = Counter()
        self._unlike: dict[str, list[PieceSide]] = {}
        for side, key in self.keys.items():
            if self.approved.get(side) != key:
                self._unlike.setdefault(key, []).append(side)
        self._pages: list[tuple[Deck, FacePages]] = []

    def convert(
        self, context: BuildContext, game: Game, parts: Iterable[ImposedComponent]
    ) -> list[Diagnostic]:
        """Convert what has to be seen; return a finding for each component of which the renderer refuses a face."""
        wanted = []
        for each in parts:
            deck = each.rendered.deck
            if faces := {key: face for key, face in deck.faces.items() if key in self._unlike}:
                wanted.append(replace(each, rendered=replace(each.rendered, deck=replace(deck, faces=faces))))
        with Conversion(context, game) as conversion:
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
        if side not in self.approved and not self.folder.leads_out(side):
            return FaceState(side, "new", SideBySide(None, new))
        try:
            found = compare_pictures(self.folder.picture(side), new)
        except Unreadable as error:
            return FaceState(side, "damaged", SideBySide(None, new), str(error))
        return FaceState(side, "changed" if found.share else "same", found)

    def ordered(self, told: Mapping[PieceSide, T]) -> tuple[T, ...]:
        """Return what is told of sides in the order of the data, fronts before backs, what is gone last."""
        return tuple(told[side] for side in (*self.keys, *self.gone) if side in told)

    def in_words(self, **words: str) -> str:
        """Return "1 changed, 1 new", with other words for some states."""
        states = {"changed": "changed", "new": "new", "gone": "gone", **words}
        return ", ".join(
            f"{self.counts[state]} {word}" for state, word in states.items() if self.counts[state]
        )


def compare_with_pictures(
    context: BuildContext, game: Game, folder: SnapshotFolder, asked: Callable[[PieceSide], bool]
) -> tuple[PictureComparison | None, tuple[Diagnostic, ...]]:
    """Draw a game and hold the faces that are asked for against their pictures; None where errors were found."""
    version, drawn = draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return None, drawn.diagnostics
    faces = PictureComparison(version, folder, asked)
    refused = faces.convert(context, game, drawn.components)
    return None if refused else faces, (*drawn.diagnostics, *refused)


def differences(context: BuildContext, game: Game) -> DifferencePictures:
    """Return what writes the pictures of what is not as approved to the game's output, and removes those before."""
    return DifferencePictures(context.output(game.id) / DIFFERENCES, f"{game.title} {game.version}", DPI)


def keep_pictures(
    faces: PictureComparison, title: str, path_text: Callable[[Path], str] = str
) -> tuple[str, ...]:
    """Write the pictures of what is not as it was, remove those of what is gone; return what to say. Raises CannotWrite.

    What is gone goes last: stopped anywhere, what is there is true or is drawn and compared again.
    """
    folder = faces.folder
    if outside := leads_outside(folder.path, folder.root):
        raise CannotWrite(outside, "remove that link, or choose the real folder with --approved")
    first = not folder.exists
    try:
        lines = faces.ordered(_write_pictures(faces))
        for each in (*(f"{side}.png" for side in faces.gone), RECORD_BEFORE):
            folder.remove(each)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    said = faces.in_words(damaged="drawn again", same="drawn differently, looks the same") or "nothing new"
    count = f"{counted(len(faces.keys), 'picture')} kept in {path_text(folder.path)}"
    return (*(() if first else lines), f"{title}: {said}; {count}")


def _write_pictures(faces: PictureComparison) -> dict[PieceSide, str]:
    lines: dict[PieceSide, str] = {}
    last: tuple[Image.Image | None, bytes] = (None, b"")
    for face in faces.states():
        new = face.pictures.new
        if face.state != "same":
            lines[face.side] = f"{face.side.title}: {face.told(UPDATED[face.state])}"
        if new is None:  # gone
            continue
        if new is not last[0]:  # a common back comes fifty times, one after the other
            last = (new, picture_file(new, faces.keys[face.side]))
        faces.folder.write(face.side, last[1])
    return lines
