"""Pictures have whole pixels, the right size and a stated resolution."""

import io

from PIL import Image
from tiny import FACES, pages

from pnp.export.image_files import face_picture, flat_png, png


def test_a_face_is_shown_with_its_bleed():
    picture = face_picture(pages(), FACES["b"].key, dpi=254)
    assert (picture.size, picture.getpixel((5, 5))) == ((240, 340), (0, 160, 0))


def test_a_file_without_filters_has_the_same_pixels_and_resolution():
    picture = face_picture(pages(), FACES["b"].key, dpi=300)
    picture.putpixel((3, 5), (1, 2, 3))
    read = Image.open(io.BytesIO(flat_png(picture, dpi=48)))
    assert (read.mode, read.size, read.tobytes()) == ("RGB", picture.size, picture.tobytes())
    assert read.info["dpi"] == Image.open(io.BytesIO(png(picture, dpi=48))).info["dpi"]
