"""The cut lines of a sheet: every piece once, shared edges once, folds and slits in layers of their own."""

from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest

from pnp.export.cut_files import cut_file, write_cut_files
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.game import Component
from pnp.model.geometry import Rect, Size, circle, triangle
from pnp.model.nets import cube, tuckbox
from pnp.model.sheet import Placement, Sheet

SVG = "{http://www.w3.org/2000/svg}"
HERE = Place("card_data/small/cards.yaml", 1, 1)
CARD = Component("cards", KINDS["cards"], "Cards", Size(20, 30), 0, 0, 0, (), HERE)


def a_sheet(component: Component, *places: tuple[float, float], rotation: int = 0) -> Sheet:
    size = component.size
    trims = [Rect(x, y, size.width, size.height) for x, y in places]
    placements = tuple(Placement("one", n, "key", trim, trim, rotation) for n, trim in enumerate(trims, 1))
    return Sheet(component.id, "a4", Size(210, 297), "front", "none", 1, 1, 1, placements)


def lines(component: Component, sheet: Sheet) -> dict[str, list[list[tuple[float, ...]]]]:
    """Return the points of every line, by layer."""
    root = fromstring(cut_file(component, sheet))
    return {
        layer.get("id"): [
            [tuple(float(number) for number in point.split(",")) for point in line.get("points").split()]
            for line in layer
        ]
        for layer in root.iter(f"{SVG}g")
    }


def test_the_page_is_as_large_as_the_paper_in_mm():
    root = fromstring(cut_file(CARD, a_sheet(CARD, (10, 10))))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")


def test_a_square_card_has_four_cuts():
    assert lines(CARD, a_sheet(CARD, (10, 20)))["CUT"] == [
        [(10, 20), (30, 20)],
        [(30, 20), (30, 50)],
        [(10, 50), (30, 50)],
        [(10, 20), (10, 50)],
    ]


def test_cards_that_touch_are_cut_apart_once():
    both = lines(CARD, a_sheet(CARD, (10, 20), (30, 20)))["CUT"]
    assert len(both) == 7
    assert both.count([(30, 20), (30, 50)]) == 1


def test_a_round_corner_is_followed():
    round_card = replace(CARD, corner=3)
    ((outline,),) = [lines(round_card, a_sheet(round_card, (0, 0)))["CUT"]]
    assert len(outline) == 36
    assert outline[0] == (0, 3)
    assert min(abs(x - 0.879) + abs(y - 0.879) for x, y in outline) < 0.002


def test_triangles_share_the_cut_between_up_and_down():
    tile = replace(CARD, kind=KINDS["tiles"], outline=triangle(40), size=triangle(40).size)
    up = a_sheet(tile, (0, 0)).placements[0]
    down = replace(a_sheet(tile, (20, 0), rotation=180).placements[0])
    sheet = replace(a_sheet(tile, (0, 0)), placements=(up, down))
    assert len(lines(tile, sheet)["CUT"]) == 5


def test_a_disc_is_cut_round():
    disc = replace(CARD, kind=KINDS["discs"], outline=circle(22), size=Size(22, 22))
    cuts = lines(disc, a_sheet(disc, (10, 10)))["CUT"]
    assert all(abs(((x - 21) ** 2 + (y - 21) ** 2) ** 0.5 - 11) < 0.001 for line in cuts for x, y in line)


@pytest.mark.parametrize(("net", "folds"), [(cube(18), 12), (tuckbox(65, 90, 18), 12)])
def test_a_net_is_cut_around_and_scored_at_its_folds(net, folds):
    box = replace(CARD, kind=KINDS["box"], net=net, size=net.size)
    found = lines(box, a_sheet(box, (5, 5)))
    assert len(found["CUT"]) == 1
    assert len(found["SCORE"]) == folds
    assert found["INNER"] == []


def test_fronts_get_a_file_each_and_backs_none(tmp_path):
    front = a_sheet(CARD, (10, 10))
    sheets = (front, replace(front, side="back", page=2), replace(front, number=2, page=3))
    written = write_cut_files(tmp_path, CARD, sheets)
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "a4/cards.cut-1.svg",
        "a4/cards.cut-2.svg",
    ]
