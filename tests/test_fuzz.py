"""Damaged files that once went wrong, and a few at random: `python -m tests.fuzz` tries thousands."""

import random

import pytest

from pnp import check_games, has_errors
from pnp.load.project import find_project
from tests.fuzz import complaint, damaged, write_project


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return find_project(write_project(tmp_path_factory.mktemp("damaged")))


def test_the_project_is_sound(project):
    assert not has_errors(each for result in check_games(project) for each in result.diagnostics)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_file_is_told_with_its_place(project, seed):
    chance = random.Random(seed)
    path = chance.choice(sorted(path for path in project.root.rglob("*.*") if path.is_file()))
    whole = path.read_bytes()
    path.write_bytes(damaged(whole, chance))
    try:
        assert complaint(project, build=False) == ""
    finally:
        path.write_bytes(whole)
