"""The public API: its page is true, and it neither prints nor is heavy to import."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pnp
from pnp.model.diagnostics import UnknownName
from pnp.plugins import installed
from pnp.shops.export_games import GROUP, export_targets, find_target
from pnp.shops.export_plan import ExportTarget

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/api.md"


@pytest.mark.long
def test_the_examples_of_the_page_come_to_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 15) == (0, True)


def test_every_function_of_the_api_is_on_the_page_and_all_of_them_are_there():
    named = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    functions = {name for name in pnp.__all__ if callable(getattr(pnp, name)) and name.islower()}
    helpers = {"cache_folder", "game_output", "chosen_games", "game_ids", "in_reading_order"}
    assert functions - helpers <= named


def test_importing_pnp_loads_nothing_else():
    code = "import sys, pnp; print(*(name for name in sys.modules if name.startswith('pnp')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pnp"]


def test_a_name_that_is_not_offered_is_an_attribute_error():
    assert not hasattr(pnp, "nosuch")


# Export targets of packages that the user installed are found; what lies in the folder of a game is not.


MODULE = """\
from pnp.shops.export_plan import ExportPlan, ExportTarget

TARGET = ExportTarget("corner-shop", "The shop round the corner", (), lambda *_: ExportPlan(()))
OTHER = "no target"
"""


@pytest.fixture
def package(tmp_path):
    """A folder as an installed package leaves it: a module, and the names that it has for others."""
    (tmp_path / "corner_shop.py").write_text(MODULE)
    about = tmp_path / "corner_shop-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: corner-shop\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        f"[{GROUP}]\ncorner-shop = corner_shop:TARGET\n[wrong]\na = corner_shop:OTHER\n"
    )
    return tmp_path


def test_an_installed_package_adds_a_target(package, monkeypatch):
    monkeypatch.syspath_prepend(package)
    assert find_target("corner-shop").title == "The shop round the corner"
    assert [target.name for target in export_targets()][-1] == "corner-shop"


def test_a_package_in_the_current_folder_adds_nothing(package, monkeypatch):
    monkeypatch.chdir(package)
    with pytest.raises(UnknownName):
        find_target("corner-shop")


def test_an_entry_point_of_another_class_is_an_error(package, monkeypatch):
    monkeypatch.syspath_prepend(package)
    with pytest.raises(TypeError, match="the entry point a of wrong is not of the class ExportTarget"):
        list(installed("wrong", ExportTarget))
