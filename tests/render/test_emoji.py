"""Emoji as pictures, and icons of pixels. A picture in a text is drawn as [name]."""

import io

import pytest
from PIL import Image
from workbench import DOT, drawn, pixels, svg_of, the_finding

from pnp.typesetting.markup import Icon, emoji_in, parse, with_pictures

GRIN, THUMB, FAMILY, JAPAN = (
    "\U0001f600",
    "\U0001f44d\U0001f3fd",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1ef\U0001f1f5",
)
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
BASE = "templates/base/emoji"


def shown(text: str) -> str:
    (line,) = with_pictures(parse(text), lambda _: True)
    return "".join(f"[{run.name}]" if isinstance(run, Icon) else run.text for run in line)


def test_what_belongs_together_is_one_picture():
    assert shown(f"a{GRIN}{GRIN} b") == "a[emoji/1f600][emoji/1f600] b"
    assert shown(THUMB) == "[emoji/1f44d-1f3fd]"
    assert shown(FAMILY) == "[emoji/1f468-200d-1f469-200d-1f467]"
    assert shown(JAPAN + JAPAN) == "[emoji/1f1ef-1f1f5][emoji/1f1ef-1f1f5]"
    assert emoji_in(ENGLAND) == [ENGLAND]
    assert shown("1\ufe0f\u20e3") == "[emoji/31-fe0f-20e3]"


@pytest.mark.parametrize("name", ["1f600.svg", "1F600.svg", "emoji_u1f600.svg"])
def test_an_emoji_with_a_picture_is_drawn_with_it(tmp_path, name):
    face = svg_of(
        drawn(tmp_path, f'{{{{ fit("Yes {GRIN}", (5, 5, 50, 9)) }}}}', files={f"{BASE}/{name}": DOT})
    )
    assert ">Yes</text><use " in face
    assert "<circle" in face


def test_an_emoji_without_a_picture_says_where_to_put_one(tmp_path):
    finding = the_finding(drawn(tmp_path, '{{ fit("Yes \U0001faea", (5, 5, 50, 9)) }}'))
    assert finding.code == "PNP307"
    assert "put a picture of the emoji in templates/base/emoji/1faea.svg (or .png)" in finding.hint


def test_an_icon_may_be_a_png(tmp_path):
    png = io.BytesIO()
    Image.new("RGB", (64, 64), "#0000ff").save(png, "PNG")
    found = drawn(
        tmp_path,
        '{{ fit("{cloud}", (10, 10, 40, 40), size=40) }}',
        files={"templates/g/icons/cloud.png": png.getvalue()},
    )
    svg_of(found)
    (face,) = found.deck.faces.values()
    colours = pixels(face, dots_per_mm=1).getcolors(10_000)
    blue = sum(count for count, (red, _, blue) in colours if blue > 200 and red < 50)
    assert 150 < blue < 250  # a square of 13.4 mm


def test_signs_that_are_letters_unless_told_stay_letters():
    assert shown("★ → ♥ © 3 #") == "★ → ♥ © 3 #"
    assert shown("\u2764\ufe0f ♥\ufe0f") == "[emoji/2764-fe0f] [emoji/2665-fe0f]"
