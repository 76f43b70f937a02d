"""Games are played from the printed data: moves, transcripts, many games, and what the data change about it."""

import json
from random import Random

import pytest
from boxes import Box
from docs_pages import blocks, typed, write_files

from pnp.__main__ import run
from pnp.engine.play.game_rules import CHANCE, OVER, text_of
from pnp.engine.play.games import PLAYED, rules_of, variants_of
from pnp.engine.play.ingeniators import NONE, Ingeniators
from pnp.engine.play.players import PLAYERS
from pnp.engine.play.referee import played, positions, turns
from pnp.engine.play.session import Session
from pnp.engine.play.simulation import SimulateOptions, simulate, simulation_row
from pnp.engine.play.transcripts import parsed_transcript, replay, transcript_lines
from pnp.model.errors import CannotUse

BOX = Box("ingeniators")

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
    read = parsed_transcript(GAME, "game.txt")
    replayed = replay(read, rules())
    (finding,) = replayed.diagnostics
    assert str(finding.place.file) == "game.txt"
    assert finding.place.line == 20
    assert '"install RYY i left" cannot be done here' in finding.message
    assert replayed.state.dice == (4, 3)
    assert replayed.state.valves == (2, 0)
    written = list(transcript_lines("ingeniators", rules(), "", replayed.turns))
    plain = [line.partition("#")[0].rstrip() for line in GAME.splitlines()[:-1]]
    assert written == plain


def test_a_changed_tile_breaks_a_transcript_at_its_line():
    changed = rules(game=BOX.piece("tiles/RBB", copies=0))
    (finding,) = replay(parsed_transcript(GAME, "game.txt"), changed).diagnostics
    assert finding.place.line == 7
    assert "move 5: " in finding.message


@pytest.mark.parametrize("text", ["", "players: 2\n1 end\n", "game: ingeniators\n1 end\n"])
def test_what_is_no_transcript_is_refused(text):
    with pytest.raises(CannotUse, match="is no transcript"):
        parsed_transcript(text, "game.txt")


@pytest.mark.parametrize("variant", variants_of(BOX.game))
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_every_game_ends_and_no_tile_or_die_is_lost(player, variant):
    for seats in (2, 3, 4):
        game = rules(seats, variant)
        for seed in range(3):
            record = []
            result = played(game, [PLAYERS[player]] * seats, Random(seed), record.append)
            assert not result.endless
            for turn in record:
                table = turn.state
                lying = sum(way != NONE for way in table.blueprint)
                kept = sum(map(len, table.kept))
                copies = table.workshop.bit_count()
                assert sum(table.stock) + lying + copies + kept + len(table.tiles) == 90
                assert sum(table.dice) == 3 * seats + copies
                assert game.to_move(table) in (CHANCE, *range(seats))
            assert list(turns(game, [turn.move for turn in record])) == record


def matching(game: Ingeniators, table) -> bool:
    return all(
        game.ways[way][1][edge] == game.ways[table.blueprint[other]][1][facing]
        for space, way in enumerate(table.blueprint)
        for edge, other, facing in game.beside[space]
        if way != NONE != table.blueprint[other]
    )


def test_touching_edges_match_in_every_position():
    game, record = rules(3), []
    played(game, [PLAYERS["random"]] * 3, Random(1), record.append)
    assert all(matching(game, turn.state) for turn in record)
    assert sum(turn.move[0] == "install" for turn in record) > 10


def test_strict_building_never_makes_a_dead_space():
    game, record = rules(2, "strict"), []
    played(game, [PLAYERS["random"]] * 2, Random(1), record.append)
    last = game.apply(record[-1].state, record[-1].move)
    full = [1] * len(game.types)
    assert all(
        way != NONE or game._fits_any(last.blueprint, space, full) for space, way in enumerate(last.blueprint)
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (BOX.told_in("setup", dice=4), "the dice of the first throw"),
        (BOX.told_in("turn", valve_changes=0), "a set moves no valve"),
        (BOX.told_in("turn", valve_dice=2), "dice that are thrown again"),
        (BOX.told_in("turn", workshop_dice=2), "dice for a copy"),
        (BOX.told_in("turn", hand_limit=0), "no tile is kept"),
        (BOX.told_in("end", idle_rounds=1), "the end after an idle round"),
        (BOX.piece("tiles/RBB", copies=0), "no such tile"),
    ],
)  # fmt: skip
def test_a_fact_that_is_changed_changes_play(change, why):
    def records(game):
        found = []
        for seed in range(4):
            played(rules(game=game), [PLAYERS["random"]] * 2, Random(seed), found.append)
        return [text_of(turn.move) for turn in found]

    assert records(change) != records(BOX.game), why


def test_so_many_positions_are_reached():
    """Perft from the first throw: 2 who begin, 12 places for the first valve, 9 for the second, 20 throws of three dice."""
    game = rules()
    assert [positions(game, game.start(), depth) for depth in range(5)] == [1, 2, 24, 216, 4320]


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


def test_players_that_look_ahead_win_more():
    game = rules()
    wins = sum(
        0 in played(game, [PLAYERS["greedy"], PLAYERS["random"]], Random(seed)).winners for seed in range(10)
    )
    assert wins == 10


def test_many_games_are_the_same_with_any_number_of_workers():
    some = SimulateOptions((2, 3), games=6, player="random")
    one, two = (simulate(BOX.game, each) for each in (some, SimulateOptions((2, 3), 6, "random", workers=2)))
    rows = [[simulation_row(BOX.game, tally) for tally in each.tallies] for each in (one, two)]
    assert rows[0] == rows[1]
    row = rows[0][0]
    assert {
        "game",
        "players",
        "games",
        "endless",
        "errors",
        "length",
        "won",
        "winners",
        "cards",
    } <= row.keys()
    assert row["cards"]["tiles/RRR"].keys() == {"drawn", "played"}
    assert row["games"] == 6
    assert sum(row["winners"]) >= row["won"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("simulate yogire", "cannot be played"),
        ("simulate ingeniators --players 7", "is not for 7 players"),
        ("simulate ingeniators --variant stric", "did you mean strict"),
        ("play ingeniators --resume none.txt", "none.txt cannot be read"),
    ],
)
def test_what_cannot_be_played_is_told(arguments, said, capfd):
    assert run(arguments.split()) == 2
    assert said in capfd.readouterr().err


def test_a_person_plays_saves_and_goes_on(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    answers = iter(["?", "?moon", "? moon", "1", "u", "b", "1", "s a.txt", "x", "q"])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(answers))
    assert run(["play", "ingeniators"]) == 0
    said = capfd.readouterr().out
    assert "Taken back." in said
    assert "Saved: pnp play ingeniators --resume a.txt" in said
    assert run(["replay", "a.txt"]) == 0
    assert "the game is not over" in capfd.readouterr().out
    answers = iter(["q"])
    assert run(["play", "ingeniators", "--resume", "a.txt"]) == 0


def test_the_page_does_what_it_says(tmp_path, monkeypatch, capfd):
    write_files("play.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    many, again = (block.strip() for block in blocks("play.md", "type"))
    assert typed(many) == 0
    table = capfd.readouterr().out
    assert "never played" in table or "wins by seat" in table
    assert typed(again) == 0
    assert capfd.readouterr().out == blocks("play.md", "printed")[0]


def test_every_game_that_is_played_says_its_variants():
    assert set(PLAYED) == {"ingeniators"}
    assert json.dumps(dict(variants_of(BOX.game)))
    assert rules().to_move(rules().start()) != OVER
