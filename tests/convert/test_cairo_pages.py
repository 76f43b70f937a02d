"""The second renderer: absent, it says how to get it; present, it draws what the first one draws."""

import importlib.util
from pathlib import Path

import font_fredoka_one
import pypdfium2
import pytest
from PIL import ImageChops, ImageFilter

from pnp.convert import cairo_pages
from pnp.convert.engines import engine
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size

FONT = Path(font_fredoka_one.__file__).parent / "files" / "FredokaOne-Regular.ttf"
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="24mm" height="34mm" viewBox="-2 -2 24 34">
<defs><linearGradient id="g"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient></defs>
<rect x="-2" y="-2" width="24" height="34" fill="url(#g)"/><circle cx="10" cy="10" r="6" fill="#ffff00" fill-opacity=".5"/>
<path d="M2 20Q10 14 18 20" fill="none" stroke="#ffffff"/><text x="4" y="28" font-family="Fredoka One" font-size="5">HIE</text>
</svg>"""
installed = pytest.mark.skipif(
    importlib.util.find_spec("cairosvg") is None, reason="the extra is not installed"
)


def face(svg):
    return Face("the-face", svg, Size(20, 30), 2)


def test_without_cairosvg_the_refusal_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(CannotRender) as refusal:
        cairo_pages.pages([face(DRAWING)], [])
    assert "not installed" in str(refusal.value)
    assert 'pip install "pnp-cards[cairo]"' in refusal.value.hint


@installed
def test_both_renderers_draw_the_same_picture():
    def drawn(pages):
        with pypdfium2.PdfDocument(pages.chunks[0]) as document:
            return document[1].render(scale=2).to_pil().convert("RGB").filter(ImageFilter.BoxBlur(2))

    faces = [face(DRAWING.replace("HIE", "no")), face(DRAWING)]
    one, other = (drawn(engine(name).convert(faces, [FONT])) for name in ("typst", "cairo"))
    assert max(band[1] for band in ImageChops.difference(one, other).crop((4, 4, 130, 180)).getextrema()) < 60


@installed
def test_a_drawing_cairo_cannot_read_is_named():
    with pytest.raises(CannotRender) as refusal:
        cairo_pages.pages([face(DRAWING), Face("bad-one", "<svg><g></svg>", Size(20, 30), 2)], [])
    assert refusal.value.face == "bad-one"
    assert "the drawing bad-one cannot be rendered by cairo" in str(refusal.value)
