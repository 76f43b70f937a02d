"""Sizes have names, or two lengths with units."""

import pytest

from pnp.load.nodes import Findings, text_node
from pnp.load.sizes import NAMED, read_size
from pnp.model.diagnostics import Place
from pnp.model.geometry import Size


def size(text: str):
    findings = Findings()
    found = findings.attempt(read_size, text_node(text, Place("f", 1, 1)))
    assert not len(findings), findings.ordered()
    return found


@pytest.mark.parametrize("text", ["mini euro", "Mini-Euro", "MINI_EURO", "minieuro"])
def test_case_and_hyphens_do_not_matter(text):
    assert size(text) == Size(44, 68)


@pytest.mark.parametrize(
    "text", ["63mm x 88mm", "63 mm × 88 mm", "6.3cm x 8.8cm", "63x88mm", "63 x 88 mm", "63mm X 8.8cm"]
)
def test_two_lengths_are_a_size(text):
    found = size(text)
    assert (found.width, found.height) == (pytest.approx(63), pytest.approx(88))


def test_inches_are_converted():
    assert (size("2.5in x 3.5in").width, size("2.5in x 3.5in").height) == (63.5, pytest.approx(88.9))


@pytest.mark.parametrize("name", NAMED)
def test_every_named_size_is_found_under_its_name(name):
    assert size(name) == NAMED[name]


def test_the_sizes_people_ask_for_are_there():
    mm = {
        name: (NAMED[name].width, NAMED[name].height)
        for name in ("standard", "poker", "bridge", "tarot", "euro")
    }
    assert mm == {
        "standard": (63, 88),
        "poker": (63.5, 88.9),
        "bridge": (57.15, 88.9),
        "tarot": (69.85, 120.65),
        "euro": (59, 92),
    }
