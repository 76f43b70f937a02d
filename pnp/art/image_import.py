"""A picture as somebody delivers it, made ready for the art folder: upright, in sRGB, without metadata, not too heavy."""

import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps

from pnp.model.geometry import Size
from pnp.model.limits import JPEG_QUALITY, USUAL_LIMITS, GameLimits
from pnp.svg.images import is_srgb, is_turned, kind_of, saved, to_srgb, whole, without_metadata
from pnp.svg.reader.source_text import GZIP, unpacked
from pnp.svg.sanitizer import read_drawing
from pnp.typesetting.fonts import FontBook

ENDINGS = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "SVG": ".svg"}

MANY_COLOURS = 20_000
"""A photograph has that many colours or more; a drawing has a few, and a few hundred along its smooth edges."""

WORTH_IT = 0.5
"""A photograph kept as PNG is several times as heavy as its JPEG; below a half, the JPEG is taken."""

_LIGHT = 200_000  # bytes; a smaller PNG burdens no PDF


@dataclass(frozen=True, slots=True)
class ImportedPicture:
    """A picture ready to be put in place: the bytes of the file, its ending, and what was done to it in words.

    `size` is in pixels, for an SVG in its own units; `pixels` tells the two apart. `raster` is how many pixels there
    are, for an SVG as many as if all of it were as coarse as the coarsest picture in it; None where all is vectors.
    """

    data: bytes
    ending: str
    size: Size
    pixels: bool
    done: tuple[str, ...] = ()
    raster: Size | None = None


def import_picture(
    data: bytes,
    fonts: FontBook | None = None,
    limits: GameLimits = USUAL_LIMITS,
    *,
    keep_png: bool = False,
) -> ImportedPicture:
    """Return what to put into the art folder for a file as it was delivered.

    An upright picture in plain sRGB without metadata is taken byte for byte; so is an SVG. An opaque photograph in a
    PNG becomes a JPEG, once, unless `keep_png`. A .svgz is unpacked. What is done to an SVG is done to its drawing on
    the card, with `fonts` for its texts; the file stays as its editor saved it. Raises UnsafeDrawing or PictureTooLarge.
    """
    if data.startswith(GZIP) or data[:1000].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<"):
        drawing = read_drawing(data, prefix="art.", fonts=fonts, limits=limits)
        done = tuple(f"on the card, {change}" for change in drawing.changes)
        size = drawing.view.size
        return ImportedPicture(
            unpacked(data, limits), ENDINGS["SVG"], size, pixels=False, done=done, raster=drawing.raster
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of odd tags; the picture is still whole
        return _import_pixels(data, limits, keep_png=keep_png)


def _import_pixels(data: bytes, limits: GameLimits, *, keep_png: bool) -> ImportedPicture:
    image, done = whole(data, limits=limits), []
    kind, changed = kind_of(image), image.format == "MPO"
    if changed:
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
        try:
            plain = without_metadata(data, kind)
        except ValueError:
            plain = saved(image, kind)
        if plain != data:
            data = plain
            done.append("what the camera or the program had written beside it was left out")
    if kind == "PNG" and not keep_png and (lighter := _as_photograph(image, len(data))) is not None:
        done.append(
            f"it is an opaque photograph of {len(data) / 1e6:.1f} MB, so it was written as a JPEG of "
            f"{len(lighter) / 1e6:.1f} MB (quality {JPEG_QUALITY})"
        )
        data, kind = lighter, "JPEG"
    size = Size(*image.size)
    return ImportedPicture(data, ENDINGS[kind], size, pixels=True, done=tuple(done), raster=size)


def _as_photograph(image: Image.Image, size: int) -> bytes | None:
    """Return the JPEG of a picture that is an opaque photograph in `size` bytes of PNG; None when it is none."""
    if size < _LIGHT:
        return None
    if image.has_transparency_data and image.convert("RGBA").getchannel("A").getextrema()[0] != 255:
        return None
    colours = image.convert("RGB")
    if colours.getcolors(maxcolors=MANY_COLOURS) is not None:
        return None
    jpeg = saved(colours, "JPEG")
    return jpeg if len(jpeg) < size * WORTH_IT else None
