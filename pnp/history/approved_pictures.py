"""The pictures of approved faces: kept in snapshots/, and the present faces of a game held against them.

    snapshots/<game>/<component>/<piece>.<side>.png

A picture says of itself what drawing it shows. All of it may have come with somebody's download: no name and no link leads
out of its folder, and nothing large is read.
"""

import io
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Self, TypeVar

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from pnp.approval.record import PICTURES
from pnp.build.pipeline import BuildContext, Conversion
from pnp.export.image_files import face_pictures
from pnp.files import is_within, leads_outside, real_path, remove, remove_if_empty, write
from pnp.history.compare import Version
from pnp.history.pictures import SideBySide, compare_pictures, lossless_png
from pnp.history.store import Unreadable, read_inside
from pnp.history.versions import draw_version
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotWrite
from pnp.model.face import FacePages, PieceSide, in_order
from pnp.model.game import Game
from pnp.text import counted, in_percent

DPI = 150
"""A line of 0.3 mm is two pixels wide then, and a card takes some 20 kB."""

_DRAWING = "Drawing"
"""The text in a picture's file that gives the key of its drawing."""

_BROKEN = "it is no whole PNG file"
_MOST_BYTES = 100_000_000
_MOST_PIXELS = 120_000_000
"""A poster of one metre by two, at 150 dpi, with room to spare."""


@dataclass(frozen=True, slots=True)
class SnapshotFolder:
    """The pictures of the approved faces of a game, in `path`; no link may lead out of `root`."""

    path: Path
    root: Path

    @classmethod
    def of(cls, project: Project, game: str = "", elsewhere: Path | None = None) -> Self:
        """Return where the pictures of a game lie, or those of all games; `elsewhere` instead of in the project."""
        own = f"{game}-{project.language}" if game and project.language else game
        return cls((elsewhere or project.root / PICTURES) / own, real_path(elsewhere or project.root))

    @property
    def exists(self) -> bool:
        """Whether pictures of the game are kept."""
        return self.path.is_dir()

    def read(self, asked: Callable[[PieceSide], bool]) -> dict[PieceSide, str]:
        """Return the key of the drawing that each picture shows; "" when its file does not say so, or is damaged.

        Folders that lead out are not looked into.
        """
        found = {}
        inside = self.path.glob("*") if is_within(self.path, self.root) else ()
        for path in (path for each in inside if is_within(each, self.root) for path in each.glob("*.png")):
            side = PieceSide.read(f"{path.parent.name}/{path.stem}")
            if side is not None and asked(side):
                try:
                    found[side] = str(self._whole(side).info.get(_DRAWING, ""))
                except Unreadable:
                    found[side] = ""
        return found

    def leads_out(self, side: PieceSide) -> bool:
        """Say whether the picture of a face would lie elsewhere, as a link has it."""
        return not is_within(self.path / f"{side}.png", self.root)

    def picture(self, side: PieceSide) -> Image.Image:
        """Return the approved picture of a face; raises Unreadable."""
        picture = self._whole(side)
        try:
            return picture.convert("RGB")
        except Exception as error:  # its checksums are right and its pixels are not
            raise Unreadable(_BROKEN) from error

    def _whole(self, side: PieceSide) -> Image.Image:
        """Return a picture whose pixels are not read yet, its checksums found right; raises Unreadable."""
        data = read_inside(self.path / f"{side}.png", self.root, _MOST_BYTES)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Pillow warns of is refused just below
            try:
                picture = Image.open(io.BytesIO(data), formats=("PNG",))
                picture.verify()
                picture = Image.open(
                    io.BytesIO(data), formats=("PNG",)
                )  # of a verified one no pixel can be read
            # A broken file fails wherever the decoder happens to be: OSError, SyntaxError, struct.error and more.
            except Exception as error:
                raise Unreadable(_BROKEN) from error
        if picture.width * picture.height > _MOST_PIXELS:
            raise Unreadable(f"it has {picture.width} x {picture.height} pixels")
        return picture

    def write(self, side: PieceSide, picture: bytes) -> None:
        """Keep the picture of a face. Raises CannotWrite."""
        write(self.path / f"{side}.png", picture, root=self.root, durable=False)

    def remove(self, side: PieceSide) -> None:
        """Remove a picture, and its folder when it was the last; what a link leads out to is left."""
        path = self.path / f"{side}.png"
        remove(path, root=self.root, hint=f"make {path.parent} writable, or choose another folder with --out")
        remove_if_empty(path.parent)


def picture_file(picture: Image.Image, key: str) -> bytes:
    """Return the file of the picture of a drawing with that key."""
    about = PngInfo()
    about.add_text(_DRAWING, key)
    # Level 9 takes four times as long and saves 4 %.
    return lossless_png(picture, dpi=(DPI, DPI), compress_level=6, pnginfo=about)


# The present faces held against them.

PAGE = "snapshot.html"
"""The page, in a game's output, that shows what is not as approved."""

T = TypeVar("T")
State = Literal["same", "changed", "new", "gone", "damaged"]
"""What became of a face; "same" is drawn differently and looks the same."""


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


@dataclass(frozen=True, slots=True)
class PictureComparison:
    """The faces of a game that were asked for beside their pictures, `sides` and `kept` with the keys of their drawings.

    `pages` are the converted faces that are not the drawings of their pictures. `counts` says how many faces are in each
    state, once all have been looked at.
    """

    now: Version
    folder: SnapshotFolder
    sides: Mapping[PieceSide, str]
    kept: Mapping[PieceSide, str]
    pages: tuple[FacePages, ...]
    counts: Counter[State] = field(default_factory=Counter)

    @property
    def gone(self) -> tuple[PieceSide, ...]:
        """The sides that the game has no more."""
        return tuple(in_order(side for side in self.kept if side not in self.sides))

    def states(self) -> Iterator[FaceState]:
        """Yield what is not as approved, with its pictures; faces that look alike on many pieces are drawn once."""
        for state in self._states():
            self.counts[state.state] += 1
            yield state

    def _states(self) -> Iterator[FaceState]:
        shown_on: dict[str, list[PieceSide]] = {}
        for side, key in self.sides.items():
            if self.kept.get(side) != key:
                shown_on.setdefault(key, []).append(side)
        for pages in self.pages:
            keys = [key for key in pages.where if key in shown_on]
            for key, picture in zip(keys, face_pictures(pages, keys, dpi=DPI), strict=True):
                for side in shown_on.pop(key):
                    yield self._state(side, picture)
        for side in self.gone:
            try:
                picture = self.folder.picture(side)
            except Unreadable:
                yield FaceState(side, "gone", SideBySide(None, None))
            else:
                yield FaceState(side, "gone", SideBySide(picture, None))

    def _state(self, side: PieceSide, new: Image.Image) -> FaceState:
        if side not in self.kept and not self.folder.leads_out(side):
            return FaceState(side, "new", SideBySide(None, new))
        try:
            compared = compare_pictures(self.folder.picture(side), new)
        except Unreadable as error:
            return FaceState(side, "damaged", SideBySide(None, new), str(error))
        return FaceState(side, "changed" if compared.share else "same", compared)

    def ordered(self, told: Mapping[PieceSide, T]) -> tuple[T, ...]:
        """Return what is told of sides in the order of the data, fronts before backs, what is gone last."""
        return tuple(told[side] for side in (*self.sides, *self.gone) if side in told)

    def in_words(self, **words: str) -> str:
        """Return "1 changed, 1 new", with other words for some states."""
        states = {"changed": "changed", "new": "new", "gone": "gone", **words}
        counts = {words: self.counts[state] for state, words in states.items()}  # type: ignore[index]
        return ", ".join(f"{count} {words}" for words, count in counts.items() if count)


def compare_with_pictures(
    context: BuildContext, game: Game, folder: SnapshotFolder, asked: Callable[[PieceSide], bool]
) -> tuple[PictureComparison | None, tuple[Diagnostic, ...]]:
    """Draw a game and hold the faces that are asked for against their pictures; None where errors were found."""
    now, drawn = draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return None, drawn.diagnostics
    sides = {side: key for side, key in now.sides.items() if asked(side)}
    kept = folder.read(asked)
    unlike = {key for side, key in sides.items() if kept.get(side) != key}
    parts = []
    for part in drawn.components:
        deck = part.rendered.deck
        if faces := {key: face for key, face in deck.faces.items() if key in unlike}:
            parts.append(replace(part, rendered=replace(part.rendered, deck=replace(deck, faces=faces))))
    with Conversion(context, game) as conversion:
        for part in parts:
            conversion.start(part.rendered)
        pages, refused = conversion.pages(parts)
    if refused:
        return None, (*drawn.diagnostics, *refused)
    return PictureComparison(now, folder, sides, kept, tuple(pages)), drawn.diagnostics


# The pictures of what is approved now.

UPDATED: Mapping[State, str] = {
    "changed": "{share} changed",
    "new": "new",
    "gone": "no longer in the game",
    "damaged": "drawn again, {reason}",
}
"""What is said of a face that is approved anew."""


def keep_pictures(
    context: BuildContext,
    game: Game,
    folder: SnapshotFolder,
    asked: Callable[[PieceSide], bool],
    path_text: Callable[[Path], str] = str,
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Keep the pictures of the faces that are asked for as they are now; return what to say, and what was found.

    What is gone goes last: stopped anywhere, what is there is true or is drawn and compared again. Raises CannotWrite.
    """
    faces, found = compare_with_pictures(context, game, folder, asked)
    if faces is None or not (faces.sides or faces.gone):
        return (), found
    if outside := leads_outside(folder.path, folder.root):
        raise CannotWrite(outside, "remove that link, or choose the real folder with --approved")
    first = not folder.exists
    try:
        lines = faces.ordered(_write_pictures(faces))
        for side in faces.gone:
            folder.remove(side)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    remove(context.output(game.id) / PAGE, root=context.output(game.id))  # it showed what is approved now
    said = faces.in_words(damaged="drawn again", same="drawn differently, looks the same") or "nothing new"
    last = f"{game.title}: {said}; {counted(len(faces.sides), 'picture')} kept in {path_text(folder.path)}"
    return (*(() if first else lines), last), found


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
            last = (new, picture_file(new, faces.sides[face.side]))
        faces.folder.write(face.side, last[1])
    return lines
