"""What lies where it should not: things that touch, that are lost at the cut, and that hang on the trim."""

import base64
import io

import pytest
from PIL import Image
from workbench import SVG, a_piece, drawn, fonts, the_finding

from pnp.checks.trim_and_overlap import art_faults
from pnp.model.geometry import Outline, Size, circle, hexagon, rectangle, triangle


def title(words: str = "Title", *, x: float = 5, y: float = 10, more: str = "") -> str:
    """Letters of 5 mm: capitals are 3.3 mm high; no letter of "Title" goes below the baseline."""
    return word(x, y, words, more)


def word(x: float, y: float, words: str = "Title", more: str = "", size: float = 5) -> str:
    return f'<text x="{x}" y="{y}" font-family="Source Sans Pro" font-size="{size}" {more}>{words}</text>'


def rule(y: float, colour: str = "#000000") -> str:
    return f'<path d="M2 {y}H40" stroke="{colour}" stroke-width="0.2"/>'


def found(inner: str, cut: Outline | None = None, *, codes: str = "", bleed: float = 3) -> list[str]:
    faults = art_faults(f"{SVG.replace('viewBox', 'data-box')}{inner}</svg>", fonts(), cut, bleed)
    return [f"{fault.code} {fault.message}" for fault in faults if fault.code.startswith(codes)]


FRAME = '<rect x="3" y="5" width="{}" height="7" fill="none" stroke="#000000" stroke-width="0.4"/>'
BADGE = '<rect x="-5" y="5" width="14" height="7" fill="#1769b5"/>'
TOUCHING = [
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

APART = {
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


def test_a_title_that_runs_up_the_side_is_measured_as_it_stands():
    up = title(more='transform="rotate(-90 5 10)"')
    assert found(up + '<path d="M4 0V20" stroke="#000000" stroke-width="0.2"/>') == [
        'PNP414 "Title" touches a line at (4, 8.7)'
    ]
    assert found(up + '<path d="M5.6 0V20" stroke="#000000" stroke-width="0.2"/>') == []


CARD = rectangle(Size(63, 88), radius=3)


def picture_of(mode: str, kind: str) -> str:
    out = io.BytesIO()
    Image.new(mode, (4, 4)).save(out, kind)
    link = f"data:image/{kind};base64,{base64.b64encode(out.getvalue()).decode()}"
    return f'<svg x="-3" y="-3" width="69" height="94" viewBox="0 0 4 4"><image width="4" height="4" href="{link}"/></svg>'


LOST = [
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

SEEN = {
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

ROUND = [
    (circle(30), word(15, 17, "Middle", more='text-anchor="middle"'), 0),
    (circle(30), word(2, 6, "Corner"), 1),
    (hexagon(20), word(20, 18, "Middle", more='text-anchor="middle"'), 0),
    (hexagon(20), word(1, 6, "Corner"), 1),
]


@pytest.mark.parametrize(("cut", "inner", "count"), ROUND)
def test_a_round_or_slanting_piece_ends_where_it_is_cut(cut, inner, count):
    assert len(found(inner, cut, codes="PNP46")) == count


def test_the_line_of_the_template_that_drew_it_is_named(tmp_path):
    body = '\n{{ line("fine", 9, 9) }}\n{{ line(piece.name, 131.5, 40) }}\n'
    finding = the_finding(drawn(tmp_path, body, a_piece(name="Fire ant")))
    assert (finding.code, finding.severity, finding.place.line) == ("PNP460", "error", 4)
    assert "line() a max_width" in finding.hint


SMALL = rectangle(Size(40, 60), radius=3)
WHITE = '<rect x="-3" y="-3" width="46" height="66" fill="#ffffff"/>'
SEA = WHITE.replace("#ffffff", "#1769b5")
STRIPES = "M-3 0h46v5h-46zM-3 10h46v5h-46z"

ENDING = [
    # A ground that stops at the cut: the knife slips, and a white sliver is left.
    ('<rect width="40" height="60" fill="#1769b5"/>', "PNP412 a rectangle of #1769b5 ends on the top edge, at (20, 0)"),
    # The same on white paper that was drawn, and as a path.
    (f'{WHITE}<path d="M-3 -3h46V60H-3z" fill="#1769b5"/>', "PNP412 a shape of #1769b5 ends on the bottom edge, at (20, 60)"),
    # A line along the cut: half of it is left.
    (f'{SEA}<path d="M40 -3V63" stroke="#ffffff" stroke-width="0.3"/>', "PNP412 a shape of #ffffff ends on the right edge, at (40.1, 30)"),
    # One stripe of many ends on the cut.
    (f'{SEA}<path d="{STRIPES}" fill="#88bbee"/>', "PNP412 a shape of #88bbee ends on the top edge, at (20, 0)"),
    # The lowest drop of a splash ends on the cut.
    (f'{SEA}<circle cx="20" cy="55" r="5" fill="#c81e1e"/>', "PNP412 a circle of #c81e1e ends on the bottom edge, at (20, 60)"),
    # Groups, icons and pictures move what they hold.
    (f'{SEA}<g transform="translate(10 50) scale(2)"><path d="M0 0h10v5H0z" fill="#c81e1e"/></g>', "PNP412 a shape of #c81e1e ends on the bottom edge, at (20, 60)"),
    (f'{SEA}<svg x="10" y="50" width="20" height="10" viewBox="0 0 2 1"><rect width="2" height="1" fill="#c81e1e"/></svg>', "PNP412 a rectangle of #c81e1e ends on the bottom edge, at (20, 60)"),
    ('<defs><g id="a"><rect width="40" height="5" fill="#c81e1e"/></g></defs><use href="#a" y="55"/>', "PNP412 a rectangle of #c81e1e ends on the right edge, at (40, 57.5)"),
    # A clip at the cut ends what would bleed.
    ('<clipPath id="c"><rect x="-3" width="46" height="60"/></clipPath><g clip-path="url(#c)"><rect x="-3" y="-3" width="46" height="9" fill="#c81e1e"/></g>', "PNP412 a rectangle of #c81e1e ends on the top edge, at (20, 0)"),
    # A photograph of the size of the card.
    ('<image width="40" height="60" href="data:image/png;base64,AA=="/>', "PNP412 a picture ends on the top edge, at (20, 0)"),
    # A ground that was meant to bleed, and is short of it.
    ('<rect x="-1" y="-3" width="46" height="66" fill="#1769b5"/>', "PNP413 a rectangle of #1769b5 ends 1 mm beyond the left edge"),
]  # fmt: skip

BLEEDING = {
    "a ground that bleeds": SEA,
    "a frame 1 mm inside": f'{SEA}<rect x="1" y="1" width="38" height="58" fill="none" stroke="#ffffff"/>',
    "white on white": f'{WHITE}<rect width="40" height="60" fill="#ffffff"/>',
    "a panel of the colour it lies on": f'{SEA}<rect width="40" height="60" fill="#1769b5"/>',
    "what lies below the ground": f'<rect width="40" height="60" fill="#c81e1e"/>{SEA}',
    "what nobody sees": f'{SEA}<rect width="40" height="60" fill="none"/><rect width="40" height="60" opacity="0.1"/>',
    "a shape that crosses the edge": f'{SEA}<circle cx="20" cy="59" r="5" fill="#c81e1e"/>',
    "a line that slants over the edge": f'{SEA}<path d="M10 50L12 63" stroke="#ffffff"/>',
    "a speck": f'{SEA}<circle cx="20" cy="59.8" r="0.2" fill="#c81e1e"/>',
    "a stripe that ends in the bleed of a ground": f'{SEA}<rect x="-3" y="-2" width="46" height="6" fill="#88bbee"/>',
    "a dot of a pattern that bleeds": f'{SEA}<svg x="-3" y="-3" width="46" height="66" viewBox="-3 -3 46 66"><circle cx="20" cy="55" r="5" fill="#c81e1e"/></svg>',
    "what is meant": '<rect width="40" height="60" fill="#1769b5" data-on-purpose="a white rim shows who cut it"/>',
    "a group that is meant": '<g data-on-purpose="so is the game"><rect width="40" height="60" fill="#1769b5"/></g>',
    "a drawing that repeats itself": '<g id="a"><use href="#a"/></g>',
    "lengths with units": '<rect width="100%" height="60mm" fill="#1769b5"/>',
}

CASES = [(TOUCHING, None, ""), (LOST, CARD, "PNP46"), (ENDING, SMALL, "")]


@pytest.mark.parametrize(
    ("drawing", "message", "cut", "codes"),
    [(*case, cut, codes) for cases, cut, codes in CASES for case in cases],
)
def test_what_lies_where_it_should_not_is_named(drawing, message, cut, codes):
    assert message in found(drawing, cut, codes=codes)


@pytest.mark.parametrize("drawing", APART.values(), ids=APART)
def test_letters_that_touch_nothing_are_fine(drawing):
    assert found(drawing) == []


@pytest.mark.parametrize("drawing", SEEN.values(), ids=SEEN)
def test_what_is_seen_or_meant_is_not_said(drawing):
    assert found(drawing, CARD, codes="PNP46") == []


@pytest.mark.parametrize("drawing", BLEEDING.values(), ids=BLEEDING)
def test_art_that_a_slip_of_the_knife_does_not_harm_is_fine(drawing):
    assert found(drawing, SMALL) == []


def test_edges_of_tiles_and_discs_are_edges_too():
    band = '<path d="M0 38.105H44V34H0z" fill="#c81e1e"/>'
    assert found(band, triangle(44)) == ["PNP412 a shape of #c81e1e ends on edge 2, at (22, 38.1)"]
    ring = '<circle cx="10" cy="10" r="{}" fill="none" stroke="#c81e1e" stroke-width="0.4"/>'
    assert found(ring.format(9.8), circle(20)) == ["PNP412 a circle of #c81e1e ends on the edge, at (10, 0)"]
    assert found(ring.format(9), circle(20)) == []


def test_the_finding_names_the_card_the_side_and_the_line_of_the_template(tmp_path):
    finding = the_finding(drawn(tmp_path, '\n<rect width="63" height="88" fill="#1769b5"/>'))
    assert (finding.code, finding.severity) == ("PNP412", "warning")
    assert finding.message == "cards/ant, front: a rectangle of #1769b5 ends on the top edge, at (31.5, 0)"
    assert (finding.place.file, finding.place.line) == ("templates/g/card.svg.j2", 3)
    assert finding.hint == (
        "draw it 3 mm beyond the edge, or end it 1 mm inside; "
        'if this is intended, give the reason: data-on-purpose="the reason"'
    )


def test_of_a_picture_the_file_is_named(tmp_path):
    art = f'{SVG.replace("100 100", "63 88")}<rect width="63" height="88" fill="#1769b5"/></svg>'
    files = {"card_data/g/art/ant.svg": art}
    finding = the_finding(drawn(tmp_path, "{{ picture(piece.id, (0, 0, 63, 88)) }}", files=files))
    assert finding.place.file == "card_data/g/art/ant.svg"


def test_a_line_along_a_curved_cut_is_told_where_it_shows():
    cut = Outline("curve", circle(20).points)
    disc = '<circle cx="10" cy="10" r="{}" fill="#c81e1e"/>'
    assert found(disc.format(10), cut)[0].startswith("PNP412 a circle of #c81e1e ends on the outline, at ")
    assert found(disc.format(9), cut) == found(disc.format(12), cut) == []


def test_a_piece_without_bleed_or_with_a_cut_that_is_drawn_ends_where_it_ends():
    ground = '<rect width="40" height="60" fill="#1769b5"/>'
    assert found(ground, bleed=0) == []
    assert found(ground, None) == []
