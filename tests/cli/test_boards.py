"""A board through the whole pipeline: put together again from its pages it is the board in one piece, pixel by pixel."""

import ctypes
import math

import pypdfium2
import pytest
from PIL import Image, ImageChops
from pypdfium2 import raw
from small_game import manifest, write_game

from pnp.model.geometry import MM_PER_PT

BOARD = """\
kind: board
title: Map
size: 16in x 8in
bleed: 9pt
front: map.svg.j2
back: map-back.svg.j2
spaces:
  - for: {row: [sea, land], place: 1..5}
    id: "{row}-{place}"
    circle: {x: 40mm, y: 60mm, diameter: 50mm}
    step: {place: {x: 81.6mm}, row: {y: 84mm}}
pieces: [{id: map, name: Map}]
"""

FRONT = """\
{# Slanting lines that show where pages do not meet. Fields: none. #}
{% extends "base/board.svg.j2" %}
{% block under %}
{% for n in range(-20, 45) %}
<path d="M{{ n * 10 }} -4L{{ n * 10 + 70 }} 208" stroke="{{ palette.leaf }}" stroke-width="0.7" fill="none"/>
{% endfor %}
{% endblock %}
{% block over %}{{ line(piece.name ~ " of the " ~ face.side, 203, 104, size=60, anchor="middle") }}{% endblock %}
"""

DPI = 144  # the drawing lies on whole points, so these are whole pixels


@pytest.fixture
def atlas(tmp_path, monkeypatch):
    root = write_game(tmp_path / "atlas", map=BOARD)
    for name in ("map", "map-back"):
        (root / "templates" / "soup" / f"{name}.svg.j2").write_text(FRONT, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def drawing(page, placement, *, width, height):
    scale = DPI / 72
    x = round((placement["x_mm"] - 9 * MM_PER_PT) / MM_PER_PT) + 9
    below = page.get_height() - (placement["y_mm"] + placement["height_mm"]) / MM_PER_PT - 9
    y = page.get_height() - (round(below) + 9) - height / scale
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    matrix, clip = (
        raw.FS_MATRIX(scale, 0, 0, scale, -x * scale, -y * scale),
        raw.FS_RECTF(0, 0, width, height),
    )
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, page.raw, ctypes.byref(matrix), ctypes.byref(clip), 0)
    left, bottom, right, top = page.get_bleedbox()  # what the page shows of it
    window = ((left - x), (page.get_height() - top - y), (right - x), (page.get_height() - bottom - y))
    whole = [math.ceil(e * scale) for e in window[:2]] + [math.floor(e * scale) for e in window[2:]]
    return bitmap.to_pil().convert("RGB"), tuple(max(0, edge) for edge in whole)


def pages_of(root, paper, side):
    document = pypdfium2.PdfDocument(root / f"output/soup/{paper}/map.pdf")
    for sheet in manifest(root)["sheets"]:
        if (sheet["paper"], sheet["side"]) == (paper, side):
            yield document[sheet["page"] - 1], sheet["placements"][0]


@pytest.mark.parametrize("side", ["front", "back"])
def test_the_tiles_put_together_are_the_board_in_one_piece(atlas, pnp, side):
    assert pnp("build --paper letter -q").status == 0
    width, height = 16 * DPI, 8 * DPI
    ((page, placement),) = pages_of(atlas, "full-size", side)
    due, _ = drawing(page, placement, width=width, height=height)
    glued = Image.new("RGB", (width, height), "red")
    tiles = list(pages_of(atlas, "letter", side))
    assert len(tiles) == 3
    for page, placement in tiles:
        shown, window = drawing(page, placement, width=width, height=height)
        part = shown.crop(window)
        assert ImageChops.difference(part, due.crop(window)).getbbox() is None  # also where pages share
        glued.paste(part, window[:2])
    assert ImageChops.difference(glued, due).getbbox() is None
    assert len(due.getcolors(1 << 20)) > 20  # and it is no white sheet


@pytest.mark.long
def test_a_board_is_built_in_parts_and_in_one_piece_and_both_are_verified(atlas, pnp):
    assert "output/soup/full-size/map.pdf: 1 sheet, 2 pages" in pnp("build").out.splitlines()
    built = pnp("build -v --no-cache")
    assert built.status == 0
    assert [line for line in built.out.splitlines() if "map" in line] == [
        "output/soup/a4/map.pdf: 6 sheets, 6 pages",
        "output/soup/letter/map.pdf: 6 sheets, 6 pages",
        "output/soup/full-size/map.pdf: 1 sheet, 2 pages",
    ]
    assert "PNP408" not in built.err
    verified = pnp("verify")
    assert (verified.status, verified.out) == (0, "Soup: a4 and letter, 1 board, every one in its place\n")


SHEET = """\
kind: sheet
title: Pad
size: a4
front: pad.svg.j2
pieces: [{id: pad, copies: 2}]
"""


def test_a_sheet_may_be_the_page_and_is_glued_together_where_the_paper_is_smaller(tmp_path, monkeypatch, pnp):
    root = write_game(tmp_path / "pads", pad=SHEET)
    template = '{# A title. #}{% extends "base/sheet.svg.j2" %}'
    (root / "templates/soup/pad.svg.j2").write_text(template, encoding="utf-8")
    monkeypatch.chdir(root)
    built = pnp("build -v")
    assert (built.status, built.err) == (0, "")
    assert "a4/pad.pdf: 2 sheets, 2 pages" in built.out
    assert "letter/pad.pdf: 4 sheets, 4 pages" in built.out
    assert pnp("verify").status == 0
