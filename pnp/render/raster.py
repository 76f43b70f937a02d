"""PNG, JPEG and WebP pictures: read whole before they are trusted, and written as an SVG image with its pixels inside."""

import base64
import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from pnp.render.srgb import is_srgb, to_srgb
from pnp.render.unsafe import TooLarge, UnsafeDrawing

FORMATS = ("PNG", "JPEG", "WEBP")
MAX_SIDE_PX = 12_000  # one metre at 300 dpi; more than any card, and a bomb to decode
MAX_PIXELS = 60_000_000
_ORIENTATION = 0x0112  # EXIF 2.32, tag 274: how the camera was held; 1 is upright
QUALITY = 95  # a JPEG that has to be written again: no difference to be seen in print


def image_element(data: bytes) -> tuple[str, int, int]:
    """Return the picture as an <image> element in units of its pixels, and its width and height in px.

    PNG and upright JPEG in sRGB go in as they are; a photo that its camera marks as turned is turned, and colours of
    another space, such as Adobe RGB or CMYK, are converted. Raises UnsafeDrawing or TooLarge.
    """
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # Pillow warns of odd colour tables and tags; the picture is still whole
        image = whole(data)
        kind = kind_of(image)
        if is_turned(image) or not is_srgb(image) or kind not in ("PNG", "JPEG"):
            image = to_srgb(ImageOps.exif_transpose(image)).image
            kind = "JPEG" if kind == "JPEG" else "PNG"
            data = saved(image, kind)
    width, height = image.size
    code = base64.b64encode(data).decode("ascii")
    link = f"data:image/{kind.lower()};base64,{code}"
    return f'<image width="{width}" height="{height}" href="{link}"/>', width, height


def check(data: bytes) -> None:
    """Raise UnsafeDrawing or TooLarge unless `data` is a whole picture of sane size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole(data)


def is_turned(image: Image.Image) -> bool:
    """Say whether the camera was held sideways or upside down."""
    return bool(image.getexif().get(_ORIENTATION, 1) != 1)


def kind_of(image: Image.Image) -> str:
    """Return the format: PNG, JPEG or WEBP; cameras that put a second picture behind the first call it MPO."""
    return "JPEG" if image.format == "MPO" else str(image.format)


def whole(data: bytes) -> Image.Image:
    """Return the picture after reading the header, and then, when its size is sane, all of it."""
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
        _refuse_size(*image.size)
        image.load()
    except Image.DecompressionBombError:
        raise TooLarge(
            "it has more than 170 million pixels", f"scale it below {MAX_SIDE_PX} px a side"
        ) from None
    except UnsafeDrawing:
        raise
    except UnidentifiedImageError:
        raise UnsafeDrawing("it is not a PNG, JPEG or WebP file", "export the picture again") from None
    # A broken file fails wherever the decoder happens to be: OSError, struct.error, IndexError and more.
    except Exception as error:
        raise UnsafeDrawing(
            f"it is not a whole PNG, JPEG or WebP file ({error})", "export the picture again"
        ) from error
    return image


def _refuse_size(width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE_PX or width * height > MAX_PIXELS:
        raise TooLarge(
            f"it has {width} x {height} pixels",
            f"scale it down: {MAX_SIDE_PX} px a side is already a metre at 300 dpi",
        )


def saved(image: Image.Image, kind: str) -> bytes:
    """Return the picture as a file of that kind, without metadata or profile; JPEG is for opaque pictures."""
    out = io.BytesIO()
    if kind == "WEBP":
        image.save(out, "WEBP", lossless=True, exif=b"", icc_profile=b"")
    elif kind == "JPEG":
        image.convert("L" if image.mode in ("1", "L") else "RGB").save(
            out, "JPEG", quality=QUALITY, subsampling=0
        )
    else:
        image.convert("RGBA" if image.has_transparency_data else "RGB").save(out, "PNG", icc_profile=None)
    return out.getvalue()
