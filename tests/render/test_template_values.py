"""Templates are told where the corners of a four-sided die lie, each in a frame of its own."""

import math
import re
from collections import Counter
from dataclasses import replace

import pytest
from workbench import a_component

from pnp.load.kinds.dice import die_net
from pnp.model.game import Component
from pnp.templates.values import face_values

FRAME = re.compile(r"translate\((\S+) (\S+)\) rotate\((\S+)\)")


def die() -> Component:
    net = die_net("d4", 25)
    return replace(a_component(), net=net, size=net.size)


def panels() -> list[dict]:
    return list(face_values(die())["net"]["panels"])  # type: ignore[index]


def test_each_corner_of_a_die_is_told_on_the_three_sides_that_meet_there():
    named = Counter(corner["id"] for panel in panels() for corner in panel["corners"])
    assert named == {"1": 3, "2": 3, "3": 3, "4": 3}


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: panel["id"])
def test_down_from_a_corner_lies_the_middle_of_its_side(panel):
    for corner in panel["corners"]:
        x, y, angle = map(float, FRAME.fullmatch(corner["transform"]).groups())
        far = 25 / math.sqrt(3)
        down = (x - far * math.sin(math.radians(angle)), y + far * math.cos(math.radians(angle)))
        assert down == pytest.approx((panel["x"], panel["y"]), abs=0.01)
