"""A structured effect reads as a person would say it."""

import pytest

from pnp.load.effect_text import EffectWriter, PhraseError, parse_phrase, read_wording
from pnp.load.nodes import Findings
from pnp.load.yaml_source import parse

WORDING = """\
on: {draw: when you draw, attack: "*each time* you attack"}
pay:
  discard_hand: "discard {n} {n|card|cards} from your hand"
  discard_self: discard this card
do:
  draw: "draw {n|a card|{n} cards}"
  ignore: ignore one harmful effect, once
  supply: "supplies {n} {cu}"
  sort: "look at your top {n} cards, discard up to {drop}"
  destroy: "destroy the {pick} enemy"
  shout: "{n|Stop!|{n} times stop!}"
  cost: "{cost|pay {cost}|pay {cost} each} {coin}"
"""


def read(text: str):
    node, diagnostics = parse(text.encode(), "game.yaml")
    assert diagnostics == ()
    return node


def said(effect: str, wording: str = WORDING) -> str:
    findings = Findings()
    text = EffectWriter(read_wording(read(wording), findings), findings).say(read(effect))
    assert not len(findings), findings.ordered()
    return text


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("do: [{draw: 2}]", "Draw 2 cards."),
        ("do: [{draw: 1}]", "Draw a card."),
        ("{on: draw, do: [{draw: 1}]}", "**When you draw:** Draw a card."),
        ("{on: attack, do: [{draw: 1}]}", "***Each time* you attack:** Draw a card."),
        ("{pay: [discard_self], do: [ignore]}", "**Discard this card:** Ignore one harmful effect, once."),
        ("{pay: [{discard_hand: 2}], do: [{draw: 3}]}", "**Discard 2 cards from your hand:** Draw 3 cards."),
        (
            "{do: [{draw: 1}, ignore, {draw: 2}]}",
            "Draw a card, then ignore one harmful effect, once, then draw 2 cards.",
        ),
        ("{do: [{ignore: true}], cost: 3, tags: [x]}", "Ignore one harmful effect, once."),
        ("{do: [{sort: {n: 3, drop: 1}}]}", "Look at your top 3 cards, discard up to 1."),
        ("{do: [{destroy: {pick: weakest}}]}", "Destroy the weakest enemy."),
        ("{do: [{supply: 6}]}", "Supplies 6 {cu}."),
        ("{do: [{cost: {cost: 1}}]}", "Pay 1 {coin}."),
        ("{do: [{cost: {cost: 2}}]}", "Pay 2 each {coin}."),
        ("{do: [{shout: 1}]}", "Stop!"),
        ("{do: [{draw: -1}]}", "Draw -1 cards."),
        ("{cost: 3}", ""),
        ("{do: []}", ""),
        (
            "{on: draw, pay: [discard_self], do: [ignore]}",
            "**When you draw:** **Discard this card:** Ignore one harmful effect, once.",
        ),
    ],
)
def test_effects_read_well(effect, text):
    assert said(effect) == text


def test_a_game_may_join_and_mark_in_its_own_way():
    wording = 'join: "; "\non_format: "<{on}> "\npay_format: "[{pay}] "\n' + WORDING
    effect = "{on: draw, pay: [discard_self, {discard_hand: 1}], do: [ignore, {draw: 1}]}"
    assert said(effect, wording) == (
        "<When you draw> [Discard this card; discard 1 card from your hand] "
        "Ignore one harmful effect, once; draw a card."
    )


@pytest.mark.parametrize(
    ("step", "line", "message", "hint"),
    [
        ("{sort: {n: 3, dorp: 1}}", 9, '"sort", {drop} is not a field of the step', 'did you mean "dorp"?'),
        ("{cost: 3}", 12, '"cost", {cost|...|...} is not a field of the step', "the fields are: n"),
        ("{draw: all}", 6, '"draw", {n|...|...} chooses by a number, and n is "all"', "use {n}"),
    ],
)
def test_a_phrase_that_does_not_fit_its_step_is_told_where_it_stands(step, line, message, hint):
    findings = Findings()
    EffectWriter(read_wording(read(WORDING), findings), findings).say(read(f"do: [{step}]"))
    (found,) = findings.ordered()
    assert (found.code, found.place.line, found.place.column) == ("PNP122", line, 9)
    assert (found.message, found.hint) == (f"in the phrase for {message}", hint)


@pytest.mark.parametrize("text", ["{", "}", "{n", "{n|a}", "{n|a|b|c}", "{}", "{ n}", "{n|{}|b}", "{n|a|b}}"])
def test_bad_phrases_are_refused_with_a_hint(text):
    with pytest.raises(PhraseError) as caught:
        parse_phrase(text)
    assert caught.value.hint
