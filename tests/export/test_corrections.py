"""Sheets for a printer: printed as it prints, every card comes out in its place, its back exactly behind it."""

import math
from dataclasses import replace

import pikepdf
import pytest
from tiny import BACK, BLEED, FRONT, PAPER, opened, sheet, written

from pnp.export import sheet_pdf as export_pdf
from pnp.model.calibration import Calibration, Printer, corrected
from pnp.model.geometry import MM_PER_PT, Size
from pnp.model.sheet import turning_axis

OFFICE = Calibration(front=(0.994, 1.003), back=(0.991, 1.0052), right=0.8, down=-1.3, turn=0.7)
UPRIGHT = {"long-edge": BACK, "short-edge": "d e .\na b c"}
SIDEWAYS = Size(110, 80)


def duplex(flip: str, size: Size = PAPER.size):
    """Front and back; of a page on its side only the places matter, not which back is whose."""
    return [sheet(FRONT, flip=flip, size=size), sheet(UPRIGHT[flip], page=2, flip=flip, size=size)]


def cards_on(page):
    """The faces on a page, each with the matrix that it is placed by, read from its operators."""
    matrix, outer = pikepdf.Matrix(), []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                outer.append(matrix)
            case "Q":
                matrix = outer.pop()
            case "cm":
                matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
            case "Do" if "/PnpFace" in (form := page.resources.XObject[str(operands[0])]):
                yield form, matrix.shorthand


def corners(form, matrix, height: float) -> list[tuple[float, float]]:
    """The corners of the trim of a card as it lies in the file, in mm from the top left."""
    a, b, c, d, e, f = matrix
    bleed = BLEED / MM_PER_PT
    wide, high = float(form.BBox[2]), float(form.BBox[3])
    points = [(x, y) for x in (bleed, wide - bleed) for y in (bleed, high - bleed)]
    return [((a * x + c * y + e) * MM_PER_PT, height - (b * x + d * y + f) * MM_PER_PT) for x, y in points]


def on_paper(point, page, printer, *, offset=True, top="top"):
    """Where the printer prints a point of a page, in mm from the middle, seen from the front.

    `top` is where the top of the paper is when it is held so that the page is upright; the result is for the paper upright.
    """
    x, y = point[0] - page.size.width / 2, point[1] - page.size.height / 2
    if page.side == "back":
        x, y = (-x, y) if turning_axis(page.size, page.flip) == "vertical" else (x, -y)
    x, y = {"top": (x, y), "left": (-y, x), "right": (y, -x)}[top]
    if page.side == "front":
        return x * printer.front[0], y * printer.front[1]
    x, y, turn = x * printer.back[0], y * printer.back[1], math.radians(printer.turn)
    x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return x + printer.right * offset, y + printer.down * offset


def printed(path, sheets, printer, **how):
    shown = []
    with opened(path) as whole:
        for page, found in zip(sheets, whole.pages, strict=True):
            points = [point for card in cards_on(found) for point in corners(*card, page.size.height)]
            shown.append(sorted(on_paper(point, page, printer, **how) for point in points))
    return shown


def nominal(page, **how):
    return sorted(
        on_paper(corner, page, Calibration(), **how)
        for each in page.placements
        for corner in (
            (each.trim.x, each.trim.y),
            (each.trim.right, each.trim.y),
            (each.trim.right, each.trim.bottom),
            (each.trim.x, each.trim.bottom),
        )
    )


def apart(ours, theirs):
    return max(min(math.dist(one, other) for other in theirs) for one in ours)


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("long", [False, True], ids=["short", "part by part"])
def test_backs_come_out_behind_their_fronts(tmp_path, monkeypatch, flip, long):
    if long:
        monkeypatch.setattr(export_pdf, "MANY", 0)
    full = [sheet("a b c\nd e a", page=page, flip=flip) for page in (3, 4)]  # the same places on both sides
    sheets = [*duplex(flip), *full]
    path = written(tmp_path / "food.pdf", corrected(sheets, Printer("office", OFFICE)))
    for page, found in zip(sheets, printed(path, sheets, OFFICE), strict=True):
        assert apart(found, nominal(page)) < 0.01
        assert apart(nominal(page), found) < 0.01
    plain = written(tmp_path / "plain.pdf", sheets)
    assert apart(printed(plain, sheets, OFFICE)[1], nominal(sheets[1])) > 1


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("top", ["", "left", "right"])
def test_a_page_on_its_side_is_moved_where_one_knows_how_the_printer_turns_it(tmp_path, flip, top):
    """Where nobody knows, it is stretched and turned back alone."""
    sheets = duplex(flip, SIDEWAYS)
    path = written(tmp_path / "food.pdf", corrected(sheets, Printer("office", OFFICE, sideways=top)))
    sideways = replace(OFFICE, front=OFFICE.front[::-1], back=OFFICE.back[::-1])
    how = {"top": top} if top else {"offset": False}
    found = printed(path, sheets, OFFICE if top else sideways, **how)
    for page, points in zip(sheets, found, strict=True):
        assert apart(points, nominal(page, **how)) < 0.01
    if top:
        how["top"] = {"left": "right", "right": "left"}[top]
        assert apart(printed(path, sheets, OFFICE, **how)[1], nominal(sheets[1], **how)) > 1


def test_a_sound_printer_needs_nothing_and_changes_no_byte(tmp_path):
    sheets = duplex("long-edge")
    same = corrected(sheets, Printer("sound", Calibration()))
    one, other = written(tmp_path / "one.pdf", sheets), written(tmp_path / "other.pdf", list(same))
    assert one.read_bytes() == other.read_bytes()
