"""Sheets for a printer: printed as it prints, every card comes out in its place, its back exactly behind it."""

import math
from dataclasses import replace

import pytest
from tiny import BACK, BACK_OF, BLEED, FRONT, PAPER, component, deck, opened, pages, sheet, written

from pnp.export import pdf as export_pdf
from pnp.export.page_content import correction_in_points
from pnp.model.calibration import Calibration, Printer, corrected
from pnp.model.geometry import Size
from pnp.model.sheet import turning_axis
from pnp.verify.checks import verify_component
from pnp.verify.exported_pages import PlainPages
from pnp.verify.object_digests import ObjectDigests, face_digests
from pnp.verify.pdf_reader import PlacedCard, read_file

OFFICE = Calibration(front=(0.994, 1.003), back=(0.991, 1.0052), right=0.8, down=-1.3, turn=0.7)
UPRIGHT = {
    "long-edge": BACK,
    "short-edge": "d e .\na b c",
}
SIDEWAYS = Size(110, 80)


def duplex(flip: str, size: Size = PAPER.size):
    """Front and back; of a page on its side only the places matter, not which back is whose."""
    return [
        sheet(FRONT, flip=flip, size=size),
        sheet(UPRIGHT[flip], page=2, flip=flip, size=size),
    ]


def corners(card: PlacedCard) -> list[tuple[float, float]]:
    """The corners of a card as it lies in the file, in mm from the top left."""
    box = card.trim
    x, y, turn = box.x + box.width / 2, box.y + box.height / 2, math.radians(card.turn)
    found = []
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        dx, dy = right * box.width / 2, down * box.height / 2
        found.append(
            (x + dx * math.cos(turn) - dy * math.sin(turn), y + dx * math.sin(turn) + dy * math.cos(turn))
        )
    return found


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
    """For front and back, where the corners of all cards come out on paper."""
    with opened(path) as whole:
        read = read_file(whole, lambda _: BLEED, PlainPages(whole, ObjectDigests(whole)))
    return [
        sorted(on_paper(corner, page, printer, **how) for card in shown.cards for corner in corners(card))
        for page, shown in zip(sheets, read.pages, strict=True)
    ]


def nominal(page, **how):
    """Where the corners should come out."""
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
    """The largest distance from a point to its nearest."""
    return max(min(math.dist(one, other) for other in theirs) for one in ours)


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("long", [False, True], ids=["short", "part by part"])
def test_backs_come_out_behind_their_fronts(tmp_path, monkeypatch, flip, long):
    if long:
        monkeypatch.setattr(export_pdf, "MANY", 0)
    sheets = duplex(flip)
    path = written(tmp_path / "food.pdf", corrected(sheets, Printer("office", OFFICE)))
    for page, found in zip(sheets, printed(path, sheets, OFFICE), strict=True):
        assert apart(found, nominal(page)) < 0.01
        assert apart(nominal(page), found) < 0.01
    plain = written(tmp_path / "plain.pdf", sheets)
    assert apart(printed(plain, sheets, OFFICE)[1], nominal(sheets[1])) > 1


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_a_page_on_its_side_is_stretched_and_turned_back_and_not_moved(tmp_path, flip):
    sheets = duplex(flip, SIDEWAYS)
    sideways = replace(OFFICE, front=OFFICE.front[::-1], back=OFFICE.back[::-1])
    path = written(tmp_path / "food.pdf", corrected(sheets, Printer("office", OFFICE)))
    for page, found in zip(sheets, printed(path, sheets, sideways, offset=False), strict=True):
        assert apart(found, nominal(page)) < 0.01


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("top", ["left", "right"])
def test_a_page_on_its_side_is_moved_where_one_knows_how_the_printer_turns_it(tmp_path, flip, top):
    sheets = duplex(flip, SIDEWAYS)
    path = written(tmp_path / "food.pdf", corrected(sheets, Printer("office", OFFICE, sideways=top)))
    for page, found in zip(sheets, printed(path, sheets, OFFICE, top=top), strict=True):
        assert apart(found, nominal(page, top=top)) < 0.01
    other = printed(path, sheets, OFFICE, top={"left": "right", "right": "left"}[top])
    assert apart(other[1], nominal(sheets[1], top={"left": "right", "right": "left"}[top])) > 1


def test_a_sound_printer_needs_nothing_and_changes_no_byte(tmp_path):
    sheets = duplex("long-edge")
    same = corrected(sheets, Printer("sound", Calibration()))
    one, other = written(tmp_path / "one.pdf", sheets), written(tmp_path / "other.pdf", list(same))
    assert one.read_bytes() == other.read_bytes()


# What verify makes of them.


def found(path, sheets, **changes):
    """What is found, which must be what is found where nothing is proved and all is looked at."""
    listed = [
        {
            "component": "food",
            "paper": "tiny",
            "page": each.page,
            "side": each.side,
            "flip": each.flip,
            "correction": correction_in_points(each),
            "placements": [],
            **changes,
        }
        for each in sheets
    ]
    manifest = {"pieces": [], "sheets": listed}
    digests = face_digests(pages())
    told = []
    for known in (digests, replace(digests, forms={})):
        findings = verify_component(
            path, component(), deck(), pages(), paper=PAPER, game="tiny", digests=known, manifest=manifest
        )
        told.append(
            [
                f"{each.code} {each.message}"
                for each in findings
                if "manifest" not in each.message or "corrected" in each.message
            ]
        )
    assert told[0] == told[1]
    return told[0]


@pytest.fixture
def sheets():
    return corrected(duplex("long-edge"), Printer("office", OFFICE))


def test_verify_undoes_exactly_what_the_manifest_lists(tmp_path, sheets):
    path = written(tmp_path / "food.pdf", list(sheets))
    assert set(BACK_OF) == {place.piece for place in sheets[0].placements}
    assert found(path, sheets) == []


@pytest.mark.parametrize("listed", [None, 7, "1 0 0 1 0 0", "1 0 0 1 2", "1 0 0 1 0 0 cm q"])
def test_another_correction_than_listed_is_found(tmp_path, sheets, listed):
    path = written(tmp_path / "food.pdf", list(sheets))
    told = found(path, sheets, correction=listed)
    assert any("its back lies" in each for each in told)
    said = "PNP561 tiny/food.pdf: page 1 is not corrected for the printer as the manifest says"
    assert (said in told) == isinstance(listed, str)


def test_a_correction_that_no_printer_needs_is_found(tmp_path):
    wild = [replace(each, correction=(1, 0, 0, 1, 30, 0)) for each in duplex("long-edge")]
    told = found(written(tmp_path / "food.pdf", wild), wild)
    assert "PNP561 tiny/food.pdf: page 2 is moved by 30.0 mm, more than any printer needs" in told
