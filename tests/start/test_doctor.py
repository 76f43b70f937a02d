"""`pnp doctor` on a computer where all is well, and on ones where something is not."""

import importlib.metadata
import sys
from types import SimpleNamespace

import pnp
from pnp.__main__ import run
from pnp.start import doctor


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
