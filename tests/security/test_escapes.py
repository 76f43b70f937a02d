"""Some of the attempts to get out of a project; `python -m tests.security.escapes` makes all of them."""

import os
from dataclasses import replace

import pytest

from tests.security.escape_sandbox import Server, tried
from tests.security.escapes import Escape, every_escape, holes_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows asks for a right to make links")


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


@pytest.mark.parametrize(
    "escape", [each for each in every_escape() if each.quick], ids=lambda each: f"{each.kind}: {each.name}"
)
def test_nothing_gets_out(escape: Escape, server):
    escape = replace(escape, commands=escape.commands[:1])
    assert holes_of(escape, server, lambda act, box: tried(box, act)) == []


def test_there_are_at_least_two_hundred_attempts():
    assert len(every_escape()) >= 200
