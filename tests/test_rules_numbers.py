"""Every rules.yaml is whole, and its numbers are read from the game; pnp check finds those that are typed."""

import shutil
from pathlib import Path

import pytest

from pnp.claims.claims_file import load_claims
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids
from pnp.model.rules_document import plain
from pnp.rules.load import load_rules

PROJECT = find_project(Path(__file__).parent)
ROOM = Path(__file__).parent.parent / "card_data"
WRITTEN_OUT = ("object", "supply", "setup", "turn", "costs", "end", "variants", "gaps")


def rules_of(project, name):
    game = load_game(project, name).game
    return load_rules(project, game, load_claims(project, game).rulings).rules


@pytest.mark.parametrize("game", game_ids(PROJECT))
def test_every_section_of_every_game_is_written(game):
    rules = rules_of(PROJECT, game)
    assert [section for section in WRITTEN_OUT if not rules.sections.get(section)] == []
    assert rules.glossary


# One constant of each game, what it becomes, and the sentence that says so.
CHANGES = [
    ("yoggity", "hand_limit: 5", "hand_limit: 7", "turn", "until you hold at most 7 cards"),
    ("ingeniators", "workshop_dice: 1", "workshop_dice: 2", "turn", "For each copy, gain 2 new dice"),
    ("ryb", "attempts: once ", "attempts: twice ", "turn", "You may try one goal in the middle twice"),
]


@pytest.mark.parametrize(("game", "old", "new", "section", "sentence"), CHANGES)
def test_a_changed_constant_changes_the_sentence(game, old, new, section, sentence, tmp_path):
    for room in (f"card_data/{game}", f"templates/{game}", "templates/base"):
        shutil.copytree(ROOM.parent / room, tmp_path / room)
    assert sentence not in said(tmp_path, game, section)
    page = tmp_path / f"card_data/{game}/game.yaml"
    text = page.read_text(encoding="utf-8")
    assert text.count(old) == 1
    page.write_text(text.replace(old, new), encoding="utf-8")
    assert sentence in said(tmp_path, game, section)


def said(root, game, section):
    blocks = rules_of(find_project(root), game).sections[section]
    texts = [text for block in blocks for text in getattr(block, "items", (getattr(block, "text", ()),))]
    return "\n".join(map(plain, texts))
