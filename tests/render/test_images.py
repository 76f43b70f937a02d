import base64
import io
import random
from contextlib import suppress

import pytest
from pictures import a_photo, a_png_header
from PIL import Image
from profiles import a_profile

from pnp.svg.images import (
    PictureTooLarge,
    UnsafeDrawing,
    image_element,
    to_srgb,
    without_metadata,
)


def inside(element: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(element.partition("base64,")[2].partition('"')[0])))


def placed_in(data: bytes) -> Image.Image:
    """The picture as it stands inside a face."""
    return inside(image_element(data)[0])


def test_png_and_jpeg_go_in_without_what_is_written_beside_them():
    for kind in ("PNG", "JPEG"):
        data = a_photo(8, 6, kind)
        element, width, height = image_element(data)
        assert (width, height) == (8, 6)
        plain = base64.b64encode(without_metadata(data, kind)).decode()
        assert f'"data:image/{kind.lower()};base64,{plain}"' in element


@pytest.mark.parametrize("size", [(12_001, 1), (1, 12_001), (8_000, 8_000)])
def test_a_picture_with_too_many_pixels_is_refused_before_it_is_decoded(size):
    with pytest.raises(PictureTooLarge, match=f"it has {size[0]} x {size[1]} pixels"):
        image_element(a_photo(*size, "PNG", mode="1") if min(size) == 1 else a_png_header(*size))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_damaged_picture_is_drawn_or_refused_and_nothing_else(kind):
    whole, chance = a_photo(24, 24, kind), random.Random(1)
    for _ in range(60):
        torn = bytearray(whole)
        for _ in range(3):
            torn[chance.randrange(len(torn))] = chance.randrange(256)
        with suppress(UnsafeDrawing):
            image_element(bytes(torn[: chance.randrange(8, len(torn))]))


def a_file(image: Image.Image, kind: str, **options) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_adobe_rgb_becomes_srgb(kind):
    # Half-strong green of Adobe RGB is greener than any half-strong green of sRGB.
    image = Image.new("RGB", (16, 16), (100, 128, 100))
    found = placed_in(a_file(image, kind, icc_profile=a_profile())).convert("RGB").getpixel((8, 8))
    assert found[0] < 95
    assert 125 <= found[1] <= 132


def test_what_shows_through_still_does():
    image = Image.new("RGBA", (4, 4), (100, 128, 100, 77))
    found = placed_in(a_file(image, "PNG", icc_profile=a_profile())).getpixel((1, 1))
    assert found[3] == 77
    assert found[0] < 95


def test_cmyk_becomes_rgb():
    found = placed_in(a_file(Image.new("CMYK", (16, 16), (0, 255, 255, 0)), "JPEG"))
    assert found.mode == "RGB"
    red, green, blue = found.getpixel((8, 8))
    assert red > 240
    assert max(green, blue) < 15


def test_a_profile_for_another_kind_of_picture_is_said():
    image = Image.new("CMYK", (4, 4), (0, 255, 255, 0))
    image.info["icc_profile"] = a_profile()
    converted = to_srgb(image)
    assert converted.image.mode == "RGB"
    assert converted.done == 'its colour profile "Adobe RGB (1998)" does not fit it'


def test_webp_becomes_png_and_keeps_its_transparency():
    element, _, _ = image_element(a_photo(8, 6, "WEBP", mode="RGBA"))
    assert (inside(element).format, inside(element).mode) == ("PNG", "RGBA")


def test_sixteen_bits_become_eight():
    found = placed_in(a_file(Image.new("I;16", (4, 4), 128 * 256), "PNG"))
    assert found.getpixel((1, 1)) == (128, 128, 128)
