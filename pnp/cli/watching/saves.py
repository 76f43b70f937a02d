"""Noticing that something was saved: a thread that waits for the file system to say so.

What it was is not asked: events get lost and come twice. Whoever is woken compares the files with what they were.
"""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Self

from watchfiles import Change, watch
from watchfiles.main import FileChange

STEP = 15
DEBOUNCE = 60
"""In ms: a save is passed on when nothing has followed it for a STEP, and after DEBOUNCE at the latest."""

IDLE = 100
"""In ms: how long the listener sleeps when nothing is saved."""

RETRY = 0.1
PATIENCE = 1.0
"""In s: how long to wait for folders that are gone, and how often an endless wait looks up, for Ctrl-C on Windows."""


class Saves:
    """Saves in `folders()`, which is asked anew whenever one comes or goes; `with` starts and ends the listening."""

    def __init__(self, folders: Callable[[], frozenset[Path]]) -> None:
        self._folders = folders
        self._noticed = Event()
        self._stop = Event()
        self._listening = Event()
        self._thread = Thread(target=self._listen, name="saves", daemon=True)
        self.at = perf_counter()

    def __enter__(self) -> Self:
        """Listen; whatever is saved from now on will be noticed."""
        self._thread.start()
        self._listening.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        """Listen no more."""
        self._stop.set()
        self._thread.join(PATIENCE)

    @property
    def pending(self) -> bool:
        """Say whether something was saved that nobody has waited for yet."""
        return self._noticed.is_set()

    def wait(self, seconds: float | None) -> bool:
        """Wait for a save, for so long or for ever; say whether there was one. `at` says when it was noticed."""
        while not (noticed := self._noticed.wait(PATIENCE if seconds is None else seconds)):
            if seconds is not None:
                break
        self._noticed.clear()
        return noticed

    def rouse(self) -> None:
        """End the wait without a save."""
        self._noticed.set()

    def _listen(self) -> None:
        polling: bool | None = None  # as WATCHFILES_FORCE_POLLING says
        while not self._stop.is_set():
            folders = self._folders()
            try:
                self._listen_to(folders, polling=polling)
            except FileNotFoundError:  # a folder went between looking and listening
                continue
            except OSError:  # more folders than the system lets a program listen to
                polling = True
            if not folders:
                self._stop.wait(RETRY)

    def _listen_to(self, folders: frozenset[Path], *, polling: bool | None) -> None:
        """Pass on what is saved, until a folder comes or goes."""
        if not folders:
            return
        listening = watch(
            *sorted(folders),
            watch_filter=None,
            debounce=DEBOUNCE,
            step=STEP,
            stop_event=self._stop,
            rust_timeout=IDLE,
            yield_on_timeout=True,
            recursive=False,
            force_polling=polling,
            raise_interrupt=False,
        )
        with closing(listening):
            for number, events in enumerate(listening):
                # The first answer, if only that nothing happened, says that from now on nothing is missed.
                if events or number == 0:
                    self._notice()
                if (number == 0 or _is_about_folders(events, folders)) and self._folders() != folders:
                    return

    def _notice(self) -> None:
        if not self._noticed.is_set():
            self.at = perf_counter()
        self._noticed.set()
        self._listening.set()


def _is_about_folders(events: set[FileChange], folders: frozenset[Path]) -> bool:
    """Say whether a folder may have come or gone; looking through all of them takes time that the save needs."""
    return any(
        Path(path) in folders if change is Change.deleted else os.path.isdir(path)  # noqa: PTH112 - it is a text
        for change, path in events
        if change is not Change.modified
    )
