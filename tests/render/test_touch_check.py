"""Letters that touch: each drawing has a title with its baseline at y = 10, and says what is wrong with it."""

import pytest
from workbench import SVG, fonts

from pnp.checks.art import art_faults


def title(words: str = "Title", *, x: float = 5, y: float = 10, more: str = "") -> str:
    """Letters of 5 mm: capitals are 3.3 mm high; no letter of "Title" goes below the baseline."""
    return f'<text x="{x}" y="{y}" font-family="Source Sans Pro" font-size="5" {more}>{words}</text>'


def rule(y: float, colour: str = "#000000") -> str:
    return f'<path d="M2 {y}H40" stroke="{colour}" stroke-width="0.2"/>'


def found(inner: str) -> list[str]:
    """What is said about a drawing."""
    return [f"{fault.code} {fault.message}" for fault in art_faults(f"{SVG}{inner}</svg>", fonts(), None, 3)]


FRAME = '<rect x="3" y="5" width="{}" height="7" fill="none" stroke="#000000" stroke-width="0.4"/>'
BADGE = '<rect x="-5" y="5" width="14" height="7" fill="#1769b5"/>'
WRONG = [
    # A rule goes through the letters, above or below them in the order of drawing.
    (title() + rule(8), 'PNP414 "Title" touches a line at (6.3, 8)'),
    (rule(8) + title(), 'PNP414 "Title" touches a line at (6.3, 8)'),
    # It goes 0.2 mm below them; the descender of another word reaches it.
    (title() + rule(10.3), 'PNP414 "Title" touches a line at (6.3, 10.3)'),
    (title("Players") + rule(11), 'PNP414 "Players" touches a line at (12.8, 11)'),
    # A rule may be a thin rectangle.
    (title() + '<rect x="2" y="8" width="30" height="0.3"/>', 'PNP414 "Title" touches the edge of a shape at (6.3, 8)'),
    # The frame is too narrow for the letters.
    (title() + FRAME.format(8), 'PNP414 "Title" touches a line at (11, 8.5)'),
    # Half of the letters stand on a badge.
    (BADGE + title(), 'PNP414 "Title" touches the edge of a shape at (9, 8.5)'),
    # Another text begins where this one has not ended.
    (title() + title("Other", x=9), 'PNP415 "Title" touches the text "Other" at (9.9, 8.5)'),
]  # fmt: skip

RIGHT = {
    "a rule half a millimetre below": title() + rule(10.6),
    "a descender beside the end of a rule": title("Players") + '<path d="M16 10.5H40" stroke="#000000" stroke-width="0.2"/>',
    "a frame with air": title() + FRAME.format(20),
    "a badge around it": '<rect x="3" y="5" width="20" height="7" fill="#ddddff"/>' + title(),
    "squared paper": '<path d="M0 5H40M0 8H40M7 0V20" stroke="#e4edf3" stroke-width="0.2"/>' + title(),
    "a rule hidden by a badge": rule(8) + '<rect y="4" width="40" height="9" fill="#ddddff"/>' + title(),
    "letters with an outline": rule(8) + title(more='fill="#ffffff" stroke="#000000" stroke-width="0.5"'),
    "a shadow": title(x=5.2, y=10.2, more='fill="#999999"') + title(),
    "two lines of text": title() + title("Other", y=15),
    "neighbours on a line": title() + title("Other", x=15),
    "a circle that cuts the corner of a letter's box": '<circle cx="10" cy="8.5" r="6.5" fill="none" stroke="#000000" stroke-width="0.3"/>' + title("OO", x=7),
    "a picture": '<svg x="3" y="3" width="9" height="9" viewBox="0 0 9 9"><rect width="5" height="9" fill="#1769b5"/></svg>' + title(),
    "a slanting text": rule(8) + title(more='transform="rotate(10)"'),
    "what is meant": f'<g data-on-purpose="a stamp">{rule(8)}</g>' + title(),
    "a font that is not there": rule(8) + title().replace("Source Sans Pro", "Comic"),
}  # fmt: skip


@pytest.mark.parametrize(("drawing", "message"), WRONG)
def test_letters_that_touch_something_are_named(drawing, message):
    assert found(drawing) == [message]


@pytest.mark.parametrize("drawing", RIGHT.values(), ids=RIGHT)
def test_letters_that_touch_nothing_are_fine(drawing):
    assert found(drawing) == []


def test_a_title_that_runs_up_the_side_is_measured_as_it_stands():
    up = title(more='transform="rotate(-90 5 10)"')
    assert found(up + '<path d="M4 0V20" stroke="#000000" stroke-width="0.2"/>') == [
        'PNP414 "Title" touches a line at (4, 8.7)'
    ]
    assert found(up + '<path d="M5.6 0V20" stroke="#000000" stroke-width="0.2"/>') == []
