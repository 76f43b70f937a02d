"""Sizes of cards, sheets and boards: names, formats of paper, or two lengths with units."""

from itertools import pairwise

import pytest

from pnp.load.keys import FORMATS, NAMED, read_format, read_size
from pnp.load.nodes import Findings, text_node
from pnp.model.diagnostics import Place
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS


def read(text, reader=read_size):
    findings = Findings()
    size = findings.attempt(reader, text_node(text, Place("f", 1, 1)))
    return size, [(finding.message, finding.hint) for finding in findings.ordered()]


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        *((name, 44, 68) for name in ("mini euro", "Mini-Euro", "MINI_EURO", "minieuro")),
        *((text, 63, 88) for text in ("63mm x 88mm", "63 mm × 88 mm", "6.3cm x 8.8cm", "63x88mm", "63mm X 8.8cm")),
        ("2.5in x 3.5in", 63.5, 88.9),
        ("poker", 63.5, 88.9),
        ("bridge", 57.15, 88.9),
        ("tarot", 69.85, 120.65),
        ("euro", 59, 92),
    ],
)  # fmt: skip
def test_a_size_is_read(text, width, height):
    size, found = read(text)
    assert (size.width, size.height, found) == (pytest.approx(width), pytest.approx(height), [])


def test_every_named_size_is_found_under_its_name():
    assert {name: read(name)[0] for name in NAMED} == NAMED


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("a6", 105, 148),
        ("A6 landscape", 148, 105),
        ("landscape a6", 148, 105),
        ("a3 portrait", 297, 420),
        ("half-letter", 139.7, 215.9),
        ("Letter  landscape", 279.4, 215.9),
        ("card landscape", 88, 63),
        ("business portrait", 55, 85),
        ("tarot", 69.85, 120.65),
        ("42 x 29.7 cm", 420, 297),
    ],
)
def test_a_format_is_read(text, width, height):
    assert read(text, read_format) == (Size(width, height), [])


def test_a_format_that_is_not_there_is_a_finding():
    hint = 'did you mean "letter"? (or "148mm x 105mm")'
    assert read("leter", read_format) == (None, [('there is no size "leter"', hint)])


def test_every_paper_that_is_sold_is_a_format_and_each_a_size_half_of_the_one_before():
    assert {paper.size for name, paper in PAPERS.items() if name != "a4_letter"} <= set(FORMATS.values())
    for larger, smaller in pairwise(FORMATS[f"a{n}"] for n in range(1, 8)):
        assert (smaller.height, smaller.width) == (larger.width, larger.height // 2)
