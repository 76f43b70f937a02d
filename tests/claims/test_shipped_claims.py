"""Every sentence of a rulebook is tested, judged or dropped, and a changed box breaks the claim that speaks of it."""

from dataclasses import replace

import pytest
from mutations import with_pieces
from test_mutations import PROJECT, breaks, loaded

from pnp.build.claims_report import explained, promises
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data

STATED = {
    "yoggity": {f"Y{number:03}" for number in range(1, 105)},
    "ingeniators": {f"I{number:03}" for number in range(1, 51)},
}
"""The ids of the claims that the rulebooks state; what was worked out has others."""


def broken(name: str, data: Data) -> set[str]:
    known = Expressions(data)
    return {claim.id for claim in loaded(name)[1].claims if breaks(claim, known)}


def changed(game: str, path: str, **changes) -> Data:
    """The game with one piece changed: copies, or its fields by their names."""
    data, (component_id, wanted) = loaded(game)[0], path.split("/")
    (component,) = (each for each in data.game.components if each.id == component_id)
    (piece,) = (each for each in component.pieces if each.id == wanted)
    copies = changes.pop("copies", piece.copies)
    new = replace(piece, copies=copies, fields={**piece.fields, **changes})
    return with_pieces(data, component, {wanted: (new,)})


@pytest.mark.parametrize("name", STATED)
def test_the_whole_rulebook_is_there_and_what_was_worked_out_is_not_called_stated(name):
    _, claims = loaded(name)
    assert {claim.id for claim in claims.claims} >= STATED[name]
    assert {claim.id for claim in claims.claims if claim.source == "stated"} == STATED[name]


def test_twelve_paint_tokens_are_a_ruling_and_neither_a_failure_nor_silence():
    found = promises(PROJECT, loaded("yoggity")[0].game)
    ruling = "\n".join(explained(PROJECT, "X1", [found]))
    assert ruling.startswith("Yoggity X1: a ruling")
    assert "12 paint tokens" in ruling
    assert "The stickers and the prices hold." in ruling
    claim = "\n".join(explained(PROJECT, "Y020", [found]))
    assert claim.startswith("Yoggity Y020: kept")
    assert "X1: The stickers and the prices hold." in claim


def test_a_board_that_cannot_be_filled_has_its_ruling():
    (dead,) = (each for each in loaded("ingeniators")[1].rulings if each.id == "X1")
    assert dead.about == ("I032", "I035", "I047")
    assert "filled or dead" in dead.ruling


@pytest.mark.parametrize(
    ("name", "path", "change", "found"),
    [
        ("yoggity", "stickers/red", {"copies": 2}, {"Y006", "Y020", "Y071", "Y230"}),
        ("yoggity", "stickers/red-spare", {"copies": 2}, {"Y020", "Y230"}),
        ("yoggity", "orders/tv_set", {"parts": ("square", "circle")}, {"Y067", "Y213"}),
        ("yoggity", "orders/banjo", {"parts": ("stick", "square", "triangle")}, {"Y210", "Y213"}),
        ("yoggity", "orders/banjo", {"points": 4}, {"Y211"}),
        ("yoggity", "colors/teal", {"name": "Cyan"}, {"Y222", "Y223"}),
        ("yoggity", "yoggity_cards/wild", {"text": "Counts as any paint."}, {"Y056"}),
        ("yoggity", "yoggity_cards/cancel_order", {"text": "Nothing."}, {"Y063"}),
        ("yoggity", "yoggity_cards/cancel_order", {"then": "Draw one."}, {"Y064"}),
        ("yoggity", "coins/coin", {"copies": 19}, {"Y023"}),
        ("yoggity", "aids/aid", {"copies": 4}, {"Y235"}),
        ("ingeniators", "tiles/RRB", {"copies": 9}, {"I005", "I013", "I203"}),
        (
            "ingeniators",
            "tiles/RRB",
            {"edges": ("belt", "gear", "boiler")},
            {"I029", "I031", "I032", "I203", "I216"},
        ),
        ("ingeniators", "tiles/RYY", {"name": "Boilers"}, {"I201"}),
        ("ingeniators", "dice/more", {"copies": 11}, {"I204"}),
        ("ingeniators", "dice/more", {"sides": ("gear", "belt", "boiler", "valve")}, {"I205"}),
        ("ingeniators", "valves/moon", {"copies": 2}, {"I007", "I010", "I206"}),
        ("ingeniators", "aids/aid", {"copies": 3}, {"I208"}),
    ],
)
def test_a_changed_piece_breaks_the_claim_that_speaks_of_it(name, path, change, found):
    assert broken(name, changed(name, path, **change)) == found
