"""Pictures of single faces on screen, and one picture of those that changed last, for an image viewer that stays open."""

from collections.abc import Sequence
from math import ceil, sqrt
from pathlib import Path

from PIL import Image

from pnp.export.atomic import write
from pnp.export.png import png
from pnp.model.errors import CannotWrite
from pnp.model.face import Side

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
