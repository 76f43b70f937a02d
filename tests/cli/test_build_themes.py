"""A theme holds for all that is printed: sheets and the pages that say how to make the game."""

import pypdfium2
import pytest
from PIL import ImageChops

THEMES = """\
  greyscale: {greyscale: true}
  large-print: {smallest_text: 16}
"""


@pytest.fixture
def themed(soup):
    game = soup / "card_data/soup/game.yaml"
    game.write_text(game.read_text() + THEMES)
    return soup


def test_no_page_has_a_colour_in_greyscale(themed, pnp):
    assert pnp("build --paper a4 --theme greyscale").status == 0
    with pypdfium2.PdfDocument(themed / "output/soup/a4/print.pdf") as pdf:
        assert len(pdf) == 3
        for page in pdf:
            red, green, blue = page.render(scale=0.5).to_pil().convert("RGB").split()
            assert ImageChops.difference(red, green).getextrema() == (0, 0)
            assert ImageChops.difference(red, blue).getextrema() == (0, 0)
    assert pnp("verify --theme greyscale").status == 0


def test_large_letters_leave_the_pages_about_the_game_as_they_are(themed, pnp):
    assert pnp("build --paper a4 --theme large-print").status == 0
    assert pnp("verify --theme large-print").status == 0
