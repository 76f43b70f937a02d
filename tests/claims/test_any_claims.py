"""Whatever stands in claims.yaml, it is read and tried without a crash, and what cannot be read is told with its place."""

import random

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from soup import FILES, write_soup
from test_claims_doc import EXAMPLES

from pnp.build.claims_report import explained, promises
from pnp.load.game import load_game

SOUND = [yaml.safe_load(example)["test"] for example, _ in EXAMPLES]
JUNK = [None, True, -1, 0.5, "", "red", "food", "count(food) ==", "count(fodo) == 1", "1..3", "{{ food }}", "*", [], {}, [[]],
        ["count(food) == 6", {"count": {"of": "food"}}], {"count": {}}]  # fmt: skip


@pytest.fixture(scope="module")
def soup(tmp_path_factory):
    project = write_soup(tmp_path_factory.mktemp("any"))
    return project, load_game(project, "soup").game


def spoilt(value, luck: random.Random):
    """The value with some of its parts, or all of it, replaced by junk, renamed, or taken away."""
    if luck.random() < 0.12:
        return luck.choice(JUNK)
    if isinstance(value, dict):
        names = list(value)
        return {
            luck.choice(names) if luck.random() < 0.1 else name: spoilt(each, luck)
            for name, each in value.items()
            if luck.random() > 0.07
        }
    return [spoilt(each, luck) for each in value] if isinstance(value, list) else value


def said(soup, document):
    """Every message about a claims.yaml that says `document`, and all that can be shown of its claims."""
    project, game = soup
    (project.root / "card_data/soup/claims.yaml").write_text(yaml.safe_dump(document), encoding="utf-8")
    found = promises(project, game)
    return found.diagnostics, [
        line for each in found.results for line in explained(project, each.claim.id, [found])
    ]


@settings(max_examples=50)
@given(st.integers(0, 2**32))
def test_spoilt_claims_are_told_with_their_place(soup, seed):
    luck = random.Random(seed)
    document = yaml.safe_load(FILES["card_data/soup/claims.yaml"])
    document["claims"] += [
        {"id": f"T{n}", "says": "So.", "where": "x", "test": luck.choice(SOUND)} for n in range(3)
    ]
    diagnostics, shown = said(soup, spoilt(document, luck))
    assert all(each.place and each.place.file == "card_data/soup/claims.yaml" for each in diagnostics)
    assert all(each.message and each.hint and "None" not in each.message for each in diagnostics)
    assert all(isinstance(line, str) for line in shown)


def test_a_spoilt_claim_for_example(soup):
    claim = {"id": "T1", "says": "So.", "where": "x"}
    diagnostics, _ = said(soup, {"claims": [{**claim, "test": [["count(food)"], "count(food"]}]})
    assert [each.message for each in diagnostics] == [
        "test must be a text, got a list",
        "the expression is incomplete",
    ]
