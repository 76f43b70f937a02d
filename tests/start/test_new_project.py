"""`pnp new`: what it makes is checked, built and verified as it is, and nothing that is there is touched."""

import importlib.metadata
import re
import shlex
import sys
from types import SimpleNamespace

import pytest
from docs_pages import ROOT, blocks

import pnp
from pnp.__main__ import run
from pnp.start import doctor
from pnp.start.new_project import PROJECTS


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long
@pytest.mark.parametrize("start", pnp.STARTS)
def test_each_project_builds_at_once_without_a_finding(start, here, monkeypatch, capfd):
    assert run(["new", "Tea Time", "--from", start]) == 0
    assert "card_data/tea_time/" in capfd.readouterr().out
    monkeypatch.chdir(here / "Tea Time")
    for line in ("check --legible", "build --paper a4", "verify", "rules tea_time"):
        assert run(line.split()) == 0, line
        said = capfd.readouterr()
        assert said.err == "", line
        assert "no findings" in said.out or line != "build --paper a4"
    assert (here / "Tea Time/output/tea_time/a4/print.pdf").is_file()


@pytest.mark.parametrize("start", pnp.STARTS)
def test_every_project_teaches_and_leaves_no_placeholder(start, here):
    made = pnp.new_project("Tea Time", start, parent=here)
    assert {"README.md", ".gitignore", ".github/workflows/pnp.yml", ".vscode/extensions.json"} <= {
        *made.files
    }
    for name in made.files:
        if not name.endswith(".xlsx"):
            assert "__" not in (made.folder / name).read_text(encoding="utf-8"), name
        if re.search(r"(game|claims|rules)\.yaml$", name):
            assert (made.folder / name).read_text(encoding="utf-8").startswith("# "), name
    assert 'title: "Tea Time"' in (made.folder / "card_data/tea_time/game.yaml").read_text(encoding="utf-8")


def test_the_projects_offered_are_the_folders_that_are_there():
    assert {path.name for path in PROJECTS.iterdir()} - {"every"} == {*pnp.STARTS}


def test_the_name_may_have_folders_before_it_and_any_letters(here):
    made = pnp.new_project("mine/l'été_à 2", parent=here)
    assert made.folder == here / "mine/l'été_à 2"
    assert made.game == "lete_a_2"
    assert 'title: "L\'été à 2"' in (made.folder / "card_data/lete_a_2/game.yaml").read_text(encoding="utf-8")


def test_nothing_that_is_there_is_written_over(here, capfd):
    (here / "demo").mkdir()
    (here / "demo/README.md").write_text("mine", encoding="utf-8")
    assert run(["new", "demo"]) == 2
    assert "exists already" in capfd.readouterr().err
    assert [path.name for path in here.rglob("*")] == ["demo", "README.md"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["demo", "--from", "bord"], "did you mean board?"),
        (["demo", "--from", "chess"], "the projects are cards,"),
        (["2001"], "cannot name a game"),
        (["con"], "cannot name a game"),
        (['../a"b'], "cannot name a game"),
        (["a\nb"], "cannot name a game"),
    ],
)
def test_what_cannot_be_made_is_said(arguments, said, here, capfd):
    assert run(["new", *arguments]) == 2
    assert said in capfd.readouterr().err
    assert list(here.iterdir()) == []


def test_the_page_about_it_is_followed_word_by_word(here, monkeypatch, capfd):
    make, enter, build = blocks("new-game.md", "type")[0].splitlines()
    for line in (make, build):
        command, *arguments = shlex.split(line)
        assert (command, run(arguments)) == ("pnp", 0)
        monkeypatch.chdir(here / shlex.split(enter)[1])
    assert (here / "Tea Time/output/tea_time/letter/print.pdf").is_file()
    page = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [*pnp.STARTS]
    for name in re.findall(r"^\| `([a-z_.]+/[\w./]+)`", page, re.MULTILINE):
        assert (here / "Tea Time" / name).exists(), name


# `pnp doctor` on a computer where all is well, and on ones where something is not.


def states(folder):
    return {each.what: (each.state, each.fact, each.remedy) for each in pnp.examine(folder)}


def test_a_new_game_on_this_computer_is_well(tmp_path, monkeypatch, capfd):
    pnp.new_project("demo", parent=tmp_path)
    monkeypatch.chdir(tmp_path / "demo")
    assert run(["doctor"]) == 0
    said = capfd.readouterr().out
    for line in ("ok Python", "ok renderer", "ok fonts", "ok game demo", "ok output"):
        assert line in said
    assert "!!" not in said


def test_outside_a_project_the_way_to_one_is_told(tmp_path):
    state, _, remedy = states(tmp_path)["project"]
    assert state == "optional"
    assert "pnp new" in remedy


def test_a_game_with_mistakes_a_bad_font_and_a_full_disk_are_faults(tmp_path, monkeypatch):
    folder = pnp.new_project("demo", parent=tmp_path).folder
    cards = folder / "card_data/demo/cards.yaml"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace("size: standard", "size: huge"), encoding="utf-8"
    )
    (folder / "fonts").mkdir()
    (folder / "fonts/mine.ttf").write_bytes(b"no font")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: SimpleNamespace(free=1))
    found = states(folder)
    assert found["game demo"] == ("fault", "1 error", "pnp check demo")
    assert found["fonts"][:2] == ("fault", "fonts/mine.ttf cannot be read as a font")
    assert found["output"][0] == found["cache"][0] == "fault"
    assert "only 1 kB free" in found["cache"][1]


def test_a_library_that_is_missing_and_an_extra_that_cannot_be_loaded(tmp_path, monkeypatch):
    def version(name):
        if name == "uharfbuzz":
            raise importlib.metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(
        doctor, "requires", lambda _: ["uharfbuzz>=0.45", 'ezdxf; extra == "dxf"', "pillow>=10"]
    )
    monkeypatch.setattr(doctor, "version", version)
    monkeypatch.setitem(doctor.EXTRAS, "dxf", ("no_such_module", "cut files as DXF"))
    monkeypatch.setitem(doctor.EXTRAS, "dask", ("json", "sharing"))
    monkeypatch.setitem(sys.modules, "json", None)
    found = states(tmp_path)
    assert found["pnp"][0] == "fault"
    assert "uharfbuzz not installed" in found["pnp"][1]
    assert found["name"][0] == "fault", "this version() knows a distribution called pnp"
    assert "pip uninstall pnp" in found["name"][2]
    assert found["dxf"] == ("optional", "not installed: cut files as DXF", 'pip install "pnp-cards[dxf]"')
