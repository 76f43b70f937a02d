"""Art that ends on the cut: each drawing lies on a card of 40 x 60 mm with 3 mm of bleed, and says what is wrong with it."""

import pytest
from workbench import SVG, drawn, fonts, the_finding

from pnp.checks.art import art_faults
from pnp.model.geometry import Outline, Size, circle, rectangle, triangle

CARD = rectangle(Size(40, 60), radius=3)
WHITE = '<rect x="-3" y="-3" width="46" height="66" fill="#ffffff"/>'
SEA = WHITE.replace("#ffffff", "#1769b5")
STRIPES = "M-3 0h46v5h-46zM-3 10h46v5h-46z"


def found(inner: str, cut=CARD, *, bleed: float = 3) -> list[str]:
    """What is said about a drawing."""
    svg = f"{SVG.replace('viewBox', 'data-box')}{inner}</svg>"
    return [f"{fault.code} {fault.message}" for fault in art_faults(svg, fonts(), cut, bleed)]


WRONG = [
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

RIGHT = {
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


@pytest.mark.parametrize(("drawing", "message"), WRONG)
def test_art_that_ends_on_the_cut_is_named(drawing, message):
    assert message in found(drawing)


@pytest.mark.parametrize("drawing", RIGHT.values(), ids=RIGHT)
def test_art_that_a_slip_of_the_knife_does_not_harm_is_fine(drawing):
    assert found(drawing) == []


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
