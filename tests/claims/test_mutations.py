"""Every mistake in a shipped game breaks one of its promises; those that do not are listed with a reason."""

import re

import pytest
from completeness import PAGE, ROOT, SURVIVORS, loaded, measure, page_of_data, with_claims
from mutations import EACH, KINDS, likeness, mutations

from pnp.build.claims_report import fact_readers
from pnp.claims.results import results, weaknesses
from pnp.load.project import find_project, game_ids

AT_LEAST = 0.98


def test_every_game_is_held_to_its_promises():
    assert set(SURVIVORS) == set(with_claims()) == set(game_ids(find_project(ROOT)))


@pytest.mark.parametrize("name", with_claims())
def test_a_shipped_game_keeps_its_promises(name):
    data, claims = loaded(name)
    assert claims.diagnostics == ()
    broken = {each.claim.id: each.findings for each in results(claims.claims, data) if each.state == "broken"}
    assert broken == {}


@pytest.mark.long
@pytest.mark.parametrize("name", with_claims())
def test_a_game_is_mutated_in_at_least_forty_different_ways(name):
    data, _ = loaded(name)
    made = measure(name).tried
    told = [mutation.says for mutation in made]
    assert len(set(told)) == len(told) >= 40
    assert told == [mutation.says for mutation in mutations(data)], "the same ones every time"
    assert likeness(data) not in [likeness(mutation.make()) for mutation in made]


@pytest.mark.long
@pytest.mark.parametrize("name", SURVIVORS)
def test_a_mistake_breaks_a_promise(name):
    found = measure(name)
    assert {mutation.says for mutation in found.survivors} == set(SURVIVORS[name])
    assert all(re.fullmatch(r"[A-Z].+\.", reason) for reason in SURVIVORS[name].values())
    assert found.rate >= AT_LEAST


@pytest.mark.parametrize("name", with_claims())
def test_a_tested_claim_can_fail_or_says_why_not(name):
    assert {claim.id for claim in measure(name).idle} == set()
    data, claims = loaded(name)
    readers = fact_readers(find_project(ROOT), data.game)
    assert weaknesses(results(claims.claims, data), readers) == {}


def test_every_kind_of_mistake_is_made_in_some_game():
    made = {mutation.kind for name in with_claims() for mutation in measure(name).tried}
    assert made == set(KINDS)
    assert EACH * len(KINDS) > 40


def test_the_page_says_what_was_measured():
    text = PAGE.read_text(encoding="utf-8")
    assert text.startswith(page_of_data()), "run: PYTHONPATH=. python tests/claims/completeness.py"
