"""The example of play in the rules of each game is made from a recorded game, and broken by what can no longer happen."""

import re
import shutil
from pathlib import Path

import pytest
from boxes import Box

from pnp.claims.claims_file import load_claims
from pnp.engine.game_rules import PLAYED
from pnp.load.project import find_project
from pnp.model.rules_document import Listing, plain
from pnp.rules.rules_file import load_rules

PROJECT = find_project(Path(__file__))


def told(game, project=PROJECT):
    loaded = load_rules(project, game, load_claims(project, game).rulings)
    blocks = loaded.rules.sections["example"] if loaded.rules else ()
    lists = [block for block in blocks if isinstance(block, Listing)]
    return [plain(item) for block in lists for item in block.items], loaded.diagnostics


@pytest.fixture
def copied(tmp_path):
    for folder in ("templates", "card_data/ryb", "card_data/yogire"):
        shutil.copytree(PROJECT.root / folder, tmp_path / folder)
    return find_project(tmp_path / "card_data")


def change(project, name, file, old, new):
    path = project.game_folder(name) / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return told(Box(name).game, project)


@pytest.mark.parametrize("name", PLAYED)
def test_an_example_is_nothing_but_a_recorded_game(name):
    """No number stands in its sentences, and no name of a piece that the recorded game does not have."""
    steps, findings = told(Box(name).game)
    assert findings == ()
    assert len(steps) > 1
    written = PROJECT.game_folder(name).joinpath("rules.yaml").read_text(encoding="utf-8")
    example = written.partition("\nexample:\n")[2].partition("\n\n")[0]
    assert example.startswith("  transcript:\n")
    sentences = re.findall(r'"([^"]*\{\{[^"]*)"', example)
    words = " ".join(re.sub(r"\{\{.*?\}\}", "", sentence) for sentence in sentences)
    assert not re.search(r"\d", words)
    decks = [each for each in Box(name).game.components if each.id != "markers"]  # called as what they count
    names = {piece.name for component in decks for piece in component.pieces}
    assert not {word for word in names if re.search(rf"\b{re.escape(word)}\b", words)}


@pytest.mark.parametrize(
    ("name", "changed", "line", "why"),
    [
        ("ingeniators", Box("ingeniators").piece("tiles/RRB", copies=0), 9, "it is the turn of chance, not of 2"),
        ("ryb", Box("ryb").piece("cards/green-9", copies=0), 5, 'move 2: "card 1 green-9" cannot be done here'),
        ("yoggity", Box("yoggity").told(shoddy_coins=2), 74, '"bribe" cannot be done here'),
        ("yes_broccoli", Box("yes_broccoli").told(rounds=1), 26, '"serve broccoli" cannot be done here'),
        ("yogire", Box("yogire").told_in("setup", visibility=3), 21, "it is the turn of chance, not of 1"),
    ],
)  # fmt: skip
def test_a_changed_card_breaks_the_example_at_the_line_that_cannot_happen(name, changed, line, why):
    _, findings = told(changed)
    first = next(each for each in findings if each.code == "PNP600")
    assert (first.place.file, first.place.line) == (f"card_data/{name}/example.txt", line)
    assert why in first.message


def test_rules_can_still_be_read_when_their_example_is_broken():
    steps, findings = told(Box("yoggity").told_in("turn", hand_limit=7))
    assert [each.code for each in findings] == ["PNP600"]
    game = Box("yoggity").told_in("turn", hand_limit=7)
    rules = load_rules(PROJECT, game, load_claims(PROJECT, game).rulings).rules
    assert steps == []
    assert rules.sections["turn"]


def test_words_and_numbers_follow_the_recorded_game(copied):
    before, _ = told(Box("ryb").game)
    steps, findings = change(copied, "ryb", "example.txt", "roll 0 10 7", "roll 0 10 8")
    assert findings == ()
    assert "smaller sum counts: 8." in steps[0]
    assert "The target is 1:" in steps[1]
    assert steps[2:] == before[2:]


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("file: example.txt", "file: ../ryb/example.txt", "PNP116", "leads outside yogire/"),
        ("file: example.txt", "file: exampel.txt", "PNP115", 'no recorded game "exampel.txt"'),
        ("      attack:\n", "      attac:\n", "PNP600", "no move of the example uses this sentence"),
        ("if: after.phase ==", "if: after.phas ==", "PNP172", 'after has no field "phas"'),
        ("    file: example.txt", "    filed: example.txt", "PNP103", "filed"),
    ],
)
def test_what_is_wrong_with_an_example_is_told_at_its_place(copied, old, new, code, message):
    _, findings = change(copied, "yogire", "rules.yaml", old, new)
    finding = next(each for each in findings if each.code == code)
    assert message in finding.message
    assert finding.place.file == "card_data/yogire/rules.yaml"


def test_numbers_no_game_has_are_refused_before_a_move_is_looked_for():
    _, findings = told(Box("yoggity").told(coin_set=10**9))
    assert "cannot be played with 1,000,000,000 of anything" in findings[0].message
