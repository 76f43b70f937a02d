"""Every kind of component is complete, every stage knows what to do with it, and its page tells the usual lengths."""

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from load_cases import sound

from pnp.load import kinds
from pnp.load.component import Reader
from pnp.load.keys import read_format, read_size
from pnp.load.kinds import KINDS, READERS, box
from pnp.load.kinds.dice import DICE, die_net
from pnp.load.nodes import Findings, text_node
from pnp.model.diagnostics import Place
from pnp.model.geometry import Size
from pnp.model.nets import tuckbox

DOCS = Path(__file__).parents[2] / "docs"
MODULES = {path.stem for path in Path(kinds.__file__).parent.glob("[!_]*.py")}
SMALLEST_FILES = {
    "cards": "",
    "tiles": "shape: square\nside: 40mm",
    "discs": "diameter: 25mm",
    "stickers": "diameter: 19mm",
    "board": "size: a3",
    "sheet": "size: 100mm x 120mm",
    "dice": "",
    "markers": "",
    "box": "inner: 65mm x 90mm",
}


def smallest(kind, tmp_path):
    text = f"kind: {kind}\nfront: front.svg.j2\npieces: [{{id: one}}]\n{SMALLEST_FILES[kind]}\n"
    return sound(tmp_path / kind, text)


def told_lengths(kind):
    page = DOCS / "format.md" if kind == "cards" else DOCS / "kinds" / f"{kind}.md"
    rows = re.findall(
        r"^\| `(\w+)` \| .*? \| `([\d.]+)mm`[^|]*\|$", page.read_text(encoding="utf-8"), re.MULTILINE
    )
    return {key: float(length) for key, length in rows}


def test_every_kind_of_a_module_is_listed_under_its_own_name():
    values = (value for name in MODULES for value in vars(import_module(f"{kinds.__name__}.{name}")).values())
    readers = {value for value in values if isinstance(value, Reader)}
    assert set(READERS.values()) == readers
    assert {name: kind.name for name, kind in KINDS.items()} == {name: name for name in READERS}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_says_all_that_the_stages_ask(kind):
    assert all(getattr(kind, each.name) != "" for each in fields(kind))


def test_the_page_on_the_format_names_every_kind():
    (row,) = re.findall(
        r"^\| `kind` \| (.*?) \| required \|$", (DOCS / "format.md").read_text(), re.MULTILINE
    )
    assert set(re.findall(r"`(\w+)`", row)) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_smallest_file_has_the_lengths_that_the_page_tells(kind, tmp_path):
    made, told = smallest(kind, tmp_path), told_lengths(kind)
    assert made.kind is KINDS[kind]
    held = {
        "corner": made.corner,
        "bleed": made.bleed,
        "safe": made.safe,
        "gap": made.gap,
        "overlap": made.board.overlap if made.board else None,
        "thickness": box.THICKNESS_MM,
        "depth": box.LEAST_DEPTH_MM,
        "side": DICE["d6"]["edge"],
    }
    assert told == {key: held[key] for key in told}
    required = {key for key in ("corner", "bleed", "safe", "gap", "overlap") if key in READERS[kind].keys}
    assert set(told) | {"gap"} >= required, "a length that the file may say has no default on the page"


def test_a_net_is_as_large_as_the_lengths_that_the_page_tells(tmp_path):
    assert smallest("dice", tmp_path).size == die_net("d6", 18).size
    assert smallest("box", tmp_path).size == tuckbox(65, 90, 8).size


# Sizes of cards, sheets and boards: names, formats of paper, or two lengths with units.


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
