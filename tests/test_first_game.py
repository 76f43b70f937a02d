"""docs/first-game.md is done as it says, by somebody who types every line of it."""

import pytest
from docs_pages import blocks, typed, write_files

PAGE = "first-game.md"
TYPED = [block.splitlines() for block in blocks(PAGE, "type")]
(SAID,) = blocks(PAGE, "said")
((OLD, NEW, FINDING),) = blocks(PAGE, "slip: (.*?) -> (.*?)")
((REPLACED, PICTURE),) = blocks(PAGE, r"instead of: (\w+)")


@pytest.fixture
def weather(tmp_path, monkeypatch):
    write_files(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_game_of_the_page_is_checked_built_and_verified(weather, capfd):
    assert [typed(line) for line in TYPED[0]] == [0, 0, 0]
    said = capfd.readouterr()
    assert said.err == ""
    for line in SAID.splitlines():
        assert line in said.out.splitlines()
    assert (weather / "output/weather/a4/cards.pdf").is_file()


def test_the_mistake_of_the_page_is_found_as_shown(weather, capfd):
    cards = weather / "card_data/weather/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace(OLD, NEW), encoding="utf-8")
    assert typed("pnp check") == 1
    assert capfd.readouterr().err == FINDING


def test_the_picture_of_the_page_is_a_placeholder_until_it_is_there(weather, capfd):
    card = weather / "templates/weather/card.svg.j2"
    lines = card.read_text(encoding="utf-8").splitlines(keepends=True)
    (line,) = [line for line in lines if f"<{REPLACED}" in line]
    card.write_text("".join(lines).replace(line, PICTURE), encoding="utf-8")
    assert typed("pnp check") == 0
    assert "warning PNP309" in capfd.readouterr().err
    art = weather / "card_data/weather/art/sunshine.svg"
    art.parent.mkdir()
    art.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    )
    ((line,),) = TYPED[1:]
    assert typed(line) == 0
    assert "PNP309" not in capfd.readouterr().err
    assert "<rect" in (weather / "output/weather/selection/svg/cards/sunshine.front.svg").read_text(
        encoding="utf-8"
    )
