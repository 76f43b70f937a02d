"""A theme may mix white into pictures and icons."""

from pictures import a_photo
from workbench import PAGE, a_component, a_game, a_piece, sources

from pnp.model.game import Theme
from pnp.render.faces import render
from pnp.templates.context import RenderContext

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
