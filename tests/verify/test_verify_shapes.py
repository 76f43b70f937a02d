"""Round pieces, triangles and nets are read back like cards: each whole, in its place, with its own back, upon nobody else."""

from dataclasses import replace
from functools import cache

import pytest
from tiny import META

from pnp.convert.engines import engine
from pnp.export.pdf import write_pdf
from pnp.impose.furniture import SheetContext
from pnp.impose.plan import plan
from pnp.load.dice_nets import die_net
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.face import Deck, Face, face_key
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Outline, Rect, circle, triangle
from pnp.model.line_styles import Contour
from pnp.model.papers import find_paper
from pnp.verify.checks import verify_component
from pnp.verify.object_digests import face_digests

PLACE = Place("card_data/tiny/bits.yaml", 1, 1)
NET = die_net("d6", 18)
SHAPES = {"discs": circle(22), "tiles": triangle(44), "dice": Outline("curve", NET.cut)}
"""The outline of a die is another one as seen from behind."""
COLOURS = {"a": "#d00000", "b": "#00a000", "c": "#0000d0"}


def face(colour: str, kind: str) -> Face:
    size = SHAPES[kind].size
    box = f'x="-2" y="-2" width="{size.width + 4}" height="{size.height + 4}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width + 4}mm" height="{size.height + 4}mm" '
        f'viewBox="-2 -2 {size.width + 4} {size.height + 4}"><rect {box} fill="{colour}"/>'
        f'<circle cx="{size.width / 2}" cy="{size.height / 2 + 2}" r="3" fill="#ffffff"/></svg>'
    )
    return Face(face_key(svg), svg, size, 2)


@cache
def made(kind: str):
    fronts = {name: face(colour, kind) for name, colour in COLOURS.items()}
    backs = {name: face(colour.replace("0", "8"), kind) for name, colour in COLOURS.items()}
    faces = {each.key: each for each in (*fronts.values(), *backs.values())}
    pieces = tuple(Piece(name, 3, {}, "f", "b", PLACE) for name in COLOURS)
    size = SHAPES[kind].size
    component = Component("bits", KINDS[kind], "Bits", size, 0, 2, 1, pieces, PLACE, outline=SHAPES[kind])
    if kind == "dice":
        component = replace(component, outline=None, net=NET, gap=3.0)
    keys = ({name: each.key for name, each in side.items()} for side in (fronts, backs))
    deck = Deck("bits", faces, *keys)
    return component, deck, engine().convert(tuple(faces.values()), [])


def findings(path, kind, *, change=tuple, contours=(), backs="long-edge", bare=""):
    component, deck, pages = made(kind)
    deck = replace(deck, backs={name: key for name, key in deck.backs.items() if name != bare})
    game = Game("tiny", "Tiny", "1", (component,), PLACE)
    sheets = plan(SheetContext(game, component, deck, find_paper("a4")), backs=backs).sheets
    sheets = [replace(sheets[0], placements=change(sheets[0].placements)), *sheets[1:]]
    sheets[0] = replace(sheets[0], contours=(*sheets[0].contours, *contours))
    write_pdf(path / "bits.pdf", sheets, pages, meta=META)
    return read_back(path, component, deck, pages)


def read_back(path, component, deck, pages, digests=None, clean=None):
    paper = find_paper("a4")
    found = verify_component(
        path / "bits.pdf", component, deck, pages, paper=paper, game="tiny", digests=digests, clean=clean
    )
    return [f"{each.code} {each.message.removeprefix('a4/bits.pdf: ')}" for each in found]


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold", "none"])
@pytest.mark.parametrize("kind", SHAPES)
def test_what_was_laid_out_is_found(tmp_path, kind, backs):
    assert findings(tmp_path, kind, backs=backs) == []


@pytest.mark.parametrize("backs", ["long-edge", "gutterfold"])
@pytest.mark.parametrize("kind", SHAPES)
def test_what_was_laid_out_is_proved_without_a_look(tmp_path, kind, backs):
    findings(tmp_path, kind, backs=backs)
    component, deck, pages = made(kind)
    game = Game("tiny", "Tiny", "1", (component,), PLACE)
    clean = plan(SheetContext(game, component, deck, find_paper("a4")), backs=backs).sheets
    assert read_back(tmp_path, component, deck, None, face_digests(pages), clean) == []


def changed(number: int, change):
    """Change one placement of the front page."""

    def every(placements):
        return (*placements[:number], change(placements[number]), *placements[number + 1 :])

    return every


def test_a_disc_that_loses_a_segment_is_cut_short(tmp_path):
    def shaved(one):  # straight across at the top right, between two points that stay
        x, y = one.trim.x + 11, one.trim.y + 11
        kept = tuple((px, py) for px, py in one.edge if px < x + 2 or py > y - 2)
        assert len(kept) < len(one.edge)
        return replace(one, edge=kept)

    found = findings(tmp_path, "discs", change=changed(1, shaved))
    assert "PNP554 sheet 1 front, row 1 column 2 is cut short: not all of it is shown" in found


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold"])
def test_a_tile_without_a_back_does_not_take_its_neighbour_s(tmp_path, backs):
    assert findings(tmp_path, "tiles", backs=backs, bare="b") == []


def test_a_triangle_that_shows_as_a_rectangle_covers_what_was_drawn_before_it(tmp_path):
    found = findings(tmp_path, "tiles", change=changed(5, lambda one: replace(one, edge=(), clip=one.trim)))
    assert [each.partition(" shows")[0] for each in found if "PNP556" in each] == [
        "PNP556 sheet 1 front, row 1 column 5"
    ]


def test_a_triangle_the_wrong_way_up_overlaps_and_its_back_does_not_agree(tmp_path):
    found = findings(tmp_path, "tiles", change=changed(1, lambda one: replace(one, rotation=0, edge=())))
    assert {"PNP555", "PNP558"} <= {each.split()[0] for each in found}


def test_boxes_that_overlap_are_no_finding_where_outlines_do_not(tmp_path):
    component, deck, _ = made("tiles")
    game = Game("tiny", "Tiny", "1", (component,), PLACE)
    (front, *_) = plan(SheetContext(game, component, deck, find_paper("a4")), backs="none").sheets
    a, b = (placement.trim for placement in front.placements[:2])
    assert a.overlaps(b)
    assert findings(tmp_path, "tiles", backs="none") == []


def test_a_die_that_reaches_into_the_one_beside_it_overlaps(tmp_path):
    def moved(one):
        return replace(
            one, trim=replace(one.trim, x=one.trim.x - 4), edge=tuple((x - 4, y) for x, y in one.edge)
        )

    found = findings(tmp_path, "dice", backs="none", change=changed(1, moved))
    assert "PNP555 sheet 1 front, row 1 column 1 overlaps sheet 1 front, row 1 column 3" in found


def test_a_disc_with_another_s_face_is_noticed(tmp_path):
    other = made("discs")[1].fronts["b"]
    found = findings(tmp_path, "discs", change=changed(0, lambda one: replace(one, face=other)))
    assert sorted(each.split()[0] for each in found) == ["PNP557", "PNP557", "PNP558"]


@pytest.mark.parametrize(("where", "noticed"), [((0, 0), False), ((9, 9), True)], ids=["beside", "upon"])
def test_a_line_upon_a_disc_is_noticed_and_one_beside_it_is_not(tmp_path, where, noticed):
    x, y = 6.5 + where[0], 123.5 + where[1]  # from the corner of the first disc's box
    line = Contour(Rect(x, y, 3, 3), ((x, y), (x + 3, y), (x, y + 3)))
    found = findings(tmp_path, "discs", contours=(line,))
    assert [each.split()[0] for each in found] == ["PNP556"] * noticed
