"""`pnp migrate`: earlier claims and rules become expressions, whatever else stands in the files stays."""

import random
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from soup import load_soup, write_soup

from pnp.__main__ import run
from pnp.claims.expressions import Expressions
from pnp.claims.load import load_claims
from pnp.claims.migrate import expression_of, migrate_game, rewritten_claims, rewritten_rules
from pnp.claims.pieces import Data
from pnp.claims.results import results

TESTS = """\
{count: {of: food, is: 6}}                                     -> count(food) == 6
{count: {of: food, is: 5..8}}                                  -> 5 <= count(food) <= 8
{count: {of: food, is: 7..}}                                   -> count(food) >= 7
{count: {of: food, is: ..7}}                                   -> count(food) <= 7
{count: {of: food, extras: true, is: 7}}                       -> count(food|extras) == 7
{count: {of: [food, tools], distinct: true, is: 5}}            -> count((food + tools)|distinct) == 5
{count: {of: "*", is: 12}}                                     -> count(pieces) == 12
{count: {of: food, where: {color: red, value: 2..}, is: 1}}    -> count(food, color='red', value=at_least(2)) == 1
{count: {of: food, where: {color: {not: red}}, is: 2}}         -> count(food, color=other_than('red')) == 2
{count: {of: food, where: {color: {not: [red, 1..2]}}, is: 2}} -> count(food, color=other_than('red', 1, 2)) == 2
{count: {of: food, where: {needs: {exactly: [knife, pot]}}, is: 3}} -> count(food, needs=exactly('knife', 'pot')) == 3
{count: {of: [food, spoons], where: {box.price: 4}, is: 4}}    -> count((food + spoons)|where('box.price', 4)) == 4
{sum: {of: food, field: value, is: 13}}                        -> sum(food, 'value') == 13
{range: {of: food, field: value, from: 1, to: 4, reached: true}} -> within(food, 'value', 1, 4, reached=true)
{range: {of: food, where: {color: red}, field: value, to: 5}}  -> within(food|where(color='red'), 'value', high=5)
{unique: {of: food, by: [color, value]}}                       -> unique(food, 'color', 'value')
{unique: {of: food, by: name}}                                 -> unique(food, 'name')
{every_combination_once: {of: spoons, by: {color: [red, green], size: 1..2}}} -> combinations(spoons, color=['red', 'green'], size=between(1, 2))
{every_combination_once: {of: spoons, by: {size: [1, 2]}, each: 2}} -> combinations(spoons, 2, size=[1, 2])
{covers: {of: food, field: needs, includes: [pot, knife]}}     -> covers(food, 'needs', ['pot', 'knife'])
{subset: {of: food, field: color, among: [red, green]}}        -> subset(food, 'color', ['red', 'green'])
{tally: {of: food, field: color, is: {red: 3..5, green: 2, blue: 0}}} -> tally(food, 'color') == dict(red=between(3, 5), green=2)
{tally: {of: food, field: name, is: {A pea: 1}}}               -> tally(food, 'name') == {'A pea': 1}
{values: {of: food, field: copies, are: {leek: 2, carrot: 3, pepper: 1}}} -> values(food, 'copies') == dict(leek=2, carrot=3, pepper=1)
{values: {of: food, by: name, field: value, are: {Leek: 3, It's: "x"}}} -> values(food, 'value', by='name') == {'Leek': 3, "It's": 'x'}
{follows: {of: food, field: price, from: value, times: 2, plus: -1}} -> follows(food, 'price', 'value', times=2, plus=-1)
{refers_to: {of: food, field: color, component: spoons, target: color}} -> refers_to(food, 'color', spoons, 'color')
{equals: {fact: players.to, is: 3}}                            -> facts.players.to == 3
{equals: {fact: seats.2, is: 5}}                               -> facts.seats[2] == 5
{equals: {fact: rounds, is: [a, true, null]}}                  -> params.rounds == ['a', true, none]
{derived_from: {this: {count: {of: dice}}, from: {fact: players.to}, times: 6}} -> count(dice) == 6 * facts.players.to
{derived_from: {this: {max: {of: food, field: value}}, from: [{fact: hand}, 2], times: 4/3, plus: -1}} -> max(food, 'value') == 4 / 3 * (facts.hand + 2) - 1
{derived_from: {this: {kinds: {of: food, field: color}}, from: 2, plus: 1}} -> kinds(food, 'color') == 2 + 1
{back: {of: tools, is: none}}                                  -> back(tools, none)
{back: {of: food, is: food-back.svg.j2}}                       -> back(food, 'food-back.svg.j2')
"""  # fmt: skip
FACTS = {"players": {"to": 3}, "hand": 3, "seats": {2: 5}}


@pytest.mark.parametrize("line", TESTS.splitlines())
def test_a_verb_becomes_an_expression(line):
    old, new = (part.strip() for part in line.split(" -> "))
    text, number, left = rewritten_claims(f"claims:\n  - id: S1\n    test: {old}\n", FACTS)
    assert (yaml.safe_load(text)["claims"][0]["test"], number, left) == (new, 1, ())


CLAIMS = """\
# What the rulebook promises.
claims:
  # --- the box ---
  - id: S1     # the first
    says: The box holds six food cards.
    where: Contents
    test:      # all of them
      all:
        - count: {of: food, is: 6}
        - equals: {fact: hand, is: 3}
    # a remark
  - {id: S2, says: "Two, or so.", where: x, test: {count: {of: food, where: {color: red}, is: 4}}}
  - {id: S3, says: Judged., where: x, judged: why}
"""


def test_the_rest_of_the_file_stays(tmp_path):
    game = load_soup(tmp_path)
    folder = tmp_path / "card_data/soup"
    (folder / "claims.yaml").write_text(CLAIMS)
    (migrated,) = migrate_game(folder)
    assert (migrated.converted, migrated.left) == (2, ())
    text = (folder / "claims.yaml").read_text()
    assert text == CLAIMS.replace(
        "test:      # all of them\n      all:\n        - count: {of: food, is: 6}\n        - equals: {fact: hand, is: 3}",
        "test:      # all of them\n      - count(food) == 6\n      - facts.hand == 3",
    ).replace("{count: {of: food, where: {color: red}, is: 4}}", "\"count(food, color='red') == 4\"")
    assert migrate_game(folder) == ()
    loaded = load_claims(write_soup(tmp_path / "again"), game)
    assert loaded.diagnostics == ()


def test_what_cannot_be_rewritten_is_left_and_told():
    old = "claims:\n- id: S1\n  test: {cuont: {of: food}}\n- id: S2\n  test: {count: {is: 3}}\n- id: S3\n  test: {sum: [1]}\n"
    text, number, left = rewritten_claims(old, {})
    assert (text, number) == (old, 0)
    assert left == (
        "line 3: a test has one verb that there was",
        "line 5: count is not written as it was",
        "line 7: sum is not written as it was",
    )


RULES = {
    "count food": "count(food)",
    "count food value<0 id!=blank": "count(food, value=below(0), id=other_than('blank'))",
    "count *": "count(pieces)",
    "count food value>=2": "count(food, value=at_least(2))",
    "kinds food value>2 id=leek": "count(food|distinct, value=above(2), id='leek')",
    "sum food.value": "sum(food, 'value')",
    "max cards.enemy.strength value<=3": "max(cards, 'enemy.strength', value=at_most(3))",
    "list food.name": "list(food, 'name')",
    "fact players.to": "facts.players.to",
    "fact hand.2": "facts.hand[2]",
    "players * fact hand.players": "players * facts.hand[players]",
    "param rounds|round|rounds": "params.rounds|plural('round', 'rounds')",
    "count cards - fact hand|card|cards": "(count(cards) - facts.hand)|plural('card', 'cards')",
    "copies food/kale": "food.kale.copies",
    "value bids/red-9.icons": "bids['red-9'].icons",
    "this enemy.strength": "this.enemy.strength",
    "card bids/red-9": "card(bids['red-9'])",
    "card orders/this": "card(orders[this.id])",
}


@pytest.mark.parametrize(("old", "new"), RULES.items())
def test_a_reference_becomes_an_expression(old, new):
    assert expression_of(old) == new


def test_references_are_rewritten_in_every_kind_of_text_and_not_in_comments():
    old = "# [[count food]]\na: \"x [[list food.name id=a]]\"\nb: 'x [[list food.name id=a]] [[what]]'\nc: >-\n  x [[count food]]\n"
    text, number, left = rewritten_rules(old, {})
    assert text == (
        "# [[count food]]\na: \"x {{ list(food, 'name', id='a') }}\"\n"
        'b: \'x {{ list(food, "name", id="a") }} [[what]]\'\nc: >-\n  x {{ count(food) }}\n'
    )
    assert (number, left) == (3, ("line 3: [[what]]",))


def test_the_command_rewrites_the_games_of_the_project(tmp_path, monkeypatch, capsys):
    game = load_soup(tmp_path)
    (tmp_path / "card_data/soup/claims.yaml").write_text(CLAIMS)
    (tmp_path / "card_data/soup/rules.yaml").write_text('object: "There are [[count food]] and [[oops]]."\n')
    monkeypatch.chdir(tmp_path)
    assert run(["migrate"]) == 1
    said = capsys.readouterr()
    assert said.out == (
        "card_data/soup/claims.yaml: 2 expressions written\ncard_data/soup/rules.yaml: 1 expression written\n"
    )
    assert said.err == "card_data/soup/rules.yaml: left as it is, line 1: [[oops]]\n"
    (tmp_path / "card_data/soup/rules.yaml").unlink()
    assert run(["migrate", "soup"]) == 0
    assert capsys.readouterr().out == "soup: nothing to rewrite\n"
    (tmp_path / "card_data/soup/claims.yaml").write_bytes(b"claims: [\xff")
    assert run(["migrate", "soup"]) == 1
    assert "it cannot be read" in capsys.readouterr().err
    assert game.title == "Soup"


@given(st.integers(0, 2**32))
def test_spoilt_claims_are_rewritten_or_left(seed):
    luck = random.Random(seed)
    line = luck.choice(TESTS.splitlines()).split(" -> ")[0].strip()
    parts = re.split(r"(\W)", line)
    for _ in range(luck.randrange(1, 4)):
        parts[luck.randrange(len(parts))] = luck.choice(["", "x", "[]", "{}", "1..2", "{a: b}", ":"])
    try:
        yaml.compose(f"claims: [{{test: {''.join(parts)}}}]")
    except yaml.YAMLError:
        return
    rewritten_claims(f"claims: [{{test: {''.join(parts)}}}]", FACTS)


def test_the_shipped_games_are_written_in_expressions(tmp_path):
    data = Path(__file__).parents[2] / "card_data"
    for folder in data.iterdir():
        text = (folder / "claims.yaml").read_text(encoding="utf-8")
        assert rewritten_claims(text, {}) == (text, 0, ())
    game = load_soup(tmp_path)
    assert [each.state for each in results((), Data(game))] == []
    assert Expressions(Data(game)).value("count(food)") == 6


def test_files_of_a_game_that_is_a_link_out_of_the_project_stay_as_they_are(tmp_path):
    outside, cards = tmp_path / "outside", tmp_path / "project/card_data"
    text = "claims: [{claim: x, test: {count: {of: cards, is: 3}}}]\n"
    outside.mkdir()
    cards.mkdir(parents=True)
    (outside / "claims.yaml").write_text(text)
    (cards / "soup").symlink_to(outside)
    (told,) = migrate_game(cards / "soup")
    assert told.left == ("it is a link that leads out of the project",)
    assert (outside / "claims.yaml").read_text() == text


ODD = [
    '!!int ""',
    "!!timestamp x",
    "2001-99-99",
    "!!float x",
    "!!bool x",
    "!!binary x",
    "&a [*a]",
    "{[]: 1}",
    "[\x00",
]


@pytest.mark.parametrize("value", ODD)
def test_values_that_yaml_cannot_hold_are_left_and_told(tmp_path, value):
    load_soup(tmp_path)
    folder = tmp_path / "card_data/soup"
    old = (folder / "game.yaml").read_text()
    claims = "claims:\n  - claim: x\n    test: {count: {of: food, is: 6}}\n    because: %s\n"
    (folder / "claims.yaml").write_text(claims % value)
    migrate_game(folder)
    (folder / "claims.yaml").write_text(
        f"claims: [{{claim: x, test: {{equals: {{fact: hand, is: {value}}}}}}}]"
    )
    migrate_game(folder)
    (folder / "claims.yaml").write_text(claims % "y")
    (folder / "game.yaml").write_text(old + f"\nnote: {value}\n")
    (migrated,) = migrate_game(folder)
    assert migrated.converted or migrated.left == ("it cannot be read: pnp check says why",)


def test_facts_behind_a_link_out_of_the_project_are_not_read(tmp_path):
    load_soup(tmp_path / "project")
    folder = tmp_path / "project/card_data/soup"
    (folder / "game.yaml").rename(tmp_path / "game.yaml")
    (folder / "game.yaml").symlink_to(tmp_path / "game.yaml")
    (folder / "claims.yaml").write_text("claims: [{claim: x, test: {equals: {fact: hand, is: 3}}}]\n")
    migrate_game(folder)
    assert "params.hand == 3" in (folder / "claims.yaml").read_text()
