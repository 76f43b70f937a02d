"""Sizes of sheets and boards are named as on the packet of paper."""

from itertools import pairwise

import pytest

from pnp.load.nodes import Findings, ScalarNode
from pnp.load.sizes import FORMATS, read_format
from pnp.model.diagnostics import Place
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS


def read(text):
    findings = Findings()
    size = findings.attempt(read_format, ScalarNode(text, text, Place("f", 1, 1)))
    return size, [(finding.message, finding.hint) for finding in findings.ordered()]


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("a6", 105, 148),
        ("A6 landscape", 148, 105),
        ("landscape a6", 148, 105),
        ("a3 portrait", 297, 420),
        ("half-letter", 139.7, 215.9),
        ("Letter  landscape", 279.4, 215.9),
        ("card", 63, 88),
        ("card landscape", 88, 63),
        ("business portrait", 55, 85),
        ("tarot", 69.85, 120.65),
        ("148mm x 105mm", 148, 105),
        ("42 x 29.7 cm", 420, 297),
    ],
)
def test_a_format_is_read(text, width, height):
    assert read(text) == (Size(width, height), [])


def test_a_format_that_is_not_there_is_a_finding():
    size, ((message, hint),) = read("leter")
    assert (size, message) == (None, 'there is no size "leter"')
    assert hint == 'did you mean "letter"? (or "148mm x 105mm")'


def test_every_paper_that_is_sold_is_a_format():
    sizes = {paper.size for name, paper in PAPERS.items() if name != "a4_letter"}
    assert sizes <= set(FORMATS.values())


def test_each_a_size_is_half_of_the_one_before():
    names = [f"a{n}" for n in range(1, 8)]
    for larger, smaller in pairwise(names):
        assert FORMATS[smaller].height == FORMATS[larger].width
        assert FORMATS[smaller].width == FORMATS[larger].height // 2
