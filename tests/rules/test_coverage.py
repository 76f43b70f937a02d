"""A complete game: every text names its claim, every claim is printed, every fact is read, no number is typed."""

import pytest

from pnp.build.game_check import explain_claim
from pnp.build.games import check_games
from pnp.build.pipeline import fonts_of, render_context
from pnp.build.result import CheckOptions
from pnp.load.project import find_project
from pnp.render.faces import render

NOTE = '{text: "One of these for each cook, and {{ facts.coins.each }} coins.", claim: S3}'
FILES = {
    "game.yaml": """\
title: Soup
facts: {draw: 2, coins: {each: 3}}
wording: {do: {draw: "draw {n} cards from the pile"}}
""",
    "aids.yaml": """\
kind: cards
title: Aids
note: {text: "One of these for each cook, and {{ facts.coins.each }} coins.", claim: S3}
size: standard
front: aid.svg.j2
pieces:
  - id: aid
    claim: S3
    title: What a cook can do
    steps: [{text: "Draw {{ facts.draw }}.", claim: S1}, "Stir, taste, and pass it on."]
    more: {claim: A1, last: "Whoever spills it, mops it up."}
    effect: {do: [{draw: 1}], claim: S2}
    said: {words: effect}
""",
    "rules.yaml": """\
turn:
  - {text: "You draw {{ facts.draw }} cards now.", claim: S1}
  - points: ["Everybody begins with {{ facts.coins.each }} coins.", "Never share a spoon."]
    claim: S2
""",
    "claims.yaml": """\
complete: true
claims:
  - {id: S1, where: Turn, says: You draw 2., test: facts.draw == 2}
  - {id: S2, where: Turn, says: You have 3., test: facts.coins.each == 3}
  - {id: S3, where: Turn, says: Cooks do things., judged: it is play}
  - {id: S4, where: Turn, says: There is an aid., test: count(aids) == 1}
  - {id: S5, where: Box, says: The box is red., judged: it is a colour, unprinted: one sees it}
rulings:
  - {id: A1, about: [S3], conflict: Who mops?, ruling: The spiller.}
""",
}
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">
{{ line(piece.steps[0], 5, 10, size=8, max_width=50) }}{{ line(piece.more.last, 5, 20, size=8, max_width=50) }}</svg>
"""


def project(root, **changes):
    (root / "card_data/soup").mkdir(parents=True)
    (root / "templates/soup").mkdir(parents=True)
    for name, text in FILES.items():
        old, new = changes.get(name.removesuffix(".yaml"), ("", ""))
        assert old in text
        (root / "card_data/soup" / name).write_text(text.replace(old, new, 1) if old else text)
    (root / "templates/soup/aid.svg.j2").write_text(changes.get("template", TEMPLATE))
    return find_project(root)


def found(root, **changes):
    (result,) = check_games(project(root, **changes), options=CheckOptions(faces=False))
    return [(each.code, each.message) for each in result.diagnostics]


def test_a_game_that_is_bound_has_no_finding(tmp_path):
    assert found(tmp_path) == []


CASES = {
    "a sentence without a claim": (
        {"rules": ("    claim: S2", "    # none")},
        ("PNP522", 'rules turn: "Everybody begins with 3 coins." names no claim'),
    ),
    "a text of a piece without a claim": (
        {"aids": ("    claim: S3\n", "")},
        ("PNP522", 'aids/aid steps.2: "Stir, taste, and pass it on." names no claim'),
    ),
    "a note without a claim": (
        {"aids": (NOTE, "One of these for each cook.")},
        ("PNP522", 'aids note: "One of these for each cook." names no claim'),
    ),
    "words of an effect without a claim": (
        {"aids": ("[{draw: 1}], claim: S2}", "[{draw: 1}], claim: S9}")},
        ("PNP526", 'aids/aid said: there is no claim or ruling "S9"'),
    ),
    "a claim that is printed nowhere": (
        {"claims": (", unprinted: one sees it", "")},
        ("PNP523", "S5 is printed nowhere: The box is red."),
    ),
    "a fact that nothing reads": (
        {"game": ("draw: 2,", "draw: 2, deal: 4,")},
        ("PNP524", "nothing reads the fact deal"),
    ),
    "a phrase that no effect uses": (
        {"game": ("{do: {draw:", '{do: {stir: "stir it", draw:')},
        ("PNP524", "no effect uses the phrase do.stir"),
    ),
    "a number that is typed": (
        {"rules": ("{{ facts.coins.each }} coins", "{{ facts.coins.each }} coins and three bowls")},
        (
            "PNP525",
            'rules turn: the number three is typed in "Everybody begins with {{ facts.coins.each }} coins and th..."',
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_not_bound_is_a_finding(case, tmp_path):
    changes, finding = CASES[case]
    assert finding in found(tmp_path, **changes)


@pytest.mark.parametrize("case", CASES)
def test_a_game_that_does_not_call_itself_complete_is_not_held_to_it(case, tmp_path):
    changes, finding = CASES[case]
    if "claims" not in changes:
        only_unknown_ids = [finding] if finding[0] == "PNP526" else []
        assert found(tmp_path, **changes, claims=("complete: true\n", "")) == only_unknown_ids


def test_words_that_were_approved_do_not_read_a_fact(tmp_path):
    made = project(tmp_path, game=("draw: 2,", "draw: 2, deal: 4,"))
    text = '{digest: "0123456789abcdef", text: "deal the cards"}'
    (tmp_path / "card_data/soup/approved.yaml").write_text(
        f"version: 1\ntexts:\n  rules turn:\n    - {text}\n"
    )
    (result,) = check_games(made, options=CheckOptions(faces=False))
    assert "nothing reads the fact deal" in {each.message for each in result.diagnostics}


def test_a_number_may_be_typed_with_a_reason(tmp_path):
    allowed = "numbers: [{text: three bowls, reason: nobody counts bowls}]\ncomplete: true"
    changes = {"rules": ("{{ facts.coins.each }} coins", "{{ facts.coins.each }} coins and three bowls")}
    assert found(tmp_path, **changes, claims=("complete: true", allowed)) == []
    changes = {"rules": ("{{ facts.coins.each }} coins", "{{ facts.coins.each }} coins and four bowls")}
    assert found(tmp_path / "other", **changes, claims=("complete: true", allowed))[0][0] == "PNP525"


def test_the_explanation_says_where_a_claim_is_printed(tmp_path):
    lines = explain_claim(project(tmp_path), "S1").lines
    assert [line for line in lines if "aid steps" in line or "rules turn" in line] == [
        "  printed   aids/aid steps.1 (card_data/soup/aids.yaml:10): Draw 2.",
        "            rules turn (card_data/soup/rules.yaml:2): You draw 2 cards now.",
    ]
    assert "  unprinted one sees it" in explain_claim(find_project(tmp_path), "S5").lines


def test_a_note_says_what_its_expressions_come_to(tmp_path):
    project(tmp_path)
    lines = explain_claim(find_project(tmp_path), "S3").lines
    assert any(
        line.endswith("aids note (card_data/soup/aids.yaml:3): One of these for each cook, and 3 coins.")
        for line in lines
    )


def test_a_wrong_expression_in_a_note_is_a_finding(tmp_path):
    assert ("PNP173", 'aids note: facts.coins has no fact "eech"') in found(
        tmp_path, aids=("coins.each", "coins.eech")
    )


def drawn(root, **changes):
    made = project(root, **changes)
    (result,) = check_games(made, options=CheckOptions(faces=False))
    game = result.promises.data.game
    return render(game.components[0], render_context(made, game, fonts_of(made)))


def test_expressions_in_the_texts_of_a_piece_are_worked_out_when_it_is_drawn(tmp_path):
    rendered = drawn(tmp_path)
    (face,) = rendered.deck.faces.values()
    assert "Draw 2." in face.svg
    assert rendered.diagnostics == ()


def test_a_wrong_expression_in_the_text_of_a_piece_is_a_finding(tmp_path):
    (finding,) = drawn(tmp_path, aids=("facts.draw", "facts.drew")).diagnostics
    assert (finding.code, finding.place.line) == ("PNP173", 10)
    assert "drew" in finding.message
