"""The table on the back of the aid: its words stand clear of the rule below them."""

import re
from pathlib import Path

from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.engines import engine
from pnp.export.image_files import face_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.render.faces import render

DOTS_PER_MM = 12
TABLE = (4.6, 77.0, 59.0, 85.5)
"""Where it is on the card, in mm from the top left."""


def test_players_and_cards_do_not_touch_the_rule_between_them() -> None:
    project = find_project(Path(__file__).parents[2])
    game = load_game(project, "ryb").game
    assert game is not None
    fonts = fonts_of(project)
    aids = next(each for each in game.components if each.id == "aids")
    drawn = render(aids, render_context(project, game, fonts))
    pages = engine().convert(list(drawn.deck.faces.values()), drawn.fonts)
    back = face_picture(pages, drawn.deck.backs["aid"], dpi=DOTS_PER_MM * 25.4)
    table = back.convert("L").crop([round(DOTS_PER_MM * (aids.bleed + each)) for each in TABLE])
    rows = (table.crop((0, row, table.width, row + 1)) for row in range(table.height))
    seen = "".join("x" if row.getextrema()[0] < 128 else "." for row in rows).strip(".")
    assert len(re.findall("x+", seen)) == 3  # the players, the rule, the cards
    assert min(map(len, re.findall(r"\.+", seen))) >= 0.2 * DOTS_PER_MM
