"""A few of the faults of `python -m tests.security.print_faults`, put into a small game."""

import pytest

from tests.security.print_faults.trials import EVERY, build_small, drawn_once, found_in, tried

pytestmark = pytest.mark.long

SEED = 7


@pytest.fixture(scope="module")
def small_game(tmp_path_factory):
    with drawn_once():
        yield build_small(tmp_path_factory.mktemp("faults"), extras=False)


def test_what_was_built_is_accepted(small_game):
    assert found_in(small_game, small_game.out) == []


def test_the_names_of_faults_are_their_own():
    assert len({str(fault) for fault in EVERY}) == len(EVERY) >= 400


QUICK = {
    "empty font program (sheets)",
    "half the glyphs without outlines (sheets)",
    "invisible mode (sheets)",
    "labelled card too many (sheets)",
    "yellow veil (sheets)",
    "card mirrored (sheets)",
    "card moved by 0 1 mm (sheets)",
    "pages reversed (sheets)",
    "file cut short (rules)",
    "guide missing",
    "password to open (sheets)",
    "password to open (print)",
    "password to open (guide)",
    "password to open (rules)",
    "manifest with another count",
}


@pytest.mark.parametrize("fault", [each for each in EVERY if str(each).partition(": ")[2] in QUICK], ids=str)
def test_a_fault_is_seen(small_game, fault):
    trial = tried(fault, (small_game,), SEED)
    assert trial is not None
    assert trial.found, trial.where
