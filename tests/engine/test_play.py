"""Games are played from the printed data: moves, transcripts, many games, and what the data change about it."""

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest
from boxes import Box
from docs_pages import GAMES, blocks, game_played, game_tables, games_wanted, typed

from pnp.__main__ import run
from pnp.cli.move_words import MoveWords
from pnp.engine import simulation
from pnp.engine.game_rules import CHANCE, PLAYED, Result, played, player_counts, rules_of, variants_of
from pnp.engine.ingeniators import NONE
from pnp.engine.players import PLAYERS, Session
from pnp.engine.simulation import SimulateOptions, simulate, simulation_row
from pnp.engine.transcripts import parsed_transcript, replay, transcript_lines
from pnp.engine.yes_broccoli import Bid
from pnp.engine.yogire_table import Deck
from pnp.model.diagnostics import CannotUse

BOX, RYB, YOGGITY = Box("ingeniators"), Box("ryb"), Box("yoggity")
BROCCOLI, YOGIRE = Box("yes_broccoli"), Box("yogire")

GAME = """\
game: ingeniators
players: 2
chance  begin 2
2       place star gear
1       place moon boiler
chance  roll 1 belt 1 gear 1 valve      # the valve of seat 2 is on its gear
2       produce RBB
2       install RBB h base              # up: the belt lies at the base, towards o
chance  roll 1 belt 1 gear 1 boiler     # a set that produces nothing, but moves a valve
1       move 2 belt
chance  roll 1 belt 2 valve             # now seat 1's own valve counts
1       produce RYY
1       end RYY                         # kept
chance  roll 1 belt 1 boiler 1 valve    # seat 2's valve is on belt now
2       produce RRY
2       end
chance  roll 1 belt 2 gear
1       produce RBB
1       copy h                          # h of the Workshop, for a die
1       install RYY i left              # not against the gear of h ...
"""
"""Of the last line the engine says that it is not legal, and what is."""


def rules(seats=2, variant="", game=None):
    return rules_of(game or BOX.game, seats, variant)


def test_a_transcript_is_replayed_to_the_letter_up_to_what_cannot_happen():
    replayed = replay(parsed_transcript(GAME, "game.txt"), rules())
    (finding,) = replayed.diagnostics
    assert (str(finding.place.file), finding.place.line) == ("game.txt", 20)
    assert '"install RYY i left" cannot be done here' in finding.message
    assert (replayed.state.dice, replayed.state.valves) == ((4, 3), (2, 0))
    written = list(transcript_lines("ingeniators", rules(), "", replayed.turns))
    assert written == [line.partition("#")[0].rstrip() for line in GAME.splitlines()[:-1]]


def test_a_changed_tile_breaks_a_transcript_at_its_line():
    changed = rules(game=BOX.piece("tiles/RBB", copies=0))
    (finding,) = replay(parsed_transcript(GAME, "game.txt"), changed).diagnostics
    assert finding.place.line == 7
    assert "move 5: " in finding.message


@pytest.mark.parametrize("text", ["", "players: 2\n1 end\n", "game: ingeniators\n1 end\n"])
def test_what_is_no_transcript_is_refused(text):
    with pytest.raises(CannotUse, match="is not a transcript"):
        parsed_transcript(text, "game.txt")


EVERY = [(name, variant) for name in PLAYED for variant in variants_of(Box(name).game)]


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_every_game_ends_and_is_replayed_from_its_moves(name, variant):
    game = Box(name).game
    for seats in player_counts(game):
        for number, player in enumerate(("random", "greedy")):
            each, record = rules_of(game, seats, variant), []
            result = played(each, [PLAYERS[player]] * seats, Random(seats + number), record.append)
            assert not result.endless
            assert result.winners or name == "yogire"
            assert {frozenset(vars(turn.state)) for turn in record} == {frozenset(vars(each.start()))}
            lines = "\n".join(transcript_lines(name, each, variant, record))
            assert replay(parsed_transcript(lines, "game.txt"), each).turns == tuple(record)


@pytest.mark.parametrize("variant", variants_of(RYB.game))
def test_no_card_or_die_of_ryb_is_lost(variant):
    game, record = rules_of(RYB.game, 3, variant), []
    played(game, [PLAYERS["random"]] * 3, Random(4), record.append)
    for table in (turn.state for turn in record):
        cards = sum(count for _, count in table.deck) + len(table.discards) + sum(map(len, table.hands))
        goals = len(table.middle) + sum(map(len, table.piles))
        banks = sum(len(goal.private) for goal in table.middle)
        pending = bool(table.pending) and table.pending[0] in game.cards
        assert cards + goals + banks + pending == 54
        assert sum(map(sum, table.pools)) + sum(table.heap) == 18
        assert min(min(pool) for pool in table.pools) >= 0


@pytest.mark.parametrize("variant", variants_of(YOGIRE.game))
def test_no_card_of_yogire_is_lost(variant):
    game, record = rules_of(YOGIRE.game, 1, variant), []
    for seed in range(6):
        played(game, [PLAYERS["random"]], Random(seed), record.append)
    for table in (turn.state for turn in record):
        rows = (table.discard, table.enemy_discard, table.hand, table.permanents, table.active, table.gone)
        cards = [*table.mine.cards, *table.theirs.cards, *(card for row in rows for card in row)]
        under_way = [step[1] for step in table.agenda if step[0] in ("spent", "set_up")]
        assert sorted([*cards, *under_way]) == sorted(game.cards)


def laid(**rows):
    game = rules_of(YOGIRE.game, 1)
    return game, game.start()._replace(phase="act", agenda=(), options=(), visibility=0, **rows)


def test_the_card_that_pays_less_is_discarded_before_anything_reacts():
    """PE10 draws for the payment, and EE03 then wants a card of the hand: the one discarded to pay less is gone by then."""
    rows = {"hand": ("YG20", "YG21", "YG22"), "permanents": ("YG07", "YG11", "YG02"), "active": ("YG03",)}
    game, table = laid(theirs=Deck(pool=("YG30",)), mine=Deck(pool=("YG05", "YG08")), **rows)
    move = ("permanent", "YG22", "YG20", "instead", "YG21")
    assert move in game.moves(table)
    paid = game.apply(table, move)
    assert (paid.discard, paid.enemy_discard) == (("YG21",), ("YG20",))


def test_cards_react_again_to_a_new_hand():
    """EE03 wants the card that is drawn, which empties the hand; both enemies then react again, to the new hand (A14)."""
    mine = Deck(top=("YG04", "YG30", "YG05", "YG08", "YG09", "YG10", "YG11", "YG12"))
    game, table = laid(hand=("YG48",), active=("YG03", "YG41"), theirs=Deck(), mine=mine)
    table = game.apply(table, ("oneshot", "YG48"))
    while table.phase != "act":
        table = game.apply(table, game.moves(table)[0])
    assert (table.visibility, len(table.hand), len(table.discard)) == (2, 3, 3)


def test_the_last_enemy_is_beaten_before_its_text_is_resolved():
    game, table = laid(active=("YG16",), attack=1, armed=True, theirs=Deck(), mine=Deck(top=("YG04",)))
    assert game.apply(table, ("attack", "YG16")).won


@pytest.mark.long
def test_yogire_can_be_won_and_lost():
    row = simulation_row(YOGIRE.game, simulate(YOGIRE.game, SimulateOptions((1,), games=60)).tallies[0])
    assert row["endless"] == row["errors"] == 0
    assert 0.2 < row["won"] < 0.8


@pytest.mark.parametrize("variant", variants_of(BROCCOLI.game))
def test_no_card_of_yes_broccoli_is_lost(variant):
    game, record = rules_of(BROCCOLI.game, 4, variant), []
    for seed in range(6):
        played(game, [PLAYERS["random"]] * 4, Random(seed), record.append)
    foods = sum(count for _, count in game.foods)
    for table in (turn.state for turn in record):
        lying = sum(count for pool in (table.deck, table.under) for _, count in pool)
        moved = len(table.top) + len(table.middle) + len(table.spent_foods) + (table.phase == "keep")
        assert lying + moved + sum(map(len, table.piles)) == foods
        assert all(count > 0 for pool in (table.deck, table.under, table.powers_left) for _, count in pool)
        if table.phase == "bid" and not any(bid.card for bid in table.bids):
            assert min(map(len, table.hands)) >= game.rounds - table.round


def revealed(cards: str, **changes):
    """The rules of Yes! Broccoli! and a table where these bids were turned over."""
    game = rules_of(BROCCOLI.game, len(cards.split()), "advanced")
    bids = tuple(Bid(card, seat, *game.bids[card]) for seat, card in enumerate(cards.split()))
    return game, game.start()._replace(bids=bids, played=(0,) * len(bids), taken=(), **changes)


def test_a_round_with_powers_goes_as_the_example_of_the_rules_says():
    """Too Busy to Eat turns the order round; Not Hungry makes Ana's 6 a 3, so that she takes before Cleo's 4."""
    powers = (("not_hungry",), (), ("too_busy_to_eat",))
    game, table = revealed("red-6 blue-6 green-4", middle=("kale", "popcorn", "soda"), powers=powers)
    assert game._takers(table)[0] == 0
    table = game._ask(table, "after_reveal")
    assert game.to_move(table) == 0
    for move in (("pass",), ("play", "too_busy_to_eat"), ("play", "not_hungry", 1), ("take", "kale")):
        assert move in game.moves(table)
        table = game.apply(table, move)
    assert table.taken == (0,)
    assert game._takers(table)[0] == 2


def test_a_traded_bid_that_is_replaced_can_still_be_taken_back_by_whose_it_is():
    """Seats 1 and 2 trade bids; seat 2 bids a food in place of red 6, and seat 1 takes that card back for another."""
    game, table = revealed(
        "red-6 blue-5", middle=("kale", "soda"), hands=(("red-2",), ("blue-2",)), piles=((), ("banana",)),
        powers=(("change_of_mind", "lunch_swap"), ("playing_with_food",)),
    )  # fmt: skip
    table = game._ask(table, "after_reveal")
    for move in (("play", "lunch_swap", 1, 2), ("pass",), ("play", "playing_with_food", "banana"),
                 ("play", "change_of_mind", "red-2"), ("take", "kale"), ("take", "soda")):  # fmt: skip
        assert move in game.moves(table)
        table = game.apply(table, move)
    assert table.phase == "serve"
    assert table.hands == (("red-6",), ("blue-2", "blue-5"))


def test_no_thanks_brings_back_what_a_new_menu_has_replaced():
    game, table = revealed("red-6 blue-5", middle=("kale", "soda"), powers=(("new_menu",), ("no_thanks",)))
    table = game._ask(table, "before_pick")
    for move in (("play", "new_menu"), ("serve", "apple"), ("serve", "donut")):
        table = game.apply(table, move)
    assert table.middle == ("apple", "donut")
    assert game.to_move(table) == 1
    undone = game.apply(table, ("undo",))
    assert undone.middle == ("kale", "soda")
    assert sorted(undone.top) == ["apple", "donut"]
    assert undone.played == (1, 1)
    assert undone.under == ()


@pytest.mark.parametrize("cards", [6, 7])
def test_an_order_leaves_at_the_start_of_the_tenth_later_turn_of_who_turned_it_up(cards):
    game, verbs, quiet = (
        rules_of(YOGGITY.game, 3),
        [],
        {"no_card", "no_trade", "no_play", "discard", "turn_up"},
    )
    hands = (("cancel_order", *["wild"] * (cards - 1)), (), ())
    table = game.start()._replace(phase="play", order="robot", color="red", hands=hands)
    move = ("cancel",)
    while verbs.count("turn_up") < 6:
        table = game.apply(table, move)
        move = next(move for move in game.moves(table) if move[0] in quiet)
        verbs.append(move[0])
    turns = [part.count("no_card") for part in " ".join(verbs).split("turn_up turn_up")]
    assert turns[1:3] == [3 * 10 - 1, 3 * 10]


@pytest.mark.parametrize("name", ["ryb", "yoggity"])
def test_hands_of_others_are_hidden_in_a_view(name):
    game, record = rules_of(Box(name).game, 3), []
    played(game, [PLAYERS["random"]] * 3, Random(5), record.append)
    table = next(turn.state for turn in record if turn.state.phase == "play")
    mine = game.view(table, 0)
    assert mine.hands[0] == table.hands[0]
    assert {card for hand in mine.hands[1:] for card in hand} == {"?"}
    hidden = sum(map(len, table.hands[1:]))
    assert sum(count for _, count in mine.deck) == sum(count for _, count in table.deck) + hidden


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("ryb", ""),
        ("yoggity", ""),
        ("yogire", ""),
        ("yes_broccoli", ""),
        ("yes_broccoli", "advanced"),
        ("yes_broccoli", "mixed"),
    ],
)
def test_the_search_player_knows_no_more_than_its_seat_sees(name, variant, monkeypatch):
    """In two games that look alike to a seat it chooses alike, whatever the others hold."""
    game, record, other, tried = rules_of(Box(name).game, 1 if name == "yogire" else 3, variant), [], 0, []
    played(game, [PLAYERS["random"]] * game.seats, Random(5), record.append)
    result = Result((0,), (), 0, endless=False)
    monkeypatch.setattr("pnp.engine.players.played", lambda *_, state: tried.append(state) or result)
    choices = [turn for turn in record if turn.seat >= 0 and len(game.moves(turn.state)) > 1]
    for turn in choices[:60:6]:
        seen = game.view(turn.state, turn.seat)
        like = game.guess(seen, turn.seat, Random(1))
        other += like != turn.state
        assert game.view(like, turn.seat) == seen
        assert game.moves(like) == game.moves(turn.state)
        tried.clear()
        chosen = [PLAYERS["search"](game, state, Random(2)) for state in (turn.state, like)]
        assert chosen[0] == chosen[1]
        assert tried[: len(tried) // 2] == tried[len(tried) // 2 :]
    assert other


@pytest.mark.parametrize(("answer", "dice"), [("allow", (2, 2, 2)), ("deny", (3, 2, 1))])
def test_a_swap_that_is_not_denied_swaps_the_dice(answer, dice):
    game = rules_of(RYB.game, 2, "denied")
    table = game.start()._replace(
        phase="play", pools=((3, 2, 1), (1, 2, 3)), hands=(("swap",), ("variable",))
    )
    for move in (("play", "swap", 1, 0, 0), ("roll", 3), ("exchange", 2, 0, 0, 1), (answer,)):
        assert move in game.moves(table)
        table = game.apply(table, move)
    assert table.pools[0] == dice
    assert table.phase == "try"
    assert ("variable" in table.hands[1]) == (answer == "allow")


def test_strict_building_never_makes_a_dead_space():
    game, record = rules(2, "strict"), []
    played(game, [PLAYERS["random"]] * 2, Random(1), record.append)
    ways = game.apply(record[-1].state, record[-1].move).blueprint
    full = [1] * len(game.types)
    assert all(way != NONE or game._fits_any(ways, space, full) for space, way in enumerate(ways))


def test_what_a_person_takes_back_is_as_it_was_and_chance_too():
    session = Session(rules(), [0], PLAYERS["greedy"], seed=3)
    before = session.state
    session.choose(0)
    first = session.state
    assert session.undo()
    assert session.state == before
    session.choose(0)
    assert session.state == first
    assert session.undo()
    assert not session.undo()


def test_many_games_are_the_same_with_any_number_of_workers():
    one, two = (simulate(BOX.game, SimulateOptions((2, 3), 6, "random", workers=number)) for number in (1, 2))
    rows = [[simulation_row(BOX.game, tally) for tally in each.tallies] for each in (one, two)]
    assert rows[0] == rows[1]
    assert sum(rows[0][0]["winners"]) >= rows[0][0]["won"] == 1


def test_a_simulation_is_a_page_with_charts_and_what_is_never_played(tmp_path, capfd):
    page = tmp_path / "games.html"
    asked = ["simulate", "ryb", "--games", "3", "--players", "2", "--format", "html", "--out", str(page)]
    assert run(asked) == 0
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") == 3
    assert '<tr class="never"><th>' in html
    assert "<th>Variable</th>" in html
    capfd.readouterr()
    assert run([*asked[:-1], "-"]) == 0
    assert capfd.readouterr().out == html


@pytest.mark.parametrize("form", ["json", "html", "text"])
def test_a_simulation_that_is_interrupted_tells_what_was_played_until_then(form, monkeypatch, capfd):
    chunks = iter([simulation.played_games])
    monkeypatch.setattr(simulation, "CHUNK", 2)

    def play(*arguments):
        try:
            return next(chunks)(*arguments)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(simulation, "played_games", play)
    out = ["--out", "-"] * (form == "html")
    assert run(["simulate", "ingeniators", "--games", "6", "--players", "2", "--format", form, *out]) == 0
    told = capfd.readouterr()
    assert "interrupted" in told.err
    if form == "json":
        assert [row["games"] for row in json.loads(told.out)] == [2]
    else:
        assert {"html": "2 games of", "text": "      2       2   "}[form] in told.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("simulate ingeniators --players 7", "is not for 7 players"),
        ("simulate ingeniators --variant stric", "did you mean strict"),
        ("play ingeniators --resume none.txt", "There is no file none.txt"),
        ("play ingeniators --resume card_data/yoggity/example.txt", "this is a saved game of yoggity"),
        ("play", "pnp play ryb, pnp play yes_broccoli"),
        ("play yogyre", "pnp play yogire"),
        ("play ryb --seat 7", "no seat 7 with 2 players"),
    ],
)
def test_what_cannot_be_played_is_told(arguments, said, capfd):
    assert run(arguments.split()) == 2
    assert said in capfd.readouterr().err


def typing(monkeypatch, *words):
    answers = iter(words)

    def prompt(text, prompt_suffix):
        sys.stdout.write(f"{text}{prompt_suffix}{(answer := next(answers))}\n")
        return answer

    monkeypatch.setattr("click.prompt", prompt)
    monkeypatch.setenv("COLUMNS", "90")


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent / "sessions").glob("*.txt")), ids=lambda path: path.stem
)
def test_a_session_at_the_terminal_reads_as_it_was_recorded(path, monkeypatch, capfd):
    """The command, then the screen behind what the game is about; what was typed into it is typed again."""
    command, _, screen = path.read_text(encoding="utf-8").partition("\n")
    typing(monkeypatch, *re.findall("your move > (.*)", screen))
    assert typed(command) == 0
    assert capfd.readouterr().out.partition("\n\n")[2] == screen


def test_a_person_plays_saves_and_goes_on(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    typing(
        monkeypatch, "?", "? moon", "1", "u", "b", "1", "99", "s /proc/none/a.txt", "s a.txt", "x", "r", "q"
    )
    assert run(["play", "ingeniators"]) == 0
    said = capfd.readouterr().out
    for words in (
        "There is no move 99",
        "leave\n",
        "cannot be written",
        "Saved: pnp play ingeniators --resume a.txt",
    ):
        assert words in said
    assert run(["replay", "a.txt"]) == 0
    assert "the game is not over" in capfd.readouterr().out
    typing(monkeypatch, "q")
    assert run(["play", "ingeniators", "--resume", "a.txt"]) == 0


def test_a_person_is_told_what_a_card_does_and_not_what_others_hold(monkeypatch, capfd):
    typing(monkeypatch, "1", "? gimme", "q")
    assert run(["play", "ryb", "--players", "3"]) == 0
    told = capfd.readouterr().out
    assert "Choose a player and take one die of theirs." in told
    assert "Seat 2 draws 4 cards." in told
    typing(monkeypatch, "1", "q")
    assert run(["play", "yes_broccoli", "--seat", "2"]) == 0
    bids, shown = capfd.readouterr().out.split("All bids are turned over.")
    assert "Seat 1 bids a card." in bids
    assert "Seat 1: 0 points, bid " in shown
    typing(monkeypatch, "q")
    assert run(["play", "yogire"]) == 0
    told = capfd.readouterr().out
    assert "theirs" not in told
    assert "{" not in told


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_moves_of_a_menu_are_told_apart_by_their_words(name, variant):
    game = Box(name).game
    seats = max(player_counts(game))
    names = {piece.id: piece.name for part in game.components for piece in part.pieces}
    rules = rules_of(game, seats, variant)
    words = MoveWords(rules, name, names, [0])
    for seed in range(2):
        record = []
        played(rules, [PLAYERS["random"]] * seats, Random(seed), record.append)
        texts = list(words.sentences(record, record[-1].state))
        for turn in (turn for turn in record if turn.seat != CHANCE):
            menu = [words.in_menu(turn._replace(move=move)) for move in rules.moves(turn.state)[:200]]
            assert len(set(menu)) == len(menu)
            texts += menu
        assert not {text for text in texts if "_" in text or "*" in text}


def test_the_page_does_what_it_says(files_of_page, capfd):
    files_of_page("play.md")
    many, again = (block.strip() for block in blocks("play.md", "type"))
    assert typed(many) == 0
    table = capfd.readouterr().out
    assert "never played" in table or "wins by seat" in table
    assert typed(again) == 0
    assert capfd.readouterr().out == blocks("play.md", "printed")[0]


@pytest.mark.parametrize("name", PLAYED)
def test_the_page_of_games_has_each_of_them_and_none_that_does_not_end(name):
    game = Box(name).game
    rows = game_tables(GAMES.read_text(encoding="utf-8"))[game.title]
    assert list(rows) == list(games_wanted(game))
    assert {row[4:6] for row in rows.values()} == {("0", "0")}
    assert min(int(row[3].replace(",", "")) for row in rows.values()) >= 300
    first = next(iter(rows))
    assert len(game_played(game, first, 2)) == len(rows[first])
