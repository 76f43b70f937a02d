"""Endless work is refused: drawings by counting, templates by the limits of the worker that draws them."""

import pytest

from pnp.svg.images import UnsafeDrawing
from pnp.svg.refused_features import lint
from pnp.svg.sanitizer import read_drawing
from pnp.typesetting.fonts import font_book
from tests.security.bomb_drawings import DRAWINGS
from tests.security.bombs import TEMPLATES, runs

COUNTED = (
    "a gradient of 20,000 stops",
    "svg in svg, 1,000",
    "a chain of 1,000 clips",
    "a chain of 1,000 masks",
    "a chain of 1,000 patterns",
    "copies of copies, 10^12",
    "a copy of itself",
    "a pattern of 0.001 units, turned",
    "markers of 100 shapes on 50,000 corners",
)


@pytest.mark.parametrize("name", COUNTED)
def test_a_drawing_that_asks_for_too_much_is_refused_before_it_is_drawn(name):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{DRAWINGS[name]()}</svg>'
    assert "PNP476" in {each.code for each in lint(svg, font_book()).faults}
    with pytest.raises(UnsafeDrawing):
        read_drawing(svg.encode(), prefix="")


def test_many_pictures_are_counted_together():
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{DRAWINGS["20 PNGs of 25 million px"]()}</svg>'
    (fault,) = lint(svg, font_book()).faults
    assert "more than 200,000,000 pixels" in fault.message


@pytest.mark.parametrize("name", ["rules of descendants", "rules of children by number"])
def test_rules_that_look_far_are_no_work(name):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{DRAWINGS[name]()}</svg>'
    with pytest.raises(UnsafeDrawing, match="style sheet"):
        read_drawing(svg.encode(), prefix="")


@pytest.mark.long
@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_that_never_ends_is_stopped_by_its_worker(name):
    """Each command ends within 10 s of a processor and 1 GB, with a finding and without a traceback."""
    done = list(runs(name))
    assert [each.wrong for each in done] == [""] * len(done)
