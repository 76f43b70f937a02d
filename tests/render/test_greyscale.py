"""A theme may have no colours: those of the palette become chosen greys, all others the grey as light as they are."""

import base64
import io
import re

from pictures import a_photo
from PIL import Image
from workbench import PAGE, a_component, a_game, a_piece, sources

from pnp.model.game import Theme
from pnp.render.faces import render
from pnp.templates.context import RenderContext

NS = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"'


def face(tmp_path, body, art):
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
    svg = face(tmp_path, body, {"card_data/g/art/ant.svg": art})
    assert set(re.findall(r"#\w{6}", svg)) == {"#c0c0c0", "#4c4c4c", "#969696", "#646464", "#000000"}
    assert 'stroke="none"' in svg
    assert "fill:#0a0 color:red" in svg  # words are no colours


def test_a_photo_becomes_grey_and_stays_transparent(tmp_path):
    photo = a_photo(300, 300, "PNG", mode="RGBA")
    svg = face(tmp_path, '{{ picture("ant", (20, 20, 9, 9)) }}', {"card_data/g/art/ant.png": photo})
    shown = Image.open(io.BytesIO(base64.b64decode(re.search(r"base64,([^\"]+)", svg)[1])))
    assert shown.convert("RGBA").getpixel((9, 9)) == (67, 67, 67, 255)
    assert shown.convert("RGBA").getpixel((299, 9))[3] == 0
