"""What nobody will see: each drawing is 63 x 88 mm with 3 mm of bleed, and says what is lost of it."""

import base64
import io

import pytest
from PIL import Image
from workbench import SVG, a_piece, drawn, fonts, the_finding

from pnp.checks.art import art_faults
from pnp.model.geometry import Outline, Size, circle, hexagon, rectangle

CARD = rectangle(Size(63, 88), radius=3)


def word(x: float, y: float, words: str = "Title", more: str = "", size: float = 5) -> str:
    """Letters with the left end of their baseline at a place; capitals of 5 mm are 3.3 mm high."""
    return f'<text x="{x}" y="{y}" font-family="Source Sans Pro" font-size="{size}" {more}>{words}</text>'


def found(inner: str, cut: Outline = CARD) -> list[str]:
    faults = art_faults(f"{SVG}{inner}</svg>", fonts(), cut, 3)
    return [f"{fault.code} {fault.message}" for fault in faults if fault.code.startswith("PNP46")]


def picture_of(mode: str, kind: str) -> str:
    """A picture of one colour over the whole card."""
    out = io.BytesIO()
    Image.new(mode, (4, 4)).save(out, kind)
    link = f"data:image/{kind};base64,{base64.b64encode(out.getvalue()).decode()}"
    return f'<svg x="-3" y="-3" width="69" height="94" viewBox="0 0 4 4"><image width="4" height="4" href="{link}"/></svg>'


WRONG = [
    (word(20, 1), 'PNP460 "Title" is cut off at the top edge, 2.6 mm beyond it'),
    (word(-2, 20), 'PNP460 "Title" is cut off at the left edge, 1.9 mm beyond it'),
    (word(131.5, 20), 'PNP460 "Title" at (131.6, 16.4) is outside the piece'),
    (word(60, 20, more='text-anchor="middle"'), 'PNP460 "Title" is cut off at the right edge, 1.5 mm beyond it'),
    (word(60, 60, more='transform="rotate(90 60 60)"', words="A long name that falls off"), 'PNP460 "A long name that falls off" is cut off at the bottom edge, 23.6 mm beyond it'),
    (word(5, 20, 'One<tspan x="60" dy="5">Two</tspan>'), 'PNP460 "Two" is cut off at the right edge, 5.6 mm beyond it'),
    (f'<g opacity="0">{word(5, 20)}</g>', 'PNP461 "Title" is invisible: its opacity is 0'),
    (word(5, 20) + '<rect y="10" width="30" height="15" fill="#1769b5"/>', 'PNP461 "Title" is hidden by a rectangle of #1769b5'),
    (word(5, 20) + picture_of("RGB", "jpeg"), 'PNP461 "Title" is hidden by a picture'),
    (word(5, 20) + picture_of("RGB", "png"), 'PNP461 "Title" is hidden by a picture'),
    ('<clipPath id="c"><rect width="9" height="40"/></clipPath><g clip-path="url(#c)">' + word(5, 20) + "</g>", 'PNP461 "Title" is cut off by a clip path'),
    (word(5, 20, size=1), 'PNP463 "Title" is printed at 2.8 pt'),
    ('<svg x="80" y="5" width="9" height="9" viewBox="0 0 9 9"/>', "PNP462 a picture at (80, 5) is outside the piece"),
    ('<svg x="8" y="5" width="0" height="9" viewBox="0 0 9 9"/>', "PNP462 a picture has a box of 0 x 9 mm"),
    ('<rect x="8" y="95" width="9" height="9" fill="#1769b5"/>', "PNP462 a rectangle of #1769b5 at (8, 95) is outside the piece"),
]  # fmt: skip

RIGHT = {
    "on the card": word(5, 20),
    "as near to the cut as a knife goes": word(-0.2, 20),
    "meant to be cut off": f'<g data-on-purpose="a watermark">{word(50, 20)}</g>',
    "a watermark": word(5, 20, more='opacity="0.1"'),
    "letters to be found, not to be seen": word(5, 1, more='fill="none"'),
    "a veil over it": word(5, 20) + '<rect width="40" height="40" fill="#ffffff" opacity="0.5"/>',
    "a window over it": word(5, 20) + '<path d="M0 0H60V80H0zM2 2V60H50V2z" fill-rule="evenodd"/>',
    "a picture with holes over it": word(5, 20) + picture_of("RGBA", "png"),
    "a font that is not there": word(99, 20).replace("Source Sans Pro", "Comic"),
    "a shape in the bleed": '<rect x="-3" y="-3" width="2" height="94" fill="#1769b5"/>',
    "a dot of a pattern": '<circle cx="90" cy="20" r="1"/>',
}  # fmt: skip


@pytest.mark.parametrize(("inner", "said"), WRONG)
def test_what_is_lost_is_said_once(inner, said):
    assert found(inner) == [said]


@pytest.mark.parametrize("inner", RIGHT.values(), ids=RIGHT)
def test_what_is_seen_or_meant_is_not_said(inner):
    assert found(inner) == []


ROUND = [
    (circle(30), word(15, 17, "Middle", more='text-anchor="middle"'), 0),
    (circle(30), word(2, 6, "Corner"), 1),
    (hexagon(20), word(20, 18, "Middle", more='text-anchor="middle"'), 0),
    (hexagon(20), word(1, 6, "Corner"), 1),
]


@pytest.mark.parametrize(("cut", "inner", "count"), ROUND)
def test_a_round_or_slanting_piece_ends_where_it_is_cut(cut, inner, count):
    assert len(found(inner, cut)) == count


def test_the_line_of_the_template_that_drew_it_is_named(tmp_path):
    body = '\n{{ line("fine", 9, 9) }}\n{{ line(piece.name, 131.5, 40) }}\n'
    finding = the_finding(drawn(tmp_path, body, a_piece(name="Fire ant")))
    assert (finding.code, finding.severity, finding.place.line) == ("PNP460", "error", 4)
    assert "line() a max_width" in finding.hint
