"""Everything that can be wrong with a game before printing, found without printing: in its data, promises and faces."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.build_cache import BuildCache, open_cache
from pnp.build.options import BuildOptions
from pnp.claims.load import Ruling, load_claims
from pnp.claims.pieces import Data
from pnp.claims.results import Result, broken_claims, explained_claim, explained_ruling, results, weaknesses
from pnp.engine import games
from pnp.engine.needs import Need, engines, needs_of, unmet_needs
from pnp.files import read_text
from pnp.load.game import Loaded, load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.errors import UnknownName
from pnp.model.face import Face, PieceSide
from pnp.model.game import Component, Game
from pnp.rules.load import load_rules
from pnp.text import counted, suggest

if TYPE_CHECKING:
    from pnp.build.stages import DrawnGame
    from pnp.render.fonts import FontBook

# The promises of the rulebook: which are kept, and what stands behind one of them.


@dataclass(frozen=True, slots=True)
class Promises:
    """What a game promises and what came of it, and what play needs; `mistakes` are those in claims.yaml itself."""

    data: Data
    results: tuple[Result, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    mistakes: tuple[Diagnostic, ...] = ()
    needs: tuple[Need, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong: in claims.yaml itself, with the promises in it, and with what play needs."""
        game = self.data.game
        return (*self.mistakes, *broken_claims(self.results, game.id), *unmet_needs(self.needs, game))

    @property
    def broken(self) -> tuple[str, ...]:
        """The ids of the promises that are broken and the needs that are not met."""
        claims = (each.claim.id for each in self.results if each.state == "broken")
        return (*claims, *(need.id for need in self.needs if not need.holds))

    def line(self) -> str:
        """Return "61 of 61 promises kept, 40 judged, 3 rulings"; "" for a game that promises nothing."""
        states = [each.state for each in self.results]
        kept, tested = states.count("kept"), states.count("kept") + states.count("broken")
        parts = [f"{kept} of {counted(tested, 'promise')} kept"] if states else []
        parts += [f"{number} {state}" for state in ("judged", "dropped") if (number := states.count(state))]
        parts += [counted(len(self.rulings), "ruling")] if self.rulings else []
        return ", ".join(parts)


def promises(project: Project, game: Game) -> Promises:
    """Return what the game promises and what play needs, each promise and need tried."""
    loaded = load_claims(project, game)
    data = Data(game, loaded.params)
    found = results(loaded.claims, data)
    mistakes = (mistake.about(game=game.id) for each in found for mistake in each.mistakes)
    return Promises(data, found, loaded.rulings, (*loaded.diagnostics, *mistakes), needs_of(game))


def rulings_line(found: Promises) -> str:
    """Return the line that leads to the rulings: "3 rulings: pnp check yoggity --explain X1 (X1 to X3)"."""
    names = [ruling.id for ruling in found.rulings]
    others = f" ({runs(names)})" if len(names) > 1 else ""
    return f"  {counted(len(names), 'ruling')}: pnp check {found.data.game.id} --explain {names[0]}{others}"


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
    """Yield the lines that explain a claim, a ruling or a need of the games.

    Raises UnknownName, with the nearest id, when none of them has it.
    """
    known: list[str] = []
    missing = True
    for found in games:
        game = found.data.game
        weak = weaknesses(found.results, fact_readers(project, game))
        explanations: dict[str, tuple[str, Iterable[str]]] = {}
        for each in found.results:
            claim, weakness = each.claim.id, weak.get(each.claim.id, "")
            explanations[claim] = (each.state, explained_claim(each, found.rulings, weakness))
        for ruling in found.rulings:
            explanations[ruling.id] = ("a ruling", explained_ruling(ruling, found.results))
        for need in found.needs:
            state = f"a need of play, {'met' if need.holds else 'not met'}"
            said = (f"  need      {need.says}", f"  of        {need.component}", f"  found     {need.found}")
            explanations[need.id] = (state, said)
        known += explanations
        if name in explanations:
            missing = False
            state, lines = explanations[name]
            yield f"{game.title} {name}: {state}"
            yield from lines
    if missing:
        where = games[0].data.game.id if len(games) == 1 else "any game"
        raise UnknownName(f'there is no claim "{name}" in {where}', suggest(name, known, what="claims"))


def fact_readers(project: Project, game: Game) -> str:
    """Return the text of everything that may read the facts of a game: its sentences, templates and engine."""
    folder = project.game_folder(game.id)
    files = [folder / "rules.yaml"] if folder else []
    files += [file for root in project.templates for file in Path(root, game.id).rglob("*.j2")]
    files += [Path(games.__path__[0], f"{game.engine}.py")] if game.engine in engines() else []
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
    """
    kind = component.kind
    words = component.title.casefold().split()
    if {kind.one, kind.many} & set(words) or not words:
        return kind.one, kind.many
    title = " ".join(words)
    return title.removesuffix("s"), title


# The check itself.


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How far a check goes: not `faces`, nothing is drawn; `legible`, the size and contrast of every text are looked at."""

    faces: bool = True
    legible: bool = False
    cache: bool = True


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was found in a game; `promises` is None when it cannot be read."""

    game: str
    diagnostics: tuple[Diagnostic, ...]
    promises: Promises | None

    @property
    def summary(self) -> tuple[str, ...]:
        """The lines a player understands: "Yoggity: 61 of 61 promises kept, 3 rulings, 104 cards, 1 board"."""
        if self.promises is None:
            return (f"{self.game}: cannot be read, {tally(self.diagnostics)}",)
        game = self.promises.data.game
        said = [self.promises.line(), inventory(game)]
        if self.diagnostics or not self.promises.results:
            said.append(tally(self.diagnostics))
        line = f"{game.title}: {', '.join(filter(None, said))}"
        return (line, rulings_line(self.promises)) if self.promises.rulings else (line,)


def check_games(
    project: Project, games: Sequence[str] = (), options: CheckOptions | None = None
) -> tuple[CheckResult, ...]:
    """Return what is wrong with each game, all when none are named. Raises UnknownName."""
    options = options or CheckOptions()
    loaded = load_games(project, games).by_name
    fonts = None
    if options.faces:
        from pnp.build.stages import fonts_of  # noqa: PLC0415 - a check that draws nothing loads no such library

        fonts = fonts_of(project)
    with open_cache(wanted=options.cache and options.faces) as cache:
        return tuple(
            _checked(project, name, each, fonts, cache, legible=options.legible)
            for name, each in loaded.items()
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """What stands behind a claim, a ruling or a need, in lines; and the mistakes in the files that were read for it."""

    lines: tuple[str, ...]
    broken: bool
    diagnostics: tuple[Diagnostic, ...]


def explain_claim(project: Project, name: str, games: Sequence[str] = ()) -> Explanation:
    """Return what a claim, ruling or need of that id is about, in the games that have it. Raises UnknownName."""
    loaded = load_games(project, games)
    found = [promises(project, game) for game in loaded.games]
    mistakes = (*loaded.diagnostics, *(mistake for each in found for mistake in each.mistakes))
    broken = any(name in each.broken for each in found)
    return Explanation(tuple(explained(project, name, found)), broken, in_reading_order(mistakes))


def _checked(
    project: Project,
    name: str,
    loaded: Loaded,
    fonts: "FontBook | None",
    cache: BuildCache,
    *,
    legible: bool,
) -> CheckResult:
    found = list(loaded.diagnostics)
    promised = promises(project, loaded.game) if loaded.game is not None else None
    if promised is not None:
        game = promised.data.game
        found += promised.diagnostics
        found += load_rules(project, game, promised.rulings).diagnostics
        found += _drawing_faults(project, game, fonts, cache, legible=legible) if fonts else []
    return CheckResult(name, in_reading_order(found), promised)


def _drawing_faults(
    project: Project, game: Game, fonts: "FontBook", cache: BuildCache, *, legible: bool
) -> Iterator[Diagnostic]:
    """Yield what drawing the game in each theme and laying it out brings to light."""
    from pnp.build.stages import BuildContext, draw_game  # noqa: PLC0415 - only for a check that draws

    for theme in ("", *game.themes):
        options = BuildOptions(theme=theme) if not theme else BuildOptions(papers=(), theme=theme)
        drawn = draw_game(BuildContext(project, fonts, options, cache), game, convert=False)
        yield from drawn.diagnostics
        if legible and not has_errors(drawn.diagnostics):
            yield from illegible_texts(drawn)


def illegible_texts(drawn: "DrawnGame") -> tuple[Diagnostic, ...]:
    """Return a finding for each text on the faces that is too small or too faint, each fault once."""
    found: dict[tuple[str, str], Diagnostic] = {}
    for finding in _illegible_texts(drawn):
        found.setdefault((finding.code, finding.message.partition(": ")[2]), finding)
    return in_reading_order(found.values())


DPI = 100
"""A letter of 7 pt is ten pixels high then: enough to see what it stands on."""


def _illegible_texts(drawn: "DrawnGame") -> Iterator[Diagnostic]:
    from pnp.convert.engines import engine  # noqa: PLC0415 - a plain check rasterises nothing
    from pnp.export.image_files import face_pictures  # noqa: PLC0415
    from pnp.render.legibility import too_faint, too_small, without_text  # noqa: PLC0415

    fonts, theme = drawn.rendering.sources.fonts, drawn.rendering.theme
    look = f" in the theme {theme}" if theme else ""
    for each in drawn.components:
        deck = each.rendered.deck
        bare = [Face(key, without_text(face.svg), face.trim, face.bleed) for key, face in deck.faces.items()]
        pages = engine("typst").convert(bare, each.rendered.fonts)
        grounds = dict(zip(deck.faces, face_pictures(pages, deck.faces, dpi=DPI), strict=True))
        places = {piece.id: piece.place for piece in each.component.pieces}
        first: dict[str, PieceSide] = {}
        for side, key in deck.sides.items():
            first.setdefault(key, side)
        for key, side in first.items():
            face, name = deck.faces[key], f"{side.component}/{side.piece}"
            for fault in (*too_small(face, fonts), *too_faint(face, grounds[key], fonts)):
                message = f"{side.title}{look}: {fault.message}"
                yield Diagnostic(
                    fault.code, message, places[side.piece], fault.hint, game=drawn.game.id, piece=name
                )
