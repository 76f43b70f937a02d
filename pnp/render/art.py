"""Art slots: whose picture fills a slot, and the picture as SVG ready to be placed.

The user's own file wins (`card_data/<game>/art/<slot>.svg|png|jpg|jpeg|webp`), then the drawing shipped with the
templates (`templates/<game>/art/<slot>.svg`), then a placeholder and a warning.
"""

import base64
import io
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

from pnp.model.geometry import Rect
from pnp.render.sources import Sources
from pnp.render.vector import Drawing, UnsafeDrawing, read_drawing

KINDS = (".svg", ".png", ".jpg", ".jpeg", ".webp")
MAX_SIDE_PX = 12_000  # one metre at 300 dpi; more than any card, and a bomb to decode
MAX_PIXELS = 60_000_000


class TooLarge(UnsafeDrawing):
    """A picture with more pixels than any sheet can show."""


@dataclass(frozen=True, slots=True)
class Art:
    """A picture for a slot. `path` is None for the placeholder."""

    drawing: Drawing
    path: Path | None


class Gallery:
    """The pictures of one game, read once each."""

    def __init__(self, sources: Sources, game: str) -> None:
        self._sources = sources
        self._game = game
        self.read = cache(self._read)

    def find(self, slot: str) -> Path | None:
        """Return the file for `slot` ("apple", or a file name such as "apple.png"), or None."""
        folder = self._sources.art.resolve()
        names = [slot] if slot.lower().endswith(KINDS) else [slot + kind for kind in KINDS]
        for name in names:
            path = self._sources.art / name
            if path.is_file() and path.resolve().is_relative_to(folder):
                return path
        return self._sources.find_template_file(f"{self._game}/art/{slot}.svg")

    def placeholder(self) -> Drawing:
        """Return the picture that stands for a missing one."""
        path = self._sources.find_template_file("base/art/missing.svg")
        return Drawing("", Rect(0, 0, 100, 100)) if path is None else self.read(path)

    def _read(self, path: Path) -> Drawing:
        """Return the picture in `path`; raises UnsafeDrawing or TooLarge."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UnsafeDrawing(
                f"it cannot be read ({error.strerror})", "check the file's permissions"
            ) from error
        if path.suffix.lower() == ".svg":
            return read_drawing(data, prefix=f"{path.stem}-")
        return _raster(data)


def _raster(data: bytes) -> Drawing:
    width, height, kind = _checked(data)
    if kind not in ("PNG", "JPEG"):
        data, kind = _as_png(data), "PNG"
    code = base64.b64encode(data).decode("ascii")
    inner = f'<image width="{width}" height="{height}" href="data:image/{kind.lower()};base64,{code}"/>'
    return Drawing(inner, Rect(0, 0, width, height))


def _checked(data: bytes) -> tuple[int, int, str]:
    """Return width, height and format after reading the header, and the whole file when its size is sane."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as image:
                (width, height), kind = image.size, image.format or "PNG"
                if max(width, height) > MAX_SIDE_PX or width * height > MAX_PIXELS:
                    raise TooLarge(
                        f"it has {width} x {height} pixels",
                        f"scale it down: {MAX_SIDE_PX} px a side is already a metre at 300 dpi",
                    )
                image.load()
    except Image.DecompressionBombError:
        raise TooLarge(
            "it has more than 170 million pixels", f"scale it below {MAX_SIDE_PX} px a side"
        ) from None
    except (OSError, SyntaxError, ValueError) as error:
        raise UnsafeDrawing(
            f"it is not a whole PNG, JPEG or WebP file ({error})", "export the picture again"
        ) from error
    return width, height, kind


def _as_png(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as image:
        out = io.BytesIO()
        image.convert("RGBA" if image.has_transparency_data else "RGB").save(out, "PNG")
        return out.getvalue()
