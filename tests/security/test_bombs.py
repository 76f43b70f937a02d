"""Endless work is ended by the limits of the worker that draws, with a finding that names the face."""

import pytest

from pnp.convert.engines import engine
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.svg.images import UnsafeDrawing
from pnp.svg.sanitizer import read_drawing
from tests.security.bombs import TEMPLATES, runs

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
RECT = '<rect width="100" height="100" fill="#888888"/>'


def doubled(levels: int) -> str:
    """Return copies of copies of copies."""
    copies = [f'<use href="#u{n}"/>' * 10 for n in range(levels)]
    groups = "".join(f'<g id="u{n}">{inside}</g>' for n, inside in enumerate(copies, 1))
    return f'<defs><g id="u0">{RECT}</g>{groups}</defs><use href="#u{levels}"/>'


ZIGZAG = " ".join(f"{n % 100},{n % 7}" for n in range(50_000))
DRAWINGS = {
    "copies of copies": doubled(12),
    "markers on 50,000 corners": (
        f'<defs><marker id="m" markerWidth="3" markerHeight="3">{RECT * 100}</marker></defs>'
        f'<polyline points="{ZIGZAG}" marker-mid="url(#m)" fill="none" stroke="#000000"/>'
    ),
    "a pattern of 10^10 tiles": (
        '<defs><pattern id="p" width="0.001" height="0.001" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(30)"><circle r="0.0003"/></pattern></defs>'
        '<rect width="100" height="100" fill="url(#p)"/>'
    ),
}


@pytest.mark.processes
@pytest.mark.long
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_that_is_endless_work_ends_with_its_worker(name):
    drawing = read_drawing(f"{SVG}{DRAWINGS[name]}</svg>".encode(), prefix="")
    face = Face("bomb", f"{SVG}{drawing.inner}</svg>", Size(100, 100), 0)
    with pytest.raises(CannotRender, match="the drawing bomb") as caught:
        engine().convert([face], [])
    assert caught.value.face == "bomb"


@pytest.mark.parametrize(
    ("rules", "elements"),
    [
        ("g " * 500 + "rect{fill:red}", "<g>" * 190 + RECT * 5_000 + "</g>" * 190),
        ("rect:nth-child(3n+1 of rect){fill:red}", RECT * 20_000),
    ],
)
def test_rules_that_look_far_are_no_work(rules, elements):
    with pytest.raises(UnsafeDrawing, match="style sheet"):
        read_drawing(f"{SVG}<style>{rules}</style>{elements}</svg>".encode(), prefix="")


@pytest.mark.long
@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_that_never_ends_is_stopped_by_its_worker(name):
    """Each command ends within 10 s of a processor and 1 GB, with a finding and without a traceback."""
    done = list(runs(name))
    assert [each.wrong for each in done] == [""] * len(done)
