"""Pictures of pixels: as they are added, cleaned of metadata, drawn, and found empty."""

import base64
import io
import random
from contextlib import suppress

import pytest
from pictures import a_photo, a_png_header, a_profile
from PIL import Image, ImageChops, ImageDraw, PngImagePlugin
from workbench import DOT, SVG

from pnp.art.add import import_picture
from pnp.model.geometry import Size
from pnp.svg.images import PictureTooLarge, UnsafeDrawing, image_element, plain_picture, to_srgb
from pnp.svg.sanitizer import read_drawing
from pnp.templates.sources import unseen_pixels


def inside(element: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(element.partition("base64,")[2].partition('"')[0])))


def placed_in(data: bytes) -> Image.Image:
    return inside(image_element(data)[0])


def test_png_and_jpeg_go_in_without_what_is_written_beside_them():
    for kind in ("PNG", "JPEG"):
        data = a_photo(8, 6, kind)
        element, width, height = image_element(data)
        assert (width, height) == (8, 6)
        plain = base64.b64encode(bare(data)).decode()
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
    converted, done = to_srgb(image)
    assert converted.mode == "RGB"
    assert done == 'its colour profile "Adobe RGB (1998)" does not fit it'


def test_webp_becomes_png_and_keeps_its_transparency():
    element, _, _ = image_element(a_photo(8, 6, "WEBP", mode="RGBA"))
    assert (inside(element).format, inside(element).mode) == ("PNG", "RGBA")


def test_sixteen_bits_become_eight():
    found = placed_in(a_file(Image.new("I;16", (4, 4), 128 * 256), "PNG"))
    assert found.getpixel((1, 1)) == (128, 128, 128)


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
    return a_file(image, kind, **options)


def pixels(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).convert("RGB").tobytes()


@pytest.mark.parametrize(
    ("kind", "how"), [("PNG", {}), ("JPEG", {}), ("JPEG", {"progressive": True}), ("WEBP", {})]
)
def test_the_place_is_left_out_and_the_pixels_stay(kind, how):
    data = a_picture(kind, metadata=True, **how)
    assert SECRET in data
    plain = bare(data)
    assert SECRET not in plain
    assert pixels(plain) == pixels(data)
    assert dict(Image.open(io.BytesIO(plain)).getexif()) == {}


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_what_hangs_behind_the_picture_goes(kind):
    data = a_picture(kind, metadata=False)
    assert bare(data + SECRET) == data


def bare(data: bytes) -> bytes:
    return plain_picture(data, kept=("PNG", "JPEG", "WEBP")).data


def a_real_photo(width: int = 600, height: int = 400) -> Image.Image:
    channels = []
    for _ in range(3):
        shapes = Image.effect_noise((width // 40, height // 40), 120).resize((width, height), Image.BICUBIC)
        channels.append(ImageChops.add(shapes, Image.effect_noise((width, height), 3), 1, -128))
    return Image.merge("RGB", channels)


@pytest.mark.parametrize(("kind", "ending"), [("PNG", ".png"), ("JPEG", ".jpg"), ("WEBP", ".webp")])
def test_a_plain_picture_goes_in_byte_for_byte(kind, ending):
    data = a_file(Image.new("RGB", (8, 6), "#c33"), kind)
    found = import_picture(data)
    assert (found.data, found.ending, found.size, found.pixels, found.done) == (
        data, ending, Size(8, 6), True, (),
    )  # fmt: skip


def test_an_svg_goes_in_byte_for_byte_and_knows_its_shape():
    found = import_picture(b"\xef\xbb\xbf" + DOT.encode())
    assert (found.ending, found.size, found.pixels) == (".svg", Size(100, 100), False)
    assert found.data == b"\xef\xbb\xbf" + DOT.encode()


def test_colours_of_another_space_are_converted():
    found = import_picture(a_file(Image.new("RGB", (8, 8), (100, 128, 100)), "PNG", icc_profile=a_profile()))
    assert found.done == ("its colours were converted from Adobe RGB (1998) to sRGB",)
    assert Image.open(io.BytesIO(found.data)).convert("RGB").getpixel((4, 4))[0] < 95


def test_an_opaque_photograph_in_a_png_becomes_a_jpeg():
    photo = a_real_photo()
    found = import_picture(a_file(photo, "PNG"))
    assert found.ending == ".jpg"
    assert len(found.data) < len(a_file(photo, "PNG")) / 2
    (said,) = found.done
    assert said.startswith("it is an opaque photograph of 0.")
    assert said.endswith("MB (quality 95)")
    difference = ImageChops.difference(photo, Image.open(io.BytesIO(found.data))).convert("L")
    assert max(value for count, value in difference.getcolors() if count > 600 * 400 / 100) <= 8


def test_a_drawing_stays_a_png():
    drawing = Image.new("RGB", (1200, 1200), "#ffffff")
    pen = ImageDraw.Draw(drawing)
    for step in range(0, 1200, 7):
        pen.line((step, 0, 1199 - step, 1199), fill=(step % 256, 90, 200), width=3)
    assert import_picture(a_file(drawing, "PNG")).ending == ".png"


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
    assert import_picture(a_file(photo, "PNG")).ending == ".png"


def a_png(colour, box=None, mode="RGBA"):
    picture = Image.new(mode, (100, 80), colour)
    if box:
        ImageDraw.Draw(picture).rectangle(box, fill="#aa3311")
    return a_file(picture, "PNG")


def a_drawing(inside, view="0 0 100 80"):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inside}</svg>'.encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (a_png((0, 0, 0, 0)), "the picture is transparent throughout"),
        (a_png("#ffffff", mode="RGB"), "the picture is white throughout"),
        (
            a_png((0, 0, 0, 0), (10, 10, 19, 19)),
            "what is drawn takes 1.2 % of the picture, so it will be tiny",
        ),
        (a_png((0, 0, 0, 0), (10, 10, 60, 60)), None),
        (a_png("#cc3333", mode="RGB"), None),
        (a_png("#ffffff", (10, 10, 19, 19), mode="RGB"), None),
        (a_drawing(""), "the drawing is empty"),
        (a_drawing('<rect x="200" width="50" height="50"/>'), "the drawing is off its page"),
        (
            a_drawing('<rect x="20" y="20" width="10" height="8"/>'),
            "what is drawn takes 1 % of the picture, so it will be tiny",
        ),
        (a_drawing('<circle cx="50" cy="40" r="30"/>'), None),
        (a_drawing('<g transform="translate(-200 0)"><rect x="210" width="80" height="70"/></g>'), None),
        (a_drawing('<path d="M0 40H100" stroke="#000000" stroke-width="9"/>'), None),
        (a_drawing('<defs><rect id="a" width="80" height="70"/></defs><use href="#a"/>'), None),
    ],
)
def test_what_is_seen_of_a_picture(data, said):
    is_svg = data.startswith(b"<")
    found = read_drawing(data, prefix="").unseen if is_svg else unseen_pixels(data)
    assert (found[0] if found else None) == said
