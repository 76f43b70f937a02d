"""art/credits.yaml: who made the pictures, every slip in it marked, and no credit for a picture that nobody shows."""

import pytest
from load_cases import load_files, make_project

from pnp.load.game import load_game

PEAR = """\
# The painters of this game.
pear:
  credit: Ann Painter
  licence: CC BY 4.0
  source: https://example.org/pear
"""


def load(tmp_path, credits_: str, *pictures: str):
    empty = {f"art/{name}": b"" for name in pictures}
    return load_files(tmp_path / "p", {**empty, "art/credits.yaml": credits_})


def said(loaded):
    return [
        (f"{one.place.line}:{one.place.column}", one.severity, one.code, one.message, one.hint)
        for one in loaded.diagnostics
    ]


def test_a_credit_is_read_with_its_licence_and_its_source(tmp_path):
    game = load(tmp_path, PEAR).game
    assert game is not None
    (pear,) = game.art_credits.values()
    assert (pear.slot, pear.credit, pear.licence, pear.source) == (
        "pear", "Ann Painter", "CC BY 4.0", "https://example.org/pear",
    )  # fmt: skip
    assert (pear.place.file, pear.place.line) == ("card_data/fruit/art/credits.yaml", 2)


def test_a_name_alone_is_a_credit(tmp_path):
    game = load(tmp_path, "pear: Ann\n").game
    assert game is not None
    assert game.art_credits["pear"].credit == "Ann"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("pear: {creditt: Ann}", ("1:8", "error", "PNP103", 'the credit of pear has no key "creditt"', 'did you mean "credit"?')),
        ("pear: [Ann]", ("1:7", "error", "PNP104", "pear must be a text, got a list", 'write pear: "..."')),
        ("pear: {credit: {by: Ann}}", ("1:16", "error", "PNP104", "credit must be a text, got a mapping", 'write credit: "..."')),
        ("pear: {}", ("1:1", "error", "PNP105", "the credit of pear says nothing", "add credit: who made it, or remove pear")),
        ("- pear", ("1:1", "error", "PNP104", "credits.yaml must be a mapping, got a list", "write indented lines of key: value below it")),
        (f"pear: {'long ' * 120}", ("1:7", "error", "PNP117", "pear has 599 letters; the limit is 500", "shorten it, or give the page as source")),
        ("paer: Ann", ("1:1", "warning", "PNP129", 'no card asks for a picture called "paer"', "did you mean pear?")),
        ("plum: Ann", ("1:1", "warning", "PNP129", 'no card asks for a picture called "plum"', "remove it; pnp art list names the slots")),
    ],
)  # fmt: skip
def test_each_slip_is_marked(tmp_path, text, finding):
    (found,) = said(load(tmp_path, text))
    assert tuple(each.strip() for each in found) == tuple(each.strip() for each in finding)


def test_a_credit_for_a_picture_that_lies_there_is_believed(tmp_path):
    # A template may ask for "plum" under a name that it puts together.
    assert said(load(tmp_path, "plum: Ann", "plum.png")) == []


def test_the_file_is_no_way_out_of_the_folder(tmp_path):
    project = make_project(tmp_path / "p")
    folder = project.root / "card_data" / "fruit"
    (tmp_path / "secret.yaml").write_text("pear: a secret\n")
    (folder / "art" / "credits.yaml").symlink_to(tmp_path / "secret.yaml")
    loaded = load_game(project, "fruit")
    assert [one.code for one in loaded.diagnostics] == ["PNP116"]
    assert loaded.game is None
