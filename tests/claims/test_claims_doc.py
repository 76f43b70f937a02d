"""The examples of docs/claims.md are what they say: those without a remark pass, the others find what stands there."""

import re

import pytest
from soup import BLOCKS, PAGE, load_soup, write_soup

from pnp.claims.claims_file import load_claims, results
from pnp.claims.functions import FUNCTIONS
from pnp.claims.selections import Data
from pnp.load.game import load_game

EXAMPLES = [
    tuple(example.strip() for example in f"{line}#".split("#")[:2])
    for block in BLOCKS
    if block.startswith("test:")
    for line in re.split(r"\n(?=test:)", block.strip())
]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return write_soup(tmp_path_factory.mktemp("soup"))


@pytest.fixture(scope="module")
def game(project):
    return load_game(project, "soup").game


def test_the_claims_of_the_page_can_be_read_and_are_kept(project, game):
    loaded = load_claims(project, game)
    assert loaded.diagnostics == ()
    states = [each.state for each in results(loaded.claims, Data(game))]
    assert states == ["kept", "kept", "judged", "dropped"]
    assert [ruling.about for ruling in loaded.rulings] == [("S1",)]


@pytest.mark.parametrize(("example", "remark"), EXAMPLES)
def test_an_example_finds_what_its_remark_says(example, remark, project, game):
    file = project.root / "card_data/soup/claims.yaml"
    before = file.read_text()
    file.write_text(f"claims:\n  - id: S1\n    says: It is so.\n    where: x\n    {example}\n")
    loaded = load_claims(project, game)
    file.write_text(before)
    assert loaded.diagnostics == ()
    (found,) = results(loaded.claims, Data(game))
    assert found.mistakes == ()
    assert "; ".join(finding.says for finding in found.findings) == remark


def test_the_examples_show_tests_that_pass_and_tests_that_fail():
    assert {bool(remark) for _, remark in EXAMPLES} == {True, False}


def test_every_function_and_name_of_the_page_is_there(tmp_path):
    page = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^### (\w+)$", page, re.MULTILINE) == list(FUNCTIONS)
    assert load_soup(tmp_path).title == "Soup"
