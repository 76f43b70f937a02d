"""Sheets for a cutting machine lie in a folder of their own, and the others stay as they were."""

import json
from pathlib import Path

import ezdxf
import pytest
from small_game import FOOD, contents, write_game


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
    sheets = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["sheets"]
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


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("--cut silouette", "silhouette or silhouette_4 for a machine"),
        ("--cut silhouette --backs gutterfold", "a folded sheet has no room for the marks of Silhouette"),
    ],
)
def test_what_no_machine_does_is_refused(kitchen, pnp, asked, said):
    outcome = pnp(f"build {asked}")
    assert outcome.status == 2
    assert said in outcome.err
    assert not (kitchen / "output").exists()


def test_what_does_not_fit_at_all_is_an_error_that_names_papers(kitchen, pnp):
    outcome = pnp("build --paper 80x100mm --cut silhouette")
    assert outcome.status == 1
    assert "PNP416" in outcome.err
    assert "print it with --paper a6" in outcome.err
