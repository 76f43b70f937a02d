"""Every mistake in the files of a shipped game is found: by claims, needs, the rules of completeness, or approval."""

import pytest
from completeness import PAGE, SURVIVORS, page_of_all, page_of_data
from file_mutations import EACH, KINDS, GameFiles, generated
from measurement import SAMPLE, all_tried, sample
from mutations import KINDS as DATA_KINDS
from trial import FINDERS, ROOT, Trial, trial_of
from word_changes import inverted, negated, renumbered, shortened

AT_LEAST = 150
"""Mistakes tried in one game."""


@pytest.fixture
def trial(name, shared_faces) -> Trial:
    trial = trial_of(name)
    trial.cache = shared_faces
    return trial


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "file", "old", "new", "same"),
    [
        ("ingeniators", "game", "the four shades", "four shades", True),  # a comment
        ("ingeniators", "valves", "title: Valves", "title: Valve", False),
        ("ingeniators", "rules", "Roll", "Throw", False),
    ],
)
def test_what_is_printed_the_same_is_no_mistake(trial, file, old, new, same):
    file = trial.files.data(file)
    text = trial.files.text(file)
    assert old in text
    edits = {file: text.replace(old, new)}
    with trial.changed(edits):
        read = trial.read(edits)
        assert trial.is_equivalent(read) is same
        assert any(trial.finders(read, edits)) is not same
    assert trial.files.text(file) == text


@pytest.mark.long
@pytest.mark.parametrize("name", SURVIVORS)
def test_a_sample_of_mistakes_is_found_and_nothing_in_the_game_without_any(trial):
    assert set(trial.finders(trial.sound)) == set()
    outcomes = list(sample(trial))
    assert [each.says for each in outcomes if not each.found_by] == []
    assert len(outcomes) == 2 * SAMPLE


@pytest.mark.slow
def test_every_mistake_is_found_and_the_page_says_by_what():
    found = all_tried(tuple(SURVIVORS))
    assert [(each.game, each.says) for each in found if not each.found_by] == []
    assert {finder for each in found for finder in each.found_by} <= set(FINDERS)
    for name in SURVIVORS:
        told = [each.says for each in found if each.game == name]
        assert len(set(told)) == len(told) >= AT_LEAST
    made = page_of_data() + page_of_all(found)
    assert PAGE.read_text(encoding="utf-8") == made, "run: PYTHONPATH=. python tests/claims/completeness.py"


def test_mistakes_are_generated_the_same_every_time_and_change_a_file():
    kinds = set()
    for name in ("ryb", "yoggity"):
        files = GameFiles(ROOT, name)
        made, again = generated(files), generated(files)
        for kind, mutations in made.items():
            assert [each.says for each in mutations] == [each.says for each in again[kind]]
            for each in mutations[:EACH]:
                assert all(files.text(file) != text for file, text in each.make().items())
        kinds |= {kind for kind, mutations in made.items() if mutations}
    assert kinds == set(KINDS)
    assert not KINDS.keys() & DATA_KINDS.keys()


@pytest.mark.parametrize(
    ("change", "text", "new"),
    [
        (inverted, "lower {visibility} by {n}", "raise {visibility} by {n}"),
        (inverted, "**Before** you draw, look.", "**After** you draw, look."),
        (inverted, "{lower} and {{ facts.lower }}", "{lower} or {{ facts.lower }}"),
        (negated, "It is {{ 'is' }} here.", "It is not {{ 'is' }} here."),
        (negated, '"**Roll** the dice."', '"**Never roll** the dice."'),
        (renumbered, "Pass to the left.", "Pass to the right."),
        (renumbered, "Draw {{ facts.draw }} now.", "Draw {{ (facts.draw + 1) }} now."),
        (renumbered, "Cards from 1 to 8.", "Cards from 2 to 8."),
        (shortened, '"Draw one. Play it. Stop."', '"Draw one. Stop."'),
        (shortened, '"Draw one. Play it."', '"Draw one."'),
    ],
)
def test_a_text_is_said_wrongly(change, text, new):
    assert new in list(change(text))
