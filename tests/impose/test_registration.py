"""Sheets for cutting machines: marks where the machine looks for them, and nothing else near."""

import pytest
from maps import caption_box, pieces_of, planned, soup, stroke_box

from pnp.load.cutting_machines import cutting_machine, read_machine
from pnp.load.kinds.dice import die_net
from pnp.model.diagnostics import CannotUse
from pnp.model.geometry import Rect, Size, circle, hexagon, triangle

SILHOUETTE = cutting_machine("silhouette")

CASES = {
    "cards": soup("leek*9"),
    "small cards": soup("leek*30", size=Size(44, 68)),
    "discs": pieces_of("discs", "leek*40", circle(22)),
    "triangles": pieces_of("tiles", "leek*49", triangle(44), bleed=2),
    "hexagons": pieces_of("tiles", "leek*20", hexagon(20), bleed=2),
    "dice": pieces_of("dice", "leek*4", circle(22), net=die_net("d6", 18), size=die_net("d6", 18).size),
}


def test_marks_have_the_documented_geometry():
    sheet = planned(CASES["cards"], "a4", backs="none", machine=SILHOUETTE).sheets[0]
    width, height = sheet.size.width, sheet.size.height
    square, *arms = (stroke_box(stroke) for stroke in sheet.registration)
    assert square == Rect(10, 10, 5, 5)
    middles = {(round(box.x + box.width / 2, 6), round(box.y + box.height / 2, 6)) for box in arms}
    level = [box for box in arms if box.width > box.height]
    upright = [box for box in arms if box.width < box.height]
    assert {round(box.height, 6) for box in level} == {round(box.width, 6) for box in upright} == {0.5}
    assert [round(box.y + 0.25, 6) for box in level] == [10, height - 10], (
        "the middle of an arm is at the inset"
    )
    assert [round(box.x + 0.25, 6) for box in upright] == [width - 10, 10]
    assert {round(box.width - 0.25, 6) for box in level} == {round(box.height - 0.25, 6) for box in upright}
    assert all(5 <= box.width - 0.25 <= 20 for box in level)
    assert len(middles) == 4
    assert max(box.right for box in level) == pytest.approx(width - 10 + 0.25), "arms point inwards"


@pytest.mark.parametrize("name", ["silhouette", "silhouette_4"])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_nothing_comes_near_a_mark(case, paper, name):
    machine = cutting_machine(name)
    for sheet in planned(CASES[case], paper, machine=machine).sheets:
        if sheet.side == "back":
            assert sheet.registration == ()
            continue
        assert set(sheet.registration) <= set(sheet.strokes)
        assert sheet.contours == ()
        arm = max(abs(s.x1 - s.x2) for s in sheet.registration[1:]) - machine.pattern.thickness / 2
        clear = machine.pattern.kept_clear(sheet.size, arm)
        seen = [each.clip for each in sheet.placements] + [caption_box(each) for each in sheet.captions]
        seen += [stroke_box(s) for s in sheet.strokes if s not in sheet.registration]
        assert len(clear) == len(machine.pattern.marks)
        assert sheet.placements
        assert not any(box.overlaps(each) for box in seen for each in clear)
        inside = Rect(10, 10, sheet.size.width - 20, sheet.size.height - 20)
        assert all(inside.contains(each.trim) for each in sheet.placements)


@pytest.mark.parametrize(("name", "strokes"), [("silhouette", 4), ("silhouette_4", 0)])
def test_crosses_keep_out_of_the_way_of_the_sensor(name, strokes):
    machine = cutting_machine(name)
    front = planned(CASES["cards"], "a4", machine=machine).sheets[0]
    others = [stroke_box(stroke) for stroke in front.strokes if stroke not in front.registration]
    crosses = [box for box in others if box.x > 260]
    assert len(crosses) == strokes
    assert not any(box.overlaps(edge) for box in crosses for edge in machine.pattern.between(front.size))


def test_bleed_reaches_into_free_paper_around_the_pieces():
    front = planned(CASES["cards"], "a4", machine=SILHOUETTE).sheets[0]
    edge = min(front.placements, key=lambda placed: placed.trim.y)
    assert edge.trim.y - edge.clip.y > 2
    inner = [placed.trim.x - placed.clip.x for placed in front.placements if placed.trim.x > 100]
    assert max(inner) == pytest.approx(0.625)


def test_what_does_not_fit_says_what_would():
    (finding,) = planned(soup("leek", size=Size(190, 190)), "a5", machine=SILHOUETTE).diagnostics
    assert finding.code == "PNP416"
    assert "190 × 190 mm does not fit between the marks of Silhouette on A5" in finding.message
    assert (
        finding.hint == "print it with --paper letter, legal, a3, tabloid, arch_b or sra3, or cut it by hand"
    )


def test_a_machine_with_a_mistake_is_refused():
    with pytest.raises(CannotUse, match=r"odd\.yaml cannot be used: it has no 'title'"):
        read_machine("odd", "gap: 1mm")
