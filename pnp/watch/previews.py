"""Preview pictures of changed faces, for an image viewer that is open."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from pathlib import Path

from PIL import Image

from pnp.convert.engines import convert_drawable
from pnp.export.image_files import face_picture, png
from pnp.files import remove, write
from pnp.model.face import PieceSide
from pnp.render.faces import Rendered
from pnp.workers import Workers

FOLDER = "preview"
LATEST = f"{FOLDER}/latest.png"

DPI = 120
"""A card is 444 pixels high then: large enough to judge it, and soon drawn."""

MOST = 12
"""So many faces at most are on the picture of what changed last."""

MOST_PREVIEWS = 96
"""So many faces of a component get pictures at once; of the rest, which all changed for the same reason, old ones go."""

AT_A_TIME = 8
"""So many faces are converted before looking whether something newer was saved."""

LARGEST, GAP, GROUND = 450, 12, "#d9d9d6"
"""Of the picture of several faces: their longer side and the gaps in pixels, and the colour of the gaps."""


def preview_path(side: PieceSide) -> str:
    """Return where the picture of a side lies, relative to the game's output folder.

    >>> preview_path(PieceSide("food", "apple", "front"))
    'preview/food/apple.front.png'
    """
    return f"{FOLDER}/{side}.png"


class Previews:
    """Writes previews below `folder`, the game's output folder, and the picture of the latest; or nothing at all.

    Raises CannotWrite.
    """

    def __init__(self, folder: Path, *, wanted: bool, workers: Workers | None = None) -> None:
        self._folder, self._wanted, self._workers = folder, wanted, workers
        self._latest: list[Image.Image] = []

    def update(self, rendered: Rendered, sides: Sequence[PieceSide]) -> Iterator[Sequence[PieceSide]]:
        """Write the pictures of these sides; yield them as they are done, a few at a time. Those without a face lose theirs."""
        keys = rendered.deck.sides
        here = [side for side in sides if side in keys]
        self.remove([side for side in sides if side not in keys])
        yield [side for side in sides if side not in keys]
        if not self._wanted:
            yield here
            return
        distinct = list(dict.fromkeys(keys[side] for side in here))
        for start in range(0, len(distinct), AT_A_TIME):
            some = distinct[start : start + AT_A_TIME]
            faces = [rendered.deck.faces[key] for key in some] if start < MOST_PREVIEWS else []
            pages = convert_drawable(faces, rendered.fonts, self._workers)
            pictures = {key: face_picture(pages, key, dpi=DPI) for key in some if key in pages.where}
            shown = [side for side in here if keys[side] in some]
            for side in shown:
                if keys[side] in pictures:
                    self._write(preview_path(side), pictures[keys[side]])
                else:
                    self._remove(preview_path(side))
            if pictures and len(self._latest) < MOST:
                self._latest += pictures.values()
                self._write(LATEST, joined_picture(self._latest))
            yield shown

    def remove(self, sides: Sequence[PieceSide]) -> None:
        """Remove the pictures of sides that are no more."""
        if self._wanted:
            for side in sides:
                self._remove(preview_path(side))

    def remove_all(self) -> None:
        """Remove the pictures of faces that an earlier `pnp watch` left, for nobody knows how old they are."""
        for path in sorted((self._folder / FOLDER).glob("*/*.*.png")):
            if path.name.endswith((".front.png", ".back.png")):
                self._remove(path.relative_to(self._folder).as_posix())

    def _write(self, name: str, picture: Image.Image) -> None:
        write(self._folder / name, png(picture, dpi=DPI), root=self._folder, durable=False)

    def _remove(self, name: str) -> None:
        remove(self._folder / name, root=self._folder, hint="close the picture in other programs")


def joined_picture(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return a single picture as it is, several side by side, large ones smaller, the first MOST of them."""
    if len(pictures) == 1:
        return pictures[0]
    small = [picture.copy() for picture in pictures[:MOST]]
    for picture in small:
        picture.thumbnail((LARGEST, LARGEST), Image.Resampling.BILINEAR)
    columns = ceil(sqrt(len(small)))
    width, height = (max(picture.size[axis] for picture in small) + GAP for axis in (0, 1))
    sheet = Image.new("RGB", (columns * width + GAP, ceil(len(small) / columns) * height + GAP), GROUND)
    for number, picture in enumerate(small):
        row, column = divmod(number, columns)
        sheet.paste(picture, (GAP + column * width, GAP + row * height))
    return sheet
