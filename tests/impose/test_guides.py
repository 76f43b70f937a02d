"""Kinds of marks: what each prints and where, never over a piece, and crosses that lie behind each other."""

import math
from dataclasses import replace
from functools import cache

import pytest
from maps import caption_box, is_of_ruler, marks_map, pieces_of, planned, soup, stroke_box

from pnp.model.geometry import Size, circle

SMALL = Size(26, 30)


def cards(marks, *, gap=6.0, paper="80x100mm", backs="none", size=SMALL):
    made = soup("leek*4", size=size)
    component = replace(made.component, gap=gap, corner=3)
    made.component, made.game = component, replace(made.game, components=(component,))
    return planned(made, paper, backs, marks=marks)


MAPS = {
    "corner": """
  |    ||    |
 -#####--#####-
  #####  #####
  #####  #####
  #####  #####
  #####  #####
  #####  #####
 -|    ++    |-
 -|    ++    |-
  #####  #####
  #####  #####
  #####  #####
  #####  #####
  #####  #####
 -#####--#####-
  |    ||    |
""",
    "full": """
  |    ||    |
  |    ||    |
 -+----++----+-
  |####||####|
  |####||####|
  |####||####|
  |####||####|
  |####||####|
 -+----++----+-
 -+----++----+-
  |####||####|
  |####||####|
  |####||####|
  |####||####|
  |####||####|
 -+----++----+-
  |    ||    |
""",
}


@pytest.mark.parametrize("marks", MAPS)
def test_a_page_shows_what_each_kind_prints(marks):
    assert marks_map(cards(marks).sheets[0]).strip("\n") == MAPS[marks].strip("\n")


@cache
def strokes_of(sheet):
    return [stroke for stroke in sheet.strokes if not is_of_ruler(stroke, sheet.strokes)]


def test_guides_run_from_margin_to_margin_along_the_cut():
    sheet = cards("full", paper="a5").sheets[0]
    left = cards("outside", paper="a5").sheets[0].placements[0].trim.x
    long = [s for s in strokes_of(sheet) if not s.grey and abs(s.x1 - s.x2) < 1e-6 and abs(s.x1 - left) < 0.1]
    (guide,) = long
    below = max(each.trim.bottom for each in sheet.placements)
    assert min(guide.y1, guide.y2) == pytest.approx(6.35)
    assert below + 5 <= max(guide.y1, guide.y2) < sheet.size.height - 6.35, "words stand below"
    assert left - guide.x1 == pytest.approx(guide.width / 2)


def test_corner_marks_have_arcs_along_round_corners_on_the_fronts():
    front, back = cards("corner", paper="a5", backs="long-edge").sheets
    assert [(each.box, each.radius) for each in front.contours] == [
        (each.trim, 3) for each in front.placements
    ]
    assert back.contours == ()


@pytest.mark.parametrize(
    "made", [pieces_of("discs", "leek*3", circle(22)), soup("leek*4")], ids=["discs", "cards"]
)
@pytest.mark.parametrize("backs", ["long-edge", "gutterfold"])
def test_none_prints_no_mark_of_any_kind(made, backs):
    for sheet in planned(made, "a4", backs, marks="none").sheets:
        assert strokes_of(sheet) == []
        assert sheet.contours == ()
        assert not any("dashed" in caption.text for caption in sheet.captions)


# Crosses.


def test_crosses_keep_clear_of_all_that_is_printed():
    front, back = cards("outside", paper="a5", backs="long-edge").sheets
    arms = [
        s
        for s in strokes_of(front)
        if any(math.dist(((s.x1 + s.x2) / 2, (s.y1 + s.y2) / 2), m) < 1e-9 for m in front.crosses)
    ]
    assert len(arms) == 8
    for sheet in (front, back):
        others = [stroke_box(s) for s in sheet.strokes if s not in arms] + [
            caption_box(c) for c in sheet.captions
        ]
        others += [each.clip for each in sheet.placements]
        assert not any(stroke_box(arm).overlaps(box) for arm in arms for box in others)
