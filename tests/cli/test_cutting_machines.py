"""Sheets and pictures for cutting machines: in a folder of their own, with marks or cut out to their outlines."""

import csv
import io
import math
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import ezdxf
import pytest
from PIL import Image
from small_game import FOOD, change, contents, manifest, write_game


@pytest.fixture
def kitchen(tmp_path, monkeypatch) -> Path:
    root = write_game(tmp_path / "kitchen", food=FOOD.replace("copies: 2", "copies: 9"))
    monkeypatch.chdir(root)
    return root


def test_sheets_for_a_machine_leave_the_others_alone(kitchen, pnp):
    assert pnp("build --paper a4").status == 0
    before = contents(kitchen / "output/soup")
    outcome = pnp("build --paper a4 --cut silhouette")
    assert (outcome.status, outcome.err) == (0, "")
    assert "Soup on A4: Food cards: 8 on a sheet, 9 without marks" in outcome.out
    folder = kitchen / "output/soup/silhouette"
    written = {path.name for path in (folder / "a4").iterdir()}
    cuts = {f"food.cut-{sheet}.{ending}" for sheet in (1, 2) for ending in ("svg", "dxf")}
    assert written == {"food.pdf", "print.pdf"} | cuts
    after = contents(kitchen / "output/soup")
    assert {name: after[name] for name in before} == before
    layers = {each.dxf.layer for each in ezdxf.readfile(folder / "a4/food.cut-1.dxf").modelspace()}
    assert layers == {"CUT", "REGMARKS"}
    sheets = manifest(kitchen, "output/soup/silhouette")["sheets"]
    assert [len(sheet["placements"]) for sheet in sheets] == [8, 8, 2, 2]
    assert pnp("verify").status == 0


def test_one_build_makes_sheets_for_several_machines(kitchen, pnp):
    outcome = pnp("build --paper a4 --no-rules --cut silhouette --cut silhouette_4")
    assert (outcome.status, outcome.err) == (0, "")
    marks = []
    for machine in ("silhouette", "silhouette_4"):
        drawing = ezdxf.readfile(kitchen / f"output/soup/{machine}/a4/food.cut-1.dxf")
        marks.append(len(drawing.query("*[layer=='REGMARKS']")))
    assert marks[0] < marks[1]


@pytest.mark.parametrize("machine", ["", "silhouette/"])
def test_verify_sees_what_is_wrong_with_cut_files(kitchen, pnp, machine):
    assert pnp("build --paper a4").status == 0
    assert (
        pnp("build --paper a4", "--cut", *(["silhouette"] if machine else ["svg", "--cut", "dxf"])).status
        == 0
    )
    assert pnp("verify").status == 0
    files = kitchen / "output/soup" / machine / "a4"
    (files / "food.cut-1.svg").write_bytes((files / "food.cut-1.svg").read_bytes().replace(b"0", b"1", 1))
    (files / "food.cut-7.dxf").write_bytes((files / "food.cut-1.dxf").read_bytes())
    (files / "food.cut-1.dxf").unlink()
    outcome = pnp("verify")
    assert outcome.status == 1
    assert [line for line in outcome.err.splitlines() if line.startswith("error")] == [
        f"error PNP545: {machine}a4/food.cut-1.dxf is missing",
        f"error PNP545: {machine}a4/food.cut-1.svg differs from the current data",
        f"error PNP545: {machine}a4/food.cut-7.dxf has lines that belong to no sheet",
    ]
    assert f"hint: run: pnp build soup{' --cut silhouette' if machine else ''}" in outcome.err


# Pictures for a machine that prints and cuts them: pieces apart, cut out to their outlines, no larger than it takes.


DPI = 300
MM = DPI / 25.4
WEDGES = """\
kind: tiles
title: Wedges
shape: polygon
points: [[0mm, 0mm], [30mm, 0mm], [0mm, 40mm]]
front: back.svg.j2
back: back.svg.j2
pieces: [{id: one, copies: 2}]
"""
CHIPS = """\
kind: discs
title: Chips
diameter: 25mm
front: back.svg.j2
pieces: [{id: red, copies: 3}, {id: blue, copies: 4}]
"""
POSTER = FOOD.replace("Food cards", "Posters").replace("size: standard", "size: 180mm x 240mm")


def runs(projection: list[int]) -> Iterator[tuple[int, int]]:
    at = 0
    for seen, group in groupby(projection):
        length = len(list(group))
        if seen:
            yield at, at + length
        at += length


def islands(picture: Image.Image) -> Iterator[tuple[tuple[int, int, int, int], float]]:
    """Yield the box around each part of a picture that is not transparent, and how much of the box it fills.

    Parts lie in rows, with a gap all around each.
    """
    alpha = picture.getchannel("A").point(lambda part: 255 * (part > 0))
    for top, bottom in runs(alpha.getprojection()[1]):
        row = alpha.crop((0, top, alpha.width, bottom))
        for left, right in runs(row.getprojection()[0]):
            part = row.crop((left, 0, right, row.height))
            x, y, end, foot = part.getbbox()
            box = (left + x, top + y, left + end, top + foot)
            yield box, part.histogram()[255] / ((box[2] - box[0]) * (box[3] - box[1]))


def test_every_piece_is_an_island_of_its_own_size(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: 4")
    outcome = pnp("build --paper letter --cut cricut")
    assert (outcome.status, outcome.err) == (0, "")
    folder = soup / "output/soup/cricut/letter"
    assert "letter: 4 pictures of 5 pieces; pictures.csv says how large to make each" in outcome.out
    assert [path.name for path in (soup / "output/soup").iterdir()] == ["cricut"]
    listed = list(csv.DictReader(io.StringIO((folder / "pictures.csv").read_text(encoding="utf-8"))))
    assert [(row["file"], row["pieces"]) for row in listed] == [
        ("food-1.png", "4"),
        ("food-2.png", "1"),
        ("food-backs-1.png", "4"),
        ("food-backs-2.png", "1"),
    ]
    for row in listed:
        picture = Image.open(folder / row["file"])
        assert picture.info["dpi"] == pytest.approx((DPI, DPI), abs=0.01)
        assert picture.size == pytest.approx(
            (float(row["width mm"]) * MM, float(row["height mm"]) * MM), abs=0.1
        )
        assert picture.width <= 6.75 * DPI
        assert picture.height <= 9.25 * DPI
        assert set(picture.getchannel("A").tobytes()) == {0, 255}
        found = list(islands(picture))
        assert len(found) == int(row["pieces"])
        for box, filled in found:
            assert (box[2] - box[0], box[3] - box[1]) == pytest.approx((63 * MM, 88 * MM), abs=1)
            # Corners of 3 mm are round.
            assert filled == pytest.approx(1 - 0.8584 * 3**2 / (63 * 88), abs=2e-4)


def test_outlines_are_followed_on_both_sides_and_what_is_too_large_is_said(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(write_game(tmp_path / "shapes", wedges=WEDGES, chips=CHIPS, posters=POSTER))
    outcome = pnp("build --paper a4 --cut cricut")
    assert outcome.status == 0
    assert (
        "Posters: 180 × 240 mm does not fit in the 165.9 × 234.7 mm that Cricut prints and cuts on A4"
        in outcome.err
    )
    folder = Path("output/soup/cricut/a4")
    names = {"chips-1.png", "wedges-1.png", "wedges-backs-1.png", "pictures.csv"}
    assert {path.name for path in folder.iterdir()} == names
    chips = list(islands(Image.open(folder / "chips-1.png")))
    assert len(chips) == 7
    for box, filled in chips:
        assert (box[2] - box[0], box[3] - box[1]) == pytest.approx((25 * MM, 25 * MM), abs=1)
        assert filled == pytest.approx(math.pi / 4, abs=0.003)
    for name, left, right in (("wedges-1.png", 255, 0), ("wedges-backs-1.png", 0, 255)):
        picture = Image.open(folder / name)
        wedges = list(islands(picture))
        assert len(wedges) == 2
        for box, filled in wedges:
            assert filled == pytest.approx(0.5, abs=0.01)
            foot = box[3] - 20
            assert picture.getpixel((box[0] + 5, foot))[3] == left
            assert picture.getpixel((box[2] - 5, foot))[3] == right


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("silouette", "silhouette or silhouette_4 for a machine"),
        ("silhouette --backs gutterfold", "a folded sheet has no room for the marks of Silhouette"),
        (
            "cricut --paper a4 --paper a5",
            "Cricut does not print and cut on A5\n  hint: write --paper a4 or letter",
        ),
        ("cricut --cut svg", "Cricut uses pictures, which have no cut files"),
        ("cricut --skip-first 2", "leave out --skip-first"),
        ("cricut --changed-since HEAD", "what changed is printed on sheets, not in pictures"),
    ],
)
def test_what_no_machine_does_is_refused(kitchen, pnp, asked, said):
    outcome = pnp(f"build --cut {asked}")
    assert (outcome.status, said in outcome.err) == (2, True), outcome.err
    assert not (kitchen / "output").exists()
