"""PNG, JPEG and WebP pictures: read whole before they are trusted, and written as an SVG image with its pixels inside."""

import base64
import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from pnp.render.unsafe import TooLarge, UnsafeDrawing

FORMATS = ("PNG", "JPEG", "WEBP")
MAX_SIDE_PX = 12_000  # one metre at 300 dpi; more than any card, and a bomb to decode
MAX_PIXELS = 60_000_000
_ORIENTATION = 0x0112  # EXIF 2.32, tag 274: how the camera was held; 1 is upright
_QUALITY = 95  # a JPEG that has to be written again: no difference to be seen in print


def image_element(data: bytes) -> tuple[str, int, int]:
    """Return the picture as an <image> element in units of its pixels, and its width and height in px.

    PNG and upright JPEG go in as they are; a photo that its camera marks as turned is turned.
    Raises UnsafeDrawing or TooLarge.
    """
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # Pillow warns of odd colour tables and tags; the picture is still whole
        image = _whole(data)
        turned = image.getexif().get(_ORIENTATION, 1) != 1
        kind = (
            "JPEG" if image.format == "MPO" else image.format
        )  # cameras put a second picture behind the first
        if turned or kind not in ("PNG", "JPEG"):
            image = ImageOps.exif_transpose(image)
            kind = "JPEG" if kind == "JPEG" else "PNG"
            data = _saved(image, kind)
    width, height = image.size
    code = base64.b64encode(data).decode("ascii")
    link = f"data:image/{kind.lower()};base64,{code}"
    return f'<image width="{width}" height="{height}" href="{link}"/>', width, height


def check(data: bytes) -> None:
    """Raise UnsafeDrawing or TooLarge unless `data` is a whole picture of sane size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _whole(data)


def _whole(data: bytes) -> Image.Image:
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


def _saved(image: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    if kind == "JPEG":
        image.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    else:
        image.convert("RGBA" if image.has_transparency_data else "RGB").save(out, "PNG")
    return out.getvalue()
