"""The new pictures on screen: faces that changed, converted and written before anything else is."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from pathlib import Path

from PIL import Image

from pnp.convert.engines import engine
from pnp.export.png import face_picture, png
from pnp.files import write
from pnp.model.errors import CannotRender, CannotWrite
from pnp.model.face import Face, FacePages, Side
from pnp.render.faces import Rendered
from pnp.watch.game_state import Bench, Redrawn, Spot, faces_of

# Pictures of single faces on screen, and one picture of those that changed last, for an image viewer that stays open.

FOLDER = "preview"
LATEST = f"{FOLDER}/latest.png"

DPI = 120
"""A card is 444 pixels high then: large enough to judge it, and drawn in a breath."""

MOST = 12
"""So many faces at most are on the picture of what changed last."""

LARGEST = 450
GAP = 12
GROUND = "#d9d9d6"


def address(component: str, piece: str, side: Side) -> str:
    """Return where the picture of a face lies, relative to the game's output folder.

    >>> address("food", "apple", "front")
    'preview/food/apple.front.png'
    """
    return f"{FOLDER}/{component}/{piece}.{side}.png"


def write_preview(folder: Path, where: str, picture: Image.Image) -> None:
    """Write a picture below `folder`, the game's output folder. Raises CannotWrite."""
    write(folder / where, png(picture, dpi=DPI), root=folder, durable=False)


def write_latest(folder: Path, pictures: Sequence[Image.Image]) -> None:
    """Write the picture of the faces that changed last, one or several. Raises CannotWrite."""
    write_preview(folder, LATEST, latest_sheet(pictures))


def latest_sheet(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return a single picture as it is, several side by side, large ones smaller, the first MOST of them."""
    if len(pictures) == 1:
        return pictures[0]
    small = [_small(picture) for picture in pictures[:MOST]]
    columns = ceil(sqrt(len(small)))
    width, height = (max(picture.size[axis] for picture in small) + GAP for axis in (0, 1))
    sheet = Image.new("RGB", (columns * width + GAP, ceil(len(small) / columns) * height + GAP), GROUND)
    for number, picture in enumerate(small):
        row, column = divmod(number, columns)
        sheet.paste(picture, (GAP + column * width, GAP + row * height))
    return sheet


def forget(folder: Path, where: str) -> None:
    """Remove the picture of a face that is no more. Raises CannotWrite."""
    path = folder / where
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        hint = "close the picture in other programs"
        raise CannotWrite(f"{path} cannot be removed: {error.strerror or error}", hint) from error


def forget_all(folder: Path) -> None:
    """Remove the pictures of faces that an earlier `pnp watch` left, for nobody knows how old they are. Raises CannotWrite."""
    for side in ("front", "back"):
        for path in sorted((folder / FOLDER).glob(f"*/*.{side}.png")):
            forget(folder, path.relative_to(folder).as_posix())


def _small(picture: Image.Image) -> Image.Image:
    longest = max(picture.size)
    if longest <= LARGEST:
        return picture
    width, height = (max(1, round(side * LARGEST / longest)) for side in picture.size)
    return picture.resize((width, height), Image.Resampling.BILINEAR)


AT_A_TIME = 8
"""So many faces are converted before looking whether something newer was saved."""

MOST_PREVIEWS = 96
"""So many faces of a component get pictures at once; of the rest, which all changed for the same reason, old ones go."""


class Previews:
    """Writes previews below `folder`, the game's output folder, and the picture of the latest; or nothing at all."""

    def __init__(self, folder: Path, *, wanted: bool) -> None:
        self._folder = folder
        self._wanted = wanted
        self._latest: list[Image.Image] = []

    def show(self, bench: Bench, drawn: Redrawn, *, hurry: Callable[[], bool]) -> tuple[Spot, ...]:
        """Write the faces that changed; return the sides shown, not all of them when there is `hurry`.

        Raises CannotWrite.
        """
        now = faces_of(drawn.rendered.deck)
        self.drop(bench, [spot for spot in drawn.spots if spot not in now])
        shown = [spot for spot in drawn.spots if spot not in now]
        here = [spot for spot in drawn.spots if spot in now]
        if not self._wanted:
            bench.seen(here, now)
            return (*shown, *here)
        for some, pictures in self._pictured(drawn.rendered, here):
            for spot in some:
                if now[spot] in pictures:
                    write_preview(self._folder, address(*spot), pictures[now[spot]])
                else:
                    forget(self._folder, address(*spot))
            bench.seen(some, now)
            shown += some
            if pictures and len(self._latest) < MOST:
                self._latest += pictures.values()
                write_latest(self._folder, self._latest)
            if hurry():
                break
        return tuple(shown)

    def drop(self, bench: Bench, spots: Sequence[Spot]) -> None:
        """Remove the pictures of sides that are no more. Raises CannotWrite."""
        if self._wanted:
            for spot in spots:
                forget(self._folder, address(*spot))
        bench.seen(spots, {})

    def _pictured(
        self, rendered: Rendered, spots: Sequence[Spot]
    ) -> Iterator[tuple[list[Spot], dict[str, Image.Image]]]:
        """Yield sides and the pictures of their faces by key, some at a time; a face that is refused has none."""
        now = faces_of(rendered.deck)
        keys = list(dict.fromkeys(now[spot] for spot in spots))
        for start in range(0, len(keys), AT_A_TIME):
            some = keys[start : start + AT_A_TIME]
            faces = [rendered.deck.faces[key] for key in some] if start < MOST_PREVIEWS else []
            pages = _converted(faces, rendered.fonts)
            pictures = {key: face_picture(pages, key, dpi=DPI) for key in some if key in pages.where}
            yield [spot for spot in spots if now[spot] in some], pictures


def _converted(faces: Sequence[Face], fonts: Sequence[Path]) -> FacePages:
    """Return the pages of the faces that the renderer takes; building says what is wrong with the others."""
    left = list(faces)
    while True:
        try:
            return engine().convert(left, fonts)
        except CannotRender as error:
            if not any(face.key == error.face for face in left):
                raise
            left = [face for face in left if face.key != error.face]
