"""PNG, JPEG and WebP pictures: decoded completely before they are trusted, and written as an SVG image with its pixels."""

import base64
import io
import math
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from pnp.model.art_placement import AS_ASKED, Placement
from pnp.model.diagnostics import HintedError
from pnp.model.geometry import Size
from pnp.model.limits import JPEG_QUALITY, USUAL_LIMITS, GameLimits, raised

# The colours of a picture as sRGB, which is what SVG and every screen take unmarked numbers for.

_PLAIN = ("1", "L", "LA", "P", "PA", "RGB", "RGBA")  # Modes that are sRGB when no profile says otherwise.
_HALF = 256  # sixteen bits to eight


def to_srgb(image: Image.Image) -> tuple[Image.Image, str]:
    """Return a picture that is not sRGB as RGB, or RGBA if it shows through, and in words how it was converted."""
    profile = _profile(image)
    if image.mode.startswith(("I", "F")):
        if image.mode != "F":
            image = image.convert("I").point(lambda value: value * (1 / _HALF))
        return image.convert("L").convert("RGB"), "sixteen bits a colour became eight"
    plain, alpha = _parted(image)
    if profile is None:
        return _joined(plain.convert("RGB"), alpha), f"{image.mode} became sRGB without a profile"
    name = _name(profile)
    try:
        made = ImageCms.profileToProfile(
            plain,
            profile,
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError):  # a profile for another kind of picture
        return _joined(plain.convert("RGB"), alpha), f'its colour profile "{name}" does not fit it'
    assert made is not None  # only an in-place conversion returns nothing
    return _joined(made, alpha), f"its colours were converted from {name} to sRGB"


def _profile(image: Image.Image) -> ImageCms.ImageCmsProfile | None:
    data = image.info.get("icc_profile")
    if not data:
        return None
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        name = _name(profile)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
    return None if "srgb" in name.lower() and image.mode in _PLAIN else profile


def _name(profile: ImageCms.ImageCmsProfile) -> str:
    try:
        name = ImageCms.getProfileDescription(profile).strip()
    except (ImageCms.PyCMSError, ValueError):
        name = ""
    return "".join(letter for letter in name if letter.isprintable())[:60] or "another profile"


def _parted(image: Image.Image) -> tuple[Image.Image, Image.Image | None]:
    if not image.has_transparency_data:
        return (image.convert("RGB") if image.mode in ("P", "1") else image), None
    if image.mode in ("LA", "La"):
        return image.getchannel(0), image.getchannel(1)
    whole = image.convert("RGBA")
    return whole.convert("RGB"), whole.getchannel("A")


def _joined(colours: Image.Image, alpha: Image.Image | None) -> Image.Image:
    if alpha is not None:
        colours = colours.convert("RGBA")
        colours.putalpha(alpha)
    colours.info.pop("icc_profile", None)
    return colours


# Why a picture from outside cannot be used; what art, icons and the readers of their formats raise.


class UnsafeDrawing(HintedError):
    """A picture that cannot be used: why, `hint` what to do, `line` or 0, `more` reasons."""

    def __init__(
        self, message: str, hint: str, line: int = 0, more: "tuple[UnsafeDrawing, ...]" = ()
    ) -> None:
        super().__init__(message, hint)
        self.line = line
        self.more = more

    @property
    def every(self) -> "tuple[UnsafeDrawing, ...]":
        return (self, *self.more)


class PictureTooLarge(UnsafeDrawing):
    """A picture with more bytes or pixels than any sheet can show."""


FORMATS = ("PNG", "JPEG", "WEBP")
IN_DRAWINGS = (*FORMATS, "GIF", "BMP", "TIFF")  # What editors put into drawings; in art/, FORMATS hold.
_ORIENTATION = 0x0112  # EXIF 2.32, tag 274: how the camera was held; 1 is upright


@dataclass(frozen=True, slots=True)
class PlainPicture:
    """A picture, upright, in sRGB, without metadata: its pixels, its file of that kind, and what was done to it."""

    image: Image.Image
    data: bytes
    kind: str
    done: tuple[str, ...] = ()

    @property
    def link(self) -> str:
        return f"data:image/{self.kind.lower()};base64,{base64.b64encode(self.data).decode('ascii')}"


def plain_picture(
    data: bytes,
    formats: tuple[str, ...] = FORMATS,
    limits: GameLimits = USUAL_LIMITS,
    *,
    kept: tuple[str, ...] = ("PNG", "JPEG"),
) -> PlainPicture:
    """Return a picture as it goes into a drawing: of the kinds that are `kept`, or as a PNG.

    What is upright in sRGB keeps its pixels; a photo that its camera marks as turned is turned, and colours of another
    space, such as Adobe RGB or CMYK, are converted. Raises UnsafeDrawing or PictureTooLarge.
    """
    done: list[str] = []
    # Pillow warns of odd colour tables and tags; the picture is still whole.
    with warnings.catch_warnings(action="ignore"):
        image = whole(data, formats, limits)
        kind = kind_of(image)
        if image.getexif().get(_ORIENTATION, 1) != 1:
            image = ImageOps.exif_transpose(image)
            done.append("it was turned upright")
        if image.mode not in _PLAIN or _profile(image) is not None:
            image, conversion = to_srgb(image)
            done.append(conversion)
        if kind not in kept:
            done.append(f"its {kind} became a PNG")
        if done:
            kind = "JPEG" if kind == "JPEG" else "PNG"
            return PlainPicture(image, saved(image, kind), kind, tuple(done))
        plain = _without_metadata(image, data, kind)
    removed = () if plain == data else ("the data of the camera or program were removed",)
    return PlainPicture(image, plain, kind, removed)


def image_element(data: bytes, limits: GameLimits = USUAL_LIMITS) -> tuple[str, int, int]:
    """Return an <image> in units of its pixels, and its size in px. Raises UnsafeDrawing, PictureTooLarge."""
    plain = plain_picture(data, limits=limits)
    width, height = plain.image.size
    return f'<image width="{width}" height="{height}" href="{plain.link}"/>', width, height


ON_SCREEN = 1000  # The pixels of the longer side of a picture that is looked at, not printed.


def for_screen(element: str, size: Size) -> str:
    """Return the <image> of a picture with no more pixels than a screen shows, in the same units."""
    if max(size.width, size.height) <= ON_SCREEN:
        return element
    _, _, link = element.partition('href="')
    image = whole(base64.b64decode(link.partition(",")[2].partition('"')[0]))
    kind = kind_of(image)
    image.thumbnail((ON_SCREEN, ON_SCREEN))
    code = base64.b64encode(saved(image, kind)).decode("ascii")
    return f'<image width="{size.width:g}" height="{size.height:g}" href="data:image/{kind.lower()};base64,{code}"/>'


def kind_of(image: Image.Image) -> str:
    """Return the format: PNG, JPEG or WEBP; cameras that put a second picture behind the first call it MPO."""
    return "JPEG" if image.format == "MPO" else str(image.format)


def whole(data: bytes, formats: tuple[str, ...] = FORMATS, limits: GameLimits = USUAL_LIMITS) -> Image.Image:
    """Return the picture after reading the header, and then, when its size is within the limits, all of it."""
    try:
        image = Image.open(io.BytesIO(data), formats=formats)
        _refuse_size(*image.size, limits)
        image.load()
    except Image.DecompressionBombError:
        hint = f"scale it below {limits.picture_side} px a side"
        raise PictureTooLarge("it has more than 170 million pixels", hint) from None
    except UnsafeDrawing:
        raise
    except UnidentifiedImageError:
        hint = "export it as SVG, PNG or JPEG in the program that made it"
        raise UnsafeDrawing("it is not a PNG, JPEG or WebP file", hint) from None
    # A broken file fails wherever the decoder happens to be: OSError, struct.error, IndexError and more.
    except Exception as error:
        fact = f"it is not a complete PNG, JPEG or WebP file ({error})"
        raise UnsafeDrawing(fact, "export the picture again") from error
    return image


def _refuse_size(width: int, height: int, limits: GameLimits) -> None:
    if max(width, height) > limits.picture_side:
        more = raised("picture_side", max(width, height))
        hint = f"scale it down to {limits.picture_side} px a side, a metre at 300 dpi{more}"
    elif width * height > limits.picture_pixels:
        more = raised("picture_pixels", width * height)
        hint = f"scale it down: A2 at 300 dpi has 4961 x 7016{more}"
    else:
        return
    raise PictureTooLarge(f"it has {width} x {height} pixels", hint)


def saved(image: Image.Image, kind: str) -> bytes:
    """Return the picture as a file of that kind, without metadata or profile; JPEG is for opaque pictures."""
    out = io.BytesIO()
    if kind == "WEBP":
        image.save(out, "WEBP", lossless=True, exif=b"", icc_profile=b"")
    elif kind == "JPEG":
        image.convert("L" if image.mode in ("1", "L") else "RGB").save(
            out, "JPEG", quality=JPEG_QUALITY, subsampling=0
        )
    else:
        image.convert("RGBA" if image.has_transparency_data else "RGB").save(out, "PNG", icc_profile=None)
    return out.getvalue()


# How fine a picture of pixels is in the box that shows it, and how well its shape fits; lengths in mm.

FINE = 300  # Dots per inch from which on nobody sees them at arm's length; what print shops ask for.
COARSE = 150  # Dots per inch below which a printed picture looks soft to everybody.
NOTICED = 0.1  # The share of a box empty, or a picture cut off, that looks like a mistake.
_MM_PER_INCH = 25.4


def dpi(pixels: Size, box: Size, fit: str, placement: Placement = AS_ASKED) -> float:
    """Return how many pixels an inch of print gets; `fit` is "contain" or "cover". A box of no size has no dots.

    >>> round(dpi(Size(600, 400), Size(70, 46), "cover"))
    218
    >>> round(dpi(Size(600, 400), Size(70, 46), "cover", Placement(zoom=2)))
    109
    """
    if min(box.width, box.height, pixels.width, pixels.height) <= 0:
        return float("inf")
    return _MM_PER_INCH / placement.scale(pixels, box, fit)


def is_finer(density: float, wanted: int) -> bool:
    """Say whether a resolution is as asked for, in whole dots: 299.8 dpi is what 827 px come to in 70 mm.

    >>> is_finer(299.8, 300), is_finer(299.2, 300)
    (True, False)
    """
    return round(min(density, 1e9)) >= wanted


def pixels_for(box: Size, resolution: float) -> tuple[int, int]:
    """Return the pixels that fill a box.

    >>> pixels_for(Size(70, 46), 300)
    (827, 543)
    """
    width, height = (max(1, round(side / _MM_PER_INCH * resolution)) for side in (box.width, box.height))
    return width, height


def lost(picture: Size, box: Size) -> float:
    """Return what a shape unlike its box costs: the share of the box left empty, or of the picture cut off.

    >>> round(lost(Size(100, 100), Size(60, 50)), 3), lost(Size(12, 10), Size(60, 50))
    (0.167, 0.0)
    """
    if min(box.width, box.height, picture.width, picture.height) <= 0:
        return 0.0
    ratio = (picture.width / picture.height) / (box.width / box.height)
    return 1 - min(ratio, 1 / ratio)


def in_words(pixels: Size, box: Size, fit: str, placement: Placement = AS_ASKED) -> str:
    """Return the reckoning as people read it.

    >>> in_words(Size(600, 400), Size(70, 46), "cover")
    '600 x 400 px is 218 dpi in 70 x 46 mm'
    >>> in_words(Size(600, 400), Size(70, 46), "cover", Placement(zoom=2))
    '600 x 400 px is 109 dpi in 70 x 46 mm with zoom 2'
    """
    resolution = dpi(pixels, box, fit, placement)
    how = f" with {placement.in_words()}" if placement.moves else ""
    return f"{pixels.width:g} x {pixels.height:g} px is {resolution:.0f} dpi in {shown(box)}{how}"


def advice(box: Size) -> str:
    """Return how many pixels to deliver for a box.

    >>> advice(Size(70, 46))
    '827 x 543 px or more'
    """
    return "{} x {} px or more".format(*pixels_for(box, FINE))


def needed(pixels: Size, box: Size, fit: str, placement: Placement) -> str:
    """Return how many pixels a picture should have: those of its box, or of the same picture where it is placed.

    >>> needed(Size(600, 400), Size(70, 46), "cover", Placement(zoom=2))
    '1654 x 1103 px or more'
    """
    if not placement.moves:
        return advice(box)
    times = FINE / dpi(pixels, box, fit, placement)
    return f"{math.ceil(pixels.width * times)} x {math.ceil(pixels.height * times)} px or more"


def shown(box: Size) -> str:
    """Return a size as it is written everywhere.

    >>> shown(Size(70, 46.04))
    '70 x 46 mm'
    """
    return f"{round(box.width, 1):g} x {round(box.height, 1):g} mm"


_JPEG_KEPT = frozenset((0xE0, 0xEE))  # JFIF and Adobe's mark say how to read the colours
_ICC = b"ICC_PROFILE\0"
# Inside the pixels, FF goes before 00 or RST0 to RST7.
_JPEG_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_PNG_KEPT = frozenset((b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT", b"pHYs", b"bKGD"))


def _without_metadata(image: Image.Image, data: bytes, kind: str) -> bytes:
    """Return a PNG, JPEG or WEBP without metadata, unchanged if it has none, anew if its pieces do not add up."""
    if kind == "WEBP":
        return saved(image, kind) if {"exif", "xmp"} & image.info.keys() else data
    try:
        return b"".join(_jpeg(data) if kind == "JPEG" else _png(data))
    except (IndexError, ValueError):
        return saved(image, kind)


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
            marker_at = _JPEG_MARKER.search(data, end)
            end = marker_at.start() if marker_at else len(data)
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
