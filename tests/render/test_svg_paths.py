import pytest

from pnp.model.svg_geometry import path_lines, shape_box, shape_lines


def ends(data: str) -> list[tuple[float, float]]:
    """The last point of each part of a path, rounded."""
    return [tuple(round(value, 3) for value in line.points[-1]) for line in path_lines(data)]


def extent(data: str) -> tuple[float, ...]:
    box = shape_box("path", {"d": data})
    return tuple(round(value, 1) for value in (box.x, box.y, box.right, box.bottom))


@pytest.mark.parametrize(
    ("data", "end"),
    [
        ("M1 2 3 4 5 6", (5, 6)),
        ("m1 2 3 4", (4, 6)),
        ("M1 2h3v4", (4, 6)),
        ("M1 2H3V4", (3, 4)),
        ("M0 0C1 1 2 1 3 0s2-1 3 0", (6, 0)),
        ("M0 0Q1 1 2 0t2 0", (4, 0)),
        ("M0 0a1 1 0 012 0", (2, 0)),
        ("M0 0a1 1 0 0 1.5.5", (0.5, 0.5)),
        ("M-.5.5L1e1-2", (10, -2)),
    ],
)
def test_a_path_ends_where_its_commands_lead(data, end):
    assert ends(data) == [end]


def test_curves_reach_as_far_as_they_are_drawn():
    assert extent("M0 0C0 10 10 10 10 0") == (0, 0, 10, 7.5)
    assert extent("M0 5A5 5 0 0 1 10 5") == (0, 0, 10, 5)
    assert extent("M0 5A5 5 0 0 0 10 5") == (0, 5, 10, 10)
    assert extent("M5 0A5 5 0 1 1 4.99 0") == (0, 0, 10, 10)


@pytest.mark.parametrize(
    ("kind", "attributes", "corners"),
    [
        ("rect", {"width": "2", "height": "1"}, 4),
        ("line", {"x2": "3"}, 2),
        ("polygon", {"points": "0,0 1,0 1,1"}, 3),
        ("polyline", {"points": "0 0 1 0"}, 2),
        ("circle", {"r": "1"}, 32),
        ("ellipse", {"rx": "1", "ry": "2"}, 32),
    ],
)
def test_simple_shapes_are_lines_too(kind, attributes, corners):
    (line,) = shape_lines(kind, attributes)
    assert len(line.points) == corners
