"""The commands for rules and play: rules, explain, play, simulate, replay."""

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
from pnp.cli.report import display_path, echo, echo_document, output_file, progress_bar, show, write_document
from pnp.engine.game_rules import OVER, Turn, text_of
from pnp.engine.players import NOTHING, PLAYERS
from pnp.escaping import json_text
from pnp.load.project import game_ids
from pnp.model.diagnostics import CannotWrite
from pnp.model.rules_document import Listing, plain
from pnp.text import listed


@click.command("rules")
@click.argument("game", required=False)
@options.output(["md", "html", "pdf"], "pdf")
@click.option(
    "--out",
    metavar="FILE",
    help='Write here instead of output/<game>/rules.<format>, or reference.<format>; "-" is standard output (md and html).',
)
@click.option(
    "--edition",
    type=click.Choice(["rulebook", "reference", "all"]),
    help="The rulebook (default for PDF), the reference with every card, or both in one (default for md and html).",
)
@click.option("--section", "sections", metavar="A,B", help="Only these sections, such as components,cards.")
@options.with_default(
    "--paper", type=click.Choice(["a5", "half-letter"]), default="a5", help="The page size of the PDF."
)
@click.option(
    "--booklet",
    is_flag=True,
    help="Make a booklet with two pages per side, on A4 or Letter depending on --paper. Print two-sided, flipped on the long edge, and fold.",
)
@click.option(
    "--icons",
    type=click.Choice(["images", "words", "none"]),
    help="Icons in Markdown: pictures beside the file (the default), words, or nothing.",
)
@options.language
@options.every_line
def rules(
    game: str | None,
    form: "pnp.RulesForm",
    out: str | None,
    sections: str | None,
    *,
    language: str,
    **chosen: object,
) -> int:
    """Write the rulebook of a game, or a reference of all its cards.

    You may omit GAME if there is only one.

    Example: pnp rules yes_broccoli --format html
    """
    if out == "-" and form == "pdf":
        raise click.UsageError("A PDF cannot go to the terminal. Name a file, or add --format md.")
    if chosen["booklet"] and form != "pdf":
        raise click.UsageError("Only a PDF can be a booklet. Leave out --format or --booklet.")
    if out == "-" and chosen["icons"] == "images":
        raise click.UsageError("Pictures of icons are saved beside the file. Name one, or add --icons words.")
    project = pnp.open_project((game,) if game else (), language)
    name = pnp.one_game(project, game, "pnp rules")
    file = "rules-booklet" if chosen["booklet"] else "rules"
    if chosen["edition"] == "reference":
        file = file.replace("rules", "reference")
    path = output_file(out) if out else pnp.game_output(project, None, name) / f"{file}.{form}"
    wanted = tuple(filter(None, (part.strip() for part in (sections or "").split(","))))
    how = pnp.RulesOptions(form, wanted, **chosen)  # type: ignore[arg-type]  # click has checked the types
    made = pnp.write_rules(project, name, path, how)
    if made.path is not None:
        echo(display_path(made.path))
    elif made.content:
        echo_document(made.content.decode())
    show(made.diagnostics, project.root)
    return 1 if pnp.has_errors(made.diagnostics) else 0


@click.command("explain")
@click.argument("game_id", metavar="GAME")
@click.argument("card")
@options.language
@options.every_line
def explain(game_id: str, card: str, *, language: str) -> int:
    """Explain a card: its text, its rulings, its copies.

    CARD is a card's name or id. Also lists where the rules mention it.

    Example: pnp explain yes_broccoli "Picky Eater"
    """
    project = pnp.open_project((game_id,), language)
    cards, diagnostics = pnp.explain_card(project, game_id, card)
    for number, explained in enumerate(cards):
        if number:
            echo("")
        for line in explained.lines():
            echo(line)
        component, _, piece = explained.address.partition("/")
        face = pnp.game_output(project, None, game_id) / "svg" / component / f"{piece}.front.svg"
        echo(f"Its face: {display_path(face)}" if face.is_file() else "Its face: pnp build draws it")
    show(diagnostics, project.root)
    return 1 if pnp.has_errors(diagnostics) else 0


HELP = """\
  a number  that move; its words do as well
  ?         all moves; ? WORD explains a card, and lists the moves with a word
  r         how you win, and how a turn goes
  b         the table
  u         take your last move back
  s FILE    save the game, in GAME.txt if you name no file
  q         leave"""
MOST_SHOWN = 20  # So many moves are listed at a time; `?` finds the others.
# Moves that are always among those listed, at the end.
CLOSING = (*NOTHING, "end", "copy", "keep", "no_card")


@click.command("play")
@click.argument("game_id", metavar="GAME", default="")
@click.option(
    "--players", type=click.IntRange(1), metavar="N", help="Number of players (default: the fewest)."
)
@options.with_default("--seat", "seats", type=click.IntRange(1), multiple=True, default=(1,),
              metavar="N", help="Your seat; repeat it for several people at this terminal.")  # fmt: skip
@options.with_default("--against", type=click.Choice(list(PLAYERS)), default="greedy",
              help="Who plays the other seats.")  # fmt: skip
@click.option("--variant", default="", metavar="NAME", help="A variant of the rules.")
@options.with_default("--seed", type=click.IntRange(0), default=0, help="Random seed.")
@options.trust
@click.option("--resume", type=click.Path(path_type=Path, dir_okay=False), help="Continue a saved game.")
def play(
    game_id: str, *, players: int | None, seats: tuple[int, ...], resume: Path | None, **asked: Any
) -> int:
    """Play a game at the terminal, against the computer.

    Choose a move by its number.

    Example: pnp play ingeniators --players 2 --seat 1 --against greedy
    """
    known = game_ids(pnp.open_project((game_id,) if game_id else ()))
    if game_id not in known:
        unknown = f'There is no game "{game_id}"' if game_id else "Say which game"
        raise click.UsageError(f"{unknown}: pnp play {', pnp play '.join(known)}")
    project, game, trusted = _opened(game_id, trust=asked["trust"])
    if resume and not resume.exists():
        raise click.UsageError(f"There is no file {resume}.")
    saved = pnp.read_transcript(resume) if resume else None
    if saved and saved.game != game_id:
        raise click.UsageError(f"{resume}: this is a saved game of {saved.game}.")
    count = saved.players if saved else players or pnp.player_counts(game)[0]
    variant = saved.variant if saved else asked["variant"]
    rules = pnp.rules_of(game, count, variant, trusted)
    if max(seats) > count:
        raise click.UsageError(f"There is no seat {max(seats)} with {count} players.")
    session = pnp.Session(rules, [seat - 1 for seat in seats], PLAYERS[asked["against"]], asked["seed"])
    if saved:
        replayed = pnp.replay(saved, rules)
        if replayed.diagnostics:
            show(replayed.diagnostics, Path.cwd())
            return 1
        session.resume(replayed.turns, replayed.state)
    person = _Person(project, game, session, variant)
    _say(f"{game.title}, players: {count}. You are seat {' and '.join(map(str, seats))}"
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


def _opened(game_id: str, *, trust: bool) -> tuple["pnp.Project", "pnp.Game", Path | None]:
    """Return a project, a game of it, and its play.py if its author is trusted; ends the command for a game with errors."""
    project = pnp.open_project((game_id,))
    loaded = pnp.load_game(project, pnp.chosen_games(project, (game_id,))[0])
    if loaded.game is None:
        show(loaded.diagnostics, project.root)
        raise click.exceptions.Exit(1)
    folder = project.game_folder(loaded.game.id)
    program = folder / "play.py" if trust and folder else None
    return project, loaded.game, program if program and program.is_file() else None


def _say(line: str, indent: str = "") -> None:
    width = max(40, get_terminal_size((100, 24)).columns)
    for part in wrap(line, width, subsequent_indent=indent) if len(line) > width else [line]:
        echo(part)


class _Person:
    def __init__(
        self, project: "pnp.Project", game: "pnp.Game", session: "pnp.Session", variant: str
    ) -> None:
        self.project, self.game, self.session, self.variant = project, game, session, variant
        pieces = [piece for _, piece in game.pieces]
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
        named = (number for number, *names in self._menu() if words.casefold() in map(str.casefold, names))
        number = int(words) if words.isdecimal() else next(named, None)
        if number is not None and 1 <= number <= len(self.session.moves):
            self.tell(self.session.choose(number - 1))
        elif number is not None:
            echo(f"There is no move {number}; there are {len(self.session.moves)}.")
        return number is not None or self.does(words)

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
        from pnp.rules.rich_text import icon_words, without_icons  # noqa: PLC0415 - as above
        from pnp.rules.rules_file import load_rules  # noqa: PLC0415 - as above

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


def _numbers(_: click.Context, __: click.Parameter, value: str | None) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in (value or "").split(","):
        first, _dash, last = part.strip().partition("-")
        if part.strip():
            if not first.isdecimal() or (last and not last.isdecimal()):
                raise click.BadParameter(f'"{part}" is not a number of players; write 2-4, or 2,4')
            numbers += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(numbers))


@click.command("simulate")
@click.argument("game_id", metavar="GAME")
@options.with_default(
    "--games", type=click.IntRange(1, 10_000_000), default=1000, metavar="N",
    help="Games for each number of players."
)  # fmt: skip
@click.option(
    "--players",
    callback=_numbers,
    metavar="LIST",
    help="Numbers of players, such as 2-4 or 2,4 (default: all).",
)
@options.with_default("--player", type=click.Choice(list(PLAYERS)), default="greedy", help="Who plays.")
@click.option("--variant", default="", metavar="NAME", help="A variant of the rules.")
@options.with_default("--seed", type=click.IntRange(0), default=0, help="Random seed.")
@options.trust
@options.workers
@options.on
@options.output(["text", "json", "html"])
@click.option(
    "--out",
    metavar="FILE",
    help='Write the page here instead of output/<game>/games.html; "-" is standard output.',
)
@options.every_line
def simulate(
    game_id: str, *, players: tuple[int, ...], form: str, out: str | None, trust: bool, **asked: Any
) -> int:
    """Play many games and count who wins and which cards are played.

    Also reports how long games are and which cards are drawn; HTML has charts. Ctrl-C stops early and reports the games played.

    Example: pnp simulate ingeniators --games 10000 --players 2-4
    """
    if out and form != "html":
        raise click.UsageError("--out is for a page: add --format html")
    project, game, trusted = _opened(game_id, trust=trust)
    chosen = players or pnp.player_counts(game)
    with progress_bar() as progress:
        played = pnp.simulate(game, pnp.SimulateOptions(chosen, trusted=trusted, **asked), progress)
    rows = [pnp.simulation_row(game, tally) for tally in played.tallies]
    if form == "json":
        echo_document(json_text(rows, indent=2) + "\n")
    elif form == "html":
        path = output_file(out) if out else pnp.game_output(project, None, game.id) / "games.html"
        from pnp.claims.claims_file import load_claims  # noqa: PLC0415 - only who asks for a page waits

        rulings = {ruling.id: ruling.ruling for ruling in load_claims(project, game).rulings}
        write_document(path, pnp.simulation_page(played, rulings))
    else:
        for line in _lines(rows):
            echo(line)
    if played.interrupted:
        echo("interrupted: not all games were played", err=True)
    return 1 if any(row["endless"] or row["errors"] for row in rows) else 0


def _lines(rows: list["pnp.SimulationRow"]) -> Iterator[str]:
    yield "players   games   moves (from-to)        won    ties   margin   wins by seat"
    for row in rows:
        length = row["length"]
        moves = f"{length['mean']:.0f} ({length['min']}-{length['max']})"
        seats = " ".join(f"{share:.1%}" for share in row["winners"])
        yield (
            f"{row['players']:>7} {row['games']:>7}   {moves:<18} {row['won']:>7.1%} {row['ties']:>7.1%} "
            f"{row['margin']:>8.1f}   {seats}"
        )
    for row in rows:
        if row["endless"]:
            yield f"{row['players']} players: {row['endless']} games did not end, such as seed {row['endless_seeds'][0]}"
        yield from (f"{row['players']} players: {message}" for message in row["error_messages"])
        never = [name for name, count in row["cards"].items() if not count["played"]]
        if never and row["games"]:
            yield f"{row['players']} players: never played: {', '.join(never)}"


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--show", "shown", is_flag=True, help="Also show the table after each player's move.")
@options.trust
def replay(file: Path, *, shown: bool, trust: bool) -> int:
    """Replay a recorded game and report impossible moves.

    Plays the game with the current cards and rules, and names the line of a move that is no longer possible. To
    record a game, type save in pnp play.

    Example: pnp replay game.txt
    """
    read = pnp.read_transcript(file)
    _, game, trusted = _opened(read.game, trust=trust)
    rules = pnp.rules_of(game, read.players, read.variant, trusted)
    replayed = pnp.replay(read, rules)
    for turn in replayed.turns if shown else ():
        if turn.seat >= 0:
            for line in rules.show(turn.state, turn.seat):
                echo(line)
            echo(pnp.move_line(turn))
    show(replayed.diagnostics, Path.cwd())
    if replayed.diagnostics:
        return 1
    if not replayed.is_over:
        echo(f"{len(replayed.turns)} moves; the game is not over")
        return 0
    scores = ", ".join(f"seat {at + 1} {score:g}" for at, score in enumerate(rules.scores(replayed.state)))
    winners = ", ".join(f"seat {seat + 1}" for seat in rules.winners(replayed.state)) or "nobody"
    echo(f"{len(replayed.turns)} moves; won by {winners}; {scores}")
    return 0
