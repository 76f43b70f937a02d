"""`pnp release`: a state of the games kept, and compared with later; and builds as what one compares with."""

import json
import os
import shutil

import pytest
from small_game import BACK, FOOD, change, contents, write_game

from pnp.model.face import face_key

FOODS = "card_data/soup/food.yaml"
KEPT = "releases/v1/soup"


@pytest.fixture(autouse=True)
def _alone(monkeypatch, tmp_path):
    """No repository around the test counts."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


def test_a_release_is_the_manifest_and_every_face(soup, pnp):
    done = pnp("release v1")
    assert done.status == 0
    assert done.out.splitlines() == [
        f"{KEPT}: version 1.2, 3 pieces, 3 faces",
        "pnp diff v1 tells what changed since; pnp build --changed-since v1 prints it",
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


def test_the_same_game_gives_the_same_bytes(soup, pnp):
    pnp("release v1")
    first = contents(soup / "releases/v1")
    shutil.rmtree(soup / "releases")
    pnp("release v1")
    assert contents(soup / "releases/v1") == first
    files = [(path, path.stat().st_mtime_ns) for path in (soup / KEPT).rglob("*.*")]
    assert pnp("release v1 --force").status == 0
    assert [(path, path.stat().st_mtime_ns) for path in (soup / KEPT).rglob("*.*")] == files


def test_what_changed_since_a_release_is_told_with_its_words(soup, pnp):
    pnp("release v1")
    assert pnp("diff v1").out == "Soup: nothing changed since v1, 2 the same\n"
    change(soup / FOODS, "name: Leek, copies: 2", "name: Kale, copies: 3")
    change(soup / "card_data/soup/game.yaml", 'version: "1.2"', 'version: "2"')
    assert '~ leek (Kale): front: was "Leek", now "Kale"; 3 copies (were 2)\n' in pnp("diff v1").out
    page = pnp("diff v1 --format html --out -").out
    assert page.count("data:image/png;base64,") == 3


def test_a_release_is_in_the_normal_look(soup, pnp):
    pnp("release v1")
    done = pnp("diff v1 --theme low-ink")
    assert done.status == 2
    assert "v1 is kept in the normal look" in done.err


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


def test_another_game_may_join_a_release(soup, pnp):
    pnp("release v1 soup")
    write_game(soup, "stew")
    assert pnp("diff v1").out == "Soup: nothing changed since v1, 2 the same\n"  # v1 is about soup alone
    assert "did not exist at v1" in pnp("diff v1 stew").out
    assert pnp("release v1").status == 0
    assert pnp("diff v1").out.count("nothing changed") == 2


def test_a_game_with_errors_is_not_released(soup, pnp):
    (soup / "templates/soup/back.svg.j2").write_text(BACK.replace("palette.leaf", "palette.nothing"))
    done = pnp("release v1")
    assert (done.status, done.out) == (1, "nothing is released: 1 error\n")
    assert not (soup / "releases").exists()


@pytest.mark.parametrize(
    ("tag", "hint"),
    [
        ("../v1", "call it v1"),
        ("a/b", "call it a-b"),
        ("first edition", "call it first-edition"),
        ("v1.", "call it v1"),
        (".", "call it v1"),
        ("", "call it v1"),
        ("NUL", "call it v1"),
        ("x" * 61, "call it " + "x" * 60),
        ("über", "call it ber"),
    ],
)
def test_a_name_no_folder_can_have_is_refused(soup, pnp, tag, hint):
    done = pnp("release", tag)
    assert done.status == 2
    assert f'a release cannot be called "{tag}"' in done.err
    assert hint in done.err
    assert not (soup / "releases").exists()


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


def test_an_earlier_build_is_compared_with(soup, pnp, tmp_path):
    pnp("build --paper a4")
    shutil.copytree(soup / "output", tmp_path / "printed")
    change(soup / FOODS, "name: Leek", "name: Kale")
    for name in ("output", "output/soup", "output/soup/manifest.json", str(tmp_path / "printed")):
        assert 'leek (Kale): front: was "Leek", now "Kale"\n' in pnp(f"diff {name}").out


def test_a_picture_that_is_not_the_one_printed_is_not_shown(soup, pnp):
    pnp("build --paper a4")
    svg = soup / "output/soup/svg/food/leek.front.svg"
    svg.write_text(svg.read_text().replace("Leek", "Fake"))
    change(soup / FOODS, "name: Leek", "name: Kale")
    done = pnp("diff output")
    assert "Fake" not in done.out
    assert "its old face is not known" in done.out


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


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"game": 7, "pieces": [], "sheets": []}'])
def test_a_manifest_that_is_none_is_named(soup, pnp, content):
    (soup / "manifest.json").write_text(content)
    done = pnp("diff manifest.json")
    assert done.status == 2
    assert "manifest.json is no manifest of pnp" in done.err


def test_a_manifest_of_another_game_is_named(soup, pnp):
    write_game(soup, "stew", food=FOOD)
    pnp("build soup --paper a4")
    done = pnp("diff output/soup stew")
    assert done.status == 2
    assert "is about soup, not about stew" in done.err


def test_with_out_a_release_is_kept_elsewhere(soup, pnp, tmp_path):
    done = pnp(f"release v1 --out {tmp_path / 'shelf'}")
    assert done.status == 0
    assert not (soup / "releases").exists()
    name = os.fspath(tmp_path / "shelf/v1")
    assert f"pnp diff {name}" in done.out
    assert "nothing changed" in pnp(f"diff {name}").out
