"""docs/own-rules.md is a game with rules of its own: played if they are trusted or installed, and never else."""

import pytest
from docs_pages import blocks, typed
from small_game import change

from pnp.__main__ import run

PAGE = "own-rules.md"
(SIMULATE,) = (block.strip() for block in blocks(PAGE, "type"))


@pytest.fixture
def ten(files_of_page):
    return files_of_page(PAGE)


def test_the_game_of_the_page_is_checked_and_played(ten, capfd, monkeypatch):
    assert typed("pnp check ten") == 0
    assert typed(SIMULATE, "--format", "json") == 0
    seldom = capfd.readouterr().out
    answers = iter(["1", "2", "s a.txt", "q"])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(answers))
    assert typed("pnp play ten --trust") == 0
    assert "Turn up a card; beyond the limit you have nothing." in capfd.readouterr().out
    change(ten / "card_data/ten/game.yaml", "limit: 10", "limit: 4")
    assert typed(SIMULATE, "--workers", "2", "--format", "json") == 0
    assert capfd.readouterr().out != seldom


@pytest.mark.parametrize("engine", ["", "engine: ten\n"])
@pytest.mark.parametrize("command", ["simulate ten --games 2", "play ten", "replay a.txt"])
def test_a_program_in_the_folder_of_a_game_is_not_run(ten, command, engine, capfd):
    change(ten / "card_data/ten/game.yaml", "credits", f"{engine}credits")
    (ten / "a.txt").write_text("game: ten\nplayers: 2\n")
    (ten / "card_data/ten/play.py").write_text("open('ran', 'w')\n")
    assert run(command.split()) == 2
    assert "--trust" in capfd.readouterr().err
    assert not (ten / "ran").exists()


def test_rules_that_fail_are_told(ten, capfd):
    (ten / "card_data/ten/play.py").write_text("rules = nonsense\n")
    assert typed(SIMULATE) == 2
    assert "the rules of Stop at Ten cannot be loaded (NameError" in capfd.readouterr().err


def test_an_installed_package_needs_no_trust(ten, monkeypatch):
    package = ten / "package"
    about = package / "stop_at_ten-1.0.dist-info"
    about.mkdir(parents=True)
    (ten / "card_data/ten/play.py").rename(package / "stop_at_ten.py")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stop-at-ten\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pnp.engines]\nten = stop_at_ten:rules\n")
    change(ten / "card_data/ten/game.yaml", "credits", "engine: ten\ncredits")
    assert typed("pnp check ten --no-cache") == 1
    monkeypatch.syspath_prepend(package)
    assert typed("pnp check ten --no-cache") == 0
    assert run(["simulate", "ten", "--games", "2", "--workers", "1"]) == 0
