"""`pnp play`: a game at the terminal, against players of the computer's."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import click

import pnp
from pnp.cli import options
from pnp.cli.report import echo, show
from pnp.engine.play.cards import UNSEEN
from pnp.engine.play.game_rules import CHANCE, GameRules
from pnp.engine.play.players import PLAYERS
from pnp.engine.play.referee import Turn
from pnp.model.errors import CannotWrite
from pnp.model.rules_document import Listing

HELP = """\
  a number  that move
  ?         the moves again; ? WORD explains a card, or lists the moves with a word
  r         how you win, and how a turn goes
  b         the table
  u         take your last move back
  s FILE    save the game, in GAME.txt if you name no file
  q         leave"""
MOST_SHOWN = 20
"""So many moves are listed at a time; `?` finds the others."""


@click.command("play")
@click.argument("game_id", metavar="GAME")
@click.option(
    "--players", type=click.IntRange(1), metavar="N", help="Number of players (default: the fewest)."
)
@click.option("--seat", "seats", type=click.IntRange(1), multiple=True, default=(1,), show_default=True,
              metavar="N", help="Your seat; repeat it for several people at this terminal.")  # fmt: skip
@click.option("--against", type=click.Choice(list(PLAYERS)), default="greedy", show_default=True,
              help="Who plays the other seats.")  # fmt: skip
@click.option("--variant", default="", metavar="NAME", help="A variant of the rules.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Start of the random numbers."
)
@options.trust
@click.option("--resume", type=click.Path(path_type=Path, dir_okay=False), help="Continue a saved game.")
def command(
    game_id: str, *, players: int | None, seats: tuple[int, ...], resume: Path | None, **asked: Any
) -> int:
    """Play a game at the terminal, against the computer.

    Choose a move by its number.

    Example: pnp play ingeniators --players 2 --seat 1 --against greedy
    """
    project = pnp.open_project((game_id,))
    loaded = pnp.load_game(project, pnp.chosen_games(project, (game_id,))[0])
    if loaded.game is None:
        show(loaded.diagnostics, project.root)
        return 1
    saved = pnp.read_transcript(resume) if resume else None
    count = saved.players if saved else players or pnp.player_counts(loaded.game)[0]
    variant = saved.variant if saved else asked["variant"]
    trusted = options.trusted_rules(project, loaded.game.id, trust=asked["trust"])
    rules = pnp.rules_of(loaded.game, count, variant, trusted)
    if max(seats) > count:
        raise click.UsageError(f"There is no seat {max(seats)} with {count} players.")
    session = pnp.Session(rules, [seat - 1 for seat in seats], PLAYERS[asked["against"]], asked["seed"])
    if saved:
        replayed = pnp.replay(saved, rules)
        if replayed.diagnostics:
            show(replayed.diagnostics, Path.cwd())
            return 1
        session.resume(replayed.turns, replayed.state)
    person = _Person(project, loaded.game, session, variant)
    echo(f"{loaded.game.title}, players: {count}. You are seat {' and '.join(map(str, seats))}"
         + (f"; {asked['against']} plays the others." if count > len(seats) else "."))  # fmt: skip
    person.show_rules("object")
    echo("Type the number of a move. ? and the name of a card explains it; r: the rules of a turn; h: help.")
    echo("")
    person.tell([turn for turn in session.turns if turn.seat != CHANCE])
    told = -1
    while session.moves:
        if len(session.turns) != told:
            if not session.turns or session.turns[-1].seat != session.to_move:
                person.show_table()
            person.list_moves()
        told = len(session.turns)
        if not person.answered():
            return 0
    for line in rules.show(session.state, session.people[0]):
        echo(line)
    winners = ", ".join(f"seat {seat + 1}" for seat in rules.winners(session.state)) or "nobody"
    echo(f"The game is over. Won by {winners}.")
    return 0


class _Person:
    """Somebody at the terminal: what is shown to them, and what they type."""

    def __init__(
        self, project: "pnp.Project", game: "pnp.Game", session: "pnp.Session", variant: str
    ) -> None:
        self.project, self.game, self.session, self.variant = project, game, session, variant
        self.names = {word.casefold() for part in game.components for piece in part.pieces
                      for word in (piece.id, piece.name)}  # fmt: skip

    def answered(self) -> bool:
        """Do what a person types; False to leave."""
        session = self.session
        try:
            typed = click.prompt(f"Seat {session.to_move + 1}, your move", prompt_suffix=" > ").strip()
        except click.Abort:
            return False
        word, _, rest = typed.partition(" ")
        if word in ("q", "quit", "exit"):
            return False
        if word.isdecimal():
            self.choose(int(word))
        elif word == "u":
            echo("Taken back." if session.undo() else "There is nothing to undo.")
        elif word == "b":
            self.show_table()
        elif word == "r":
            self.show_rules("object", "turn", "end")
        elif word == "s":
            self.save(rest or f"{self.game.id}.txt")
        elif word.startswith("?"):
            self.explain(typed.lstrip("? "))
        else:
            for line in HELP.splitlines():
                echo(line)
        return True

    def choose(self, number: int) -> None:
        """Make the move of that number."""
        if 1 <= number <= len(self.session.moves):
            self.tell(self.session.choose(number - 1))
        else:
            echo(f"There is no move {number}; there are {len(self.session.moves)}.")

    def save(self, name: str) -> None:
        """Save the game; what cannot be written is told, and the game goes on."""
        lines = pnp.transcript_lines(self.game.id, self.session.rules, self.variant, self.session.turns)
        try:
            pnp.write_transcript(Path(name), lines)
        except CannotWrite as error:
            echo(str(error))
        else:
            echo(f"Saved: pnp play {self.game.id} --resume {name}")

    def tell(self, turns: Sequence[Turn]) -> None:
        """Say what has happened, as far as it is seen."""
        for turn in map(self.session.seen, turns):
            if turn.seat != CHANCE or UNSEEN not in turn.move:
                echo(pnp.move_line(turn))

    def show_table(self) -> None:
        """Show how the game stands."""
        for line in self.session.rules.show(self.session.state, self.session.to_move):
            echo(line)

    def show_rules(self, *sections: str) -> None:
        """Show sections of the rules."""
        from pnp.claims.claims_file import load_claims  # noqa: PLC0415 - only who asks for them waits
        from pnp.rules.load import load_rules  # noqa: PLC0415 - as above

        loaded = load_rules(self.project, self.game, load_claims(self.project, self.game).rulings)
        for block in (
            block for name in sections if loaded.rules for block in loaded.rules.sections.get(name, ())
        ):
            texts = block.items if isinstance(block, Listing) else [getattr(block, "text", ())]
            for text in filter(None, texts):
                words = "".join(run.words for run in text if run.words != "°")
                for line in wrap(words, 100, initial_indent="- " * isinstance(block, Listing)):
                    echo(line)

    def explain(self, word: str) -> None:
        """Explain a card, or list the moves with a word, or all."""
        if word.casefold() in self.names:
            cards, _ = pnp.explain_card(self.project, self.game.id, word)
            for line in (line for card in cards for line in card.lines()):
                echo(line)
        else:
            self.list_moves(word)

    def list_moves(self, word: str = "") -> None:
        """List the moves that have a word in them, MOST_SHOWN of all where there is none; say once what a verb means."""
        named = [
            (number, move, " ".join(map(str, move))) for number, move in enumerate(self.session.moves, 1)
        ]
        wanted = [each for each in named if word.casefold() in each[2].casefold()]
        shown = wanted if word else wanted[:MOST_SHOWN]
        told: set[str] = set()
        for number, move, line in shown:
            says = "" if move[0] in told else hint(self.session.rules, self.game.engine, move[0])
            told.add(move[0])
            echo(f"{number:>4}  {line:<24}  {says}".rstrip())
        if len(shown) < len(wanted):
            echo(f"      ... and {len(wanted) - len(shown)} more: ? WORD finds those with a word")


# What the first word of a move means, for somebody who has not read the rules.


_TRADE = {"offer": "SEAT MINE THEIRS: ask a player for a trade", "accept": "agree", "refuse": "do not agree"}
HINTS = {
    "ingeniators": {
        "place": "CORNER KIND: your corner of the board, and the kind of edge your valve dice count as",
        "move": "SEAT KIND: move a valve for one die of each kind, and roll those again",
        "stay": "move no valve",
        "produce": "TILE: make a tile of three dice",
        "stop": "make no more tiles",
        "install": "TILE SPACE EDGE: put a tile on the Blueprint; its odd edge lies at that edge of the space",
        "copy": "SPACE: build in the Workshop what the Blueprint shows there, for a die",
        "end": "TILE: end your turn, and keep that tile if you name one",
    },
    "ryb": {
        "refill": "draw until your hand is full, then go on",
        "dump": "discard your hand and draw a new one; that is your whole turn",
        "play": "CARD ...: put a goal into the middle, or use an action: on a seat, a color, or RED YELLOW BLUE dice",
        "discard": "CARD: discard it, as you cannot play any",
        "skip": "go on without a card",
        "try": "GOAL RED YELLOW BLUE: roll so many of your dice for a goal",
        "raid": "SEAT GOAL RED YELLOW BLUE: try a goal that another player has completed",
        "pass": "try nothing; your turn ends",
        "do_over": "roll all those dice again",
        "exchange": "SEAT RED YELLOW BLUE: take these dice of theirs for those you rolled",
        "keep": "swap nothing",
        "give": "SEAT COLOR: give a die away",
        "bank": "where the points are kept that were not enough",
        "cancel": "stop the action with a card of the same name",
        "deny": "stop the action",
        "let": "let it happen",
        "allow": "let it happen",
        "take": "COLOR: take a die",
        **_TRADE,
        "stop": "trade no more",
        "accept": "agree, or leave the roll as it is",
    },
    "yes_broccoli": {
        "bid": "CARD: a high card takes food early; you have each card only once",
        "play": "POWER ...: use a power card, on a seat or a card",
        "pass": "use no power now",
        "take": "FOOD: put it in front of you; it is worth its points",
        "keep": "which of the two foods you keep",
        "undo": "undo the power that was just played",
    },
    "yoggity": {
        "draw": "take a card",
        "no_card": "take none",
        **_TRADE,
        "no_trade": "offer nothing",
        "take": "TOKEN CARDS: buy a token from the board with these cards and coins",
        "steal": "TOKEN SEAT CARDS: buy a token from a player, as the board has none left",
        "earn": "CARDS: a coin for three matching cards",
        "cancel": "the current order leaves the game",
        "fill": "give back the tokens of the order and its color, and score both",
        "bribe": "fill the order without its color, for a coin",
        "no_play": "do nothing",
        "discard": "CARD: your hand is too large",
    },
    "yogire": {
        "permanent": "CARD PAID: put a card on the table for good, paid with cards of your hand",
        "oneshot": "CARD PAID: use a card once, paid with cards of your hand",
        "attack": "ENEMY: destroy it if your attack is at least its strength; your attack is used up",
        "use": "CARD ...: use a permanent",
        "fill": "fill your empty hand; the enemy gets the top card of your deck",
        "drop_hand": "discard your hand, as you can play nothing",
        "discard": "CARD: which one leaves",
        "destroy": "ENEMY: which one leaves the game",
        "send_away": "ENEMY: which one goes into the enemy discard",
        "return": "ENEMY: which one goes back into the enemy deck",
        "take": "CARD: which one you take into your hand",
        "sort": "CARDS: in which order they go back on your deck",
        "put": "where the top card of the enemy deck goes",
        "choose": "which of the two becomes active",
        "next": "what happens first",
        "ignore": "no, or the permanent with which you ignore this",
    },
}


def hint(rules: GameRules[Any], engine: str, verb: str) -> str:
    """Return what a verb means; for a game that has no hints here what its method says of itself, "" if that is nothing."""
    says = getattr(rules, f"_do_{verb}", None).__doc__ or ""
    return HINTS.get(engine, {}).get(verb) or says.partition("\n")[0]
