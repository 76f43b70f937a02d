"""Every text on every face of every game can be read, in every theme; and a text that cannot is named."""

from pathlib import Path

import pytest

from pnp.build.build_cache import open_cache
from pnp.build.game_check import hard_texts
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, draw_game, fonts_of
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids

PROJECT = find_project(Path(__file__).parent)


def illegible(project, game, theme="", *, faint=True):
    with open_cache() as cache:
        context = BuildContext(project, fonts_of(project), BuildOptions(papers=(), theme=theme), cache)
        return list(hard_texts(draw_game(context, game, convert=False), faint=faint))


@pytest.mark.long
@pytest.mark.usefixtures("shipped_games")
@pytest.mark.parametrize("game_id", game_ids(PROJECT))
def test_every_text_of_a_shipped_game_can_be_read(game_id):
    game = load_game(PROJECT, game_id).game
    for theme in ("", *game.themes):
        same_colours = theme == "large-print"  # as in the usual look
        findings = illegible(PROJECT, game, theme, faint=not same_colours)
        assert [finding.message for finding in findings] == []


def test_the_size_that_a_theme_promises_is_checked_without_being_asked_for(soup, pnp):
    game = soup / "card_data/soup/game.yaml"
    game.write_text(game.read_text() + "  large-print: {smallest_text: 9}\n")
    front = soup / "templates/soup/food.svg.j2"
    template = '{% extends "base/card.svg.j2" %}{% block body %}<text x="9" y="9" SIZE>{{ piece.name }}</text>{% endblock %}'
    size = 'font-family="Source Sans Pro" font-size="2.8"'  # 7.9 pt
    front.write_text(template.replace("SIZE", size))
    done = pnp("check")
    assert done.status == 1
    assert 'food/leek, front in the theme large-print: "Leek" is printed at 7.9 pt' in done.err
    assert "hint: make it at least 9 pt" in done.err
    (soup / "templates/soup/large-print").mkdir()
    large = front.with_name("large-print") / front.name
    large.write_text(template.replace("SIZE", size.replace("2.8", "3.2")))
    assert pnp("check").status == 0
