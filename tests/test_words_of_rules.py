"""The words of the rulebooks: one word for one thing, in all games, and none that a publisher would not print."""

import re
import shutil
from pathlib import Path

import pytest

from pnp.claims.claims_file import load_claims
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids
from pnp.model.rules_document import plain
from pnp.rules.rules_file import load_rules

PROJECT = find_project(Path(__file__).parent)

NEVER = {
    r"\b(?:everybody|anybody|somebody|whoever)\b": "each player, any player, a player, the player who",
    r"\bour ruling": "°, with the id of the ruling",
    r"\blays?\b|\blaid\b": "place, put",
    r"\bcounts? for nothing\b|\ba sum of nothing\b": "counts as 0",
    r"\ball of it keeps\b": "accumulate",
    r"\bas you like best\b|\bcarried out\b|\bcarry out to its end\b": "resolve",
    r"\bturned over together\b": "at the same time",
    r"\bour own\b|\bof ours\b": "ours",
    r"\btakes? away\b": "remove, lose",
    r"\bgives? back\b|\bgo(?:es)? back to the box\b": "return",
    r"\bthrow(?:s|n)?\b": "roll",
    r"\bdiscards? pile\b(?=.*\bdiscards pile\b)": "discard pile",
    r"\bcanceled as if\b": "removed",
    r"!(?=\s[A-Z])(?<!Gimme!)(?<!De-nied!)(?<!Broccoli!)(?<!Party!)": "a full stop",
}
"""Patterns of what is not written, and what is written instead."""

PLAY = ("object", "supply", "setup", "turn", "end", "advanced", "variants")
LONGEST = 34
"""Words in a sentence, at most."""


def sentences(game):
    """The sentences of the rules that are played by, with the part of the file they stand in."""
    loaded = load_game(PROJECT, game).game
    rulings = load_claims(PROJECT, loaded).rulings
    for statement in load_rules(PROJECT, loaded, rulings).statements:
        part = statement.at.split()[1]
        if part in PLAY:
            yield statement.at, statement.text


@pytest.mark.parametrize("game", game_ids(PROJECT))
def test_words_that_no_publisher_prints_are_not_there(game):
    found = [
        f"{at}: {text} (write {instead})"
        for at, text in sentences(game)
        for pattern, instead in NEVER.items()
        if re.search(pattern, text, re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("game", game_ids(PROJECT))
def test_a_sentence_has_one_idea(game):
    found = [
        sentence
        for _, text in sentences(game)
        for sentence in re.split(r"(?<=[.!?:°])\s", text)
        if len(sentence.split()) > LONGEST or sentence.count(";") > 1
    ]
    assert found == []


@pytest.mark.parametrize("game", game_ids(PROJECT))
def test_every_ruling_that_is_cited_in_play_is_marked_or_follows_from_the_rulebook(game):
    """A sentence that states rulings alone, and no promise of the rulebook, is ours and bears the mark."""
    loaded = load_game(PROJECT, game).game
    claims = load_claims(PROJECT, loaded)
    ours = {ruling.id for ruling in claims.rulings if ruling.id.startswith("A")}
    for statement in load_rules(PROJECT, loaded, claims.rulings).statements:
        if statement.at.split()[1] in PLAY and statement.claims:
            assert "°" in statement.text or not {name.id for name in statement.claims} <= ours, statement.text


# Every rules.yaml is whole, and its numbers are read from the game; pnp check finds those that are typed.

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
    ("ingeniators", "workshop_dice: 1", "workshop_dice: 2", "turn", "For each copy, gain 2 of the dice"),
    ("ryb", "attempts: once ", "attempts: twice ", "turn", "for a goal in the middle, twice per turn"),
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
