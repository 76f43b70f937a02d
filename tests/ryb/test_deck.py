"""The deck of RYB keeps its promises: what a goal is worth, and colours that do not rest on hue alone."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Piece
from pnp.templates.palette import contrast, luminance

ROOT = Path(__file__).parents[2]
HEADER: dict[str, Any] = yaml.safe_load((ROOT / "card_data/ryb/game.yaml").read_text(encoding="utf-8"))
MIXES: dict[str, list[str]] = HEADER["facts"]["mixes"]
TIMES = {1: Fraction(4, 3), 2: Fraction(5, 3), 3: Fraction(2)}
"""What a point of a goal is worth, by the number of colours that it is mixed from."""


def deck() -> tuple[Piece, ...]:
    game = load_game(find_project(ROOT), "ryb").game
    assert game is not None
    return next(component.pieces for component in game.components if component.id == "cards")


def test_the_deck_is_35_goals_and_19_actions() -> None:
    counts = Counter({piece.id: piece.copies for piece in deck() if "target" not in piece.fields})
    assert counts == {"gimme": 4, "swap": 3, "do_over": 3, "red_rover": 3, "shanghai": 3, "variable": 3}
    assert sum(piece.copies for piece in deck()) - counts.total() == 35


def test_a_goal_is_worth_its_target_times_what_its_mix_is_worth() -> None:
    goals = [piece.fields for piece in deck() if "target" in piece.fields]
    shown = {(goal["color"], goal["target"]): goal["value"] for goal in goals}
    due = {(color, n): n * TIMES[len(mix)] for color, mix in MIXES.items() for n in (6, 9, 12, 15, 18)}
    assert shown == due
    assert sum(shown.values()) == 660


def test_the_seven_paints_are_seven_greys() -> None:
    greys = sorted(luminance(HEADER["palette"][color]) ** (1 / 3) for color in MIXES)
    assert min(b - a for a, b in pairwise(greys)) > 0.05  # 6 steps of L*


@pytest.mark.parametrize("theme", ["", "low-ink"])
@pytest.mark.parametrize("color", MIXES)
def test_what_is_written_on_a_paint_can_be_read(color: str, theme: str) -> None:
    palette = HEADER["palette"] | (HEADER["themes"][theme]["palette"] if theme else {})
    assert contrast(palette[color], palette[f"{color}_on"]) >= 4.5
    assert contrast(palette["paper"], palette[f"{color}_line"]) >= 4.5


def test_every_colour_has_a_shape_of_its_own() -> None:
    folder = ROOT / "templates" / "ryb"
    shapes = [(folder / f"icons/shape-{each}.svg").read_text(encoding="utf-8") for each in MIXES]
    assert len(set(shapes)) == len(MIXES)
