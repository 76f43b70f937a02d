"""What comes of a claim: kept, broken, unreadable, judged or dropped, and what is said of it."""

import pytest
from soup import load_soup

from pnp.claims.claims_file import Claim, ClaimTest, broken_claims, results
from pnp.claims.selections import Data
from pnp.load.nodes import ScalarNode
from pnp.model.diagnostics import Place

HERE = Place("card_data/soup/claims.yaml", 7, 9, 2)


@pytest.fixture(scope="module")
def soup(tmp_path_factory):
    return Data(load_soup(tmp_path_factory.mktemp("check")))


def claimed(*tests: str) -> Claim:
    place = Place("card_data/soup/claims.yaml", 1, 7)
    written = tuple(ClaimTest(text, ScalarNode(text, text, place), [f"test: {text}"]) for text in tests)
    return Claim("S1", "Six foods.", HERE, tests=written)


def test_a_broken_claim_is_an_error_at_its_place(soup):
    (finding,) = broken_claims(results([claimed("count(food) == 1")], soup), "soup")
    assert finding.message == (
        "S1 is broken, Six foods: count(food) is 6, not 1 (pieces: leek, carrot and pepper)"
    )
    assert (finding.code, finding.severity, finding.place, finding.game) == ("PNP520", "error", HERE, "soup")
    assert finding.hint == "pnp check soup --explain S1 shows the data it looked at"
    assert finding.piece is None


def test_what_the_data_do_not_have_is_a_mistake_of_the_test_and_the_next_test_is_tried(soup):
    found = results([claimed("count(fodo) == 6", "facts.hand == 4")], soup)
    (mistake,) = found[0].mistakes
    assert found[0].state == "unreadable"
    assert (mistake.code, mistake.message) == ("PNP160", 'there is no component "fodo"')
    assert mistake.hint == 'did you mean "food"?'
    assert mistake.place == Place("card_data/soup/claims.yaml", 1, 13, 4)
    assert [finding.says for finding in found[0].findings] == ["facts.hand is 3, not 4"]
    assert broken_claims(found, "soup") == ()
