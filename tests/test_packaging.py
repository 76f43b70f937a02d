"""The wheel holds all it needs: installed alone, it builds a shipped game in an empty folder."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml
from small_game import write_files

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(*command, cwd):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys, hatchling.build as h; print(h.build_wheel(sys.argv[1]))"
    done = run(sys.executable, "-c", build, folder, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """A Python that has this wheel, and the libraries of the running one behind it."""
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / SCRIPTS / "python"
    install = ("install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
    done = run(sys.executable, "-m", "pip", "--python", python, *install, wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    (site,) = {*folder.glob("lib/python*/site-packages"), *folder.glob("Lib/site-packages")}
    # A plain line is a folder to search after this one; .pth files in it are not followed.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / SCRIPTS


@pytest.mark.long
def test_the_wheel_carries_templates_and_card_data_and_nothing_else_of_the_project(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pnp"}
    carried = {name.removeprefix("pnp/_bundled/") for name in names if name.startswith("pnp/_bundled/")}
    shipped = {
        path.relative_to(ROOT).as_posix()
        for kind in ("templates", "card_data")
        for path in (ROOT / kind).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert carried == shipped
    assert not [name for name in carried if name.endswith(".py")], "a module there would hide the package"
    assert "pnp/py.typed" in names


@pytest.mark.long
def test_an_installed_wheel_builds_a_shipped_game_in_an_empty_folder(installed, tmp_path):
    where = run(installed / "python", "-c", "import pnp; print(pnp.__file__)", cwd=tmp_path).stdout
    assert Path(where.strip()).is_relative_to(installed.parent)
    done = run(installed / "pnp", "build", "ingeniators", "--paper", "a4", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    pdfs = {path.name for path in (tmp_path / "output/ingeniators/a4").iterdir()}
    assert pdfs >= {"build.pdf", "dice.pdf", "tiles.pdf", "valves.pdf"}


@pytest.mark.long
def test_a_game_of_one_s_own_uses_the_shipped_base(installed, tmp_path):
    files = {
        "card_data/dots/game.yaml": "title: Dots\n",
        "card_data/dots/dots.yaml": "kind: cards\ntitle: Dots\nsize: standard\nfront: dot.svg.j2\npieces:\n  - {id: dot}\n",
        "templates/dots/dot.svg.j2": '{% extends "base/card.svg.j2" %}{% block body %}<circle cx="31.5" cy="44" r="9"/>{% endblock %}',
    }
    done = run(installed / "pnp", "build", cwd=write_files(tmp_path, files))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "output/dots/letter/dots.pdf").is_file()


@pytest.mark.long
def test_a_spreadsheet_is_printed_with_two_commands_and_no_template(installed, tmp_path):
    (tmp_path / "deck.csv").write_text("Name,Cost,Card Text,Qty\nFox,2,Draw a card.,3\n", encoding="utf-8")
    for arguments in (["import", "deck.csv"], ["build", "--paper", "a4"]):
        done = run(installed / "pnp", *arguments, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "output/deck/a4/print.pdf").is_file()


def steps(path):
    data = yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))
    jobs = data["jobs"].values() if "jobs" in data else [{"steps": data["runs"]["steps"]}]
    return [step.get("run") or step["uses"] for job in jobs for step in job["steps"]]


def test_workflows_and_scripts_call_what_the_makefile_has():
    lines = [*steps(".github/workflows/tests.yml"), *(ROOT / ".ci/release").read_text("utf-8").splitlines()]
    targets = {line.split()[1] for line in lines if line.startswith("make ")}
    assert targets == {"test-lowest", "docs", "dist"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f"\n{target}:" in makefile for target in targets)


def test_the_action_checks_builds_verifies_and_attaches():
    commands = [line.split()[:2] for line in steps("action.yml") if line.startswith("pnp ")]
    assert commands == [["pnp", "check"], ["pnp", "build"], ["pnp", "verify"]]
    assert steps("action.yml")[-1].startswith("actions/upload-artifact@")


def test_the_lowest_versions_are_those_of_the_project():
    shown = run(sys.executable, ROOT / "tests/tools/lowest.py", cwd=ROOT).stdout.splitlines()
    assert len(shown) == len(PROJECT["dependencies"]), "each has a lower bound"
    assert "typst==0.15.2" in shown, "the first that can leave tags out"


def test_the_licence_of_every_font_is_told():
    """Each font that is installed with pnp is named in docs/licences.md, and each font file has its licence beside it."""
    page = (ROOT / "docs/licences.md").read_text(encoding="utf-8").lower()
    fonts = re.findall(r"(?:font-|fontpkg-)([a-z-]+)>=", " ".join(PROJECT["dependencies"]))
    assert len(fonts) >= 7
    assert [font for font in fonts if font.replace("-", " ") not in page] == []
    shipped = {path.parent for end in ("*.otf", "*.ttf") for path in (ROOT / "card_data").rglob(end)}
    assert all((folder / "OFL.txt").is_file() for folder in shipped)
    assert all(folder.relative_to(ROOT).as_posix() in page for folder in shipped)
