"""Nothing gets out of a project: one attempt of each kind."""

import os

import pytest

from tests.security.escape_sandbox import Server
from tests.security.escapes import ESCAPES, holes_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows asks for a right to make links")


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_gets_out(name, server):
    assert holes_of(ESCAPES[name], server) == []
