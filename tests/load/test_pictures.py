"""A picture under a name that no card asks for is not passed over in silence."""

import pytest
from load_cases import load_files, make_project

from pnp.load import art_files
from pnp.load.game import load_game


def said(tmp_path, *names: str, front: str = ""):
    stall = {"../../templates/fruit/stall.svg.j2": front} if front else {}
    loaded = load_files(tmp_path / "p", {**{f"art/{name}": b"" for name in names}, **stall})
    assert loaded.game is not None
    return [(one.severity, one.code, one.message, one.hint) for one in loaded.diagnostics]


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("paer.png", 'no card asks for a picture called "paer"', "did you mean pear? rename it to pear.png"),
        ("Pear.PNG", 'no card asks for a picture called "Pear"', "did you mean pear? rename it to pear.png"),
        ("plum.psd", "plum.psd is not a picture that pnp reads: it is a Photoshop document", "save it as plum.png; in Photoshop: File > Export > Export As > PNG, or Save a Copy as JPEG"),
        # pear.svg is there already
        ("pear.png", "pear.png is passed over: pear.svg is the picture of pear", "delete the one you do not want, or move it to art/replaced/"),
        ("pear.Png", "pear.Png is passed over: the ending must be in small letters", "rename it to pear.png"),
        ("pear (1).png", "pear (1).png is passed over: the picture is called pear", "rename it to pear.png if it is the one you want"),
        ("pear-copy.png", "pear-copy.png is passed over: the picture is called pear", "rename it to pear.png if it is the one you want"),
    ],
)  # fmt: skip
def test_a_picture_that_nobody_asks_for_or_another_hides_is_told(tmp_path, name, message, hint):
    assert said(tmp_path, name) == [("warning", "PNP128", message, hint)]


def test_a_picture_that_may_be_asked_for_is_left_alone(tmp_path):
    kept = ("harvest.jpg", "pear2.svg", "pear.gif", "pear.xcf", ".thumbs.db")
    assert said(tmp_path, *kept, front='{{ picture("pear2", (0, 0, 9, 9)) }}') == []


def test_an_ending_in_capitals_is_read(tmp_path):
    project = make_project(tmp_path / "p")
    art = project.root / "card_data/fruit/art"
    (art / "pear.svg").rename(art / "pear.PNG")
    assert load_game(project, "fruit").diagnostics == ()


def test_of_thousands_that_nobody_asks_for_only_some_are_compared(tmp_path, monkeypatch):
    compared = []
    monkeypatch.setattr(art_files, "nearest", lambda name, *_, **__: compared.append(name))
    said(tmp_path, *(f"scan_{number}.png" for number in range(500)))
    assert len(compared) == art_files.MOST_COMPARED
