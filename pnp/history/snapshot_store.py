"""The approved faces of a game: a picture of each side of each piece, and snapshot.json, which says what is on them.

    <game>/<component>/<piece>.<side>.png
    <game>/snapshot.json     {"game", "dpi", "faces": {"food/apple.front": {"key", "width_mm", "height_mm", "text"}}}

They lie in the project and come with it, so nothing in them is believed: no name and no link leads out of the folder.
"""

import io
import json
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, cast

from PIL import Image

from pnp.files import write
from pnp.model.face import Side
from pnp.model.geometry import Size

NAME = "snapshot.json"
DPI = 150
"""A line of 0.3 mm is two pixels wide then, and a card takes some 20 kB."""

_SPOT = re.compile(r"([A-Za-z0-9][\w-]*)/([A-Za-z0-9][\w-]*)\.(front|back)", re.ASCII)
_MOST_BYTES = 100_000_000
_MOST_PIXELS = 120_000_000
"""A poster of one metre by two, at 150 dpi, with room to spare."""

_COLOURS = 256
"""As many as a colour table holds."""


class Unreadable(ValueError):
    """A file among the approved ones that cannot be used; str() says why."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """One side of one piece; "front" comes before "back" when spots are put in order."""

    component: str
    piece: str
    behind: bool

    @property
    def side(self) -> Side:
        """Which side it is."""
        return "back" if self.behind else "front"

    @property
    def title(self) -> str:
        """What people are told: "food/apple, front"."""
        return f"{self.component}/{self.piece}, {self.side}"

    @property
    def file(self) -> str:
        """Where its picture lies, relative to the game's folder."""
        return f"{self.component}/{self.piece}.{self.side}.png"

    def __str__(self) -> str:
        return f"{self.component}/{self.piece}.{self.side}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the spot of that name, None when it is none.

        >>> Spot.read("food/apple.back"), Spot.read("../../etc.front")
        (Spot(component='food', piece='apple', behind=True), None)
        """
        found = _SPOT.fullmatch(text)
        return cls(found[1], found[2], found[3] == "back") if found else None


@dataclass(frozen=True, slots=True)
class Approved:
    """What snapshot.json says of a face: the key of its drawing, its page in mm, and its words."""

    key: str
    page: Size
    text: str


def read_approved(folder: Path, game: str, *, root: Path) -> dict[Spot, Approved]:
    """Return the approved faces of a game in `folder`, {} when none are; raises Unreadable.

    `root` is the folder that nothing may lead out of.
    """
    path = folder / NAME
    if not path.is_file() and not path.is_symlink():
        return {}
    data = _inside(path, root)
    try:
        whole = json.loads(data.decode("utf-8"))
        faces = {Spot.read(name): _approved(entry) for name, entry in whole["faces"].items()}
        about = (whole.get("game"), whole.get("dpi"))
    except json.JSONDecodeError as error:
        raise Unreadable(f"line {error.lineno} is not as pnp wrote it ({error.msg})") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable("it is not as pnp wrote it") from error
    if about != (game, DPI):
        raise Unreadable(f"it is no record of the faces of {game} at {DPI} dpi")
    if None in faces:
        raise Unreadable("it names a face that no game can have")
    return cast("dict[Spot, Approved]", faces)


def write_approved(folder: Path, game: str, faces: Mapping[Spot, Approved], *, root: Path) -> None:
    """Write snapshot.json, a line for each face and value, in an order that lets changes be read. Raises CannotWrite."""
    entries = {
        str(spot): {
            "key": face.key,
            "width_mm": face.page.width,
            "height_mm": face.page.height,
            "text": face.text,
        }
        for spot, face in sorted(faces.items())
    }
    whole = {"game": game, "dpi": DPI, "faces": entries}
    text = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    write(folder / NAME, text.encode("utf-8", "replace"), root=root)


def approved_picture(folder: Path, spot: Spot, *, root: Path) -> Image.Image:
    """Return the approved picture of a face; raises Unreadable."""
    return _opened(folder, spot, root, whole=True)


def look_at(folder: Path, spot: Spot, *, root: Path) -> None:
    """Raise Unreadable unless the approved picture is there and undamaged; its pixels are not unpacked."""
    _opened(folder, spot, root, whole=False)


def lossless_png(picture: Image.Image) -> bytes:
    """Return the picture as a small PNG file from which exactly the same pixels are read."""
    out = io.BytesIO()
    # Level 9 takes four times as long and saves 4 %.
    _with_palette(picture).save(out, "PNG", dpi=(DPI, DPI), compress_level=6)
    return out.getvalue()


def _with_palette(picture: Image.Image) -> Image.Image:
    """Return the same pixels with a colour table, a third of the size, when there are few enough colours."""
    if picture.getcolors(_COLOURS) is None:
        return picture
    few = picture.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return few if few.convert("RGB").tobytes() == picture.tobytes() else picture


def _opened(folder: Path, spot: Spot, root: Path, *, whole: bool) -> Image.Image:
    data = _inside(folder / spot.file, root)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Pillow warns of is refused just below
        try:
            picture = Image.open(io.BytesIO(data), formats=("PNG",))
            small = picture.width * picture.height <= _MOST_PIXELS
            if small and whole:
                return picture.convert("RGB")
            picture.verify()
        # A broken file fails wherever the decoder happens to be: OSError, SyntaxError, struct.error and more.
        except Exception as error:
            raise Unreadable("it is no whole PNG file") from error
    if not small:
        raise Unreadable(f"it has {picture.width} x {picture.height} pixels")
    return picture


def _inside(path: Path, root: Path) -> bytes:
    """Return the bytes of a file that lies below `root`, links followed."""
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            raise Unreadable("a link leads out of the project")
        if not path.is_file():
            raise Unreadable("it is not there")
        if path.stat().st_size > _MOST_BYTES:
            raise Unreadable("it is over 100 MB")
        return path.read_bytes()
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = error.strerror if isinstance(error, OSError) else None
        raise Unreadable(f"it cannot be read: {(reason or 'links in a circle').lower()}") from error


def _approved(entry: Mapping[str, Any]) -> Approved:
    key, text = entry["key"], entry["text"]
    if not isinstance(key, str) or not isinstance(text, str):
        raise TypeError
    return Approved(key, Size(float(entry["width_mm"]), float(entry["height_mm"])), text)
