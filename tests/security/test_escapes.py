"""Some of the attempts to get out of a project; `python -m tests.security.escapes` makes all of them."""

import os
from dataclasses import replace

import pytest

from tests.security.escape_cases import ESCAPES, QUICK
from tests.security.escape_sandbox import Server, tried
from tests.security.escapes import Escape, holes_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows asks for a right to make links")


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


CHOSEN = [each for each in ESCAPES if each.quick or each.name in QUICK]


@pytest.mark.parametrize("escape", CHOSEN, ids=lambda each: each.name)
def test_nothing_gets_out(escape: Escape, server):
    assert holes_of(replace(escape, commands=escape.commands[:1]), server, tried) == []


def test_attempts_have_names_of_their_own():
    names = {each.name for each in ESCAPES}
    assert len(names) == len(ESCAPES) >= 200
    assert names >= QUICK
