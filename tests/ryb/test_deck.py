"""The colours of RYB do not rest on hue alone."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.templates.palette import contrast, luminance

ROOT = Path(__file__).parents[2]
HEADER: dict[str, Any] = yaml.safe_load((ROOT / "card_data/ryb/game.yaml").read_text(encoding="utf-8"))
MIXES: dict[str, list[str]] = HEADER["facts"]["mixes"]


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
