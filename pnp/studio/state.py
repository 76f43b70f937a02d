"""The state of an open studio: its games, watched files, and the events sent to pages."""

import asyncio
import json
import os
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from threading import Condition, Event, Lock, RLock, Thread
from time import monotonic
from typing import Any, Literal

from pnp.build.build_cache import BuildCache
from pnp.build.games import check_games
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.build.result import CheckOptions
from pnp.edit.card_form import forget_expected
from pnp.edit.undo import Edit, EditHistory, FileChange, current_content
from pnp.files import is_within
from pnp.load.game import Loaded, load_game
from pnp.load.project import Project, game_ids
from pnp.model.diagnostics import CannotUse, Diagnostic, PnpError, UnknownName, WorkerLost, in_reading_order
from pnp.model.face import PieceSide
from pnp.model.game import Game, Piece
from pnp.studio.live_game import Look, PieceName, ShownFace
from pnp.text import suggest_argument
from pnp.watch import Changes, FileEvents, affected_games, file_state
from pnp.workers import usable_cores
from pnp.workers.pool import LocalProcesses
from pnp.workers.tasks import Workers
from pnp.workers.worker import NO_LIMITS, Task

# Checks of games run in the background in a process of their own, as pnp check runs them.


CALM = 0.8  # In s: a check begins when nothing was saved, and nobody waited for many faces, for so long.
YIELDING = 10  # How much nicer a check is than the studio: whoever waits for a face goes first.
State = Literal["unknown", "waiting", "checking", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What the last check of a game found, and whether that is so still: only when `done` is it of the present files."""

    state: State = "unknown"
    findings: tuple[Diagnostic, ...] = ()
    trouble: str = ""

    def with_those_of(self, look: tuple[Diagnostic, ...], *, readable: bool) -> tuple[Diagnostic, ...]:
        """Return what is wrong: all that was found of present files, else what a `look` sees and the rest as it was."""
        if self.state == "done":
            return self.findings
        seen = {finding.anywhere for finding in look}
        later = "PNP4" if readable else "PNP3"  # 1xx come from loading, 3xx from drawing, the rest after that
        kept = (each for each in self.findings if each.code >= later and each.anywhere not in seen)
        return (*look, *kept)


class CheckRuns:
    """Checks games in turn; `tell` is called from another thread with each game whose state is another."""

    def __init__(self, project: Project, tell: Callable[[str], None]) -> None:
        self.project, self._tell = project, tell
        self._change = Condition()
        self._known: dict[str, Checked] = {}
        self._saved = 0.0
        self._stopped = False
        self._processes = LocalProcesses(1)
        self._thread = Thread(target=self._run, name="check games", daemon=True)

    def of(self, game: str) -> Checked:
        """Return what is known of a game."""
        with self._change:
            return self._known.get(game, Checked())

    def ask(self, game: str) -> Checked:
        """Return what is known of a game; from now on it is checked after every save."""
        with self._change:
            if game not in self._known and not self._stopped:
                self._known[game], self._saved = Checked("waiting"), monotonic()
                if not self._thread.is_alive():
                    self._thread.start()
                self._change.notify_all()
            return self._known.get(game, Checked())

    def saved(self, games: Collection[str], present: Collection[str]) -> None:
        """Note that files of games were saved: a check under way is given up, and those `present` are checked anew."""
        with self._change:
            self._give_up(monotonic())
            self._known = {
                game: replace(known, state="waiting") if game in games else known
                for game, known in self._known.items()
                if game in present
            }

    def postpone(self) -> None:
        """Give a check under way up, and begin none for a while: what is being drawn now it will find drawn."""
        with self._change:
            self._give_up(monotonic() + CALM)

    def stop(self) -> None:
        """End at once."""
        with self._change:
            self._give_up(monotonic())
            self._stopped = True
        if self._thread.is_alive():
            self._thread.join(2)

    def _give_up(self, saved: float) -> None:
        self._saved = saved
        for game, known in self._known.items():
            if known.state == "checking":
                self._known[game] = replace(known, state="waiting")
        self._processes.stop()
        self._change.notify_all()

    def _run(self) -> None:
        while (game := self._begun()) is not None:
            self._tell(game)
            try:
                checked = Checked(
                    "done", self._processes.do(Task(findings_of, (self.project, game), NO_LIMITS))
                )
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and the studio goes on
                lost = isinstance(error, WorkerLost)
                why = "its process was ended" if lost else str(error) or type(error).__name__
                checked = Checked("failed", self.of(game).findings, f"{game} was not checked: {why}")
            self._processes.stop()
            with self._change:
                is_last = self.of(game).state == "checking"  # it was not given up
                if is_last:
                    self._known[game] = checked
            if is_last:
                self._tell(game)

    def _begun(self) -> str | None:
        """Return the game whose check begins, once nothing was saved for a while; None at the end."""
        with self._change:
            while not self._stopped:
                game = next((game for game, known in self._known.items() if known.state == "waiting"), None)
                pause = self._saved + CALM - monotonic()
                if game is not None and pause <= 0:
                    self._known[game] = replace(self._known[game], state="checking")
                    self._processes = LocalProcesses(1)
                    return game
                self._change.wait(None if game is None else pause)
            return None


def findings_of(project: Project, game: str) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong with a game; for a process of its own, which makes way for all others."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415

        below_normal = 0x4000
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), below_normal)
    else:
        os.nice(max(0, YIELDING - os.nice(0)))
    (result,) = check_games(project, (game,), CheckOptions(legible=True))
    return result.diagnostics


FIRST = 4  # So many pieces are drawn at a time, of those that a save was about;
AHEAD = 48  # so many where nobody waits for them.
QUIET = 0.15  # In s: what nobody has asked for is drawn when nobody has asked for anything for that long.
PAUSE = 2.0  # In s: so long after a change of cells the rest of their table is read.
TURN = 0.002  # In s: between two such runs whoever waits takes the lock.
LookName = tuple[str, str]  # A game and a theme, "" for the usual look.


class StudioState:
    """The open games of a project.

    `revision` grows with every save that was noticed, `start_id` tells this start of the studio from others;
    `saved` has, by game, the revision of its last save, `ahead` the files of its last change and the game as that was checked. What uses a look does it under `looking`, one thread at a time.
    """

    def __init__(self, project: Project, cache: BuildCache, games: Sequence[str] = ()) -> None:
        """`games` are those to show; without any, it is all, whichever come and go."""
        self.project = project = replace(project, is_edited=True)
        self._asked = games
        self.cache = cache
        self.events = Events()
        self._histories: dict[str, EditHistory] = {}
        self.ahead: dict[str, tuple[Sequence[FileChange], Loaded, bool]] = {}
        self._unread: dict[str, Changes] = {}  # By game: files of which only the changed rows were read.
        self.checks = CheckRuns(project, lambda game: self.events.send("check", game=game))
        self.revision = 0
        self.saved: dict[str, int] = {}
        self.start_id = secrets.token_hex(4)
        self._lock = RLock()
        self._work = Condition(self._lock)
        self._looks: dict[LookName, Look] = {}
        self._just_read: list[Look] = []
        workers = Workers(LocalProcesses(usable_cores() + 1))  # one more, for whoever waits for a face
        self._build = BuildContext(project, fonts_of(project), BuildOptions(), cache, workers=workers)
        self._files, self._present = file_state(project), set(self.games)
        self._last_asked = self._last_edit = 0.0
        self._stop = Event()
        self._file_events = FileEvents(lambda: file_state(self.project).folders)
        self._resting = 0
        self._threads = (
            Thread(target=self._watch, name="watch files", daemon=True),
            Thread(target=self._draw_rest, name="draw faces", daemon=True),
        )

    def start(self) -> None:
        """Begin to notice saves and to draw what nobody has asked for yet."""
        self._build.workers.prepare()
        self._file_events.__enter__()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End that."""
        self._stop.set()
        self._file_events.wake()
        with self._lock:
            self._work.notify_all()
        self.checks.stop()
        self.events.end()
        self._file_events.__exit__()
        for thread in self._threads:
            thread.join(2)
        self._build.workers.stop()

    def adopt(self, project: Project) -> None:
        """Go on with another project: what was begun in a folder that had none."""
        with self._lock:
            self.project = self.checks.project = project = replace(project, is_edited=True)
            self._build = replace(self._build, project=project, fonts=fonts_of(project))
            self._looks.clear()
            self._histories.clear()
            self._files, self._present = file_state(project), set(self.games)
            self.revision += 1
            self._work.notify_all()
        self._file_events.wake()
        self.events.send("games", revision=self.revision)

    @property
    def workers(self) -> Workers:
        return self._build.workers

    @property
    def written(self) -> list[tuple[str, tuple[int, ...]]]:
        """Every file of the project as it lies, as far as its changes were noticed."""
        return sorted(self._files.files.items())

    @property
    def identity(self) -> dict[str, object]:
        """What changes whenever a page has to read everything anew."""
        return {"start": self.start_id, "revision": self.revision}

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(name for name in game_ids(self.project) if not self._asked or name in self._asked)

    def known(self, game: str) -> str:
        """Return the name of a game. Raises UnknownName for one that is not there."""
        if game not in (games := self.games):
            raise UnknownName(f'there is no game "{game}"', suggest_argument(game, games, "games"))
        return game

    def own_folder(self, game: str) -> Path:
        """Return the folder of a game that lies in the project itself. Raises CannotUse for any other."""
        folder = self.project.game_folder(game)
        if folder is None or not is_within(folder, self.project.root):
            raise CannotUse(f"{game} is not in this project", "copy it into a project of your own")
        return folder

    @contextmanager
    def looking(self, game: str, theme: str = "") -> Iterator[Look]:
        """Offer one look, to this thread alone. Raises UnknownName for a game or a theme that is not there."""
        with self._lock:
            self._last_asked = monotonic()
            try:
                yield self._look(game, theme)
            finally:
                self._last_asked = monotonic()

    @contextmanager
    def whole(self, game: str, theme: str = "") -> Iterator[Look]:
        """Offer one look with all its faces drawn, to this thread alone. Raises UnknownName, and CannotUse.

        While they are drawn others have their turns.
        """
        while True:
            with self._lock:
                look = self._look(game, theme)
                if look.game is None:
                    raise CannotUse(f"{game} cannot be read", "the findings of the game say why")
                if not look.is_readable or next(look.undrawn(), None) is None:
                    yield look
                    return
            self._draw_some_of(look, AHEAD)

    def face(self, game: str, theme: str, side: PieceSide) -> ShownFace | None:
        """Return the face of a side, None when it has none. Raises UnknownName."""
        while True:
            with self.looking(game, theme) as look:
                if (side.component, side.piece) in look.found or not look.is_readable:
                    return look.face(side)
                piece = look.piece(side.component, side.piece)
            self.draw_ahead(game, theme, side.component, (piece,))

    def face_called(self, game: str, theme: str, text: str) -> ShownFace:
        """Return the face of a side with a text such as "food/apple.front". Raises UnknownName."""
        side = PieceSide.read(text)
        if side is None:
            raise UnknownName(f'"{text}" is not a side of a piece', "such as food/apple.front")
        shown = self.face(game, theme, side)
        if shown is None:
            raise UnknownName(f"{side.title}, cannot be drawn", "the findings of the game say why")
        return shown

    def see(self, game: str, theme: str, pieces: Sequence[PieceName]) -> None:
        """Note what somebody looks at: it is drawn first. Raises UnknownName."""
        with self.looking(game, theme) as look:
            look.in_view = tuple(pieces)
            del self._looks[game, theme]
            self._looks = {(game, theme): look, **self._looks}

    def findings(self, game: str, theme: str = "") -> tuple[Diagnostic, ...]:
        """Return what is wrong with a game, as far as it was drawn and checked. Raises UnknownName."""
        with self.looking(game, theme) as look:
            seen, readable = in_reading_order(look.findings), look.is_readable
        return self.checks.of(game).with_those_of(seen, readable=readable)

    def check(self, game: str) -> Checked:
        """Return what the last check of a game found; from now on it is checked. Raises UnknownName."""
        return self.checks.ask(self.known(game))

    def history(self, game: str) -> EditHistory:
        """Return the edits of a game since the studio was opened."""
        return self._histories.setdefault(game, EditHistory(self.project.root))

    def edits(self, game: str) -> dict[str, Any]:
        """Return what can be undone and redone in a game, "" for nothing."""
        history = self.history(game)
        return {"undo": history.next_undo, "redo": history.next_redo}

    def write(self, game: str, what: str, changes: Sequence[FileChange]) -> dict[str, Any]:
        """Write changes of files as one step that can be undone, and tell all pages; raises CannotEdit, CannotWrite."""
        return self.tell_edit(game, self.history(game).write(what, changes), saved=True)

    def tell_edit(self, game: str, edit: Edit, *, saved: bool = False) -> dict[str, Any]:
        """Tell all pages what can be undone and redone after an edit; return that and what the edit was."""
        edits = self.edits(game)
        self.events.send("edits", game=game, saved=saved, **edits)
        return {"what": edit.what, **edits}

    def _look(self, game: str, theme: str) -> Look:
        look = self._looks.get((game, theme))
        if look is None:
            look = Look(self._of_theme(theme), self.known(game))
            self._looks[game, theme] = look
            self._work.notify_all()
        return look

    def _of_theme(self, theme: str) -> BuildContext:
        return replace(self._build, options=BuildOptions(theme=theme))

    # What a save changes.

    def _watch(self) -> None:
        while not self._stop.is_set():
            self._file_events.wait(None)
            if not self._stop.is_set():
                self.look_again()

    def look_again(self) -> None:
        """Notice what was saved since the last look: read it, draw what the save was about, and tell."""
        with self.resting():
            self.read_saved()
            with self._lock:
                looks, self._just_read = self._just_read, []
            for look in looks:
                with suppress(PnpError, OSError):  # whoever asks for such a face is told
                    self._draw_some_of(look, FIRST)
                self._tell(look, "findings")

    def read_saved(self) -> None:
        """Read what was saved since the last look; it is drawn when its event comes."""
        with self._lock:  # whoever asks has what another thread has noticed
            files = file_state(self.project)
            changes, self._files = files.since(self._files), files
            if not changes:
                return
            self.revision += 1
            if any(path.is_relative_to(self.project.fonts) for path in changes):
                self._build = replace(self._build, fonts=fonts_of(self.project))
            present = set(self.games)
            # A page may have asked for a game that is back before it is seen here.
            if present != self._present:
                self._present = present
                self.events.send("games", revision=self.revision)
            touched = affected_games(changes, self.project, {game for game, _ in self._looks})
            self.saved.update(dict.fromkeys(touched, self.revision))
            self.checks.saved(touched, present)
            for look in tuple(self._looks.values()):
                if look.name not in present:
                    del self._looks[look.name, look.theme]
                elif look.name in touched and self._read_again(look, changes):
                    self._just_read.append(look)
            self._work.notify_all()

    def _read_again(self, look: Look, changes: Changes, loaded: Loaded | None = None) -> bool:
        before, is_rest = look.game, loaded is not None
        try:
            look.read(changes, self._of_theme(look.theme), loaded or self._loaded_ahead(look.name, changes))
        except UnknownName:  # the theme is gone
            del self._looks[look.name, look.theme]
            self.events.send("games", revision=self.revision)
            return False
        except (PnpError, OSError) as error:  # a file that went meanwhile: the next save tells more
            self._tell(look, "trouble", message=str(error))
            return False
        gone = look.forget_gone()
        if not (is_rest and look.is_readable and _cards(look.game) == _cards(before)):
            self._tell(look, "data", readable=look.is_readable, gone=[str(side) for side in gone])
        return True

    def _tell(self, look: Look, kind: str, **about: object) -> None:
        self.events.send(kind, game=look.name, theme=look.theme, revision=self.revision, **about)

    def _loaded_ahead(self, game: str, changes: Changes) -> Loaded | None:
        files, loaded, whole = self.ahead.get(game, ((), None, True))
        same = {file.path for file in files} == changes.keys()
        if not same or any(current_content(file.path) != file.after for file in files):
            self._unread.pop(game, None)
            return None
        if whole:
            self._unread.pop(game, None)
        else:
            self._unread[game] = changes
        return loaded

    def _read_rest(self) -> None:
        """Read the games of which only changed rows were read, and tell what came of it."""
        for game, changes in tuple(self._unread.items()):
            revision = self.saved.get(game)
            with suppress(PnpError, OSError):
                loaded = load_game(self.project, game)
                with self._lock:
                    if self.saved.get(game) == revision and game in self._unread:
                        del self._unread[game]
                        forget_expected()
                        for look in tuple(self._looks.values()):
                            if look.name == game and self._read_again(look, changes, loaded):
                                self._tell(look, "findings")

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Draw nothing in advance for the length of a block, which draws the same faces itself."""
        with self._lock:
            self._resting += 1
        self._last_edit = monotonic()
        try:
            yield
        finally:
            self._last_edit = self._last_asked = monotonic()
            with self._lock:
                self._resting -= 1
                self._work.notify_all()

    def _draw_rest(self) -> None:
        for game in self.games:  # while the browser starts
            with self._lock, suppress(PnpError, OSError):
                self._look(game, "")
        while not self._stop.is_set():
            if monotonic() > self._last_edit + PAUSE:
                self._read_rest()
            with self._lock:
                looks = [] if self._resting else [look for look in self._looks.values() if look.is_readable]
                look = next((look for look in looks if next(look.undrawn(), None)), None)
                if look is None:
                    self._work.wait(PAUSE if self._unread else None)
            if look is not None:
                with suppress(PnpError, OSError):  # whoever asks for such a face is told
                    self._draw_some_of(look, AHEAD)
            self._stop.wait(TURN)
            while monotonic() < self._last_asked + QUIET and not self._stop.is_set():
                self._stop.wait(QUIET / 3)

    def _draw_some_of(self, look: Look, most: int) -> None:
        """Draw the pieces that come first, of one component. Raises what draw_ahead does."""
        with self._lock:
            some = [*islice(look.undrawn(), most)] if look.is_readable else []
        if some:
            component = some[0][0].id
            pieces = [piece for other, piece in some if other.id == component]
            self.draw_ahead(look.name, look.theme, component, pieces)

    def _tell_drawn(self, look: Look, changed: Sequence[PieceSide]) -> None:
        if changed:
            shown = {str(side): look.shown.get(side) for side in changed}
            keys = {side: face.face.key if face else "" for side, face in shown.items()}
            stale = [side for side, face in shown.items() if face and not face.current]
            self._tell(look, "faces", sides=keys, stale=stale)
        if next(look.undrawn(), None) is None:
            self._tell(look, "findings", complete=True)

    def draw_ahead(self, game: str, theme: str, component: str, pieces: Sequence[Piece]) -> None:
        """Draw pieces while others use the look; what was read anew meanwhile is drawn when it is asked for.

        Raises UnknownName, WorkerLost, and CannotUse for a game that cannot be read.
        """
        with self._lock:
            look = self._look(game, theme)
            context, drawer, under_way = look.context, look.drawer(component), look.under_way
            left = {name: piece for piece in pieces if (name := (component, piece.id)) not in look.found}
            # Whoever wants one card does not wait for the many with which it is being drawn.
            elsewhere = left.keys() & under_way if len(left) > 1 else set[PieceName]()
            mine = {name: piece for name, piece in left.items() if name not in elsewhere}
            under_way.update(mine)
        if not left:
            return
        if len(left) > 1:
            self.checks.postpone()
        try:
            drawn = drawer.finished([*mine.values()])
            with self._lock:
                if look.is_readable and look.context is context:
                    unseen = [piece for name, piece in mine.items() if name not in look.found]
                    changed = [look.keep(component, piece, drawn[piece.id]) for piece in unseen]
                    self._tell_drawn(look, [*chain.from_iterable(changed)])
        finally:
            with self._lock:
                under_way.difference_update(mine)
                self._work.notify_all()
                self._work.wait_for(lambda: elsewhere.isdisjoint(under_way))


def _cards(game: Game | None) -> list[tuple[object, ...]]:
    pieces = (piece for component in (game.components if game else ()) for piece in component.pieces)
    return [(piece.id, piece.fields, piece.copies, piece.place, piece.headline) for piece in pieces]


HEARTBEAT = 15.0
"""In s: so often a stream says that it is there; a proxy or a sleeping laptop is noticed by its silence."""

MOST_WAITING = 1_000
"""So many events may wait for a page that does not read them; then its stream ends, and it asks for everything anew."""

_END = ""


class Events:
    """Passes events from any thread to all streams."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._streams: dict[asyncio.Queue[str], asyncio.AbstractEventLoop] = {}

    def send(self, kind: str, **about: object) -> None:
        """Tell every page; `about` must be values of JSON."""
        text = json.dumps({"type": kind, **about}, ensure_ascii=True)
        with self._lock:
            for queue, loop in self._streams.items():
                loop.call_soon_threadsafe(self._put, queue, text)

    def end(self) -> None:
        """End all streams."""
        with self._lock:
            for queue, loop in self._streams.items():
                loop.call_soon_threadsafe(queue.put_nowait, _END)

    async def stream(self, first: str) -> AsyncIterator[str]:
        """Yield the lines of one stream, `first` of all the event of that JSON text."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        with self._lock:
            self._streams[queue] = asyncio.get_running_loop()
        try:
            yield f"retry: 500\ndata: {first}\n\n"
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if text == _END:
                    return
                yield f"data: {text}\n\n"
        finally:
            with self._lock:
                self._streams.pop(queue, None)

    @staticmethod
    def _put(queue: asyncio.Queue[str], text: str) -> None:
        if queue.qsize() >= MOST_WAITING:
            while not queue.empty():
                queue.get_nowait()
            text = _END
        queue.put_nowait(text)
