"""The tiny deck as a press gets it: cards of 20 x 30 mm with 2 mm of bleed on pages with 3 mm."""

import io

from tiny import BACK_OF, CARD, FACES, META, component, pages

from pnp.export.press_colours import rgb_condition
from pnp.export.press_pages import CardSide, PressFile, card_pages, write_press_pages
from pnp.model.geometry import Size

PAGE = Size(CARD.width + 6, CARD.height + 6)


def sides_of(name: str) -> list[CardSide]:
    return [CardSide(name, FACES[name].key), CardSide(name, FACES[BACK_OF[name]].key, 0, "back")]


def press_pdf(of=None, *, condition=None, converted=None, sides=None, page=PAGE, cmyk=False):
    of = of or component()
    sides = sides or [side for name in BACK_OF for side in sides_of(name)]
    file = PressFile(of, card_pages(of.id, sides, page, of.size), condition or rgb_condition(), cmyk)
    out = io.BytesIO()
    write_press_pages(out, file, converted or pages(), META)
    return out.getvalue()
