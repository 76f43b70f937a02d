"""A picture as it is delivered becomes one that can be printed, and nothing is done to it without saying so."""

import io

import pytest
from pictures import a_photo, a_png_header
from PIL import Image, ImageChops, ImageDraw
from profiles import a_profile
from workbench import DOT, SVG

from pnp.art.add import import_picture
from pnp.model.geometry import Size
from pnp.svg.images import PictureTooLarge, UnsafeDrawing


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def as_png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def a_real_photo(width: int = 600, height: int = 400) -> Image.Image:
    """Soft shapes and the grain of a sensor, in three colours."""
    channels = []
    for _ in range(3):
        shapes = Image.effect_noise((width // 40, height // 40), 120).resize((width, height), Image.BICUBIC)
        channels.append(ImageChops.add(shapes, Image.effect_noise((width, height), 3), 1, -128))
    return Image.merge("RGB", channels)


@pytest.mark.parametrize(("kind", "ending"), [("PNG", ".png"), ("JPEG", ".jpg"), ("WEBP", ".webp")])
def test_a_plain_picture_goes_in_byte_for_byte(kind, ending):
    out = io.BytesIO()
    Image.new("RGB", (8, 6), "#c33").save(out, kind)
    found = import_picture(out.getvalue())
    assert (found.data, found.ending, found.size, found.pixels, found.done) == (
        out.getvalue(), ending, Size(8, 6), True, (),
    )  # fmt: skip


def test_an_svg_goes_in_byte_for_byte_and_knows_its_shape():
    found = import_picture(b"\xef\xbb\xbf" + DOT.encode())
    assert (found.ending, found.size, found.pixels) == (".svg", Size(100, 100), False)
    assert found.data == b"\xef\xbb\xbf" + DOT.encode()


def test_a_sideways_photo_is_turned_once_and_for_all():
    found = import_picture(a_photo(16, 8, turned=6))
    assert found.size == Size(8, 16)
    assert found.done == ("it was turned upright",)
    assert 0x0112 not in opened(found.data).getexif()
    assert opened(found.data).size == (8, 16)


def test_colours_of_another_space_are_converted():
    out = io.BytesIO()
    Image.new("RGB", (8, 8), (100, 128, 100)).save(out, "PNG", icc_profile=a_profile())
    found = import_picture(out.getvalue())
    assert found.done == ("its colours were converted from Adobe RGB (1998) to sRGB",)
    assert opened(found.data).convert("RGB").getpixel((4, 4))[0] < 95


def test_an_opaque_photograph_in_a_png_becomes_a_jpeg():
    photo = a_real_photo()
    found = import_picture(as_png(photo))
    assert found.ending == ".jpg"
    assert len(found.data) < len(as_png(photo)) / 2
    (said,) = found.done
    assert said.startswith("it is an opaque photograph of 0.")
    assert said.endswith("MB (quality 95)")
    difference = ImageChops.difference(photo, opened(found.data)).convert("L")
    assert max(value for count, value in difference.getcolors() if count > 600 * 400 / 100) <= 8


def test_a_drawing_stays_a_png():
    drawing = Image.new("RGB", (1200, 1200), "#ffffff")
    pen = ImageDraw.Draw(drawing)
    for step in range(0, 1200, 7):
        pen.line((step, 0, 1199 - step, 1199), fill=(step % 256, 90, 200), width=3)
    assert import_picture(as_png(drawing)).ending == ".png"


@pytest.mark.parametrize(
    ("data", "error", "reason"),
    [
        (a_png_header(30_000, 30_000), PictureTooLarge, "more than 170 million pixels|30000 x 30000"),
        (a_photo(64, 64)[:-200], UnsafeDrawing, "it is not a complete PNG, JPEG or WebP file"),
        (f"{SVG}<script/></svg>".encode(), UnsafeDrawing, "it holds a <script> element"),
        (f'{SVG}<image href="file:///etc/passwd"/></svg>'.encode(), UnsafeDrawing, "it links to"),
        (b"8BPS" + bytes(99), UnsafeDrawing, "it is not a PNG, JPEG or WebP file"),
        (b"", UnsafeDrawing, "it is not a PNG, JPEG or WebP file"),
    ],
)
def test_what_cannot_be_printed_is_refused(data, error, reason):
    with pytest.raises(error, match=reason):
        import_picture(data)


def test_a_photograph_with_something_to_see_through_stays_a_png():
    photo = a_real_photo()
    photo.putalpha(Image.linear_gradient("L").resize(photo.size))
    assert import_picture(as_png(photo)).ending == ".png"
