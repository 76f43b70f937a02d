"""A tiny game to draw with: one card, one template, and whatever files a test writes beside them."""

from functools import cache
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps
from small_game import write_files

from pnp.convert.renderers import engine
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import Face
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Size
from pnp.render.faces import Rendered, render
from pnp.templates.context import RenderContext
from pnp.templates.sources import Sources
from pnp.typesetting.fonts import FontBook, FontFile, Style, font_book

SHIPPED = Path(__file__).parents[2] / "templates"
DATA = "card_data/g/cards.yaml"
CARD = "templates/g/card.svg.j2"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
PAGE = SVG.replace("0 0 100 100", "-3 -3 69 94")
DOT = f'{SVG}<circle cx="50" cy="50" r="50" fill="currentColor"/></svg>'
HALVES = f"""{SVG.replace("100 100", "200 100")}
  <rect width="100" height="100" fill="#c00"/><rect x="100" width="100" height="100" fill="#00c"/></svg>"""


@cache
def fonts() -> FontBook:
    return font_book(Path("no-such-folder"))


def font(weight: int = 400, *, italic: bool = False, family: str = "Source Sans Pro") -> FontFile:
    found = fonts().find(family, Style(weight, italic))
    assert found is not None
    return found


def a_piece(name: str = "ant", /, **fields: object) -> Piece:
    places = {name: Place(DATA, 11 + number, 11) for number, name in enumerate(fields)}
    return Piece(name, 1, fields, "g/card.svg.j2", None, Place(DATA, 10, 5), places)


def a_component(*pieces: Piece) -> Component:
    return Component("cards", KINDS["cards"], "Cards", Size(63, 88), 3, 3, 3, pieces, Place(DATA, 1, 1))


def a_game(component: Component, **more: object) -> Game:
    roles = {"title": "Source Sans Pro", "body": "Source Sans Pro"}
    about = {"palette": {"red": "#c0392b", "sky": "#88bbee"}, "fonts": roles, **more}
    return Game("g", "Ants & Bees", "1", (component,), Place("card_data/g/game.yaml", 1, 1), **about)


def sources(root: Path, files: dict[str, str | bytes]) -> Sources:
    write_files(root, files)
    return Sources(root, (root / "templates", SHIPPED), root / "card_data/g/art", fonts())


def drawn_with(
    root: Path, template: str, *pieces: Piece, files: dict | None = None, **game: object
) -> Rendered:
    found = sources(root, {CARD: template, **(files or {})})
    component = a_component(*(pieces or (a_piece(),)))
    return render(component, RenderContext(a_game(component, **game), found))


def drawn(root: Path, body: str, *pieces: Piece, files: dict | None = None, **game: object) -> Rendered:
    template = f'{{% extends "base/card.svg.j2" %}}\n{{% block body %}}{body}{{% endblock %}}'
    return drawn_with(root, template, *pieces, files=files, **game)


def svg_of(rendered: Rendered) -> str:
    assert rendered.diagnostics == (), rendered.diagnostics
    (face,) = rendered.deck.faces.values()
    return face.svg


def the_finding(rendered: Rendered) -> Diagnostic:
    (finding,) = rendered.diagnostics
    return finding


def spot(finding: Diagnostic) -> str:
    assert finding.place is not None
    return f"{finding.place.file}:{finding.place.line}"


def a_sheet(inner: str, width: float, height: float) -> Face:
    view = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{inner}</svg>'
    return Face("test", svg, Size(width, height), 0)


def pixels(face: Face, *, dots_per_mm: float) -> Image.Image:
    every = [
        fonts().find(f, s) for f in ("Source Sans Pro", "Manrope", "Fredoka One") for s in fonts().styles(f)
    ]
    pages = engine("typst").convert([face], [each.path for each in every if each is not None])
    pdf = pypdfium2.PdfDocument(pages.chunks[0])
    try:
        return pdf[0].render(scale=dots_per_mm * 25.4 / 72).to_pil().convert("RGB")
    finally:
        pdf.close()


def ink_extent(face: Face, *, dots_per_mm: float = 40) -> tuple[float, float, float, float]:
    picture = pixels(face, dots_per_mm=dots_per_mm)
    dark = ImageOps.invert(picture.convert("L")).point(lambda level: 255 * (level > 100))
    box = dark.getbbox()
    assert box is not None
    left, top, right, bottom = (edge / dots_per_mm for edge in box)
    return left, top, right, bottom
