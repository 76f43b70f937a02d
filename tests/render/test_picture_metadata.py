"""What a camera wrote beside the picture is left out; not one pixel changes."""

import io
import random

import pytest
from PIL import Image, PngImagePlugin

from pnp.svg.images import without_metadata

SECRET = b"57.7089 N 11.9746 E"


def a_picture(kind: str, *, metadata: bool, **options) -> bytes:
    random.seed(1)
    image = Image.frombytes("RGB", (40, 30), random.randbytes(3600))
    if metadata:
        exif = Image.Exif()
        exif[0x010E] = SECRET.decode()
        options |= {"exif": exif}
        if kind == "JPEG":
            options |= {"comment": SECRET}
        if kind == "PNG":
            options["pnginfo"] = PngImagePlugin.PngInfo()
            options["pnginfo"].add_itxt("XML:com.adobe.xmp", SECRET.decode())
        if kind == "WEBP":
            options |= {"xmp": SECRET, "lossless": True}
    elif kind == "WEBP":
        options |= {"lossless": True}
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def pixels(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).convert("RGB").tobytes()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_the_place_is_left_out_and_the_pixels_stay(kind):
    data = a_picture(kind, metadata=True)
    assert SECRET in data
    plain = without_metadata(data, kind)
    assert SECRET not in plain
    assert pixels(plain) == pixels(data)
    assert dict(Image.open(io.BytesIO(plain)).getexif()) == {}


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_plain_picture_stays_byte_for_byte(kind):
    data = a_picture(kind, metadata=False)
    assert without_metadata(data, kind) == data


def test_a_progressive_jpeg_keeps_all_its_scans():
    data = a_picture("JPEG", metadata=True, progressive=True)
    assert pixels(without_metadata(data, "JPEG")) == pixels(data)


def test_what_hangs_behind_the_picture_goes():
    data = a_picture("JPEG", metadata=False)
    assert without_metadata(data + SECRET, "JPEG") == data
    data = a_picture("PNG", metadata=False)
    assert without_metadata(data + SECRET, "PNG") == data


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_torn_file_is_refused_and_never_loops(kind):
    data = a_picture(kind, metadata=True)
    for end in (*range(12, min(len(data), 400)), *range(400, len(data), 37), len(data) - 1):
        with pytest.raises(ValueError, match="its pieces do not add up"):
            without_metadata(data[:end], kind)
