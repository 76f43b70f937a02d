"""pnp art brief: what an artist finds in the folder."""

import csv
import io

import pytest
from defusedxml.ElementTree import fromstring
from galleries import SVG, with_pictures
from small_game import change, contents, write_game

from pnp.__main__ import run
from pnp.model.geometry import Size
from pnp.svg.sanitizer import read_drawing

BRIEF = "output/soup/art-brief"


@pytest.fixture(scope="module")
def brief(tmp_path_factory):
    """The brief of the small game, written once: a drawing for the leek, nothing yet for the pea and the backs."""
    soup = write_game(tmp_path_factory.mktemp("brief") / "soup")
    art = with_pictures(soup)
    art.mkdir()
    (art / "leek.svg").write_text(SVG)
    change(
        soup / "card_data/soup/food.yaml", "name: Pea}", 'name: Pea, text: "Roll **two** dice {pot} today."}'
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(soup)
        assert run(["art", "brief", "soup"]) == 0
    return soup / BRIEF


@pytest.mark.long
def test_each_slot_has_its_guides_and_the_folder_its_papers(brief):
    assert list(contents(brief)) == [
        "README.txt",
        "artboards/back_food.svg", "artboards/leek.svg", "artboards/pea.svg",
        "guides/back_food.png", "guides/back_food.svg",
        "guides/leek.png", "guides/leek.svg",
        "guides/pea.png", "guides/pea.svg",
        "palette-low-ink.gpl", "palette.gpl", "palette.png", "palette.svg",
        "slots.csv",
    ]  # fmt: skip


def test_the_table_says_what_to_deliver(brief):
    text = (brief / "slots.csv").read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    back, leek, pea = csv.DictReader(io.StringIO(text.decode("utf-8-sig")))
    assert leek == {
        "slot": "leek", "title": "Leek", "note": "", "width_mm": "60", "height_mm": "40",
        "width_px_300": "709", "height_px_300": "472", "width_px_600": "1417", "height_px_600": "945",
        "fit": "contain", "piece": "leek", "component": "food", "game": "Soup", "file": "leek.svg", "now": "supplied",
    }  # fmt: skip
    assert (pea["note"], pea["now"]) == ("Roll two dice pot today.", "placeholder")
    assert (back["title"], back["fit"]) == ("Food cards, back", "cover")


def test_an_artboard_is_as_large_as_the_picture_and_what_is_drawn_on_it_is_the_picture(brief):
    board = (brief / "artboards/leek.svg").read_text()
    root = fromstring(board)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "60.00mm",
        "40.00mm",
        "0 0 60.00 40.00",
    )
    guides, drawn = root.findall("{http://www.w3.org/2000/svg}g")
    assert guides.get("{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}insensitive") == "true"
    assert drawn.get("id") == "art"
    painted = board.replace('inkscape:label="art">', 'inkscape:label="art"><circle cx="30" cy="20" r="9"/>')
    picture = read_drawing(painted.encode(), prefix="art.")
    assert "circle" in picture.inner
    assert "image" not in picture.inner
    assert "polygon" not in picture.inner
    assert picture.view.size == Size(60, 40)


def test_the_colours_open_in_drawing_programs(brief):
    assert (
        brief / "palette.gpl"
    ).read_text() == "GIMP Palette\nName: Soup\nColumns: 5\n#\n 63 155  58 leaf\n"
    assert (brief / "palette-low-ink.gpl").read_text().endswith("255 255 255 leaf\n")
