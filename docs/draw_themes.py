"""A card of each game as it is and in its three themes, for the page about printing."""  # noqa: INP001

from pathlib import Path

from PIL import Image

from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.renderers import engine
from pnp.export.image_files import face_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.render.faces import render

DOCS = Path(__file__).resolve().parent
LOOKS = ("", "low-ink", "greyscale", "large-print")
CARDS = {
    "yogire": "cards/YG16",
    "ryb": "cards/green-6",
    "yes_broccoli": "bids/blue-7",
    "yoggity": "aids/aid",
    "ingeniators": "aids/aid",
}
DPI = 72
DRAWN_AT = 4  # times as large, then made smaller: thin lines stay even


def looks() -> list[list[Image.Image]]:
    """Return a row for each look, a card of each game in it."""
    return [[front(game, card, look) for game, card in CARDS.items()] for look in LOOKS]


def front(game_id: str, card: str, look: str) -> Image.Image:
    """Return the front of a card in a look, bleed cut off."""
    project = find_project(DOCS)
    game = load_game(project, game_id).game
    assert game is not None
    component_id, piece = card.split("/")
    component = next(each for each in game.components if each.id == component_id)
    context = render_context(project, game, fonts_of(project), theme=look)
    drawn = render(component, context, only=frozenset((piece,)))
    pages = engine().convert(list(drawn.deck.faces.values()), drawn.fonts)
    picture = face_picture(pages, drawn.deck.fronts[piece], dpi=DPI * DRAWN_AT)
    bleed = round(component.bleed * DPI * DRAWN_AT / 25.4)
    trimmed = picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed)).convert("RGBA")
    small = (trimmed.width // DRAWN_AT, trimmed.height // DRAWN_AT)
    return trimmed.resize(small, Image.Resampling.LANCZOS)
