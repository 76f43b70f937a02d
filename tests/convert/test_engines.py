"""Renderers are found by name."""

import sys

import pytest

from pnp.convert.engines import ENGINES, engine
from pnp.model.errors import UnknownName


def test_an_unknown_renderer_gets_the_near_name():
    with pytest.raises(UnknownName) as refusal:
        engine("typs")
    assert str(refusal.value) == 'there is no renderer "typs"'
    assert refusal.value.hint == "did you mean typst?"


def test_a_name_like_none_gets_the_list():
    with pytest.raises(UnknownName) as refusal:
        engine("chromium")
    assert refusal.value.hint == "the renderers are typst, cairo"


@pytest.mark.parametrize("name", ENGINES)
def test_every_renderer_can_be_loaded_without_its_library_being_used(name):
    assert callable(engine(name).convert)
    assert "cairocffi" not in sys.modules
