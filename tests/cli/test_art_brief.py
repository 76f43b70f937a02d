"""pnp art brief: what an artist finds in the folder."""

import csv
import io

import pytest
from defusedxml.ElementTree import fromstring
from galleries import SVG, with_pictures
from PIL import Image
from small_game import change, contents, write_game

from pnp.__main__ import run
from pnp.model.geometry import Size
from pnp.svg.sanitizer import read_drawing
from pnp.workers.pool import WorkerDied

BRIEF = "output/soup/art-brief"
PARTS = ("card", "picture", "lines", "words")


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


@pytest.fixture
def coarse(monkeypatch):
    """Guides of few pixels, for tests that do not look at them."""
    monkeypatch.setattr("pnp.art.brief.DPI", 20)


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


def test_a_guide_is_at_true_size_with_a_layer_for_each_part(brief):
    root = fromstring((brief / "guides/leek.svg").read_text())
    width, height = (float(root.get(side).removesuffix("mm")) for side in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:.2f} {height:.2f}"
    assert {each.get("id") for each in root if each.get("id")} == set(PARTS)
    with Image.open(brief / "guides/leek.png") as picture:
        assert [round(dpi) for dpi in picture.info["dpi"]] == [300, 300]
        assert picture.size == pytest.approx((width / 25.4 * 300, height / 25.4 * 300), abs=1)
    (image,) = root.iter("{http://www.w3.org/2000/svg}image")
    assert (image.get("width"), image.get("height")) == ("69.0", "94.0")


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


def test_the_lines_are_where_the_card_has_them(brief):
    # The card's bleed begins 9 mm from the edges of the guide.
    picture = Image.open(brief / "guides/leek.png").convert("RGB")

    def colour(x, y):
        return picture.getpixel((round(x / 25.4 * 300), round(y / 25.4 * 300)))

    assert colour(9, 50) == (0xD4, 0x3D, 0x2A)  # bleed
    assert max(colour(12, 50)) < 0x40  # trim
    assert colour(12 + 1.5, 12 + 20) == (0xC2, 0x18, 0x8F)  # the left side of the box, at 1.5 mm
    assert colour(12 + 30, 12 + 4) == (0xC2, 0x18, 0x8F)  # its top, at 4 mm
    red, green, blue = colour(12 + 31.5, 12 + 24)  # the black circle of the picture, made faint
    assert red == green == blue
    assert 0x80 < red < 0xB0


def test_the_words_name_the_piece_and_the_sizes(brief):
    words = " ".join(fromstring((brief / "guides/pea.svg").read_text()).itertext())
    for said in (
        "Pea",
        "Soup · Food cards",
        "food/pea",
        "Roll two dice pot today.",
        "60 × 40 mm",
        "709 × 472 px at 300 dpi",
    ):
        assert said in words
    assert "what sticks out is cut off" in " ".join(
        fromstring((brief / "guides/back_food.svg").read_text()).itertext()
    )


def test_the_colours_open_in_drawing_programs(brief):
    assert (
        brief / "palette.gpl"
    ).read_text() == "GIMP Palette\nName: Soup\nColumns: 5\n#\n 63 155  58 leaf\n"
    assert (brief / "palette-low-ink.gpl").read_text().endswith("255 255 255 leaf\n")


def test_any_slot_has_a_guide_inside_the_folder(soup, pnp, coarse):
    template = soup / "templates/soup/food.svg.j2"
    slots = ("../../evil", "a/b", "<&> ünï", r"a\\b")
    calls = "".join(f'{{{{ picture("{slot}" ~ piece.id, (1, 1, 60, 40)) }}}}' for slot in slots)
    template.write_text(template.read_text().replace("{% block body %}", "{% block body %}" + calls))
    before = set(contents(soup.parent))
    assert pnp("art brief soup").status == 0
    made = set(contents(soup.parent)) - before
    assert len([name for name in made if name.startswith(f"soup/{BRIEF}/guides/")]) == 2 * 2 * len(slots)
    assert all(name.startswith(f"soup/{BRIEF}/") for name in made)


@pytest.mark.long
def test_a_card_that_takes_too_long_is_left_out_of_its_guide_and_told(tmp_path, monkeypatch, capsys):
    soup = write_game(tmp_path / "soup")
    art = with_pictures(soup)
    art.mkdir()
    (art / "leek.svg").write_text(SVG)
    monkeypatch.chdir(soup)

    def too_slow(*_):
        raise WorkerDied("no", cause="time")

    with monkeypatch.context() as once:
        once.setattr("pnp.art.brief._picture_of", too_slow)
        assert run(["art", "brief", "soup"]) == 0
    told = capsys.readouterr()
    assert "warning PNP505: the guide of leek does not show the card" in told.err
    without = contents(soup / BRIEF)
    assert b"<image" not in without["guides/leek.svg"]
    assert run(["art", "brief", "soup"]) == 0
    assert capsys.readouterr().err == ""
    assert b"<image" in contents(soup / BRIEF)["guides/leek.svg"]
