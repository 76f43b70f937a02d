"""`pnp play`: a game at the terminal against computer players."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import click

import pnp
from pnp.cli import options
from pnp.cli.move_words import MoveWords
from pnp.cli.report import echo, show
from pnp.engine.play.game_rules import OVER, text_of
from pnp.engine.play.players import PLAYERS
from pnp.engine.play.referee import Turn
from pnp.engine.play.session import NOTHING
from pnp.load.project import game_ids
from pnp.model.errors import CannotWrite
from pnp.model.rules_document import Listing, plain
from pnp.text import listed

HELP = """\
  a number  that move; its words do as well
  ?         all moves; ? WORD explains a card, and lists the moves with a word
  r         how you win, and how a turn goes
  b         the table
  u         take your last move back
  s FILE    save the game, in GAME.txt if you name no file
  q         leave"""
MOST_SHOWN = 20
"""So many moves are listed at a time; `?` finds the others."""
CLOSING = (*NOTHING, "end", "copy", "keep", "no_card")
"""Moves that are always among those that are listed, at the end."""


@click.command("play")
@click.argument("game_id", metavar="GAME", default="")
@click.option(
    "--players", type=click.IntRange(1), metavar="N", help="Number of players (default: the fewest)."
)
@click.option("--seat", "seats", type=click.IntRange(1), multiple=True, default=(1,), show_default=True,
              metavar="N", help="Your seat; repeat it for several people at this terminal.")  # fmt: skip
@click.option("--against", type=click.Choice(list(PLAYERS)), default="greedy", show_default=True,
              help="Who plays the other seats.")  # fmt: skip
@click.option("--variant", default="", metavar="NAME", help="A variant of the rules.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random numbers."
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
    project = pnp.open_project((game_id,) if game_id else ())
    if game_id not in game_ids(project):
        unknown = f'There is no game "{game_id}"' if game_id else "Say which game"
        raise click.UsageError(f"{unknown}: pnp play {', pnp play '.join(game_ids(project))}")
    loaded = pnp.load_game(project, game_id)
    if loaded.game is None:
        show(loaded.diagnostics, project.root)
        return 1
    if resume and not resume.exists():
        raise click.UsageError(f"There is no file {resume}.")
    saved = pnp.read_transcript(resume) if resume else None
    if saved and saved.game != game_id:
        raise click.UsageError(f"{resume}: this is a saved game of {saved.game}.")
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
    _say(f"{loaded.game.title}, players: {count}. You are seat {' and '.join(map(str, seats))}"
         + (f"; {asked['against']} plays the others." if count > len(seats) else "."))  # fmt: skip
    person.show_rules("object")
    _say("Type the number of a move. ? and the name of a card explains it; r: the rules of a turn; h: help.")
    echo("")
    mine = [number for number, turn in enumerate(session.turns) if turn.seat in session.people]
    person.tell(session.turns[mine[-1] if mine else 0 :])
    while session.moves:
        if not person.goes_on():
            return 0
    person.show_table()
    winners = listed([person.words.called(seat) for seat in rules.winners(session.state)]) or "nobody"
    echo(f"The game is over. Won by {winners}.")
    return 0


def _say(line: str, indent: str = "") -> None:
    width = max(40, get_terminal_size((100, 24)).columns)
    for part in wrap(line, width, subsequent_indent=indent) if len(line) > width else [line]:
        echo(part)


class _Person:
    def __init__(
        self, project: "pnp.Project", game: "pnp.Game", session: "pnp.Session", variant: str
    ) -> None:
        self.project, self.game, self.session, self.variant = project, game, session, variant
        pieces = [piece for part in game.components for piece in part.pieces]
        self.cards = {word.casefold() for piece in pieces for word in (piece.id, piece.name)}
        names = {piece.id: piece.name for piece in reversed(pieces)}
        self.words = MoveWords(session.rules, game.engine, names, session.people)
        self.turns, self.table = -1, list[str]()

    def goes_on(self) -> bool:
        """Show what has changed, and do what is typed; False to leave."""
        session = self.session
        if self.turns != len(session.turns):
            self.show_table(old=self.table)
            self.list_moves(MOST_SHOWN)
        self.turns = len(session.turns)
        try:
            typed = click.prompt(f"Seat {session.to_move + 1}, your move", prompt_suffix=" > ")
        except click.Abort:
            return False
        words = " ".join(typed.split())
        return self.chooses(words) or self.does(words)

    def chooses(self, words: str) -> bool:
        named = (number for number, *names in self._menu() if words.casefold() in map(str.casefold, names))
        number = int(words) if words.isdecimal() else next(named, None)
        if number is not None and 1 <= number <= len(self.session.moves):
            self.tell(self.session.choose(number - 1))
        elif number is not None:
            echo(f"There is no move {number}; there are {len(self.session.moves)}.")
        return number is not None

    def does(self, words: str) -> bool:
        word, _, rest = words.partition(" ")
        word = word.casefold()
        if word in ("q", "quit", "exit"):
            return False
        if word in ("u", "undo"):
            echo("Taken back." if self.session.undo() else "There is nothing to undo.")
            self.turns, self.table = -1, []
        elif word in ("b", "board", "table"):
            self.show_table()
        elif word in ("r", "rules"):
            self.show_rules("object", "turn", "end")
        elif word in ("s", "save"):
            self.save(rest or f"{self.game.id}.txt")
        elif word.startswith("?"):
            self.explain(words.lstrip("? "))
        else:
            if word not in ("h", "help"):
                echo(f'I do not know "{words}".')
            for line in HELP.splitlines():
                echo(line)
        return True

    def save(self, name: str) -> None:
        lines = pnp.transcript_lines(self.game.id, self.session.rules, self.variant, self.session.turns)
        try:
            pnp.write_transcript(Path(name), lines)
        except CannotWrite as error:
            echo(str(error))
        else:
            echo(f"Saved: pnp play {self.game.id} --resume {name}")

    def tell(self, turns: Sequence[Turn]) -> None:
        for line in self.words.sentences(list(map(self.session.seen, turns)), self.session.state):
            _say(line)

    def show_table(self, *, old: Sequence[str] = ()) -> None:
        seat = self.session.people[0] if self.session.to_move == OVER else self.session.to_move
        table = "\n".join(self.session.rules.show(self.session.state, seat))
        table = re.sub(r"\b\w+[-_]\w+\b", lambda card: self.words.names.get(card[0], card[0]), table)
        self.table = table.split("\n")
        for line in self.table if self.table != old else ():
            _say(line, "    ")

    def show_rules(self, *sections: str) -> None:
        from pnp.claims.claims_file import load_claims  # noqa: PLC0415 - only who asks for them waits
        from pnp.rules.load import load_rules  # noqa: PLC0415 - as above
        from pnp.rules.rich_text import icon_words, without_icons  # noqa: PLC0415 - as above

        rules = load_rules(self.project, self.game, load_claims(self.project, self.game).rulings).rules
        icons = icon_words(rules.glossary) if rules else {}
        for block in (block for name in sections if rules for block in rules.sections.get(name, ())):
            texts = block.items if isinstance(block, Listing) else [getattr(block, "text", ())]
            for text in filter(None, texts):
                words = plain(without_icons(tuple(run for run in text if run.words != "°"), icons))
                _say("- " * isinstance(block, Listing) + words)

    def explain(self, word: str) -> None:
        is_card = word.casefold() in self.cards
        if is_card:
            cards, _ = pnp.explain_card(self.project, self.game.id, word)
            for line in (line for card in cards for line in card.lines()):
                _say(line)
        if not self.list_moves(len(self.session.moves), word) and not is_card:
            echo(f"Nothing is called '{word}': r shows the rules, b the table.")

    def _menu(self) -> Iterator[tuple[int, str, str]]:
        state, seat = self.session.state, self.session.to_move
        for number, move in enumerate(self.session.moves, 1):
            yield number, text_of(move), self.words.in_menu(Turn(state, seat, move))

    def list_moves(self, most: int, word: str = "") -> bool:
        """List the moves that have a word in them, `most` of them, some of each sort; False if there are none."""
        wanted = [line for line in self._menu() if word.casefold() in " ".join(line[1:]).casefold()]
        sorts, ranked = Counter[str](), []
        for number, name, text in wanted:
            sort, closes = " ".join(name.split()[:2]), name.split()[0] in CLOSING
            ranked.append((sorts[sort], not closes, number, text))
            sorts[sort] += 1
        shown = sorted(sorted(ranked)[:most], key=lambda line: (most < len(wanted) and not line[1], line[2]))
        for _, _, number, text in shown:
            _say(f"{number:>4}  {text}", " " * 6)
        if most < len(wanted):
            echo(f"      ... and {len(wanted) - most} more: ? shows all, ? WORD those with a word")
        return bool(wanted)
