"""What `pnp watch` shows and says, save by save; the saves are calls, so that nothing here waits."""

import os
import shutil

import pytest
from desk import Desk, Shelf, paint, with_pictures
from small_game import TOOLS, change, contents, write_game

pytestmark = pytest.mark.long

RED, GREEN = (255, 0, 0), (0, 128, 0)
FOOD = "card_data/soup/food.yaml"
FRONT = "templates/soup/food.svg.j2"
EVERY = [
    "food/leek.back.png",
    "food/pea.back.png",
    "latest.png",
    "tools/lid.back.png",
    "tools/lid.front.png",
    "tools/pot.back.png",
    "tools/pot.front.png",
]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A project with pictures, built once, and what it left in the cache; `capfd` is for one test only."""
    root = with_pictures(write_game(tmp_path_factory.mktemp("built") / "soup"))
    shelf = Shelf()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        Desk(root, None, shelf=shelf, built=False).run()
    return root, shelf


@pytest.fixture
def desk(built, tmp_path, monkeypatch, capfd):
    root, shelf = built
    shutil.copytree(root, tmp_path / "soup")
    monkeypatch.chdir(tmp_path / "soup")
    return Desk(tmp_path / "soup", capfd, shelf=Shelf(shelf))


def test_the_first_build_is_a_whole_build_and_shows_no_pictures(soup, capfd):
    desk = Desk(soup, capfd)
    assert desk.first == "soup: 3 PDFs\n"
    assert (desk.output / "soup/a4/food.pdf").is_file()
    assert (desk.output / "soup/manifest.json").is_file()
    assert desk.previews() == []


def test_a_new_picture_is_on_screen_before_anything_is_built(desk):
    before = contents(desk.output / "soup")
    paint(desk.root / "card_data/soup/art/leek.png", "red")
    assert desk.look() == {"leek.png"}
    assert desk.previews() == ["food/leek.front.png", "latest.png"]
    assert desk.pixel("food/leek.front.png") == desk.pixel("latest.png") == RED
    assert {
        name: data for name, data in contents(desk.output / "soup").items() if "preview" not in name
    } == before
    assert desk.build() == "food/leek front: seen, 3 PDFs\n"
    assert contents(desk.output / "soup")["a4/food.pdf"] != before["a4/food.pdf"]


def test_what_watch_builds_is_what_a_build_makes(desk, pnp):
    paint(desk.root / "card_data/soup/art/leek.png", "red")
    desk.change(FOOD, "copies: 2", "copies: 5")
    assert pnp("build --no-cache --paper a4 --no-svg --out clean").status == 0
    watched = contents(desk.output / "soup")
    assert {name: data for name, data in watched.items() if "preview" not in name} == contents(
        desk.root / "clean/soup"
    )


def test_a_change_of_data_shows_the_cards_it_is_about(desk):
    assert desk.change(FOOD, "Leek", "Leeks") == "food/leek front: seen, 3 PDFs\n"
    assert (
        desk.change(FOOD, "copies: 2", "copies: 3")
        == "card_data/soup/food.yaml saved: no face changed, 3 PDFs\n"
    )


def test_a_template_and_a_colour_show_all_cards(desk):
    assert desk.change(FRONT, "44", "45") == "both fronts of food: seen, 3 PDFs\n"
    assert desk.previews() == ["food/leek.front.png", "food/pea.front.png", "latest.png"]
    assert desk.change("card_data/soup/game.yaml", "3f9b3a", "ffcc00").startswith(
        "both backs of food: seen, "
    )


def test_a_mistake_is_said_once_and_so_is_that_it_is_mended(desk):
    said = desk.change(FOOD, "copies: 2", "copies: two")
    assert said.startswith(
        'card_data/soup/food.yaml:7:36: error PNP104: copies must be a whole number, got "two"\n'
    )
    assert said.endswith("  hint: write 2\ncard_data/soup/food.yaml saved: not built (1 error)\n")
    assert desk.change(FOOD, "Pea", "Peas") == "card_data/soup/food.yaml saved: not built (1 error)\n"
    assert desk.change(FOOD, "copies: two", "copies: 2") == (
        "card_data/soup/food.yaml is mended\nfood/pea front: seen, 2 PDFs\n"
    )


def test_a_picture_half_saved_changes_nothing_on_screen(desk):
    whole = paint(desk.root / "card_data/soup/art/pea.png", "red").read_bytes()
    desk.saved()
    (desk.root / "card_data/soup/art/pea.png").write_bytes(whole[: len(whole) // 2])
    desk.look()
    assert desk.pixel("food/pea.front.png") == RED
    (desk.root / "card_data/soup/art/pea.png").write_bytes(whole)
    assert desk.saved() == "card_data/soup/art/pea.png saved: no face changed, no PDF changed\n"


def test_a_picture_that_stays_broken_is_a_finding(desk):
    (desk.root / "card_data/soup/art/pea.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert "card_data/soup/art/pea.png:1:1: error PNP310" in desk.saved()
    assert desk.change(FOOD, "Leek", "Leeks") == "both fronts of food: seen, not built (1 error)\n"
    paint(desk.root / "card_data/soup/art/pea.png", "green")
    assert desk.saved().startswith("card_data/soup/art/pea.png is mended\n")


def test_a_piece_that_goes_takes_its_picture_along(desk):
    paint(desk.root / "card_data/soup/art/pea.png", "red")
    desk.saved()
    assert "food/pea.front.png" in desk.previews()
    assert desk.change(FOOD, "  - {id: pea, name: Pea}\n", "") == "food/pea gone: seen, 3 PDFs\n"
    assert "food/pea.front.png" not in desk.previews()


def test_a_component_may_come_and_go(desk):
    tools = desk.root / "card_data/soup/tools.yaml"
    tools.write_text(TOOLS)
    said = desk.saved()
    assert "both fronts of tools, both backs of tools: seen" in said
    assert "tools/pot.front.png" in desk.previews()
    tools.unlink()
    assert "tools/pot and tools/lid gone" in desk.saved()
    assert "tools/pot.front.png" not in desk.previews()


@pytest.mark.parametrize("folder", ["card_data", "templates"])
def test_a_folder_may_go_and_come_back(desk, folder):
    shutil.move(desk.root / folder, desk.root / "away")
    assert desk.saved() != ""
    shutil.move(desk.root / "away", desk.root / folder)
    assert desk.saved() != ""
    assert desk.change(FOOD, "Leek", "Leeks") == "food/leek front: seen, 3 PDFs\n"


def test_a_new_game_is_watched_too(desk):
    write_game(desk.root, "stew")
    assert desk.saved() == ("stew is here\nstew both fronts of food, both backs of food: seen, 3 PDFs\n")
    assert desk.change("card_data/stew/food.yaml", "Leek", "Leeks") == "stew food/leek front: seen, 3 PDFs\n"
    assert desk.previews("soup") == []


def test_a_theme_that_goes_is_said_and_does_not_end_the_watch(soup, capfd):
    desk = Desk(soup, capfd, theme="low-ink")
    said = desk.change("card_data/soup/game.yaml", "low-ink", "dark")
    assert said.startswith('pnp: Soup has no theme "low-ink"\n  hint: ')
    assert desk.change("card_data/soup/game.yaml", "dark", "low-ink").startswith(
        "card_data/soup/game.yaml saved"
    )
    assert desk.change(FOOD, "Leek", "Leeks") == "food/leek front: seen, 3 PDFs\n"


def test_output_that_cannot_be_written_is_said_and_does_not_end_the_watch(desk):
    shutil.rmtree(desk.output)
    desk.output.write_text("in the way")
    said = desk.change(FOOD, "Leek", "Leeks")
    assert said.startswith("pnp: ")
    assert "  hint: " in said
    assert said.endswith("not built (see above)\n")
    desk.output.unlink()
    assert desk.change(FOOD, "Leeks", "Leekses") == "food/leek front: seen, 3 PDFs\n"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_in_the_output_is_not_written_through(desk, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (desk.output / "soup/preview").symlink_to(tmp_path / "elsewhere")
    assert "elsewhere/food, outside of " in desk.change(FOOD, "Leek", "Leeks")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_build_is_given_up_for_a_newer_save_and_made_later(desk):
    change(desk.root / FOOD, "Leek", "Leeks")
    desk.look()
    assert desk.build(superseded=lambda: True) == ""
    assert not desk.session.is_up_to_date
    change(desk.root / FOOD, "Pea", "Peas")
    assert desk.saved() == "both fronts of food: seen, 3 PDFs\n"
    assert desk.session.is_up_to_date


def test_somebody_who_saves_all_the_time_gets_a_build_too(desk):
    said = []
    for number in range(4):
        change(desk.root / FOOD, f"Leek{'s' * number}", f"Leek{'s' * (number + 1)}")
        desk.look()
        said.append(desk.build(superseded=lambda: True))
    assert said == ["", "", "", "food/leek front: seen, 3 PDFs\n"]


def test_what_was_not_shown_in_a_hurry_is_shown_at_the_next_save_of_any_game(soup, capfd):
    desk = Desk(write_game(soup, "stew"), capfd, built=False)
    change(soup / "card_data/soup/game.yaml", "3f9b3a", "ffcc00")  # both backs
    (soup / "card_data/soup/tools.yaml").write_text(TOOLS)
    desk.session.look(0.0, lambda: True)
    assert desk.previews() != EVERY
    change(soup / "card_data/stew/food.yaml", "Pea", "Peas")
    desk.look()
    assert desk.previews() == EVERY


def test_a_font_that_comes_is_known(desk):
    said = desk.change("card_data/soup/game.yaml", "Fredoka One", "Fredoka Two")
    assert 'there is no font "Fredoka Two"' in said
    (desk.root / "fonts").mkdir()
    (desk.root / "fonts/two.ttf").write_bytes(b"no font")
    assert "two.ttf cannot be read as a font" in desk.saved()
