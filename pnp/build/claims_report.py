"""The claims of the rulebook in `pnp check`: which hold, and the evidence for one of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pnp import engine
from pnp.claims.claims_file import (
    LoadedClaims,
    Result,
    Ruling,
    broken_claims,
    explained_claim,
    explained_ruling,
    load_claims,
    results,
)
from pnp.claims.selections import Data
from pnp.engine.game_rules import PLAYED, unknown_engine
from pnp.files import read_text
from pnp.load.project import APPROVED, Project
from pnp.model.diagnostics import Diagnostic, UnknownName
from pnp.model.game import Component, Game
from pnp.rules.claim_coverage import Coverage, game_statements, stated_lines
from pnp.rules.rules_file import LoadedRules, load_rules
from pnp.text import counted, suggest


@dataclass(frozen=True, slots=True)
class Promises:
    """What a game promises and what came of it; `mistakes` are those in claims.yaml itself."""

    data: Data
    results: tuple[Result, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    mistakes: tuple[Diagnostic, ...] = ()
    claims: LoadedClaims = field(default_factory=LoadedClaims)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong: in claims.yaml itself, with the promises in it, and with the engine."""
        game = self.data.game
        return (*self.mistakes, *broken_claims(self.results, game.id), *unknown_engine(game))

    @property
    def broken(self) -> tuple[str, ...]:
        return tuple(result.claim.id for result in self.results if result.state == "broken")

    @property
    def ids(self) -> tuple[str, ...]:
        claims = (result.claim.id for result in self.results)
        return (*claims, *(ruling.id for ruling in self.rulings))

    def line(self) -> str:
        """Return "61 of 61 claims hold, 40 judged, 3 rulings"; "" for a game that promises nothing."""
        states = [result.state for result in self.results]
        kept, tested = states.count("kept"), states.count("kept") + states.count("broken")
        held = f"{kept} of {counted(tested, 'claim')} {'holds' if tested == 1 else 'hold'}"
        parts = [held] if states else []
        parts += [f"{number} {state}" for state in ("judged", "dropped") if (number := states.count(state))]
        parts += [counted(len(self.rulings), "ruling")] if self.rulings else []
        return ", ".join(parts)


def promises(project: Project, game: Game) -> Promises:
    """Return what the game promises, each promise tried."""
    loaded = load_claims(project, game)
    data = Data(game, loaded.params)
    found = results(loaded.claims, data)
    mistakes = (mistake.about(game=game.id) for result in found for mistake in result.mistakes)
    return Promises(data, found, loaded.rulings, (*loaded.diagnostics, *mistakes), loaded)


def coverage(project: Project, found: Promises, rules: LoadedRules) -> Coverage:
    """Return which promises of a game its printed texts state."""
    game = found.data.game
    statements = (*game_statements(game), *rules.statements)
    return Coverage(game, found.claims, found.results, statements, partial(fact_readers, project, game))


def runs(names: Sequence[str]) -> str:
    """Return ids in short: numbers that follow each other by the first and the last.

    >>> runs(["X1", "X2", "X3", "A1", "B7", "B9"])
    'X1 to X3, A1, B7, B9'
    """
    found: list[list[str]] = []
    following = ""
    for name in names:
        if name == following:
            found[-1].append(name)
        else:
            found.append([name])
        letters = name.rstrip("0123456789")
        digits = name.removeprefix(letters)
        following = f"{letters}{int(digits) + 1:0{len(digits)}}" if digits else ""
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in found)


def explained(project: Project, name: str, games: Sequence[Promises]) -> Iterator[str]:
    """Yield the lines that explain a claim or a ruling. Raises UnknownName, with the nearest id."""
    having = [found for found in games if name in found.ids]
    if not having:
        known = [known_id for found in games for known_id in found.ids]
        where = games[0].data.game.id if len(games) == 1 else "any game"
        raise UnknownName(f'there is no claim "{name}" in {where}', suggest(name, known, what="claims"))
    for found in having:
        game = found.data.game
        printed = coverage(project, found, load_rules(project, game, found.rulings)).printed(name)
        if ruling := next((ruling for ruling in found.rulings if ruling.id == name), None):
            yield f"{game.title} {name}: a ruling"
            yield from (*explained_ruling(ruling, found.results), *stated_lines(printed))
            continue
        result = next(result for result in found.results if result.claim.id == name)
        yield f"{game.title} {name}: {'holds' if result.state == 'kept' else result.state}"
        yield from (*explained_claim(result, found.rulings), *stated_lines(printed))
        if result.claim.unprinted:
            yield f"  unprinted {result.claim.unprinted}"


READ_NO_FACTS = ("game.yaml", "claims.yaml", APPROVED)  # The files that define, test or quote facts.


def fact_readers(project: Project, game: Game) -> str:
    """Return the text of everything that may read the facts of a game: its texts, templates and engine."""
    folder = project.game_folder(game.id)
    files = [file for file in folder.glob("*.yaml") if file.name not in READ_NO_FACTS] if folder else []
    tops = [Path(root, game.id) for root in project.templates]
    files += [file for top in tops for ending in ("*.j2", "*.svg") for file in top.rglob(ending)]
    files += [*Path(engine.__path__[0]).glob(f"{game.engine}*.py")] if game.engine in PLAYED else []
    return "\n".join(read_text(file, errors="replace") for file in files if file.is_file())


# What a game is made of, as a player would say it: 104 cards, 25 stickers, 20 coins, 1 board.


def inventory(game: Game) -> str:
    """Return how many things of each sort belong to the game; extra pieces do not."""
    numbers: Counter[tuple[str, str]] = Counter()
    by_kind = sorted(game.components, key=lambda it: (it.kind.rank, nouns(it) != (it.kind.one, it.kind.many)))
    for component in by_kind:  # those with a name of their own after the others of their kind
        numbers[nouns(component)] += component.copies - component.extras
    return ", ".join(counted(number, *words) for words, number in numbers.items() if number)


def nouns(component: Component) -> tuple[str, str]:
    """Return what one and several things of a component are called: as its kind, or as its title where that differs.

    "Order cards" are cards, "Game board" is a board, but "Coins" are coins and "Player aids" are player aids.
    A title that is no plural, such as "Deck", is no word for several things.
    """
    kind = component.kind
    words = component.title.casefold().split()
    no_plural = component.copies > 1 and not component.title.endswith("s")
    if {kind.one, kind.many} & set(words) or not words or no_plural:
        return kind.one, kind.many
    title = " ".join(words)
    return title.removesuffix("s"), title
