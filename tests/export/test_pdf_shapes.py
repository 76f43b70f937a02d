"""Pieces that are no rectangles: what shows of a face ends at its line, and the line to cut along is thin and grey."""

import pypdfium2
import pytest
from tiny import COLOURS, FACES, PAPER, written

from pnp.model.geometry import Rect
from pnp.model.line_styles import Contour
from pnp.model.sheet import Placement, Sheet

TRIM = Rect(30, 25, 20, 30)
PAPER_WHITE, RED = (255, 255, 255), tuple(bytes.fromhex(COLOURS["a"][1:]))


def page(path, *, edge=(), contours=(), turn=0):
    xs, ys = zip(*edge, strict=True) if edge else ((TRIM.x, TRIM.right), (TRIM.y, TRIM.bottom))
    clip = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    placement = Placement("a", 1, FACES["a"].key, TRIM, clip, turn, tuple(edge))
    sheet = Sheet(
        "food", "tiny", PAPER.size, "front", "none", 1, 1, 1, (placement,), contours=tuple(contours)
    )
    with pypdfium2.PdfDocument(written(path / "food.pdf", [sheet])) as document:
        picture = document[0].render(scale=20 * 72 / 25.4 / 72 * 2.54).to_pil().convert("RGB")
    scale = picture.width / PAPER.size.width
    return lambda x, y: picture.getpixel((int(x * scale), int(y * scale)))


def test_a_face_shows_within_its_edge_and_nowhere_else(tmp_path):
    seen = page(tmp_path, edge=[(40, 25), (50, 55), (30, 55)])
    #       40
    #       /\        the corner of the box at 31, 26 is paper,
    #      /  \       the middle of the base is the face
    #   30 ---- 50
    assert seen(31, 26) == seen(49, 26) == PAPER_WHITE
    assert seen(33, 50) == seen(47, 50) == RED
    assert seen(32, 40) == PAPER_WHITE


@pytest.mark.parametrize(
    ("contour", "on", "off"),
    [
        (Contour(Rect(5, 5, 16, 16)), (13, 5), (5, 5)),
        (Contour(Rect(5, 5, 16, 16), ((5, 5), (21, 5), (5, 21))), (13, 13), (20, 20)),
    ],
    ids=["circle", "polygon"],
)
def test_the_line_to_cut_along_is_thin_and_grey(tmp_path, contour, on, off):
    seen = page(tmp_path, contours=[contour])
    near = [seen(on[0] + dx / 20, on[1] + dy / 20) for dx in range(-3, 4) for dy in range(-3, 4)]
    darkest = min(near)
    assert darkest[0] == darkest[1] == darkest[2]
    assert 130 < darkest[0] < 230
    assert seen(*off) == PAPER_WHITE
    assert seen(13, 9) == PAPER_WHITE
