"""The project speaks of itself only, and says the same of itself everywhere."""

import re
import tomllib
from pathlib import Path

import pytest

import pnp

ROOT = Path(__file__).parent.parent
OURS = ("pnp", "templates", "card_data", "docs", "tests", "benchmarks", ".ci")
OURS += ("*.md", "*.toml", "Makefile", ".gitignore")
TEXT = {".py", ".md", ".yaml", ".yml", ".toml", ".j2", ".svg", ".csv", ".json", ".sh", ""}


def files() -> list[Path]:
    found = {path for place in OURS for top in ROOT.glob(place) for path in (top, *top.rglob("*"))}
    return sorted(
        path
        for path in found
        if path.is_file()
        and path.suffix in TEXT
        and "__pycache__" not in path.parts
        and path != Path(__file__)
    )


FORBIDDEN = {
    "a folder of one machine": r"(?<![\w.<~])/(work|tmp|home|root|Users)/\w",
    "a folder beside the project": r"\.\./shared\b",
    "how the work was done": r"\b(this|that|another|previous|earlier|later|my|our) session\b|\bhelper (agent|session)s?\b",
    "a number only the maintainers know": r"\b(issue|ticket|PR|pull request) #?\d",
    "a promise": r"\b(TODO|FIXME|XXX)\b",
    "praise": r"\b(blazing|lightning.fast|cutting.edge|state.of.the.art|seamless|effortless|powerful)",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what):
    pattern = re.compile(FORBIDDEN[what], re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_every_file_is_found_and_is_text():
    names = {path.relative_to(ROOT).as_posix() for path in files()}
    assert {"README.md", "pnp/__init__.py", "card_data/yogire/cards.yaml", "Makefile"} <= names
    for path in files():
        text = path.read_bytes()
        assert b"\r" not in text, f"{path} has Windows line ends"
        assert not text or text.endswith(b"\n"), f"{path} ends without a line end"


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == pnp.__version__
    assert f"## {pnp.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_library_has_its_reason_written_down():
    page = (ROOT / "docs/decisions/0001-libraries.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[<>=\[]", line)[0] for line in project["dependencies"]]
    assert [name for name in names if f"| {name} |" not in page] == []
