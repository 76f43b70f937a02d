"""What a broken promise says, and where."""

from dataclasses import replace

from pnp.engine.unmet import unmet
from pnp.engine.verdict import broken_promises, verdicts
from pnp.model.claims import All, Claim, Count, Covers, Equals, Selection, Span, Subset
from test_selection import SOUP
from test_selection import data as game_of

from pnp.claims.pieces import Data
from pnp.engine.needs import Need
from pnp.model.diagnostics import Place

HERE = Place("card_data/soup/claims.yaml", 7, 9, 2)
CARDS = Selection(("cards",))


def messages(*tests, data: Data = SOUP):
    claims = [Claim("S1", "Six foods.", HERE, test=test) for test in tests]
    return [finding.message for finding in broken_promises(verdicts(claims, data), "soup")]


def test_a_broken_promise_is_an_error_at_the_claim():
    (finding,) = broken_promises(
        verdicts([Claim("S1", "One food.", HERE, test=Count(CARDS, Span(1, 1)))], SOUP), "soup"
    )
    assert finding.message == "S1 is broken, One food: 6 counted, not 1 (pieces: leek, carrot and pepper)"
    assert (finding.code, finding.severity, finding.place, finding.game) == ("PNP520", "error", HERE, "soup")
    assert finding.hint == "pnp check soup --explain S1 shows what was looked at"
    assert finding.piece is None


def test_a_finding_about_one_piece_names_it():
    test = Subset(CARDS, "color", ("red",))
    (finding,) = broken_promises(verdicts([Claim("S1", "All are red.", HERE, test=test)], SOUP), "soup")
    assert finding.piece == "leek"


def test_a_kept_promise_says_nothing():
    assert messages(Count(CARDS, Span(6, 6)), Count(CARDS, Span(None, 6)), Count(CARDS, Span(1, None))) == []


def test_a_long_story_is_cut():
    (message,) = messages(Covers(CARDS, "color", tuple("abcdef")))
    assert message == (
        "S1 is broken, Six foods: no color is a; no color is b; no color is c; no color is d; and 2 more"
    )


def test_of_a_crowd_nobody_is_named():
    crowd = game_of(*((f"c{number}", 1, {}) for number in range(13)))
    (message,) = messages(Count(CARDS, Span(14, 14)), data=crowd)
    assert message == "S1 is broken, Six foods: 13 counted, not 14 (in 13 different pieces)"


def test_what_is_not_there_breaks_the_promise_and_the_next_test_is_tried_all_the_same():
    bare = replace(SOUP, game=replace(SOUP.game, components=()))
    both = All((Count(CARDS, Span(6, 6)), Equals("hand", 4)))
    assert messages(both, data=bare) == [
        "S1 is broken, Six foods: there is no component cards; there is no fact hand"
    ]


def test_a_parameter_of_the_rules_is_a_fact_unless_the_game_has_its_own():
    ruled = replace(SOUP, params={"hand": 4})
    assert messages(Equals("hand", 4), data=ruled) == []
    own = replace(ruled, game=replace(SOUP.game, facts={"hand": 5}))
    assert messages(Equals("hand", 4), data=own) == ["S1 is broken, Six foods: hand is 5, not 4"]


def test_a_claim_without_a_test_is_judged_or_dropped():
    claims = [Claim("S1", "x", HERE, judged="why"), Claim("S2", "x", HERE, dropped="why")]
    assert [each.state for each in verdicts(claims, SOUP)] == ["judged", "dropped"]


def test_a_need_of_play_that_is_not_met_is_an_error_at_its_component():
    met = Need("N1", "cards", "Two can play.", holds=True, found="6 cards")
    lacking = Need("N2", "cards", "Nine can play.", holds=False, found="6 cards")
    (finding,) = unmet([met, lacking], SOUP.game)
    assert finding.message == "play needs it (N2): Nine can play; found: 6 cards"
    assert (finding.code, finding.severity, finding.game) == ("PNP521", "error", "soup")
    assert finding.place == SOUP.game.components[0].place
