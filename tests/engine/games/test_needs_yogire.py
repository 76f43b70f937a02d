"""YOGIRE can be begun, paid, carried and won; a changed card, effect or fact breaks the need that speaks of it."""

from dataclasses import replace

import pytest
from boxes import Box, broken

from pnp.engine.needs import needs_of
from pnp.model.game import Component, Game, Piece

BOX = Box("yogire")
told = BOX.told_in


def with_cards(alter) -> Game:
    """Return the game with every card altered: `alter` returns a card, or None to take it out."""

    def altered(component: Component) -> Component:
        if component.id != "cards":
            return component
        pieces = (piece if piece.extra else alter(piece) for piece in component.pieces)
        return replace(component, pieces=tuple(piece for piece in pieces if piece))

    return replace(BOX.game, components=tuple(map(altered, BOX.game.components)))


def without(field: str, *values: str) -> Game:
    return with_cards(lambda card: None if card.fields[field] in values else card)


def effect(zone: str, field: str, name: str, **numbers) -> Game:
    """Return the game in which every card with an effect has other numbers for it, as a changed table makes them."""

    def alter(card: Piece) -> Piece:
        if card.fields[field] != name:
            return card
        return replace(card, fields={**card.fields, zone: {**card.fields[zone], **numbers}})

    return with_cards(alter)


def card(name: str, **fields) -> Game:
    return with_cards(
        lambda each: replace(each, fields={**each.fields, **fields}) if each.id == name else each
    )


def test_the_deck_has_what_the_game_needs():
    assert broken(BOX.game) == {}


def test_needs_speak_in_numbers_of_the_data():
    says = {need.id: f"{need.says} {need.found}" for need in needs_of(BOX.game)}
    assert says["GN5"] == "All datacenters together carry one of each permanent, 26 units. 43 units"
    assert (
        says["GN7"] == "A good hand destroys any enemy; the strongest can have 10. attacks of 11 for nothing"
    )


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        (
            {"enemy_deck": 49},
            {"GN1": "53 cards", "GN4": "PE02 needs 3"},
        ),  # no datacenter is left, nor a laboratory
        ({"enemy_deck": 5, "active": 5, "visibility": 5}, {}),  # all that there are
        ({"active": 0, "visibility": 0}, {"GN2": "0 of 5, visibility 0, hand 4 of 4"}),
        ({"active": 3}, {"GN2": "3 of 5, visibility 2, hand 4 of 4"}),
        ({"active": 6, "visibility": 6}, {"GN2": "6 of 5, visibility 6, hand 4 of 4"}),
        ({"hand": 5}, {"GN2": "2 of 5, visibility 2, hand 5 of 4"}),
        ({"hand": 2}, {"GN3": "PE02 costs 2"}),
        (
            {"hand": 3, "hand_limit": 3},
            {"GN3": "PE02 costs 2", "GN7": "attacks of 9 for nothing"},
        ),  # EE02 takes one
    ],
)
def test_a_changed_beginning_breaks_what_it_must(facts, found):
    changed = broken(told("setup", **facts))
    assert {name: words.split(", PE")[0] for name, words in changed.items()} == found


@pytest.mark.parametrize(
    ("game", "found"),
    [
        # numbers of effects
        (lambda: effect("permanent", "pe", "PE02", cost=3), {"GN3": "PE02 costs 3"}),
        (lambda: effect("oneshot", "ose", "OSE01", cost=3), {"GN3": "OSE01 costs 3"}),
        (lambda: effect("permanent", "pe", "PE02", cu=4), {"GN4": "PE02 needs 4"}),
        (lambda: effect("permanent", "pe", "PE17", cu=1), {"GN6": "PE17"}),
        (lambda: effect("permanent", "pe", "PE18", cu=0), {"GN6": "PE18"}),
        (lambda: effect("permanent", "pe", "PE18", icon="datacenter"), {"GN6": "PE18"}),
        (
            lambda: effect("enemy", "ee", "EE17", strength=7),
            {"GN7": "attacks of 11 for nothing", "GN8": "attack ends at 10, needed 12"},
        ),
        (
            lambda: effect("oneshot", "ose", "OSE09", cost=1),  # just as OSE14
            {"GN7": "attacks of 8 for nothing", "GN10-ose": "OSE09, OSE14"},
        ),
        (lambda: effect("permanent", "pe", "PE01", do=({"supply": 9},)), {"GN8": "cu ends at 43, needed 46"}),
        (lambda: effect("oneshot", "ose", "OSE10", touches="nothing"), {"GN11": "OSE10"}),
        (lambda: effect("oneshot", "ose", "OSE09", touches="enemy_deck"), {"GN11": "OSE09"}),
        # cards
        (
            lambda: without("ee", "EE04"),
            {"GN9-pe": "PE02", "GN9-ose": "OSE04", "GN9-ee": "EE04"},
        ),  # YG01 had all three
        (lambda: card("YG53", pe="PE16"), {"GN10-pe": "PE16, PE18", "GN12": "PE16 OSE17 EE19"}),  # as YG49
        (lambda: card("YG53", pe="PE81"), {"GN10-pe": "PE18, PE81", "GN9-pe": "PE19, PE20"}),
        (lambda: card("YG10", oneshot_text="Draw."), {"GN10-ose": "OSE05"}),
        (lambda: card("YG02", enemy_text=""), {"GN10-ee": "EE01"}),
        (lambda: with_cards(lambda each: replace(each, back=None)), {"GN13": "None"}),
        (
            lambda: with_cards(lambda each: replace(each, back="x") if each.id == "YG02" else each),
            {"GN13": "x, yogire/back.svg.j2"},
        ),
    ],
)
def test_a_changed_card_or_effect_breaks_what_it_must(game, found):
    assert {name: ", ".join(words.split(", ")[:2]) for name, words in broken(game()).items()} == found


def test_units_for_one_of_each_permanent_take_the_better_datacenters():
    small = without("pe", "PE01", "PE04", "PE14")  # five datacenters of three units are left
    assert broken(small)["GN5"] == "15 units"


def test_a_deck_without_cards_breaks_what_counts_cards():
    assert set(broken(replace(BOX.game, components=()))) == {"GN1", "GN7", "GN13"}
