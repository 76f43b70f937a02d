"""Dice can be chosen by the sheet, and signs that belong together stand together."""

import re
from pathlib import Path

import pytest

from pnp.build.pipeline import fonts_of, render_context
from pnp.impose.furniture import SheetContext
from pnp.impose.plan import plan
from pnp.load.game import load_game
from pnp.load.project import Project, find_project
from pnp.model.game import Component, Game
from pnp.model.papers import find_paper
from pnp.render.faces import Rendered, render

ROOT = Path(__file__).parents[2]


def drawn(name: str) -> tuple[Game, Component, Rendered]:
    project: Project = find_project(ROOT)
    game = load_game(project, "ingeniators").game
    assert game is not None
    component = next(each for each in game.components if each.id == name)
    return game, component, render(component, render_context(project, game, fonts_of(project)))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_first_sheet_has_as_many_dice_as_will_do(paper: str) -> None:
    game, dice, faces = drawn("dice")
    sheets = plan(SheetContext(game, dice, faces.deck, find_paper(paper)), backs="none").sheets
    facts = game.facts["dice"]
    first, second = (len(sheet.placements) for sheet in sheets)
    assert facts["economy"] <= first
    assert first + second == facts["all"]


def test_the_three_signs_of_a_set_stand_on_one_line() -> None:
    _, _, faces = drawn("aids")
    (back,) = {faces.deck.faces[key].svg for key in faces.deck.backs.values()}
    places = {
        name: re.findall(rf'<use href="#[^"]*icon-{name}" x="[^"]*" y="([^"]*)"', back)
        for name in ("belt", "gear", "boiler")
    }
    assert len(places["belt"]) == 1
    assert places["belt"] == places["gear"] == places["boiler"]
