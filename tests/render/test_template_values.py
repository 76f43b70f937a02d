"""Values, numbers and colours as templates see them."""

import base64
import io
import math
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from pictures import a_photo
from PIL import Image
from workbench import PAGE, a_component, a_game, a_piece, sources

from pnp.load.kinds.dice import die_net
from pnp.model.game import Theme
from pnp.render.faces import render
from pnp.templates.context import RenderContext
from pnp.templates.palette import channels, contrast, ink, lighten
from pnp.templates.values import FieldProxy, MissingField, face_values, missing_field
from pnp.text import decimal

FRAME = re.compile(r"translate\((\S+) (\S+)\) rotate\((\S+)\)")


def panels() -> list[dict]:
    net = die_net("d4", 25)
    values = face_values(replace(a_component(), net=net, size=net.size))
    return list(values["net"]["panels"])  # type: ignore[index]


def test_each_corner_of_a_die_is_told_on_the_three_sides_that_meet_there():
    named = Counter(corner["id"] for panel in panels() for corner in panel["corners"])
    assert named == {"1": 3, "2": 3, "3": 3, "4": 3}


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: panel["id"])
def test_down_from_a_corner_lies_the_middle_of_its_side(panel):
    for corner in panel["corners"]:
        x, y, angle = map(float, FRAME.fullmatch(corner["transform"]).groups())
        far = 25 / math.sqrt(3)
        down = (x - far * math.sin(math.radians(angle)), y + far * math.cos(math.radians(angle)))
        assert down == pytest.approx((panel["x"], panel["y"]), abs=0.01)


@given(st.floats(-1e6, 1e6))
def test_a_number_has_four_decimals_at_most_and_is_never_minus_nothing(value):
    text = decimal(value)
    assert re.fullmatch(r"-?\d+(\.\d{0,3}[1-9])?", text)
    assert text != "-0"
    assert float(text) == pytest.approx(value, abs=0.00006)


PIECE = FieldProxy("piece", {"items": 3, "cost": {"cu": 2}, "steps": ({"n": 1}, {"n": 2})})


def test_a_field_may_have_any_name_even_a_methods():
    assert PIECE.items == 3


@pytest.mark.parametrize(
    ("owner", "name", "message", "hint"),
    [
        (PIECE, "cots", 'piece has no field "cots"', "it has cost"),
        (PIECE.cost, "n", 'piece.cost has no field "n"', "it has cu"),
        (FieldProxy("piece", {}), "n", 'piece has no field "n"', "it has none"),
        ((1, 2), "5", "the list has no entry 5", "it has 2, counted from 0"),
        ("ant", "legs", '"ant" has no field "legs"', "it is a single value, not a group"),
        (None, "pallete", 'there is no "pallete"', "did you mean palette?"),
    ],
)
def test_a_missing_field_says_what_there_is(owner, name, message, hint):
    error = missing_field(owner, name)
    assert (str(error), error.hint) == (message, hint)
    assert isinstance(error, UndefinedError)
    assert isinstance(error, MissingField)


def test_contrast_is_what_the_guideline_says():
    # Worked by hand from the WCAG 2 formula: #767676 is the lightest grey with 4.5 on white, #777777 has 4.48.
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#404040", "#ffffff") == pytest.approx(10.37, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)


def test_ink_is_black_on_yellow_and_white_on_navy():
    assert (ink("#ffe000"), ink("#102050")) == ("#000000", "#ffffff")


@pytest.mark.parametrize("wrong", ["red", "#12345", "#1234567", "#+1-2+3", "123456", ""])
def test_what_is_no_colour_is_refused(wrong):
    with pytest.raises(
        ValueError, match=f'"{wrong.replace("+", chr(92) + "+")}" is not a colour; write "#rrggbb"'
    ):
        channels(wrong)


@pytest.mark.parametrize("share", [20, -0.1, float("nan")])
def test_a_share_is_no_percentage(share):
    with pytest.raises(ValueError, match="between 0 and 1"):
        lighten("#204060", share)


NS = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"'
PICTURE = f"""<svg {NS}><defs><linearGradient id="add"><stop style="stop-color:#204080"/></linearGradient></defs>
<path d="M0 0H9V9Z" fill="#204080" stroke="#101010"/><path d="M0 0H9V9Z" fill="url(#add)"/></svg>"""
CARD = f"{PAGE}{{{{ picture('ant', (9, 9, 9, 9)) }}}}{{{{ icon('cu', 18, 9, 9) }}}}</svg>"


def face(tmp_path, share, *, art=PICTURE, name="ant.svg"):
    files = {
        "templates/g/card.svg.j2": CARD,
        f"card_data/g/art/{name}": art,
        "templates/g/icons/cu.svg": f'<svg {NS}><path d="M0 0H9" fill="#c00" stroke="currentColor"/></svg>',
    }
    component = a_component(a_piece("ant"))
    game = a_game(component, themes={"low-ink": Theme("low-ink", {}, share)})
    context = RenderContext(game, sources(tmp_path, files), "low-ink")
    rendered = render(component, context)
    assert not rendered.diagnostics
    (drawn,) = rendered.deck.faces.values()
    return drawn.svg


def test_colours_get_lighter_but_the_darkest_stay(tmp_path):
    svg = face(tmp_path, 0.5)
    assert 'fill="#90a0c0" stroke="#101010"' in svg
    assert "stop-color:#90a0c0" in svg or 'stop-color="#90a0c0"' in svg
    assert 'fill="#e68080" stroke="currentColor"' in svg
    assert "add)" in svg  # a reference is no colour


def test_a_photo_lets_the_paper_show_through(tmp_path):
    svg = face(tmp_path, 0.6, art=a_photo(300, 300, "PNG"), name="ant.png")
    assert '<g opacity="0.4"><image' in svg


def grey_face(tmp_path, body, art):
    files = {"templates/g/card.svg.j2": f"{PAGE}{body}</svg>", **art}
    theme = Theme("grey", {"leaf": "#c0c0c0", "sea": "#0000ff"}, greyscale=True)
    palette = {"red": "#cc0000", "leaf": "#00aa00", "sea": "#1769b5"}
    game = a_game(a_component(a_piece("ant")), palette=palette, themes={"grey": theme})
    rendered = render(game.components[0], RenderContext(game, sources(tmp_path, files), "grey"))
    assert not rendered.diagnostics
    (drawn,) = rendered.deck.faces.values()
    return drawn.svg


def test_colours_become_chosen_greys_or_greys_as_light(tmp_path):
    art = f"""<svg {NS}><defs><linearGradient id="a"><stop style="stop-color:#00AA00"/></linearGradient></defs>
    <path d="M0 0H9" fill="#0a0" stroke="tomato"/><path d="M0 0H9" fill="rgb(204, 0, 0)" stroke="none"/></svg>"""
    body = """<path d="M20 15H29" fill="{{ palette.leaf }}" stroke="{{ palette.sea }}"/>
    {{ picture("ant", (20, 20, 9, 9)) }}{{ line("fill:#0a0 color:red", 10, 60, size=9) }}"""
    svg = grey_face(tmp_path, body, {"card_data/g/art/ant.svg": art})
    assert set(re.findall(r"#\w{6}", svg)) == {"#c0c0c0", "#4c4c4c", "#969696", "#646464", "#000000"}
    assert 'stroke="none"' in svg
    assert "fill:#0a0 color:red" in svg  # words are no colours


def test_a_photo_becomes_grey_and_stays_transparent(tmp_path):
    photo = a_photo(300, 300, "PNG", mode="RGBA")
    svg = grey_face(tmp_path, '{{ picture("ant", (20, 20, 9, 9)) }}', {"card_data/g/art/ant.png": photo})
    shown = Image.open(io.BytesIO(base64.b64decode(re.search(r"base64,([^\"]+)", svg)[1])))
    assert shown.convert("RGBA").getpixel((9, 9)) == (67, 67, 67, 255)
    assert shown.convert("RGBA").getpixel((299, 9))[3] == 0
