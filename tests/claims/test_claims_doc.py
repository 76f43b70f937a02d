"""The examples of docs/claims.md are what they say: those without a remark pass, the others find what stands there."""

import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from pnp.engine.testing import tried
from pnp.engine.verdict import verdicts
from pnp.load.claims.file import load_claims
from pnp.load.claims.tests import VERBS

from pnp.claims.pieces import Data
from pnp.load.game import load_game
from pnp.load.project import Project

PAGE = Path(__file__).parents[2] / "docs/claims.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
FILES = dict(
    re.match(r"# (\S+)\n(.*)", block, re.DOTALL).groups() for block in BLOCKS if block.startswith("# ")
)
EXAMPLES = [
    tuple(example.strip() for example in f"{line}#".split("#")[:2])
    for block in BLOCKS
    if block.startswith("test:")
    for line in re.split(r"\n(?=test:)", block.strip())
]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return write_soup(tmp_path_factory.mktemp("soup"))


def write_soup(root: Path) -> Project:
    """Write the game of the page below `root`."""
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / "templates/soup").mkdir(parents=True)
    for name in ("food", "food-back", "tool", "spoon"):
        (root / f"templates/soup/{name}.svg.j2").write_text("")
    return Project(root, (root / "card_data",), (root / "templates",), root / "output", root / "fonts")


@pytest.fixture(scope="module")
def game(project):
    loaded = load_game(project, "soup")
    assert loaded.diagnostics == ()
    return loaded.game


def test_the_claims_of_the_page_can_be_read_and_are_kept(project, game):
    loaded = load_claims(project, game)
    assert loaded.diagnostics == ()
    states = [each.state for each in verdicts(loaded.claims, Data(game))]
    assert states == ["kept", "judged", "dropped"]
    assert [ruling.about for ruling in loaded.rulings] == [("S1",)]


@pytest.mark.parametrize(("example", "remark"), EXAMPLES)
def test_an_example_finds_what_its_remark_says(example, remark, project, game):
    folder = project.root / "card_data/soup"
    before = (folder / "claims.yaml").read_text()
    indented = example.replace("\n", "\n    ")
    (folder / "claims.yaml").write_text(
        f"claims:\n  - id: S1\n    says: It is so.\n    where: x\n    {indented}\n"
    )
    loaded = load_claims(project, game)
    (folder / "claims.yaml").write_text(before)
    assert loaded.diagnostics == ()
    (claim,) = loaded.claims
    assert "; ".join(finding.says for finding in tried(claim.test, Data(game))) == remark


@cache
def verbs_shown(*, broken: bool) -> frozenset[str]:
    return frozenset(
        verb
        for example, remark in EXAMPLES
        if bool(remark) == broken
        for verb in yaml.safe_load(example)["test"]
    )


def test_every_verb_is_shown_kept_and_broken():
    assert verbs_shown(broken=False) == verbs_shown(broken=True) == {*VERBS, "all"}


def test_every_verb_s_module_shows_a_test_that_passes_and_one_that_fails():
    folder = Path(__file__).parents[2] / "pnp/engine/verbs"
    modules = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("[!_]*.py")}
    assert modules.keys() == VERBS.keys()
    for verb, text in modules.items():
        assert text.startswith(f'"""`{verb}`: ')
        assert f"test: {{{verb}: " in text
        assert "PASS: " in text
        assert "FAIL: " in text
