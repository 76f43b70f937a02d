"""A picture under a name that no card asks for is not passed over in silence."""

import pytest
from load_cases import load_files

from pnp.model.art_placement import Placement


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("paer.png", 'no card uses a picture called "paer"', "did you mean pear? rename it to pear.png"),
        ("Pear.PNG", 'no card uses a picture called "Pear"', "did you mean pear? rename it to pear.png"),
        ("plum.psd", "plum.psd is not a picture that pnp reads", "export it as plum.svg, .png or .jpg in the program that made it"),
        # pear.svg is there already
        ("pear.png", "pear.png is ignored: pear.svg is the picture of pear", "delete the one you do not want, or move it to art/replaced/"),
        ("pear.Png", "pear.Png is ignored: its ending must be in lower case", "rename it to pear.png"),
    ],
)  # fmt: skip
def test_a_picture_that_nobody_asks_for_or_another_hides_is_told(tmp_path, name, message, hint):
    (one,) = load_files(tmp_path / "p", {f"art/{name}": b""}).diagnostics
    assert (one.severity, one.code, one.message, one.hint) == ("warning", "PNP128", message, hint)


# art/credits.yaml and art/placement.yaml: every slip in them marked with what to write.

PEAR = """\
# The painters of this game.
pear:
  credit: Ann Painter
  licence: CC BY 4.0
  source: https://example.org/pear
"""


def load(tmp_path, text: str, *pictures: str, file: str = "credits"):
    empty = {f"art/{name}": b"" for name in pictures}
    return load_files(tmp_path / "p", {**empty, f"art/{file}.yaml": text})


def test_a_credit_is_read_with_its_licence_and_its_source(tmp_path):
    game = load(tmp_path, PEAR).game
    assert game is not None
    (pear,) = game.art_credits.values()
    assert (pear.slot, pear.credit, pear.licence, pear.source) == (
        "pear", "Ann Painter", "CC BY 4.0", "https://example.org/pear",
    )  # fmt: skip
    assert (pear.place.file, pear.place.line) == ("card_data/fruit/art/credits.yaml", 2)
    assert load(tmp_path / "b", "pear: Ann\n").game.art_credits["pear"].credit == "Ann"


def test_a_placement_is_read_and_what_is_not_said_is_as_the_template_asks(tmp_path):
    text = "pear: {focus: [0.5, 0.25], zoom: 1.2, rotation: -15, fit: cover}\n"
    loaded = load(tmp_path, text, file="placement")
    assert loaded.diagnostics == ()
    assert loaded.game.placements == {"pear": Placement((0.5, 0.25), 1.2, -15, "cover")}
    assert load(tmp_path / "b", "pear: {}\n", file="placement").game.placements == {"pear": Placement()}


NUMBERS = "write [0.5, 0.5] for the middle, [0.5, 0] for the middle of its top"
ONE = "write 1 for the size of the fit, 2 for twice that"


@pytest.mark.parametrize(
    ("file", "text", "finding"),
    [
        ("credits", "pear: {creditt: Ann}", ("1:8", "error", "PNP103", 'the credit of pear has no key "creditt"', 'did you mean "credit"?')),
        ("credits", "pear: [Ann]", ("1:7", "error", "PNP104", "pear must be a text, got a list", 'write pear: "..."')),
        ("credits", "pear: {credit: {by: Ann}}", ("1:16", "error", "PNP104", "credit must be a text, got a mapping", 'write credit: "..."')),
        ("credits", "pear: {}", ("1:1", "error", "PNP105", "the credit of pear is empty", "add credit: who made it, or remove pear")),
        ("credits", "- pear", ("1:1", "error", "PNP104", "credits.yaml must be a mapping, got a list", "write indented lines of key: value below it")),
        ("credits", f"pear: {'long ' * 120}", ("1:7", "error", "PNP117", "pear has 599 letters; the limit is 500", "shorten it, or give the page as source")),
        ("credits", "paer: Ann", ("1:1", "warning", "PNP129", 'no card uses a picture called "paer"', "did you mean pear?")),
        ("credits", "plum: Ann", ("1:1", "warning", "PNP129", 'no card uses a picture called "plum"', "remove it; pnp art list names the slots")),
        ("placement", "pear: {zom: 2}", ("1:8", "error", "PNP103", 'the placement of pear has no key "zom"', 'did you mean "zoom"?')),
        ("placement", "pear: 2", ("1:7", "error", "PNP104", 'the placement of pear must be a mapping, got "2"', "write indented lines of key: value below it")),
        ("placement", "pear: {focus: 0.5}", ("1:15", "error", "PNP104", 'focus must be a list of two numbers, across and down, got "0.5"', NUMBERS)),
        ("placement", "pear: {focus: [50, 40]}", ("1:16", "error", "PNP104", 'focus must be two numbers from 0 to 1, got "50"', NUMBERS)),
        ("placement", "pear: {zoom: 120%}", ("1:14", "error", "PNP104", 'zoom must be a number from 0.1 to 20, got "120%"', ONE)),
        ("placement", "pear: {zoom: 0}", ("1:14", "error", "PNP104", 'zoom must be a number from 0.1 to 20, got "0"', ONE)),
        ("placement", "pear:\n  rotation: 15°", ("2:13", "error", "PNP104", 'rotation must be a number from -360 to 360, got "15°"', "write 15 for fifteen degrees clockwise, -15 for the other way")),
        ("placement", "pear: {fit: covr}", ("1:13", "error", "PNP114", 'there is no fit called "covr"', 'did you mean "cover"?')),
        ("placement", "paer: {zoom: 2}", ("1:1", "warning", "PNP483", 'no card uses a picture called "paer"', "did you mean pear?")),
        ("placement", "plum: {zoom: 2}", ("1:1", "warning", "PNP483", 'no card uses a picture called "plum"', "remove it; pnp art list names the slots")),
    ],
)  # fmt: skip
def test_each_slip_is_marked(tmp_path, file, text, finding):
    (found,) = load(tmp_path, text, file=file).diagnostics
    place = f"{found.place.line}:{found.place.column}"
    assert (place, found.severity, found.code, found.message, found.hint) == finding
