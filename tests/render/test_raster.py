import base64
import io
import random
from contextlib import suppress

import pytest
from pictures import a_photo, a_png_header
from PIL import Image

from pnp.render.images import TooLarge, UnsafeDrawing, check, image_element


def inside(element: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(element.partition("base64,")[2].partition('"')[0])))


def test_png_and_jpeg_go_in_as_they_are():
    for kind in ("PNG", "JPEG"):
        data = a_photo(8, 6, kind)
        element, width, height = image_element(data)
        assert (width, height) == (8, 6)
        assert f"data:image/{kind.lower()};base64,{base64.b64encode(data).decode()}" in element


def test_webp_becomes_png_and_keeps_its_transparency():
    element, _, _ = image_element(a_photo(8, 6, "WEBP", mode="RGBA"))
    assert (inside(element).format, inside(element).mode) == ("PNG", "RGBA")


def test_a_photo_taken_sideways_is_upright():
    element, width, height = image_element(a_photo(16, 8, turned=6))
    assert (width, height) == (8, 16)
    picture = inside(element).convert("RGB")
    assert picture.getpixel((4, 2))[0] > 150
    assert picture.getpixel((4, 13))[0] < 80


@pytest.mark.parametrize("size", [(12_001, 1), (1, 12_001), (8_000, 8_000)])
def test_a_picture_with_too_many_pixels_is_refused_before_it_is_decoded(size):
    with pytest.raises(TooLarge, match=f"it has {size[0]} x {size[1]} pixels"):
        check(a_photo(*size, "PNG", mode="1") if min(size) == 1 else a_png_header(*size))


def test_a_bomb_is_refused():
    with pytest.raises(TooLarge):
        check(a_png_header(30_000, 30_000))


def test_a_torn_picture_says_so():
    with pytest.raises(UnsafeDrawing, match="it is not a whole PNG, JPEG or WebP file"):
        check(a_photo(64, 64)[:-200])


@pytest.mark.parametrize("data", [b"", b"hello", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;"])
def test_another_format_says_so_without_an_address(data):
    with pytest.raises(UnsafeDrawing) as caught:
        check(data)
    assert str(caught.value) == "it is not a PNG, JPEG or WebP file"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_damaged_picture_is_drawn_or_refused_and_nothing_else(kind):
    whole, chance = a_photo(24, 24, kind), random.Random(1)
    for _ in range(60):
        torn = bytearray(whole)
        for _ in range(3):
            torn[chance.randrange(len(torn))] = chance.randrange(256)
        with suppress(UnsafeDrawing):
            image_element(bytes(torn[: chance.randrange(8, len(torn))]))
