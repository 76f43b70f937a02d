"""pnp art add: the picture comes to lie where the card looks for it, and its maker is remembered."""

import io

import pytest
from galleries import SVG, a_picture, with_pictures
from PIL import Image
from small_game import FOOD, TOOLS, contents, write_game


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
    assert Image.open(io.BytesIO((art / "leek.jpg").read_bytes())).size == (720, 480)


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
    template = soup / "templates/soup/food.svg.j2"
    text = template.read_text().replace(
        "{% block body %}", "{% block body %}{{ picture(component.id ~ piece.id, (1.5, 4, 60, 40)) }}"
    )
    template.write_text(text)
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
    path = soup / "card_data/soup/food.yaml"
    a_picture(art / "green.png")
    path.write_text(path.read_text().replace("name: Leek,", "name: Leek, art: green.png,"))
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
    template = soup / "templates/soup/food.svg.j2"
    text = template.read_text().replace(
        "{% block body %}", f'{{% block body %}}{{{{ picture("{slot}", (1, 1, 60, 40)) }}}}'
    )
    template.write_text(text)
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
