"""A manifest that came with somebody's download: whatever it says, a build goes on and removes nothing but its own."""

import json

import pytest
from small_game import FRONT, Prepared, write_game

SHEET = {"component": "food", "paper": "legal", "page": 1, "file": "legal/food.pdf", "placements": []}
PIECE = {"component": "food", "id": "leek"}


def manifest(*sheets: dict, pieces: tuple[dict, ...] = ()) -> str:
    return json.dumps({"game": "soup", "pieces": pieces, "sheets": sheets})


ODD = {
    "a piece of a list": manifest(pieces=({**PIECE, "component": []},)),
    "a page that is no number": manifest({**SHEET, "page": "x"}),
    "papers": manifest({**SHEET, "component": "packed-a", "paper": ["a4"]}),
    "half a letter": manifest({**SHEET, "file": "\ud800"}),
    "a long name in wide letters": manifest(pieces=({**PIECE, "front": f"svg/food/{'丑' * 150}.front.svg"},)),
    "placements in placements": manifest({**SHEET, "placements": [{"piece": "leek", "x": [[[1]]]}]}),
    "too deep": "[" * 100_000,
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    return Prepared(write_game(tmp_path_factory.mktemp("game") / "soup"), "release v1 soup")


@pytest.fixture
def released(prepared, tmp_path, monkeypatch):
    return prepared.copy(tmp_path / "soup", monkeypatch)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_an_odd_manifest_is_as_good_as_none(released, pnp, odd):
    soup = released
    own, again = soup / "output/soup/manifest.json", soup / "output/soup/reprint/manifest.json"
    for line, path in (
        ("build -q --paper a4", own),
        ("build -q --paper a4 --component food", own),
        ("build -q --paper a4 --changed-since v1", again),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(odd)
        (soup / "templates/soup/food.svg.j2").write_text(FRONT.replace("31.5", "30"))
        assert pnp(line).status == 0
        assert json.loads(path.read_text())["game"] == "soup"


def test_only_what_a_build_may_have_written_is_removed(soup, pnp):
    folder = soup / "output/soup"
    theirs = [
        "scans/contract.pdf",
        "preview/food.pdf",
        "svg/food/mine.svg",
        "svg/notes.front.svg",
        "a4/plan.txt",
    ]
    ours = ["legal/old.pdf", "svg/old/leek.front.svg"]
    for name in (*theirs, *ours):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("there")
    sheets = [
        {**SHEET, "component": "old", "file": name, "placements": [{"piece": "leek"}]}
        for name in (*theirs, *ours)
    ]
    pieces = tuple({"component": "old", "id": name, "front": name} for name in (*theirs, *ours))
    (folder / "manifest.json").write_text(
        manifest(
            *sheets, pieces=(*pieces, {"component": "old", "id": "a", "front": "svg/old/gone.front.svg"})
        )
    )
    (folder / "svg/old/gone.front.svg").mkdir()
    assert pnp("build -q --paper a4").status == 0
    assert [name for name in theirs if not (folder / name).exists()] == []
    assert [name for name in ours if (folder / name).exists()] == []
    assert (folder / "svg/old/gone.front.svg").is_dir()
