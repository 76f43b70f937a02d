"""art/placement.yaml: how pictures lie in their boxes, every slip in it marked with what to write."""

import pytest
from load_cases import load_files

from pnp.model.placement import Placement


def load(tmp_path, text: str):
    return load_files(tmp_path / "p", {"art/placement.yaml": text})


def test_each_key_is_read_and_what_is_not_said_is_as_the_template_asks(tmp_path):
    loaded = load(tmp_path, "pear: {focus: [0.5, 0.25], zoom: 1.2, rotation: -15, fit: cover}\n")
    assert loaded.diagnostics == ()
    assert loaded.game.placements == {"pear": Placement((0.5, 0.25), 1.2, -15, "cover")}
    assert load(tmp_path / "b", "pear: {}\n").game.placements == {"pear": Placement()}


NUMBERS = "write [0.5, 0.5] for the middle, [0.5, 0] for the middle of its top"
ONE = "write 1 for as large as the fit asks, 2 for twice that"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("pear: {zom: 2}", ("1:8", "error", "PNP103", 'the placement of pear has no key "zom"', 'did you mean "zoom"?')),
        ("pear: 2", ("1:7", "error", "PNP104", 'the placement of pear must be a mapping, got "2"', "write indented lines of key: value below it")),
        ("pear: {focus: 0.5}", ("1:15", "error", "PNP104", 'focus must be a list of two numbers, across and down, got "0.5"', NUMBERS)),
        ("pear: {focus: [50, 40]}", ("1:16", "error", "PNP104", 'focus must be two numbers from 0 to 1, got "50"', NUMBERS)),
        ("pear: {zoom: 120%}", ("1:14", "error", "PNP104", 'zoom must be a number from 0.1 to 20, got "120%"', ONE)),
        ("pear: {zoom: 0}", ("1:14", "error", "PNP104", 'zoom must be a number from 0.1 to 20, got "0"', ONE)),
        ("pear:\n  rotation: 15°", ("2:13", "error", "PNP104", 'rotation must be a number from -360 to 360, got "15°"', "write 15 for fifteen degrees clockwise, -15 for the other way")),
        ("pear: {fit: covr}", ("1:13", "error", "PNP114", 'there is no fit called "covr"', 'did you mean "cover"?')),
        ("paer: {zoom: 2}", ("1:1", "warning", "PNP483", 'no card asks for a picture called "paer"', "did you mean pear?")),
        ("plum: {zoom: 2}", ("1:1", "warning", "PNP483", 'no card asks for a picture called "plum"', "remove it; pnp art list names the slots")),
    ],
)  # fmt: skip
def test_each_slip_is_marked(tmp_path, text, finding):
    (found,) = load(tmp_path, text).diagnostics
    place = f"{found.place.line}:{found.place.column}"
    assert (place, found.severity, found.code, found.message, found.hint) == finding
