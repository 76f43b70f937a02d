"""Pictures on which nothing is seen are told; others are left alone."""

import io

import pytest
from PIL import Image, ImageDraw

from pnp.svg.sanitizer import read_drawing
from pnp.templates.sources import unseen_pixels


def a_png(colour, box=None, mode="RGBA"):
    picture = Image.new(mode, (100, 80), colour)
    if box:
        ImageDraw.Draw(picture).rectangle(box, fill="#aa3311")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


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
        (a_drawing('<rect x="200" width="50" height="50"/>'), "the drawing lies off its page"),
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
