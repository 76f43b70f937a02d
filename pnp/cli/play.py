"""`pnp play`: a game at the terminal, against players of the computer's."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import click

import pnp
from pnp.cli import options
from pnp.cli.move_hints import hint
from pnp.cli.report import echo, show
from pnp.engine.play.cards import UNSEEN
from pnp.engine.play.game_rules import CHANCE
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
