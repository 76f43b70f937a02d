"""Export targets of packages that the user installed are found; what lies in the folder of a game is not."""

import pytest

from pnp.model.errors import UnknownName
from pnp.plugins import installed
from pnp.shops.export_games import GROUP, export_targets, find_target
from pnp.shops.export_plan import ExportTarget

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
