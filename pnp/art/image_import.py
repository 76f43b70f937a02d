"""A picture as somebody delivers it, made ready for the art folder: upright, in sRGB, without metadata, not too heavy."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageOps

from pnp.model.geometry import Size
from pnp.render.fonts import FontBook
from pnp.render.images import is_srgb, is_turned, kind_of, saved, to_srgb, whole
from pnp.render.limits import JPEG_QUALITY
from pnp.render.svg_reader.source_text import GZIP, unpacked
from pnp.render.svg_sanitizer import read_drawing

ENDINGS = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "SVG": ".svg"}

MANY_COLOURS = 20_000
"""A photograph has that many colours or more; a drawing has a few, and a few hundred along its smooth edges."""

WORTH_IT = 0.5
"""A photograph kept as PNG is several times as heavy as its JPEG; below a half, the JPEG is taken."""

_LIGHT = 200_000  # bytes; a smaller PNG burdens no PDF


@dataclass(frozen=True, slots=True)
class ImportedPicture:
    """A picture ready to be put in place: the bytes of the file, its ending, and what was done to it in words.

    `size` is in pixels, for an SVG in its own units; `pixels` tells the two apart.
    """

    data: bytes
    ending: str
    size: Size
    pixels: bool
    done: tuple[str, ...] = ()


def import_picture(data: bytes, fonts: FontBook | None = None, *, keep_png: bool = False) -> ImportedPicture:
    """Return what to put into the art folder for a file as it was delivered.

    An upright picture in plain sRGB without metadata is taken byte for byte; so is an SVG. An opaque photograph in a
    PNG becomes a JPEG, once, unless `keep_png`. A .svgz is unpacked. What is done to an SVG is done to its drawing on
    the card, with `fonts` for its texts; the file stays as its editor saved it. Raises UnsafeDrawing or PictureTooLarge.
    """
    if data.startswith(GZIP) or data[:1000].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<"):
        drawing = read_drawing(data, prefix="art.", fonts=fonts)
        done = tuple(f"on the card, {each}" for each in drawing.changes)
        return ImportedPicture(unpacked(data), ENDINGS["SVG"], drawing.view.size, pixels=False, done=done)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of odd tags; the picture is still whole
        return _import_pixels(data, keep_png=keep_png)


def _import_pixels(data: bytes, *, keep_png: bool) -> ImportedPicture:
    image, done = whole(data), []
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
    return ImportedPicture(data, ENDINGS[kind], Size(*image.size), pixels=True, done=tuple(done))


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


# What cameras and programs write into a picture beside the picture (place, time, names, previews), left out.

_JPEG_KEPT = frozenset((0xE0, 0xEE))  # JFIF and Adobe's mark say how to read the colours
_ICC = b"ICC_PROFILE\0"
_JPEG_MARKER = re.compile(
    rb"\xff[^\x00\xd0-\xd7\xff]"
)  # inside the pixels, FF goes before 00 or RST0 to RST7
_PNG_KEPT = frozenset((b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT", b"pHYs", b"bKGD"))
_WEBP_DROPPED = frozenset((b"EXIF", b"XMP "))
_WEBP_SAYS_METADATA = 0x0C  # the EXIF and XMP bits of the VP8X chunk (WebP container specification)


def without_metadata(data: bytes, kind: str) -> bytes:
    """Return a whole PNG, JPEG or WEBP file without metadata; the same bytes when there is none.

    Raises ValueError for a file whose pieces do not add up, although a lenient decoder may read it.
    """
    parts = {"JPEG": _jpeg, "PNG": _png, "WEBP": _webp}[kind]
    try:
        return b"".join(parts(data))
    except IndexError as error:
        raise ValueError("its pieces do not add up") from error


def _jpeg(data: bytes) -> Iterator[bytes]:
    yield data[:2]
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:  # any number of FF may stand before a marker
            at += 1
        marker = data[at + 1]
        if data[at] != 0xFF or marker == 0xD8:
            raise ValueError("its pieces do not add up")
        if marker == 0xD9:
            yield data[at : at + 2]
            return  # what stands behind the end is no picture
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4])
        if end <= at + 3 or end > len(data):
            raise ValueError("its pieces do not add up")
        if marker == 0xDA:  # after its header come the pixels, up to the next marker
            found = _JPEG_MARKER.search(data, end)
            end = found.start() if found else len(data)
        told_by_program = 0xE0 <= marker <= 0xEF and marker not in _JPEG_KEPT
        if marker != 0xFE and not (told_by_program and data[at + 4 : at + 16] != _ICC):  # FE is a comment
            yield data[at:end]
        at = end


def _png(data: bytes) -> Iterator[bytes]:
    yield data[:8]
    at = 8
    while True:
        kind = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4])
        if len(kind) < 4 or end > len(data):
            raise ValueError("its pieces do not add up")
        if kind[:1].isupper() or kind in _PNG_KEPT:  # a capital letter marks what a picture cannot do without
            yield data[at:end]
        if kind == b"IEND":
            return
        at = end


def _webp(data: bytes) -> Iterator[bytes]:
    kept = b"".join(_webp_chunks(data))
    yield b"RIFF" + (len(kept) + 4).to_bytes(4, "little") + b"WEBP" + kept


def _webp_chunks(data: bytes) -> Iterator[bytes]:
    at, last = 12, 8 + int.from_bytes(data[4:8], "little")
    while at < last:
        kind = data[at : at + 4]
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + size + size % 2
        if end > len(data):
            raise ValueError("its pieces do not add up")
        if kind == b"VP8X":
            flags = data[at + 8] & ~_WEBP_SAYS_METADATA
            yield data[at : at + 8] + bytes((flags,)) + data[at + 9 : end]
        elif kind not in _WEBP_DROPPED:
            yield data[at:end]
        at = end
