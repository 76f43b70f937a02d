"""A watch session: faces are drawn and shown at each save, sheets built once saving pauses."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from math import ceil, sqrt
from pathlib import Path
from time import perf_counter

from PIL import Image
from watchfiles import Change

from pnp.build.games import STEPS, build_game
from pnp.build.options import refuse_unknown
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.build.result import BuildResult, Progress, stepping
from pnp.convert.engines import convert_drawable
from pnp.export.image_files import face_picture, png
from pnp.files import remove, write
from pnp.load.game import load_game
from pnp.load.project import game_ids
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.errors import PnpError
from pnp.model.face import PieceSide
from pnp.model.game import Component
from pnp.render.faces import Rendered
from pnp.text import counted, listed
from pnp.watch.file_events import SETTLE, Changes, FileEvents, affected_games, file_state
from pnp.watch.game_state import GameState
from pnp.workers.tasks import Workers

FOLDER = "preview"
LATEST = f"{FOLDER}/latest.png"

DPI = 120
"""A card is 444 pixels high then: large enough to judge it, and soon drawn."""

MOST = 12
"""So many faces at most are on the picture of what changed last."""

MOST_PREVIEWS = 96
"""So many faces of a component get pictures at once; of the rest, which all changed for the same reason, old ones go."""

AT_A_TIME = 8
"""So many faces are converted before looking whether something newer was saved."""

LARGEST, GAP, GROUND = 450, 12, "#d9d9d6"
"""Of the picture of several faces: their longer side and the gaps in pixels, and the colour of the gaps."""


def preview_path(side: PieceSide) -> str:
    """Return where the picture of a side lies, relative to the game's output folder.

    >>> preview_path(PieceSide("food", "apple", "front"))
    'preview/food/apple.front.png'
    """
    return f"{FOLDER}/{side}.png"


class Previews:
    """Writes previews below `folder`, the game's output folder, and the picture of the latest; or nothing at all.

    Raises CannotWrite.
    """

    def __init__(self, folder: Path, *, wanted: bool, workers: Workers | None = None) -> None:
        self._folder, self._wanted, self._workers = folder, wanted, workers
        self._latest: list[Image.Image] = []

    def update(self, rendered: Rendered, sides: Sequence[PieceSide]) -> Iterator[Sequence[PieceSide]]:
        """Write the pictures of these sides; yield them as they are done, a few at a time. Those without a face lose theirs."""
        keys = rendered.deck.sides
        here = [side for side in sides if side in keys]
        self.remove([side for side in sides if side not in keys])
        yield [side for side in sides if side not in keys]
        if not self._wanted:
            yield here
            return
        distinct = list(dict.fromkeys(keys[side] for side in here))
        for start in range(0, len(distinct), AT_A_TIME):
            some = distinct[start : start + AT_A_TIME]
            faces = [rendered.deck.faces[key] for key in some] if start < MOST_PREVIEWS else []
            pages = convert_drawable(faces, rendered.fonts, self._workers)
            pictures = {key: face_picture(pages, key, dpi=DPI) for key in some if key in pages.where}
            shown = [side for side in here if keys[side] in some]
            for side in shown:
                if keys[side] in pictures:
                    self._write(preview_path(side), pictures[keys[side]])
                else:
                    self._remove(preview_path(side))
            if pictures and len(self._latest) < MOST:
                self._latest += pictures.values()
                self._write(LATEST, joined_picture(self._latest))
            yield shown

    def remove(self, sides: Sequence[PieceSide]) -> None:
        """Remove the pictures of sides that are no more."""
        if self._wanted:
            for side in sides:
                self._remove(preview_path(side))

    def remove_all(self) -> None:
        """Remove the pictures of faces that an earlier `pnp watch` left, for nobody knows how old they are."""
        for path in sorted((self._folder / FOLDER).glob("*/*.*.png")):
            if path.name.endswith((".front.png", ".back.png")):
                self._remove(path.relative_to(self._folder).as_posix())

    def _write(self, name: str, picture: Image.Image) -> None:
        write(self._folder / name, png(picture, dpi=DPI), root=self._folder, durable=False)

    def _remove(self, name: str) -> None:
        remove(self._folder / name, root=self._folder, hint="close the picture in other programs")


def joined_picture(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return a single picture as it is, several side by side, large ones smaller, the first MOST of them."""
    if len(pictures) == 1:
        return pictures[0]
    small = [picture.copy() for picture in pictures[:MOST]]
    for picture in small:
        picture.thumbnail((LARGEST, LARGEST), Image.Resampling.BILINEAR)
    columns = ceil(sqrt(len(small)))
    width, height = (max(picture.size[axis] for picture in small) + GAP for axis in (0, 1))
    sheet = Image.new("RGB", (columns * width + GAP, ceil(len(small) / columns) * height + GAP), GROUND)
    for number, picture in enumerate(small):
        row, column = divmod(number, columns)
        sheet.paste(picture, (GAP + column * width, GAP + row * height))
    return sheet


# A watch session: faces are drawn at each save, sheets once saving pauses.


MOST_INTERRUPTIONS = 3
"""So often in a row a build is given up for a newer save; then it runs to its end, or somebody who saves every second
would never get a PDF."""

MOST_NAMED = 4
"""So many pieces of a component are named; more are counted."""

Bar = Callable[[], AbstractContextManager[Progress]]
"""Opens a progress bar for the time of one build."""

Interrupted = Callable[[], bool]
"""Says whether something newer was saved."""


@dataclass(frozen=True, slots=True)
class Report:
    """What to tell after a cycle."""

    findings: tuple[Diagnostic, ...] = ()
    troubles: tuple[PnpError, ...] = ()
    lines: tuple[str, ...] = ()


class Superseded(Exception):
    """Something newer was saved while a game was being built."""


def as_trouble(error: PnpError | OSError) -> PnpError:
    """Return what to tell of an error; a file may go between looking and reading, a folder may not be readable."""
    if isinstance(error, PnpError):
        return error
    return PnpError(f"{error.filename}: {error.strerror}" if error.filename else str(error))


@dataclass(slots=True)
class Cycle:
    """What happens from the first save to the files that are right again.

    `since` is when the last save was noticed, `seen` how long after it the last new picture was written, in s. `games`
    were affected, `pending` are those that have to be built, again if they were. `files` were "saved" or "removed",
    `sides` changed, by game; `pdfs` counts those written; `troubles` stop a game from being shown or built.
    """

    since: float
    opening: bool = False
    games: dict[str, None] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)
    files: dict[Path, str] = field(default_factory=dict)
    sides: dict[str, dict[PieceSide, None]] = field(default_factory=dict)
    seen: float | None = None
    pdfs: int = 0
    interruptions: int = 0
    troubles: dict[str, PnpError] = field(default_factory=dict)

    def add_files(self, changes: Changes, at: float) -> None:
        """Add files that were saved or removed."""
        self.since, self.opening = at, False
        for path, change in changes.items():
            self.files[path] = "removed" if change is Change.deleted else "saved"

    def add_game(self, game: str) -> None:
        """Add a game that has to be built."""
        self.games[game] = None
        self.pending.add(game)
        self.troubles.pop(game, None)

    def line(self, components: Mapping[str, Sequence[Component]], root: Path, *built: str) -> str:
        """Return what the cycle was about: the faces that changed, or else the files that were saved; and what came of it."""
        if self.opening:
            subject = next(iter(components)) if len(components) == 1 else f"{len(components)} games"
            return f"{subject}: {', '.join(built)}"
        named = {game: sides_in_words(sides, components.get(game, ())) for game, sides in self.sides.items()}
        subject = "; ".join(
            f"{game} {words}" if len(components) > 1 else words for game, words in named.items() if words
        )
        if any(self.sides.values()):
            shown = [] if self.seen is None else [f"seen after {self.seen:.2f} s"]
        else:
            shown = [] if built and built[0].startswith("not") else ["no face changed"]
        return f"{subject or self._files(root)}: {', '.join((*shown, *built))}"

    def _files(self, root: Path) -> str:
        if len(self.files) != 1:
            return f"{len(self.files)} files {' or '.join(sorted(set(self.files.values()), reverse=True))}"
        [(path, word)] = self.files.items()
        return f"{path.relative_to(root).as_posix() if path.is_relative_to(root) else path} {word}"


class Session:
    """The games of a project, kept ready between saves."""

    def __init__(self, context: BuildContext, *, games: Sequence[str] = (), previews: bool = True) -> None:
        """`games` are those asked for; without any, it is all, whichever come and go."""
        self._context, self._asked, self._previews = context, games, previews
        self._files = file_state(context.project)
        self._states: dict[str, GameState] = {}
        self._cycle: Cycle | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are there and wanted."""
        return tuple(
            name for name in game_ids(self._context.project) if not self._asked or name in self._asked
        )

    @property
    def is_up_to_date(self) -> bool:
        """Say whether all files are right."""
        return self._cycle is None

    def begin(self) -> None:
        """Draw every game once, so that the next look finds what changed; nothing is shown yet.

        Raises UnknownName for a component or a theme that no game has.
        """
        self._cycle = Cycle(perf_counter(), opening=True)
        for name in self.games:
            state = self._state(name)
            state.present = True
            self._cycle.add_game(name)
            self._preview(name).remove_all()
            if state.open(self._context, {}):
                for rendered, sides in state.redrawn({}):
                    state.note_shown(sides, rendered.deck.sides)
        games = [state.game for state in self._states.values() if state.game is not None]
        if len(games) == len(self._states):
            refuse_unknown(self._context.options, games)

    def is_newer(self) -> bool:
        """Say whether files are otherwise than when they were last looked at."""
        return bool(file_state(self._context.project).since(self._files))

    def look(self, at: float, interrupted: Interrupted) -> Changes:
        """Show what changed since the last look, and return it; `at` is when a save was noticed. A build is due after that."""
        files = file_state(self._context.project)
        changes, self._files = files.since(self._files), files
        if not changes:
            return changes
        if any(path.is_relative_to(self._context.project.fonts) for path in changes):
            self._context = replace(self._context, fonts=fonts_of(self._context.project))
        self._cycle = cycle = self._cycle or Cycle(at)
        cycle.add_files(changes, at)
        behind = {name for name, state in self._states.items() if state.behind}
        affected = affected_games(changes, self._context.project, {*self.games, *self._states})
        for name in sorted(affected | behind):
            cycle.add_game(name)
            try:
                self._show(self._state(name), cycle, changes, interrupted)
            except (PnpError, OSError) as error:  # it does not stop the watching
                cycle.troubles[name] = as_trouble(error)
        return changes

    def _show(self, state: GameState, cycle: Cycle, changes: Changes, interrupted: Interrupted) -> None:
        """Show what changed of one game, as far as nothing newer is saved meanwhile."""
        state.behind = True
        if state.id not in self.games:
            state.close()
        elif state.open(self._context, changes):
            previews = self._preview(state.id)
            for rendered, differing in state.redrawn(changes):
                for sides in previews.update(rendered, differing):
                    state.note_shown(sides, rendered.deck.sides)
                    cycle.sides.setdefault(state.id, {}).update(dict.fromkeys(sides))
                    if sides and self._previews:
                        cycle.seen = perf_counter() - cycle.since
                    if interrupted():
                        return
            gone = state.vanished()
            previews.remove(gone)
            state.note_shown(gone, {})
            cycle.sides.setdefault(state.id, {}).update(dict.fromkeys(gone))
        state.behind = False

    def build(self, bar: Bar, interrupted: Interrupted) -> Report | None:
        """Build what is due and return what to tell; None when it was given up for a newer save.

        Somebody who saves all the time gets a build too: it is given up MOST_INTERRUPTIONS times.
        """
        cycle = self._cycle
        assert cycle is not None
        states = [self._state(name) for name in cycle.games if name in cycle.pending]
        ready = [state for state in states if state.game and state.reached == "all"]
        components = [state.components for state in ready]
        with bar() as progress:
            step = stepping(progress, STEPS * sum(map(len, components)))

            def step_or_stop(name: str) -> None:
                if cycle.interruptions < MOST_INTERRUPTIONS and interrupted():
                    raise Superseded
                step(name)

            for state in ready:
                try:
                    self._build(state, cycle, replace(self._context, step=step_or_stop))
                except Superseded:
                    cycle.interruptions += 1
                    return None
        self._cycle = None
        return self._report(cycle)

    def _build(self, state: GameState, cycle: Cycle, context: BuildContext) -> None:
        """Build one game, as it is found on disk now. Raises Superseded."""
        try:
            loaded = load_game(context.project, state.id)  # anew, for what only the data can tell
            made = build_game(context, loaded.game) if loaded.game is not None else BuildResult(state.id)
        except (PnpError, OSError) as error:
            cycle.troubles[state.id] = as_trouble(error)
            state.found = ()
        else:
            state.found = (*loaded.diagnostics, *made.diagnostics)
            cycle.pdfs += made.count.written
        cycle.pending.discard(state.id)

    def _report(self, cycle: Cycle) -> Report:
        games = self.games
        states = [self._state(name) for name in cycle.games]
        told = [state.tell(present=state.id in games) for state in states]
        found = [finding for state in states for finding in state.told]
        if cycle.troubles or has_errors(found):
            built = f"not built ({'see above' if cycle.troubles else tally(found)})"
        elif cycle.pdfs:
            took = perf_counter() - cycle.since
            built = f"{counted(cycle.pdfs, 'PDF')} after {took:.1f} s"
        else:
            built = "no PDF changed"
        lines = [line for _, moved in told for line in moved]
        lines += [self._line(cycle, built)] if any(state.present for state in states) else []
        new = in_reading_order(finding for new, _ in told for finding in new)
        return Report(new, tuple(cycle.troubles.values()), tuple(lines))

    def _line(self, cycle: Cycle, *built: str) -> str:
        components = {name: self._state(name).components for name in self.games}
        return cycle.line(components, self._context.project.root, *built)

    def _state(self, name: str) -> GameState:
        if name not in self._states:
            self._states[name] = GameState(name, self._context.options)
        return self._states[name]

    def _preview(self, name: str) -> Previews:
        return Previews(self._context.output(name), wanted=self._previews, workers=self._context.workers)


def watch(session: Session, events: FileEvents, bar: Bar) -> Iterator[Report]:
    """Yield what to tell, for ever: build, show what is saved, and when it was quiet for a moment, build again.

    A build is given up for a newer save as soon as the component in hand is done.
    """

    def newer() -> bool:
        return events.pending and session.is_newer()

    first = True
    while True:
        if not first and events.wait(None if session.is_up_to_date else SETTLE):
            session.look(events.at, newer)
        elif (report := session.build(bar, newer)) is not None:
            yield report
        first = False


def sides_in_words(sides: Collection[PieceSide], components: Sequence[Component]) -> str:
    """Return "food/apple front, all 19 backs of food"; "" for none. What its component no longer has is gone."""
    pieces = {component.id: {piece.id for piece in component.pieces} for component in components}
    said = (
        _of_component(name, [side for side in sides if side.component == name], pieces.get(name, set()))
        for name in dict.fromkeys(side.component for side in sides)
    )
    return ", ".join(words for each in said for words in each)


def _of_component(name: str, sides: Sequence[PieceSide], pieces: Collection[str]) -> Iterator[str]:
    gone = list(dict.fromkeys(f"{name}/{side.piece}" for side in sides if side.piece not in pieces))
    if gone:
        yield f"{len(gone)} pieces of {name} gone" if len(gone) > MOST_NAMED else f"{listed(gone)} gone"
    single: dict[str, list[str]] = {}
    for side in ("front", "back"):
        shown = [each.piece for each in sides if each.side == side and each.piece in pieces]
        if len(shown) == len(pieces) > 1:
            yield f"{'both' if len(shown) == 2 else f'all {len(shown)}'} {side}s of {name}"
        elif len(shown) > MOST_NAMED:
            yield f"{len(shown)} {side}s of {name}"
        else:
            for piece in shown:
                single.setdefault(piece, []).append(side)
    yield from (f"{name}/{piece} {listed(found)}" for piece, found in single.items())
