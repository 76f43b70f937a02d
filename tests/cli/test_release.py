"""`pnp release`: a state of the games kept, and compared with later; and builds as what one compares with."""

import json
import shutil

import pytest
from small_game import change, contents

from pnp.model.face import face_key

FOODS = "card_data/soup/food.yaml"
KEPT = "releases/v1/soup"


@pytest.fixture(autouse=True)
def _alone(monkeypatch, tmp_path):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


def test_a_release_is_the_manifest_and_every_face(soup, pnp):
    done = pnp("release v1")
    assert done.status == 0
    assert done.out.splitlines() == [
        f"{KEPT}: version 1.2, 3 pieces, 3 faces",
        "pnp diff v1 shows what changed since; pnp build --changed-since  v1 prints it",
    ]
    manifest = json.loads((soup / KEPT / "manifest.json").read_text())
    assert list(manifest) == ["game", "version", "pieces", "sheets"]
    assert (manifest["game"], manifest["version"], manifest["sheets"]) == ("soup", "1.2", [])
    leek, pea = manifest["pieces"]
    assert list(leek) == ["component", "id", "copies", "front", "back", "sha256"]
    assert leek["back"] == pea["back"]
    for entry in (leek, pea):
        for where in (entry["front"], entry["back"]):
            assert where == f"faces/{face_key((soup / KEPT / where).read_text())}.svg"


def test_without_git_the_latest_release_is_compared_with(soup, pnp):
    for tag in ("v1.9", "v1.10", "draft"):
        pnp(f"release {tag}")
    shutil.rmtree(soup / "releases/draft")
    assert "since v1.10," in pnp("diff").out
    assert "since v1.10," in pnp("diff soup").out


def test_a_release_is_not_replaced_by_accident(soup, pnp):
    pnp("release v1")
    change(soup / FOODS, "name: Leek", "name: Kale")
    before = contents(soup)
    done = pnp("release v1")
    assert (done.status, done.out) == (2, "")
    assert "there is another release v1 of soup already" in done.err
    assert "--force" in done.err
    assert contents(soup) == before
    assert pnp("release v1 --force").status == 0
    assert "nothing changed" in pnp("diff v1").out


@pytest.mark.parametrize("link", ["releases", "releases/v1", "releases/v1/soup/manifest.json"])
def test_a_release_does_not_leave_the_project_through_a_link(soup, pnp, tmp_path, link):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (soup / link).parent.mkdir(parents=True, exist_ok=True)
    (soup / link).symlink_to(elsewhere)
    done = pnp("release v1")
    assert done.status == 2
    assert ", outside of " in done.err
    assert not any(elsewhere.iterdir())


def test_a_release_that_lies_outside_the_project_is_none(soup, pnp, tmp_path):
    pnp("release v1")
    shutil.move(soup / "releases", tmp_path / "theirs")
    (soup / "releases").symlink_to(tmp_path / "theirs")
    assert 'no manifest "v1"' in pnp("diff v1").err


@pytest.mark.parametrize("where", ["../../../secret.svg", "/secret.svg", "svg/link.svg", "faces/x.svg", 7])
def test_a_manifest_leads_to_no_file_outside_its_folder(soup, pnp, tmp_path, where):
    pnp("build --paper a4")
    manifest = soup / "output/soup/manifest.json"
    old = soup / "output/soup/svg/food/leek.front.svg"
    secret = tmp_path / "secret.svg"
    shutil.move(old, secret)  # its bytes are right: only its place is not
    (soup / "output/soup/svg/link.svg").symlink_to(secret)
    where = str(secret) if where == "/secret.svg" else where
    manifest.write_text(manifest.read_text().replace('"svg/food/leek.front.svg"', json.dumps(where)))
    change(soup / FOODS, "name: Leek", "name: Kale")
    assert "its old face is not known" in pnp("diff output").out
