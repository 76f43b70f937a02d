"""`pnp art`: pictures are added, listed, described for an artist, and placed in their boxes."""

import csv
import io
import json

import pytest
from defusedxml.ElementTree import fromstring
from galleries import SVG, a_picture, with_pictures
from PIL import Image
from small_game import FOOD, TOOLS, change, contents, write_game

from pnp.__main__ import run
from pnp.model.geometry import Size
from pnp.svg.sanitizer import read_drawing


@pytest.fixture
def art(soup):
    return with_pictures(soup)


@pytest.mark.parametrize("name", ["leek", "food/leek"])
def test_a_piece_is_named_alone_or_with_its_component(soup, art, pnp, name):
    file = a_picture(soup / "mine.png")
    outcome = pnp(f"art add mine.png --for {name}")
    assert outcome.status == 0
    assert contents(art) == {"leek.png": file.read_bytes()}
    assert outcome.out.splitlines() == [
        "card_data/soup/art/leek.png: 720 x 480 px is 305 dpi in 60 x 40 mm",
        '  nobody is credited; add --credit "..." and --licence "..."',
        "next: pnp build soup --only food/leek",
    ]
    assert outcome.err == ""
    assert "leek.png" not in pnp("check").err


def test_a_file_that_is_called_like_its_card_needs_no_more_words(soup, art, pnp):
    a_picture(soup / "leek.png")
    assert pnp("art add leek.png").status == 0
    assert (art / "leek.png").is_file()
    (soup / "leek.png").rename(soup / "IMG_2041.png")
    outcome = pnp("art add IMG_2041.png")
    assert outcome.status == 2
    assert (
        'no piece or art slot is called "IMG_2041"\n  hint: use --for to say what IMG_2041.png is for; the slots are'
        in outcome.err
    )


def test_the_old_picture_is_kept_and_exactly_one_fills_the_slot(soup, art, pnp):
    old = a_picture(art / "leek.PNG").read_bytes()
    (soup / "mine.svg").write_text(SVG)
    outcome = pnp("art add mine.svg --for leek")
    assert "art/leek.svg: vectors, sharp at any size" in outcome.out
    assert "  the previous picture is kept as card_data/soup/art/replaced/leek.PNG" in outcome.out
    assert contents(art) == {"leek.svg": SVG.encode(), "replaced/leek.PNG": old}
    assert 'picture for "leek"' not in pnp("check").err


def test_what_is_done_to_a_photo_is_said(soup, art, pnp):
    exif = Image.Exif()
    exif[0x0112] = 8
    a_picture(soup / "mine.jpg", 480, 720, "JPEG", exif=exif)
    assert "  it was turned upright\n" in pnp("art add mine.jpg --for leek").out
    added = Image.open(io.BytesIO((art / "leek.jpg").read_bytes()))
    assert (added.size, 0x0112 in added.getexif()) == ((720, 480), False)


def test_who_made_it_is_kept_and_stands_in_the_rules(soup, art, pnp):
    for name in ("leek", "pea"):
        a_picture(soup / f"{name}.png")
        words = ["--credit", "Ann Painter", "--licence", "CC BY 4.0"]
        said = pnp(f"art add {name}.png --for {name}", *words).out
        assert "  credit: Ann Painter, CC BY 4.0 (card_data/soup/art/credits.yaml)\n" in said
    a_picture(soup / "back.png", 900, 1226)
    pnp("art add back.png --for back_food --source https://example.org/sky", "--credit", "Bob & Söhne <b>")
    text = pnp("rules soup --format md --out - --section art").out
    assert text.startswith('<a id="section-art"></a>\n\n## Pictures\n')
    assert "- **Leek, Pea**: Ann Painter, CC BY 4.0\n" in text
    assert "- **Back food**: Bob &amp; Söhne \\<b\\>, https://example.org/sky\n" in text
    page = pnp("rules soup --format html --out -").out
    assert "<li><b>Leek, Pea</b>: Ann Painter, CC BY 4.0</li>" in page


def test_a_name_that_shows_several_pictures_asks_which(tmp_path, monkeypatch, pnp):
    soup = write_game(tmp_path / "soup", food=FOOD, tools=TOOLS.replace("pot", "leek"))
    monkeypatch.chdir(soup)
    picture = "{{ picture(component.id ~ piece.id, (1.5, 4, 60, 40)) }}"
    change(soup / "templates/soup/food.svg.j2", "{% block body %}", "{% block body %}" + picture)
    a_picture(soup / "mine.png")
    outcome = pnp("art add mine.png --for leek")
    assert outcome.status == 2
    assert '"leek" shows several pictures\n  hint: name one of them: --for foodleek, toolsleek' in outcome.err
    assert pnp("art add mine.png --for tools/leek").status == 0
    assert (soup / "card_data/soup/art/toolsleek.png").is_file()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is not a PNG, JPEG or WebP file"),
        (
            SVG.replace("<circle", '<image href="http://x.org/a.png"').encode(),
            'it links to "http://x.org/a.png"',
        ),
    ],
)
def test_what_is_no_picture_is_refused_and_nothing_changes(soup, art, pnp, data, reason):
    (soup / "mine.png").write_bytes(data)
    before = contents(soup)
    outcome = pnp("art add mine.png --for leek", "--credit", "Ann")
    assert outcome.status == 2
    assert f"mine.png cannot be used: {reason}" in outcome.err
    assert contents(soup) == before


def test_a_card_that_names_its_file_gets_that_file(soup, art, pnp):
    a_picture(art / "green.png")
    change(soup / "card_data/soup/food.yaml", "name: Leek,", "name: Leek, art: green.png,")
    (soup / "mine.svg").write_text(SVG)
    outcome = pnp("art add mine.svg --for leek")
    assert outcome.status == 2
    assert "the card asks for green.png, and mine.svg is in another format than PNG" in outcome.err
    assert "write art: green.svg in card_data/soup/food.yaml, line 7" in outcome.err
    file = a_picture(soup / "mine.png", colour="#0c0")
    assert pnp("art add mine.png --for leek").status == 0
    assert (art / "green.png").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("link", ["art", "art/replaced", "game"])
def test_a_link_does_not_lead_the_picture_out(soup, art, pnp, tmp_path, link):
    outside = tmp_path / "outside"
    outside.mkdir()
    if link == "game":
        (soup / "card_data/soup").rename(outside / "soup")
        (soup / "card_data/soup").symlink_to(outside / "soup")
    elif link == "art":
        art.symlink_to(outside)
    else:
        a_picture(art / "leek.png", colour="#000")
        (art / "replaced").symlink_to(outside)
    before = contents(outside)
    a_picture(soup / "mine.png")
    outcome = pnp("art add mine.png --for leek", "--credit", "Ann")
    assert outcome.status == 1, outcome
    assert contents(outside) == before


@pytest.mark.parametrize("slot", ["../../evil", "/evil/x", "replaced/leek", "a:b"])
def test_a_slot_whose_name_is_no_file_in_the_folder_is_refused(soup, pnp, slot):
    picture = f'{{{{ picture("{slot}", (1, 1, 60, 40)) }}}}'
    change(soup / "templates/soup/food.svg.j2", "{% block body %}", "{% block body %}" + picture)
    a_picture(soup / "mine.png")
    before = contents(soup.parent)
    outcome = pnp("art add mine.png --for leek")
    assert outcome.status == 2
    assert contents(soup.parent) == before


def test_a_game_that_came_with_pnp_is_not_written_into(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(tmp_path)
    a_picture(tmp_path / "mine.png")
    outcome = pnp("art add mine.png --for apple --game yes_broccoli")
    assert outcome.status == 2
    assert "Yes! Broccoli! is not in this project" in outcome.err
    assert "into a project of your own" in outcome.err


def test_a_folder_goes_in_by_the_names_and_what_cannot_is_named(soup, art, pnp):
    a_picture(soup / "new/leek.png")
    a_picture(soup / "new/leak.png")
    (soup / "new/pea.svg").write_text("<svg", encoding="utf-8")
    (soup / "new/notes.txt").write_text("for you", encoding="utf-8")
    outcome = pnp("art add new --credit Ann")
    assert outcome.status == 1
    assert sorted(contents(art)) == ["credits.yaml", "leek.png"]
    assert 'leak.png: no piece or art slot is called "leak"' in outcome.err
    assert "pea.svg: " in outcome.err
    assert "notes" not in outcome.err + outcome.out
    assert pnp("art add new --for leek").status == 2
    (soup / "none").mkdir()
    assert "there is no picture in none" in pnp("art add none").err


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
    return soup / "output/soup/art-brief"


@pytest.mark.long
def test_each_slot_has_its_artboards_and_the_folder_its_papers(brief):
    assert list(contents(brief)) == [
        "README.txt",
        "artboards/back_food.png", "artboards/back_food.svg",
        "artboards/leek.png", "artboards/leek.svg",
        "artboards/pea.png", "artboards/pea.svg",
        "palette.svg",
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
    assert "path" not in picture.inner
    assert picture.view.size == Size(60, 40)
    with Image.open(brief / "artboards/leek.png") as raster:
        assert raster.size == (709, 472)


def rows(outcome):
    return [" ".join(line.split()) for line in outcome.out.splitlines()]


def test_each_slot_has_a_row(soup, pnp):
    art = with_pictures(soup)
    a_picture(art / "leek.png", 600, 400)
    a_picture(art / "leak.png")
    outcome = pnp("art list soup")
    assert outcome.status == 0
    assert rows(outcome) == [
        "Soup (soup): 3 art slots; 2 placeholder, 1 too small",
        "slot mm px at 300 dpi at 600 dpi picture shown on",
        "back_food 69 x 94 815 x 1110 1630 x 2220 placeholder food: 2 backs",
        "deliver 815 x 1110 px or more, or an SVG",
        "leek 60 x 40 709 x 472 1417 x 945 too small food/leek",
        "600 x 400 px is 254 dpi in 60 x 40 mm; it needs 709 x 472 px or more",
        "pea 60 x 40 709 x 472 1417 x 945 placeholder food/pea",
        "deliver 709 x 472 px or more, or an SVG",
        "unused file: card_data/soup/art/leak.png",
    ]
    assert outcome.err == ""


def test_json_says_all_of_it(soup, pnp):
    art = with_pictures(soup)
    a_picture(art / "leek.png", 720, 480)
    a_picture(art / "leak.png")
    back, leek, pea, stray = json.loads(pnp("art list --format json").out)
    assert leek == {
        "game": "soup",
        "slot": "leek",
        "title": "Leek",
        "status": "supplied",
        "remarks": [],
        "file": "card_data/soup/art/leek.png",
        "dpi": 305,
        "width_mm": 60,
        "height_mm": 40,
        "px_300": [709, 472],
        "px_600": [1417, 945],
        "fit": "contain",
        "themes": ["", "low-ink"],
        "shown_on": [
            {"component": "food", "piece": "leek", "side": "front", "width_mm": 60, "height_mm": 40}
        ],
    }
    assert (back["title"], back["fit"], len(back["shown_on"])) == ("Food cards, back", "cover", 2)
    assert (pea["file"], pea["dpi"]) == (None, None)
    assert stray == {
        "game": "soup",
        "slot": None,
        "status": "unused file",
        "file": "card_data/soup/art/leak.png",
    }


@pytest.fixture
def three_pictures(soup):
    three_pictures = with_pictures(soup)
    a_picture(three_pictures / "leek.png")
    a_picture(three_pictures / "pea.png")
    a_picture(three_pictures / "back_food.png", 900, 1226)
    return three_pictures


def test_it_is_written_and_what_it_comes_to_is_said(soup, three_pictures, pnp):
    outcome = pnp("art place food/leek --focus 0.2,0.5 --zoom 1.2 --rotate -15")
    assert outcome.status == 0
    assert outcome.out.splitlines() == [
        "card_data/soup/art/placement.yaml: leek: focus 0.2,0.5, zoom 1.2, rotation -15",
        "  720 x 480 px is 344 dpi in 60 x 40 mm",
        "  0.476,0.607 is in the middle, so that no part of the box of 60 x 40 mm is left empty needlessly",
        "next: pnp build soup --only food/leek",
    ]
    text = (three_pictures / "placement.yaml").read_text()
    assert text.splitlines()[1:] == ["leek: {focus: [0.2, 0.5], zoom: 1.2, rotation: -15}"]
    assert pnp("check").status == 0
    assert "rotation -15" not in pnp("art list soup").out  # it is fine enough as it is


def test_the_last_one_taken_back_leaves_the_folder_as_it_was(soup, three_pictures, pnp):
    pnp("art place pea --zoom 2")
    assert pnp("art place pea --zoom 1").status == 0
    assert not (three_pictures / "placement.yaml").exists()


def test_a_coarse_picture_is_told_and_the_list_knows(soup, three_pictures, pnp):
    outcome = pnp("art place leek --zoom 3 --focus 0,0")
    coarse = "720 x 480 px is 102 dpi in 60 x 40 mm with focus 0,0, zoom 3; it needs 2126 x 1418 px or more"
    assert outcome.err == f"warning: {coarse}\n"
    assert (
        "  0.167,0.167 is in the middle, so that no part of the box of 60 x 40 mm is left empty needlessly\n"
        in outcome.out
    )
    said = pnp("art list soup").out
    assert f"too small  food/leek\n             {coarse}\n" in said.replace("  ", "  ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("art place leek", "nothing to change"),
        ("art place leek --focus 50,40", "the focus 50,40 lies outside the picture"),
        ("art place leek --focus middle", '"middle" is not two numbers'),
        ("art place leek --zoom 0", "the zoom 0 is out of range\n  hint: give a number from 0.1 to 20"),
        ("art place leek --zoom nan", "the zoom nan is out of range"),
        ("art place leak --zoom 2", 'no piece or art slot is called "leak"\n  hint: did you mean leek?'),
        ("art place carrot --zoom 2", 'there is no picture for "carrot" yet\n  hint: put one there first: pnp art add FILE --for carrot'),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_and_nothing_is_written(soup, three_pictures, pnp, words, message):
    change(soup / "card_data/soup/food.yaml", "pieces:\n", "pieces:\n  - {id: carrot, name: Carrot}\n")
    outcome = pnp(words)
    assert outcome.status == 2
    assert message in outcome.err
    assert not (three_pictures / "placement.yaml").exists()
