"""Colours come out as they were meant, whatever space they were written in."""

import base64
import io

import pytest
from PIL import Image
from profiles import a_profile

from pnp.render.images import image_element, is_srgb, to_srgb

GREEN = (0, 255, 0)


def a_file(image: Image.Image, kind: str, **options) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def placed(data: bytes) -> Image.Image:
    """The picture as it stands inside a face."""
    element, _, _ = image_element(data)
    return Image.open(io.BytesIO(base64.b64decode(element.partition("base64,")[2].partition('"')[0])))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_adobe_rgb_becomes_srgb(kind):
    # Half-strong green of Adobe RGB is greener than any half-strong green of sRGB.
    image = Image.new("RGB", (16, 16), (100, 128, 100))
    found = placed(a_file(image, kind, icc_profile=a_profile())).convert("RGB").getpixel((8, 8))
    assert found[0] < 95
    assert 125 <= found[1] <= 132


def test_a_picture_in_srgb_goes_in_byte_for_byte_profile_and_all():
    data = a_file(Image.new("RGB", (4, 4), GREEN), "PNG", icc_profile=a_profile("sRGB IEC61966-2.1"))
    element, _, _ = image_element(data)
    assert base64.b64encode(data).decode() in element


def test_a_converted_picture_carries_no_profile():
    data = a_file(Image.new("RGB", (4, 4), GREEN), "JPEG", icc_profile=a_profile())
    assert "icc_profile" not in placed(data).info


def test_what_shows_through_still_does():
    image = Image.new("RGBA", (4, 4), (100, 128, 100, 77))
    found = placed(a_file(image, "PNG", icc_profile=a_profile())).getpixel((1, 1))
    assert found[3] == 77
    assert found[0] < 95


def test_cmyk_becomes_rgb():
    found = placed(a_file(Image.new("CMYK", (16, 16), (0, 255, 255, 0)), "JPEG"))
    assert found.mode == "RGB"
    red, green, blue = found.getpixel((8, 8))
    assert red > 240
    assert max(green, blue) < 15


def test_sixteen_bits_become_eight():
    found = placed(a_file(Image.new("I;16", (4, 4), 128 * 256), "PNG"))
    assert found.getpixel((1, 1)) == (128, 128, 128)


@pytest.mark.parametrize("profile", [b"junk", a_profile()[:200], b"\0" * 500])
def test_a_broken_profile_is_passed_over(profile):
    image = Image.open(io.BytesIO(a_file(Image.new("RGB", (4, 4), GREEN), "PNG", icc_profile=profile)))
    assert is_srgb(image)
    assert to_srgb(image).image.getpixel((1, 1)) == GREEN


def test_a_profile_for_another_kind_of_picture_is_said():
    image = Image.new("CMYK", (4, 4), (0, 255, 255, 0))
    image.info["icc_profile"] = a_profile()
    converted = to_srgb(image)
    assert converted.image.mode == "RGB"
    assert converted.done == 'its colour profile "Adobe RGB (1998)" does not fit it'


def test_what_was_done_is_said_with_the_name_of_the_profile():
    image = Image.new("RGB", (4, 4), GREEN)
    image.info["icc_profile"] = a_profile("Display P3")
    assert to_srgb(image).done == "its colours were converted from Display P3 to sRGB"
