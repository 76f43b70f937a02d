"""A picture as somebody delivers it, made ready for the art folder: upright, in sRGB, without metadata, not too heavy."""

import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps

from pnp.model.geometry import Size
from pnp.render.metadata import without_metadata
from pnp.render.raster import QUALITY, is_turned, kind_of, saved, whole
from pnp.render.srgb import is_srgb, to_srgb
from pnp.render.vector import read_drawing

ENDINGS = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "SVG": ".svg"}

MANY_COLOURS = 20_000
"""A photograph has that many colours or more; a drawing has a few, and a few hundred along its smooth edges."""

WORTH_IT = 0.5
"""A photograph kept as PNG is several times as heavy as its JPEG; below a half, the JPEG is taken."""

_LIGHT = 200_000  # bytes; a smaller PNG burdens no PDF


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to be put in place: the bytes of the file, its ending, and what was done to it in words.

    `size` is in pixels, for an SVG in its own units; `pixels` tells the two apart.
    """

    data: bytes
    ending: str
    size: Size
    pixels: bool
    done: tuple[str, ...] = ()


def ready(data: bytes, *, keep_png: bool = False) -> Picture:
    """Return what to put into the art folder for a file as it was delivered.

    An upright picture in plain sRGB without metadata is taken byte for byte; so is an SVG. An opaque photograph in a
    PNG becomes a JPEG, once, unless `keep_png`. Raises UnsafeDrawing or TooLarge.
    """
    if _looks_like_svg(data):
        return Picture(data, ENDINGS["SVG"], read_drawing(data, prefix="art.").view.size, pixels=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of odd tags; the picture is still whole
        return _ready_pixels(data, keep_png=keep_png)


def _ready_pixels(data: bytes, *, keep_png: bool) -> Picture:
    image, done = whole(data), []
    kind, two = kind_of(image), image.format == "MPO"
    changed = two
    if two:
        done.append("the second picture behind it was left out")
    if is_turned(image):
        image, changed = ImageOps.exif_transpose(image), True
        done.append("it was turned upright")
    if not is_srgb(image):
        converted = to_srgb(image)
        image, changed = converted.image, True
        done.append(converted.done)
    if changed:
        kind = "JPEG" if kind == "JPEG" else "PNG"
        data = saved(image, kind)
    else:
        plain = _stripped(data, image, kind)
        if plain != data:
            data = plain
            done.append("what the camera or the program had written beside it was left out")
    if kind == "PNG" and not keep_png and (lighter := _as_photograph(image, len(data))) is not None:
        done.append(
            f"it is an opaque photograph of {_millions(len(data))} MB, so it was written as a JPEG of "
            f"{_millions(len(lighter))} MB (quality {QUALITY})"
        )
        data, kind = lighter, "JPEG"
    return Picture(data, ENDINGS[kind], Size(*image.size), pixels=True, done=tuple(done))


def _looks_like_svg(data: bytes) -> bool:
    start = data[:1000].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return start.startswith(b"<")


def _stripped(data: bytes, image: Image.Image, kind: str) -> bytes:
    try:
        return without_metadata(data, kind)
    except ValueError:
        return saved(image, kind)


def _as_photograph(image: Image.Image, size: int) -> bytes | None:
    """Return the JPEG of a picture that is an opaque photograph in `size` bytes of PNG; None when it is none."""
    if size < _LIGHT or _shows_through(image):
        return None
    colours = image.convert("RGB")
    if colours.getcolors(maxcolors=MANY_COLOURS) is not None:
        return None
    jpeg = saved(colours, "JPEG")
    return jpeg if len(jpeg) < size * WORTH_IT else None


def _shows_through(image: Image.Image) -> bool:
    if not image.has_transparency_data:
        return False
    lowest, _ = image.convert("RGBA").getchannel("A").getextrema()
    return bool(lowest != 255)


def _millions(size: int) -> str:
    return f"{size / 1e6:.1f}"
